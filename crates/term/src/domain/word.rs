//! Domains of bit-vectors of at most 64 bits: the reduced product of known bits, an unsigned interval and a signed
//! interval.
//!
//! A set is the union of its non-negative part and its negative part, each of them an interval whose ends agree with
//! the known bits. In unsigned order the non-negative part comes first, in signed order the negative part. So the four
//! bounds `umin`, `umax`, `smin` and `smax` are the ends of the two parts, and each order refines the other at no cost.

use crate::bits::{mask, sign_extend_word};

/// The width of the widest vectors in such a set.
const MAX_WIDTH: u32 = 64;

/// A nonempty set of bit-vectors of one width, at most 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordDomain {
    width: u32,
    zeros: u64,
    ones: u64,
    umin: u64,
    umax: u64,
    smin: i64,
    smax: i64,
}

/// An unsigned interval; both ends belong to it.
type Interval = (u64, u64);

/// Construction.
impl WordDomain {
    /// Returns all values of a width; `None` if it is not between 1 and 64.
    #[must_use]
    pub fn top(width: u32) -> Option<WordDomain> {
        (1..=MAX_WIDTH).contains(&width).then(|| WordDomain::all(width))
    }

    /// Returns the singleton of `value` modulo `2^width`; `None` if the width is not between 1 and 64.
    #[must_use]
    pub fn point(width: u32, value: u64) -> Option<WordDomain> {
        (1..=MAX_WIDTH).contains(&width).then(|| WordDomain::only(width, value))
    }

    /// Returns the values with `low <= value <= high`, unsigned; `None` if there are none.
    #[must_use]
    pub fn unsigned(width: u32, low: u64, high: u64) -> Option<WordDomain> {
        let top = WordDomain::top(width)?;
        WordDomain { umin: low, umax: high.min(top.umax), ..top }.reduced()
    }

    /// Returns the values with `low <= value <= high`, signed; `None` if there are none.
    #[must_use]
    pub fn signed(width: u32, low: i64, high: i64) -> Option<WordDomain> {
        let top = WordDomain::top(width)?;
        WordDomain { smin: low.max(top.smin), smax: high.min(top.smax), ..top }.reduced()
    }

    /// Returns the values with these bits zero and these bits one; `None` if there are none.
    #[must_use]
    pub fn known_bits(width: u32, zeros: u64, ones: u64) -> Option<WordDomain> {
        WordDomain::top(width)?.with_bits(zeros, ones).reduced()
    }

    /// Returns the intersection; `None` if it is empty or the widths differ.
    #[must_use]
    pub fn meet(&self, other: &WordDomain) -> Option<WordDomain> {
        if self.width != other.width {
            return None;
        }
        let meet = WordDomain {
            width: self.width,
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            umin: self.umin.max(other.umin),
            umax: self.umax.min(other.umax),
            smin: self.smin.max(other.smin),
            smax: self.smax.min(other.smax),
        };
        if meet == *self || meet == *other { Some(meet) } else { meet.reduced() }
    }

    /// Returns the smallest set of this form that contains both sets.
    #[must_use]
    pub fn join(&self, other: &WordDomain) -> WordDomain {
        if self.width != other.width {
            // Unreachable for terms: both sides of an `ite` have the same sort.
            return WordDomain::all(self.width.max(other.width));
        }
        WordDomain {
            width: self.width,
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            umin: self.umin.min(other.umin),
            umax: self.umax.max(other.umax),
            smin: self.smin.min(other.smin),
            smax: self.smax.max(other.smax),
        }
    }

    /// Works like `top`, for a width that is known to be in range.
    pub(super) fn all(width: u32) -> WordDomain {
        let ones = mask(width);
        WordDomain {
            width,
            zeros: 0,
            ones: 0,
            umin: 0,
            umax: ones,
            smin: sign_extend_word(ones ^ (ones >> 1), width),
            smax: (ones >> 1) as i64,
        }
    }

    /// Works like `point`, for a width that is known to be in range.
    pub(super) fn only(width: u32, value: u64) -> WordDomain {
        let value = value & mask(width);
        let signed = sign_extend_word(value, width);
        WordDomain {
            width,
            zeros: !value & mask(width),
            ones: value,
            umin: value,
            umax: value,
            smin: signed,
            smax: signed,
        }
    }
}

/// Queries.
impl WordDomain {
    /// Returns the width of its values.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the least value, unsigned.
    #[must_use]
    pub fn umin(&self) -> u64 {
        self.umin
    }

    /// Returns the greatest value, unsigned.
    #[must_use]
    pub fn umax(&self) -> u64 {
        self.umax
    }

    /// Returns the least value, signed.
    #[must_use]
    pub fn smin(&self) -> i64 {
        self.smin
    }

    /// Returns the greatest value, signed.
    #[must_use]
    pub fn smax(&self) -> i64 {
        self.smax
    }

    /// Returns the bits that are zero in every value.
    #[must_use]
    pub fn known_zeros(&self) -> u64 {
        self.zeros
    }

    /// Returns the bits that are one in every value.
    #[must_use]
    pub fn known_ones(&self) -> u64 {
        self.ones
    }

    /// Returns the value, if there is only one.
    #[must_use]
    pub fn as_constant(&self) -> Option<u64> {
        (self.umin == self.umax).then_some(self.umin)
    }

    /// Returns whether every value of the width is in the set.
    fn is_top(&self) -> bool {
        *self == WordDomain::all(self.width)
    }

    /// Returns whether the set contains a value.
    #[must_use]
    pub fn contains(&self, value: u64) -> bool {
        let signed = sign_extend_word(value, self.width);
        value & self.zeros == 0
            && value & self.ones == self.ones
            && (self.umin..=self.umax).contains(&value)
            && (self.smin..=self.smax).contains(&signed)
    }

    /// Returns the number of low bits that are known to be zero.
    pub(super) fn trailing_zeros(&self) -> u32 {
        (!self.zeros).trailing_zeros().min(self.width)
    }

    /// Returns the number of low bits that are known.
    pub(super) fn trailing_known(&self) -> u32 {
        (!(self.zeros | self.ones)).trailing_zeros().min(self.width)
    }
}

/// Refinement: `with_...` adds constraints to a set, then `reduced` makes them consistent.
impl WordDomain {
    /// Adds known bits.
    #[must_use]
    pub(super) fn with_bits(self, zeros: u64, ones: u64) -> WordDomain {
        let all = mask(self.width);
        WordDomain { zeros: self.zeros | (zeros & all), ones: self.ones | (ones & all), ..self }
    }

    /// Adds an unsigned interval.
    #[must_use]
    pub(super) fn with_unsigned(self, low: u64, high: u64) -> WordDomain {
        WordDomain { umin: self.umin.max(low), umax: self.umax.min(high), ..self }
    }

    /// Adds a signed interval.
    #[must_use]
    pub(super) fn with_signed(self, low: i64, high: i64) -> WordDomain {
        WordDomain { smin: self.smin.max(low), smax: self.smax.min(high), ..self }
    }

    /// Adds the constraint that the value is, modulo `2^width`, an integer between `low` and `high`. It has an effect
    /// where the integers do not cross a border of the unsigned or the signed range.
    #[must_use]
    pub(super) fn with_integers(mut self, low: i128, high: i128) -> WordDomain {
        let width = self.width;
        let (all, half) = (mask(width), i128::from(1u64 << (width - 1)));
        if low >> width == high >> width {
            self = self.with_unsigned(low as u64 & all, high as u64 & all);
        }
        let window = |value: i128| value.checked_add(half).map(|value| value >> width);
        if window(low).is_some() && window(low) == window(high) {
            let signed = |value: i128| sign_extend_word(value as u64 & all, width);
            self = self.with_signed(signed(low), signed(high));
        }
        self
    }

    /// Works like `reduced`, for constraints that are known to be satisfiable. Returns all values if they are not.
    #[must_use]
    pub(super) fn settled(self) -> WordDomain {
        let reduced = self.reduced();
        debug_assert!(reduced.is_some(), "an empty set: {self:?}");
        reduced.unwrap_or(WordDomain::all(self.width))
    }

    /// Makes the constraints consistent; returns `None` if they are unsatisfiable.
    ///
    /// One pass suffices: the bits learnt from the tightened intervals hold for every value in them, so they tighten
    /// nothing further.
    pub(super) fn reduced(self) -> Option<WordDomain> {
        if self.umin > self.umax || self.smin > self.smax || self.zeros & self.ones != 0 {
            return None;
        }
        if self.is_top() {
            return Some(self);
        }
        let low = self.non_negative_part().and_then(|part| self.tightened(part));
        let high = self.negative_part().and_then(|part| self.tightened(part));
        let (first, last) = (low.or(high)?, high.or(low)?);
        let (first_bits, last_bits) = (self.prefix(first), self.prefix(last));
        Some(WordDomain {
            width: self.width,
            zeros: self.zeros | (first_bits.0 & last_bits.0),
            ones: self.ones | (first_bits.1 & last_bits.1),
            umin: first.0,
            umax: last.1,
            smin: sign_extend_word(last.0, self.width),
            smax: sign_extend_word(first.1, self.width),
        })
    }

    /// Returns the non-negative values that both intervals allow.
    fn non_negative_part(&self) -> Option<Interval> {
        if self.smax < 0 {
            return None;
        }
        let (low, high) = (self.smin.max(0) as u64, self.smax as u64);
        Some((self.umin.max(low), self.umax.min(high))).filter(|part| part.0 <= part.1)
    }

    /// Returns the negative values that both intervals allow.
    fn negative_part(&self) -> Option<Interval> {
        if self.smin >= 0 {
            return None;
        }
        let all = mask(self.width);
        let (low, high) = (self.smin as u64 & all, self.smax.min(-1) as u64 & all);
        Some((self.umin.max(low), self.umax.min(high))).filter(|part| part.0 <= part.1)
    }

    /// Returns the bits (zeros, ones) that all values of an interval share because its ends share them and all higher
    /// bits.
    fn prefix(&self, (low, high): Interval) -> (u64, u64) {
        let varying = mask(u64::BITS - (low ^ high).leading_zeros());
        let shared = mask(self.width) & !varying;
        (!low & shared, low & shared)
    }

    /// Moves the ends of an interval to the nearest values that have the known bits; returns `None` if there are none.
    fn tightened(&self, (low, high): Interval) -> Option<Interval> {
        let all = mask(self.width);
        let low = next_with_bits(low, self.zeros, self.ones, all)?;
        // Searching downwards is searching upwards in the complement.
        let high = all & !next_with_bits(all & !high, self.ones, self.zeros, all)?;
        (low <= high).then_some((low, high))
    }
}

/// Returns the least value from `low` up to `all` that has the bits `zeros` zero and `ones` one.
fn next_with_bits(low: u64, zeros: u64, ones: u64, all: u64) -> Option<u64> {
    let wrong = (low & zeros) | (!low & ones);
    if wrong == 0 {
        return Some(low);
    }
    // All bits above the highest wrong bit are right.
    let top = 1u64 << (63 - wrong.leading_zeros());
    if low & top == 0 {
        // The bit must be one: set it and minimise the bits below.
        return Some((low & !(top | (top - 1))) | top | (ones & (top - 1)));
    }
    // The bit must be zero, so the lowest free zero bit above it must become one.
    let free = all & !low & !zeros & !(top | (top - 1));
    if free == 0 {
        return None;
    }
    let step = free & free.wrapping_neg();
    Some((low & !(step - 1)) | step | (ones & (step - 1)))
}
