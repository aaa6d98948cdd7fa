//! Abstract values: supersets of the values that a term can have under any model.
//!
//! The store computes `Domain::of` once for each new term, so that simplification, the solver's interval layer and the
//! memory models look facts up instead of proving them. `transfer` is the same without a store: it takes the domains of
//! the arguments, so that a caller with more precise domains (under assumptions) gets a more precise result.
//!
//! Limits: nothing is known of bit-vectors of more than 128 bits; of those of more than 64 bits only a signed interval;
//! nothing of relations between terms (`x - x` is not zero here; rewriting sees that), or of single elements of arrays.
//!
//! Properties that others rely on:
//! 1. Soundness: the value of a term under any model is in its domain. The result of `transfer` contains the operator's
//!    value for all arguments from the given domains.
//! 2. No domain is empty: operations whose result may be empty return an `Option` (see `meet`).
//! 3. Nothing allocates, recurses or panics. An operation takes tens of nanoseconds.

mod arithmetic;
mod bitwise;
#[cfg(test)]
mod tests;
mod wide;
mod word;

use crate::bits::Bits;
use crate::model::Value;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{Term, Terms};

pub use wide::WideDomain;
pub use word::WordDomain;

/// A nonempty set of values of one sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// A set of Booleans.
    Bool(Truth),
    /// A bit-vector of at most 64 bits.
    Bits(WordDomain),
    /// A bit-vector of 65 to 128 bits.
    Wide(WideDomain),
    /// An array with elements of at most 64 bits: a set that contains all its elements.
    Elements(WordDomain),
    /// All values: of wider bit-vectors, and of arrays of them.
    Unknown,
}

/// A nonempty set of Booleans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// Only `false`.
    False,
    /// Only `true`.
    True,
    /// Both values.
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

/// Construction.
impl Domain {
    /// Returns the domain of a term, from those of its arguments.
    #[must_use]
    pub fn of(terms: &Terms, term: Term) -> Domain {
        match terms.op(term) {
            Op::Base(block) => Domain::of_bits(&terms.block_info(block).address),
            _ => Domain::from_arguments(terms, term, Terms::domain),
        }
    }

    /// Returns the domain of a term under all memory layouts.
    pub(crate) fn in_any_layout(terms: &Terms, term: Term) -> Domain {
        match terms.op(term) {
            Op::Base(_) => Domain::top(terms.sort(term)),
            _ => Domain::from_arguments(terms, term, Terms::domain_in_any_layout),
        }
    }

    fn from_arguments(terms: &Terms, term: Term, of: fn(&Terms, Term) -> &Domain) -> Domain {
        let (op, sort) = (terms.op(term), terms.sort(term));
        match op {
            Op::Symbol(_) | Op::Apply(..) => Domain::top(sort),
            Op::Wide(constant) => Domain::of_bits(terms.wide_constant(constant)),
            Op::Cases(_) => terms.domain_of_cases(term, of),
            _ => {
                let args = terms.args(term);
                let mut domains = [Domain::Unknown; 3];
                for (domain, &arg) in domains.iter_mut().zip(args) {
                    *domain = *of(terms, arg);
                }
                transfer(op, sort, domains.get(..args.len()).unwrap_or(&[]))
            }
        }
    }

    /// Returns all values of a sort.
    #[must_use]
    pub fn top(sort: Sort) -> Domain {
        match sort {
            Sort::Bool => Domain::Bool(Truth::Both),
            Sort::Bits(width) => match WordDomain::top(width) {
                Some(word) => Domain::Bits(word),
                None => WideDomain::top(width).map_or(Domain::Unknown, Domain::Wide),
            },
            Sort::Array { element, .. } => {
                WordDomain::top(element).map_or(Domain::Unknown, Domain::Elements)
            }
        }
    }

    /// Returns the singleton of `value` modulo `2^width`; beyond 128 bits, all values.
    #[must_use]
    pub fn point(width: u32, value: u64) -> Domain {
        match WordDomain::point(width, value) {
            Some(word) => Domain::Bits(word),
            None => WideDomain::signed(width, value.into(), value.into())
                .map_or(Domain::Unknown, Domain::Wide),
        }
    }

    /// Returns the singleton of a value; beyond 128 bits, all values.
    #[must_use]
    pub fn of_bits(value: &Bits) -> Domain {
        match WordDomain::point(value.width(), value.low_word()) {
            Some(word) => Domain::Bits(word),
            None => WideDomain::point(value).map_or(Domain::Unknown, Domain::Wide),
        }
    }

    /// Returns the singleton of a Boolean.
    #[must_use]
    pub fn truth(value: bool) -> Domain {
        Domain::Bool(Truth::from(value))
    }

    /// Returns the intersection; `None` if it is empty.
    #[must_use]
    pub fn meet(&self, other: &Domain) -> Option<Domain> {
        match (self, other) {
            (Domain::Bool(Truth::Both), other) => Some(*other),
            (Domain::Bool(_), Domain::Bool(Truth::Both)) => Some(*self),
            (Domain::Bool(a), Domain::Bool(b)) => (a == b).then_some(*self),
            (Domain::Bits(a), Domain::Bits(b)) => a.meet(b).map(Domain::Bits),
            (Domain::Wide(a), Domain::Wide(b)) => a.meet(b).map(Domain::Wide),
            // Every array has an element, so disjoint elements mean disjoint arrays.
            (Domain::Elements(a), Domain::Elements(b)) => a.meet(b).map(Domain::Elements),
            (Domain::Unknown, other) => Some(*other),
            _ => Some(*self),
        }
    }

    /// Returns a superset of the union.
    #[must_use]
    pub fn join(&self, other: &Domain) -> Domain {
        match (self, other) {
            (Domain::Bool(a), Domain::Bool(b)) => {
                Domain::Bool(if a == b { *a } else { Truth::Both })
            }
            (Domain::Bits(a), Domain::Bits(b)) => Domain::Bits(a.join(b)),
            (Domain::Wide(a), Domain::Wide(b)) => Domain::Wide(a.join(b)),
            (Domain::Elements(a), Domain::Elements(b)) => Domain::Elements(a.join(b)),
            _ => Domain::Unknown,
        }
    }

    /// Returns whether two terms with these domains can never have the same value.
    #[must_use]
    pub fn disjoint(&self, other: &Domain) -> bool {
        self.meet(other).is_none()
    }
}

/// Queries.
impl Domain {
    /// Returns the Boolean, if there is only one.
    #[must_use]
    pub fn decided(&self) -> Option<bool> {
        match self {
            Domain::Bool(truth) => truth.decided(),
            _ => None,
        }
    }

    /// Returns the bit-vector, if there is only one.
    #[must_use]
    pub fn as_constant(&self) -> Option<u64> {
        self.word().and_then(WordDomain::as_constant)
    }

    /// Returns the domain of a bit-vector of at most 64 bits.
    #[must_use]
    pub fn word(&self) -> Option<&WordDomain> {
        match self {
            Domain::Bits(word) => Some(word),
            _ => None,
        }
    }

    /// Returns the least value, unsigned.
    #[must_use]
    pub fn umin(&self) -> Option<u64> {
        self.word().map(WordDomain::umin)
    }

    /// Returns the greatest value, unsigned.
    #[must_use]
    pub fn umax(&self) -> Option<u64> {
        self.word().map(WordDomain::umax)
    }

    /// Returns the least value, signed.
    #[must_use]
    pub fn smin(&self) -> Option<i64> {
        self.word().map(WordDomain::smin)
    }

    /// Returns the greatest value, signed.
    #[must_use]
    pub fn smax(&self) -> Option<i64> {
        self.word().map(WordDomain::smax)
    }

    /// Returns the bits that are zero in every value.
    #[must_use]
    pub fn known_zeros(&self) -> u64 {
        self.word().map_or(0, WordDomain::known_zeros)
    }

    /// Returns the bits that are one in every value.
    #[must_use]
    pub fn known_ones(&self) -> u64 {
        self.word().map_or(0, WordDomain::known_ones)
    }

    /// Returns whether the set contains a value.
    #[must_use]
    pub fn contains(&self, value: &Value) -> bool {
        let has = |word: &WordDomain, bits: &Bits| {
            bits.width() == word.width() && word.contains(bits.low_word())
        };
        match (self, value) {
            (Domain::Bool(truth), Value::Bool(value)) => {
                truth.decided().is_none_or(|only| only == *value)
            }
            (Domain::Bits(word), Value::Bits(bits)) => has(word, bits),
            (Domain::Wide(wide), Value::Bits(bits)) => wide.contains(bits),
            (Domain::Elements(word), Value::Array(array)) => {
                has(word, array.default_element())
                    && array.entries().all(|(_, element)| has(word, element))
            }
            (Domain::Unknown, _) => true,
            _ => false,
        }
    }
}

/// Computes the domain of `op` applied to arguments with these domains; `sort` is that of the result.
///
/// For leaves that need a store (`Base`, `Wide`, symbols, applications) it returns all values.
#[must_use]
pub fn transfer(op: Op, sort: Sort, args: &[Domain]) -> Domain {
    let bits = match (op, args) {
        (Op::Small { width, value }, _) => WordDomain::point(width, value),
        (Op::Select, [Domain::Elements(elements), _]) => Some(*elements),
        (_, [Domain::Bits(a)]) => unary(op, a),
        (Op::Eq | Op::BvUlt | Op::BvSlt, [Domain::Bits(a), Domain::Bits(b)]) => {
            return Domain::Bool(compare(op, a, b));
        }
        (_, [Domain::Bits(a), Domain::Bits(b)]) => binary(op, a, b),
        _ => return other(op, sort, args),
    };
    bits.map_or_else(|| other(op, sort, args), Domain::Bits)
}

/// Handles operators on Booleans, arrays and wide vectors, and those on any sort.
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
        (Op::Eq, [Domain::Bool(a), Domain::Bool(b)]) => {
            truth(a.decided().zip(b.decided()).map(|(a, b)| a == b))
        }
        (Op::Eq, [Domain::Elements(a), Domain::Elements(b)]) => {
            truth(a.meet(b).is_none().then_some(false))
        }
        (Op::Ite, [condition, then, otherwise]) => match condition.decided() {
            Some(true) => *then,
            Some(false) => *otherwise,
            None => then.join(otherwise),
        },
        (Op::Store, [Domain::Elements(elements), _, Domain::Bits(element)]) => {
            Domain::Elements(elements.join(element))
        }
        (Op::ConstArray { .. }, [Domain::Bits(element)]) => Domain::Elements(*element),
        (_, [Domain::Bits(_) | Domain::Wide(_), ..]) => wide::transfer(op, sort, args),
        _ => Domain::top(sort),
    }
}

/// Handles operators on one narrow bit-vector; returns `None` if the result is not narrow.
fn unary(op: Op, a: &WordDomain) -> Option<WordDomain> {
    match op {
        Op::BvNot => Some(a.not()),
        Op::BvNeg => Some(a.neg()),
        Op::Extract { high, low } => a.extract(high, low),
        Op::SignExtend(by) => a.sign_extend(by),
        _ => None,
    }
}

/// Handles operators on two narrow bit-vectors; returns `None` if the result is not narrow.
fn binary(op: Op, a: &WordDomain, b: &WordDomain) -> Option<WordDomain> {
    Some(match op {
        Op::Concat => return a.concat(b),
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
        _ => return None,
    })
}

/// Compares two narrow bit-vectors.
fn compare(op: Op, a: &WordDomain, b: &WordDomain) -> Truth {
    Truth::from(match op {
        Op::Eq => a.equal(b),
        Op::BvUlt => a.ult(b),
        _ => a.slt(b),
    })
}
