//! Rules for `bvnot`, `bvand`, `bvor` and `bvxor`.
//!
//! Normal form: a mask that keeps or clears a few runs of bits is a concatenation of extracts and constants, and so is
//! an `or` of parts that do not overlap. So the rules of `structure` also apply to bytes that shifts and `or`s combine,
//! or that shifts and masks extract.

use super::boolean::self_pair;
use super::{Args, Rule, both};
use crate::bits::Bits;
use crate::op::Op;
use crate::store::{Term, Terms};

/// The number of runs up to which a concatenation is preferred to the mask.
const MAX_RUNS: usize = 4;

pub(super) static NOT: &[Rule] = &[
    Rule {
        name: "bvnot-bvnot",
        apply: not_not,
        applies: &["(bvnot (bvnot x))"],
        not: &["(bvnot (bvneg x))"],
    },
    Rule {
        name: "bvnot-concat",
        apply: not_concat,
        applies: &["(bvnot (concat #x0 x))"],
        not: &["(bvnot (concat y x))"],
    },
];

pub(super) static AND: &[Rule] = &[
    Rule {
        name: "bvand-constant",
        apply: and_constant,
        applies: &["(bvand x (_ bv0 $w))", "(bvand x (_ bv$max $w))"],
        not: &["(bvand x (_ bv5 $w))"],
    },
    Rule { name: "bvand-self", apply: self_pair, applies: &["(bvand x x)"], not: &["(bvand x y)"] },
    Rule {
        name: "bvand-complement",
        apply: and_complement,
        applies: &["(bvand x (bvnot x))", "(bvand (bvnot x) x)"],
        not: &["(bvand x (bvnot y))"],
    },
    Rule {
        name: "bvand-constants",
        apply: gather_constants,
        applies: &["(bvand (bvand x (_ bv6 $w)) (_ bv5 $w))"],
        not: &["(bvand (bvand x y) (_ bv5 $w))"],
    },
    Rule {
        name: "bvand-mask",
        apply: and_mask,
        applies: &["(bvand x (_ bv6 $w))", "(bvand x (_ bv3 $w))"],
        not: &["(bvand x y)"],
    },
];

pub(super) static OR: &[Rule] = &[
    Rule {
        name: "bvor-constant",
        apply: or_constant,
        applies: &["(bvor x (_ bv0 $w))", "(bvor x (_ bv$max $w))"],
        not: &["(bvor x (_ bv5 $w))"],
    },
    Rule { name: "bvor-self", apply: self_pair, applies: &["(bvor x x)"], not: &["(bvor x y)"] },
    Rule {
        name: "bvor-complement",
        apply: or_complement,
        applies: &["(bvor x (bvnot x))", "(bvor (bvnot x) x)"],
        not: &["(bvor x (bvnot y))"],
    },
    Rule {
        name: "bvor-constants",
        apply: gather_constants,
        applies: &["(bvor (bvor x (_ bv6 $w)) (_ bv5 $w))"],
        not: &["(bvor (bvor x y) (_ bv5 $w))"],
    },
    Rule {
        name: "bvor-mask",
        apply: or_mask,
        applies: &["(bvor x (_ bv6 $w))"],
        not: &["(bvor x y)"],
    },
    Rule {
        name: "bvor-apart",
        apply: apart,
        applies: &[
            "(bvor (concat #x0 x) (concat #xc (_ bv0 $w)))",
            "(bvor (concat #x0 x) (concat ((_ extract 3 0) y) (_ bv0 $w)))",
        ],
        not: &["(bvor (concat #x0 x) (concat #x0 y))"],
    },
];

pub(super) static XOR: &[Rule] = &[
    Rule {
        name: "bvxor-constant",
        apply: xor_constant,
        applies: &["(bvxor x (_ bv0 $w))", "(bvxor x (_ bv$max $w))"],
        not: &["(bvxor x (_ bv5 $w))"],
    },
    Rule { name: "bvxor-self", apply: xor_self, applies: &["(bvxor x x)"], not: &["(bvxor x y)"] },
    Rule {
        name: "bvxor-complement",
        apply: xor_complement,
        applies: &["(bvxor x (bvnot x))", "(bvxor (bvnot x) x)"],
        not: &["(bvxor x (bvnot y))"],
    },
    Rule {
        name: "bvxor-constants",
        apply: gather_constants,
        applies: &["(bvxor (bvxor x (_ bv6 $w)) (_ bv5 $w))"],
        not: &["(bvxor (bvxor x y) (_ bv5 $w))"],
    },
    Rule {
        name: "bvxor-twice",
        apply: xor_twice,
        applies: &["(bvxor x (bvxor y x))", "(bvxor (bvxor x y) x)"],
        not: &["(bvxor x (bvxor y z))"],
    },
    Rule {
        name: "bvxor-apart",
        apply: apart,
        applies: &["(bvxor (concat #x0 x) (concat #xc (_ bv0 $w)))"],
        not: &["(bvxor (concat #x0 x) (concat #x0 y))"],
    },
];

/// match: `(bvnot (bvnot a))`; result: `a`
fn not_not(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    (terms.op(args[0]) == Op::BvNot).then(|| terms.arg(args[0], 0))
}

/// match: `bvnot` of a concatenation with a constant part; result: the complements of the parts
fn not_concat(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    terms.as_concat(args[0])?;
    let mut parts = terms.concat_parts(args[0]);
    if !parts.iter().any(|&part| terms.is_constant(part)) {
        return None;
    }
    let last = parts.pop()?;
    let low = terms.bvnot(last);
    Some(parts.into_iter().rev().fold(low, |whole, part| {
        let part = terms.bvnot(part);
        terms.concat(part, whole)
    }))
}

/// match: `(bvand a 0)`, `(bvand a ones)`; result: `0`, `a`
fn and_constant(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    let mask = terms.as_bits(args[1])?;
    match () {
        () if mask.is_zero() => Some(args[1]),
        () if mask.is_ones() => Some(args[0]),
        () => None,
    }
}

/// match: `(bvor a 0)`, `(bvor a ones)`; result: `a`, `ones`
fn or_constant(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    let mask = terms.as_bits(args[1])?;
    match () {
        () if mask.is_zero() => Some(args[0]),
        () if mask.is_ones() => Some(args[1]),
        () => None,
    }
}

/// match: `(bvxor a 0)`, `(bvxor a ones)`; result: `a`, `(bvnot a)`
fn xor_constant(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    let mask = terms.as_bits(args[1])?;
    match () {
        () if mask.is_zero() => Some(args[0]),
        () if mask.is_ones() => Some(terms.bvnot(args[0])),
        () => None,
    }
}

fn complementary(terms: &Terms, args: Args) -> bool {
    both(args).into_iter().any(|(a, b)| terms.op(a) == Op::BvNot && terms.arg(a, 0) == b)
}

/// match: `(bvand a (bvnot a))`; result: `0`
fn and_complement(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    complementary(terms, args).then(|| terms.word(terms.width(args[0]), 0))
}

/// match: `(bvor a (bvnot a))`; result: all ones
fn or_complement(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    complementary(terms, args).then(|| terms.bits(&Bits::ones(terms.width(args[0]))))
}

/// match: `(bvxor a (bvnot a))`; result: all ones
fn xor_complement(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    or_complement(terms, op, args)
}

/// match: `(bvxor a a)`; result: `0`
fn xor_self(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    (args[0] == args[1]).then(|| terms.word(terms.width(args[0]), 0))
}

/// match: `(bvxor a (bvxor a b))`; result: `b`
fn xor_twice(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    both(args).into_iter().find_map(|(a, b)| {
        if terms.op(b) != Op::BvXor {
            return None;
        }
        match (terms.arg(b, 0), terms.arg(b, 1)) {
            (left, right) if left == a => Some(right),
            (left, right) if right == a => Some(left),
            _ => None,
        }
    })
}

/// match: `(op (op a c) d)` with constants; result: `(op a (op c d))`
fn gather_constants(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    if terms.op(args[0]) != op || !terms.is_constant(args[1]) {
        return None;
    }
    let (a, c) = (terms.arg(args[0], 0), terms.arg(args[0], 1));
    if !terms.is_constant(c) {
        return None;
    }
    let constant = terms.make(op, &[c, args[1]]);
    Some(terms.make(op, &[a, constant]))
}

/// Returns the runs of equal bits of a constant, as (high, low, bit), highest first; `None` if there are too many.
fn runs(mask: &Bits) -> Option<Vec<(u32, u32, bool)>> {
    let mut runs = vec![(0, 0, mask.bit(0))];
    for i in 1..mask.width() {
        let last = runs.last_mut().expect("there is a first run");
        if mask.bit(i) == last.2 {
            last.0 = i;
        } else if runs.len() == MAX_RUNS {
            return None;
        } else {
            runs.push((i, i, mask.bit(i)));
        }
    }
    runs.reverse();
    Some(runs)
}

/// match: `(bvand a mask)`; result: extracts of `a` and zeros, concatenated
fn and_mask(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    let runs = runs(&terms.as_bits(args[1])?)?;
    pieces(terms, &runs, |terms, high, low, bit| {
        if bit { terms.extract(high, low, args[0]) } else { terms.word(high - low + 1, 0) }
    })
}

/// match: `(bvor a mask)`; result: extracts of `a` and ones, concatenated
fn or_mask(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    let runs = runs(&terms.as_bits(args[1])?)?;
    pieces(terms, &runs, |terms, high, low, bit| {
        if bit {
            terms.bits(&Bits::ones(high - low + 1))
        } else {
            terms.extract(high, low, args[0])
        }
    })
}

/// match: `(bvor a b)` or `(bvxor a b)` where at each bit one of the two is known to be zero;
/// result: extracts of `a` and of `b`, concatenated
fn apart(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    let width = terms.width(args[0]);
    let [a, b] = [args[0], args[1]].map(|arg| terms.domain_in_any_layout(arg).known_zeros());
    if width > 64 || (a | b) != crate::bits::mask(width) {
        return None;
    }
    // Take bits from `a` where `b` is zero. Where both are zero, extend the run below.
    let mut from_a = Vec::with_capacity(width as usize);
    for i in 0..width {
        let below = from_a.last().copied().unwrap_or(b & 1 == 1);
        from_a.push(match ((a >> i) & 1, (b >> i) & 1) {
            (1, 1) => below,
            (_, b_zero) => b_zero == 1,
        });
    }
    let choice = Bits::from_fn(width, |i| from_a[i as usize]);
    let runs = runs(&choice)?;
    pieces(terms, &runs, |terms, high, low, a| {
        terms.extract(high, low, if a { args[0] } else { args[1] })
    })
}

fn pieces(
    terms: &mut Terms,
    runs: &[(u32, u32, bool)],
    piece: impl Fn(&mut Terms, u32, u32, bool) -> Term,
) -> Option<Term> {
    let mut parts = runs.iter().rev().map(|&(high, low, bit)| (high, low, bit));
    let (high, low, bit) = parts.next()?;
    let mut whole = piece(terms, high, low, bit);
    for (high, low, bit) in parts {
        let part = piece(terms, high, low, bit);
        whole = terms.concat(part, whole);
    }
    Some(whole)
}
