//! Objects: `R`, from the fields of a location to references.
//!
//! A field is a range of bytes, and is created by the first write of something that is not a
//! number. Numbers have no fields: they are bytes, and may be written and read in other parts, as C
//! does when it initialises structs. An access to a part of a field, or one that reaches over its
//! end, is reported to the caller as unsupported.
//!
//! Offsets and lengths are concrete here. Every access is allowed.

use std::collections::BTreeMap;
use std::rc::Rc;

use term::{AllocId, Term};

use crate::memory::{Context, Initial, Item};
use crate::paged_bytes::PagedBytes;
use crate::references::reference::{Guarded, Reference};
use crate::value::Value;

/// A result, or what is not supported.
pub type Supported<T> = Result<T, &'static str>;

const PART: &str = "memory 'references': an access to a part of a field, or to several at once";
const PARTLY_WRITTEN: &str = "memory 'references': a field of which only some bytes were written";
const NOT_ALIKE: &str = "memory 'references': one object for two that began differently";
const TOO_LONG: &str = "memory 'references': many bytes that are no number";

/// Fills of up to this number of bytes with something that is not a number are supported.
const MAX_BYTES: u64 = 4096;

/// The contents of a field.
#[derive(Clone, PartialEq, Eq)]
pub struct FieldValue {
    /// `R(l, f)`
    pub reference: Reference,
    /// The condition under which it is initialised.
    pub written: Term,
}

#[derive(Clone, PartialEq, Eq)]
struct Field {
    bytes: u32,
    held: FieldValue,
}

impl Field {
    fn end(&self, start: u64) -> u64 {
        start + u64::from(self.bytes)
    }
}

/// The contents of a location.
#[derive(Clone)]
pub struct Object {
    /// The bytes outside of fields: numbers and uninitialised bytes. They are zero under a field.
    numbers: PagedBytes,
    /// By offset; fields do not overlap.
    fields: Rc<BTreeMap<u64, Field>>,
}

impl Object {
    /// NEW: creates an object; the first write to a field creates it.
    pub fn new(owner: AllocId, initial: Initial) -> Object {
        let numbers = match initial {
            Initial::Uninitialised => PagedBytes::uninitialised(owner),
            Initial::Zero => PagedBytes::zeroed(owner),
        };
        Object { numbers, fields: Rc::default() }
    }

    /// Returns a value that one store wrote: the fast path, which may return `None`.
    #[inline]
    pub fn peek(&self, offset: u64, bytes: u32) -> Option<Value> {
        match self.fields_in(offset, u64::from(bytes)).next() {
            None => self.numbers.known(offset, bytes).map(Value::Bits),
            Some((start, field)) if (start, field.bytes) == (offset, bytes) => {
                match field.held.reference {
                    Reference::One(value) => Some(value),
                    Reference::Set(_) => None,
                }
            }
            Some(_) => None,
        }
    }

    /// Writes a number: the fast path, which may return `false`.
    #[inline]
    pub fn poke(&mut self, offset: u64, bytes: u32, word: u64) -> bool {
        !self.has_field(offset, u64::from(bytes)) && self.numbers.poke(offset, bytes, word)
    }

    /// `R(l, f)`
    pub fn read(&self, cx: &mut Context<'_>, offset: u64, bytes: u32) -> Supported<Reference> {
        match self.fields_in(offset, u64::from(bytes)).next() {
            None => Ok(Reference::One(self.numbers.load(cx.terms, cx.names, offset, bytes))),
            Some((start, field)) if (start, field.bytes) == (offset, bytes) => {
                Ok(field.held.reference.clone())
            }
            Some(_) => Err(PART),
        }
    }

    /// FIELD WRITE to one of the locations.
    pub fn write(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        offset: u64,
        bytes: u32,
        new: &FieldValue,
    ) -> Supported<()> {
        if guard == Term::TRUE {
            return self.put(cx, offset, bytes, new.clone());
        }
        let old = self.held(cx, offset, bytes)?;
        let reference = new.reference.written_over(cx, guard, &old.reference, bytes);
        let written = cx.terms.ite(guard, new.written, old.written);
        self.put(cx, offset, bytes, FieldValue { reference, written })
    }

    /// Fills a range with a byte, under a guard.
    pub fn fill(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        offset: u64,
        length: u64,
        byte: Value,
    ) -> Supported<()> {
        self.change_where(cx, guard, |object, cx| {
            if let Value::Bits(byte) = byte {
                object.clear(offset, length)?;
                let bytes = vec![byte as u8; length as usize];
                object.numbers.store_bytes(cx.terms, offset, &bytes);
                return Ok(());
            }
            if length > MAX_BYTES {
                return Err(TOO_LONG);
            }
            let held = FieldValue { reference: Reference::of(cx, byte), written: Term::TRUE };
            (offset..offset + length).try_for_each(|at| object.put(cx, at, 1, held.clone()))
        })
    }

    /// Copies fields of an object (or of this one as it was), under a guard.
    pub fn copy(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        offset: u64,
        (source, from): (&Object, u64),
        length: u64,
    ) -> Supported<()> {
        source.has_whole_fields(from, length)?;
        self.change_where(cx, guard, |object, cx| {
            object.clear(offset, length)?;
            object.numbers.copy_from(cx.terms, offset, &source.numbers, from, length);
            for (start, field) in source.fields_in(from, length) {
                let fields = Rc::make_mut(&mut object.fields);
                fields.insert(start - from + offset, field.clone());
            }
            Ok(())
        })
    }

    /// Performs a change under a guard: changes a copy, and merges it under that guard.
    fn change_where(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        change: impl FnOnce(&mut Object, &mut Context<'_>) -> Supported<()>,
    ) -> Supported<()> {
        if guard == Term::TRUE {
            return change(self, cx);
        }
        let mut changed = self.clone();
        change(&mut changed, cx)?;
        self.merge(cx, &changed, guard)
    }

    /// Merges another object: writes every field in which it differs, under the guard. Where
    /// numbers differ no fields are known: words are taken for fields.
    pub fn merge(&mut self, cx: &mut Context<'_>, other: &Object, guard: Term) -> Supported<()> {
        let mut apart = self.differing_fields(other);
        for difference in self.numbers.differences(&other.numbers).ok_or(NOT_ALIKE)? {
            let (start, length) = (difference.offset, u64::from(difference.bytes));
            let free = |at, length| !self.has_field(at, length) && !other.has_field(at, length);
            if difference.value.is_some() && free(start, length) {
                apart.insert(start, difference.bytes);
                continue;
            }
            apart.extend((start..start + length).filter(|&at| free(at, 1)).map(|at| (at, 1)));
        }
        for (offset, bytes) in apart {
            let theirs = other.held(cx, offset, bytes)?;
            self.write(cx, guard, offset, bytes, &theirs)?;
        }
        Ok(())
    }

    /// Returns the fields that only one of two objects has, or whose contents differ.
    fn differing_fields(&self, other: &Object) -> BTreeMap<u64, u32> {
        if Rc::ptr_eq(&self.fields, &other.fields) {
            return BTreeMap::new();
        }
        let lacks = |fields: &BTreeMap<u64, Field>, start, field| fields.get(start) != Some(field);
        let mine = self.fields.iter().filter(|(start, field)| lacks(&other.fields, start, field));
        let theirs = other.fields.iter().filter(|(start, field)| lacks(&self.fields, start, field));
        mine.chain(theirs).map(|(&start, field)| (start, field.bytes)).collect()
    }

    /// Returns the condition under which a byte is initialised.
    pub fn is_written(&self, offset: u64) -> Term {
        match self.fields_in(offset, 1).next() {
            Some((_, field)) => field.held.written,
            None => Term::from(self.numbers.is_byte_written(offset)),
        }
    }

    /// Returns all elements of the sets of its fields.
    pub fn meanings(&self) -> Vec<Guarded> {
        let references = self.fields.values().map(|field| &field.held.reference);
        references.flat_map(Reference::locations).collect()
    }

    /// Describes the contents.
    pub fn describe(&self, items: &mut Vec<Item>) {
        self.numbers.describe(items);
        items.push(Item::Word(self.fields.len() as u64));
        for (&start, Field { bytes, held }) in self.fields.iter() {
            let set = held.reference.locations();
            let numbers = [start, u64::from(*bytes), set.len() as u64];
            items.extend(numbers.map(Item::Word));
            items.push(Item::Value(Value::Term(held.written)));
            for Guarded { guard, value } in set {
                items.extend([Value::Term(guard), value].map(Item::Value));
            }
        }
    }

    /// Returns the contents of a range, if all of its bytes are initialised under the same
    /// condition.
    fn held(&self, cx: &mut Context<'_>, offset: u64, bytes: u32) -> Supported<FieldValue> {
        let written = self.is_written(offset);
        let mut bytes_written = (offset..offset + u64::from(bytes)).map(|at| self.is_written(at));
        if bytes_written.any(|it| it != written) {
            return Err(PARTLY_WRITTEN);
        }
        Ok(FieldValue { reference: self.read(cx, offset, bytes)?, written })
    }

    /// Replaces the contents of a range.
    fn put(
        &mut self,
        cx: &mut Context<'_>,
        offset: u64,
        bytes: u32,
        held: FieldValue,
    ) -> Supported<()> {
        self.clear(offset, u64::from(bytes))?;
        match held {
            FieldValue {
                reference: Reference::One(value @ Value::Bits(_)),
                written: Term::TRUE,
            } if bytes <= 8 => {
                self.numbers.store(cx.terms, offset, bytes, value);
            }
            held => {
                self.numbers.store_bytes(cx.terms, offset, &vec![0; bytes as usize]);
                Rc::make_mut(&mut self.fields).insert(offset, Field { bytes, held });
            }
        }
        Ok(())
    }

    /// Removes the fields of a range.
    fn clear(&mut self, offset: u64, length: u64) -> Supported<()> {
        self.has_whole_fields(offset, length)?;
        let starts: Vec<u64> = self.fields_in(offset, length).map(|(start, _)| start).collect();
        for start in starts {
            Rc::make_mut(&mut self.fields).remove(&start);
        }
        Ok(())
    }

    /// Fails if a field reaches over the ends of a range.
    fn has_whole_fields(&self, offset: u64, length: u64) -> Supported<()> {
        let end = offset + length;
        let mut fields = self.fields_in(offset, length);
        match fields.all(|(start, field)| start >= offset && field.end(start) <= end) {
            true => Ok(()),
            false => Err(PART),
        }
    }

    fn has_field(&self, offset: u64, length: u64) -> bool {
        self.fields_in(offset, length).next().is_some()
    }

    /// Iterates over the fields that have bytes in a range, the last one first.
    fn fields_in(&self, offset: u64, length: u64) -> impl Iterator<Item = (u64, &Field)> {
        let before = self.fields.range(..offset.saturating_add(length)).rev();
        before
            .map(|(&start, field)| (start, field))
            .take_while(move |(start, field)| field.end(*start) > offset)
    }
}
