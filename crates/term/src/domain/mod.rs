//! What is known of a term's value under every model: sets of values, described from outside.
//!
//! `Domain::of` is asked once for each new term, so that simplification, the solver's interval layer
//! and the memory models read a fact instead of proving it. `transfer` is the same without a store:
//! it takes the domains of the arguments, so that a caller who knows more of them (under
//! assumptions) gets more of the result.
//!
//! What it does not know: bit-vectors of more than 64 bits (nothing is said of them), relations
//! between terms (`x - x` is not zero here; rewriting sees that), and which index of an array holds
//! what.
//!
//! Properties others rely on:
//! 1. Soundness: the value of a term under any model is in its domain. For `transfer`: the result
//!    contains the operator's value for all arguments from the given domains.
//! 2. No domain is empty. What would be empty is `None` (see `meet`).
//! 3. Nothing allocates, recurses or panics; the cost is some tens of nanoseconds.

mod arithmetic;
mod bitwise;
#[cfg(test)]
mod tests;
mod word;

use crate::model::Value;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{Term, Terms};

pub use word::WordDomain;

/// A set of values of one sort, never empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// A truth value: which of the two it may be.
    Bool(Truth),
    /// A bit-vector of at most 64 bits.
    Bits(WordDomain),
    /// An array with elements of at most 64 bits: a set that has every element of it.
    Elements(WordDomain),
    /// Nothing is known: of wide vectors, and of arrays of them.
    Unknown,
}

/// What a truth value may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// Surely false.
    False,
    /// Surely true.
    True,
    /// Either.
    Both,
}

impl Truth {
    fn decided(self) -> Option<bool> {
        match self {
            Truth::False => Some(false),
            Truth::True => Some(true),
            Truth::Both => None,
        }
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Truth {
        if value { Truth::True } else { Truth::False }
    }
}

impl From<Option<bool>> for Truth {
    fn from(decided: Option<bool>) -> Truth {
        decided.map_or(Truth::Both, Truth::from)
    }
}

/// Making domains.
impl Domain {
    /// The domain of a term from those of its arguments.
    #[must_use]
    pub fn of(terms: &Terms, term: Term) -> Domain {
        let (op, sort) = (terms.op(term), terms.sort(term));
        match op {
            Op::Symbol(_) | Op::Wide(_) | Op::Apply(..) => Domain::top(sort),
            Op::Base(block) => {
                let address = &terms.block_info(block).address;
                Domain::point(address.width(), address.low_word())
            }
            _ => {
                let args = terms.args(term);
                let mut domains = [Domain::Unknown; 3];
                for (domain, &arg) in domains.iter_mut().zip(args) {
                    *domain = *terms.domain(arg);
                }
                transfer(op, sort, domains.get(..args.len()).unwrap_or(&[]))
            }
        }
    }

    /// All values of a sort.
    #[must_use]
    pub fn top(sort: Sort) -> Domain {
        match sort {
            Sort::Bool => Domain::Bool(Truth::Both),
            Sort::Bits(width) => WordDomain::top(width).map_or(Domain::Unknown, Domain::Bits),
            Sort::Array { element, .. } => {
                WordDomain::top(element).map_or(Domain::Unknown, Domain::Elements)
            }
        }
    }

    /// The one value `value` modulo `2^width`; for widths beyond 64, everything.
    #[must_use]
    pub fn point(width: u32, value: u64) -> Domain {
        WordDomain::point(width, value).map_or(Domain::Unknown, Domain::Bits)
    }

    /// The one truth value.
    #[must_use]
    pub fn truth(value: bool) -> Domain {
        Domain::Bool(Truth::from(value))
    }

    /// What is in both sets; `None` if nothing is.
    #[must_use]
    pub fn meet(&self, other: &Domain) -> Option<Domain> {
        match (self, other) {
            (Domain::Bool(Truth::Both), other) => Some(*other),
            (Domain::Bool(_), Domain::Bool(Truth::Both)) => Some(*self),
            (Domain::Bool(a), Domain::Bool(b)) => (a == b).then_some(*self),
            (Domain::Bits(a), Domain::Bits(b)) => a.meet(b).map(Domain::Bits),
            // Every array has an element.
            (Domain::Elements(a), Domain::Elements(b)) => a.meet(b).map(Domain::Elements),
            (Domain::Unknown, other) => Some(*other),
            _ => Some(*self),
        }
    }

    /// A set that has what is in either.
    #[must_use]
    pub fn join(&self, other: &Domain) -> Domain {
        match (self, other) {
            (Domain::Bool(a), Domain::Bool(b)) => {
                Domain::Bool(if a == b { *a } else { Truth::Both })
            }
            (Domain::Bits(a), Domain::Bits(b)) => Domain::Bits(a.join(b)),
            (Domain::Elements(a), Domain::Elements(b)) => Domain::Elements(a.join(b)),
            _ => Domain::Unknown,
        }
    }

    /// Whether two terms with these domains can never have the same value.
    #[must_use]
    pub fn disjoint(&self, other: &Domain) -> bool {
        self.meet(other).is_none()
    }
}

/// Asking domains.
impl Domain {
    /// The truth value, if it can only be one.
    #[must_use]
    pub fn decided(&self) -> Option<bool> {
        match self {
            Domain::Bool(truth) => truth.decided(),
            _ => None,
        }
    }

    /// The bit-vector, if it can only be one.
    #[must_use]
    pub fn as_constant(&self) -> Option<u64> {
        self.word().and_then(WordDomain::as_constant)
    }

    /// What is known of a bit-vector of at most 64 bits.
    #[must_use]
    pub fn word(&self) -> Option<&WordDomain> {
        match self {
            Domain::Bits(word) => Some(word),
            _ => None,
        }
    }

    /// The least value, unsigned.
    #[must_use]
    pub fn umin(&self) -> Option<u64> {
        self.word().map(WordDomain::umin)
    }

    /// The greatest value, unsigned.
    #[must_use]
    pub fn umax(&self) -> Option<u64> {
        self.word().map(WordDomain::umax)
    }

    /// The least value, signed.
    #[must_use]
    pub fn smin(&self) -> Option<i64> {
        self.word().map(WordDomain::smin)
    }

    /// The greatest value, signed.
    #[must_use]
    pub fn smax(&self) -> Option<i64> {
        self.word().map(WordDomain::smax)
    }

    /// The bits that are zero in every value.
    #[must_use]
    pub fn known_zeros(&self) -> u64 {
        self.word().map_or(0, WordDomain::known_zeros)
    }

    /// The bits that are one in every value.
    #[must_use]
    pub fn known_ones(&self) -> u64 {
        self.word().map_or(0, WordDomain::known_ones)
    }

    /// Whether the set has this value.
    #[must_use]
    pub fn contains(&self, value: &Value) -> bool {
        let has = |word: &WordDomain, bits: &crate::bits::Bits| {
            bits.width() == word.width() && word.contains(bits.low_word())
        };
        match (self, value) {
            (Domain::Bool(truth), Value::Bool(value)) => {
                truth.decided().is_none_or(|only| only == *value)
            }
            (Domain::Bits(word), Value::Bits(bits)) => has(word, bits),
            (Domain::Elements(word), Value::Array(array)) => {
                has(word, array.default_element())
                    && array.entries().all(|(_, element)| has(word, element))
            }
            (Domain::Unknown, _) => true,
            _ => false,
        }
    }
}

/// The domain of `op` applied to arguments with these domains; `sort` is that of the result.
///
/// Leaves that only a store knows (`Base`, `Wide`, symbols, applications) get everything.
#[must_use]
pub fn transfer(op: Op, sort: Sort, args: &[Domain]) -> Domain {
    let bits = match (op, args) {
        (Op::Small { width, value }, _) => WordDomain::point(width, value),
        (Op::Select, [Domain::Elements(elements), _]) => Some(*elements),
        (_, [Domain::Bits(a)]) => return unary(op, sort, a),
        (_, [Domain::Bits(a), Domain::Bits(b)]) => return binary(op, sort, a, b),
        _ => return other(op, sort, args),
    };
    bits.map_or(Domain::top(sort), Domain::Bits)
}

/// Operators on truth values and arrays, and those of any sort.
fn other(op: Op, sort: Sort, args: &[Domain]) -> Domain {
    let truth = |decided: Option<bool>| Domain::Bool(Truth::from(decided));
    match (op, args) {
        (Op::True, _) => Domain::truth(true),
        (Op::False, _) => Domain::truth(false),
        (Op::Not, [a]) => truth(a.decided().map(|a| !a)),
        (Op::And, [a, b]) => truth(match (a.decided(), b.decided()) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        }),
        (Op::Or, [a, b]) => truth(match (a.decided(), b.decided()) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        }),
        (Op::Eq, [a, b]) => truth(match (a.decided(), b.decided()) {
            (Some(a), Some(b)) => Some(a == b),
            _ if a.disjoint(b) => Some(false),
            _ => None,
        }),
        (Op::Ite, [condition, then, otherwise]) => match condition.decided() {
            Some(true) => *then,
            Some(false) => *otherwise,
            None => then.join(otherwise),
        },
        (Op::Store, [Domain::Elements(elements), _, Domain::Bits(element)]) => {
            Domain::Elements(elements.join(element))
        }
        _ => Domain::top(sort),
    }
}

/// Operators on one bit-vector.
fn unary(op: Op, sort: Sort, a: &WordDomain) -> Domain {
    let word = match op {
        Op::BvNot => Some(a.not()),
        Op::BvNeg => Some(a.neg()),
        Op::Extract { high, low } => a.extract(high, low),
        Op::SignExtend(by) => a.sign_extend(by),
        Op::ConstArray { .. } => return Domain::Elements(*a),
        _ => None,
    };
    word.map_or_else(|| Domain::top(sort), Domain::Bits)
}

/// Operators on two bit-vectors.
fn binary(op: Op, sort: Sort, a: &WordDomain, b: &WordDomain) -> Domain {
    let truth = |decided: Option<bool>| Domain::Bool(Truth::from(decided));
    let word = match op {
        Op::Eq => return truth(a.equal(b)),
        Op::BvUlt => return truth(a.ult(b)),
        Op::BvSlt => return truth(a.slt(b)),
        Op::Concat => return a.concat(b).map_or_else(|| Domain::top(sort), Domain::Bits),
        Op::BvAnd => a.and(b),
        Op::BvOr => a.or(b),
        Op::BvXor => a.xor(b),
        Op::BvAdd => a.add(b),
        Op::BvMul => a.mul(b),
        Op::BvUdiv => a.udiv(b),
        Op::BvUrem => a.urem(b),
        Op::BvSdiv => a.sdiv(b),
        Op::BvSrem => a.srem(b),
        Op::BvShl => a.shl(b),
        Op::BvLshr => a.lshr(b),
        Op::BvAshr => a.ashr(b),
        _ => return Domain::top(sort),
    };
    Domain::Bits(word)
}
