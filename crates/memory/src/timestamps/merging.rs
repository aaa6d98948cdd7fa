//! `MERGE` of *MemSight*, for one block: the ancestor's timeline, and what each of two sides did
//! after it, under its guard. The guards exclude each other, so it does not matter that both
//! timelines use the same times.
//!
//! 1. Writes later than the ancestor keep their times and are guarded.
//! 2. Where the constant layer of a side differs from the ancestor's, it is a guarded write at the
//!    first time after the ancestor; where a record says that the constant layer is visible since a
//!    later time, it is a copy at that time.
//! 3. Where nothing lies above the constant layer, the layer gets a choice between two values. What
//!    was uninitialised before becomes a record, because whether it is initialised depends on the
//!    guard.
//! 4. All of the ancestor's records stay, also those that a side dropped because it had covered
//!    them. There the side is copied as a whole, after all else.
//!
//! What both sides share with the ancestor costs nothing.

use std::rc::Rc;

use term::Term;

use crate::blockwise::BlockContents;
use crate::logged_contents::LoggedContents;
use crate::memory::{Context, Initial};
use crate::paged_bytes::Difference;
use crate::symbolic_write::Effect;
use crate::timestamps::timeline::{Entry, Time, Timeline, TimelineRecord};
use crate::timestamps::tree::Tree;
use crate::value::{Value, ite};

/// One side of a merge.
struct Side<'t> {
    /// The condition under which it counts.
    when: Term,
    timeline: &'t Timeline,
    /// Its constant layer only, as the source of copies.
    constants: Rc<Timeline>,
    /// Where it differs from the ancestor.
    differences: Vec<Difference>,
}

impl Timeline {
    /// Merges another timeline, which counts where the guard holds.
    /// Implements `MERGE` of *MemSight*.
    pub(super) fn merge_with(
        &mut self,
        cx: &mut Context<'_>,
        other: &Timeline,
        guard: Term,
        ancestor: Option<&Timeline>,
    ) {
        let room = self.room.max(other.room);
        let Some(ancestor) = self.common(other, ancestor) else {
            // Two blocks that happen to have the same address: copies all of the other one.
            self.room = room;
            self.candidates = Rc::default();
            let (start, all) = (Value::ZERO, Value::Bits(other.room));
            return self.copy(cx, guard, start, other, start, all);
        };
        let otherwise = cx.terms.not(guard);
        let sides = [(&*self, otherwise), (other, guard)]
            .map(|(side, when)| Side::of(side, when, &ancestor));
        let mut merged = Timeline { room, ..ancestor.snapshot() };
        for side in sides.iter().flatten() {
            merged.take_constants(cx, &ancestor, side);
        }
        for side in sides.iter().flatten() {
            merged.take_records(cx, &ancestor, side);
        }
        // Later than everything; so are the next write and the next record of the constant layer.
        merged.now = (self.now.max(other.now) | 1) + 1;
        for side in sides.iter().flatten() {
            merged.copy_dropped(&ancestor, side);
        }
        *self = merged;
    }

    /// Returns what both descend from: an earlier state, or the new block.
    fn common(&self, other: &Timeline, ancestor: Option<&Timeline>) -> Option<Timeline> {
        let (mine, theirs) = (self.constants.bytes(), other.constants.bytes());
        if mine.is_zeroed() != theirs.is_zeroed() {
            return None;
        }
        let initial = if mine.is_zeroed() { Initial::Zero } else { Initial::Uninitialised };
        let new = || Timeline::new(mine.owner(), initial, self.room, ());
        Some(ancestor.map_or_else(new, Timeline::snapshot))
    }

    /// Takes over where the constant layer of a side differs from the ancestor's.
    fn take_constants(&mut self, cx: &mut Context<'_>, ancestor: &Timeline, side: &Side<'_>) {
        let time = (ancestor.now | 1, 1);
        for &Difference { offset, bytes, value } in &side.differences {
            match value {
                Some(value) if self.is_plain(offset, bytes) => {
                    let old = self.constants.bytes().load(cx.terms, cx.names, offset, bytes);
                    let value = ite(cx, side.when, value, old, bytes);
                    self.constants.bytes_mut().store(cx.terms, offset, bytes, value);
                }
                _ => self.take_bytes(cx, ancestor, side, time, offset, offset + u64::from(bytes)),
            }
        }
    }

    /// Whether the constant layer is visible and initialised, so that it can become a choice.
    fn is_plain(&self, offset: u64, bytes: u32) -> bool {
        !self.log_is_visible(offset, offset + u64::from(bytes))
            && self.is_surely_written(offset, bytes)
    }

    /// Takes over bytes of the constant layer of a side, as writes. Equal bytes must not be
    /// written: older records may be visible there.
    fn take_bytes(
        &mut self,
        cx: &mut Context<'_>,
        ancestor: &Timeline,
        side: &Side<'_>,
        time: Time,
        low: u64,
        high: u64,
    ) {
        let (old, new) = (ancestor.constants.bytes(), side.timeline.constants.bytes());
        let mut differs = |&at: &u64| !old.is_same_at(cx.terms, cx.names, new, at);
        let mut at = low;
        while at < high {
            let run = (at..high).take_while(&mut differs).count() as u64;
            if run > 0 {
                self.insert(time, side.constants_as_write(at, at + run));
            }
            at += run.max(1);
        }
    }

    /// Takes over the records of a side that are later than the ancestor. Records at the ancestor's
    /// own time, which only the constant layer and earlier merges make, are compared.
    fn take_records(&mut self, cx: &mut Context<'_>, ancestor: &Timeline, side: &Side<'_>) {
        let later =
            |record: &&TimelineRecord| record.time.0 >= ancestor.now && !ancestor.has(record);
        for record in side.timeline.records.iter().filter(later) {
            let write = match &record.write {
                Some(write) => {
                    let guard = cx.terms.and(write.guard, side.when);
                    Entry { guard, ..(**write).clone() }
                }
                None => side.constants_as_write(record.low, record.high),
            };
            let (time, place) = record.time;
            // The constant layer of this side at the fork comes before.
            let place = if time == ancestor.now | 1 { place + 1 } else { place };
            self.insert((time, place), write);
        }
    }

    /// Copies a side where it dropped records of the ancestor, unless the write that hides them is
    /// there.
    fn copy_dropped(&mut self, ancestor: &Timeline, side: &Side<'_>) {
        let kept = side.timeline;
        let dropped = |record: &&TimelineRecord| {
            let Some(write) = &record.write else { return false };
            let hidden = |it: &TimelineRecord| {
                it.time > record.time && it.write.as_ref().is_some_and(|it| it.hides(write))
            };
            !kept.has(record) && !kept.records.overlapping(record.low, record.high).any(hidden)
        };
        let dropped: Vec<(u64, u64)> =
            ancestor.records.iter().filter(dropped).map(|it| (it.low, it.high)).collect();
        if dropped.is_empty() {
            return;
        }
        let source = Rc::new(kept.snapshot());
        for (low, high) in dropped {
            self.insert((self.now, 0), copy_of(&source, side.when, low, high));
        }
    }

    /// Whether it has a record of another timeline with a common ancestor.
    fn has(&self, record: &TimelineRecord) -> bool {
        let same = |it: &TimelineRecord| match (&it.write, &record.write) {
            (Some(mine), Some(theirs)) => Rc::ptr_eq(mine, theirs),
            (None, None) => (it.time, it.low, it.high) == (record.time, record.low, record.high),
            _ => false,
        };
        self.records.overlapping(record.low, record.high).any(same)
    }
}

impl Side<'_> {
    /// Returns a side, unless it equals the ancestor.
    fn of<'t>(timeline: &'t Timeline, when: Term, ancestor: &Timeline) -> Option<Side<'t>> {
        let contents = (ancestor.constants.bytes(), timeline.constants.bytes());
        let differences = contents.0.differences(contents.1).unwrap_or_default();
        if differences.is_empty() && timeline.records.is_same(&ancestor.records) {
            return None;
        }
        let constants = Timeline { records: Tree::default(), ..timeline.snapshot() };
        Some(Side { when, timeline, constants: Rc::new(constants), differences })
    }

    /// Returns the constant layer at a range, as a write.
    fn constants_as_write(&self, low: u64, high: u64) -> Entry {
        copy_of(&self.constants, self.when, low, high)
    }
}

/// Returns a copy of a range from an earlier state of the block to itself.
fn copy_of(source: &Rc<Timeline>, guard: Term, low: u64, high: u64) -> Entry {
    let (length, from) = (Value::Bits(high - low), Value::Bits(low));
    Entry::at(guard, low, high, Effect::Copy { length, source: source.clone(), from })
}
