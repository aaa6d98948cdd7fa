//! One block: what it holds at constant offsets, under a log of writes at unknown ones.
//!
//! Reading overlays the log on the constant part. Which entries show at a byte is a matter of time:
//! a constant write hides the entries that were there before it (`Log::since`). This file knows
//! offsets within one block; whether an access is allowed was asked before.

use std::collections::HashMap;
use std::rc::Rc;

use term::{BlockId, FxBuild, Term};

use crate::blockwise::Content;
use crate::memory::{Context, Initial, Item};
use crate::multi_write::MultiWrite;
use crate::segments::contents::{Contents, Difference};
use crate::segments::log::Log;
use crate::spots::Spots;
use crate::update::{Ask, CopyOf, Effect, Entry, Memo, Said, places_through_copies};
use crate::value::{Value, ite};

/// A read at an unknown offset looks at so many offsets one by one; above, at a table.
const MAX_CHOICES: u64 = 32;
/// The oracle is asked about so many entries of the log for one read.
const MAX_QUESTIONS: usize = 8;
/// Numbers are kept up to this offset; what lies behind goes to the log.
const MAX_PLAIN: u64 = 1 << 30;
/// Fills of more bytes go to the log.
const MAX_FILL: u64 = 1 << 20;
/// `initialised` looks at so many bytes one by one.
const MAX_BYTES: u64 = 4096;

/// What one read found out.
type Reading = Memo<Segment>;

/// What a block holds.
#[derive(Clone)]
pub struct Segment {
    base: Contents,
    log: Log,
    /// The block has at most so many bytes.
    room: u64,
    /// The last table that was made of the constant part.
    table: Option<Box<Table>>,
}

/// The constant part as an array term.
#[derive(Clone, Copy)]
struct Table {
    spots: Spots,
    bytes: u32,
    array: Term,
}

impl Content for Segment {
    type Settings = ();

    /// The contents of a new block.
    fn new(owner: BlockId, initial: Initial, room: u64, (): ()) -> Segment {
        let base = match initial {
            Initial::Unwritten => Contents::uninitialised(owner),
            Initial::Zero => Contents::zeroed(owner),
        };
        Segment { base, log: Log::default(), room, table: None }
    }

    /// Describes what it holds; `false` if it has a log.
    fn describe(&self, items: &mut Vec<Item>) -> bool {
        self.base.describe(items);
        self.log.is_empty()
    }

    /// A value that is there as it was stored.
    #[inline]
    fn peek(&self, offset: u64, bytes: u32) -> Option<Value> {
        if !self.log.is_empty() && self.log.meets(offset, offset + u64::from(bytes)) {
            return None;
        }
        self.base.get(offset, bytes)
    }

    /// Writes a number, if nothing but numbers is in the way.
    #[inline]
    fn poke(&mut self, offset: u64, bytes: u32, word: u64) -> bool {
        if !self.log.is_empty() || self.table.is_some() || offset > MAX_PLAIN {
            return false;
        }
        self.base.poke(offset, bytes, word)
    }

    /// Reads a value; what had to be put together is kept.
    fn load(&mut self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        if at.as_bits().is_none() {
            self.remember_table(cx, at, bytes);
        }
        let value = self.read(cx, at, bytes);
        if let Value::Bits(offset) = at
            && offset <= MAX_PLAIN
            && self.log.meets(offset, offset + u64::from(bytes))
            && self.is_surely_written(offset, bytes)
        {
            self.put(cx, offset, bytes, value);
        }
        value
    }

    /// Writes a value under a guard.
    fn store(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, bytes: u32, value: Value) {
        let spots = Spots::of(cx, at, self.room);
        match spots.only() {
            Some(offset)
                if offset <= MAX_PLAIN
                    && (guard == Term::TRUE || self.is_surely_written(offset, bytes)) =>
            {
                let value = if guard == Term::TRUE {
                    value
                } else {
                    let old = self.read(cx, Value::Bits(offset), bytes);
                    ite(cx, guard, value, old, bytes)
                };
                self.put(cx, offset, bytes, value);
            }
            _ => {
                let length = u64::from(bytes);
                self.push(guard, at, spots, length, Effect::Write { bytes, value });
            }
        }
    }

    /// Writes the same byte to a range, under a guard.
    fn fill(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, length: Value, byte: Value) {
        let spots = Spots::of(cx, at, self.room);
        let (shortest, longest) = cx.range(length);
        if let (Some(offset), Value::Bits(byte)) = (spots.only(), byte)
            && guard == Term::TRUE
            && shortest == longest
            && longest <= MAX_FILL
            && offset <= MAX_PLAIN
        {
            self.table = None;
            self.base.store_bytes(cx.terms, offset, &vec![byte as u8; longest as usize]);
            self.log.touch(offset, offset + longest);
            return;
        }
        if longest > 0 {
            self.push(guard, at, spots, longest, Effect::Fill { length, byte });
        }
    }

    /// Copies a range of another block (or of this one as it was), under a guard.
    fn copy(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        at: Value,
        source: &Segment,
        from: Value,
        length: Value,
    ) {
        let (spots, origin) = (Spots::of(cx, at, self.room), Spots::of(cx, from, source.room));
        let (shortest, longest) = cx.range(length);
        if let (Some(to), Some(from)) = (spots.only(), origin.only())
            && guard == Term::TRUE
            && shortest == longest
            && to.max(from).saturating_add(longest) <= MAX_PLAIN
            && !source.log.meets(from, from + longest)
        {
            self.table = None;
            self.base.copy_from(cx.terms, to, &source.base, from, longest);
            self.log.touch(to, to + longest);
            return;
        }
        if longest > 0 {
            let source = Rc::new(Segment { table: None, ..source.clone() });
            let from = origin.only().map_or(from, Value::Bits);
            self.push(guard, at, spots, longest, Effect::Copy { length, source, from });
        }
    }

    /// Writes to many places at once, under a guard.
    fn multi_write(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, write: &MultiWrite) {
        let spots = Spots::of(cx, at, self.room);
        let (_, longest) = cx.range(write.length);
        if longest > 0 {
            self.push(guard, at, spots, longest, Effect::Many(Rc::new(*write)));
        }
    }

    /// Becomes one with another block's contents: what that one holds where the guard holds.
    ///
    /// Where the log has not changed since they parted, only what differs at constant offsets is
    /// written; otherwise the whole block is, as one guarded copy.
    fn merge(&mut self, cx: &mut Context<'_>, other: &Segment, guard: Term) {
        self.room = self.room.max(other.room);
        let apart = match self.log.is_same(&other.log) {
            true => self.base.differences(&other.base),
            false => None,
        };
        let Some(apart) = apart else {
            let (start, all) = (Value::ZERO, Value::Bits(other.room));
            return self.copy(cx, guard, start, other, start, all);
        };
        for Difference { offset, bytes, value } in apart {
            let (at, length) = (Value::Bits(offset), u64::from(bytes));
            match value {
                // What the log says there was written later, and shows.
                Some(value) if !other.log.meets(offset, offset + length) => {
                    self.store(cx, guard, at, bytes, value);
                }
                _ => self.copy(cx, guard, at, other, at, Value::Bits(length)),
            }
        }
    }

    /// The condition under which every byte of a range was written. Where the range is too long to
    /// look at, the answer is that it was not.
    fn initialised(&self, cx: &mut Context<'_>, at: Value, length: Value) -> Term {
        self.initialised_with(cx, &mut Memo::default(), at, length)
    }

    /// The values in it that may be pointers.
    fn pointers(&self, cx: &mut Context<'_>) -> Vec<Value> {
        let places = places_through_copies(cx, self, Segment::places_of_pointers, Segment::copies);
        places.into_iter().map(|(at, bytes)| self.read(cx, at, bytes)).collect()
    }
}

impl Segment {
    fn initialised_with(
        &self,
        cx: &mut Context<'_>,
        memo: &mut Reading,
        at: Value,
        length: Value,
    ) -> Term {
        let spots = Spots::of(cx, at, self.room);
        let (_, longest) = cx.range(length);
        let end = spots.end(longest).min(self.room);
        if end.saturating_sub(spots.first) > MAX_BYTES {
            return Term::FALSE;
        }
        let (start, length) = (cx.address(at), cx.address(length));
        let mut all = Term::TRUE;
        for offset in spots.first..end {
            let written = self.is_written(cx, memo, offset);
            let number = cx.number(offset);
            let distance = cx.terms.sub(number, start);
            let asked = cx.terms.ult(distance, length);
            let fine = cx.terms.implies(asked, written);
            all = cx.terms.and(all, fine);
        }
        all
    }

    /// Reads a value.
    fn read(&self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        self.read_with(cx, &mut Memo::default(), at, bytes)
    }

    fn read_with(&self, cx: &mut Context<'_>, memo: &mut Reading, at: Value, bytes: u32) -> Value {
        let length = u64::from(bytes);
        if let Value::Bits(offset) = at
            && !self.log.meets(offset, offset.saturating_add(length))
        {
            return self.base.load(cx.terms, cx.names, offset, bytes);
        }
        let spots = Spots::of(cx, at, self.room);
        let at = spots.only().map_or(at, Value::Bits);
        if bytes > 1 && self.times_differ(spots, length) {
            return self.read_bytes(cx, memo, at, bytes);
        }
        self.overlay(cx, memo, at, spots, bytes)
    }

    /// Reads byte by byte.
    fn read_bytes(&self, cx: &mut Context<'_>, memo: &mut Reading, at: Value, bytes: u32) -> Value {
        let start = cx.address(at);
        let mut whole: Option<Term> = None;
        for i in 0..u64::from(bytes) {
            let distance = cx.number(i);
            let place = cx.terms.add(start, distance);
            let place = Value::of_term(cx.terms, place);
            let byte = self.read_with(cx, memo, place, 1).to_term(cx.terms, 8);
            whole = Some(match whole {
                Some(low) => cx.terms.concat(byte, low),
                None => byte,
            });
        }
        whole.map_or(Value::ZERO, |term| Value::of_term(cx.terms, term))
    }

    /// Whether the bytes of one read may have been written at different times.
    fn times_differ(&self, spots: Spots, length: u64) -> bool {
        let on_grid = |at: u64| length.is_power_of_two() && at.is_multiple_of(length);
        let grid = on_grid(spots.first) && (on_grid(spots.stride) || spots.only().is_some());
        self.log.since(spots.first, spots.end(length)).any(|(start, end, _)| match spots.only() {
            Some(at) => start > at || end < at + length,
            None => !(grid && on_grid(start) && on_grid(end)),
        })
    }

    /// The log on top of the constant part.
    fn overlay(
        &self,
        cx: &mut Context<'_>,
        memo: &mut Reading,
        at: Value,
        spots: Spots,
        bytes: u32,
    ) -> Value {
        let end = spots.end(u64::from(bytes));
        let mut layers: Vec<(Term, Value)> = Vec::new();
        let mut covered = false;
        let mut questions = 0;
        for (time, entry) in self.log.newest_first() {
            if !entry.meets(spots.first, end) {
                continue;
            }
            let shows = self.shows(cx, at, spots, bytes, time);
            if shows == Term::FALSE {
                continue;
            }
            let cover = entry.cover(cx, at, bytes);
            let (any, whole) = (cx.terms.and(cover.any, shows), cx.terms.and(cover.whole, shows));
            questions += 1;
            let ask = questions <= MAX_QUESTIONS;
            if any == Term::FALSE || (ask && !cx.may(any)) {
                continue;
            }
            let not_whole = cx.terms.not(whole);
            let partly = cx.terms.and(any, not_whole);
            if any != whole && cx.may(partly) {
                return self.read_bytes(cx, memo, at, bytes);
            }
            if whole == Term::FALSE {
                continue;
            }
            let said = match entry.says(cx, at, bytes) {
                Said::Value(value) => value,
                Said::Copy(source, place) => {
                    let find = |memo: &mut Reading| source.read_with(cx, memo, place, bytes);
                    memo.answer(source, place, Ask::Value(bytes), find)
                }
            };
            layers.push((whole, said));
            if whole == Term::TRUE || (ask && !cx.may(not_whole)) {
                covered = true;
                break;
            }
        }
        let bottom = if covered { layers.pop() } else { None };
        let bottom = match bottom {
            Some((_, value)) => value,
            None => self.read_base(cx, memo, at, spots, bytes),
        };
        layers
            .into_iter()
            .rev()
            .fold(bottom, |below, (guard, value)| ite(cx, guard, value, below, bytes))
    }

    /// The condition under which an entry of the log is not hidden by a later constant write.
    fn shows(
        &self,
        cx: &mut Context<'_>,
        at: Value,
        spots: Spots,
        bytes: u32,
        time: usize,
    ) -> Term {
        let mut shows = Term::TRUE;
        let ranges: Vec<_> = self.log.since(spots.first, spots.end(u64::from(bytes))).collect();
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

    /// The constant part at an offset that may be unknown.
    fn read_base(
        &self,
        cx: &mut Context<'_>,
        memo: &mut Reading,
        at: Value,
        spots: Spots,
        bytes: u32,
    ) -> Value {
        if let Some(offset) = spots.only() {
            return self.base.load(cx.terms, cx.names, offset, bytes);
        }
        if spots.count() > MAX_CHOICES {
            return self.read_table(cx, memo, at, spots, bytes);
        }
        // The same values together; the one that most offsets have needs no condition.
        let mut values: Vec<(Value, Vec<u64>)> = Vec::new();
        let mut index: HashMap<Value, usize, FxBuild> = HashMap::default();
        for offset in spots.all() {
            let value = self.base.load(cx.terms, cx.names, offset, bytes);
            let group = *index.entry(value).or_insert_with(|| {
                values.push((value, Vec::new()));
                values.len() - 1
            });
            values[group].1.push(offset);
        }
        let most = values.iter().map(|(_, offsets)| offsets.len()).max().unwrap_or(0);
        let default = values.iter().position(|(_, offsets)| offsets.len() == most).unwrap_or(0);
        let (default, _) = values.remove(default);
        let place = cx.address(at);
        values.into_iter().rev().fold(default, |below, (value, offsets)| {
            let mut guard = Term::FALSE;
            for offset in offsets {
                let number = cx.number(offset);
                let here = cx.terms.eq(place, number);
                guard = cx.terms.or(guard, here);
            }
            ite(cx, guard, value, below, bytes)
        })
    }

    /// The constant part as an array, read at an unknown offset.
    fn read_table(
        &self,
        cx: &mut Context<'_>,
        memo: &mut Reading,
        at: Value,
        spots: Spots,
        bytes: u32,
    ) -> Value {
        let Some(all_there) = self.table_of(spots, bytes) else {
            return self.read_bytes(cx, memo, at, bytes);
        };
        let array = match &self.table {
            Some(table) if table.spots == spots && table.bytes == bytes => table.array,
            _ => self.make_table(cx, spots, bytes, all_there),
        };
        let index = self.table_index(cx, at, spots, bytes, all_there);
        let element = cx.terms.select(array, index);
        Value::of_term(cx.terms, element)
    }

    /// Whether there is a table for reads of so many bytes; in it, whether every element is there.
    /// Where not, the table is one of bytes, with the block's array of unwritten ones at its bottom.
    fn table_of(&self, spots: Spots, bytes: u32) -> Option<bool> {
        let length = u64::from(bytes);
        let grid = length.is_power_of_two()
            && spots.first.is_multiple_of(length)
            && spots.stride.is_multiple_of(length);
        let all_there = self.base.is_zeroed() || spots.end(length) <= self.base.extent();
        ((grid && all_there) || bytes == 1).then_some(all_there)
    }

    /// The index into a table: the offset in units of elements, as narrow as the last one allows.
    fn table_index(
        &self,
        cx: &mut Context<'_>,
        at: Value,
        spots: Spots,
        bytes: u32,
        all_there: bool,
    ) -> Term {
        let place = cx.address(at);
        if !all_there {
            return place;
        }
        let (low, width) = table_shape(spots, bytes);
        cx.terms.extract(low + width - 1, low, place)
    }

    fn make_table(&self, cx: &mut Context<'_>, spots: Spots, bytes: u32, all_there: bool) -> Term {
        let zero = cx.terms.word(8 * bytes, 0);
        let (low, width) = table_shape(spots, bytes);
        let (mut array, width) = if all_there {
            (cx.terms.const_array(width, zero), width)
        } else {
            (self.base.unwritten(cx.terms, cx.names), cx.pointer)
        };
        let extent = self.base.extent();
        for offset in spots.all().take_while(|&offset| offset < extent) {
            let value = self.base.load(cx.terms, cx.names, offset, bytes);
            if (all_there && value == Value::ZERO) || (!all_there && self.base.is_untouched(offset))
            {
                continue;
            }
            let index = cx.terms.word(width, if all_there { offset >> low } else { offset });
            let element = value.to_term(cx.terms, 8 * bytes);
            array = cx.terms.store(array, index, element);
        }
        array
    }

    /// Keeps the table for a read, for the next one.
    fn remember_table(&mut self, cx: &mut Context<'_>, at: Value, bytes: u32) {
        let spots = Spots::of(cx, at, self.room);
        let Some(all_there) = self.table_of(spots, bytes) else { return };
        let made = self.table.as_ref().is_some_and(|it| it.spots == spots && it.bytes == bytes);
        if spots.count() <= MAX_CHOICES || made {
            return;
        }
        let array = self.make_table(cx, spots, bytes, all_there);
        self.table = Some(Box::new(Table { spots, bytes, array }));
    }

    /// Whether bytes were written whatever the log says: only then may what was read be put back,
    /// or else it would count as written. A copy may have brought what was not.
    fn is_surely_written(&self, offset: u64, bytes: u32) -> bool {
        let end = offset + u64::from(bytes);
        let copied = |(_, entry): (usize, &Entry<Rc<Segment>>)| {
            matches!(entry.effect, Effect::Copy { .. }) && entry.meets(offset, end)
        };
        (offset..end).all(|at| self.base.is_byte_written(at))
            && !self.log.newest_first().any(copied)
    }

    /// Writes a value at a constant offset.
    fn put(&mut self, cx: &mut Context<'_>, offset: u64, bytes: u32, value: Value) {
        self.table = None;
        self.base.store(cx.terms, offset, bytes, value);
        self.log.touch(offset, offset + u64::from(bytes));
    }

    fn push(
        &mut self,
        guard: Term,
        at: Value,
        spots: Spots,
        longest: u64,
        effect: Effect<Rc<Segment>>,
    ) {
        let (low, high) = (spots.first, spots.end(longest));
        let offset = spots.only().map_or(at, Value::Bits);
        self.log.push(Entry { guard, offset, low, high, effect });
    }

    /// The condition under which a byte was written.
    fn is_written(&self, cx: &mut Context<'_>, memo: &mut Reading, offset: u64) -> Term {
        let at = Value::Bits(offset);
        let spots = Spots { first: offset, last: offset, stride: 1 };
        let mut written = if self.base.is_byte_written(offset) { Term::TRUE } else { Term::FALSE };
        let mut entries: Vec<_> = self.log.newest_first().collect();
        entries.reverse();
        for (time, entry) in entries {
            if !entry.meets(offset, offset + 1) {
                continue;
            }
            let shows = self.shows(cx, at, spots, 1, time);
            let cover = entry.cover(cx, at, 1);
            let here = cx.terms.and(cover.whole, shows);
            let that = match &entry.effect {
                Effect::Write { .. } | Effect::Fill { .. } | Effect::Many(_) => Term::TRUE,
                Effect::Copy { source, from, .. } => {
                    let origin = entry.origin(cx, at, *from);
                    let find = |memo: &mut Reading| {
                        Value::Term(source.initialised_with(cx, memo, origin, Value::Bits(1)))
                    };
                    memo.answer(source, origin, Ask::Written, find).to_term(cx.terms, 1)
                }
            };
            written = cx.terms.ite(here, that, written);
        }
        written
    }

    /// Where something was written that mentions a block, other than by a copy.
    fn places_of_pointers(&self, cx: &mut Context<'_>) -> Vec<(Value, u32)> {
        let values =
            self.base.values().map(|(offset, bytes, value)| (Value::Bits(offset), bytes, value));
        let written = self.log.newest_first().filter_map(|(_, entry)| match entry.effect {
            Effect::Write { bytes, value } => Some((entry.offset, bytes, value)),
            // What many places hold is no pointer.
            Effect::Fill { .. } | Effect::Many(_) | Effect::Copy { .. } => None,
        });
        let mentions = |(.., value): &(Value, u32, Value)| value.mentions_block(cx.terms);
        values.chain(written).filter(mentions).map(|(at, bytes, _)| (at, bytes)).collect()
    }

    /// The copies that are part of it.
    fn copies(&self) -> Vec<CopyOf<Segment>> {
        self.log.newest_first().filter_map(|(_, entry)| entry.copy()).collect()
    }
}

/// The bits of an offset that are the index into a table: the lowest, and how many.
fn table_shape(spots: Spots, bytes: u32) -> (u32, u32) {
    let low = bytes.trailing_zeros();
    let used = 64 - spots.last.leading_zeros();
    (low, used.saturating_sub(low).max(1))
}
