//! Rules for `ite`.
//!
//! Normal form: the condition is not a negation, an `ite` of Booleans with a constant side is a formula, and sides
//! repeat neither the condition nor each other. Sides that are sums share no summand: so a pointer that moves on one
//! side only keeps its block outside of the `ite`.

use super::{Args, Linear, Rule, linear};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{Term, Terms};

pub(super) static ITE: &[Rule] = &[
    Rule {
        name: "ite-decided",
        apply: decided,
        applies: &["(ite true x y)", "(ite false x y)", "(ite p x x)"],
        not: &["(ite p x y)"],
    },
    Rule {
        name: "ite-not",
        apply: negated_condition,
        applies: &["(ite (not p) x y)"],
        not: &["(ite p x y)"],
    },
    Rule {
        name: "ite-truth-values",
        apply: truth_values,
        applies: &[
            "(ite p true q)",
            "(ite p false q)",
            "(ite p q true)",
            "(ite p q false)",
            "(ite p p q)",
            "(ite p q p)",
            "(ite p q (not q))",
        ],
        not: &["(ite p q r)", "(ite p x y)"],
    },
    Rule {
        name: "ite-same-condition",
        apply: same_condition,
        applies: &["(ite p (ite p x y) z)", "(ite p x (ite p y z))"],
        not: &["(ite p (ite q x y) z)"],
    },
    Rule {
        name: "ite-shared-side",
        apply: shared_side,
        applies: &[
            "(ite p x (ite q x y))",
            "(ite p x (ite q y x))",
            "(ite p (ite q x y) y)",
            "(ite p (ite q x y) x)",
        ],
        not: &["(ite p x (ite q y z))"],
    },
    Rule {
        name: "ite-equal-sides",
        apply: equal_sides,
        applies: &["(ite (= x y) x y)", "(ite (= x y) y x)"],
        not: &["(ite (= x y) x z)"],
    },
    Rule {
        name: "ite-shared-summands",
        apply: shared_summands,
        applies: &[
            "(ite p (bvadd x (_ bv3 $w)) (bvadd x (_ bv4 $w)))",
            "(ite p (bvadd x y) x)",
            "(ite p y (bvadd x y))",
            "(ite p (bvadd x y) (bvadd (bvadd x z) (_ bv3 $w)))",
        ],
        not: &["(ite p (bvadd x (_ bv3 $w)) (bvadd y (_ bv3 $w)))", "(ite p (bvadd x y) z)"],
    },
];

/// match: `(ite true a b)`, `(ite false a b)`, `(ite c a a)`; result: `a`, `b`, `a`
fn decided(_: &mut Terms, _: Op, [condition, then, otherwise]: Args) -> Option<Term> {
    match condition {
        Term::TRUE => Some(then),
        Term::FALSE => Some(otherwise),
        _ => (then == otherwise).then_some(then),
    }
}

/// match: `(ite (not c) a b)`; result: `(ite c b a)`
fn negated_condition(terms: &mut Terms, _: Op, [condition, then, otherwise]: Args) -> Option<Term> {
    if terms.op(condition) != Op::Not {
        return None;
    }
    let inner = terms.arg(condition, 0);
    Some(terms.ite(inner, otherwise, then))
}

/// match: an `ite` of Booleans with a side that is a constant, the condition, or the complement of the other side;
/// result: the formula
fn truth_values(terms: &mut Terms, _: Op, [condition, then, otherwise]: Args) -> Option<Term> {
    if terms.sort(then) != Sort::Bool {
        return None;
    }
    let not = terms.not(condition);
    match (then, otherwise) {
        (Term::TRUE, other) => Some(terms.or(condition, other)),
        (Term::FALSE, other) => Some(terms.and(not, other)),
        (other, Term::TRUE) => Some(terms.or(not, other)),
        (other, Term::FALSE) => Some(terms.and(condition, other)),
        (then, other) if then == condition => Some(terms.or(condition, other)),
        (other, otherwise) if otherwise == condition => Some(terms.and(condition, other)),
        (then, otherwise) if terms.not(then) == otherwise => Some(terms.eq(condition, then)),
        _ => None,
    }
}

/// match: `(ite c (ite c a b) d)`, `(ite c a (ite c b d))`; result: `(ite c a d)`
fn same_condition(terms: &mut Terms, _: Op, [condition, then, otherwise]: Args) -> Option<Term> {
    let side = |side: Term| terms.as_ite(side).filter(|&(inner, ..)| inner == condition);
    let (new_then, new_otherwise) =
        (side(then).map(|(_, a, _)| a), side(otherwise).map(|(.., b)| b));
    if new_then.is_none() && new_otherwise.is_none() {
        return None;
    }
    Some(terms.ite(condition, new_then.unwrap_or(then), new_otherwise.unwrap_or(otherwise)))
}

/// match: `(ite c a (ite d a b))` and its mirror images; result: one `ite` with both conditions
fn shared_side(terms: &mut Terms, _: Op, [condition, then, otherwise]: Args) -> Option<Term> {
    if let Some((inner, a, b)) = terms.as_ite(otherwise) {
        if a == then {
            let either = terms.or(condition, inner);
            return Some(terms.ite(either, then, b));
        }
        if b == then {
            let not_inner = terms.not(inner);
            let either = terms.or(condition, not_inner);
            return Some(terms.ite(either, then, a));
        }
    }
    if let Some((inner, a, b)) = terms.as_ite(then) {
        if b == otherwise {
            let each = terms.and(condition, inner);
            return Some(terms.ite(each, a, otherwise));
        }
        if a == otherwise {
            let not_inner = terms.not(inner);
            let each = terms.and(condition, not_inner);
            return Some(terms.ite(each, b, otherwise));
        }
    }
    None
}

/// match: `(ite (= a b) a b)`; result: `b`
fn equal_sides(terms: &mut Terms, _: Op, [condition, then, otherwise]: Args) -> Option<Term> {
    if terms.op(condition) != Op::Eq {
        return None;
    }
    let pair = (terms.arg(condition, 0), terms.arg(condition, 1));
    (pair == (then, otherwise) || pair == (otherwise, then)).then_some(otherwise)
}

/// match: `(ite c (+ s a) (+ s b))`; result: `(+ s (ite c a b))`
fn shared_summands(terms: &mut Terms, _: Op, [condition, then, otherwise]: Args) -> Option<Term> {
    if ![then, otherwise].iter().any(|&side| terms.op(side) == Op::BvAdd) {
        return None;
    }
    let (mut a, mut b) = (linear(terms, then)?, linear(terms, otherwise)?);
    let mut shared = Linear::zero(terms.width(then));
    shared.summands = a.summands.iter().filter(|it| b.summands.contains(it)).cloned().collect();
    if shared.summands.is_empty() {
        return None;
    }
    for side in [&mut a, &mut b] {
        side.summands.retain(|it| !shared.summands.contains(it));
    }
    let [shared, a, b] = [shared, a, b].map(|sum| sum.build(terms));
    let choice = terms.ite(condition, a, b);
    Some(terms.add(shared, choice))
}
