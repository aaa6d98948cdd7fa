//! Writes at symbolic offsets, as data: a guard, an offset and a length, which are terms, and an
//! effect.
//!
//! A read asks of a write: does it overlap the read as a whole, or in part, and what does it write
//! there? This file knows one block; it knows neither pointers nor the order of writes.

use std::rc::Rc;

use hashbrown::{HashMap, HashSet};
use term::{FxBuild, Term};

use crate::candidate_offsets::CandidateOffsets;
use crate::memory::Context;
use crate::multi_write::MultiWrite;
use crate::value::Value;

/// A write; `S` is the source of a copy.
#[derive(Clone)]
pub struct Entry<S> {
    /// The condition under which it happens.
    pub guard: Term,
    /// The first byte.
    pub offset: Value,
    /// A lower bound of the bytes that it touches.
    pub low: u64,
    /// An upper bound of the bytes that it touches, exclusive.
    pub high: u64,
    /// What it writes.
    pub effect: Effect<S>,
}

/// The effect of a write.
#[derive(Clone)]
pub enum Effect<S> {
    /// A value of this size.
    Write { bytes: u32, value: Value },
    /// The same byte in the whole range.
    Fill { length: Value, byte: Value },
    /// A copy: of a block as it was, from an offset on.
    Copy { length: Value, source: S, from: Value },
    /// A multi-write.
    Many(Rc<MultiWrite>),
}

impl<S> Effect<S> {
    /// Returns the number of bytes that it spans.
    pub(crate) fn length(&self) -> Value {
        match self {
            Effect::Write { bytes, .. } => Value::Bits(u64::from(*bytes)),
            Effect::Fill { length, .. } | Effect::Copy { length, .. } => *length,
            Effect::Many(write) => write.length,
        }
    }
}

/// The overlap of a write with a read.
pub struct Overlap {
    /// The condition under which the write covers all bytes of the read.
    pub whole: Term,
    /// The condition under which it covers any byte of the read.
    pub any: Term,
}

impl Overlap {
    /// Returns the overlap of a range with a read. The range is half open and compared by distance,
    /// which is also right where addresses wrap around.
    pub fn of(
        cx: &mut Context<'_>,
        offset: Value,
        length: Value,
        at: Value,
        bytes: u32,
    ) -> Overlap {
        let shorter = length.as_bits().is_some_and(|length| length < u64::from(bytes));
        let (offset, at) = (cx.address(offset), cx.address(at));
        let (length, bytes) = (cx.address(length), cx.number(u64::from(bytes)));
        let behind = cx.terms.sub(at, offset);
        let starts = cx.terms.ult(behind, length);
        let one = cx.number(1);
        if bytes == one {
            return Overlap { whole: starts, any: starts };
        }
        let room = cx.terms.sub(length, behind);
        // A longer read has no value here, so it must not look as if it could be covered.
        let fits = if shorter { Term::FALSE } else { cx.terms.ule(bytes, room) };
        let whole = cx.terms.and(starts, fits);
        // The write begins within the read.
        let ahead = cx.terms.sub(offset, at);
        let within = cx.terms.ult(ahead, bytes);
        let zero = cx.number(0);
        let empty = cx.terms.eq(length, zero);
        let not_empty = cx.terms.not(empty);
        let within = cx.terms.and(within, not_empty);
        Overlap { whole, any: cx.terms.or(starts, within) }
    }
}

/// What a read gets from a write that covers it.
pub enum Written<'a, S> {
    /// A value.
    Value(Value),
    /// What the source of a copy has there.
    Copy(&'a S, Value),
}

impl<S> Entry<S> {
    /// Creates a write of at most `longest` bytes, at one of the candidate offsets.
    pub fn new(
        guard: Term,
        at: Value,
        candidates: CandidateOffsets,
        longest: u64,
        effect: Effect<S>,
    ) -> Entry<S> {
        let offset = candidates.only().map_or(at, Value::Bits);
        Entry { guard, offset, low: candidates.first, high: candidates.end(longest), effect }
    }

    /// Creates a write to `low..high`.
    pub fn at(guard: Term, low: u64, high: u64, effect: Effect<S>) -> Entry<S> {
        Entry { guard, offset: Value::Bits(low), low, high, effect }
    }

    /// Whether it may overlap a range.
    pub fn overlaps(&self, low: u64, high: u64) -> bool {
        self.low < high && low < self.high
    }

    /// Whether later writes hide it everywhere.
    pub fn is_hidden(&self) -> bool {
        self.low >= self.high
    }

    /// Whether it hides an older write for all inputs.
    pub fn hides(&self, old: &Entry<S>) -> bool {
        if self.guard != Term::TRUE || matches!(self.effect, Effect::Many(_)) {
            return false;
        }
        let (mine, theirs) = (self.effect.length(), old.effect.length());
        let numbers = (self.offset.as_bits(), mine.as_bits());
        if let (Some(start), Some(length)) = numbers {
            // It covers all that the old write may touch.
            return start <= old.low && old.high <= start.saturating_add(length);
        }
        let longer =
            mine == theirs || mine.as_bits() >= theirs.as_bits() && theirs.as_bits().is_some();
        self.offset == old.offset && longer
    }

    /// Returns the overlap with a read.
    pub fn overlap(&self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Overlap {
        if let Some((first, end)) = self.range()
            && let Value::Bits(at) = at
        {
            // Numbers make no terms.
            let behind = at.saturating_add(u64::from(bytes));
            let when = |holds: bool| if holds { self.guard } else { Term::FALSE };
            let whole = when(first <= at && behind <= end);
            return Overlap { whole, any: when(first < behind && at < end) };
        }
        if let Effect::Write { bytes: written, .. } = self.effect
            && written == bytes
            && same_grid(cx, self.offset, at, bytes)
        {
            // The write covers either all bytes of the read or none.
            let (offset, at) = (cx.address(self.offset), cx.address(at));
            let same = cx.terms.eq(offset, at);
            let whole = cx.terms.and(self.guard, same);
            return Overlap { whole, any: whole };
        }
        if let Effect::Many(write) = &self.effect {
            return self.overlap_many(cx, write, at, bytes);
        }
        let Overlap { whole, any } = Overlap::of(cx, self.offset, self.effect.length(), at, bytes);
        Overlap { whole: cx.terms.and(self.guard, whole), any: cx.terms.and(self.guard, any) }
    }

    /// Returns the overlap of a multi-write with a read: as a whole if one element begins where the
    /// read does and is as long, or if the read is a single byte; otherwise only in part.
    fn overlap_many(
        &self,
        cx: &mut Context<'_>,
        write: &MultiWrite,
        at: Value,
        bytes: u32,
    ) -> Overlap {
        let distance = self.distance(cx, at);
        let mut any = Term::FALSE;
        // An element may begin before the read and reach into it.
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
        Overlap { whole: cx.terms.and(self.guard, whole), any: cx.terms.and(self.guard, any) }
    }

    /// Returns the bytes that it covers, if offset and length are concrete.
    pub fn range(&self) -> Option<(u64, u64)> {
        match (&self.effect, self.offset, self.effect.length()) {
            (Effect::Many(_), ..) => None,
            (_, Value::Bits(first), Value::Bits(length)) => {
                Some((first, first.saturating_add(length)))
            }
            _ => None,
        }
    }

    /// Returns the distance of an offset from the start of the write.
    fn distance(&self, cx: &mut Context<'_>, at: Value) -> Term {
        let (at, offset) = (cx.address(at), cx.address(self.offset));
        cx.terms.sub(at, offset)
    }

    /// Returns the offset in the source of a copy that corresponds to an offset in its target;
    /// `from` is where the source range begins.
    pub fn origin(&self, cx: &mut Context<'_>, at: Value, from: Value) -> Value {
        let (distance, from) = (self.distance(cx, at), cx.address(from));
        let place = cx.terms.add(from, distance);
        Value::of_term(cx.terms, place)
    }

    /// Returns what it writes to a range that it covers as a whole.
    pub fn value_at(&self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Written<'_, S> {
        Written::Value(match &self.effect {
            Effect::Write { bytes: written, value } => {
                if *written == bytes {
                    return Written::Value(*value);
                }
                let distance = self.distance(cx, at);
                let distance = Value::of_term(cx.terms, distance);
                part(cx, *value, *written, distance, bytes)
            }
            Effect::Fill { byte, .. } => repeated(cx, *byte, bytes),
            Effect::Copy { source, from, .. } => {
                return Written::Copy(source, self.origin(cx, at, *from));
            }
            Effect::Many(write) => {
                let distance = self.distance(cx, at);
                let (_, value) = match bytes {
                    _ if bytes == write.bytes => write.element(cx, distance),
                    _ => write.byte(cx, distance),
                };
                Value::of_term(cx.terms, value)
            }
        })
    }
}

/// Returns a value of `bytes` equal bytes.
pub(crate) fn repeated(cx: &mut Context<'_>, byte: Value, bytes: u32) -> Value {
    match byte {
        Value::Bits(byte) if bytes <= 8 => {
            let all = u64::from_le_bytes([byte as u8; 8]);
            Value::Bits(all & term::bits::mask(8 * bytes))
        }
        byte => {
            let byte = byte.to_term(cx.terms, 8);
            let all = cx.terms.repeat(bytes, byte);
            Value::of_term(cx.terms, all)
        }
    }
}

/// Returns `bytes` bytes of a value of `written` bytes, from a distance on.
pub(crate) fn part(
    cx: &mut Context<'_>,
    value: Value,
    written: u32,
    distance: Value,
    bytes: u32,
) -> Value {
    if let (Value::Bits(word), Value::Bits(distance)) = (value, distance)
        && written <= 8
        && distance < 8
    {
        return Value::Bits((word >> (8 * distance)) & term::bits::mask(8 * bytes));
    }
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

/// Whether two offsets are both multiples of a size, which is a power of two, or differ by one.
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

/// Answers that one read has found in the sources of copies. Copies of copies reach the same source
/// in several ways, and each is read once. It is valid within one read only, in which no source is
/// dropped.
pub struct Memo<S>(HashMap<(*const S, Value, Query), Value, FxBuild>);

/// A query about an offset of a source.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Query {
    /// The value of this size.
    Value(u32),
    /// The condition under which the byte is initialised.
    Written,
}

impl<S> Default for Memo<S> {
    fn default() -> Memo<S> {
        Memo(HashMap::default())
    }
}

impl<S> Memo<S> {
    /// Returns the answer of a source, from the memo or by `find`.
    pub fn answer(
        &mut self,
        source: &Rc<S>,
        at: Value,
        query: Query,
        find: impl FnOnce(&mut Memo<S>) -> Value,
    ) -> Value {
        let key = (Rc::as_ptr(source), at, query);
        if let Some(&answer) = self.0.get(&key) {
            return answer;
        }
        let answer = find(self);
        self.0.insert(key, answer);
        answer
    }
}

/// A copy that is part of the contents of a block.
pub struct CopyOf<S> {
    /// The source.
    pub source: Rc<S>,
    /// Where the source range begins.
    pub from: Value,
    /// Where the target range begins.
    pub to: Value,
}

impl<S> Entry<Rc<S>> {
    /// Returns the copy, if the write is one.
    pub fn copy(&self) -> Option<CopyOf<S>> {
        match &self.effect {
            Effect::Copy { source, from, .. } => {
                Some(CopyOf { source: source.clone(), from: *from, to: self.offset })
            }
            Effect::Write { .. } | Effect::Fill { .. } | Effect::Many(_) => None,
        }
    }
}

/// Returns all ranges of a block that may contain what `own` searches for, in its own
/// contents or in the sources of its copies; each once.
pub fn places_through_copies<S>(
    cx: &mut Context<'_>,
    block: &S,
    own: impl Fn(&S, &mut Context<'_>) -> Vec<(Value, u32)>,
    copies: impl Fn(&S) -> Vec<CopyOf<S>>,
) -> Vec<(Value, u32)> {
    let mut places = own(block, cx);
    // The distances of sources from their targets, each once.
    let mut seen: HashSet<(*const S, Term), FxBuild> = HashSet::default();
    let zero = cx.number(0);
    let mut rest: Vec<(CopyOf<S>, Term)> = copies(block).into_iter().map(|it| (it, zero)).collect();
    while let Some((CopyOf { source, from, to }, distance)) = rest.pop() {
        let (from, to) = (cx.address(from), cx.address(to));
        let moved = cx.terms.sub(to, from);
        let distance = cx.terms.add(distance, moved);
        if !seen.insert((Rc::as_ptr(&source), distance)) {
            continue;
        }
        for (at, bytes) in own(&source, cx) {
            let at = cx.address(at);
            let place = cx.terms.add(at, distance);
            places.push((Value::of_term(cx.terms, place), bytes));
        }
        rest.extend(copies(&source).into_iter().map(|it| (it, distance)));
    }
    let mut asked: HashSet<(Value, u32), FxBuild> = HashSet::default();
    places.retain(|place| asked.insert(*place));
    places
}
