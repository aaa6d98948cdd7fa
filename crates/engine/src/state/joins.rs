//! Join points at which a state waits for others.

use ir::BlockId;

use crate::state::frames::State;
use crate::state::path::Moment;

/// Where a state waits for others.
#[derive(Clone, Copy, Debug)]
pub struct PendingJoin {
    pub(crate) group: u32,
    /// The branch at which they parted.
    pub(crate) parted: Moment,
    /// How many calls are around it.
    pub(crate) depth: usize,
    pub(crate) block: BlockId,
    pub(crate) at: usize,
}

impl<M> State<M> {
    /// Whether it is where it waits for others.
    #[inline]
    pub(crate) fn is_at_join(&self) -> bool {
        self.pending_joins.last().is_some_and(|meeting| {
            meeting.depth == self.callers.len()
                && meeting.block == self.frame.block
                && meeting.at == self.frame.at
        })
    }

    /// The block of the current function at which it waits for others.
    #[inline]
    pub(crate) fn join_block(&self) -> Option<BlockId> {
        let meeting = self.pending_joins.last()?;
        (meeting.depth == self.callers.len() && meeting.at == 0).then_some(meeting.block)
    }
}
