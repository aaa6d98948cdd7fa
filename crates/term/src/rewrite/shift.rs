//! Rules for shifts.
//!
//! Normal form: a shift by a constant is a concatenation, an extract and an extension.

use super::{Args, Rule};
use crate::op::Op;
use crate::store::{Term, Terms};

pub(super) static SHIFT: &[Rule] = &[
    Rule {
        name: "shift-by-constant",
        apply: by_constant,
        applies: &[
            "(bvshl x (_ bv0 $w))",
            "(bvshl x (_ bv2 $w))",
            "(bvlshr x (_ bv2 $w))",
            "(bvashr x (_ bv2 $w))",
            "(bvshl x (_ bv$w $w))",
            "(bvlshr x (_ bv$w $w))",
            "(bvashr x (_ bv$max $w))",
        ],
        not: &["(bvshl x y)"],
    },
    Rule {
        name: "shift-of-zero",
        apply: of_zero,
        applies: &["(bvshl (_ bv0 $w) x)", "(bvlshr (_ bv0 $w) x)", "(bvashr (_ bv0 $w) x)"],
        not: &["(bvshl (_ bv1 $w) x)"],
    },
    Rule {
        name: "ashr-of-positive",
        apply: of_positive,
        applies: &["(bvashr (concat #b0 x) (concat y #b1))"],
        not: &["(bvashr x y)"],
    },
];

/// match: `(shift a c)`; result: the remaining bits at their new position, and zeros or sign bits
fn by_constant(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let width = terms.width(args[0]);
    let amount = terms.as_bits(args[1])?;
    let by = amount.to_u64().map_or(width, |by| by.min(u64::from(width)) as u32);
    if by == 0 {
        return Some(args[0]);
    }
    if op == Op::BvAshr {
        let kept = terms.extract(width - 1, by.min(width - 1), args[0]);
        return Some(terms.sign_extend(by.min(width - 1), kept));
    }
    let zeros = terms.word(by, 0);
    if by == width {
        return Some(zeros);
    }
    Some(if op == Op::BvShl {
        let kept = terms.extract(width - by - 1, 0, args[0]);
        terms.concat(kept, zeros)
    } else {
        let kept = terms.extract(width - 1, by, args[0]);
        terms.concat(zeros, kept)
    })
}

/// match: `(shift 0 a)`; result: `0`
fn of_zero(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    terms.as_bits(args[0])?.is_zero().then_some(args[0])
}

/// match: `(bvashr a b)` where `a` is never negative; result: `(bvlshr a b)`
fn of_positive(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    (op == Op::BvAshr && terms.known_sign(args[0]) == Some(false))
        .then(|| terms.lshr(args[0], args[1]))
}
