//! Rules for division and remainder. Division by zero follows SMT-LIB throughout.
//!
//! Normal form: division by a power of two is bit selection, signed division of nonnegative operands is unsigned, and
//! unsigned division is as narrow as the operands allow.

use super::{Args, Rule};
use crate::bits::Bits;
use crate::op::Op;
use crate::store::{Term, Terms};

pub(super) static DIVISION: &[Rule] = &[
    Rule {
        name: "divide-by-zero",
        apply: by_zero,
        applies: &[
            "(bvudiv x (_ bv0 $w))",
            "(bvurem x (_ bv0 $w))",
            "(bvsdiv x (_ bv0 $w))",
            "(bvsrem x (_ bv0 $w))",
        ],
        not: &["(bvudiv x (_ bv1 $w))"],
    },
    Rule {
        name: "divide-by-power-of-two",
        apply: by_power_of_two,
        applies: &["(bvudiv x (_ bv1 $w))", "(bvudiv x (_ bv4 $w))", "(bvurem x (_ bv4 $w))"],
        not: &["(bvudiv x (_ bv3 $w))", "(bvsdiv x (_ bv4 $w))"],
    },
    Rule {
        name: "divide-by-unit",
        apply: by_unit,
        applies: &[
            "(bvsdiv x (_ bv1 $w))",
            "(bvsrem x (_ bv1 $w))",
            "(bvsdiv x (_ bv$max $w))",
            "(bvsrem x (_ bv$max $w))",
        ],
        not: &["(bvsdiv x (_ bv2 $w))", "(bvudiv x (_ bv$max $w))"],
    },
    Rule {
        name: "divide-itself",
        apply: by_itself,
        applies: &["(bvurem x x)", "(bvsrem x x)"],
        not: &["(bvurem x y)", "(bvudiv x x)"],
    },
    Rule {
        name: "divide-positive",
        apply: of_positive,
        applies: &[
            "(bvsdiv (concat #b0 x) (concat #b0 y))",
            "(bvsrem (concat #b0 x) (concat #b0 y))",
        ],
        not: &["(bvsdiv x y)", "(bvudiv (concat #b0 x) (concat #b0 y))"],
    },
    Rule {
        name: "remainder-of-smaller",
        apply: of_smaller,
        applies: &["(bvurem (concat #b000 x) (concat #b100 (_ bv0 $w)))"],
        not: &["(bvurem x y)"],
    },
    Rule {
        name: "divide-narrow",
        apply: narrow,
        applies: &[
            "(bvudiv (concat #x0 x) (concat #x0 (_ bv3 $w)))",
            "(bvurem (concat #x0 x) (concat #x0 y))",
        ],
        not: &["(bvudiv x y)", "(bvudiv (concat #x0 x) (concat #x0 y))"],
    },
];

/// match: `(divide a 0)`; result: the value that SMT-LIB defines
fn by_zero(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    if !terms.as_bits(args[1])?.is_zero() {
        return None;
    }
    let width = terms.width(args[0]);
    Some(match op {
        Op::BvUdiv => terms.bits(&Bits::ones(width)),
        Op::BvSdiv => {
            let negative = terms.sign(args[0]);
            let (one, minus_one) = (terms.word(width, 1), terms.bits(&Bits::ones(width)));
            terms.ite(negative, one, minus_one)
        }
        _ => args[0],
    })
}

/// match: `(bvudiv a 2^k)`, `(bvurem a 2^k)`; result: the high bits, the low bits
fn by_power_of_two(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let exponent = terms.as_bits(args[1])?.log2()?;
    let width = terms.width(args[0]);
    match op {
        Op::BvUdiv => {
            let amount = terms.word(width, u64::from(exponent));
            Some(terms.lshr(args[0], amount))
        }
        Op::BvUrem if exponent == 0 => Some(terms.word(width, 0)),
        Op::BvUrem => {
            let low = terms.extract(exponent - 1, 0, args[0]);
            Some(terms.zero_extend(width - exponent, low))
        }
        _ => None,
    }
}

/// match: `(bvsdiv a 1)`, `(bvsdiv a -1)`, `(bvsrem a 1)`, `(bvsrem a -1)`;
/// result: `a`, `(bvneg a)`, `0`, `0`
fn by_unit(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let divisor = terms.as_bits(args[1])?;
    if !divisor.is_one() && !divisor.is_ones() {
        return None;
    }
    match op {
        Op::BvSrem => Some(terms.word(divisor.width(), 0)),
        // At width one, one and minus one are the same, and both results are right.
        Op::BvSdiv if divisor.is_one() => Some(args[0]),
        Op::BvSdiv => Some(terms.neg(args[0])),
        _ => None,
    }
}

/// match: `(bvurem a a)`, `(bvsrem a a)`; result: `0`, also for a zero `a`
fn by_itself(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    (args[0] == args[1] && matches!(op, Op::BvUrem | Op::BvSrem))
        .then(|| terms.word(terms.width(args[0]), 0))
}

/// match: signed division of nonnegative operands; result: unsigned division
fn of_positive(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let unsigned = match op {
        Op::BvSdiv => Op::BvUdiv,
        Op::BvSrem => Op::BvUrem,
        _ => return None,
    };
    let positive = args[..2].iter().all(|&arg| terms.known_sign(arg) == Some(false));
    positive.then(|| terms.make(unsigned, &args[..2]))
}

/// match: `(bvurem a b)` where `a` is always less than `b`; result: `a`
fn of_smaller(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let smaller =
        terms.domain_in_any_layout(args[0]).umax()? < terms.domain_in_any_layout(args[1]).umin()?;
    (op == Op::BvUrem && smaller).then_some(args[0])
}

/// match: unsigned division of operands that fit in fewer bits (a quotient only if the divisor is never zero, because
/// the all ones of a zero divisor depend on the width); result: the division in that width
fn narrow(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let width = terms.width(args[0]);
    match op {
        Op::BvUdiv if terms.domain_in_any_layout(args[1]).umin()? > 0 => {}
        Op::BvUrem => {}
        _ => return None,
    }
    let needed = terms.bits_needed(args[0])?.max(terms.bits_needed(args[1])?).max(1);
    if needed >= width {
        return None;
    }
    let (a, b) = (terms.extract(needed - 1, 0, args[0]), terms.extract(needed - 1, 0, args[1]));
    let result = terms.make(op, &[a, b]);
    Some(terms.zero_extend(width - needed, result))
}
