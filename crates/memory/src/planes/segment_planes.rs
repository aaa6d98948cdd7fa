//! One segment in every plane: a boost map and an ite-list for each.
//!
//! *SEGY*, sections 3 and 4. The invariant holds over all planes: an entry of a boost map collides
//! with no newer record, of whatever plane. So a read at an address in a boost map is one look-up
//! without a query, and for a read at a symbolic address the boost maps lie on top of the
//! ite-lists.
//!
//! Departures:
//! 1. A program may read with one type what it wrote with another (section 4: "type casting").
//!    Where a write at a constant address overwrites a part of a value of another plane, the rest
//!    of that value moves to the planes of its halves; a read that no plane has as a whole is
//!    concatenated from halves. Where planes do not overlap, none of this happens. A value that is
//!    not aligned to its size is in the planes of its parts.
//! 2. A guarded write to a constant address that is initialised becomes a conditional value in the
//!    boost map. In the document it goes to the ite-list; reads return the same `ite`.
//! 3. A `memset` or `memcpy` of constant length at a constant address is a sequence of writes to
//!    constant addresses, up to a limit; beyond it, and where an argument is a term, it is one
//!    record.
//! 4. The oracle is queried about a limited number of collisions for each operation. More count as
//!    collisions: "to be on the safe side", as the document says of UNKNOWN.
//! 5. Where a read may be at many constant addresses, the document makes an `ite` for each; here
//!    those with the same value share one, and above a limit they are an array.

mod constant;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::rc::Rc;

use term::{AllocId, Term};

use crate::blockwise::BlockContents;
use crate::candidate_offsets::CandidateOffsets;
use crate::memory::{Context, Initial, Item};
use crate::multi_write::MultiWrite;
use crate::symbolic_write::{Effect, repeated};
use crate::value::{Value, ite};

use super::boost_map::{BoostEntry, BoostMap};
use super::ite_lists::{IteLists, all_written, record};
use super::parts::{Origin, PLANES, mentions_block, plane_of, zero};
use super::plan::{Plan, ReadQuery, Source, pointers, read};
use constant::piece;

/// The largest number of collisions that the oracle is queried about for one operation.
const MAX_QUERIES: usize = 32;
/// Fills and copies of more bytes are one record.
const MAX_SINGLE: u64 = 1 << 12;

/// A segment in all planes.
#[derive(Clone)]
pub struct SegmentPlanes {
    boost_maps: [BoostMap; PLANES],
    ite_lists: IteLists<SegmentPlanes>,
}

impl BlockContents for SegmentPlanes {
    type Settings = ();

    fn new(owner: AllocId, initial: Initial, room: u64, (): ()) -> SegmentPlanes {
        SegmentPlanes {
            boost_maps: std::array::from_fn(|plane| BoostMap::new(1 << plane)),
            ite_lists: IteLists::new(owner, Origin::new(owner, initial), room),
        }
    }

    #[inline]
    fn peek(&self, offset: u64, bytes: u32) -> Option<Value> {
        match self.cell(offset, bytes) {
            Some(BoostEntry::Value(value)) => Some(value),
            Some(BoostEntry::Uninitialised { .. }) => None,
            None => self.is_plainly_zero(offset, bytes).then_some(Value::ZERO),
        }
    }

    #[inline]
    fn poke(&mut self, offset: u64, bytes: u32, word: u64) -> bool {
        if !self.fits(offset, bytes) {
            return false;
        }
        // Where this plane has a value, no other plane has one.
        let free = self.cell(offset, bytes).is_some() || !self.overlaps_boost_map(offset, bytes);
        if free {
            self.boost_maps[plane_of(bytes)].insert(offset, BoostEntry::Value(Value::Bits(word)));
        }
        free
    }

    fn load(&mut self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        read(self, cx, at, ReadQuery::Value { bytes })
    }

    /// Implements the write operation of *SEGY*.
    fn store(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, bytes: u32, value: Value) {
        let candidates = CandidateOffsets::of(cx, at, self.ite_lists.room());
        match candidates.only() {
            Some(offset) if !self.is_inside(offset, u64::from(bytes)) => {}
            Some(offset) if guard == Term::TRUE => {
                self.put(cx, offset, bytes, BoostEntry::Value(value))
            }
            Some(offset) if self.is_surely_written(offset, bytes) => {
                let old = self.read_at(cx, offset, bytes);
                let value = ite(cx, guard, value, old, bytes);
                self.put(cx, offset, bytes, BoostEntry::Value(value));
            }
            _ => self.push(cx, guard, at, candidates, Effect::Write { bytes, value }),
        }
    }

    fn fill(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, length: Value, byte: Value) {
        let candidates = CandidateOffsets::of(cx, at, self.ite_lists.room());
        if let (Some(offset), Value::Bits(length)) = (candidates.only(), length)
            && guard == Term::TRUE
            && length <= MAX_SINGLE
        {
            if self.is_inside(offset, length) {
                let (mut at, end) = (offset, offset + length);
                while at < end {
                    let bytes = piece(at, end);
                    let value = repeated(cx, byte, bytes);
                    self.put(cx, at, bytes, BoostEntry::Value(value));
                    at += u64::from(bytes);
                }
            }
            return;
        }
        self.push(cx, guard, at, candidates, Effect::Fill { length, byte });
    }

    fn copy(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        at: Value,
        source: &SegmentPlanes,
        from: Value,
        length: Value,
    ) {
        let candidates = CandidateOffsets::of(cx, at, self.ite_lists.room());
        let origin = CandidateOffsets::of(cx, from, source.ite_lists.room());
        if let (Some(to), Some(from), Value::Bits(length)) =
            (candidates.only(), origin.only(), length)
            && guard == Term::TRUE
            && length <= MAX_SINGLE
        {
            if !self.is_inside(to, length) || !source.is_inside(from, length) {
                return;
            }
            if !source.ite_lists.overlaps(from, from + length) {
                for (distance, bytes, cell) in source.cells(cx, from, length) {
                    self.put(cx, to + distance, bytes, cell);
                }
                return;
            }
        }
        let from = origin.only().map_or(from, Value::Bits);
        let source = Rc::new(source.clone());
        self.push(cx, guard, at, candidates, Effect::Copy { length, source, from });
    }

    /// Implements the multi-write of *SEGY*.
    fn multi_write(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, write: &MultiWrite) {
        let candidates = CandidateOffsets::of(cx, at, self.ite_lists.room());
        self.push(cx, guard, at, candidates, Effect::Many(Rc::new(*write)));
    }

    fn merge(
        &mut self,
        cx: &mut Context<'_>,
        other: &SegmentPlanes,
        guard: Term,
        _: Option<&SegmentPlanes>,
    ) {
        let (before, mut theirs) = (self.clone(), other.clone());
        let mut chosen: Vec<(u64, u32, Value)> = Vec::new();
        for plane in 0..PLANES {
            let bytes = self.boost_maps[plane].bytes();
            for at in before.boost_maps[plane].differences(&other.boost_maps[plane]) {
                if before.is_surely_written(at, bytes) && other.is_surely_written(at, bytes) {
                    let mine = before.read_at(cx, at, bytes);
                    let that = other.read_at(cx, at, bytes);
                    chosen.push((at, bytes, ite(cx, guard, that, mine, bytes)));
                    self.boost_maps[plane].remove(at);
                } else {
                    // Each side's value goes to its list, where it is guarded.
                    self.demote(cx, plane, at);
                    theirs.demote(cx, plane, at);
                }
            }
        }
        self.ite_lists.merge(cx, &theirs.ite_lists, guard);
        for (at, bytes, value) in chosen {
            self.put(cx, at, bytes, BoostEntry::Value(value));
        }
    }

    fn initialised(&self, cx: &mut Context<'_>, at: Value, length: Value) -> Term {
        all_written(self, cx, at, length, self.ite_lists.room())
    }

    fn pointers(&self, cx: &mut Context<'_>) -> Vec<Value> {
        pointers(self, cx)
    }

    fn describe(&self, items: &mut Vec<Item>) -> bool {
        for boost_map in &self.boost_maps {
            items.push(Item::Word(boost_map.count()));
            for (offset, cell) in boost_map.within(0, u64::MAX) {
                items.push(Item::Word(offset));
                match cell {
                    BoostEntry::Value(value) => items.push(Item::Value(value)),
                    BoostEntry::Uninitialised { block, offset } => {
                        items.extend([Item::Uninitialised(block), Item::Word(offset)]);
                    }
                }
            }
        }
        self.ite_lists.describe(items)
    }
}

impl Source for SegmentPlanes {
    fn plan(&self, cx: &mut Context<'_>, at: Value, query: ReadQuery) -> Plan<SegmentPlanes> {
        let candidates = CandidateOffsets::of(cx, at, self.ite_lists.room());
        match candidates.only() {
            Some(offset) if self.is_inside(offset, u64::from(query.bytes())) => {
                self.plan_at(cx, offset, query)
            }
            // Such an access is not allowed.
            Some(_) => Plan::Known(zero(cx, query.bytes())),
            None => self.plan_anywhere(cx, at, candidates, query),
        }
    }

    fn places_of_pointers(&self, cx: &mut Context<'_>) -> Vec<(Value, u32)> {
        let mut places = self.ite_lists.places_of_pointers(cx);
        for boost_map in &self.boost_maps {
            let pointers = boost_map.within(0, u64::MAX).filter(|(_, cell)| match cell {
                BoostEntry::Value(value) => mentions_block(cx, *value),
                BoostEntry::Uninitialised { .. } => false,
            });
            places.extend(pointers.map(|(offset, _)| (Value::Bits(offset), boost_map.bytes())));
        }
        places
    }

    fn ite_lists(&self) -> &IteLists<SegmentPlanes> {
        &self.ite_lists
    }

    fn ite_lists_mut(&mut self) -> &mut IteLists<SegmentPlanes> {
        &mut self.ite_lists
    }
}

impl SegmentPlanes {
    /// Plans a read at a symbolic address: the boost maps on top of the ite-lists.
    /// Implements the read operation of *SEGY*.
    fn plan_anywhere(
        &self,
        cx: &mut Context<'_>,
        at: Value,
        candidates: CandidateOffsets,
        query: ReadQuery,
    ) -> Plan<SegmentPlanes> {
        let bytes = query.bytes();
        let offsets = self.offsets_in_boost_maps(candidates, bytes);
        let place = cx.address(at);
        let few = offsets.len() <= MAX_QUERIES;
        let mut cases = Vec::new();
        for &offset in &offsets {
            let number = cx.number(offset);
            let here = cx.terms.eq(place, number);
            if here != Term::FALSE && (!few || cx.may(here)) {
                cases.push((offset, self.plan_at(cx, offset, query)));
            }
        }
        let below = match offsets.len() as u64 >= candidates.count() {
            true => None,
            false => Some(Box::new(self.ite_lists.plan(cx, at, query, MAX_QUERIES))),
        };
        Plan::Choice { at: place, candidates, cases, below, bytes }.settled(cx)
    }

    /// Returns the candidate addresses of a read of which the boost maps have some byte.
    fn offsets_in_boost_maps(&self, candidates: CandidateOffsets, bytes: u32) -> BTreeSet<u64> {
        let end = candidates.end(u64::from(bytes)).min(self.ite_lists.room());
        let mut offsets = BTreeSet::new();
        for boost_map in &self.boost_maps {
            for (start, _) in boost_map.within(candidates.first, end) {
                // The first candidate that reaches it.
                let first = (start + 1).saturating_sub(u64::from(bytes)).max(candidates.first);
                let steps = (first - candidates.first).div_ceil(candidates.stride);
                let mut offset = candidates.first + steps * candidates.stride;
                while offset < start + u64::from(boost_map.bytes()) && offset <= candidates.last {
                    if self.is_inside(offset, u64::from(bytes)) {
                        offsets.insert(offset);
                    }
                    offset += candidates.stride;
                }
            }
        }
        offsets
    }

    /// Adds a record to an ite-list, after moving what it may collide with out of the boost maps.
    /// Implements the collision formula and the write operation of *SEGY*.
    fn push(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        at: Value,
        candidates: CandidateOffsets,
        effect: Effect<Rc<SegmentPlanes>>,
    ) {
        let Some((plane, entry)) = record(cx, guard, at, candidates, effect) else { return };
        let mut queries = 0;
        for plane in 0..PLANES {
            let bytes = self.boost_maps[plane].bytes();
            let near: Vec<u64> =
                self.boost_maps[plane].within(entry.low, entry.high).map(|(at, _)| at).collect();
            for offset in near {
                let overlap = entry.overlap(cx, Value::Bits(offset), bytes);
                if overlap.whole == Term::TRUE {
                    self.boost_maps[plane].remove(offset);
                    continue;
                }
                queries += 1;
                let query = queries <= MAX_QUERIES;
                if overlap.any != Term::FALSE && (!query || cx.may(overlap.any)) {
                    self.demote(cx, plane, offset);
                }
            }
        }
        self.ite_lists.drop_covered(&entry);
        self.ite_lists.push(plane, entry);
    }

    /// Moves the entry of a boost map at an address to the end of the ite-list.
    /// Implements the write operation of *SEGY*.
    fn demote(&mut self, cx: &mut Context<'_>, plane: usize, offset: u64) {
        let Some(cell) = self.boost_maps[plane].remove(offset) else { return };
        let bytes = self.boost_maps[plane].bytes();
        let effect = match cell {
            BoostEntry::Value(value) => Effect::Write { bytes, value },
            BoostEntry::Uninitialised { block, offset } => {
                // It becomes a copy of an uninitialised segment.
                let end = offset + u64::from(bytes);
                let source = Rc::new(SegmentPlanes::new(block, Initial::Uninitialised, end, ()));
                Effect::Copy {
                    length: Value::Bits(u64::from(bytes)),
                    source,
                    from: Value::Bits(offset),
                }
            }
        };
        let candidates = CandidateOffsets { first: offset, last: offset, stride: 1 };
        if let Some((plane, entry)) =
            record(cx, Term::TRUE, Value::Bits(offset), candidates, effect)
        {
            self.ite_lists.drop_covered(&entry);
            self.ite_lists.push(plane, entry);
        }
    }
}
