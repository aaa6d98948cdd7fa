//! Writes whose place in a block is not a number: which bytes they cover, and what they say there.
//!
//! A write has a guard, an offset and a length, all of them terms. A read asks it: does it cover
//! all of what is read, any of it, and what does it say there? This file knows one block and no
//! pointers; which of several writes shows is the business of the model.

use std::rc::Rc;

use term::Term;

use crate::memory::Context;
use crate::multi_write::MultiWrite;
use crate::region::Region;
use crate::spots::Spots;
use crate::value::Value;

/// A write.
#[derive(Clone)]
pub struct Entry<R> {
    /// The condition under which it happened.
    pub guard: Term,
    /// Where it begins.
    pub offset: Value,
    /// The first byte that it may touch.
    pub low: u64,
    /// One past the last byte that it may touch.
    pub high: u64,
    /// What it wrote.
    pub effect: Effect<R>,
}

/// What a write wrote.
#[derive(Clone)]
pub enum Effect<R> {
    /// A value of so many bytes.
    Write { bytes: u32, value: Value },
    /// A byte, again and again.
    Fill { length: Value, byte: Value },
    /// What another place held: a block as it was, and where in it.
    Copy { length: Value, source: Rc<R>, from: Value },
    /// Elements at many places.
    Many(Rc<MultiWrite>),
}

impl<R> Effect<R> {
    /// How many bytes it spans.
    fn length(&self) -> Value {
        match self {
            Effect::Write { bytes, .. } => Value::Bits(u64::from(*bytes)),
            Effect::Fill { length, .. } | Effect::Copy { length, .. } => *length,
            Effect::Many(write) => write.length,
        }
    }
}

/// What an entry says about a read.
pub struct Cover {
    /// The condition under which it covers all bytes.
    pub whole: Term,
    /// The condition under which it covers any byte.
    pub any: Term,
}

impl Cover {
    /// What a range of so many bytes covers of a read. It is half open, and compared by distance,
    /// which is also right where addresses wrap around.
    pub fn of(cx: &mut Context<'_>, offset: Value, length: Value, at: Value, bytes: u32) -> Cover {
        let (offset, at) = (cx.address(offset), cx.address(at));
        let (length, bytes) = (cx.address(length), cx.number(u64::from(bytes)));
        let behind = cx.terms.sub(at, offset);
        let starts = cx.terms.ult(behind, length);
        let one = cx.number(1);
        if bytes == one {
            return Cover { whole: starts, any: starts };
        }
        let room = cx.terms.sub(length, behind);
        let fits = cx.terms.ule(bytes, room);
        let whole = cx.terms.and(starts, fits);
        // It begins within what is read.
        let ahead = cx.terms.sub(offset, at);
        let within = cx.terms.ult(ahead, bytes);
        let zero = cx.number(0);
        let empty = cx.terms.eq(length, zero);
        let not_empty = cx.terms.not(empty);
        let within = cx.terms.and(within, not_empty);
        Cover { whole, any: cx.terms.or(starts, within) }
    }
}

impl<R: Region> Entry<R> {
    /// A write of at most `longest` bytes, at one of some offsets.
    pub fn new(guard: Term, at: Value, spots: Spots, longest: u64, effect: Effect<R>) -> Entry<R> {
        let offset = spots.only().map_or(at, Value::Bits);
        Entry { guard, offset, low: spots.first, high: spots.end(longest), effect }
    }

    /// A write to `low..high`.
    pub fn at(guard: Term, low: u64, high: u64, effect: Effect<R>) -> Entry<R> {
        Entry { guard, offset: Value::Bits(low), low, high, effect }
    }

    /// Whether it writes every byte of a range that is not unknown, where the guard holds.
    pub fn is_constant(&self) -> bool {
        let all = !matches!(self.effect, Effect::Many(_));
        let numbers = (self.offset, self.effect.length());
        all && matches!(numbers, (Value::Bits(_), Value::Bits(_)))
    }

    /// Whether it surely writes all that an older one did, at the same place, wherever that is.
    pub fn hides(&self, older: &Entry<R>) -> bool {
        match (&self.effect, &older.effect) {
            (Effect::Write { bytes, .. }, Effect::Write { bytes: of, .. }) => {
                self.guard == Term::TRUE && of <= bytes && self.offset == older.offset
            }
            _ => false,
        }
    }

    /// Whether it can touch a range of bytes at all.
    pub fn meets(&self, low: u64, high: u64) -> bool {
        self.low < high && low < self.high
    }

    /// An entry that no read meets.
    pub fn is_dead(&self) -> bool {
        self.low >= self.high
    }

    /// Which part of a read it covers.
    pub fn cover(&self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Cover {
        if let Effect::Write { bytes: written, .. } = self.effect
            && written == bytes
            && same_grid(cx, self.offset, at, bytes)
        {
            // Either the same bytes or none of them.
            let (offset, at) = (cx.address(self.offset), cx.address(at));
            let same = cx.terms.eq(offset, at);
            let whole = cx.terms.and(self.guard, same);
            return Cover { whole, any: whole };
        }
        if let Effect::Many(write) = &self.effect {
            return self.cover_many(cx, write, at, bytes);
        }
        let Cover { whole, any } = Cover::of(cx, self.offset, self.effect.length(), at, bytes);
        Cover { whole: cx.terms.and(self.guard, whole), any: cx.terms.and(self.guard, any) }
    }

    /// Which part of a read is covered by elements: all of it if one element begins where the read
    /// does and is as long, or if it is a single byte; otherwise it is said to be covered in part.
    fn cover_many(&self, cx: &mut Context<'_>, write: &MultiWrite, at: Value, bytes: u32) -> Cover {
        let distance = self.distance(cx, at);
        let mut any = Term::FALSE;
        // An element may begin before the read, and still reach into it.
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
        Cover { whole: cx.terms.and(self.guard, whole), any: cx.terms.and(self.guard, any) }
    }

    /// How far behind its start a place is.
    fn distance(&self, cx: &mut Context<'_>, at: Value) -> Term {
        let (at, offset) = (cx.address(at), cx.address(self.offset));
        cx.terms.sub(at, offset)
    }

    /// Where what a copy put at a place was before.
    fn origin(&self, cx: &mut Context<'_>, from: Value, at: Value) -> Value {
        let (distance, from) = (self.distance(cx, at), cx.address(from));
        let place = cx.terms.add(from, distance);
        Value::of_term(cx.terms, place)
    }

    /// The condition under which a byte that it covers counts as written: a copy of what was not
    /// written was not.
    pub fn is_written(&self, cx: &mut Context<'_>, at: Value) -> Term {
        match &self.effect {
            Effect::Write { .. } | Effect::Fill { .. } | Effect::Many(_) => Term::TRUE,
            Effect::Copy { source, from, .. } => {
                let place = self.origin(cx, *from, at);
                source.initialised(cx, place, Value::Bits(1))
            }
        }
    }

    /// Where it wrote something that mentions a block: the places, and how many bytes.
    pub fn places_of_pointers(&self, cx: &mut Context<'_>, places: &mut Vec<(Value, u32)>) {
        match &self.effect {
            Effect::Write { bytes, value } if mentions_block(cx, *value) => {
                places.push((self.offset, *bytes));
            }
            // What many places hold is no pointer.
            Effect::Write { .. } | Effect::Fill { .. } | Effect::Many(_) => {}
            Effect::Copy { source, from, .. } => {
                let mut inner = Vec::new();
                source.places_of_pointers(cx, &mut inner);
                for (at, bytes) in inner {
                    let [at, from, to] = [at, *from, self.offset].map(|it| cx.address(it));
                    let distance = cx.terms.sub(at, from);
                    let place = cx.terms.add(to, distance);
                    places.push((Value::of_term(cx.terms, place), bytes));
                }
            }
        }
    }

    /// What it says about a read of which it covers all bytes.
    pub fn read(&self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        match &self.effect {
            Effect::Write { bytes: written, value } => {
                if *written == bytes {
                    return *value;
                }
                let distance = self.distance(cx, at);
                let distance = Value::of_term(cx.terms, distance);
                part(cx, *value, *written, distance, bytes)
            }
            Effect::Fill { byte, .. } => match byte {
                Value::Bits(byte) if bytes <= 8 => {
                    let all = u64::from_le_bytes([*byte as u8; 8]);
                    Value::Bits(all & term::bits::mask(8 * bytes))
                }
                byte => {
                    let byte = byte.to_term(cx.terms, 8);
                    let all = cx.terms.repeat(bytes, byte);
                    Value::of_term(cx.terms, all)
                }
            },
            Effect::Copy { source, from, .. } => {
                let place = self.origin(cx, *from, at);
                source.read(cx, place, bytes)
            }
            Effect::Many(write) => {
                let distance = self.distance(cx, at);
                let (_, value) = match bytes {
                    _ if bytes == write.bytes => write.element(cx, distance),
                    _ => write.byte(cx, distance),
                };
                Value::of_term(cx.terms, value)
            }
        }
    }
}

/// Whether a value may be, or hide, a pointer into a block.
pub fn mentions_block(cx: &Context<'_>, value: Value) -> bool {
    match value {
        Value::Bits(_) => false,
        Value::Pointer { .. } => true,
        Value::Term(term) => cx.terms.mentions_base(term),
    }
}

/// Some bytes of a value of more: `written` bytes, of which `bytes` from a distance on.
fn part(cx: &mut Context<'_>, value: Value, written: u32, distance: Value, bytes: u32) -> Value {
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

/// Whether two offsets are both multiples of a size, which is a power of two, or lie apart by one.
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
