//! `timestamps-naive`: the algorithm of *MemSight*, line by line. Each function names the function
//! of the document that it implements; `records` has the records and `SEARCH`.
//!
//! Departures from the document:
//! 1. An access through a pointer with several pointees is an access to each, under its guard. So a
//!    record belongs to one block, and an access finds the records of its own block. Records are
//!    sought by concrete addresses, which no two blocks share.
//! 2. `MEMSET` and `MEMCPY` advance time, like every store; their ranges are half open, compared by
//!    distance; a copy reads its source as it was before the copy.
//! 3. `_LOAD` goes from the newest record to the oldest and stops at the first that surely covers
//!    the byte. If none does, the bottom is an element of the block's array of uninitialised bytes:
//!    it stands for the document's fresh symbol with its implicit store at a negative time, for all
//!    addresses at once and in all memories. So there are no negative times.
//! 4. If all bytes of a load come from the same records, they are concatenated before the choice
//!    between these, not after it: so a stored pointer is loaded as one, with its provenance.
//! 5. Multi-writes are records too; a zeroed block begins with a `MEMSET`.

mod records;

use std::collections::BTreeSet;
use std::rc::Rc;

use term::{AllocId, Term};

use crate::blocks::{AddressSpaceFull, Blocks, IncompatibleBlocks, NewBlock};
use crate::logged_contents::all_written;
use crate::memory::{Context, Initial, Item, Memory};
use crate::multi_write::MultiWrite;
use crate::paged_bytes::byte_of_value;
use crate::points_to::{Pointee, points_to, referents};
use crate::value::{Value, ite};

use records::{Record, RecordKind, Records};

/// The memory.
#[derive(Clone)]
pub struct Naive {
    blocks: Blocks<()>,
    records: Records,
}

/// What one byte may be.
enum ByteSource {
    /// A written byte.
    Byte(Value),
    /// An uninitialised byte of a block.
    Uninitialised(AllocId, Value),
}

/// The search for a byte at a time, and the records that are left, newest last.
struct Search {
    /// The condition under which this byte is meant.
    guard: Term,
    block: AllocId,
    offset: Value,
    left: Vec<Record>,
}

impl Naive {
    /// Creates a memory without blocks, in an address space of `pointer` bits.
    #[must_use]
    pub fn new(pointer: u32) -> Naive {
        Naive { blocks: Blocks::new(pointer), records: Records::default() }
    }

    /// Returns the live pointees of an access that is allowed on this path.
    fn accessed(&self, cx: &mut Context<'_>, pointer: Value) -> Vec<Pointee> {
        let mut pointees = points_to(self, cx, pointer).pointees;
        pointees
            .retain(|pointee| self.info(pointee.block).is_some_and(|it| !it.lifetime.has_ended()));
        pointees
    }

    /// Returns `min(e)` and `max(e)`, the first and the last address of an access that is allowed.
    fn bounds(&self, cx: &mut Context<'_>, block: AllocId, offset: Value) -> (u64, u64) {
        let Some(info) = self.info(block).copied() else { return (0, u64::MAX) };
        let (low, high) = cx.range(offset);
        let (low, high) = match offset {
            Value::Bits(_) => (low, high),
            _ => {
                let (_, room) = cx.range(info.size);
                (low.min(room), high.min(room))
            }
        };
        (info.address.saturating_add(low), info.address.saturating_add(high))
    }

    /// Adds a record of at most `longest` bytes.
    fn add(&mut self, cx: &mut Context<'_>, pointee: Pointee, longest: u64, kind: RecordKind) {
        let Pointee { guard, block, offset } = pointee;
        let (first, last) = self.bounds(cx, block, offset);
        let last = last.saturating_add(longest.saturating_sub(1));
        self.records.add(Record { time: 0, guard, block, offset, first, last, kind });
    }

    /// `_LOAD`: returns all that a byte may be. The first case that holds counts; the last one
    /// always holds.
    fn cases(
        &self,
        cx: &mut Context<'_>,
        block: AllocId,
        offset: Value,
    ) -> Vec<(Term, ByteSource)> {
        let mut cases = Vec::new();
        let now = self.records.now();
        let mut searches = vec![self.search(cx, Term::TRUE, block, offset, now)];
        while let Some(search) = searches.last_mut() {
            let (block, offset) = (search.block, search.offset);
            let Some(record) = search.left.pop() else {
                cases.push((search.guard, ByteSource::Uninitialised(block, offset)));
                searches.pop();
                continue;
            };
            let covers = record.covers(cx, offset);
            let guard = cx.terms.and(search.guard, covers);
            if guard == Term::FALSE {
                continue;
            }
            if covers == Term::TRUE {
                searches.pop();
            }
            match &record.kind {
                RecordKind::Copy { from, start, .. } => {
                    // The document recurs here for every copy; most cannot alias.
                    if cx.may(guard) {
                        let distance = record.distance(cx, offset);
                        let start = cx.address(*start);
                        let origin = cx.terms.add(start, distance);
                        let origin = Value::of_term(cx.terms, origin);
                        searches.push(self.search(cx, guard, *from, origin, record.time - 1));
                    }
                }
                kind => {
                    let byte = match kind {
                        RecordKind::Byte { value, .. } | RecordKind::Set { value, .. } => *value,
                        RecordKind::Many(write) => {
                            let distance = record.distance(cx, offset);
                            let (_, byte) = write.byte(cx, distance);
                            Value::of_term(cx.terms, byte)
                        }
                        RecordKind::Copy { .. } => continue,
                    };
                    cases.push((guard, ByteSource::Byte(byte)));
                }
            }
        }
        cases
    }

    fn search(
        &self,
        cx: &mut Context<'_>,
        guard: Term,
        block: AllocId,
        offset: Value,
        time: u64,
    ) -> Search {
        let (first, last) = self.bounds(cx, block, offset);
        Search { guard, block, offset, left: self.records.search(block, first, last, time) }
    }

    /// Returns the same cases, as bytes.
    fn bytes(&self, cx: &mut Context<'_>, block: AllocId, offset: Value) -> Vec<(Term, Value)> {
        let mut bytes = Vec::new();
        for (guard, found) in self.cases(cx, block, offset) {
            let byte = match found {
                ByteSource::Byte(byte) => byte,
                ByteSource::Uninitialised(block, offset) => {
                    let array = cx.names.uninitialised(cx.terms, block);
                    let index = cx.address(offset);
                    let element = cx.terms.select(array, index);
                    Value::of_term(cx.terms, element)
                }
            };
            bytes.push((guard, byte));
        }
        bytes
    }

    fn is_written(&self, cx: &mut Context<'_>, block: AllocId, offset: u64) -> Term {
        let mut written = Term::FALSE;
        for (guard, found) in self.cases(cx, block, Value::Bits(offset)).into_iter().rev() {
            let here = Term::from(matches!(found, ByteSource::Byte(_)));
            written = cx.terms.ite(guard, here, written);
        }
        written
    }

    /// `LOAD` from one pointee.
    fn load_from(&self, cx: &mut Context<'_>, pointee: Pointee, bytes: u32) -> Value {
        let mut all = Vec::new();
        for i in 0..u64::from(bytes) {
            let offset = cx.offset_by(pointee.offset, i);
            all.push(self.bytes(cx, pointee.block, offset));
        }
        let guards = |cases: &[(Term, Value)]| -> Vec<Term> {
            cases.iter().map(|&(guard, _)| guard).collect()
        };
        let first = all.first().map(|cases| guards(cases)).unwrap_or_default();
        if all.iter().all(|cases| guards(cases) == first) {
            let cases = first.into_iter().enumerate().map(|(case, guard)| {
                (guard, cx.concat_bytes(bytes, |_, i| all[i as usize][case].1))
            });
            let cases = cases.collect();
            return first_that_holds(cx, cases, bytes);
        }
        cx.concat_bytes(bytes, |cx, i| first_that_holds(cx, all[i as usize].clone(), 1))
    }

    /// Returns where in a block something was written that mentions a block: offsets and lengths.
    /// Visits all records, oldest first, because copies move what is there at their time.
    fn places_of_pointers(&self, cx: &mut Context<'_>, block: AllocId) -> Vec<(Value, u32)> {
        let mut found: BTreeSet<(AllocId, Term, u32)> = BTreeSet::new();
        for record in self.records.oldest_first() {
            match record.kind {
                RecordKind::Byte { value, index, of } if value.mentions_block(cx.terms) => {
                    let start = cx.offset_by(record.offset, u64::from(index).wrapping_neg());
                    found.insert((record.block, cx.address(start), of));
                }
                RecordKind::Byte { .. } | RecordKind::Set { .. } | RecordKind::Many(_) => {}
                RecordKind::Copy { from, start, size } => {
                    let (start, to) = (cx.address(start), cx.address(record.offset));
                    let inside: Vec<_> = found.iter().filter(|it| it.0 == from).copied().collect();
                    for (_, at, bytes) in inside {
                        let distance = cx.terms.sub(at, start);
                        let size = cx.address(size);
                        let within = cx.terms.ult(distance, size);
                        if cx.terms.domain(within).decided() != Some(false) {
                            let moved = cx.terms.add(to, distance);
                            found.insert((record.block, moved, bytes));
                        }
                    }
                }
            }
        }
        let here = found.into_iter().filter(|it| it.0 == block);
        here.map(|(_, at, bytes)| (Value::of_term(cx.terms, at), bytes)).collect()
    }
}

/// `deallocate` leaves the records where they are: copies may refer to them.
impl Memory for Naive {
    type Blocks = Blocks<()>;

    #[inline]
    fn block_table(&self) -> &Blocks<()> {
        &self.blocks
    }

    #[inline]
    fn block_table_mut(&mut self) -> &mut Blocks<()> {
        &mut self.blocks
    }

    fn allocate(
        &mut self,
        cx: &mut Context<'_>,
        new: NewBlock,
        initial: Initial,
    ) -> Result<AllocId, AddressSpaceFull> {
        let block = self.blocks.add(cx.terms, cx.names, new, |_| ())?;
        if initial == Initial::Zero {
            self.fill(cx, Value::Pointer { block, offset: 0 }, new.size, Value::ZERO);
        }
        Ok(block)
    }

    /// `LOAD`
    fn load(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32) -> Value {
        let mut result: Option<Value> = None;
        for pointee in self.accessed(cx, pointer).into_iter().rev() {
            let value = self.load_from(cx, pointee, bytes);
            result = Some(match result {
                Some(other) => ite(cx, pointee.guard, value, other, bytes),
                None => value,
            });
        }
        result.unwrap_or(Value::ZERO)
    }

    /// `STORE` and `_STORE`
    fn store(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32, value: Value) {
        for pointee in self.accessed(cx, pointer) {
            for index in 0..bytes {
                let byte = byte_of_value(cx.terms, value, bytes.into(), index.into());
                let offset = cx.offset_by(pointee.offset, index.into());
                let kind = RecordKind::Byte { value: byte, index, of: bytes };
                self.add(cx, Pointee { offset, ..pointee }, 1, kind);
            }
        }
    }

    /// `MEMSET`
    fn fill(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value, byte: Value) {
        let (_, longest) = cx.range(length);
        for pointee in self.accessed(cx, pointer) {
            self.add(cx, pointee, longest, RecordKind::Set { size: length, value: byte });
        }
    }

    /// `MEMCPY`: adds a record for each pair of pointees, all at the same time, so that none reads
    /// what another one wrote.
    fn copy(&mut self, cx: &mut Context<'_>, to: Value, from: Value, length: Value) {
        let (targets, sources) = (self.accessed(cx, to), self.accessed(cx, from));
        let (_, longest) = cx.range(length);
        let before = self.records.now();
        for target in targets {
            for source in &sources {
                let guard = cx.terms.and(target.guard, source.guard);
                let kind =
                    RecordKind::Copy { from: source.block, start: source.offset, size: length };
                self.records.set_now(before);
                self.add(cx, Pointee { guard, ..target }, longest, kind);
            }
        }
    }

    fn multi_write(&mut self, cx: &mut Context<'_>, pointer: Value, write: &MultiWrite) {
        let (_, longest) = cx.range(write.length);
        for pointee in self.accessed(cx, pointer) {
            self.add(cx, pointee, longest, RecordKind::Many(Rc::new(*write)));
        }
    }

    /// `MERGE`
    fn merge(
        &mut self,
        cx: &mut Context<'_>,
        other: &Naive,
        guard: Term,
        ancestor: &Naive,
    ) -> Result<(), IncompatibleBlocks> {
        self.blocks.merge(cx, &other.blocks, guard, |_, _, (), ()| ())?;
        let otherwise = cx.terms.not(guard);
        let mut merged = ancestor.records.clone();
        for (side, when) in [(&self.records, otherwise), (&other.records, guard)] {
            for record in side.later_than(ancestor.records.now()) {
                let guard = cx.terms.and(record.guard, when);
                merged.put(Record { guard, ..record.clone() });
            }
        }
        merged.set_now(self.records.now().max(other.records.now()));
        self.records = merged;
        Ok(())
    }

    fn initialised(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value) -> Term {
        let mut all = Term::TRUE;
        for Pointee { guard, block, offset } in self.accessed(cx, pointer) {
            let Some(info) = self.info(block).copied() else { continue };
            let (_, room) = cx.range(info.size);
            let here =
                all_written(cx, offset, length, room, |cx, at| self.is_written(cx, block, at));
            let here = cx.terms.implies(guard, here);
            all = cx.terms.and(all, here);
        }
        all
    }

    fn describe(&self, items: &mut Vec<Item>) -> bool {
        self.blocks.describe(items, |items, block, ()| {
            let info = self.info(block);
            info.is_some_and(|info| self.records.describe(items, block, info))
        })
    }

    fn referents(&mut self, cx: &mut Context<'_>, block: AllocId) -> Vec<(Term, AllocId)> {
        if self.info(block).is_none_or(|info| info.lifetime.has_ended()) {
            return Vec::new();
        }
        let mut values = Vec::new();
        for (offset, bytes) in self.places_of_pointers(cx, block) {
            let pointee = Pointee { guard: Term::TRUE, block, offset };
            values.push(self.load_from(cx, pointee, bytes));
        }
        referents(cx, &values)
    }
}

/// Returns the value of the first case that holds; the last one always does.
fn first_that_holds(cx: &mut Context<'_>, cases: Vec<(Term, Value)>, bytes: u32) -> Value {
    let mut cases = cases.into_iter().rev();
    let last = cases.next().map_or(Value::ZERO, |(_, value)| value);
    cases.fold(last, |below, (guard, value)| ite(cx, guard, value, below, bytes))
}
