//! Writes whose place is not a number: entries of a log, oldest first.
//!
//! An entry says which bytes it wrote (a guard, an offset, a length, all of them terms) and what.
//! A read asks each entry that an interval says it may meet: does it cover all of what is read,
//! any of it, and what does it say there? This file knows one block and no pointers.

use std::collections::BTreeMap;
use std::rc::Rc;

use term::Term;

use crate::memory::Context;
use crate::multi_write::MultiWrite;
use crate::segments::Segment;
use crate::value::Value;

/// A write.
#[derive(Clone)]
pub struct Entry {
    /// The condition under which it happened.
    pub guard: Term,
    /// Where it begins.
    pub offset: Value,
    /// The first byte that it may touch.
    pub low: u64,
    /// One past the last byte that it may touch.
    pub high: u64,
    /// What it wrote.
    pub effect: Effect,
}

/// What a write wrote.
#[derive(Clone)]
pub enum Effect {
    /// A value of so many bytes.
    Write { bytes: u32, value: Value },
    /// A byte, again and again.
    Fill { length: Value, byte: Value },
    /// What another place held: a block as it was, and where in it.
    Copy { length: Value, source: Rc<Segment>, from: Value },
    /// Elements at many places.
    Many(Rc<MultiWrite>),
}

impl Effect {
    /// How many bytes it spans.
    fn length(&self) -> Value {
        match self {
            Effect::Write { bytes, .. } => Value::Bits(u64::from(*bytes)),
            Effect::Fill { length, .. } | Effect::Copy { length, .. } => *length,
            Effect::Many(write) => write.length,
        }
    }
}

/// What an entry says about a read.
pub struct Cover {
    /// The condition under which it covers all bytes.
    pub whole: Term,
    /// The condition under which it covers any byte.
    pub any: Term,
}

impl Entry {
    /// Whether it can touch a range of bytes at all.
    pub fn meets(&self, low: u64, high: u64) -> bool {
        self.low < high && low < self.high
    }

    /// An entry that no read meets.
    pub fn is_dead(&self) -> bool {
        self.low >= self.high
    }

    /// Which part of a read it covers.
    pub fn cover(&self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Cover {
        if let Effect::Write { bytes: written, .. } = self.effect
            && written == bytes
            && same_grid(cx, self.offset, at, bytes)
        {
            // Either the same bytes or none of them.
            let (offset, at) = (cx.address(self.offset), cx.address(at));
            let same = cx.terms.eq(offset, at);
            let whole = cx.terms.and(self.guard, same);
            return Cover { whole, any: whole };
        }
        if let Effect::Many(write) = &self.effect {
            return self.cover_many(cx, write, at, bytes);
        }
        let (offset, at) = (cx.address(self.offset), cx.address(at));
        let (length, bytes) = (cx.address(self.effect.length()), cx.number(u64::from(bytes)));
        let behind = cx.terms.sub(at, offset);
        let starts = cx.terms.ult(behind, length);
        let one = cx.number(1);
        if bytes == one {
            let whole = cx.terms.and(self.guard, starts);
            return Cover { whole, any: whole };
        }
        let room = cx.terms.sub(length, behind);
        let fits = cx.terms.ule(bytes, room);
        let whole = cx.terms.and(starts, fits);
        // It begins within what is read.
        let ahead = cx.terms.sub(offset, at);
        let within = cx.terms.ult(ahead, bytes);
        let zero = cx.number(0);
        let empty = cx.terms.eq(length, zero);
        let not_empty = cx.terms.not(empty);
        let within = cx.terms.and(within, not_empty);
        let any = cx.terms.or(starts, within);
        Cover { whole: cx.terms.and(self.guard, whole), any: cx.terms.and(self.guard, any) }
    }

    /// Which part of a read is covered by elements: all of it if one element begins where the read
    /// does and is as long, or if it is a single byte; otherwise it is said to be covered in part.
    fn cover_many(&self, cx: &mut Context<'_>, write: &MultiWrite, at: Value, bytes: u32) -> Cover {
        let distance = self.distance(cx, at);
        let mut any = Term::FALSE;
        // An element may begin before the read, and still reach into it.
        let before = write.bytes - 1;
        for i in 0..before + bytes {
            let shift = cx.number(u64::from(i).wrapping_sub(u64::from(before)));
            let start = cx.terms.add(distance, shift);
            let (begins, _) = write.element(cx, start);
            any = cx.terms.or(any, begins);
        }
        let whole = match bytes {
            1 => any,
            _ if bytes == write.bytes => write.element(cx, distance).0,
            _ => Term::FALSE,
        };
        Cover { whole: cx.terms.and(self.guard, whole), any: cx.terms.and(self.guard, any) }
    }

    /// How far behind its start a place is.
    fn distance(&self, cx: &mut Context<'_>, at: Value) -> Term {
        let (at, offset) = (cx.address(at), cx.address(self.offset));
        cx.terms.sub(at, offset)
    }

    /// What it says about a read of which it covers all bytes.
    pub fn read(&self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        match &self.effect {
            Effect::Write { bytes: written, value } => {
                if *written == bytes {
                    return *value;
                }
                let distance = self.distance(cx, at);
                let distance = Value::of_term(cx.terms, distance);
                part(cx, *value, *written, distance, bytes)
            }
            Effect::Fill { byte, .. } => match byte {
                Value::Bits(byte) if bytes <= 8 => {
                    let all = u64::from_le_bytes([*byte as u8; 8]);
                    Value::Bits(all & term::bits::mask(8 * bytes))
                }
                byte => {
                    let byte = byte.to_term(cx.terms, 8);
                    let all = cx.terms.repeat(bytes, byte);
                    Value::of_term(cx.terms, all)
                }
            },
            Effect::Copy { source, from, .. } => {
                let (distance, from) = (self.distance(cx, at), cx.address(*from));
                let place = cx.terms.add(from, distance);
                let place = Value::of_term(cx.terms, place);
                source.read(cx, place, bytes)
            }
            Effect::Many(write) => {
                let distance = self.distance(cx, at);
                let (_, value) = match bytes {
                    _ if bytes == write.bytes => write.element(cx, distance),
                    _ => write.byte(cx, distance),
                };
                Value::of_term(cx.terms, value)
            }
        }
    }
}

/// Some bytes of a value of more: `written` bytes, of which `bytes` from a distance on.
fn part(cx: &mut Context<'_>, value: Value, written: u32, distance: Value, bytes: u32) -> Value {
    let whole = value.to_term(cx.terms, 8 * written);
    let term = match distance {
        Value::Bits(distance) if distance + u64::from(bytes) <= u64::from(written) => {
            let low = 8 * distance as u32;
            cx.terms.extract(low + 8 * bytes - 1, low, whole)
        }
        distance => {
            let width = 8 * written;
            let distance = cx.address(distance);
            let eight = cx.number(8);
            let bits = cx.terms.mul(distance, eight);
            let pointer = cx.pointer;
            let bits = if width <= pointer {
                cx.terms.extract(width - 1, 0, bits)
            } else {
                cx.terms.zero_extend(width - pointer, bits)
            };
            let moved = cx.terms.lshr(whole, bits);
            cx.terms.extract(8 * bytes - 1, 0, moved)
        }
    };
    Value::of_term(cx.terms, term)
}

/// Whether two offsets are both multiples of a size, which is a power of two, or lie apart by one.
fn same_grid(cx: &mut Context<'_>, a: Value, b: Value, size: u32) -> bool {
    if !size.is_power_of_two() {
        return false;
    }
    let low = u64::from(size) - 1;
    let (a, b) = (cx.address(a), cx.address(b));
    let distance = cx.terms.sub(a, b);
    let known = |cx: &Context<'_>, term| cx.terms.domain(term).known_zeros() & low == low;
    known(cx, distance) || (known(cx, a) && known(cx, b))
}

/// The log of a block, and since when its constant offsets hold what they hold.
#[derive(Clone, Default)]
pub struct Log(Option<Rc<Inner>>);

#[derive(Clone, Default)]
struct Inner {
    entries: Vec<Entry>,
    /// Ranges of bytes that were written after the log began: `start -> (end, time)`. Entries
    /// before that time do not show there. Ranges do not overlap; elsewhere the time is zero.
    since: BTreeMap<u64, (u64, usize)>,
}

impl Log {
    /// Whether no write at an unknown place was made.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    fn entries(&self) -> &[Entry] {
        self.0.as_ref().map_or(&[], |inner| &inner.entries)
    }

    /// All entries with their times, newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = (usize, &Entry)> {
        self.entries().iter().enumerate().rev().filter(|(_, entry)| !entry.is_dead())
    }

    /// Whether it is the log of another block's state, unchanged since they parted.
    pub fn is_same(&self, other: &Log) -> bool {
        match (&self.0, &other.0) {
            (Some(mine), Some(theirs)) => Rc::ptr_eq(mine, theirs),
            (None, None) => true,
            _ => false,
        }
    }

    /// Whether any entry may touch a range.
    pub fn meets(&self, low: u64, high: u64) -> bool {
        self.entries().iter().any(|entry| entry.meets(low, high))
    }

    /// Adds an entry. Older ones that it covers for sure are dropped.
    pub fn push(&mut self, entry: Entry) {
        let entries = &mut Rc::make_mut(self.0.get_or_insert_default()).entries;
        if let Effect::Write { bytes, .. } = entry.effect
            && entry.guard == Term::TRUE
        {
            for old in entries.iter_mut() {
                let covered = matches!(old.effect, Effect::Write { bytes: of, .. } if of <= bytes);
                if covered && old.offset == entry.offset {
                    old.high = old.low;
                }
            }
        }
        entries.push(entry);
    }

    /// Bytes are written at a constant place, now.
    pub fn touch(&mut self, low: u64, high: u64) {
        if low >= high || !self.meets(low, high) {
            return;
        }
        let Some(inner) = &mut self.0 else { return };
        let inner = Rc::make_mut(inner);
        let (now, since) = (inner.entries.len(), &mut inner.since);
        let before =
            since.range(..low).next_back().map(|(&start, &(end, time))| (start, end, time));
        let first = before.filter(|&(_, end, _)| end > low).map_or(low, |(start, ..)| start);
        let old: Vec<(u64, (u64, usize))> =
            since.range(first..high).map(|(&start, &range)| (start, range)).collect();
        for (start, (end, time)) in old {
            since.remove(&start);
            if start < low {
                since.insert(start, (low, time));
            }
            if end > high {
                since.insert(high, (end, time));
            }
        }
        since.insert(low, (high, now));
    }

    /// The ranges with a time of their own that meet a range: `(start, end, time)`.
    pub fn since(&self, low: u64, high: u64) -> impl Iterator<Item = (u64, u64, usize)> {
        let since = self.0.iter().flat_map(move |inner| {
            let before = inner.since.range(..=low).next_back();
            let next = low.saturating_add(1);
            before.into_iter().chain(inner.since.range(next..high.max(next)))
        });
        since
            .map(|(&start, &(end, time))| (start, end, time))
            .filter(move |&(start, end, _)| start < high && low < end)
    }
}
