//! Domains of bit-vectors of 65 to 128 bits: a signed interval, and its transfer functions.
//!
//! Such vectors come from overflow checks of 64-bit arithmetic: extended operands, a sum or product, and a comparison
//! with the ends of the range. So the transfer functions cover only these operators, and there are no known bits and no
//! unsigned interval.

use super::{Domain, Truth, WordDomain};
use crate::bits::{Bits, sign_extend_word};
use crate::op::Op;
use crate::sort::Sort;

/// A nonempty set of bit-vectors of one width, from 65 to 128.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WideDomain {
    width: u32,
    low: i128,
    high: i128,
}

impl WideDomain {
    /// Returns all values of a width; `None` if it is not between 65 and 128.
    #[must_use]
    pub fn top(width: u32) -> Option<WideDomain> {
        let spare = 128u32.checked_sub(width).filter(|_| width > 64)?;
        Some(WideDomain { width, low: i128::MIN >> spare, high: i128::MAX >> spare })
    }

    /// Returns the values with `low <= value <= high`, signed; `None` if there are none.
    #[must_use]
    pub fn signed(width: u32, low: i128, high: i128) -> Option<WideDomain> {
        WideDomain::top(width)?.meet(&WideDomain { width, low, high })
    }

    /// Returns the singleton of a value; `None` if its width is not between 65 and 128.
    #[must_use]
    pub fn point(value: &Bits) -> Option<WideDomain> {
        let value_of = |words: &[u64]| match *words {
            [low, high] => {
                let high = sign_extend_word(high, value.width() - 64);
                Some((i128::from(high) << 64) | i128::from(low))
            }
            _ => None,
        };
        let number = value_of(value.words())?;
        WideDomain::signed(value.width(), number, number)
    }

    /// Returns the width of its values.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the least value, signed.
    #[must_use]
    pub fn smin(&self) -> i128 {
        self.low
    }

    /// Returns the greatest value, signed.
    #[must_use]
    pub fn smax(&self) -> i128 {
        self.high
    }

    /// Returns whether the set contains a value.
    #[must_use]
    pub fn contains(&self, value: &Bits) -> bool {
        WideDomain::point(value).is_some_and(|point| self.meet(&point).is_some())
    }

    /// Returns the intersection; `None` if it is empty or the widths differ.
    #[must_use]
    pub fn meet(&self, other: &WideDomain) -> Option<WideDomain> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (self.width == other.width && low <= high).then_some(WideDomain { low, high, ..*self })
    }

    /// Returns the smallest interval that contains both; the widths are equal.
    #[must_use]
    pub fn join(&self, other: &WideDomain) -> WideDomain {
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        WideDomain { low, high, ..*self }
    }
}

/// An interval of integers; both ends belong to it.
type Integers = (i128, i128);

/// Computes the domain of an operator with a wide argument or result.
pub(super) fn transfer(op: Op, sort: Sort, args: &[Domain]) -> Domain {
    let integers = match (op, args) {
        (Op::Eq | Op::BvUlt | Op::BvSlt, [a, b]) => return Domain::Bool(compare(op, a, b)),
        (Op::BvNot, [a]) => signed(a).map(|(low, high)| (!high, !low)),
        (Op::BvNeg, [a]) => signed(a).and_then(negated),
        (Op::SignExtend(_), [a]) => signed(a),
        (Op::Extract { low: by, .. }, [a]) => {
            signed(a).and_then(|(low, high)| Some((low.checked_shr(by)?, high.checked_shr(by)?)))
        }
        (Op::BvAdd, [a, b]) => signed(a).zip(signed(b)).and_then(sum),
        (Op::BvMul, [a, b]) => signed(a).zip(signed(b)).and_then(product),
        (Op::Concat, [a, b]) => concat(a, b),
        _ => None,
    };
    integers.map_or_else(|| Domain::top(sort), |(low, high)| modulo(sort, low, high))
}

/// Returns the bit-vectors of a sort that are, modulo its range, an integer of an interval.
fn modulo(sort: Sort, low: i128, high: i128) -> Domain {
    match Domain::top(sort) {
        Domain::Bits(top) => Domain::Bits(top.with_integers(low, high).settled()),
        Domain::Wide(top) if top.low <= low && high <= top.high => {
            Domain::Wide(WideDomain { low, high, ..top })
        }
        unknown => unknown,
    }
}

/// Returns the values of a bit-vector as signed integers.
fn signed(domain: &Domain) -> Option<Integers> {
    match domain {
        Domain::Bits(word) => Some((word.smin().into(), word.smax().into())),
        Domain::Wide(wide) => Some((wide.low, wide.high)),
        _ => None,
    }
}

/// Returns the values of a bit-vector as unsigned integers, if they fit.
fn unsigned(domain: &Domain) -> Option<Integers> {
    match domain {
        Domain::Bits(word) => Some((word.umin().into(), word.umax().into())),
        Domain::Wide(wide) if wide.low >= 0 => Some((wide.low, wide.high)),
        Domain::Wide(wide) if wide.width < 127 => Some((0, (1 << wide.width) - 1)),
        _ => None,
    }
}

fn width(domain: &Domain) -> Option<u32> {
    match domain {
        Domain::Bits(word) => Some(WordDomain::width(word)),
        Domain::Wide(wide) => Some(wide.width),
        _ => None,
    }
}

fn negated((low, high): Integers) -> Option<Integers> {
    Some((high.checked_neg()?, low.checked_neg()?))
}

fn sum((a, b): (Integers, Integers)) -> Option<Integers> {
    Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?))
}

fn product((a, b): (Integers, Integers)) -> Option<Integers> {
    let corners = [
        a.0.checked_mul(b.0)?,
        a.0.checked_mul(b.1)?,
        a.1.checked_mul(b.0)?,
        a.1.checked_mul(b.1)?,
    ];
    Some((corners.into_iter().min()?, corners.into_iter().max()?))
}

fn concat(high: &Domain, low: &Domain) -> Option<Integers> {
    let (above, below) = (signed(high)?, unsigned(low)?);
    let factor = 1i128.checked_shl(width(low)?)?;
    let put = |high: i128, low: i128| high.checked_mul(factor)?.checked_add(low);
    Some((put(above.0, below.0)?, put(above.1, below.1)?))
}

fn compare(op: Op, a: &Domain, b: &Domain) -> Truth {
    let (Some((a_low, a_high)), Some((b_low, b_high))) = (signed(a), signed(b)) else {
        return Truth::Both;
    };
    let (a_negative, b_negative) = (sign(a_low, a_high), sign(b_low, b_high));
    let decided = match op {
        Op::Eq if a_low == a_high && (a_low, a_high) == (b_low, b_high) => Some(true),
        Op::Eq => (a_high < b_low || b_high < a_low).then_some(false),
        // Unsigned, the negative numbers come last.
        Op::BvUlt if a_negative.is_none() || b_negative.is_none() => None,
        Op::BvUlt if a_negative != b_negative => b_negative,
        _ if a_high < b_low => Some(true),
        _ => (a_low >= b_high).then_some(false),
    };
    Truth::from(decided)
}

/// Returns whether all numbers of an interval are negative, or all are not.
fn sign(low: i128, high: i128) -> Option<bool> {
    ((low < 0) == (high < 0)).then_some(low < 0)
}
