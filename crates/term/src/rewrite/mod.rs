//! Simplification: what constructors do before a term is built.
//!
//! A rule is a named function from an operator and its arguments to a simpler term of the same
//! value. The rules are listed in tables by operator, tried in order, and counted. Each carries an
//! example where it must apply and one where it must not, in SMT-LIB's notation; the tests of crate
//! `solver` prove every rule on its examples with rewriting off. `docs/add-a-rewrite-rule.md` says
//! how to add one.
//!
//! The driver here knows no rule in particular. Properties:
//! 1. Arguments of a rule are in normal form already, and what it builds goes through the
//!    constructors again, so rules need only look at the top of a term.
//! 2. Commutative operators have constants on the right, else the smaller id on the left (sums are
//!    ordered by `linear` instead).
//! 3. A rule that returns a term returns one that is not the same application again; each rule
//!    moves towards the normal forms listed in the module of its operator, so rewriting ends.

mod array;
mod bitwise;
mod boolean;
mod compare;
mod division;
mod fold;
mod ite;
mod linear;
mod shift;
mod structure;

use crate::op::Op;
use crate::store::{Term, Terms};

pub use linear::{Linear, linear};

/// Three arguments, of which the operator's arity are meant.
pub(crate) type Args = [Term; 3];

/// A rewrite rule.
pub struct Rule {
    /// Its name, unique.
    pub name: &'static str,
    /// The function: `None` if the rule does not apply.
    pub(crate) apply: fn(&mut Terms, Op, Args) -> Option<Term>,
    /// Terms to which it applies. `x y z` are bit-vectors of width `$w`, `p q r` truth values,
    /// `a b` arrays from and to width `$w`; `$top` is `$w` less one, `$max` and `$min` are the
    /// largest unsigned and the smallest signed value of that width, as decimals.
    pub applies: &'static [&'static str],
    /// Terms to which it does not.
    pub not: &'static [&'static str],
}

/// The rules of one operator, or a few that share them.
pub struct Group {
    /// What the rules are about.
    pub name: &'static str,
    /// The rules, in the order in which they are tried.
    pub rules: &'static [Rule],
}

/// All rules. Those of the first group are tried first, for every operator, and those of the last
/// one when no other applied.
pub static GROUPS: [Group; 20] = [
    Group { name: "constants", rules: fold::CONSTANTS },
    Group { name: "not", rules: boolean::NOT },
    Group { name: "and", rules: boolean::AND },
    Group { name: "or", rules: boolean::OR },
    Group { name: "equality", rules: compare::EQ },
    Group { name: "less-than", rules: compare::LESS },
    Group { name: "ite", rules: ite::ITE },
    Group { name: "bvnot", rules: bitwise::NOT },
    Group { name: "bvand", rules: bitwise::AND },
    Group { name: "bvor", rules: bitwise::OR },
    Group { name: "bvxor", rules: bitwise::XOR },
    Group { name: "sum", rules: linear::SUM },
    Group { name: "product", rules: linear::PRODUCT },
    Group { name: "division", rules: division::DIVISION },
    Group { name: "shift", rules: shift::SHIFT },
    Group { name: "concat", rules: structure::CONCAT },
    Group { name: "extract", rules: structure::EXTRACT },
    Group { name: "sign-extend", rules: structure::SIGN_EXTEND },
    Group { name: "array", rules: array::ARRAY },
    Group { name: "domain", rules: fold::DOMAIN },
];

const FIRST: usize = 0;
const LAST: usize = GROUPS.len() - 1;

/// The position in `GROUPS` of an operator's own rules.
fn group_of(op: Op) -> Option<usize> {
    Some(match op {
        Op::Not => 1,
        Op::And => 2,
        Op::Or => 3,
        Op::Eq => 4,
        Op::BvUlt | Op::BvSlt => 5,
        Op::Ite => 6,
        Op::BvNot => 7,
        Op::BvAnd => 8,
        Op::BvOr => 9,
        Op::BvXor => 10,
        Op::BvAdd | Op::BvNeg => 11,
        Op::BvMul => 12,
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => 13,
        Op::BvShl | Op::BvLshr | Op::BvAshr => 14,
        Op::Concat => 15,
        Op::Extract { .. } => 16,
        Op::SignExtend(_) => 17,
        Op::Select | Op::Store => 18,
        Op::True
        | Op::False
        | Op::Small { .. }
        | Op::Wide(_)
        | Op::Symbol(_)
        | Op::Base(_)
        | Op::ConstArray { .. }
        | Op::Apply(..)
        | Op::Cases(_) => return None,
    })
}

/// Whether rules are applied, and how often each was.
pub(crate) struct Rewriter {
    enabled: bool,
    /// By group, by rule.
    counts: Vec<Vec<u64>>,
}

impl Rewriter {
    pub(crate) fn on() -> Rewriter {
        Rewriter {
            enabled: true,
            counts: GROUPS.iter().map(|group| vec![0; group.rules.len()]).collect(),
        }
    }

    pub(crate) fn off() -> Rewriter {
        Rewriter { enabled: false, counts: Vec::new() }
    }
}

impl Terms {
    /// The simplest known term with the value of `op(args)`.
    pub(crate) fn simplified(&mut self, op: Op, args: &[Term]) -> Term {
        if !self.rewriter.enabled {
            return self.intern(op, args);
        }
        let mut own = [Term::TRUE; 3];
        own[..args.len()].copy_from_slice(args);
        if op.info().commutative && self.out_of_order(own[0], own[1]) {
            own.swap(0, 1);
        }
        // What was built before was in normal form then, and is so now.
        if let Some(term) = self.find(op, own) {
            return term;
        }
        for group in [Some(FIRST), group_of(op), Some(LAST)].into_iter().flatten() {
            for (i, rule) in GROUPS[group].rules.iter().enumerate() {
                if let Some(term) = (rule.apply)(self, op, own) {
                    self.rewriter.counts[group][i] += 1;
                    return term;
                }
            }
        }
        self.intern(op, &own[..args.len()])
    }

    fn out_of_order(&self, left: Term, right: Term) -> bool {
        match (self.is_constant(left), self.is_constant(right)) {
            (true, false) => true,
            (false, true) => false,
            _ => left > right,
        }
    }

    /// The rules that were applied, with how often, most used first.
    #[must_use]
    pub fn rule_counts(&self) -> Vec<(&'static str, u64)> {
        let names = GROUPS.iter().flat_map(|group| group.rules).map(|rule| rule.name);
        let counts = self.rewriter.counts.iter().flatten().copied();
        let mut used: Vec<_> = names.zip(counts).filter(|&(_, count)| count > 0).collect();
        used.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
        used
    }
}

impl Rule {
    /// Applies the rule to the top of a term, whatever the store does by itself: for the tests
    /// that prove it.
    pub fn apply_to(&self, terms: &mut Terms, term: Term) -> Option<Term> {
        let args = terms.args(term);
        let mut own = [Term::TRUE; 3];
        if args.len() > own.len() {
            return None;
        }
        own[..args.len()].copy_from_slice(args);
        (self.apply)(terms, terms.op(term), own)
    }
}

/// Both orders of two arguments, for rules about a commutative operator.
pub(crate) fn both(args: Args) -> [(Term, Term); 2] {
    [(args[0], args[1]), (args[1], args[0])]
}
