//! Rewriting: the simplification that constructors perform before they intern a term.
//!
//! A rule is a named function from an operator and its arguments to a simpler term of the same value. Tables by
//! operator list the rules in the order in which they are tried. Each rule carries examples, in SMT-LIB's notation, to
//! which it applies and to which it does not; the tests of crate `solver` prove every rule on its examples with
//! rewriting off. `docs/how-to/add-a-rewrite-rule.md` describes how to add one.
//!
//! The driver in this file knows no single rule. Properties:
//! 1. The arguments of a rule are in normal form, and its result is built by the constructors again. So rules need to
//!    inspect only the top of a term.
//! 2. Commutative operators have constants on the right, and otherwise the smaller id on the left (`linear` orders sums
//!    instead).
//! 3. A rule never returns the application that it was given. Each rule works towards the normal form that the module
//!    of its operator describes, so rewriting terminates.

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

/// Three arguments, of which as many are valid as the arity of the operator says.
pub(crate) type Args = [Term; 3];

/// A rewrite rule.
pub struct Rule {
    /// Its unique name.
    pub name: &'static str,
    /// The function that applies it; returns `None` if the rule does not match.
    pub(crate) apply: fn(&mut Terms, Op, Args) -> Option<Term>,
    /// Terms that it matches. `x y z` are bit-vectors of width `$w`, `p q r` Booleans, `a b` arrays with indices and
    /// elements of width `$w`; `$top` is `$w` minus one, `$max` and `$min` are the largest unsigned and the smallest
    /// signed value of that width, as decimals.
    pub applies: &'static [&'static str],
    /// Terms that it does not match.
    pub not: &'static [&'static str],
}

/// The rules of one operator, or of several operators that share them.
pub struct Group {
    /// The name of the operators.
    pub name: &'static str,
    /// The rules, in the order in which they are tried.
    pub rules: &'static [Rule],
}

/// All rules. Those of the first group are tried first, for every operator; those of the last group are tried when no
/// other rule matched.
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

/// Returns the position in `GROUPS` of an operator's own rules.
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

/// The switch of rewriting.
pub(crate) struct Rewriter {
    enabled: bool,
}

impl Rewriter {
    pub(crate) fn on() -> Rewriter {
        Rewriter { enabled: true }
    }

    pub(crate) fn off() -> Rewriter {
        Rewriter { enabled: false }
    }
}

impl Terms {
    /// Builds the simplest known term with the value of `op(args)`.
    pub(crate) fn simplified(&mut self, op: Op, args: &[Term]) -> Term {
        if !self.rewriter.enabled {
            return self.intern(op, args);
        }
        let mut own = [Term::TRUE; 3];
        own[..args.len()].copy_from_slice(args);
        if op.info().commutative && self.out_of_order(own[0], own[1]) {
            own.swap(0, 1);
        }
        // An existing term is in normal form.
        if let Some(term) = self.find(op, own) {
            return term;
        }
        for group in [Some(FIRST), group_of(op), Some(LAST)].into_iter().flatten() {
            for rule in GROUPS[group].rules {
                if let Some(term) = (rule.apply)(self, op, own) {
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
}

impl Rule {
    /// Applies the rule to the top of a term, whether or not rewriting is on. The tests that prove the rule need this.
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

/// Returns two arguments in both orders, for rules of commutative operators.
pub(crate) fn both(args: Args) -> [(Term, Term); 2] {
    [(args[0], args[1]), (args[1], args[0])]
}
