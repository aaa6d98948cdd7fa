//! The candidate offsets of an access within its block: a strided interval.

use crate::memory::Context;
use crate::value::Value;

/// The offsets that an access may be at: a strided interval.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CandidateOffsets {
    /// The first.
    pub first: u64,
    /// The last.
    pub last: u64,
    /// A power of two that divides all distances between them.
    pub stride: u64,
}

impl CandidateOffsets {
    /// Returns the offsets that are possible on this path and lie in a block of at most `room`
    /// bytes; an access elsewhere is not allowed.
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
        // The first and the last offset with this remainder.
        let up = rest.wrapping_sub(low) & (stride - 1);
        let down = high.wrapping_sub(rest) & (stride - 1);
        match (low.checked_add(up), high.checked_sub(down)) {
            (Some(first), Some(last)) if first <= last => CandidateOffsets { first, last, stride },
            _ => CandidateOffsets { first: low, last: high, stride: 1 },
        }
    }

    /// Drops the offsets at which `length` bytes do not fit into a block of at most `room` bytes:
    /// such a read is not allowed, and an uninitialised byte behind the end is no candidate.
    pub fn holding(self, length: u64, room: u64) -> CandidateOffsets {
        match room.checked_sub(length) {
            Some(most) if self.first <= most && most < self.last => {
                CandidateOffsets { last: most - (most - self.first) % self.stride, ..self }
            }
            _ => self,
        }
    }

    /// Bisects the interval while one half is infeasible on this path. The result has at most twice
    /// as many offsets as lie between the first and the last feasible one.
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

    /// Returns the middle offset, or the one before it.
    fn middle(&self) -> u64 {
        self.first + (self.count() - 1) / 2 * self.stride
    }

    /// Returns the number of offsets.
    pub fn count(&self) -> u64 {
        ((self.last - self.first) / self.stride).saturating_add(1)
    }

    /// Iterates over all offsets, in order.
    pub fn all(self) -> impl Iterator<Item = u64> {
        (0..self.count()).map(move |i| self.first + i * self.stride)
    }

    /// Returns the offset if there is only one.
    pub fn only(&self) -> Option<u64> {
        (self.first == self.last).then_some(self.first)
    }

    /// Returns one past the last byte of an access.
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
        // No offset is left: such a read is not allowed, whatever it returns.
        assert_eq!(last(60, 64, 1, 8, 64), 64);
        assert_eq!(last(0, 4, 1, 8, 4), 4);
    }
}
