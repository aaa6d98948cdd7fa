//! Forgets deallocated blocks in a run on numbers, which may allocate without end.
//!
//! A block is forgotten when nothing refers to it any more: no register and no live block holds a pointer into it, or a value
//! that was computed from one. So a use after free is still seen, with the places of the allocation and of its end. The sweep is
//! repeated after as many allocations as it took effort. It does not know who allocates. An exploration keeps all blocks: states
//! share their ids.

use std::collections::HashSet;

use memory::{Kind, Memory, referents};
use term::AllocId;

use crate::machine::Machine;
use crate::state::frames::State;

/// The least number of allocations between two sweeps.
pub(crate) const FEWEST_ALLOCATIONS: u64 = 1 << 14;

impl<M: Memory> Machine<'_, M> {
    /// Notes an allocation that is about to be made, and forgets dead blocks from time to time.
    pub(crate) fn forget_dead_blocks(&mut self, state: &mut State<M>) {
        self.until_sweep = self.until_sweep.saturating_sub(1);
        if self.until_sweep > 0 || self.solver.is_some() {
            return;
        }
        let holds = |kind: Kind| kind != Kind::Function;
        let blocks = state.memory.blocks();
        let live = blocks.filter(|(_, info)| holds(info.kind) && !info.lifetime.has_ended());
        let live: Vec<AllocId> = live.map(|(id, _)| id).collect();
        let values = state.registers.clone();
        let mut effort = values.len();
        let mut kept: HashSet<AllocId> = HashSet::new();
        self.with_memory(state, |memory, cx| {
            kept.extend(referents(cx, &values).into_iter().map(|(_, block)| block));
            for block in live {
                let found = memory.referents(cx, block);
                effort += found.len();
                kept.extend(found.into_iter().map(|(_, block)| block));
            }
        });
        let left = state.memory.forget(&|block| kept.contains(&block)).unwrap_or(usize::MAX);
        self.until_sweep = FEWEST_ALLOCATIONS.max(left.max(effort) as u64);
    }
}
