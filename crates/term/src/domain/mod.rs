//! What is known of a term's value under every model: sets of values, described from outside.
//!
//! `Domain::of` is asked once for each new term, so that simplification, the solver's interval layer
//! and the memory models read a fact instead of proving it. `transfer` is the same without a store:
//! it takes the domains of the arguments, so that a caller who knows more of them (under
//! assumptions) gets more of the result.
//!
//! What it does not know: bit-vectors of more than 128 bits (nothing is said of them; beyond 64 there
//! is a signed interval only), relations between terms (`x - x` is not zero here; rewriting sees that), and which index of an array holds
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
mod wide;
mod word;

use crate::bits::Bits;
use crate::model::Value;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{Term, Terms};

pub use wide::WideDomain;
pub use word::WordDomain;

/// A set of values of one sort, never empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// A truth value: which of the two it may be.
    Bool(Truth),
    /// A bit-vector of at most 64 bits.
    Bits(WordDomain),
    /// A bit-vector of 65 to 128 bits.
    Wide(WideDomain),
    /// An array with elements of at most 64 bits: a set that has every element of it.
    Elements(WordDomain),
    /// Nothing is known: of still wider vectors, and of arrays of wide ones.
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
        match terms.op(term) {
            Op::Base(block) => Domain::of_bits(&terms.block_info(block).address),
            _ => Domain::from_arguments(terms, term, Terms::domain),
        }
    }

    /// The domain of a term wherever blocks lie.
    pub(crate) fn anywhere(terms: &Terms, term: Term) -> Domain {
        match terms.op(term) {
            Op::Base(_) => Domain::top(terms.sort(term)),
            _ => Domain::from_arguments(terms, term, Terms::domain_anywhere),
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

    /// All values of a sort.
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

    /// The one value `value` modulo `2^width`; for widths beyond 128, everything.
    #[must_use]
    pub fn point(width: u32, value: u64) -> Domain {
        match WordDomain::point(width, value) {
            Some(word) => Domain::Bits(word),
            None => WideDomain::signed(width, value.into(), value.into())
                .map_or(Domain::Unknown, Domain::Wide),
        }
    }

    /// The one value; for widths beyond 128, everything.
    #[must_use]
    pub fn of_bits(value: &Bits) -> Domain {
        match WordDomain::point(value.width(), value.low_word()) {
            Some(word) => Domain::Bits(word),
            None => WideDomain::point(value).map_or(Domain::Unknown, Domain::Wide),
        }
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
            (Domain::Wide(a), Domain::Wide(b)) => a.meet(b).map(Domain::Wide),
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
            (Domain::Wide(a), Domain::Wide(b)) => Domain::Wide(a.join(b)),
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

/// The domain of `op` applied to arguments with these domains; `sort` is that of the result.
///
/// Leaves that only a store knows (`Base`, `Wide`, symbols, applications) get everything.
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

/// Operators on truth values, arrays and wide vectors, and those of any sort.
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

/// Operators on one narrow bit-vector; `None` if there is nothing like a narrow result.
fn unary(op: Op, a: &WordDomain) -> Option<WordDomain> {
    match op {
        Op::BvNot => Some(a.not()),
        Op::BvNeg => Some(a.neg()),
        Op::Extract { high, low } => a.extract(high, low),
        Op::SignExtend(by) => a.sign_extend(by),
        _ => None,
    }
}

/// Operators on two narrow bit-vectors; `None` if there is nothing like a narrow result.
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

/// Comparisons of two narrow bit-vectors.
fn compare(op: Op, a: &WordDomain, b: &WordDomain) -> Truth {
    Truth::from(match op {
        Op::Eq => a.equal(b),
        Op::BvUlt => a.ult(b),
        _ => a.slt(b),
    })
}
