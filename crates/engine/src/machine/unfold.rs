//! Unfolds list segments: before an access to a folded allocation, it becomes a plain node with a link to the rest of
//! the segment, if there is a rest.
//!
//! Whether there is one is a new symbol, so nothing forks: the rest is an allocation that is live where the symbol
//! says so. That is exact: the states before and after stand for the same heaps. Accesses and deallocations call
//! `unfold` with the pointer that they use; in an exploration nothing is folded.

use std::rc::Rc;

use memory::{Initial, Kind, Lifetime, LifetimeEnd, Memory, Value, points_to};
use term::visit::post_order;
use term::{AllocId, Op, Sort, Term};

use crate::findings::end::Feature;
use crate::machine::{Machine, Step};
use crate::state::folded::{Cells, Folded, Node};
use crate::state::frames::State;

impl<M: Memory> Machine<'_, M> {
    /// Unfolds the allocations that a pointer may point into.
    #[inline]
    pub(crate) fn unfold(&mut self, state: &mut State<M>, pointer: Value) -> Step<()> {
        if state.folded.is_empty() { Ok(()) } else { self.unfold_targets(state, pointer) }
    }

    #[cold]
    fn unfold_targets(&mut self, state: &mut State<M>, pointer: Value) -> Step<()> {
        // A pointer whose provenance is lost leads to a node, too, if it is computed from the node's address.
        let term = pointer.to_term(&mut self.terms, self.pointer);
        for part in post_order(&self.terms, &[term]) {
            if let Op::Base(block) = self.terms.op(part)
                && let Some(folded) = state.folded.get(&block).cloned()
            {
                self.unfold_block(state, block, folded)?;
            }
        }
        let found = self.with_memory(state, |memory, cx| points_to(memory, cx, pointer));
        match found.pointees.iter().any(|it| state.folded.contains_key(&it.block)) {
            true => {
                let what = "an access to a list of unknown length by the number of an address";
                Err(self.unsupported(state, Feature::Other(what.into())))
            }
            false => Ok(()),
        }
    }

    fn unfold_block(&mut self, state: &mut State<M>, block: AllocId, folded: Folded) -> Step<()> {
        Rc::make_mut(&mut state.folded).remove(&block);
        // Without the first node there is no rest.
        let live = state.memory.info(block).map_or(Term::TRUE, |info| info.lifetime.live);
        let is_live = self.with_memory(state, |_, cx| {
            let not = cx.terms.not(live);
            !cx.may(not)
        });
        let link = folded.link;
        let rest = self.possibly_empty(state, folded, if is_live { Term::TRUE } else { live })?;
        self.put_link(state, block, link, rest);
        Ok(())
    }

    /// Creates a list segment of any number of nodes where a condition holds, and of none elsewhere; returns a pointer to
    /// it, which is the segment's end if it has no nodes.
    pub(crate) fn possibly_empty(
        &mut self,
        state: &mut State<M>,
        folded: Folded,
        condition: Term,
    ) -> Step<Value> {
        let block = self.plain_node(state, folded.node, &folded.cells, folded.link, folded.end)?;
        let exists = self.terms.symbol("has nodes", Sort::Bool);
        let exists = self.terms.and(condition, exists);
        let lifetime = Lifetime { live: exists, end: Some(LifetimeEnd::NeverAllocated) };
        state.memory.deallocate(block, lifetime);
        let first = Value::Pointer { block, offset: folded.entry };
        let [first, end] = [first, folded.end].map(|it| it.to_term(&mut self.terms, self.pointer));
        Rc::make_mut(&mut state.folded).insert(block, folded);
        let either = self.terms.ite(exists, first, end);
        Ok(Value::of_term(&self.terms, either))
    }

    /// Creates a node of a list with a link to a value.
    pub(crate) fn plain_node(
        &mut self,
        state: &mut State<M>,
        node: Node,
        cells: &Cells,
        link: u64,
        next: Value,
    ) -> Step<AllocId> {
        let Node { size, align, allocated_at } = node;
        let (size, initial) = (Value::Bits(size), Initial::Uninitialised);
        let block = self.allocate_at(state, Kind::Heap, size, align, initial, allocated_at)?;
        for &(offset, bytes, value) in cells.iter() {
            self.put_scalar(state, Value::Pointer { block, offset }, bytes, value);
        }
        self.put_link(state, block, link, next);
        Ok(block)
    }

    fn put_link(&mut self, state: &mut State<M>, block: AllocId, offset: u64, next: Value) {
        let at = Value::Pointer { block, offset };
        self.put_scalar(state, at, self.pointer / 8, next);
    }
}
