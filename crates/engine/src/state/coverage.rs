//! Coverage of one path: the outgoing edges of blocks that it took, and the blocks in which it stands.
//!
//! A block was executed to its end if one of its outgoing edges was taken. Only the blocks in which a path stands
//! are executed in part: those of the innermost call and of its callers. So execution records the edge at the end
//! of each block, and `Covered::by` adds the rest when a path ends. This file does not know lines and branches:
//! the crate `vellum` derives them.

use ir::{BlockId, FuncId};

use crate::program::edges::Edges;
use crate::state::frames::{Frame, NO_FUNCTION, State};

/// The set of outgoing edges that a path took. It is empty, without any memory, where coverage is not recorded.
#[derive(Clone, Default, Debug)]
pub struct TakenEdges(Box<[u64]>);

impl TakenEdges {
    /// Returns an empty set with room for all edges of a program.
    #[must_use]
    pub fn room(edges: &Edges) -> TakenEdges {
        TakenEdges(vec![0; edges.count().div_ceil(64)].into())
    }

    /// Whether coverage is recorded.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        !self.0.is_empty()
    }

    /// Records an edge.
    #[inline]
    pub(crate) fn insert(&mut self, edge: u32) {
        if let Some(word) = self.0.get_mut(edge as usize / 64) {
            *word |= 1 << (edge % 64);
        }
    }

    /// Returns the edges that were taken, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * index + bit)
        })
    }
}

/// A recorder that is told by which edge a block was left.
pub(crate) trait EdgeRecorder {
    /// Records that a block was left by one of its edges.
    fn record(&mut self, block: u32, edge: u32);
}

/// The recorder that records nothing.
impl EdgeRecorder for () {
    #[inline(always)]
    fn record(&mut self, _: u32, _: u32) {}
}

/// A recorder of the edges that a path takes in one function.
pub(crate) struct FunctionRecorder<'a> {
    /// The number of the first outgoing edge of each block of the function.
    pub first: &'a [u32],
    /// The set of the path.
    pub taken: &'a mut TakenEdges,
}

impl EdgeRecorder for FunctionRecorder<'_> {
    #[inline(always)]
    fn record(&mut self, block: u32, edge: u32) {
        self.taken.insert(self.first[block as usize] + edge);
    }
}

/// The code that a path executed.
#[derive(Clone, Default, Debug)]
pub struct Covered {
    /// The outgoing edges of blocks that it took.
    pub taken: TakenEdges,
    /// The blocks in which the path stands, each once, and how many of their instructions were begun.
    pub standing: Vec<(FuncId, BlockId, usize)>,
}

impl Covered {
    /// Returns what a state has executed so far.
    pub(crate) fn by<M>(state: &State<M>) -> Covered {
        if !state.taken.is_wanted() {
            return Covered::default();
        }
        let frames = state.callers.iter().chain([&state.frame]);
        let frames = frames.filter(|frame| frame.function != NO_FUNCTION);
        let place = |frame: &Frame| (frame.function, frame.block, frame.at);
        let mut standing: Vec<(FuncId, BlockId, usize)> = frames.map(place).collect();
        // Of the calls that stand in the same block, the one that advanced furthest counts.
        standing.sort_unstable_by(|a, b| b.cmp(a));
        standing.dedup_by_key(|(function, block, _)| (*function, *block));
        Covered { taken: state.taken.clone(), standing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_that_were_taken() {
        let mut taken = TakenEdges(vec![0; 3].into());
        let some = [0, 5, 63, 64, 130, 191];
        some.iter().for_each(|&edge| taken.insert(edge));
        assert_eq!(taken.iter().collect::<Vec<_>>(), some.map(|edge| edge as usize));
        let mut unwanted = TakenEdges::default();
        unwanted.insert(7);
        assert!(!unwanted.is_wanted() && unwanted.iter().next().is_none());
    }
}
