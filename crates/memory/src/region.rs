//! One block in a model that keeps blocks apart: its ground, which is what it holds at constant
//! offsets, and above it the writes whose place or guard is not known.
//!
//! What shows at an offset is the business of the model (`read`, `is_written`); this file says
//! which of the two a write goes to, and puts the operations on a block together from that. Offsets
//! are within the block; whether an access is allowed was asked before.

use std::rc::Rc;

use term::{AllocId, Term};

use crate::blockwise::Content;
use crate::ground::Ground;
use crate::memory::{Context, Initial, Item};
use crate::multi_write::MultiWrite;
use crate::spots::Spots;
use crate::update::{Ask, CopyOf, Effect, Memo, Said, places_through_copies};
use crate::value::{Value, ite};

/// The ground reaches up to this offset; what lies behind goes above it.
pub const MAX_PLAIN: u64 = 1 << 30;
/// Fills of more bytes go above the ground.
const MAX_FILL: u64 = 1 << 20;
/// `initialised` looks at so many bytes one by one.
const MAX_BYTES: u64 = 4096;

/// A write above the ground.
pub type Entry<R> = crate::update::Entry<Rc<R>>;

/// What a block holds.
pub trait Region: Clone {
    /// The contents of a new block of at most `room` bytes.
    fn new(owner: AllocId, initial: Initial, room: u64) -> Self;

    /// The block has at most so many bytes.
    fn room(&self) -> u64;

    /// An access is about to be made: a model may find out more about its place than terms say.
    fn learn(&mut self, cx: &mut Context<'_>, at: Value) {
        let _ = (cx, at);
    }

    /// The offsets that an access may be at.
    fn spots(&self, cx: &mut Context<'_>, at: Value) -> Spots {
        Spots::of(cx, at, self.room())
    }

    /// What it holds at constant offsets.
    fn ground(&self) -> &Ground;

    /// What it holds at constant offsets, to be changed.
    fn ground_mut(&mut self) -> &mut Ground;

    /// The writes above the ground that may touch a range, shown or not.
    fn entries(&self, low: u64, high: u64) -> impl Iterator<Item = &Entry<Self>>;

    /// Whether a write above the ground may show in a range.
    fn meets(&self, low: u64, high: u64) -> bool;

    /// The ground was written to, now: there it hides what was above it.
    fn touch(&mut self, low: u64, high: u64);

    /// Adds a write above the ground.
    fn push(&mut self, entry: Entry<Self>);

    /// Reads a value, as part of a read that found out some things already.
    fn read_with(
        &self,
        cx: &mut Context<'_>,
        memo: &mut Memo<Self>,
        at: Value,
        bytes: u32,
    ) -> Value;

    /// The condition under which a byte was written, as above.
    fn is_written(&self, cx: &mut Context<'_>, memo: &mut Memo<Self>, offset: u64) -> Term;

    /// Becomes one with another block's contents: what that one holds where the guard holds. The
    /// ancestor is what both come from, if the block was there.
    fn merge(&mut self, cx: &mut Context<'_>, other: &Self, guard: Term, ancestor: Option<&Self>);

    /// The same, to be kept as it is now.
    fn snapshot(&self) -> Self;

    /// Describes what it holds; `false` if it cannot.
    fn describe(&self, items: &mut Vec<Item>) -> bool;

    /// A value that is there as it was stored: the fast way, which may say no.
    fn peek(&self, offset: u64, bytes: u32) -> Option<Value>;

    /// Writes a number: the fast way, which may say no.
    fn poke(&mut self, offset: u64, bytes: u32, word: u64) -> bool;

    /// Whether bytes were written whatever lies above the ground: only then may what was read be put
    /// back, or else it would count as written. A copy may have brought what was not.
    fn is_surely_written(&self, offset: u64, bytes: u32) -> bool {
        let end = offset + u64::from(bytes);
        let copied = |entry: &Entry<Self>| matches!(entry.effect, Effect::Copy { .. });
        let contents = self.ground().contents();
        (offset..end).all(|at| contents.is_byte_written(at))
            && !self.entries(offset, end).any(copied)
    }

    /// Writes a value at a constant offset.
    fn put(&mut self, cx: &mut Context<'_>, offset: u64, bytes: u32, value: Value) {
        self.ground_mut().contents_mut().store(cx.terms, offset, bytes, value);
        self.touch(offset, offset + u64::from(bytes));
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
        cx.joined(bytes, |cx, i| {
            let place = cx.behind(at, i);
            self.read_with(cx, memo, place, 1)
        })
    }

    /// Where something was written that mentions a block, other than by a copy.
    fn places_of_pointers(&self, cx: &mut Context<'_>) -> Vec<(Value, u32)> {
        let values = self.ground().contents().values();
        let values = values.map(|(offset, bytes, value)| (Value::Bits(offset), bytes, value));
        let written = self.entries(0, u64::MAX).filter_map(|entry| match entry.effect {
            Effect::Write { bytes, value } => Some((entry.offset, bytes, value)),
            // What many places hold is no pointer.
            Effect::Fill { .. } | Effect::Many(_) | Effect::Copy { .. } => None,
        });
        let mentions = |(.., value): &(Value, u32, Value)| value.mentions_block(cx.terms);
        values.chain(written).filter(mentions).map(|(at, bytes, _)| (at, bytes)).collect()
    }

    /// The copies that are part of it.
    fn copies(&self) -> Vec<CopyOf<Self>> {
        self.entries(0, u64::MAX).filter_map(Entry::<Self>::copy).collect()
    }
}

/// What a write says about a read of which it covers all bytes.
pub fn read_from<R: Region>(
    cx: &mut Context<'_>,
    memo: &mut Memo<R>,
    entry: &Entry<R>,
    at: Value,
    bytes: u32,
) -> Value {
    match entry.says(cx, at, bytes) {
        Said::Value(value) => value,
        Said::Copy(source, place) => {
            let find = |memo: &mut Memo<R>| source.read_with(cx, memo, place, bytes);
            memo.answer(source, place, Ask::Value(bytes), find)
        }
    }
}

/// The condition under which a byte that a write covers counts as written: a copy of what was not
/// written was not.
pub fn is_written_by<R: Region>(
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
            memo.answer(source, place, Ask::Written, find).to_term(cx.terms, 1)
        }
    }
}

impl<R: Region> Content for R {
    type Settings = ();

    fn new(owner: AllocId, initial: Initial, room: u64, (): ()) -> R {
        Region::new(owner, initial, room)
    }

    #[inline]
    fn peek(&self, offset: u64, bytes: u32) -> Option<Value> {
        Region::peek(self, offset, bytes)
    }

    #[inline]
    fn poke(&mut self, offset: u64, bytes: u32, word: u64) -> bool {
        Region::poke(self, offset, bytes, word)
    }

    fn merge(&mut self, cx: &mut Context<'_>, other: &R, guard: Term, ancestor: Option<&R>) {
        Region::merge(self, cx, other, guard, ancestor);
    }

    fn describe(&self, items: &mut Vec<Item>) -> bool {
        Region::describe(self, items)
    }

    /// Reads a value; what had to be put together is kept.
    fn load(&mut self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        self.learn(cx, at);
        let value = self.read(cx, at, bytes);
        if let Value::Bits(offset) = at
            && offset <= MAX_PLAIN
            && self.meets(offset, offset + u64::from(bytes))
            && self.is_surely_written(offset, bytes)
        {
            self.put(cx, offset, bytes, value);
        }
        value
    }

    fn store(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, bytes: u32, value: Value) {
        self.learn(cx, at);
        let spots = self.spots(cx, at);
        match spots.only() {
            Some(offset) if offset <= MAX_PLAIN && guard == Term::TRUE => {
                self.put(cx, offset, bytes, value);
            }
            Some(offset) if offset <= MAX_PLAIN && self.is_surely_written(offset, bytes) => {
                let old = self.read(cx, Value::Bits(offset), bytes);
                let value = ite(cx, guard, value, old, bytes);
                self.put(cx, offset, bytes, value);
            }
            _ => {
                let effect = Effect::Write { bytes, value };
                self.push(Entry::new(guard, at, spots, u64::from(bytes), effect));
            }
        }
    }

    fn fill(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, length: Value, byte: Value) {
        self.learn(cx, at);
        let spots = self.spots(cx, at);
        let (shortest, longest) = cx.range(length);
        if let (Some(offset), Value::Bits(byte)) = (spots.only(), byte)
            && guard == Term::TRUE
            && shortest == longest
            && longest <= MAX_FILL
            && offset <= MAX_PLAIN
        {
            let bytes = vec![byte as u8; longest as usize];
            self.ground_mut().contents_mut().store_bytes(cx.terms, offset, &bytes);
            self.touch(offset, offset + longest);
            return;
        }
        if longest > 0 {
            self.push(Entry::new(guard, at, spots, longest, Effect::Fill { length, byte }));
        }
    }

    fn copy(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        at: Value,
        source: &R,
        from: Value,
        length: Value,
    ) {
        self.learn(cx, at);
        let (spots, origin) = (self.spots(cx, at), source.spots(cx, from));
        let (shortest, longest) = cx.range(length);
        if let (Some(to), Some(from)) = (spots.only(), origin.only())
            && guard == Term::TRUE
            && shortest == longest
            && to.max(from).saturating_add(longest) <= MAX_PLAIN
            && !source.meets(from, from + longest)
        {
            let (contents, source) = (self.ground_mut().contents_mut(), source.ground().contents());
            contents.copy_from(cx.terms, to, source, from, longest);
            self.touch(to, to + longest);
            return;
        }
        if longest > 0 {
            cx.names.counts.guarded_copies += u64::from(guard != Term::TRUE);
            let from = origin.only().map_or(from, Value::Bits);
            let effect = Effect::Copy { length, source: Rc::new(source.snapshot()), from };
            self.push(Entry::new(guard, at, spots, longest, effect));
        }
    }

    fn multi_write(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, write: &MultiWrite) {
        self.learn(cx, at);
        let spots = self.spots(cx, at);
        let (_, longest) = cx.range(write.length);
        if longest > 0 {
            self.push(Entry::new(guard, at, spots, longest, Effect::Many(Rc::new(*write))));
        }
    }

    fn initialised(&self, cx: &mut Context<'_>, at: Value, length: Value) -> Term {
        let memo = &mut Memo::default();
        all_written(cx, at, length, self.room(), |cx, offset| self.is_written(cx, memo, offset))
    }

    fn pointers(&self, cx: &mut Context<'_>) -> Vec<Value> {
        let places = places_through_copies(cx, self, R::places_of_pointers, R::copies);
        places.into_iter().map(|(at, bytes)| self.read(cx, at, bytes)).collect()
    }
}

/// The condition under which every byte of a range was written, in a block of at most `room` bytes.
/// Where the range is too long to look at, the answer is that it was not.
pub fn all_written(
    cx: &mut Context<'_>,
    at: Value,
    length: Value,
    room: u64,
    mut is_written: impl FnMut(&mut Context<'_>, u64) -> Term,
) -> Term {
    let spots = Spots::of(cx, at, room);
    let (_, longest) = cx.range(length);
    let end = spots.end(longest).min(room);
    if end.saturating_sub(spots.first) > MAX_BYTES {
        return Term::FALSE;
    }
    let (start, length) = (cx.address(at), cx.address(length));
    let mut all = Term::TRUE;
    for offset in spots.first..end {
        let written = is_written(cx, offset);
        let number = cx.number(offset);
        let distance = cx.terms.sub(number, start);
        let asked = cx.terms.ult(distance, length);
        let fine = cx.terms.implies(asked, written);
        all = cx.terms.and(all, fine);
    }
    all
}
