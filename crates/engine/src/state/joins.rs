//! Join points at which a state waits for others.

use ir::BlockId;

use crate::state::frames::State;
use crate::state::path::Moment;

/// Where a state waits for others.
#[derive(Clone, Copy, Debug)]
pub struct Rendezvous {
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
    pub(crate) fn is_at_meeting(&self) -> bool {
        self.meetings.last().is_some_and(|meeting| {
            meeting.depth == self.callers.len()
                && meeting.block == self.frame.block
                && meeting.at == self.frame.at
        })
    }

    /// The block of the current function at which it waits for others.
    #[inline]
    pub(crate) fn meeting_block(&self) -> Option<BlockId> {
        let meeting = self.meetings.last()?;
        (meeting.depth == self.callers.len() && meeting.at == 0).then_some(meeting.block)
    }
}
