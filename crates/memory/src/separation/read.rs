//! Reading a segment without changing it: `Deref` of *SL CPA*, over cells and over writes at
//! symbolic offsets.
//!
//! The document visits the cells and queries for each whether it has the address. Here a read at a
//! constant offset finds its cell directly; a read at a symbolic offset is a choice between the
//! cells that it may hit or, if these are many, a `select` from an array. Below a write at a
//! symbolic offset the search goes on in the segment as it was before, and for a copy in its
//! source.
//!
//! Programs nest these without bound, so the search keeps its own stack.

use hashbrown::HashMap;
use term::{FxBuild, Term};

use crate::candidate_offsets::CandidateOffsets;
use crate::memory::Context;
use crate::separation::cells::Byte;
use crate::separation::heap_segment::{HeapSegment, MAX_CHOICES};
use crate::separation::write_layer::{Rest, WriteLayer};
use crate::symbolic_write::Written;
use crate::value::Value;

/// The oracle is queried at most so often for one read.
const MAX_QUERIES: usize = 16;

/// A query about a byte or several.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// Their value.
    Value,
    /// The condition under which they are initialised.
    Written,
}

impl HeapSegment {
    /// Reads a value, at any offset.
    /// Implements `Deref` of *SL CPA*.
    pub fn read(&self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        if let Value::Bits(offset) = at
            && let Some(value) = self.cells.whole(offset, bytes)
        {
            return value;
        }
        let found = Search::new(Asked::Value).run(cx, self, at, bytes);
        Value::of_term(cx.terms, found)
    }

    /// Returns the condition under which a byte is initialised.
    pub fn is_written(&self, cx: &mut Context<'_>, at: Value) -> Term {
        Search::new(Asked::Written).run(cx, self, at, 1)
    }

    /// Answers a query at a constant offset, if no write at a symbolic offset is in the way.
    fn plain(&self, cx: &mut Context<'_>, asked: Asked, offset: u64, bytes: u32) -> Option<Term> {
        if asked == Asked::Written {
            return self.byte(offset).map(Byte::written);
        }
        if let Some(value) = self.cells.whole(offset, bytes) {
            return Some(value.to_term(cx.terms, 8 * bytes));
        }
        let places = (0..u64::from(bytes)).map(|i| offset.wrapping_add(i));
        let cells: Option<Vec<Byte>> = places.map(|at| self.byte(at)).collect();
        let bytes: Vec<Term> = cells?.into_iter().map(|byte| byte.term(cx)).collect();
        Some(concat_bytes(cx, &bytes))
    }

    /// Reads at a symbolic offset, by an array of all cells over the rest, which is no write.
    fn element(
        &self,
        cx: &mut Context<'_>,
        at: Value,
        candidates: CandidateOffsets,
        bytes: u32,
    ) -> Term {
        let length = u64::from(bytes);
        let grid = length.is_power_of_two()
            && candidates.first.is_multiple_of(length)
            && candidates.stride.is_multiple_of(length);
        match self.rest {
            Rest::Uninitialised(block)
                if !self.is_full(candidates.first, candidates.end(length)) =>
            {
                let array = cx.names.uninitialised(cx.terms, block);
                self.element_of_bytes(cx, array, at, candidates, bytes)
            }
            _ if !grid => {
                let zero = cx.terms.word(8, 0);
                let array = cx.terms.const_array(cx.pointer, zero);
                self.element_of_bytes(cx, array, at, candidates, bytes)
            }
            _ => self.element_of_values(cx, at, candidates, bytes),
        }
    }

    /// Whether there is a cell at every offset of a range.
    fn is_full(&self, low: u64, high: u64) -> bool {
        self.cells.within(low, high).count() as u64 == high - low
    }

    fn element_of_bytes(
        &self,
        cx: &mut Context<'_>,
        bottom: Term,
        at: Value,
        candidates: CandidateOffsets,
        bytes: u32,
    ) -> Term {
        let mut array = bottom;
        for (offset, byte) in self.cells.within(candidates.first, candidates.end(u64::from(bytes)))
        {
            let (index, byte) = (cx.number(offset), byte.term(cx));
            array = cx.terms.store(array, index, byte);
        }
        let start = cx.address(at);
        let mut parts = Vec::new();
        for i in 0..u64::from(bytes) {
            let distance = cx.number(i);
            let index = cx.terms.add(start, distance);
            parts.push(cx.terms.select(array, index));
        }
        concat_bytes(cx, &parts)
    }

    /// Selects from an array of adjacent values; what is absent is zero. The index has no more bits
    /// than the last offset needs.
    fn element_of_values(
        &self,
        cx: &mut Context<'_>,
        at: Value,
        candidates: CandidateOffsets,
        bytes: u32,
    ) -> Term {
        let (low, length) = (bytes.trailing_zeros(), u64::from(bytes));
        let used = 64 - candidates.last.leading_zeros();
        let width = used.saturating_sub(low).max(1);
        let zero = cx.terms.word(8 * bytes, 0);
        let mut array = cx.terms.const_array(width, zero);
        let mut next = 0;
        for (offset, _) in self.cells.within(candidates.first, candidates.end(length)) {
            let offset = offset / length * length;
            if offset < next {
                continue;
            }
            next = offset + length;
            if let Some(element) = self.plain(cx, Asked::Value, offset, bytes)
                && element != zero
            {
                let index = cx.terms.word(width, offset >> low);
                array = cx.terms.store(array, index, element);
            }
        }
        let place = cx.address(at);
        let index = cx.terms.extract(low + width - 1, low, place);
        cx.terms.select(array, index)
    }

    /// Returns the condition under which the byte at a symbolic offset is initialised, by the cells
    /// alone.
    fn written_at(&self, cx: &mut Context<'_>, at: Value, candidates: CandidateOffsets) -> Term {
        let elsewhere = Term::from(matches!(self.rest, Rest::Zero));
        let place = cx.address(at);
        let mut written = elsewhere;
        for (offset, byte) in self.cells.within(candidates.first, candidates.end(1)) {
            if byte.written() != elsewhere {
                let number = cx.number(offset);
                let here = cx.terms.eq(place, number);
                written = cx.terms.ite(here, byte.written(), written);
            }
        }
        written
    }
}

/// Concatenates adjacent bytes, the lowest first.
fn concat_bytes(cx: &mut Context<'_>, bytes: &[Term]) -> Term {
    let joined = bytes.iter().copied().reduce(|low, high| cx.terms.concat(high, low));
    joined.unwrap_or(Term::FALSE)
}

/// A read in progress.
struct Search<'s> {
    /// The tasks, the next one last.
    tasks: Vec<Task<'s>>,
    /// Results, for the tasks that wait for them.
    found: Vec<Term>,
    /// Finished reads: two copies may have the same source.
    done: HashMap<Read, Term, FxBuild>,
    asked: Asked,
    queries: usize,
}

/// A read: the segment by identity, the offset, the number of bytes.
type Read = (*const HeapSegment, Value, u32);

enum Task<'s> {
    /// Read.
    See(&'s HeapSegment, Value, u32),
    /// Push a known result.
    Found(Term),
    /// Memoise the last result.
    Keep(Read),
    /// Choose: the last result where the condition holds, the one before it elsewhere.
    Choose(Term),
    /// Concatenate this number of results, the highest byte last.
    Join(u32),
}

impl<'s> Search<'s> {
    fn new(asked: Asked) -> Search<'s> {
        let (tasks, found, done) = (Vec::new(), Vec::new(), HashMap::default());
        Search { tasks, found, done, asked, queries: 0 }
    }

    fn run(
        mut self,
        cx: &mut Context<'_>,
        segment: &'s HeapSegment,
        at: Value,
        bytes: u32,
    ) -> Term {
        self.tasks.push(Task::See(segment, at, bytes));
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::See(segment, at, bytes) => self.see(cx, segment, at, bytes),
                Task::Found(seen) => self.found.push(seen),
                Task::Keep(read) => {
                    if let Some(&found) = self.found.last() {
                        self.done.insert(read, found);
                    }
                }
                Task::Choose(condition) => self.choose(cx, condition),
                Task::Join(bytes) => self.join(cx, bytes),
            }
        }
        self.found.pop().unwrap_or(Term::FALSE)
    }

    fn see(&mut self, cx: &mut Context<'_>, segment: &'s HeapSegment, at: Value, bytes: u32) {
        let read = (std::ptr::from_ref(segment), at, bytes);
        if let Some(&found) = self.done.get(&read) {
            return self.found.push(found);
        }
        let candidates = CandidateOffsets::of(cx, at, segment.room);
        if let Some(offset) = candidates.only() {
            if let Some(found) = segment.plain(cx, self.asked, offset, bytes) {
                return self.found.push(found);
            }
            self.tasks.push(Task::Keep(read));
            return self.see_folded(cx, segment, offset, bytes);
        }
        self.tasks.push(Task::Keep(read));
        let end = candidates.end(u64::from(bytes));
        let bare = segment.cells.within(candidates.first, end).next().is_none();
        match &segment.rest {
            Rest::Written(layer) if bare => {
                self.see_layer(cx, layer, segment, at, candidates, bytes)
            }
            _ if candidates.count() <= MAX_CHOICES => {
                self.see_each(cx, segment, at, candidates, bytes)
            }
            Rest::Written(_) if bytes > 1 => self.split(cx, segment, at, bytes),
            Rest::Written(layer) => {
                let cells: Vec<(u64, Byte)> = segment.cells.within(candidates.first, end).collect();
                self.over(cx, cells, at);
                self.see_layer(cx, layer, segment, at, candidates, bytes);
            }
            Rest::Uninitialised(_) | Rest::Zero => {
                self.found.push(match self.asked {
                    Asked::Value => segment.element(cx, at, candidates, bytes),
                    Asked::Written => segment.written_at(cx, at, candidates),
                });
            }
        }
    }

    /// Reads at a constant offset where not every byte has a cell.
    fn see_folded(
        &mut self,
        cx: &mut Context<'_>,
        segment: &'s HeapSegment,
        offset: u64,
        bytes: u32,
    ) {
        let at = Value::Bits(offset);
        let end = offset.saturating_add(u64::from(bytes));
        let bare = segment.cells.within(offset, end).next().is_none();
        match &segment.rest {
            Rest::Written(layer) if bare => {
                let candidates = CandidateOffsets { first: offset, last: offset, stride: 1 };
                self.see_layer(cx, layer, segment, at, candidates, bytes);
            }
            _ => self.split(cx, segment, at, bytes),
        }
    }

    /// Splits a read into reads of bytes.
    fn split(&mut self, cx: &mut Context<'_>, segment: &'s HeapSegment, at: Value, bytes: u32) {
        self.tasks.push(Task::Join(bytes));
        let start = cx.address(at);
        // The lowest is read first.
        for i in (0..u64::from(bytes)).rev() {
            let distance = cx.number(i);
            let place = cx.terms.add(start, distance);
            let place = Value::of_term(cx.terms, place);
            self.tasks.push(Task::See(segment, place, 1));
        }
    }

    /// Chooses between reads at constant offsets.
    fn see_each(
        &mut self,
        cx: &mut Context<'_>,
        segment: &'s HeapSegment,
        at: Value,
        candidates: CandidateOffsets,
        bytes: u32,
    ) {
        let place = cx.address(at);
        for offset in candidates.all().skip(1) {
            let number = cx.number(offset);
            let here = cx.terms.eq(place, number);
            self.tasks.push(Task::Choose(here));
            self.tasks.push(Task::See(segment, Value::Bits(offset), bytes));
        }
        self.tasks.push(Task::See(segment, Value::Bits(candidates.first), bytes));
    }

    /// Lays cells over what is found below them.
    fn over(&mut self, cx: &mut Context<'_>, cells: Vec<(u64, Byte)>, at: Value) {
        let place = cx.address(at);
        for (offset, byte) in cells {
            let number = cx.number(offset);
            let here = cx.terms.eq(place, number);
            let found = match self.asked {
                Asked::Value => byte.term(cx),
                Asked::Written => byte.written(),
            };
            self.tasks.push(Task::Choose(here));
            self.tasks.push(Task::Found(found));
        }
    }

    /// Reads a layer: what its write wrote, and what was there before.
    fn see_layer(
        &mut self,
        cx: &mut Context<'_>,
        layer: &'s WriteLayer,
        segment: &'s HeapSegment,
        at: Value,
        candidates: CandidateOffsets,
        bytes: u32,
    ) {
        let below = Task::See(&layer.below, at, bytes);
        if !layer.entry.overlaps(candidates.first, candidates.end(u64::from(bytes))) {
            return self.tasks.push(below);
        }
        let overlap = layer.entry.overlap(cx, at, bytes);
        let (any, whole) = (overlap.any, overlap.whole);
        self.queries += 1;
        let query = self.queries <= MAX_QUERIES;
        if any == Term::FALSE || (query && !cx.may(any)) {
            return self.tasks.push(below);
        }
        let not_whole = cx.terms.not(whole);
        let partly = cx.terms.and(any, not_whole);
        if any != whole && bytes > 1 && cx.may(partly) {
            return self.split(cx, segment, at, bytes);
        }
        if whole == Term::FALSE {
            return self.tasks.push(below);
        }
        let said = match (layer.entry.value_at(cx, at, bytes), self.asked) {
            (Written::Copy(source, place), _) => Task::See(source, place, bytes),
            (Written::Value(value), Asked::Value) => {
                Task::Found(value.to_term(cx.terms, 8 * bytes))
            }
            (Written::Value(_), Asked::Written) => Task::Found(Term::TRUE),
        };
        if whole == Term::TRUE || (query && !cx.may(not_whole)) {
            return self.tasks.push(said);
        }
        self.tasks.push(Task::Choose(whole));
        self.tasks.push(said);
        self.tasks.push(below);
    }

    fn choose(&mut self, cx: &mut Context<'_>, condition: Term) {
        if let (Some(then), Some(otherwise)) = (self.found.pop(), self.found.pop()) {
            self.found.push(cx.terms.ite(condition, then, otherwise));
        }
    }

    fn join(&mut self, cx: &mut Context<'_>, bytes: u32) {
        let first = self.found.len().saturating_sub(bytes as usize);
        let parts = self.found.split_off(first);
        self.found.push(concat_bytes(cx, &parts));
    }
}
