//! Join points at which a state waits for the states that forked from it.
//!
//! `explore/merge` plans the join points and merges; this file only knows where they are.

use ir::BlockId;

use crate::state::frames::State;
use crate::state::path::Moment;

/// A join point at which a state waits.
#[derive(Clone, Copy, Debug)]
pub struct PendingJoin {
    /// The number of the group of states that wait for each other.
    pub(crate) group: u32,
    /// The branch at which the states forked.
    pub(crate) parted: Moment,
    /// The depth of the call stack at the join point.
    pub(crate) depth: usize,
    /// The block of the join point.
    pub(crate) block: BlockId,
    /// The index of the instruction in the block.
    pub(crate) at: usize,
}

impl<M> State<M> {
    /// Whether the state is at its next join point.
    #[inline]
    pub(crate) fn is_at_join(&self) -> bool {
        self.pending_joins.last().is_some_and(|meeting| {
            meeting.depth == self.callers.len()
                && meeting.block == self.frame.block
                && meeting.at == self.frame.at
        })
    }

    /// Returns the block of the current function at whose start the state waits; `None` if its next join point is
    /// not at the start of a block of this call.
    #[inline]
    pub(crate) fn join_block(&self) -> Option<BlockId> {
        let meeting = self.pending_joins.last()?;
        (meeting.depth == self.callers.len() && meeting.at == 0).then_some(meeting.block)
    }
}
