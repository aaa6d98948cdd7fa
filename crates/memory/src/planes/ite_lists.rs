//! The ite-lists of a segment, one for each plane: the writes that the boost maps cannot hold.
//!
//! *SEGY*, section 3: "all other records are stored in a doubly linked list called *iteList*, where
//! the oldest record is at the beginning and the youngest at the end". A read returns a nested
//! `ite` over the records whose collision formula is satisfiable, on top of the default value `δ`.
//! A record is a write at a symbolic address, a guarded write, or a multi-write: a byte to a range
//! (`memset`), a copy (`memcpy`), or a function of the address.
//!
//! Departures:
//! 1. Records have times, in one sequence for all planes of a segment, so that a read through one
//!    plane finds later writes through another (section 4: the extension of a write, done at the
//!    read).
//! 2. The document builds the `ite` from the oldest record on. Here it is built from the youngest
//!    on, so that a record which surely covers the address ends the search.
//! 3. A record is dropped when a younger one writes to the same range.
//!
//! This file knows the lists only. They may be those of one segment or, in `naive`, of all.

use std::rc::Rc;

use term::{AllocId, Sort, Term};

use crate::candidate_offsets::CandidateOffsets;
use crate::memory::{Context, Item};
use crate::symbolic_write::{CopyOf, Effect, Entry, Written};
use crate::value::Value;

use super::parts::{Origin, PLANES, lower_half, mentions_block, offset_by, plane_of};
use super::plan::{Plan, ReadQuery, Source, is_written};

/// The test for initialisation expands a range of up to this number of addresses.
const MAX_ADDRESSES: u64 = 1 << 12;

/// A record of a list.
struct WriteRecord<S> {
    /// The segment that it writes to.
    segment: AllocId,
    /// Later records have greater times.
    time: u64,
    entry: Entry<Rc<S>>,
}

/// The records of a plane, oldest first; copies share them. Most planes of most segments have none.
struct List<S>(Option<Rc<Vec<Rc<WriteRecord<S>>>>>);

impl<S> Clone for List<S> {
    fn clone(&self) -> List<S> {
        List(self.0.clone())
    }
}

impl<S> List<S> {
    fn records(&self) -> &[Rc<WriteRecord<S>>] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }

    fn records_mut(&mut self) -> &mut Vec<Rc<WriteRecord<S>>> {
        Rc::make_mut(self.0.get_or_insert_default())
    }

    fn is_same(&self, other: &List<S>) -> bool {
        self.0.as_ref().map(Rc::as_ptr) == other.0.as_ref().map(Rc::as_ptr)
    }
}

/// The lists of all planes, as one segment sees them.
pub struct IteLists<S: Source> {
    segment: AllocId,
    origin: Origin,
    room: u64,
    lists: [List<S>; PLANES],
    /// The time of the next record.
    now: u64,
}

impl<S: Source> Clone for IteLists<S> {
    fn clone(&self) -> IteLists<S> {
        let IteLists { segment, origin, room, ref lists, now } = *self;
        IteLists { segment, origin, room, lists: lists.clone(), now }
    }
}

/// Drops chains of copies in a loop: they may be longer than the stack is deep.
impl<S: Source> Drop for IteLists<S> {
    fn drop(&mut self) {
        let mut rest = self.take_sources();
        while let Some(source) = rest.pop() {
            if let Ok(mut source) = Rc::try_unwrap(source) {
                rest.extend(source.ite_lists_mut().take_sources());
            }
        }
    }
}

impl<S: Source> IteLists<S> {
    /// Creates empty lists, for a segment of at most `room` bytes.
    pub fn new(segment: AllocId, origin: Origin, room: u64) -> IteLists<S> {
        IteLists { segment, origin, room, lists: std::array::from_fn(|_| List(None)), now: 1 }
    }

    /// Returns the lists as another segment sees them.
    pub fn of_segment(&self, segment: AllocId, origin: Origin, room: u64) -> IteLists<S> {
        IteLists { segment, origin, room, lists: self.lists.clone(), now: self.now }
    }

    /// Returns the default value.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Returns the most bytes that the segment can have.
    pub fn room(&self) -> u64 {
        self.room
    }

    /// Whether there is no record.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.lists.iter().all(|list| list.records().is_empty())
    }

    /// Whether a record may overlap a range.
    pub fn overlaps(&self, low: u64, high: u64) -> bool {
        self.lists.iter().flat_map(List::records).any(|it| it.entry.overlaps(low, high))
    }

    /// Adds a record to the list of a plane.
    pub fn push(&mut self, plane: usize, entry: Entry<Rc<S>>) {
        self.push_to(self.segment, plane, entry);
    }

    /// Adds a record of another segment to the list of a plane.
    pub fn push_to(&mut self, segment: AllocId, plane: usize, entry: Entry<Rc<S>>) {
        let record = Rc::new(WriteRecord { segment, time: self.now, entry });
        self.now += 1;
        self.lists[plane].records_mut().push(record);
    }

    /// Drops the records that a new one covers because it writes to the same range.
    pub fn drop_covered(&mut self, by: &Entry<Rc<S>>) {
        if by.guard != Term::TRUE || matches!(by.effect, Effect::Many(_)) {
            return;
        }
        let covered = |record: &Rc<WriteRecord<S>>| {
            let old = &record.entry;
            old.offset == by.offset && old.effect.length() == by.effect.length()
        };
        for list in &mut self.lists {
            if list.records().iter().any(covered) {
                list.records_mut().retain(|record| !covered(record));
            }
        }
    }

    /// Iterates over the records of all planes that write to the segment, youngest first.
    pub fn youngest_first(&self) -> impl Iterator<Item = &Entry<Rc<S>>> {
        let mut rest: [&[Rc<WriteRecord<S>>]; PLANES] =
            std::array::from_fn(|i| self.lists[i].records());
        let all = std::iter::from_fn(move || {
            let youngest = rest.iter_mut().max_by_key(|list| list.last().map(|it| it.time))?;
            let (record, older) = youngest.split_last()?;
            *youngest = older;
            Some(record)
        });
        all.filter(|record| record.segment == self.segment).map(|record| &record.entry)
    }

    /// Plans a read. The oracle is queried about at most `queries` records; the others count as
    /// collisions.
    /// Implements the read operation of *SEGY*.
    pub fn plan(
        &self,
        cx: &mut Context<'_>,
        at: Value,
        query: ReadQuery,
        queries: usize,
    ) -> Plan<S> {
        if self.is_empty() {
            return Plan::Known(self.default(cx, at, query));
        }
        let bytes = query.bytes();
        let candidates = CandidateOffsets::of(cx, at, self.room);
        let at = candidates.only().map_or(at, Value::Bits);
        let end = candidates.end(u64::from(bytes));
        let mut ite_lists: Vec<(Term, Plan<S>)> = Vec::new();
        let mut bottom = None;
        let mut asked = 0;
        for entry in self.youngest_first().filter(|entry| entry.overlaps(candidates.first, end)) {
            let overlap = entry.overlap(cx, at, bytes);
            if overlap.any == Term::FALSE {
                continue;
            }
            let may_ask = overlap.any != Term::TRUE && asked < queries;
            asked += usize::from(may_ask);
            if may_ask && !cx.may(overlap.any) {
                continue;
            }
            let not_whole = cx.terms.not(overlap.whole);
            let partly = cx.terms.and(overlap.any, not_whole);
            if partly != Term::FALSE && cx.may(partly) {
                return self
                    .plan_halves(cx, at, bytes, |cx, at, query| self.plan(cx, at, query, queries));
            }
            if overlap.whole == Term::FALSE {
                continue;
            }
            let said = effect_of(cx, entry, at, query);
            if overlap.whole == Term::TRUE || (may_ask && !cx.may(not_whole)) {
                bottom = Some(said);
                break;
            }
            ite_lists.push((overlap.whole, said));
        }
        let bottom = bottom.unwrap_or_else(|| Plan::Known(self.default(cx, at, query)));
        if ite_lists.is_empty() {
            return bottom;
        }
        Plan::Layered(ite_lists, Box::new(bottom), bytes).settled(cx)
    }

    /// Plans a read as section 2 does: an `ite` over all records, the oldest innermost, from which
    /// the oracle removes those that do not collide.
    /// Implements the list of write records of *SEGY*.
    pub fn plan_of_all(&self, cx: &mut Context<'_>, at: Value, query: ReadQuery) -> Plan<S> {
        let bytes = query.bytes();
        let mut records: Vec<&Entry<Rc<S>>> = self.youngest_first().collect();
        records.reverse();
        let mut ite_lists: Vec<(Term, Plan<S>)> = Vec::new();
        let (mut bottom, mut in_part) = (None, false);
        for entry in records {
            let overlap = entry.overlap(cx, at, bytes);
            if overlap.any == Term::FALSE || !cx.may(overlap.any) {
                continue;
            }
            if overlap.whole == Term::TRUE {
                ite_lists.clear();
                (bottom, in_part) = (Some(effect_of(cx, entry, at, query)), false);
                continue;
            }
            let not_whole = cx.terms.not(overlap.whole);
            let partly = cx.terms.and(overlap.any, not_whole);
            in_part |= partly != Term::FALSE && cx.may(partly);
            if overlap.whole != Term::FALSE {
                ite_lists.push((overlap.whole, effect_of(cx, entry, at, query)));
            }
        }
        if in_part {
            return self
                .plan_halves(cx, at, bytes, |cx, at, query| self.plan_of_all(cx, at, query));
        }
        let bottom = bottom.unwrap_or_else(|| Plan::Known(self.default(cx, at, query)));
        ite_lists.reverse();
        Plan::Layered(ite_lists, Box::new(bottom), bytes).settled(cx)
    }

    /// Plans the halves of a value that some record covers in part.
    fn plan_halves(
        &self,
        cx: &mut Context<'_>,
        at: Value,
        bytes: u32,
        plan: impl Fn(&mut Context<'_>, Value, ReadQuery) -> Plan<S>,
    ) -> Plan<S> {
        let (half, rest) = (lower_half(bytes), bytes - lower_half(bytes));
        let low = plan(cx, at, ReadQuery::Value { bytes: half });
        let middle = offset_by(cx, at, half);
        let high = plan(cx, middle, ReadQuery::Value { bytes: rest });
        Plan::Halves(Box::new([(low, half), (high, rest)])).settled(cx)
    }

    /// Returns the answer where no record collides.
    fn default(&self, cx: &mut Context<'_>, at: Value, query: ReadQuery) -> Value {
        match query {
            ReadQuery::Value { bytes } => self.origin.read(cx, at, bytes),
            ReadQuery::Written => Value::bit(self.origin == Origin::Zero),
        }
    }

    /// Empties the lists that are not shared, and returns the sources of their copies.
    fn take_sources(&mut self) -> Vec<Rc<S>> {
        let mine = self.lists.iter_mut().filter_map(|list| Rc::get_mut(list.0.as_mut()?));
        let records = mine.flat_map(std::mem::take).filter_map(|it| Rc::try_unwrap(it).ok());
        let sources = records.filter_map(|record| match record.entry.effect {
            Effect::Copy { source, .. } => Some(source),
            _ => None,
        });
        sources.collect()
    }

    /// Returns where records wrote something that mentions a block, other than by a copy.
    pub fn places_of_pointers(&self, cx: &Context<'_>) -> Vec<(Value, u32)> {
        let entries = self.youngest_first();
        let places = entries.filter_map(|entry| match entry.effect {
            Effect::Write { bytes, value } if mentions_block(cx, value) => {
                Some((entry.offset, bytes))
            }
            // The value of a multi-write is no pointer.
            _ => None,
        });
        places.collect()
    }

    /// Returns the copies of the lists.
    pub fn copies(&self) -> Vec<CopyOf<S>> {
        self.youngest_first().filter_map(|entry| entry.copy()).collect()
    }

    /// Merges the lists of another segment, which count where the guard holds.
    ///
    /// A record that both have stays as it is; one that only one of them has is guarded. Records of
    /// different sides never hold together, so their order does not matter.
    pub fn merge(&mut self, cx: &mut Context<'_>, other: &IteLists<S>, guard: Term) {
        let otherwise = cx.terms.not(guard);
        self.room = self.room.max(other.room);
        let (mine, theirs) = (self.bottom_as_record(other), other.bottom_as_record(self));
        if self.origin == Origin::Zero {
            self.origin = other.origin;
        }
        for (list, other) in self.lists.iter_mut().zip(&other.lists) {
            if !list.is_same(other) {
                let merged = merged(cx, list.records(), other.records(), guard, otherwise);
                *list = List(Some(Rc::new(merged)));
            }
        }
        for (bottom, when) in [(mine, otherwise), (theirs, guard)] {
            if let Some(bottom) = bottom {
                self.lists[0].records_mut().insert(0, under(cx, &bottom, when));
            }
        }
        self.now = self.now.max(other.now);
    }

    /// Returns zeros as a record, if the other segment has another default value: there they are no
    /// default but a write.
    fn bottom_as_record(&self, other: &IteLists<S>) -> Option<WriteRecord<S>> {
        let effect = Effect::Fill { length: Value::Bits(self.room), byte: Value::ZERO };
        let entry = Entry::at(Term::TRUE, 0, self.room, effect);
        (self.origin == Origin::Zero && other.origin != Origin::Zero).then(|| WriteRecord {
            segment: self.segment,
            time: 0,
            entry,
        })
    }

    /// Describes all records; returns `false` if there is a copy.
    pub fn describe(&self, items: &mut Vec<Item>) -> bool {
        self.origin.describe(items);
        for Entry { guard, offset, effect, .. } in self.youngest_first() {
            items.push(Item::Value(Value::Term(*guard)));
            items.push(Item::Value(*offset));
            match effect {
                Effect::Write { bytes, value } => {
                    items.extend([Item::Word(u64::from(*bytes)), Item::Value(*value)]);
                }
                Effect::Fill { length, byte } => {
                    items.extend([Item::Word(0), Item::Value(*length), Item::Value(*byte)]);
                }
                Effect::Copy { .. } => return false,
                Effect::Many(write) => {
                    items.extend([Item::Word(u64::MAX), Item::Word(u64::from(write.bytes))]);
                    items.push(Item::Value(write.length));
                    let terms = [write.distance, write.set, write.value];
                    items.extend(terms.map(|it| Item::Value(Value::Term(it))));
                }
            }
        }
        items.push(Item::Word(u64::MAX));
        true
    }
}

/// Returns a record and the plane of its list; none if it writes nothing.
pub fn record<S>(
    cx: &mut Context<'_>,
    guard: Term,
    at: Value,
    candidates: CandidateOffsets,
    effect: Effect<Rc<S>>,
) -> Option<(usize, Entry<Rc<S>>)> {
    let (plane, length) = match &effect {
        Effect::Write { bytes, .. } => (plane_of(*bytes), Value::Bits(u64::from(*bytes))),
        Effect::Fill { length, .. } | Effect::Copy { length, .. } => (0, *length),
        Effect::Many(write) => (plane_of(write.bytes), write.length),
    };
    let (_, longest) = cx.range(length);
    let (low, high) = (candidates.first, candidates.end(longest));
    let offset = candidates.only().map_or(at, Value::Bits);
    (longest > 0 && guard != Term::FALSE)
        .then_some((plane, Entry { guard, offset, low, high, effect }))
}

/// Plans what a record writes to an address that it covers.
fn effect_of<S: Source>(
    cx: &mut Context<'_>,
    entry: &Entry<Rc<S>>,
    at: Value,
    query: ReadQuery,
) -> Plan<S> {
    match (&entry.effect, query) {
        (Effect::Copy { source, from, .. }, _) => {
            Plan::Copy(source.clone(), entry.origin(cx, at, *from), query)
        }
        (_, ReadQuery::Written) => Plan::Known(Value::bit(true)),
        (_, ReadQuery::Value { bytes }) => match entry.value_at(cx, at, bytes) {
            Written::Value(value) => Plan::Known(value),
            Written::Copy(source, place) => Plan::Copy(source.clone(), place, query),
        },
    }
}

/// Returns the condition under which every byte of a range is initialised, in a segment of at most
/// `room` bytes.
pub fn all_written(
    segment: &impl Source,
    cx: &mut Context<'_>,
    at: Value,
    length: Value,
    room: u64,
) -> Term {
    let (_, longest) = cx.range(length);
    let longest = longest.min(room);
    if longest > MAX_ADDRESSES {
        return any_written(segment, cx, at, length);
    }
    let mut all = Term::TRUE;
    for i in 0..longest {
        let place = offset_by(cx, at, i as u32);
        let written = is_written(segment, cx, place);
        if written == Term::TRUE {
            continue;
        }
        let (number, length) = (cx.number(i), cx.address(length));
        let asked = cx.terms.ult(number, length);
        let fine = cx.terms.implies(asked, written);
        all = cx.terms.and(all, fine);
    }
    all
}

/// Decides the same for ranges that are too long to expand: the document's `∀ω. φ(ω) → ψ(ω)`, for
/// an arbitrary address. The answer is yes or no, for all inputs of this path.
fn any_written(segment: &impl Source, cx: &mut Context<'_>, at: Value, length: Value) -> Term {
    let any = cx.terms.symbol("offset", Sort::Bits(cx.pointer));
    let (at, length) = (cx.address(at), cx.address(length));
    let distance = cx.terms.sub(any, at);
    let asked = cx.terms.ult(distance, length);
    let written = is_written(segment, cx, Value::Term(any));
    let fine = cx.terms.implies(asked, written);
    if cx.oracle.must(cx.terms, fine) { Term::TRUE } else { Term::FALSE }
}

/// Merges two lists: what only one of them has is guarded.
fn merged<S>(
    cx: &mut Context<'_>,
    mine: &[Rc<WriteRecord<S>>],
    theirs: &[Rc<WriteRecord<S>>],
    guard: Term,
    otherwise: Term,
) -> Vec<Rc<WriteRecord<S>>> {
    let mut merged = Vec::with_capacity(mine.len().max(theirs.len()));
    let (mut mine, mut theirs) = (mine.iter().peekable(), theirs.iter().peekable());
    loop {
        match (mine.peek(), theirs.peek()) {
            (None, None) => return merged,
            (Some(a), Some(b)) if Rc::ptr_eq(a, b) => {
                merged.extend(mine.next().cloned());
                theirs.next();
            }
            (Some(a), b) if b.is_none_or(|b| a.time <= b.time) => {
                merged.push(under(cx, a, otherwise));
                mine.next();
            }
            (_, Some(b)) => {
                merged.push(under(cx, b, guard));
                theirs.next();
            }
            (Some(_), None) => return merged,
        }
    }
}

/// Returns a record under a guard.
fn under<S>(cx: &mut Context<'_>, record: &WriteRecord<S>, guard: Term) -> Rc<WriteRecord<S>> {
    let WriteRecord { segment, time, ref entry } = *record;
    let guard = cx.terms.and(entry.guard, guard);
    Rc::new(WriteRecord { segment, time, entry: Entry { guard, ..entry.clone() } })
}
