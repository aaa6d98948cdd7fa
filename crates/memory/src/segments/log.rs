//! The log of a block: its writes at symbolic offsets, oldest first.
//!
//! A read visits each entry whose interval it overlaps. This file knows which entries exist and
//! which are visible; `symbolic_write` knows what one writes.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::memory::Item;
use crate::segments::segment::Segment;
use crate::symbolic_write::{Effect, Entry};
use crate::value::Value;

/// The log of a block, and the times at which its constant offsets were written.
#[derive(Clone, Default)]
pub struct Log(Option<Rc<Inner>>);

#[derive(Clone, Default)]
struct Inner {
    entries: Vec<Entry<Rc<Segment>>>,
    /// Ranges that were written at constant offsets after the log began: `start -> (end, time)`.
    /// Entries before that time are hidden there. Ranges do not overlap; elsewhere the time is
    /// zero.
    since: BTreeMap<u64, (u64, usize)>,
}

impl Log {
    /// Whether the log has no entries.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    fn entries(&self) -> &[Entry<Rc<Segment>>] {
        self.0.as_ref().map_or(&[], |inner| &inner.entries)
    }

    /// Iterates over the visible entries with their times, newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = (usize, &Entry<Rc<Segment>>)> {
        self.entries().iter().enumerate().rev().filter(|(_, entry)| !entry.is_hidden())
    }

    /// Whether another block state has the same log, unchanged since the states forked.
    pub fn is_same(&self, other: &Log) -> bool {
        match (&self.0, &other.0) {
            (Some(mine), Some(theirs)) => Rc::ptr_eq(mine, theirs),
            (None, None) => true,
            _ => false,
        }
    }

    /// Describes all that reads depend on. Returns `false` if there is a copy, which holds a whole
    /// earlier state of a block, or a multi-write, which is a formula with a bound symbol.
    pub fn describe(&self, items: &mut Vec<Item>) -> bool {
        let Some(inner) = &self.0 else {
            items.push(Item::Word(0));
            return true;
        };
        items.push(Item::Word(inner.entries.len() as u64));
        for entry in &inner.entries {
            // Hidden entries are never visited again.
            items.push(Item::Word(u64::from(entry.is_hidden())));
            if entry.is_hidden() {
                continue;
            }
            items.extend([Value::Term(entry.guard), entry.offset].map(Item::Value));
            items.extend([entry.low, entry.high].map(Item::Word));
            match entry.effect {
                Effect::Write { bytes, value } => {
                    items.extend([Item::Word(u64::from(bytes)), Item::Value(value)]);
                }
                Effect::Fill { length, byte } => {
                    items.extend([Item::Word(0), Item::Value(length), Item::Value(byte)]);
                }
                Effect::Copy { .. } | Effect::Many(_) => return false,
            }
        }
        items.push(Item::Word(inner.since.len() as u64));
        for (&start, &(end, time)) in &inner.since {
            items.extend([start, end, time as u64].map(Item::Word));
        }
        true
    }

    /// Whether an entry may be visible in a range: it may overlap the range, and is newer than the
    /// last write to all of it at constant offsets.
    pub fn shows(&self, low: u64, high: u64) -> bool {
        let Some(inner) = &self.0 else { return false };
        let time = inner.time_of(low, high).unwrap_or(0);
        inner.entries[time..].iter().any(|entry| entry.overlaps(low, high))
    }

    /// Adds an entry, and marks older ones that it surely covers as hidden.
    pub fn push(&mut self, entry: Entry<Rc<Segment>>) {
        let inner = Rc::make_mut(self.0.get_or_insert_default());
        for old in &mut inner.entries {
            if entry.hides(old) {
                old.high = old.low;
            }
        }
        if inner.entries.iter().all(Entry::is_hidden) {
            // A new log: earlier writes at constant offsets are below it.
            *inner = Inner::default();
        }
        inner.entries.push(entry);
    }

    /// Records a write at constant offsets, now. Marks entries that are visible nowhere any more as
    /// hidden.
    pub fn touch(&mut self, low: u64, high: u64) {
        if low >= high || !self.entries().iter().any(|entry| entry.overlaps(low, high)) {
            return;
        }
        let Some(inner) = &mut self.0 else { return };
        if inner.time_of(low, high) == Some(inner.entries.len()) {
            return;
        }
        let inner = Rc::make_mut(inner);
        let (start, end) = inner.write(low, high);
        for entry in &mut inner.entries {
            if start <= entry.low && entry.high <= end {
                entry.high = entry.low;
            }
        }
        if inner.entries.iter().all(Entry::is_hidden) {
            self.0 = None;
        }
    }

    /// Iterates over the ranges with a time of their own that overlap a range:
    /// `(start, end, time)`.
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

impl Inner {
    /// Returns when all of a range was last written at constant offsets, if that is one time.
    fn time_of(&self, low: u64, high: u64) -> Option<usize> {
        let (_, &(end, time)) = self.since.range(..=low).next_back()?;
        (high <= end).then_some(time)
    }

    /// Records that a range was written now; returns the whole range around it that was.
    fn write(&mut self, low: u64, high: u64) -> (u64, u64) {
        let (now, since) = (self.entries.len(), &mut self.since);
        let before = since.range(..low).next_back().map(|(&start, &(end, _))| (start, end));
        // The ranges that reach it, and one that ends or begins just beside it.
        let first = before.filter(|&(_, end)| end >= low).map_or(low, |(start, _)| start);
        let old: Vec<(u64, (u64, usize))> =
            since.range(first..=high).map(|(&start, &range)| (start, range)).collect();
        let (mut from, mut to) = (low, high);
        for (start, (end, time)) in old {
            if time == now {
                since.remove(&start);
                (from, to) = (from.min(start), to.max(end));
                continue;
            }
            if start == high || end == low {
                continue;
            }
            since.remove(&start);
            if start < low {
                since.insert(start, (low, time));
            }
            if end > high {
                since.insert(high, (end, time));
            }
        }
        since.insert(from, (to, now));
        (from, to)
    }
}
