//! The records of *MemSight*: address, value, time and guard.
//!
//! `M.concrete` is an ordered map by address; `M.symbolic`, `M.memset` and `M.memcpy` are one list.
//! No record is ever dropped.

use std::rc::Rc;

use rpds::{List, RedBlackTreeMap};
use term::{AllocId, Term};

use crate::blocks::Info;
use crate::memory::{Context, Item};
use crate::multi_write::MultiWrite;
use crate::value::Value;

/// A record: the document's `(ft, a, b, e, v, t, delta)`.
#[derive(Clone)]
pub(super) struct Record {
    pub(super) time: u64,
    pub(super) guard: Term,
    pub(super) block: AllocId,
    pub(super) offset: Value,
    /// The first address that it may touch.
    pub(super) first: u64,
    /// The last address that it may touch.
    pub(super) last: u64,
    pub(super) kind: RecordKind,
}

/// The type of a record, and its effect.
#[derive(Clone)]
pub(super) enum RecordKind {
    /// `ft_concrete` and `ft_symbolic`: the byte of this index, of a store of `of` bytes.
    Byte { value: Value, index: u32, of: u32 },
    /// `ft_memset`
    Set { size: Value, value: Value },
    /// `ft_memcpy`: from this block and offset on.
    Copy { from: AllocId, start: Value, size: Value },
    /// A multi-write.
    Many(Rc<MultiWrite>),
}

impl Record {
    /// Returns the distance of a byte from the start.
    pub(super) fn distance(&self, cx: &mut Context<'_>, offset: Value) -> Term {
        let (offset, start) = (cx.address(offset), cx.address(self.offset));
        cx.terms.sub(offset, start)
    }

    /// Returns the condition under which it wrote the byte at an offset of its block.
    pub(super) fn covers(&self, cx: &mut Context<'_>, offset: Value) -> Term {
        let here = match &self.kind {
            RecordKind::Byte { .. } => {
                let (offset, mine) = (cx.address(offset), cx.address(self.offset));
                cx.terms.eq(offset, mine)
            }
            RecordKind::Set { size, .. } | RecordKind::Copy { size, .. } => {
                let (distance, size) = (self.distance(cx, offset), cx.address(*size));
                cx.terms.ult(distance, size)
            }
            RecordKind::Many(write) => {
                let distance = self.distance(cx, offset);
                write.byte(cx, distance).0
            }
        };
        cx.terms.and(here, self.guard)
    }

    /// Whether it is a byte at one address: one of `M.concrete`.
    fn is_concrete(&self) -> bool {
        self.first == self.last && matches!(self.kind, RecordKind::Byte { .. })
    }
}

/// `M` and `t_pos`.
#[derive(Clone, Default)]
pub(super) struct Records {
    /// Newest first.
    concrete: RedBlackTreeMap<u64, List<Record>>,
    /// Newest first.
    others: List<Record>,
    now: u64,
}

impl Records {
    /// Returns the time of the newest record.
    pub(super) fn now(&self) -> u64 {
        self.now
    }

    /// Sets the clock.
    pub(super) fn set_now(&mut self, now: u64) {
        self.now = now;
    }

    /// Adds a record at the next time.
    pub(super) fn add(&mut self, record: Record) {
        self.now += 1;
        self.put(Record { time: self.now, ..record });
    }

    /// Adds a record that has a time already.
    pub(super) fn put(&mut self, record: Record) {
        if record.is_concrete() {
            let there = self.concrete.get(&record.first).cloned().unwrap_or_default();
            self.concrete.insert_mut(record.first, there.push_front(record));
        } else {
            self.others.push_front_mut(record);
        }
    }

    /// `SEARCH` and `SORT_BY_INCREASING_TIMESTAMP`: returns the records of a block that may overlap
    /// an interval, until a time. At one address, those older than a certain record are left out.
    pub(super) fn search(&self, block: AllocId, first: u64, last: u64, time: u64) -> Vec<Record> {
        let mut found: Vec<Record> = Vec::new();
        for (_, there) in self.concrete.range(first..=last) {
            for record in there.iter().filter(|it| it.time <= time && it.block == block) {
                found.push(record.clone());
                if record.guard == Term::TRUE {
                    break;
                }
            }
        }
        let overlaps = |it: &&Record| it.first <= last && first <= it.last && it.block == block;
        found.extend(self.others.iter().filter(|it| it.time <= time).filter(overlaps).cloned());
        found.sort_by_key(|record| record.time);
        found
    }

    /// Returns all records later than a time, oldest first.
    pub(super) fn later_than(&self, time: u64) -> Vec<Record> {
        let later = |list: &List<Record>| -> Vec<Record> {
            list.iter().filter(|it| it.time > time).cloned().collect()
        };
        let mut found = later(&self.others);
        found.extend(self.concrete.values().flat_map(later));
        found.sort_by_key(|record| record.time);
        found
    }

    /// Returns all records, oldest first.
    pub(super) fn oldest_first(&self) -> Vec<Record> {
        self.later_than(0)
    }

    /// Describes a block, if all its records are certain bytes at constant addresses, perhaps on
    /// top of one fill of the whole block; otherwise returns `false`.
    pub(super) fn describe(&self, items: &mut Vec<Item>, block: AllocId, info: &Info) -> bool {
        let mut filled = 0;
        for record in self.others.iter().filter(|it| it.block == block) {
            match record.kind {
                RecordKind::Set { size, value }
                    if filled == 0
                        && (record.guard, record.offset, size)
                            == (Term::TRUE, Value::ZERO, info.size) =>
                {
                    filled = record.time;
                    items.push(Item::Value(value));
                }
                _ => return false,
            }
        }
        let Some(size) = info.size.as_bits() else { return false };
        for (&address, there) in
            self.concrete.range(info.address..info.address.saturating_add(size))
        {
            let newest = there.iter().find(|it| it.block == block);
            let Some(Record {
                time, guard: Term::TRUE, kind: RecordKind::Byte { value, .. }, ..
            }) = newest
            else {
                return false;
            };
            if *time > filled {
                items.extend([Item::Word(address), Item::Value(*value)]);
            }
        }
        if filled == 0 {
            items.push(Item::Uninitialised(block));
        }
        true
    }
}
