//! The contents of a block: an array expression. `NewArr` is at the bottom; above it lie arrays of
//! elements (`ElementArray`) and, between them, writes that `upd` cannot express (`Entry`), such as fills
//! of symbolic length.
//!
//! The first write to an array sets the width of its elements. An access of another width, or
//! across elements, is an access to bytes: a narrower one goes to a part of an element, a wider one
//! to several, and a write that fits no element begins an array of bytes above. This file knows
//! offsets within one block; every access is allowed.

use std::rc::Rc;

use term::{AllocId, Term};

use crate::arrays::element_array::{ConstantElement, Element, ElementArray};
use crate::blockwise::BlockContents;
use crate::candidate_offsets::CandidateOffsets;
use crate::memory::{Context, Initial, Item};
use crate::multi_write::MultiWrite;
use crate::symbolic_write::{
    CopyOf, Effect, Entry, Memo, Query, Written, part, places_through_copies,
};
use crate::value::{Value, ite};

/// Copies of more bytes are not done element by element.
const MAX_COPY: u64 = 4096;
/// `initialised` expands ranges of up to this number of bytes.
const MAX_BYTES: u64 = 4096;

/// The contents of a block.
#[derive(Clone)]
pub struct Array {
    owner: AllocId,
    initial: Initial,
    /// The largest possible size of the block.
    room: u64,
    /// The newest array.
    top: ElementArray,
    /// The layer below it.
    older: Option<Rc<Older>>,
}

/// The layer below an array of elements.
struct Older {
    /// A write of symbolic length; none if only the width of elements changed.
    entry: Option<Entry<Rc<Array>>>,
    array: Array,
}

/// The memo of one read.
type Reading = Memo<Array>;

/// The layers of a read, with their conditions, newest first.
type Parts = Vec<(Term, Value)>;

impl BlockContents for Array {
    type Settings = ();

    /// Creates `NewArr`.
    fn new(owner: AllocId, initial: Initial, room: u64, (): ()) -> Array {
        Array { owner, initial, room, top: ElementArray::empty(), older: None }
    }

    /// Returns an element that one store wrote.
    #[inline]
    fn peek(&self, offset: u64, bytes: u32) -> Option<Value> {
        let width = u64::from(self.top.width());
        if width == 0 {
            return self.is_zeroed().then_some(Value::ZERO);
        }
        let behind = offset % width;
        if behind + u64::from(bytes) > width {
            return None;
        }
        match self.top.cell(offset / width) {
            Some(ConstantElement { value, .. }) if u64::from(bytes) == width => Some(value),
            Some(ConstantElement { value: Value::Bits(word), .. }) => {
                let part = word.checked_shr(8 * behind as u32).unwrap_or(0);
                Some(Value::Bits(part & term::bits::mask(8 * bytes)))
            }
            Some(_) => None,
            None => (self.top.has_cells_only() && self.is_zeroed()).then_some(Value::ZERO),
        }
    }

    /// Writes a number, if it is an element.
    #[inline]
    fn poke(&mut self, offset: u64, bytes: u32, word: u64) -> bool {
        let width = u64::from(self.top.width());
        if u64::from(bytes) != width || !offset.is_multiple_of(width) {
            return false;
        }
        self.top.put(offset / width, ConstantElement { value: Value::Bits(word), written: true });
        true
    }

    /// Implements `DEREFSTACK`, `DEREFHEAP`, `SELLOCAL` and `SELGLOBAL` of *Sel/Upd*.
    fn load(&mut self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        self.read(cx, at, bytes)
    }

    /// Writes a value under a guard.
    /// Implements `UPDLOCAL` and `UPDGLOBAL` of *Sel/Upd*.
    fn store(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, bytes: u32, value: Value) {
        let candidates = CandidateOffsets::of(cx, at, self.room);
        let at = candidates.only().map_or(at, Value::Bits);
        self.make_fit(cx, at, bytes);
        let width = self.top.width();
        for i in 0..bytes / width {
            let place = further(cx, at, u64::from(i * width));
            let index = index_of(cx, place, width);
            let element = match bytes == width {
                true => value,
                false => part(cx, value, bytes, Value::Bits(u64::from(i * width)), width),
            };
            let (low, high) =
                (candidates.first + u64::from(i * width), candidates.last + u64::from(i * width));
            let bounds = (low / u64::from(width), high / u64::from(width));
            self.top.upd(cx, guard, index, bounds, element);
        }
    }

    /// Fills a range with a byte, under a guard.
    fn fill(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, length: Value, byte: Value) {
        self.push(cx, guard, at, length, Effect::Fill { length, byte });
    }

    /// Performs a multi-write, under a guard.
    fn multi_write(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, write: &MultiWrite) {
        self.push(cx, guard, at, write.length, Effect::Many(Rc::new(*write)));
    }

    /// Copies a range of another block (or of this one as it was), under a guard.
    fn copy(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        at: Value,
        source: &Array,
        from: Value,
        length: Value,
    ) {
        let (to, origin) =
            (CandidateOffsets::of(cx, at, self.room), CandidateOffsets::of(cx, from, source.room));
        let (shortest, longest) = cx.range(length);
        if let (Some(to), Some(from)) = (to.only(), origin.only())
            && guard == Term::TRUE
            && shortest == longest
            && longest <= MAX_COPY
        {
            return self.copy_elements(cx, to, source, from, longest);
        }
        let from = origin.only().map_or(from, Value::Bits);
        let source = Rc::new(source.clone());
        self.push(cx, guard, at, length, Effect::Copy { length, source, from });
    }

    /// Merges the contents of the same block in another memory, which count where the guard holds.
    fn merge(&mut self, cx: &mut Context<'_>, other: &Array, guard: Term, _: Option<&Array>) {
        self.room = self.room.max(other.room);
        let same_ground = match (&self.older, &other.older) {
            (Some(mine), Some(theirs)) => Rc::ptr_eq(mine, theirs),
            (None, None) => self.initial == other.initial,
            _ => false,
        };
        if !same_ground || !self.top.has_base_of(&other.top) {
            let (start, length) = (Value::ZERO, Value::Bits(other.room));
            let source = Rc::new(other.clone());
            return self.push(
                cx,
                guard,
                start,
                length,
                Effect::Copy { length, source, from: start },
            );
        }
        let width = u64::from(self.top.width());
        let theirs = other.top.cells().filter(|(index, cell)| self.top.cell(*index) != Some(*cell));
        let changed: Vec<(u64, ConstantElement)> = theirs.collect();
        let mine = self.top.cells().filter(|(index, _)| other.top.cell(*index).is_none());
        let mut lost: Vec<u64> = mine.map(|(index, _)| index).collect();
        for (index, cell) in changed {
            match cell.written {
                true => self.top.upd(cx, guard, Value::Bits(index), (index, index), cell.value),
                false => lost.push(index),
            }
        }
        for index in lost {
            let (at, length) = (Value::Bits(index * width), Value::Bits(width));
            self.copy(cx, guard, at, other, at, length);
        }
    }

    /// Returns the condition under which every byte of a range is initialised; false if the range
    /// is too long to expand.
    fn initialised(&self, cx: &mut Context<'_>, at: Value, length: Value) -> Term {
        let (_, longest) = cx.range(length);
        let longest = longest.min(self.room);
        if longest > MAX_BYTES {
            return Term::FALSE;
        }
        let mut all = Term::TRUE;
        for i in 0..longest {
            let place = further(cx, at, i);
            let written = self.written(cx, place);
            let (number, length) = (cx.number(i), cx.address(length));
            let asked = cx.terms.ult(number, length);
            let fine = cx.terms.implies(asked, written);
            all = cx.terms.and(all, fine);
        }
        all
    }

    /// Returns the values that may be pointers.
    fn pointers(&self, cx: &mut Context<'_>) -> Vec<Value> {
        let places = places_through_copies(cx, self, Array::places_of_pointers, Array::copies);
        places.into_iter().map(|(at, bytes)| self.read(cx, at, bytes)).collect()
    }

    /// Describes the contents; returns `false` if they have a write of symbolic length.
    fn describe(&self, items: &mut Vec<Item>) -> bool {
        match self.initial {
            Initial::Zero => items.push(Item::Word(1)),
            Initial::Uninitialised => items.push(Item::Uninitialised(self.owner)),
        }
        for array in self.down() {
            array.top.describe(items);
            if array.older.as_ref().is_some_and(|older| older.entry.is_some()) {
                return false;
            }
            items.push(Item::Word(u64::from(array.older.is_some())));
        }
        true
    }
}

impl Array {
    /// Reads a value.
    fn read(&self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        self.read_with(cx, &mut Memo::default(), at, bytes)
    }

    fn read_with(&self, cx: &mut Context<'_>, memo: &mut Reading, at: Value, bytes: u32) -> Value {
        let candidates = CandidateOffsets::of(cx, at, self.room);
        let at = candidates.only().map_or(at, Value::Bits);
        let mut parts = Parts::new();
        let mut array = self;
        let bottom = loop {
            match array.top.read(cx, at, bytes) {
                Some(Element { present: Term::TRUE, value, .. }) => break value,
                // An element that is absent is zero in the terms.
                Some(Element { value: Value::Term(value), .. }) if array.is_zeroed() => {
                    break Value::Term(value);
                }
                Some(Element { present: Term::FALSE, .. }) => {}
                Some(Element { present, value, .. }) => parts.push((present, value)),
                None => return self.read_bytes(cx, memo, at, bytes),
            }
            let Some(older) = &array.older else { break array.uninitialised(cx, at, bytes) };
            if let Some(entry) = &older.entry
                && entry.overlaps(candidates.first, candidates.end(u64::from(bytes)))
            {
                let overlap = entry.overlap(cx, at, bytes);
                let not_whole = cx.terms.not(overlap.whole);
                let partly = cx.terms.and(overlap.any, not_whole);
                if overlap.any != overlap.whole && cx.may(partly) {
                    return self.read_bytes(cx, memo, at, bytes);
                }
                if overlap.whole != Term::FALSE && cx.may(overlap.whole) {
                    let value = value_at(cx, memo, entry, at, bytes);
                    if overlap.whole == Term::TRUE || !cx.may(not_whole) {
                        break value;
                    }
                    parts.push((overlap.whole, value));
                }
            }
            array = &older.array;
        };
        parts
            .into_iter()
            .rev()
            .fold(bottom, |below, (guard, value)| ite(cx, guard, value, below, bytes))
    }

    /// Whether absent elements of the newest array are zero.
    fn is_zeroed(&self) -> bool {
        self.older.is_none() && self.initial == Initial::Zero
    }

    /// Reads byte by byte.
    fn read_bytes(&self, cx: &mut Context<'_>, memo: &mut Reading, at: Value, bytes: u32) -> Value {
        let parts: Vec<Term> = (0..u64::from(bytes))
            .map(|i| {
                let place = further(cx, at, i);
                self.read_with(cx, memo, place, 1).to_term(cx.terms, 8)
            })
            .collect();
        let whole = parts.into_iter().reduce(|low, high| cx.terms.concat(high, low));
        whole.map_or(Value::ZERO, |term| Value::of_term(cx.terms, term))
    }

    /// Returns the initial value.
    fn uninitialised(&self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        if self.initial == Initial::Zero {
            return match bytes {
                0..=8 => Value::ZERO,
                _ => Value::Term(cx.terms.word(8 * bytes, 0)),
            };
        }
        let array = cx.names.uninitialised(cx.terms, self.owner);
        let parts: Vec<Term> = (0..u64::from(bytes))
            .map(|i| {
                let place = further(cx, at, i);
                let place = cx.address(place);
                cx.terms.select(array, place)
            })
            .collect();
        let whole = parts.into_iter().reduce(|low, high| cx.terms.concat(high, low));
        whole.map_or(Value::ZERO, |term| Value::of_term(cx.terms, term))
    }

    /// Makes the newest array fit a write: it is one element, or several.
    fn make_fit(&mut self, cx: &mut Context<'_>, at: Value, bytes: u32) {
        if self.top.is_empty() {
            let fits = bytes.is_power_of_two() && is_multiple(cx, at, bytes);
            return self.top.set_width(if fits { bytes } else { 1 });
        }
        let width = self.top.width();
        if !bytes.is_multiple_of(width) || !is_multiple(cx, at, width) {
            self.begin(None);
            self.top.set_width(1);
        }
    }

    /// Begins a new array of elements above all others.
    fn begin(&mut self, entry: Option<Entry<Rc<Array>>>) {
        let array = self.clone();
        self.top = ElementArray::empty();
        self.older = Some(Rc::new(Older { entry, array }));
    }

    /// Adds a write of symbolic length.
    fn push(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        at: Value,
        length: Value,
        effect: Effect<Rc<Array>>,
    ) {
        let candidates = CandidateOffsets::of(cx, at, self.room);
        let (_, longest) = cx.range(length);
        if longest == 0 {
            return;
        }
        let (low, high) = (candidates.first, candidates.end(longest));
        let offset = candidates.only().map_or(at, Value::Bits);
        let whole = matches!(&effect, Effect::Fill { length: Value::Bits(length), .. } if *length >= self.room);
        if guard == Term::TRUE && candidates.only() == Some(0) && whole {
            // It hides everything below.
            (self.top, self.older) = (ElementArray::empty(), None);
        }
        self.begin(Some(Entry { guard, offset, low, high, effect }));
    }

    /// Copies element by element, at constant offsets.
    fn copy_elements(
        &mut self,
        cx: &mut Context<'_>,
        to: u64,
        source: &Array,
        from: u64,
        length: u64,
    ) {
        let mut done = 0;
        while done < length {
            let (to, from, left) = (to + done, from + done, length - done);
            let fits = |&bytes: &u64| {
                bytes <= left && to.is_multiple_of(bytes) && from.is_multiple_of(bytes)
            };
            let widest = u64::from(source.top.width().clamp(1, 8));
            let widths = [widest, 4, 2].into_iter().filter(|width| *width <= widest);
            let bytes =
                widths.filter(fits).find(|&bytes| source.is_all_or_nothing(cx, from, bytes));
            let bytes = bytes.unwrap_or(1);
            let at = Value::Bits(from);
            let value = source.read(cx, at, bytes as u32);
            let written = source.written(cx, at);
            self.put_copied(cx, to, bytes as u32, value, written);
            done += bytes;
        }
    }

    /// Whether bytes are surely all initialised, or surely none.
    fn is_all_or_nothing(&self, cx: &mut Context<'_>, from: u64, bytes: u64) -> bool {
        let first = self.written(cx, Value::Bits(from));
        matches!(first, Term::TRUE | Term::FALSE)
            && (1..bytes).all(|i| self.written(cx, Value::Bits(from + i)) == first)
    }

    /// Writes a copied element, which is initialised if the original is.
    fn put_copied(
        &mut self,
        cx: &mut Context<'_>,
        at: u64,
        bytes: u32,
        value: Value,
        written: Term,
    ) {
        let place = Value::Bits(at);
        self.make_fit(cx, place, bytes);
        if written == Term::TRUE {
            return self.store(cx, Term::TRUE, place, bytes, value);
        }
        let width = self.top.width();
        for i in 0..bytes / width {
            let distance = u64::from(i * width);
            let value = match bytes == width {
                true => value,
                false => part(cx, value, bytes, Value::Bits(distance), width),
            };
            let index = (at + distance) / u64::from(width);
            self.top.put(index, ConstantElement { value, written: false });
            // If that depends, writes it under that condition.
            let index_value = Value::Bits(index);
            if written != Term::FALSE {
                self.top.upd(cx, written, index_value, (index, index), value);
            }
        }
    }

    /// Returns the condition under which a byte is initialised.
    fn written(&self, cx: &mut Context<'_>, at: Value) -> Term {
        self.written_with(cx, &mut Memo::default(), at)
    }

    fn written_with(&self, cx: &mut Context<'_>, memo: &mut Reading, at: Value) -> Term {
        let candidates = CandidateOffsets::of(cx, at, self.room);
        let at = candidates.only().map_or(at, Value::Bits);
        let mut parts: Vec<(Term, Term)> = Vec::new();
        let mut array = self;
        let bottom = loop {
            if let Some(Element { present, written, .. }) = array.top.read(cx, at, 1) {
                if present == Term::TRUE {
                    break written;
                }
                parts.push((present, written));
            }
            let Some(older) = &array.older else {
                break if array.initial == Initial::Zero { Term::TRUE } else { Term::FALSE };
            };
            if let Some(entry) = &older.entry
                && entry.overlaps(candidates.first, candidates.end(1))
            {
                let here = entry.overlap(cx, at, 1).whole;
                let that = match &entry.effect {
                    Effect::Copy { source, from, .. } if here != Term::FALSE => {
                        let origin = entry.origin(cx, at, *from);
                        let find =
                            |memo: &mut Reading| Value::Term(source.written_with(cx, memo, origin));
                        memo.answer(source, origin, Query::Written, find).to_term(cx.terms, 1)
                    }
                    _ => Term::TRUE,
                };
                parts.push((here, that));
            }
            array = &older.array;
        };
        parts.into_iter().rev().fold(bottom, |below, (here, that)| cx.terms.ite(here, that, below))
    }

    /// Iterates over this array and those below it, newest first.
    fn down(&self) -> impl Iterator<Item = &Array> {
        std::iter::successors(Some(self), |array| array.older.as_ref().map(|older| &older.array))
    }

    /// Returns where something was written that mentions a block, other than by a copy.
    fn places_of_pointers(&self, cx: &mut Context<'_>) -> Vec<(Value, u32)> {
        let mut places = Vec::new();
        for array in self.down() {
            let width = array.top.width();
            for index in array.top.places_of_pointers(cx) {
                let (index, bytes) = (cx.address(index), cx.number(u64::from(width)));
                let at = cx.terms.mul(index, bytes);
                places.push((Value::of_term(cx.terms, at), width));
            }
        }
        places
    }

    /// Returns the copies.
    fn copies(&self) -> Vec<CopyOf<Array>> {
        let entries = self.down().filter_map(|array| array.older.as_ref()?.entry.as_ref());
        entries.filter_map(Entry::copy).collect()
    }
}

impl ElementArray {
    /// Reads bytes as one element; `None` if its elements disagree about being present.
    fn read(&self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Option<Element> {
        let nothing = Element { present: Term::FALSE, value: Value::ZERO, written: Term::FALSE };
        let width = self.width();
        if self.is_empty() {
            return Some(nothing);
        }
        let index = index_of(cx, at, width);
        if bytes == 1 || is_multiple(cx, at, width) && bytes <= width {
            let element = self.sel(cx, index);
            if bytes == width || element.present == Term::FALSE {
                return Some(element);
            }
            let distance = rest_of(cx, at, width);
            let value = part(cx, element.value, width, distance, bytes);
            return Some(Element { value, ..element });
        }
        // Elements that are all present, or all absent.
        let first = match is_multiple(cx, at, width) && bytes.is_multiple_of(width) {
            true => self.sel(cx, index),
            false => return self.says_nothing(cx, at, bytes).then_some(nothing),
        };
        let mut value = first.value.to_term(cx.terms, 8 * width);
        for i in 1..bytes / width {
            let place = further(cx, at, u64::from(i * width));
            let index = index_of(cx, place, width);
            let next = self.sel(cx, index);
            if next.present != first.present {
                return None;
            }
            let next = next.value.to_term(cx.terms, 8 * width);
            value = cx.terms.concat(next, value);
        }
        Some(Element { value: Value::of_term(cx.terms, value), ..first })
    }

    /// Whether all elements that contain the bytes are absent.
    fn says_nothing(&self, cx: &mut Context<'_>, at: Value, bytes: u32) -> bool {
        (0..u64::from(bytes)).all(|i| {
            let place = further(cx, at, i);
            let index = index_of(cx, place, self.width());
            self.sel(cx, index).present == Term::FALSE
        })
    }
}

/// Returns what a write writes to a range that it covers as a whole.
fn value_at(
    cx: &mut Context<'_>,
    memo: &mut Reading,
    entry: &Entry<Rc<Array>>,
    at: Value,
    bytes: u32,
) -> Value {
    match entry.value_at(cx, at, bytes) {
        Written::Value(value) => value,
        Written::Copy(source, origin) => {
            let find = |memo: &mut Reading| source.read_with(cx, memo, origin, bytes);
            memo.answer(source, origin, Query::Value(bytes), find)
        }
    }
}

/// Adds a distance to an offset.
fn further(cx: &mut Context<'_>, at: Value, bytes: u64) -> Value {
    match at {
        Value::Bits(at) => Value::Bits(at.wrapping_add(bytes)),
        at => {
            let (at, distance) = (cx.address(at), cx.number(bytes));
            let place = cx.terms.add(at, distance);
            Value::of_term(cx.terms, place)
        }
    }
}

/// Whether an offset is surely a multiple of a power of two.
fn is_multiple(cx: &mut Context<'_>, at: Value, of: u32) -> bool {
    let low = u64::from(of) - 1;
    match at {
        Value::Bits(at) => at & low == 0,
        at => {
            let at = cx.address(at);
            cx.terms.domain(at).known_zeros() & low == low
        }
    }
}

/// Returns the index of the element that contains an offset.
fn index_of(cx: &mut Context<'_>, at: Value, width: u32) -> Value {
    match at {
        Value::Bits(at) => Value::Bits(at / u64::from(width)),
        at => {
            let (at, shift) = (cx.address(at), cx.number(u64::from(width.trailing_zeros())));
            let index = cx.terms.lshr(at, shift);
            Value::of_term(cx.terms, index)
        }
    }
}

/// Returns the distance of an offset from the start of its element.
fn rest_of(cx: &mut Context<'_>, at: Value, width: u32) -> Value {
    let mask = u64::from(width) - 1;
    match at {
        Value::Bits(at) => Value::Bits(at & mask),
        at => {
            let (at, mask) = (cx.address(at), cx.number(mask));
            let rest = cx.terms.bvand(at, mask);
            Value::of_term(cx.terms, rest)
        }
    }
}
