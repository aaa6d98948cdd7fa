//! One block: a constant layer, and the records of writes that are guarded or at a symbolic offset,
//! in an interval tree.
//!
//! `SEARCH` of *MemSight* is `newest_first`, and the loop of `_LOAD` is `overlay`. It starts at the
//! newest record, so that it can stop where the records surely cover the read.

use std::cmp::Reverse;
use std::rc::Rc;

use term::{AllocId, Term, TermMap};

use crate::blockwise::BlockContents;
use crate::candidate_offsets::CandidateOffsets;
use crate::constant_layer::ConstantLayer;
use crate::logged_contents::{LoggedContents, MAX_CONSTANT_OFFSET, is_written_by, read_from};
use crate::memory::{Context, Initial, Item};
use crate::multi_write::MultiWrite;
use crate::symbolic_write::{Effect, Memo, Overlap};
use crate::timestamps::tree::Tree;
use crate::value::{Value, ite};

/// A write above the constant layer.
pub(super) type Entry = crate::logged_contents::Entry<Timeline>;

/// The largest number of records that the oracle is queried about for one read.
const MAX_QUERIES: usize = 8;

/// The oracle is queried for closer bounds of accesses with more candidate offsets than this.
const MIN_CANDIDATES: u64 = 8;

/// The time of a write. Writes have even times and the constant layer has odd ones, so that one
/// number tells which is newer; equal times in the constant layer need no order. The second number
/// orders what merging inserts between the constant layer at a time and the next write.
pub(super) type Time = (u64, u32);

/// What is visible at a range from a time on.
#[derive(Clone)]
pub(super) struct TimelineRecord {
    pub(super) time: Time,
    pub(super) low: u64,
    pub(super) high: u64,
    /// The write; none stands for the constant layer.
    pub(super) write: Option<Rc<Entry>>,
}

/// The contents of a block.
#[derive(Clone)]
pub struct Timeline {
    pub(super) constants: ConstantLayer,
    /// If it has no writes, it has no records of the constant layer either.
    pub(super) records: Tree<TimelineRecord>,
    /// The time of the newest record that ever existed.
    pub(super) now: u64,
    /// The largest possible size of the block.
    pub(super) room: u64,
    /// Candidate offsets by the terms of offsets, as far as the oracle was queried. They stay valid
    /// because a path condition only gets stronger; a merge keeps the ancestor's.
    pub(super) candidates: Rc<TermMap<CandidateOffsets>>,
}

impl TimelineRecord {
    fn lies_within(&self, low: u64, high: u64) -> bool {
        low <= self.low && self.high <= high
    }

    fn contains(&self, low: u64, high: u64) -> bool {
        self.low <= low && high <= self.high
    }

    /// Returns the overlap with a read.
    fn overlap(
        &self,
        cx: &mut Context<'_>,
        at: Value,
        candidates: CandidateOffsets,
        bytes: u32,
    ) -> Overlap {
        if let Some(write) = &self.write {
            return write.overlap(cx, at, bytes);
        }
        let length = u64::from(bytes);
        if let Some(offset) = candidates.only() {
            let whole = Term::from(self.contains(offset, offset.saturating_add(length)));
            return Overlap { whole, any: Term::TRUE };
        }
        let (start, size) = (Value::Bits(self.low), Value::Bits(self.high - self.low));
        // If all are on one grid, either all bytes are covered or none.
        let grid = [candidates.first, candidates.stride, self.low, self.high];
        let on_grid = length.is_power_of_two() && grid.iter().all(|it| it.is_multiple_of(length));
        Overlap::of(cx, start, size, at, if on_grid { 1 } else { bytes })
    }

    /// Describes the record; returns `false` if it cannot.
    fn describe(&self, items: &mut Vec<Item>) -> bool {
        items.extend([self.low, self.high].map(Item::Word));
        let Some(write) = &self.write else {
            items.push(Item::Word(0));
            return true;
        };
        items.extend([Value::Term(write.guard), write.offset].map(Item::Value));
        match write.effect {
            Effect::Write { bytes, value } => {
                items.extend([Item::Word(1), Item::Word(bytes.into()), Item::Value(value)]);
                true
            }
            Effect::Fill { length, byte } => {
                items.extend([Item::Word(2), Item::Value(length), Item::Value(byte)]);
                true
            }
            // A whole earlier state of a block, or a formula with a bound symbol.
            Effect::Copy { .. } | Effect::Many(_) => false,
        }
    }
}

impl Timeline {
    /// Finds the bounds of an access: the domain of the term first, then the oracle, where the
    /// domain exceeds the block.
    /// Implements `min(e)` and `max(e)` of *MemSight*.
    fn learn(&mut self, cx: &mut Context<'_>, at: Value) {
        let Value::Term(term) = at else { return };
        let (_, high) = cx.range(at);
        if high <= self.room || self.candidates.contains_key(&term) {
            return;
        }
        let candidates = CandidateOffsets::of(cx, at, self.room);
        if candidates.count() > MIN_CANDIDATES {
            let candidates = candidates.halved(cx, at);
            Rc::make_mut(&mut self.candidates).insert(term, candidates);
        }
    }

    /// Returns the offsets that an access may be at.
    fn candidates(&self, cx: &mut Context<'_>, at: Value) -> CandidateOffsets {
        let known = |term| self.candidates.get(&term).copied();
        match at {
            Value::Term(term) => {
                known(term).unwrap_or_else(|| CandidateOffsets::of(cx, at, self.room))
            }
            _ => CandidateOffsets::of(cx, at, self.room),
        }
    }

    /// Adds a record of a write, later than all others. Drops the records that it hides for all
    /// inputs.
    fn push(&mut self, entry: Entry) {
        let covered = entry.range().filter(|_| entry.guard == Term::TRUE);
        self.records.remove(entry.low, entry.high, |record| match &record.write {
            Some(old) => entry.hides(old),
            None => covered.is_some_and(|(low, high)| record.lies_within(low, high)),
        });
        self.now = (self.now | 1) + 1;
        self.insert((self.now, 0), entry);
    }

    /// Returns the records that overlap a range, newest first.
    /// Implements `SEARCH` and `SORT_BY_INCREASING_TIMESTAMP` of *MemSight*.
    fn newest_first(&self, low: u64, high: u64) -> Vec<&TimelineRecord> {
        let mut found: Vec<&TimelineRecord> = self.records.overlapping(low, high).collect();
        found.sort_unstable_by_key(|record| Reverse(record.time));
        found
    }

    /// Whether the constant layer is surely visible at a range.
    fn shows_constants(&self, low: u64, high: u64) -> bool {
        let newest = self.records.overlapping(low, high).max_by_key(|record| record.time);
        newest.is_none_or(|record| record.write.is_none() && record.contains(low, high))
    }

    /// Adds a record of a write, unless its guard is false.
    pub(super) fn insert(&mut self, time: Time, write: Entry) {
        if write.guard == Term::FALSE {
            return;
        }
        let (low, high) = (write.low, write.high);
        self.records.insert(
            low,
            high,
            TimelineRecord { time, low, high, write: Some(Rc::new(write)) },
        );
    }

    /// Reads the records on top of the constant layer; `None` if one may cover a part of the read.
    /// Implements `_LOAD` of *MemSight*.
    fn overlay(
        &self,
        cx: &mut Context<'_>,
        memo: &mut Memo<Timeline>,
        at: Value,
        candidates: CandidateOffsets,
        bytes: u32,
    ) -> Option<Value> {
        let mut layers: Vec<(Term, Value)> = Vec::new();
        // The condition under which no newer record covers the read.
        let mut open = Term::TRUE;
        let mut constants: Option<Value> = None;
        for (asked, record) in self
            .newest_first(candidates.first, candidates.end(bytes.into()))
            .into_iter()
            .enumerate()
        {
            let overlap = record.overlap(cx, at, candidates, bytes);
            let any = cx.terms.and(open, overlap.any);
            let query = asked < MAX_QUERIES && cx.is_worth_asking(any);
            if any == Term::FALSE || (query && !cx.may(any)) {
                continue;
            }
            let not_whole = cx.terms.not(overlap.whole);
            if overlap.any != overlap.whole {
                let partly = cx.terms.and(any, not_whole);
                if cx.may(partly) {
                    return None;
                }
            }
            if overlap.whole == Term::FALSE {
                continue;
            }
            let value = match &record.write {
                Some(write) => read_from(cx, memo, write, at, bytes),
                None => {
                    *constants.get_or_insert_with(|| self.constants.read(cx, at, candidates, bytes))
                }
            };
            open = cx.terms.and(open, not_whole);
            if open == Term::FALSE || (query && !cx.may(open)) {
                return Some(stacked(cx, layers, value, bytes));
            }
            layers.push((overlap.whole, value));
        }
        let constants = constants.unwrap_or_else(|| self.constants.read(cx, at, candidates, bytes));
        Some(stacked(cx, layers, constants, bytes))
    }
}

/// Returns the first layer whose guard holds; the last value where none does.
fn stacked(cx: &mut Context<'_>, layers: Vec<(Term, Value)>, last: Value, bytes: u32) -> Value {
    let mut value = last;
    for (guard, layer) in layers.into_iter().rev() {
        value = ite(cx, guard, layer, value, bytes);
    }
    value
}

impl BlockContents for Timeline {
    type Settings = ();

    fn new(owner: AllocId, initial: Initial, room: u64, (): ()) -> Timeline {
        Timeline {
            constants: ConstantLayer::new(owner, initial),
            records: Tree::default(),
            now: 0,
            room,
            candidates: Rc::default(),
        }
    }

    #[inline]
    fn peek(&self, offset: u64, bytes: u32) -> Option<Value> {
        if !self.records.is_empty() && !self.shows_constants(offset, offset + u64::from(bytes)) {
            return None;
        }
        self.constants.bytes().get(offset, bytes)
    }

    #[inline]
    fn poke(&mut self, offset: u64, bytes: u32, word: u64) -> bool {
        if offset > MAX_CONSTANT_OFFSET || !self.constants.bytes_mut().poke(offset, bytes, word) {
            return false;
        }
        if !self.records.is_empty() {
            self.touch(offset, offset + u64::from(bytes));
        }
        true
    }

    /// Implements `LOAD` of *MemSight*.
    fn load(&mut self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        self.learn(cx, at);
        let value = self.read(cx, at, bytes);
        self.cache_read(cx, at, bytes, value);
        value
    }

    /// Implements `STORE` and `_STORE` of *MemSight*.
    fn store(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, bytes: u32, value: Value) {
        self.learn(cx, at);
        let candidates = self.candidates(cx, at);
        match candidates.only() {
            Some(offset) if offset <= MAX_CONSTANT_OFFSET && guard == Term::TRUE => {
                self.put(cx, offset, bytes, value);
            }
            Some(offset)
                if offset <= MAX_CONSTANT_OFFSET && self.is_surely_written(offset, bytes) =>
            {
                let old = self.read(cx, Value::Bits(offset), bytes);
                let value = ite(cx, guard, value, old, bytes);
                self.put(cx, offset, bytes, value);
            }
            _ => {
                let effect = Effect::Write { bytes, value };
                self.push(Entry::new(guard, at, candidates, u64::from(bytes), effect));
            }
        }
    }

    /// Implements `MEMSET` of *MemSight*.
    fn fill(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, length: Value, byte: Value) {
        self.learn(cx, at);
        let candidates = self.candidates(cx, at);
        let (shortest, longest) = cx.range(length);
        let certain = guard == Term::TRUE && shortest == longest;
        if longest == 0 || (certain && self.fill_constants(cx, candidates, longest, byte)) {
            return;
        }
        self.push(Entry::new(guard, at, candidates, longest, Effect::Fill { length, byte }));
    }

    /// Implements `MEMCPY` of *MemSight*.
    fn copy(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        at: Value,
        source: &Timeline,
        from: Value,
        length: Value,
    ) {
        self.learn(cx, at);
        let (candidates, origin) = (self.candidates(cx, at), source.candidates(cx, from));
        let (shortest, longest) = cx.range(length);
        let certain = guard == Term::TRUE && shortest == longest;
        if longest == 0 || (certain && self.copy_constants(cx, candidates, source, origin, longest))
        {
            return;
        }
        cx.names.counts.guarded_copies += u64::from(guard != Term::TRUE);
        let from = origin.only().map_or(from, Value::Bits);
        let effect = Effect::Copy { length, source: Rc::new(source.snapshot()), from };
        self.push(Entry::new(guard, at, candidates, longest, effect));
    }

    fn multi_write(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, write: &MultiWrite) {
        self.learn(cx, at);
        let candidates = self.candidates(cx, at);
        let (_, longest) = cx.range(write.length);
        if longest > 0 {
            let effect = Effect::Many(Rc::new(*write));
            self.push(Entry::new(guard, at, candidates, longest, effect));
        }
    }

    fn merge(
        &mut self,
        cx: &mut Context<'_>,
        other: &Timeline,
        guard: Term,
        ancestor: Option<&Timeline>,
    ) {
        self.merge_with(cx, other, guard, ancestor);
    }

    fn initialised(&self, cx: &mut Context<'_>, at: Value, length: Value) -> Term {
        self.initialised_range(cx, at, length)
    }

    fn pointers(&self, cx: &mut Context<'_>) -> Vec<Value> {
        self.pointer_values(cx)
    }

    fn describe(&self, items: &mut Vec<Item>) -> bool {
        self.constants.bytes().describe(items);
        if self.records.is_empty() {
            return true;
        }
        items.push(Item::Word(self.room));
        let records = self.newest_first(0, u64::MAX);
        records.into_iter().all(|record| record.describe(items))
    }
}

impl LoggedContents for Timeline {
    fn room(&self) -> u64 {
        self.room
    }

    fn constants(&self) -> &ConstantLayer {
        &self.constants
    }

    fn constants_mut(&mut self) -> &mut ConstantLayer {
        &mut self.constants
    }

    fn entries(&self, low: u64, high: u64) -> impl Iterator<Item = &Entry> {
        self.records.overlapping(low, high).filter_map(|record| record.write.as_deref())
    }

    fn log_is_visible(&self, low: u64, high: u64) -> bool {
        !self.shows_constants(low, high)
    }

    /// Merges records of the constant layer that have the same time and touch the range, and drops
    /// what they cover.
    fn touch(&mut self, low: u64, high: u64) {
        if low >= high || self.records.is_empty() || self.shows_constants(low, high) {
            return;
        }
        self.now |= 1;
        let time = (self.now, 0);
        let (mut from, mut to) = (low, high);
        for record in self.records.overlapping(low.saturating_sub(1), high.saturating_add(1)) {
            if record.write.is_none() && record.time == time {
                (from, to) = (from.min(record.low), to.max(record.high));
            }
        }
        self.records.remove(from, to, |record| record.lies_within(from, to));
        if self.records.overlapping(from, to).next().is_some() {
            let record = TimelineRecord { time, low: from, high: to, write: None };
            self.records.insert(from, to, record);
        } else if self.records.iter().all(|record| record.write.is_none()) {
            self.records = Tree::default();
        }
    }

    fn read_with(
        &self,
        cx: &mut Context<'_>,
        memo: &mut Memo<Timeline>,
        at: Value,
        bytes: u32,
    ) -> Value {
        if let Value::Bits(offset) = at
            && self.shows_constants(offset, offset.saturating_add(bytes.into()))
        {
            return self.constants.bytes().load(cx.terms, cx.names, offset, bytes);
        }
        let candidates = self.candidates(cx, at).holding(bytes.into(), self.room());
        let at = candidates.only().map_or(at, Value::Bits);
        match self.overlay(cx, memo, at, candidates, bytes) {
            Some(value) => value,
            None => self.read_bytes(cx, memo, at, bytes),
        }
    }

    fn is_written(&self, cx: &mut Context<'_>, memo: &mut Memo<Timeline>, offset: u64) -> Term {
        let at = Value::Bits(offset);
        let candidates = CandidateOffsets { first: offset, last: offset, stride: 1 };
        let mut written = Term::FALSE;
        let mut open = Term::TRUE;
        let constants = Term::from(self.constants.bytes().is_byte_written(offset));
        for record in self.newest_first(offset, offset.saturating_add(1)) {
            let covers = record.overlap(cx, at, candidates, 1).whole;
            let that = match &record.write {
                Some(write) => is_written_by(cx, memo, write, at),
                None => constants,
            };
            let here = cx.terms.all([open, covers, that]);
            written = cx.terms.or(written, here);
            let not = cx.terms.not(covers);
            open = cx.terms.and(open, not);
            if open == Term::FALSE {
                break;
            }
        }
        let below = cx.terms.and(open, constants);
        cx.terms.or(written, below)
    }

    fn snapshot(&self) -> Timeline {
        Timeline { constants: self.constants.snapshot(), ..self.clone() }
    }
}
