//! What one segment has in every plane: a boost map and an ite-list for each.
//!
//! Seed 002, sections 3 and 4. The invariant of the document, over all planes: a record of a boost map
//! collides with no newer record, of whatever plane. So what a boost map has for an address is the
//! answer of a read there, with one look-up and no question, and in a read at an unknown address the
//! boost maps lie on top of the ite-lists.
//!
//! Departures:
//! 1. A program may read with one type what it wrote with another (section 4: "type casting"). Where
//!    a write at a constant address takes a part of a value of another plane away, the rest of that
//!    value is extended to the planes of its halves; a read that no plane has as a whole is put
//!    together from its halves. Where planes do not meet, nothing of this happens. A value that is
//!    not at a multiple of its size is in the planes of its parts.
//! 2. A write under a guard to a constant address where something was written becomes a conditional
//!    value in the boost map. In the document it goes to the ite-list; reads get the same `ite`.
//! 3. A write of constant length at a constant address by `memset` or `memcpy` is so many writes to
//!    constant addresses, up to a limit; beyond, and where anything of it is a term, one record.
//! 4. The oracle is asked about a limited number of collisions for each operation. More count as
//!    collisions: "to be on the safe side", as the document says of what a solver does not know.
//! 5. Of many constant addresses that a read may be at, the document makes as many `ite`s; here those
//!    with the same value are one, and above a limit they are an array.

mod constant;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::rc::Rc;

use term::{AllocId, Term};

use crate::blockwise::Content;
use crate::memory::{Context, Initial, Item};
use crate::multi_write::MultiWrite;
use crate::spots::Spots;
use crate::update::{Effect, repeated};
use crate::value::{Value, ite};

use super::boost::{Boost, Cell};
use super::layers::{Layers, all_written, record};
use super::parts::{Origin, PLANES, mentions_block, plane_of, zero};
use super::plan::{Ask, Plan, Source, pointers, read};
use constant::piece;

/// The oracle is asked about so many collisions for one operation.
const MAX_QUESTIONS: usize = 32;
/// Writes of more bytes at once are one record.
const MAX_SINGLE: u64 = 1 << 12;

/// A segment in all planes.
#[derive(Clone)]
pub struct Strip {
    boosts: [Boost; PLANES],
    layers: Layers<Strip>,
}

impl Content for Strip {
    type Settings = ();

    fn new(owner: AllocId, initial: Initial, room: u64, (): ()) -> Strip {
        Strip {
            boosts: std::array::from_fn(|plane| Boost::new(1 << plane)),
            layers: Layers::new(owner, Origin::new(owner, initial), room),
        }
    }

    #[inline]
    fn peek(&self, offset: u64, bytes: u32) -> Option<Value> {
        match self.cell(offset, bytes) {
            Some(Cell::Value(value)) => Some(value),
            Some(Cell::Unwritten { .. }) => None,
            None => self.is_plainly_zero(offset, bytes).then_some(Value::ZERO),
        }
    }

    #[inline]
    fn poke(&mut self, offset: u64, bytes: u32, word: u64) -> bool {
        if !self.fits(offset, bytes) {
            return false;
        }
        // Where there is a value already, no other plane has anything.
        let free = self.cell(offset, bytes).is_some() || !self.meets_boost(offset, bytes);
        if free {
            self.boosts[plane_of(bytes)].insert(offset, Cell::Value(Value::Bits(word)));
        }
        free
    }

    fn load(&mut self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        read(self, cx, at, Ask::Value { bytes })
    }

    fn store(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, bytes: u32, value: Value) {
        let spots = Spots::of(cx, at, self.layers.room());
        match spots.only() {
            Some(offset) if !self.is_inside(offset, u64::from(bytes)) => {}
            Some(offset) if guard == Term::TRUE => self.put(cx, offset, bytes, Cell::Value(value)),
            Some(offset) if self.is_surely_written(offset, bytes) => {
                let old = self.read_at(cx, offset, bytes);
                let value = ite(cx, guard, value, old, bytes);
                self.put(cx, offset, bytes, Cell::Value(value));
            }
            _ => self.push(cx, guard, at, spots, Effect::Write { bytes, value }),
        }
    }

    fn fill(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, length: Value, byte: Value) {
        let spots = Spots::of(cx, at, self.layers.room());
        if let (Some(offset), Value::Bits(length)) = (spots.only(), length)
            && guard == Term::TRUE
            && length <= MAX_SINGLE
        {
            if self.is_inside(offset, length) {
                let (mut at, end) = (offset, offset + length);
                while at < end {
                    let bytes = piece(at, end);
                    let value = repeated(cx, byte, bytes);
                    self.put(cx, at, bytes, Cell::Value(value));
                    at += u64::from(bytes);
                }
            }
            return;
        }
        self.push(cx, guard, at, spots, Effect::Fill { length, byte });
    }

    fn copy(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        at: Value,
        source: &Strip,
        from: Value,
        length: Value,
    ) {
        let spots = Spots::of(cx, at, self.layers.room());
        let origin = Spots::of(cx, from, source.layers.room());
        if let (Some(to), Some(from), Value::Bits(length)) = (spots.only(), origin.only(), length)
            && guard == Term::TRUE
            && length <= MAX_SINGLE
        {
            if !self.is_inside(to, length) || !source.is_inside(from, length) {
                return;
            }
            if !source.layers.meets(from, from + length) {
                for (distance, bytes, cell) in source.cells(cx, from, length) {
                    self.put(cx, to + distance, bytes, cell);
                }
                return;
            }
        }
        let from = origin.only().map_or(from, Value::Bits);
        let source = Rc::new(source.clone());
        self.push(cx, guard, at, spots, Effect::Copy { length, source, from });
    }

    fn multi_write(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, write: &MultiWrite) {
        let spots = Spots::of(cx, at, self.layers.room());
        self.push(cx, guard, at, spots, Effect::Many(Rc::new(*write)));
    }

    fn merge(&mut self, cx: &mut Context<'_>, other: &Strip, guard: Term, _: Option<&Strip>) {
        let (before, mut theirs) = (self.clone(), other.clone());
        let mut chosen: Vec<(u64, u32, Value)> = Vec::new();
        for plane in 0..PLANES {
            let bytes = self.boosts[plane].bytes();
            for at in before.boosts[plane].differences(&other.boosts[plane]) {
                if before.is_surely_written(at, bytes) && other.is_surely_written(at, bytes) {
                    let mine = before.read_at(cx, at, bytes);
                    let that = other.read_at(cx, at, bytes);
                    chosen.push((at, bytes, ite(cx, guard, that, mine, bytes)));
                    self.boosts[plane].remove(at);
                } else {
                    // Each side's goes to its list, where it holds under its guard.
                    self.demote(cx, plane, at);
                    theirs.demote(cx, plane, at);
                }
            }
        }
        self.layers.merge(cx, &theirs.layers, guard);
        for (at, bytes, value) in chosen {
            self.put(cx, at, bytes, Cell::Value(value));
        }
    }

    fn initialised(&self, cx: &mut Context<'_>, at: Value, length: Value) -> Term {
        all_written(self, cx, at, length, self.layers.room())
    }

    fn pointers(&self, cx: &mut Context<'_>) -> Vec<Value> {
        pointers(self, cx)
    }

    fn describe(&self, items: &mut Vec<Item>) -> bool {
        for boost in &self.boosts {
            items.push(Item::Word(boost.count()));
            for (offset, cell) in boost.within(0, u64::MAX) {
                items.push(Item::Word(offset));
                match cell {
                    Cell::Value(value) => items.push(Item::Value(value)),
                    Cell::Unwritten { block, offset } => {
                        items.extend([Item::Unwritten(block), Item::Word(offset)]);
                    }
                }
            }
        }
        self.layers.describe(items)
    }
}

impl Source for Strip {
    fn plan(&self, cx: &mut Context<'_>, at: Value, ask: Ask) -> Plan<Strip> {
        let spots = Spots::of(cx, at, self.layers.room());
        match spots.only() {
            Some(offset) if self.is_inside(offset, u64::from(ask.bytes())) => {
                self.plan_at(cx, offset, ask)
            }
            // An access that is not made.
            Some(_) => Plan::Known(zero(cx, ask.bytes())),
            None => self.plan_anywhere(cx, at, spots, ask),
        }
    }

    fn places_of_pointers(&self, cx: &mut Context<'_>) -> Vec<(Value, u32)> {
        let mut places = self.layers.places_of_pointers(cx);
        for boost in &self.boosts {
            let pointers = boost.within(0, u64::MAX).filter(|(_, cell)| match cell {
                Cell::Value(value) => mentions_block(cx, *value),
                Cell::Unwritten { .. } => false,
            });
            places.extend(pointers.map(|(offset, _)| (Value::Bits(offset), boost.bytes())));
        }
        places
    }

    fn layers(&self) -> &Layers<Strip> {
        &self.layers
    }

    fn layers_mut(&mut self) -> &mut Layers<Strip> {
        &mut self.layers
    }
}

impl Strip {
    /// What is at an address that is a term: the boost maps on top of the ite-lists.
    fn plan_anywhere(
        &self,
        cx: &mut Context<'_>,
        at: Value,
        spots: Spots,
        ask: Ask,
    ) -> Plan<Strip> {
        let bytes = ask.bytes();
        let offsets = self.offsets_in_boosts(spots, bytes);
        let place = cx.address(at);
        let few = offsets.len() <= MAX_QUESTIONS;
        let mut cases = Vec::new();
        for &offset in &offsets {
            let number = cx.number(offset);
            let here = cx.terms.eq(place, number);
            if here != Term::FALSE && (!few || cx.may(here)) {
                cases.push((offset, self.plan_at(cx, offset, ask)));
            }
        }
        let below = match offsets.len() as u64 >= spots.count() {
            true => None,
            false => Some(Box::new(self.layers.plan(cx, at, ask, MAX_QUESTIONS))),
        };
        Plan::Choice { at: place, spots, cases, below, bytes }.settled(cx)
    }

    /// The addresses that a read may be at and of which boost maps have some byte.
    fn offsets_in_boosts(&self, spots: Spots, bytes: u32) -> BTreeSet<u64> {
        let end = spots.end(u64::from(bytes)).min(self.layers.room());
        let mut offsets = BTreeSet::new();
        for boost in &self.boosts {
            for (start, _) in boost.within(spots.first, end) {
                // The first that reaches it, on the grid.
                let first = (start + 1).saturating_sub(u64::from(bytes)).max(spots.first);
                let steps = (first - spots.first).div_ceil(spots.stride);
                let mut offset = spots.first + steps * spots.stride;
                while offset < start + u64::from(boost.bytes()) && offset <= spots.last {
                    if self.is_inside(offset, u64::from(bytes)) {
                        offsets.insert(offset);
                    }
                    offset += spots.stride;
                }
            }
        }
        offsets
    }

    /// Adds a record to an ite-list; what it may collide with leaves the boost maps first.
    fn push(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        at: Value,
        spots: Spots,
        effect: Effect<Rc<Strip>>,
    ) {
        let Some((plane, entry)) = record(cx, guard, at, spots, effect) else { return };
        let mut questions = 0;
        for plane in 0..PLANES {
            let bytes = self.boosts[plane].bytes();
            let near: Vec<u64> =
                self.boosts[plane].within(entry.low, entry.high).map(|(at, _)| at).collect();
            for offset in near {
                let cover = entry.cover(cx, Value::Bits(offset), bytes);
                if cover.whole == Term::TRUE {
                    self.boosts[plane].remove(offset);
                    continue;
                }
                questions += 1;
                let ask = questions <= MAX_QUESTIONS;
                if cover.any != Term::FALSE && (!ask || cx.may(cover.any)) {
                    self.demote(cx, plane, offset);
                }
            }
        }
        self.layers.drop_covered(&entry);
        self.layers.push(plane, entry);
    }

    /// Moves what a boost map has at an address to the end of the ite-list.
    fn demote(&mut self, cx: &mut Context<'_>, plane: usize, offset: u64) {
        let Some(cell) = self.boosts[plane].remove(offset) else { return };
        let bytes = self.boosts[plane].bytes();
        let effect = match cell {
            Cell::Value(value) => Effect::Write { bytes, value },
            Cell::Unwritten { block, offset } => {
                // As a copy of a segment that nothing was written to.
                let end = offset + u64::from(bytes);
                let source = Rc::new(Strip::new(block, Initial::Unwritten, end, ()));
                Effect::Copy {
                    length: Value::Bits(u64::from(bytes)),
                    source,
                    from: Value::Bits(offset),
                }
            }
        };
        let spots = Spots { first: offset, last: offset, stride: 1 };
        if let Some((plane, entry)) = record(cx, Term::TRUE, Value::Bits(offset), spots, effect) {
            self.layers.drop_covered(&entry);
            self.layers.push(plane, entry);
        }
    }
}
