//! `planes-naive`: the segment-offset-plane memory of section 2 of *SEGY*, without optimisations.
//!
//! "The content of a plane is represented by a list of write records", of all segments; each write
//! adds one, and a read makes an `ite` over all records "and asks an SMT solver to simplify" it
//! (section 5). There is no boost map, no cache and no limit to the queries, and no record is ever
//! removed. `planes` is measured against it.
//!
//! Departures: 1 of `ite_lists`, 2 of `planes`, and a write whose segment is a term is a record for
//! each segment that it may be; without these it would return other values, not only the same ones
//! more slowly. The first part of the collision formula `s = s' and o = o'` is a comparison of
//! numbers. Where a record surely covers the read, the `ite` leaves out what is older ("trivial
//! simplification", section 3). A segment of zeros begins with a multi-write.

use std::rc::Rc;

use term::{AllocId, Term};

use crate::blocks::{AddressSpaceFull, Blocks, IncompatibleBlocks, NewBlock};
use crate::candidate_offsets::CandidateOffsets;
use crate::memory::{Context, Initial, Item, Memory};
use crate::multi_write::MultiWrite;
use crate::points_to::{Pointee, points_to, referents};
use crate::symbolic_write::Effect;
use crate::value::{Value, ite};

use super::ite_lists::{IteLists, all_written, record};
use super::parts::Origin;
use super::plan::{Plan, ReadQuery, Source, pointers, read};

/// The memory.
#[derive(Clone)]
pub struct PlanesNaive {
    blocks: Blocks<()>,
    planes: IteLists<SegmentView>,
}

/// A segment, now or at an earlier time: the planes, of which its records count.
pub struct SegmentView(IteLists<SegmentView>);

impl Source for SegmentView {
    fn plan(&self, cx: &mut Context<'_>, at: Value, query: ReadQuery) -> Plan<SegmentView> {
        self.0.plan_of_all(cx, at, query)
    }

    fn places_of_pointers(&self, cx: &mut Context<'_>) -> Vec<(Value, u32)> {
        self.0.places_of_pointers(cx)
    }

    fn ite_lists(&self) -> &IteLists<SegmentView> {
        &self.0
    }

    fn ite_lists_mut(&mut self) -> &mut IteLists<SegmentView> {
        &mut self.0
    }
}

impl PlanesNaive {
    /// Creates a memory without blocks, in an address space of `pointer` bits.
    #[must_use]
    pub fn new(pointer: u32) -> PlanesNaive {
        let none = AllocId::from_index(0);
        let planes = IteLists::new(none, Origin::Uninitialised(none), 0);
        PlanesNaive { blocks: Blocks::new(pointer), planes }
    }

    /// Returns the live pointees of an access that is allowed on this path.
    fn accessed(&self, cx: &mut Context<'_>, pointer: Value) -> Vec<Pointee> {
        let mut pointees = points_to(self, cx, pointer).pointees;
        pointees
            .retain(|pointee| self.info(pointee.block).is_some_and(|it| !it.lifetime.has_ended()));
        if let [only] = &mut pointees[..] {
            only.guard = Term::TRUE;
        }
        pointees
    }

    /// Returns the most bytes that a segment can have.
    fn room_of(&self, cx: &mut Context<'_>, block: AllocId) -> u64 {
        let size = self.info(block).map(|info| info.size);
        size.map_or(0, |size| cx.range(size).1)
    }

    fn segment(&self, cx: &mut Context<'_>, block: AllocId) -> SegmentView {
        let room = self.room_of(cx, block);
        SegmentView(self.planes.of_segment(block, Origin::Uninitialised(block), room))
    }

    fn push(&mut self, cx: &mut Context<'_>, pointee: Pointee, effect: Effect<Rc<SegmentView>>) {
        let Pointee { guard, block, offset } = pointee;
        let room = self.room_of(cx, block);
        let candidates = CandidateOffsets::of(cx, offset, room);
        if let Some((plane, entry)) = record(cx, guard, offset, candidates, effect) {
            self.planes.push_to(block, plane, entry);
        }
    }
}

impl Memory for PlanesNaive {
    type Blocks = Blocks<()>;

    #[inline]
    fn block_table(&self) -> &Blocks<()> {
        &self.blocks
    }

    #[inline]
    fn block_table_mut(&mut self) -> &mut Blocks<()> {
        &mut self.blocks
    }

    fn allocate(
        &mut self,
        cx: &mut Context<'_>,
        new: NewBlock,
        initial: Initial,
    ) -> Result<AllocId, AddressSpaceFull> {
        let block = self.blocks.add(cx.terms, cx.names, new, |_| ())?;
        if initial == Initial::Zero {
            self.fill(cx, Value::Pointer { block, offset: 0 }, new.size, Value::ZERO);
        }
        Ok(block)
    }

    fn load(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32) -> Value {
        let mut result: Option<Value> = None;
        for pointee in self.accessed(cx, pointer).into_iter().rev() {
            let segment = self.segment(cx, pointee.block);
            let value = read(&segment, cx, pointee.offset, ReadQuery::Value { bytes });
            result = Some(match result {
                Some(other) => ite(cx, pointee.guard, value, other, bytes),
                None => value,
            });
        }
        result.unwrap_or(Value::ZERO)
    }

    /// Implements the list of write records of *SEGY*.
    fn store(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32, value: Value) {
        for pointee in self.accessed(cx, pointer) {
            self.push(cx, pointee, Effect::Write { bytes, value });
        }
    }

    fn fill(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value, byte: Value) {
        for pointee in self.accessed(cx, pointer) {
            self.push(cx, pointee, Effect::Fill { length, byte });
        }
    }

    fn copy(&mut self, cx: &mut Context<'_>, to: Value, from: Value, length: Value) {
        let (targets, sources) = (self.accessed(cx, to), self.accessed(cx, from));
        // All sources as they are before the first byte is written.
        let mut before = Vec::new();
        for Pointee { guard, block, offset } in sources {
            before.push((guard, offset, Rc::new(self.segment(cx, block))));
        }
        for target in targets {
            for (when, from, source) in &before {
                let guard = cx.terms.and(target.guard, *when);
                let (source, from) = (source.clone(), *from);
                let effect = Effect::Copy { length, source, from };
                self.push(cx, Pointee { guard, ..target }, effect);
            }
        }
    }

    fn multi_write(&mut self, cx: &mut Context<'_>, pointer: Value, write: &MultiWrite) {
        cx.names.counts.multi_writes += 1;
        for pointee in self.accessed(cx, pointer) {
            self.push(cx, pointee, Effect::Many(Rc::new(*write)));
        }
    }

    fn merge(
        &mut self,
        cx: &mut Context<'_>,
        other: &PlanesNaive,
        guard: Term,
        _: &PlanesNaive,
    ) -> Result<(), IncompatibleBlocks> {
        self.blocks.merge(cx, &other.blocks, guard, |_, _, (), ()| ())?;
        self.planes.merge(cx, &other.planes, guard);
        Ok(())
    }

    fn initialised(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value) -> Term {
        let mut all = Term::TRUE;
        for Pointee { guard, block, offset } in self.accessed(cx, pointer) {
            let segment = self.segment(cx, block);
            let here = all_written(&segment, cx, offset, length, segment.0.room());
            let here = cx.terms.implies(guard, here);
            all = cx.terms.and(all, here);
        }
        all
    }

    fn describe(&self, items: &mut Vec<Item>) -> bool {
        self.blocks.describe(items, |items, block, ()| {
            self.planes.of_segment(block, Origin::Uninitialised(block), 0).describe(items)
        })
    }

    fn referents(&mut self, cx: &mut Context<'_>, block: AllocId) -> Vec<(Term, AllocId)> {
        if self.info(block).is_none_or(|info| info.lifetime.has_ended()) {
            return Vec::new();
        }
        let segment = self.segment(cx, block);
        let values = pointers(&segment, cx);
        referents(cx, &values)
    }
}
