//! The contents of one block: a constant layer under a log of writes at symbolic offsets.
//!
//! Reading overlays the log on the constant layer. Which entries are visible at a byte is a matter
//! of time: a write at a constant offset hides the entries that were there before it
//! (`Log::since`).

use std::rc::Rc;

use term::{AllocId, Term};

use crate::blockwise::BlockContents;
use crate::candidate_offsets::CandidateOffsets;
use crate::constant_layer::ConstantLayer;
use crate::logged_contents::{
    Entry, LoggedContents, MAX_CONSTANT_OFFSET, is_written_by, read_from,
};
use crate::memory::{Context, Initial, Item};
use crate::multi_write::MultiWrite;
use crate::paged_bytes::Difference;
use crate::segments::log::Log;
use crate::symbolic_write::{Effect, Memo};
use crate::value::{Value, ite};

/// The largest number of entries of the log that the oracle is queried about for one read.
const MAX_QUERIES: usize = 8;

/// The contents of a block.
#[derive(Clone)]
pub struct Segment {
    constants: ConstantLayer,
    log: Log,
    /// The largest possible size of the block.
    room: u64,
}

impl BlockContents for Segment {
    type Settings = ();

    fn new(owner: AllocId, initial: Initial, room: u64, (): ()) -> Segment {
        Segment { constants: ConstantLayer::new(owner, initial), log: Log::default(), room }
    }

    #[inline]
    fn peek(&self, offset: u64, bytes: u32) -> Option<Value> {
        if !self.log.is_empty() && self.log.shows(offset, offset + u64::from(bytes)) {
            return None;
        }
        self.constants.bytes().get(offset, bytes)
    }

    #[inline]
    fn poke(&mut self, offset: u64, bytes: u32, word: u64) -> bool {
        if offset > MAX_CONSTANT_OFFSET || !self.constants.bytes_mut().poke(offset, bytes, word) {
            return false;
        }
        if !self.log.is_empty() {
            self.log.touch(offset, offset + u64::from(bytes));
        }
        true
    }

    #[inline]
    fn load(&mut self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        let value = self.read(cx, at, bytes);
        self.cache_read(cx, at, bytes, value);
        value
    }

    #[inline]
    fn store(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, bytes: u32, value: Value) {
        let candidates = CandidateOffsets::of(cx, at, self.room);
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
                self.log.push(Entry::new(guard, at, candidates, u64::from(bytes), effect));
            }
        }
    }

    fn fill(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, length: Value, byte: Value) {
        let candidates = CandidateOffsets::of(cx, at, self.room);
        let (shortest, longest) = cx.range(length);
        let certain = guard == Term::TRUE && shortest == longest;
        if longest == 0 || (certain && self.fill_constants(cx, candidates, longest, byte)) {
            return;
        }
        self.log.push(Entry::new(guard, at, candidates, longest, Effect::Fill { length, byte }));
    }

    fn copy(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        at: Value,
        source: &Segment,
        from: Value,
        length: Value,
    ) {
        let (candidates, origin) =
            (CandidateOffsets::of(cx, at, self.room), CandidateOffsets::of(cx, from, source.room));
        let (shortest, longest) = cx.range(length);
        let certain = guard == Term::TRUE && shortest == longest;
        if longest == 0 || (certain && self.copy_constants(cx, candidates, source, origin, longest))
        {
            return;
        }
        cx.names.counts.guarded_copies += u64::from(guard != Term::TRUE);
        let from = origin.only().map_or(from, Value::Bits);
        let effect = Effect::Copy { length, source: Rc::new(source.snapshot()), from };
        self.log.push(Entry::new(guard, at, candidates, longest, effect));
    }

    fn multi_write(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, write: &MultiWrite) {
        let candidates = CandidateOffsets::of(cx, at, self.room);
        let (_, longest) = cx.range(write.length);
        if longest > 0 {
            let effect = Effect::Many(Rc::new(*write));
            self.log.push(Entry::new(guard, at, candidates, longest, effect));
        }
    }

    /// If the log has not changed since the states forked, writes only what differs at constant
    /// offsets; otherwise copies the whole block under the guard.
    fn merge(&mut self, cx: &mut Context<'_>, other: &Segment, guard: Term, _: Option<&Segment>) {
        self.room = self.room.max(other.room);
        let apart = match self.log.is_same(&other.log) {
            true => self.constants.bytes().differences(other.constants.bytes()),
            false => None,
        };
        let Some(apart) = apart else {
            let (start, all) = (Value::ZERO, Value::Bits(other.room));
            return self.copy(cx, guard, start, other, start, all);
        };
        for Difference { offset, bytes, value } in apart {
            let (at, length) = (Value::Bits(offset), u64::from(bytes));
            match value {
                // The log does not hide the constant layer there.
                Some(value) if !other.log.shows(offset, offset + length) => {
                    self.store(cx, guard, at, bytes, value);
                }
                _ => self.copy(cx, guard, at, other, at, Value::Bits(length)),
            }
        }
    }

    fn initialised(&self, cx: &mut Context<'_>, at: Value, length: Value) -> Term {
        self.initialised_range(cx, at, length)
    }

    fn pointers(&self, cx: &mut Context<'_>) -> Vec<Value> {
        self.pointer_values(cx)
    }

    fn pointer_places(&self, cx: &mut Context<'_>) -> Option<Vec<(u64, u32)>> {
        if self.entries(0, u64::MAX).any(|entry| entry.copy().is_some()) {
            return None;
        }
        let places = self.places_of_pointers(cx).into_iter();
        places.map(|(at, bytes)| Some((at.as_bits()?, bytes))).collect()
    }

    fn differences(&self, other: &Segment) -> Option<Vec<(u64, u32)>> {
        if self.room != other.room || !self.log.is_same(&other.log) {
            return None;
        }
        let apart = self.constants.bytes().differences(other.constants.bytes())?;
        Some(apart.into_iter().map(|it| (it.offset, it.bytes)).collect())
    }

    fn describe(&self, items: &mut Vec<Item>) -> bool {
        self.constants.bytes().describe(items);
        items.push(Item::Word(self.room));
        self.log.describe(items)
    }
}

impl LoggedContents for Segment {
    fn room(&self) -> u64 {
        self.room
    }

    fn constants(&self) -> &ConstantLayer {
        &self.constants
    }

    fn constants_mut(&mut self) -> &mut ConstantLayer {
        &mut self.constants
    }

    fn entries(&self, low: u64, high: u64) -> impl Iterator<Item = &Entry<Segment>> {
        let entries = self.log.newest_first().map(|(_, entry)| entry);
        entries.filter(move |entry| entry.overlaps(low, high))
    }

    fn log_is_visible(&self, low: u64, high: u64) -> bool {
        self.log.shows(low, high)
    }

    fn touch(&mut self, low: u64, high: u64) {
        self.log.touch(low, high);
    }

    fn snapshot(&self) -> Segment {
        Segment { constants: self.constants.snapshot(), log: self.log.clone(), room: self.room }
    }

    fn read_with(
        &self,
        cx: &mut Context<'_>,
        memo: &mut Memo<Segment>,
        at: Value,
        bytes: u32,
    ) -> Value {
        let length = u64::from(bytes);
        if let Value::Bits(offset) = at
            && !self.log.shows(offset, offset.saturating_add(length))
        {
            return self.constants.bytes().load(cx.terms, cx.names, offset, bytes);
        }
        let candidates = CandidateOffsets::of(cx, at, self.room).holding(length, self.room);
        let at = candidates.only().map_or(at, Value::Bits);
        if bytes > 1 && self.times_differ(candidates, length) {
            return self.read_bytes(cx, memo, at, bytes);
        }
        self.overlay(cx, memo, at, candidates, bytes)
    }

    fn is_written(&self, cx: &mut Context<'_>, memo: &mut Memo<Segment>, offset: u64) -> Term {
        let at = Value::Bits(offset);
        let candidates = CandidateOffsets { first: offset, last: offset, stride: 1 };
        let mut written = Term::from(self.constants.bytes().is_byte_written(offset));
        let mut entries: Vec<_> = self.log.newest_first().collect();
        entries.reverse();
        for (time, entry) in entries {
            if !entry.overlaps(offset, offset + 1) {
                continue;
            }
            let shows = self.shows(cx, at, candidates, 1, time);
            let overlap = entry.overlap(cx, at, 1);
            let here = cx.terms.and(overlap.whole, shows);
            let that = is_written_by(cx, memo, entry, at);
            written = cx.terms.ite(here, that, written);
        }
        written
    }
}

impl Segment {
    /// Whether the bytes of one read may have been written at different times.
    fn times_differ(&self, candidates: CandidateOffsets, length: u64) -> bool {
        let on_grid = |at: u64| length.is_power_of_two() && at.is_multiple_of(length);
        let grid = on_grid(candidates.first)
            && (on_grid(candidates.stride) || candidates.only().is_some());
        self.log.since(candidates.first, candidates.end(length)).any(|(start, end, _)| {
            match candidates.only() {
                Some(at) => start > at || end < at + length,
                None => !(grid && on_grid(start) && on_grid(end)),
            }
        })
    }

    /// Reads the log on top of the constant layer.
    fn overlay(
        &self,
        cx: &mut Context<'_>,
        memo: &mut Memo<Segment>,
        at: Value,
        candidates: CandidateOffsets,
        bytes: u32,
    ) -> Value {
        let end = candidates.end(u64::from(bytes));
        let mut layers: Vec<(Term, Value)> = Vec::new();
        // The condition under which no newer entry covers the read.
        let mut open = Term::TRUE;
        let mut bottom = None;
        let mut queries = 0;
        for (time, entry) in self.log.newest_first() {
            if !entry.overlaps(candidates.first, end) {
                continue;
            }
            let shows = self.shows(cx, at, candidates, bytes, time);
            if shows == Term::FALSE {
                continue;
            }
            let overlap = entry.overlap(cx, at, bytes);
            let (any, whole) =
                (cx.terms.and(overlap.any, shows), cx.terms.and(overlap.whole, shows));
            let here = cx.terms.and(open, any);
            queries += 1;
            let query = queries <= MAX_QUERIES && cx.is_worth_asking(here);
            if here == Term::FALSE || (query && !cx.may(here)) {
                continue;
            }
            let not_whole = cx.terms.not(whole);
            if any != whole {
                let partly = cx.terms.and(here, not_whole);
                if cx.may(partly) {
                    return self.read_bytes(cx, memo, at, bytes);
                }
            }
            if whole == Term::FALSE {
                continue;
            }
            let value = read_from(cx, memo, entry, at, bytes);
            open = cx.terms.and(open, not_whole);
            if open == Term::FALSE || (query && !cx.may(open)) {
                bottom = Some(value);
                break;
            }
            layers.push((whole, value));
        }
        let bottom = bottom.unwrap_or_else(|| self.constants.read(cx, at, candidates, bytes));
        layers
            .into_iter()
            .rev()
            .fold(bottom, |below, (guard, value)| ite(cx, guard, value, below, bytes))
    }

    /// Returns the condition under which no later write at a constant offset hides an entry.
    fn shows(
        &self,
        cx: &mut Context<'_>,
        at: Value,
        candidates: CandidateOffsets,
        bytes: u32,
        time: usize,
    ) -> Term {
        let mut shows = Term::TRUE;
        let ranges: Vec<_> =
            self.log.since(candidates.first, candidates.end(u64::from(bytes))).collect();
        for (start, end, since) in ranges {
            if since <= time {
                continue;
            }
            let (at, start, length) = (cx.address(at), cx.number(start), cx.number(end - start));
            let distance = cx.terms.sub(at, start);
            let hidden = cx.terms.ult(distance, length);
            let visible = cx.terms.not(hidden);
            shows = cx.terms.and(shows, visible);
        }
        shows
    }
}
