//! Rules for Booleans.
//!
//! Normal form: no constants below `and`, `or`, `not`; no double negation.

use super::{Args, Rule, both};
use crate::op::Op;
use crate::store::{Term, Terms};

pub(super) static NOT: &[Rule] = &[Rule {
    name: "not-not",
    apply: not_not,
    applies: &["(not (not p))"],
    not: &["(not (and p q))"],
}];

pub(super) static AND: &[Rule] = &[
    Rule {
        name: "and-constant",
        apply: and_constant,
        applies: &["(and p true)", "(and p false)"],
        not: &["(and p q)"],
    },
    Rule { name: "and-self", apply: self_pair, applies: &["(and p p)"], not: &["(and p q)"] },
    Rule {
        name: "and-complement",
        apply: and_complement,
        applies: &["(and p (not p))", "(and (not p) p)"],
        not: &["(and p (not q))"],
    },
    Rule {
        name: "and-absorb",
        apply: and_absorb,
        applies: &["(and p (or p q))", "(and (or q p) p)", "(and p (and q p))"],
        not: &["(and p (or q r))"],
    },
    Rule {
        name: "and-resolve",
        apply: and_resolve,
        applies: &["(and p (or (not p) q))", "(and (not p) (or q p))"],
        not: &["(and p (or (not q) r))"],
    },
    Rule {
        name: "and-two-values",
        apply: and_two_values,
        applies: &["(and (= x (_ bv1 $w)) (= x (_ bv2 $w)))"],
        not: &["(and (= x (_ bv1 $w)) (= y (_ bv2 $w)))"],
    },
];

pub(super) static OR: &[Rule] = &[
    Rule {
        name: "or-constant",
        apply: or_constant,
        applies: &["(or p true)", "(or p false)"],
        not: &["(or p q)"],
    },
    Rule { name: "or-self", apply: self_pair, applies: &["(or p p)"], not: &["(or p q)"] },
    Rule {
        name: "or-complement",
        apply: or_complement,
        applies: &["(or p (not p))", "(or (not p) p)"],
        not: &["(or p (not q))"],
    },
    Rule {
        name: "or-absorb",
        apply: or_absorb,
        applies: &["(or p (and p q))", "(or (and q p) p)", "(or p (or q p))"],
        not: &["(or p (and q r))"],
    },
    Rule {
        name: "or-resolve",
        apply: or_resolve,
        applies: &["(or p (and (not p) q))", "(or (not p) (and q p))"],
        not: &["(or p (and (not q) r))"],
    },
];

/// match: `(not (not a))`; result: `a`
fn not_not(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    (terms.op(args[0]) == Op::Not).then(|| terms.arg(args[0], 0))
}

/// match: `(op a a)`; result: `a`
pub(super) fn self_pair(_: &mut Terms, _: Op, args: Args) -> Option<Term> {
    (args[0] == args[1]).then_some(args[0])
}

/// match: `(and a true)`, `(and a false)`; result: `a`, `false`
fn and_constant(_: &mut Terms, _: Op, args: Args) -> Option<Term> {
    match args[1] {
        Term::TRUE => Some(args[0]),
        Term::FALSE => Some(Term::FALSE),
        _ => None,
    }
}

/// match: `(or a true)`, `(or a false)`; result: `true`, `a`
fn or_constant(_: &mut Terms, _: Op, args: Args) -> Option<Term> {
    match args[1] {
        Term::TRUE => Some(Term::TRUE),
        Term::FALSE => Some(args[0]),
        _ => None,
    }
}

fn complementary(terms: &Terms, a: Term, b: Term) -> bool {
    (terms.op(a) == Op::Not && terms.arg(a, 0) == b)
        || (terms.op(b) == Op::Not && terms.arg(b, 0) == a)
}

/// match: `(and a (not a))`; result: `false`
fn and_complement(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    complementary(terms, args[0], args[1]).then_some(Term::FALSE)
}

/// match: `(or a (not a))`; result: `true`
fn or_complement(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    complementary(terms, args[0], args[1]).then_some(Term::TRUE)
}

/// match: `(and a (or a b))`; result: `a`. match: `(and a (and a b))`; result: `(and a b)`
fn and_absorb(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    absorb(terms, args, Op::Or, Op::And)
}

/// match: `(or a (and a b))`; result: `a`. match: `(or a (or a b))`; result: `(or a b)`
fn or_absorb(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    absorb(terms, args, Op::And, Op::Or)
}

fn absorb(terms: &Terms, args: Args, other: Op, same: Op) -> Option<Term> {
    both(args).into_iter().find_map(|(a, b)| {
        let inner = terms.op(b);
        if (inner != other && inner != same) || !terms.args(b).contains(&a) {
            return None;
        }
        Some(if inner == other { a } else { b })
    })
}

/// match: `(and a (or (not a) b))`; result: `(and a b)`
fn and_resolve(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    resolve(terms, op, args, Op::Or)
}

/// match: `(or a (and (not a) b))`; result: `(or a b)`
fn or_resolve(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    resolve(terms, op, args, Op::And)
}

fn resolve(terms: &mut Terms, op: Op, args: Args, other: Op) -> Option<Term> {
    for (a, b) in both(args) {
        if terms.op(b) != other {
            continue;
        }
        let (left, right) = (terms.arg(b, 0), terms.arg(b, 1));
        for (dropped, kept) in [(left, right), (right, left)] {
            if complementary(terms, a, dropped) {
                return Some(terms.make(op, &[a, kept]));
            }
        }
    }
    None
}

/// match: `(and (= a c) (= a d))` for different constants; result: `false`
fn and_two_values(terms: &mut Terms, _: Op, args: Args) -> Option<Term> {
    let [first, second] = [args[0], args[1]].map(|arg| {
        let equality = terms.op(arg) == Op::Eq && terms.is_constant(terms.arg(arg, 1));
        equality.then(|| (terms.arg(arg, 0), terms.arg(arg, 1)))
    });
    let ((a, c), (b, d)) = (first?, second?);
    (a == b && c != d).then_some(Term::FALSE)
}
