//! A segment: the cells of one block, `E |-> F0, ..., Fn` (*SL CPA*, "Memory Model").
//!
//! The document has a cell for every byte of a segment. Here there is a cell where something was
//! stored, and one predicate for the rest of the segment (`Rest`): uninitialised, zero, or what a
//! write at a symbolic offset left. Reading a byte of the rest unfolds it: its cell is created and
//! stays, so a query is made once.
//!
//! A store at a symbolic offset updates each cell that it may hit, under the condition that it
//! does. If these are many, the store becomes a layer between older and newer cells (`WriteLayer`), as
//! do fills and copies of symbolic offset or length.
//!
//! This file writes; `read.rs` reads. Every access is allowed.

use std::rc::Rc;

use term::{AllocId, Term};

use crate::blocks::Info;
use crate::blockwise::{BlockContents, Blockwise};
use crate::candidate_offsets::CandidateOffsets;
use crate::memory::{Access, Context, Initial, Item, Validity};
use crate::multi_write::MultiWrite;
use crate::separation::allocated::Allocation;
use crate::separation::cells::{Byte, Cells, MAX_OFFSET};
use crate::separation::formula::{Heaplet, heaplets};
use crate::separation::write_layer::{Rest, WriteLayer};
use crate::symbolic_write::{Effect, Entry};
use crate::value::{Value, ite};

/// A write at a symbolic offset updates up to this number of cells one by one; a read enumerates up to this
/// number.
pub const MAX_CHOICES: u64 = 32;
/// Longer fills and copies are not done cell by cell.
const MAX_CELLS: u64 = 1 << 20;
/// `initialised` expands ranges of up to this number of bytes.
const MAX_BYTES: u64 = 4096;

/// The contents of a block.
#[derive(Clone)]
pub struct HeapSegment {
    pub(super) cells: Cells,
    pub(super) rest: Rest,
    /// The largest possible size of the block.
    pub(super) room: u64,
    /// The decision procedure for the cells that an access hits.
    allocation: Allocation,
}

impl BlockContents for HeapSegment {
    type Settings = Allocation;

    /// Creates the contents of a new block of at most `room` bytes.
    fn new(owner: AllocId, initial: Initial, room: u64, allocation: Allocation) -> HeapSegment {
        let rest = match initial {
            Initial::Uninitialised => Rest::Uninitialised(owner),
            Initial::Zero => Rest::Zero,
        };
        HeapSegment { cells: Cells::default(), rest, room, allocation }
    }

    /// Returns a value that is there as a whole: the fast path.
    #[inline]
    fn peek(&self, offset: u64, bytes: u32) -> Option<Value> {
        if let Some(value) = self.cells.whole(offset, bytes) {
            return Some(value);
        }
        if !matches!(self.rest, Rest::Zero) || bytes > 8 {
            return None;
        }
        let mut word = 0;
        for i in 0..u64::from(bytes) {
            match self.byte(offset.wrapping_add(i))? {
                Byte::Number(number) => word |= u64::from(number) << (8 * i),
                Byte::Part { .. } | Byte::Uninitialised { .. } => return None,
            }
        }
        Some(Value::Bits(word))
    }

    /// Writes a number: the fast path.
    #[inline]
    fn poke(&mut self, offset: u64, bytes: u32, word: u64) -> bool {
        let fine = offset < MAX_OFFSET - 16 && bytes <= 8;
        if fine {
            self.cells.put_number(offset, bytes, word);
        }
        fine
    }

    /// Reads a value.
    /// Implements `Deref` of *SL CPA*.
    fn load(&mut self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        let candidates = CandidateOffsets::of(cx, at, self.room);
        if let Some(offset) = candidates.only() {
            return self.unfold(cx, offset, bytes);
        }
        if candidates.count() > MAX_CHOICES {
            return self.read(cx, at, bytes);
        }
        let hit = candidates_hit(cx, self.allocation, at, candidates);
        let mut groups: Vec<(Value, Term, usize)> = Vec::new();
        for (here, offset) in hit {
            let value = self.unfold(cx, offset, bytes);
            match groups.iter_mut().find(|(same, ..)| *same == value) {
                Some((_, condition, count)) => {
                    *condition = cx.terms.or(*condition, here);
                    *count += 1;
                }
                None => groups.push((value, here, 1)),
            }
        }
        // The value of the most offsets needs no condition.
        let most = groups.iter().map(|&(.., count)| count).max().unwrap_or(0);
        let most = groups.iter().position(|&(.., count)| count == most).unwrap_or(0);
        groups.rotate_left(most);
        let rest = groups.iter().skip(1).map(|&(value, here, _)| (value, here));
        let default = groups.first().map_or(Value::ZERO, |&(value, ..)| value);
        rest.fold(default, |below, (value, here)| ite(cx, here, value, below, bytes))
    }

    /// Writes a value under a guard.
    /// Implements `ASSIGN` of *SL CPA*.
    fn store(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, bytes: u32, value: Value) {
        let candidates = CandidateOffsets::of(cx, at, self.room);
        let length = u64::from(bytes);
        if candidates.end(length) >= MAX_OFFSET || candidates.count() > MAX_CHOICES {
            return self.push(guard, at, candidates, length, Effect::Write { bytes, value });
        }
        let written = vec![Term::TRUE; bytes as usize];
        if let Some(offset) = candidates.only() {
            return self.put(cx, guard, offset, value, &written);
        }
        for (here, offset) in candidates_hit(cx, self.allocation, at, candidates) {
            let guard = cx.terms.and(guard, here);
            self.put(cx, guard, offset, value, &written);
        }
    }

    /// Fills a range with a byte, under a guard.
    fn fill(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, length: Value, byte: Value) {
        let candidates = CandidateOffsets::of(cx, at, self.room);
        let (shortest, longest) = cx.range(length);
        if longest == 0 {
            return;
        }
        match candidates.only() {
            Some(offset)
                if guard == Term::TRUE
                    && shortest == longest
                    && longest <= MAX_CELLS
                    && offset.saturating_add(longest) < MAX_OFFSET =>
            {
                match byte {
                    Value::Bits(byte) => {
                        self.cells.put_numbers(offset, &vec![byte as u8; longest as usize]);
                    }
                    value => {
                        for at in offset..offset + longest {
                            self.cells.put_value(at, value, &[Term::TRUE]);
                        }
                    }
                }
            }
            _ => self.push(guard, at, candidates, longest, Effect::Fill { length, byte }),
        }
    }

    /// Copies a range of a segment (or of this one as it was), under a guard.
    fn copy(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        at: Value,
        source: &HeapSegment,
        from: Value,
        length: Value,
    ) {
        let (candidates, origin) =
            (CandidateOffsets::of(cx, at, self.room), CandidateOffsets::of(cx, from, source.room));
        let (shortest, longest) = cx.range(length);
        if longest == 0 {
            return;
        }
        if let (Some(to), Some(from)) = (candidates.only(), origin.only())
            && guard == Term::TRUE
            && shortest == longest
            && longest <= MAX_CELLS
            && to.saturating_add(longest) < MAX_OFFSET
            && from.checked_add(longest).is_some()
            && let Some(bytes) = (from..from + longest).map(|at| source.byte(at)).collect()
        {
            let bytes: Vec<Byte> = bytes;
            return (to..).zip(bytes).for_each(|(at, byte)| self.cells.put(at, byte));
        }
        cx.names.counts.guarded_copies += u64::from(guard != Term::TRUE);
        let from = origin.only().map_or(from, Value::Bits);
        let effect = Effect::Copy { length, source: source.clone(), from };
        self.push(guard, at, candidates, longest, effect);
    }

    /// Performs a multi-write, under a guard.
    fn multi_write(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, write: &MultiWrite) {
        let candidates = CandidateOffsets::of(cx, at, self.room);
        let (_, longest) = cx.range(write.length);
        if longest > 0 {
            self.push(guard, at, candidates, longest, Effect::Many(Rc::new(*write)));
        }
    }

    /// Merges the contents of the same block in another memory, which count where the guard holds.
    ///
    /// If the rest is the same, it writes only the cells that differ; otherwise it copies the whole
    /// segment under the guard.
    fn merge(
        &mut self,
        cx: &mut Context<'_>,
        other: &HeapSegment,
        guard: Term,
        _: Option<&HeapSegment>,
    ) {
        self.room = self.room.max(other.room);
        if !self.rest.is_same(&other.rest) {
            let (start, all) = (Value::ZERO, Value::Bits(other.room));
            return self.copy(cx, guard, start, other, start, all);
        }
        let mut done = 0;
        for offset in self.cells.differences(&other.cells) {
            if offset < done {
                continue;
            }
            let (start, bytes) = self.unit(other, offset);
            let theirs = other.read(cx, Value::Bits(start), bytes);
            let written = other.written(cx, start, bytes);
            self.put(cx, guard, start, theirs, &written);
            done = start + u64::from(bytes);
        }
    }

    /// Returns the condition under which every byte of a range is initialised; false if the range
    /// is too long to expand.
    fn initialised(&self, cx: &mut Context<'_>, at: Value, length: Value) -> Term {
        let candidates = CandidateOffsets::of(cx, at, self.room);
        let (_, longest) = cx.range(length);
        let end = candidates.end(longest).min(self.room);
        if end.saturating_sub(candidates.first) > MAX_BYTES {
            return Term::FALSE;
        }
        let (start, length) = (cx.address(at), cx.address(length));
        let mut all = Term::TRUE;
        for offset in candidates.first..end {
            let written = self.written(cx, offset, 1)[0];
            if written == Term::TRUE {
                continue;
            }
            let number = cx.number(offset);
            let distance = cx.terms.sub(number, start);
            let asked = cx.terms.ult(distance, length);
            let fine = cx.terms.implies(asked, written);
            all = cx.terms.and(all, fine);
        }
        all
    }

    /// Describes the contents; returns `false` if they have a write at a symbolic offset.
    fn describe(&self, items: &mut Vec<Item>) -> bool {
        match self.rest {
            Rest::Zero => items.push(Item::Word(1)),
            Rest::Uninitialised(block) => items.push(Item::Uninitialised(block)),
            Rest::Written(_) => return false,
        }
        self.cells.describe(items);
        true
    }

    fn valid(
        memory: &Blockwise<HeapSegment>,
        cx: &mut Context<'_>,
        pointer: Value,
        length: Value,
        access: Access,
    ) -> Validity {
        memory.settings().valid(memory, cx, pointer, length, access)
    }

    /// Implements `Leak` and `reachable` of *SL CPA*.
    fn pointers(&self, cx: &mut Context<'_>) -> Vec<Value> {
        let places = self.places_of_pointers(cx);
        places.into_iter().map(|(at, bytes)| self.read(cx, at, bytes)).collect()
    }

    /// Implements `Π` and `Σ` of *SL CPA*.
    fn formula(&self, block: AllocId, info: &Info) -> Option<Vec<Heaplet>> {
        Some(heaplets(block, info, self))
    }
}

impl HeapSegment {
    /// Returns the byte at an offset, if no write at a symbolic offset hides it.
    pub(super) fn byte(&self, offset: u64) -> Option<Byte> {
        match (self.cells.get(offset), &self.rest) {
            (Some(byte), _) => Some(byte),
            (None, Rest::Zero) => Some(Byte::Number(0)),
            (None, &Rest::Uninitialised(block)) => Some(Byte::Uninitialised { block, offset }),
            (None, Rest::Written(_)) => None,
        }
    }

    /// Reads a value at a constant offset. The result of reading below a write at a symbolic offset
    /// becomes cells.
    fn unfold(&mut self, cx: &mut Context<'_>, offset: u64, bytes: u32) -> Value {
        if let Some(value) = self.peek(offset, bytes) {
            return value;
        }
        let value = self.read(cx, Value::Bits(offset), bytes);
        let end = offset.saturating_add(u64::from(bytes));
        let folded = (offset..end).any(|at| self.byte(at).is_none());
        if folded && end < MAX_OFFSET {
            let written = self.written(cx, offset, bytes);
            self.cells.put_value(offset, value, &written);
        }
        value
    }

    /// Returns for each byte the condition under which it is initialised.
    fn written(&self, cx: &mut Context<'_>, offset: u64, bytes: u32) -> Vec<Term> {
        let places = (0..u64::from(bytes)).map(|i| offset.wrapping_add(i));
        places
            .map(|at| match self.byte(at) {
                Some(byte) => byte.written(),
                None => self.is_written(cx, Value::Bits(at)),
            })
            .collect()
    }

    /// Writes at a constant offset, under a guard: a value, and for each byte the condition under
    /// which it is initialised.
    /// Implements `E ↦ F0, ..., Fn` of *SL CPA*.
    fn put(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        offset: u64,
        value: Value,
        written: &[Term],
    ) {
        if guard == Term::TRUE {
            return self.cells.put_value(offset, value, written);
        }
        let bytes = written.len() as u32;
        let old = self.read(cx, Value::Bits(offset), bytes);
        let value = ite(cx, guard, value, old, bytes);
        let before = self.written(cx, offset, bytes);
        let written = written.iter().zip(before);
        let written: Vec<Term> =
            written.map(|(&now, before)| cx.terms.ite(guard, now, before)).collect();
        self.cells.put_value(offset, value, &written);
    }

    /// Adds a write at a symbolic offset as a layer over all cells.
    fn push(
        &mut self,
        guard: Term,
        at: Value,
        candidates: CandidateOffsets,
        longest: u64,
        effect: Effect<HeapSegment>,
    ) {
        let (low, high) = (candidates.first, candidates.end(longest));
        let offset = candidates.only().map_or(at, Value::Bits);
        let entry = Entry { guard, offset, low, high, effect };
        let empty = HeapSegment { cells: Cells::default(), rest: Rest::Zero, ..*self };
        let below = std::mem::replace(self, empty);
        self.rest = Rest::Written(Rc::new(WriteLayer { entry, below }));
    }

    /// Returns the bytes around an offset that form one value: the first, and how many.
    fn unit(&self, other: &HeapSegment, offset: u64) -> (u64, u32) {
        const WORD: u64 = 4;
        let stored = [other, self].into_iter().find_map(|it| it.cells.whole_length(offset));
        if let Some(bytes) = stored {
            return (offset, bytes);
        }
        let word = offset / WORD * WORD;
        let number =
            |it: &HeapSegment| it.peek(word, WORD as u32).and_then(Value::as_bits).is_some();
        match number(self) && number(other) {
            true => (word, WORD as u32),
            false => (offset, 1),
        }
    }
}

/// Returns the candidate offsets of an access, each with its condition, without those that the
/// procedure for `Allocated` excludes.
fn candidates_hit(
    cx: &mut Context<'_>,
    allocation: Allocation,
    at: Value,
    candidates: CandidateOffsets,
) -> Vec<(Term, u64)> {
    let place = cx.address(at);
    let mut cells = Vec::new();
    for offset in candidates.all() {
        let number = cx.number(offset);
        cells.push((cx.terms.eq(place, number), offset));
    }
    allocation.hit(cx, place, cells)
}
