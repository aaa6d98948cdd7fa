//! What paths execute: the ways out of blocks that they took, and where they stand.
//!
//! A block is executed to its end if one of its ways out was taken. Only where a path stands are blocks
//! executed in part: in the innermost call, and in the calls around it. So it is enough to note the end of
//! each block, and the rest is said when a path ends. What lines and branches are, others know.

use ir::{BlockId, FuncId};

use crate::program::ways::Ways;
use crate::state::frames::{Frame, NO_FUNCTION, State};

/// The ways out that a path took. Where nobody wants to know, there is room for none.
#[derive(Clone, Default, Debug)]
pub struct Taken(Box<[u64]>);

impl Taken {
    /// Room for the ways out of a program.
    #[must_use]
    pub fn room(ways: &Ways) -> Taken {
        Taken(vec![0; ways.count().div_ceil(64)].into())
    }

    /// Whether anybody wants to know.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        !self.0.is_empty()
    }

    /// Notes that a way was taken.
    #[inline]
    pub(crate) fn note(&mut self, way: u32) {
        if let Some(word) = self.0.get_mut(way as usize / 64) {
            *word |= 1 << (way % 64);
        }
    }

    /// The ways that were taken, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * index + bit)
        })
    }
}

/// Somebody who is told by which way a block was left.
pub(crate) trait Notes {
    /// The block was left.
    fn left(&mut self, block: u32, way: u32);
}

/// NoHost is.
impl Notes for () {
    #[inline(always)]
    fn left(&mut self, _: u32, _: u32) {}
}

/// The ways that a path takes in one function.
pub(crate) struct Within<'a> {
    pub first: &'a [u32],
    pub taken: &'a mut Taken,
}

impl Notes for Within<'_> {
    #[inline(always)]
    fn left(&mut self, block: u32, way: u32) {
        self.taken.note(self.first[block as usize] + way);
    }
}

/// What a path executed.
#[derive(Clone, Default, Debug)]
pub struct Covered {
    /// The ways out of blocks.
    pub taken: Taken,
    /// The blocks in which it stands, each once, and how many of their instructions were begun.
    pub standing: Vec<(FuncId, BlockId, usize)>,
}

impl Covered {
    /// What a state executed so far.
    #[must_use]
    pub fn by<M>(state: &State<M>) -> Covered {
        if !state.taken.is_wanted() {
            return Covered::default();
        }
        let frames = state.callers.iter().chain([&state.frame]);
        let frames = frames.filter(|frame| frame.function != NO_FUNCTION);
        let place = |frame: &Frame| (frame.function, frame.block, frame.at);
        let mut standing: Vec<(FuncId, BlockId, usize)> = frames.map(place).collect();
        // Of the calls that stand in the same block, the one that came furthest.
        standing.sort_unstable_by(|a, b| b.cmp(a));
        standing.dedup_by_key(|(function, block, _)| (*function, *block));
        Covered { taken: state.taken.clone(), standing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_that_were_taken() {
        let mut taken = Taken(vec![0; 3].into());
        let some = [0, 5, 63, 64, 130, 191];
        some.iter().for_each(|&way| taken.note(way));
        assert_eq!(taken.iter().collect::<Vec<_>>(), some.map(|way| way as usize));
        let mut nobody = Taken::default();
        nobody.note(7);
        assert!(!nobody.is_wanted() && nobody.iter().next().is_none());
    }
}
