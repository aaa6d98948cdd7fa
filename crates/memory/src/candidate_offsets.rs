//! The offsets in a block that an access may be at: bounds, and the step between them.

use crate::memory::Context;
use crate::value::Value;

/// The offsets that a read or write may be at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CandidateOffsets {
    /// The first.
    pub first: u64,
    /// The last.
    pub last: u64,
    /// A power of two that all distances between them are multiples of.
    pub stride: u64,
}

impl CandidateOffsets {
    /// The offsets that are possible on this path and lie in a block of at most `room` bytes: an
    /// access to others is not made.
    pub fn of(cx: &mut Context<'_>, at: Value, room: u64) -> CandidateOffsets {
        let (low, high) = cx.range(at);
        let Value::Term(term) = at else {
            return CandidateOffsets { first: low, last: high, stride: 1 };
        };
        let (low, high) = (low.min(room), high.min(room));
        let domain = cx.terms.domain(term);
        let known = domain.known_zeros() | domain.known_ones();
        let stride = 1 << known.trailing_ones().min(cx.pointer - 1);
        let rest = domain.known_ones() & (stride - 1);
        // The first and the last that leave this rest.
        let up = rest.wrapping_sub(low) & (stride - 1);
        let down = high.wrapping_sub(rest) & (stride - 1);
        match (low.checked_add(up), high.checked_sub(down)) {
            (Some(first), Some(last)) if first <= last => CandidateOffsets { first, last, stride },
            _ => CandidateOffsets { first: low, last: high, stride: 1 },
        }
    }

    /// Those at which so many bytes lie in a block of at most `room`: a read that reaches further is not made, and
    /// what was never written behind the end is no choice.
    pub fn holding(self, length: u64, room: u64) -> CandidateOffsets {
        match room.checked_sub(length) {
            Some(most) if self.first <= most && most < self.last => {
                CandidateOffsets { last: most - (most - self.first) % self.stride, ..self }
            }
            _ => self,
        }
    }

    /// Fewer of them, as long as a half is not possible on this path: no more than twice as many as
    /// there are between the first and the last possible one are left.
    pub fn halved(self, cx: &mut Context<'_>, at: Value) -> CandidateOffsets {
        let place = cx.address(at);
        let mut candidates = self;
        while candidates.count() > 1 {
            let middle = candidates.middle();
            let bound = cx.number(middle);
            let above = cx.terms.ult(bound, place);
            let below = cx.terms.not(above);
            if !cx.may(above) {
                candidates.last = middle;
            } else if !cx.may(below) {
                candidates.first = middle + candidates.stride;
            } else {
                break;
            }
        }
        candidates
    }

    /// The one in the middle, or before it.
    fn middle(&self) -> u64 {
        self.first + (self.count() - 1) / 2 * self.stride
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        ((self.last - self.first) / self.stride).saturating_add(1)
    }

    /// All of them, in order.
    pub fn all(self) -> impl Iterator<Item = u64> {
        (0..self.count()).map(move |i| self.first + i * self.stride)
    }

    /// The one, if there is no other.
    pub fn only(&self) -> Option<u64> {
        (self.first == self.last).then_some(self.first)
    }

    /// One past the last byte of an access.
    pub fn end(&self, length: u64) -> u64 {
        self.last.saturating_add(length)
    }
}

#[cfg(test)]
mod tests {
    use super::CandidateOffsets;

    #[test]
    fn reads_end_within_the_block() {
        let last = |first, last, stride, length, room| {
            CandidateOffsets { first, last, stride }.holding(length, room).last
        };
        assert_eq!(last(0, 64, 8, 8, 64), 56);
        assert_eq!(last(4, 64, 8, 8, 64), 52);
        assert_eq!(last(0, 64, 1, 8, 64), 56);
        assert_eq!(last(0, 48, 8, 8, 64), 48);
        // None is left: such a read is not made, whatever it gives.
        assert_eq!(last(60, 64, 1, 8, 64), 64);
        assert_eq!(last(0, 4, 1, 8, 4), 4);
    }
}
