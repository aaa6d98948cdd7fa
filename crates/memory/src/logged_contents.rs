//! A block whose contents are a constant layer, which has its bytes at constant offsets, and above it a
//! log of writes whose offset or guard is symbolic.
//!
//! `segments` and `timestamps` keep blocks in this way. `Blockwise` does not know this trait: it calls
//! the operations of [`BlockContents`](crate::blockwise::BlockContents), which each of the two models
//! implements in its own folder. Here is what their implementations share: the writes that go to the
//! constant layer, and the parts of a read that do not depend on the order of the log.

use std::rc::Rc;

use term::Term;

use crate::candidate_offsets::CandidateOffsets;
use crate::constant_layer::ConstantLayer;
use crate::memory::Context;
use crate::symbolic_write::{CopyOf, Effect, Memo, Query, Written, places_through_copies};
use crate::value::Value;

/// The constant layer reaches up to this offset; writes behind it go to the log.
pub const MAX_CONSTANT_OFFSET: u64 = 1 << 30;
/// Fills of more bytes go to the log.
const MAX_FILL: u64 = 1 << 20;
/// `initialised` expands ranges of up to this number of bytes.
const MAX_BYTES: u64 = 4096;

/// A write in the log.
pub type Entry<R> = crate::symbolic_write::Entry<Rc<R>>;

/// The contents of a block, as a constant layer under a log.
pub trait LoggedContents: Clone {
    /// Returns the most bytes that the block can have.
    fn room(&self) -> u64;

    /// Returns what it holds at constant offsets.
    fn constants(&self) -> &ConstantLayer;

    /// Returns what it holds at constant offsets, to be changed.
    fn constants_mut(&mut self) -> &mut ConstantLayer;

    /// Iterates over the writes of the log that may overlap a range, hidden or not.
    fn entries(&self, low: u64, high: u64) -> impl Iterator<Item = &Entry<Self>>;

    /// Whether a write of the log may be visible in a range.
    fn log_is_visible(&self, low: u64, high: u64) -> bool;

    /// Records that the constant layer was written to at a range: there it hides the log as it is now.
    fn touch(&mut self, low: u64, high: u64);

    /// Reads a value, as part of a read that has answered some queries already.
    fn read_with(
        &self,
        cx: &mut Context<'_>,
        memo: &mut Memo<Self>,
        at: Value,
        bytes: u32,
    ) -> Value;

    /// Returns the condition under which a byte was written, as part of such a read.
    fn is_written(&self, cx: &mut Context<'_>, memo: &mut Memo<Self>, offset: u64) -> Term;

    /// Copies the contents, to be kept as they are now.
    fn snapshot(&self) -> Self;

    /// Whether bytes were written whatever the log says. Only such bytes may be cached in the
    /// constant layer after a read, which makes them count as written; a copy in the log may have brought bytes that
    /// were not.
    fn is_surely_written(&self, offset: u64, bytes: u32) -> bool {
        let end = offset + u64::from(bytes);
        let copied = |entry: &Entry<Self>| matches!(entry.effect, Effect::Copy { .. });
        let contents = self.constants().bytes();
        (offset..end).all(|at| contents.is_byte_written(at))
            && !self.entries(offset, end).any(copied)
    }

    /// Writes a value at a constant offset.
    fn put(&mut self, cx: &mut Context<'_>, offset: u64, bytes: u32, value: Value) {
        self.constants_mut().bytes_mut().store(cx.terms, offset, bytes, value);
        self.touch(offset, offset + u64::from(bytes));
    }

    /// Keeps what a read at a constant offset was composed of, so that the next read finds it in the
    /// constant layer.
    fn cache_read(&mut self, cx: &mut Context<'_>, at: Value, bytes: u32, value: Value) {
        if let Value::Bits(offset) = at
            && offset <= MAX_CONSTANT_OFFSET
            && self.log_is_visible(offset, offset + u64::from(bytes))
            && self.is_surely_written(offset, bytes)
        {
            self.put(cx, offset, bytes, value);
        }
    }

    /// Fills `length` bytes of the constant layer, if the offset is constant, the byte is a number and the
    /// range is not too long.
    fn fill_constants(
        &mut self,
        cx: &mut Context<'_>,
        candidates: CandidateOffsets,
        length: u64,
        byte: Value,
    ) -> bool {
        let (Some(offset), Value::Bits(byte)) = (candidates.only(), byte) else { return false };
        if length > MAX_FILL || offset > MAX_CONSTANT_OFFSET {
            return false;
        }
        let bytes = vec![byte as u8; length as usize];
        self.constants_mut().bytes_mut().store_bytes(cx.terms, offset, &bytes);
        self.touch(offset, offset + length);
        true
    }

    /// Copies `length` bytes from constant layer to constant layer, if both offsets are constant and no write of the
    /// source's log is visible there.
    fn copy_constants(
        &mut self,
        cx: &mut Context<'_>,
        candidates: CandidateOffsets,
        source: &Self,
        origin: CandidateOffsets,
        length: u64,
    ) -> bool {
        let (Some(to), Some(from)) = (candidates.only(), origin.only()) else { return false };
        if to.max(from).saturating_add(length) > MAX_CONSTANT_OFFSET
            || source.log_is_visible(from, from + length)
        {
            return false;
        }
        let (contents, source) = (self.constants_mut().bytes_mut(), source.constants().bytes());
        contents.copy_from(cx.terms, to, source, from, length);
        self.touch(to, to + length);
        true
    }

    /// Reads a value.
    fn read(&self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        self.read_with(cx, &mut Memo::default(), at, bytes)
    }

    /// Reads byte by byte.
    fn read_bytes(
        &self,
        cx: &mut Context<'_>,
        memo: &mut Memo<Self>,
        at: Value,
        bytes: u32,
    ) -> Value {
        cx.concat_bytes(bytes, |cx, i| {
            let place = cx.offset_by(at, i);
            self.read_with(cx, memo, place, 1)
        })
    }

    /// Returns where something was written that mentions a block, other than by a copy.
    fn places_of_pointers(&self, cx: &mut Context<'_>) -> Vec<(Value, u32)> {
        let values = self.constants().bytes().values();
        let values = values.map(|(offset, bytes, value)| (Value::Bits(offset), bytes, value));
        let written = self.entries(0, u64::MAX).filter_map(|entry| match entry.effect {
            Effect::Write { bytes, value } => Some((entry.offset, bytes, value)),
            // The value of a multi-write is no pointer.
            Effect::Fill { .. } | Effect::Many(_) | Effect::Copy { .. } => None,
        });
        let mentions = |(.., value): &(Value, u32, Value)| value.mentions_block(cx.terms);
        values.chain(written).filter(mentions).map(|(at, bytes, _)| (at, bytes)).collect()
    }

    /// Returns the condition under which every byte of a range was written.
    fn initialised_range(&self, cx: &mut Context<'_>, at: Value, length: Value) -> Term {
        let memo = &mut Memo::default();
        all_written(cx, at, length, self.room(), |cx, offset| self.is_written(cx, memo, offset))
    }

    /// Reads the values that may be pointers.
    fn pointer_values(&self, cx: &mut Context<'_>) -> Vec<Value> {
        let places = places_through_copies(cx, self, Self::places_of_pointers, Self::copies);
        places.into_iter().map(|(at, bytes)| self.read(cx, at, bytes)).collect()
    }

    /// Returns the copies of the log.
    fn copies(&self) -> Vec<CopyOf<Self>> {
        self.entries(0, u64::MAX).filter_map(Entry::<Self>::copy).collect()
    }
}

/// Returns what a write writes to a range that it covers as a whole.
pub fn read_from<R: LoggedContents>(
    cx: &mut Context<'_>,
    memo: &mut Memo<R>,
    entry: &Entry<R>,
    at: Value,
    bytes: u32,
) -> Value {
    match entry.value_at(cx, at, bytes) {
        Written::Value(value) => value,
        Written::Copy(source, place) => {
            let find = |memo: &mut Memo<R>| source.read_with(cx, memo, place, bytes);
            memo.answer(source, place, Query::Value(bytes), find)
        }
    }
}

/// Returns the condition under which a byte that a write covers is initialised: a copy of an
/// uninitialised byte is not.
pub fn is_written_by<R: LoggedContents>(
    cx: &mut Context<'_>,
    memo: &mut Memo<R>,
    entry: &Entry<R>,
    at: Value,
) -> Term {
    match &entry.effect {
        Effect::Write { .. } | Effect::Fill { .. } | Effect::Many(_) => Term::TRUE,
        Effect::Copy { source, from, .. } => {
            let place = entry.origin(cx, at, *from);
            let find = |memo: &mut Memo<R>| {
                Value::Term(all_written(cx, place, Value::Bits(1), source.room(), |cx, offset| {
                    source.is_written(cx, memo, offset)
                }))
            };
            memo.answer(source, place, Query::Written, find).to_term(cx.terms, 1)
        }
    }
}

/// Returns the condition under which every byte of a range is initialised, in a block of at most
/// `room` bytes; false if the range is too long to expand.
pub fn all_written(
    cx: &mut Context<'_>,
    at: Value,
    length: Value,
    room: u64,
    mut is_written: impl FnMut(&mut Context<'_>, u64) -> Term,
) -> Term {
    let candidates = CandidateOffsets::of(cx, at, room);
    let (_, longest) = cx.range(length);
    let end = candidates.end(longest).min(room);
    if end.saturating_sub(candidates.first) > MAX_BYTES {
        return Term::FALSE;
    }
    let (start, length) = (cx.address(at), cx.address(length));
    let mut all = Term::TRUE;
    for offset in candidates.first..end {
        let written = is_written(cx, offset);
        let number = cx.number(offset);
        let distance = cx.terms.sub(number, start);
        let asked = cx.terms.ult(distance, length);
        let fine = cx.terms.implies(asked, written);
        all = cx.terms.and(all, fine);
    }
    all
}
