//! Pointers without provenance, on a path that is explored in all layouts: a fork for each allocation that they may
//! point into.

use memory::{Access, Info, Kind, Memory, Value};
use term::AllocId;

use crate::findings::end::{End, Feature, ViolationKind};
use crate::layout::elsewhere::has_block;
use crate::machine::{Machine, Step};
use crate::state::frames::State;

/// The limit of allocations that are candidates for a pointer.
const MAX_BLOCKS: usize = 64;

impl<M: Memory> Machine<'_, M> {
    /// Returns a pointer with a provenance that is equal to a given one in each layout. If the given pointer has none,
    /// forks for each allocation that contains all bytes of the access. (No byte belongs to two allocations, except for
    /// string literals, and these have the same contents there.)
    pub(crate) fn placed(
        &mut self,
        state: &mut State<M>,
        pointer: Value,
        length: Value,
        access: Access,
    ) -> Step<Value> {
        let pointer = self.without_choices(state, pointer)?;
        if has_block(pointer) || length == Value::ZERO {
            return Ok(pointer);
        }
        let number = pointer.to_term(&mut self.terms, self.pointer);
        let length = length.to_term(&mut self.terms, self.pointer);
        for (block, info) in self.live_blocks(state, |kind| kind != Kind::Function)? {
            let base = self.terms.base_of(block);
            let Some([there, start]) = self.elsewhere(state, [number, base]) else {
                return Err(self.out_of_reach(state));
            };
            let size = info.size.to_term(&mut self.terms, self.pointer);
            let terms = &mut self.terms;
            let offset = terms.sub(there, start);
            let (begins, room) = (terms.ule(offset, size), terms.sub(size, offset));
            let ends = terms.ule(length, room);
            let here = terms.all([info.lifetime.live, begins, ends]);
            if self.decide_term(state, here)? {
                let mut offset = Value::of_term(&self.terms, offset);
                if state.memory.needs_numbers() {
                    offset = Value::Bits(self.concrete(state, offset)?);
                }
                let start = Value::Pointer { block, offset: 0 };
                return Ok(self.operate().pointer_add(start, offset));
            }
        }
        Err(self.violation(state, ViolationKind::WildPointer(access)))
    }

    /// Returns the live allocation of the heap at whose start a pointer points, in each layout; `None` for null.
    pub(crate) fn heap_block_anywhere(
        &mut self,
        state: &mut State<M>,
        pointer: Value,
    ) -> Step<Option<AllocId>> {
        let number = pointer.to_term(&mut self.terms, self.pointer);
        let Some([there]) = self.elsewhere(state, [number]) else {
            return Err(self.out_of_reach(state));
        };
        let zero = self.terms.word(self.pointer, 0);
        let null = self.terms.eq(there, zero);
        if self.decide_term(state, null)? {
            return Ok(None);
        }
        for (block, info) in self.live_blocks(state, |kind| kind == Kind::Heap)? {
            let base = self.terms.base_of(block);
            let Some([there, start]) = self.elsewhere(state, [number, base]) else {
                return Err(self.out_of_reach(state));
            };
            let same = self.terms.eq(there, start);
            let here = self.terms.and(info.lifetime.live, same);
            if self.decide_term(state, here)? {
                return Ok(Some(block));
            }
        }
        Err(self.violation(state, ViolationKind::FreeOfNonHeap))
    }

    /// Returns the allocations of some kinds that may live; too many of them end the path as unsupported.
    fn live_blocks(
        &self,
        state: &State<M>,
        is_meant: fn(Kind) -> bool,
    ) -> Step<Vec<(AllocId, Info)>> {
        let live = |info: &Info| is_meant(info.kind) && !info.lifetime.has_ended();
        let blocks = state.memory.blocks().filter(|(_, info)| live(info));
        let blocks: Vec<_> = blocks.map(|(id, info)| (id, *info)).take(MAX_BLOCKS + 1).collect();
        if blocks.len() > MAX_BLOCKS { Err(self.out_of_reach(state)) } else { Ok(blocks) }
    }

    fn out_of_reach(&self, state: &State<M>) -> End {
        self.unsupported(
            state,
            Feature::Other("a pointer that may be in any of many blocks".into()),
        )
    }
}
