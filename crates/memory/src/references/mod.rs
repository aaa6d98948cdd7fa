//! `references`: a graph of references and locations (*Uber-lazy*).
//!
//! `L` maps a reference to a set of locations, each under a guard (`reference.rs`). `R` maps a field of
//! a location to a reference (`object.rs`). This file has the rules of figure 5: an access through a
//! reference is an access to each of its locations.
//!
//! | rule | here |
//! |---|---|
//! | NEW | `allocate` |
//! | LAZY INITIALIZATION | in the engine; its result comes here as the set of the pointer |
//! | FIELD ACCESS, `VS` | `load` |
//! | FIELD WRITE, `ST` | `store`; `fill`, `copy` and `merge` for each field |
//! | EQUALS (REFERENCES-TRUE, -FALSE) | `equal` |
//!
//! Departures from the document:
//! 1. The engine has the path condition, and `S` is its oracle: it queries the current path where the
//!    document leaves `phi_g` out (`ST`). A set may lack what no input of the path means.
//! 2. A null that is feasible at an access is a finding, and the path goes on without it: the engine
//!    calls `valid` first.
//! 3. EQUALS (REFERENCES-FALSE) is the complement of EQUALS (REFERENCES-TRUE).
//! 4. A location is a constant offset in a block: `&p->f` and `&a[3]` are locations too, and `&a[i]`
//!    is a reference to one location for each value of `i`.
//! 5. A location is in a set once: guards of the same one are joined. The document has it twice.
//! 6. Fields hold data as well. Data under guards is one `ite`, and no set.
//! 7. Fields are not declared; a write creates them (`object.rs`).
//!
//! Not supported: an access to a part of a field, an offset with many candidate values, a symbolic
//! length, multi-writes. Then `unsupported` says so, and later answers of the memory do not count.

mod object;
mod reference;
#[cfg(test)]
mod tests;

use term::{AllocId, Term};

use crate::blocks::{AddressSpaceFull, Blocks, IncompatibleBlocks, Lifetime, NewBlock};
use crate::candidate_offsets::CandidateOffsets;
use crate::logged_contents::{MAX_CONSTANT_OFFSET, all_written};
use crate::memory::{Access, Context, Initial, Item, Memory};
use crate::multi_write::MultiWrite;
use crate::points_to::{Pointee, is_concretely_valid, points_to, referents};
use crate::value::Value;
use object::{FieldValue, Object, Supported};
use reference::Reference;

const SYMBOLIC_OFFSET: &str = "memory 'references': an access at a symbolic offset";
const SYMBOLIC_LENGTH: &str = "memory 'references': an access of symbolic length";
const MANY_PLACES: &str = "memory 'references': a write to many places at once";

/// An offset with more candidate values is not supported.
const MAX_OFFSETS: u64 = 32;

/// Fills and copies of more bytes are not supported.
const MAX_LENGTH: u64 = 1 << 24;

/// The memory.
#[derive(Clone)]
pub struct References {
    objects: Blocks<Object>,
    /// The first operation that was not supported.
    out_of_reach: Option<&'static str>,
}

/// One of the locations of a reference, with the offset of the field.
struct Location {
    guard: Term,
    block: AllocId,
    offset: u64,
}

impl References {
    /// Creates a memory without blocks, in an address space of `pointer` bits.
    #[must_use]
    pub fn new(pointer: u32) -> References {
        References { objects: Blocks::new(pointer), out_of_reach: None }
    }

    /// Returns `L(r)` without null and blocks whose lifetime has ended: the access is allowed. If
    /// one location is left, it is certain.
    fn locations(&self, cx: &mut Context<'_>, pointer: Value) -> Supported<Vec<Location>> {
        let mut found = Vec::new();
        for Pointee { guard, block, offset } in points_to(self, cx, pointer).pointees {
            let live = self.info(block).is_some_and(|info| !info.lifetime.has_ended());
            if !live || !cx.may(guard) {
                continue;
            }
            for (here, offset) in self.offsets(cx, block, offset)? {
                let guard = cx.terms.and(guard, here);
                if here == Term::TRUE || cx.may(guard) {
                    found.push(Location { guard, block, offset });
                }
            }
        }
        if let [only] = &mut found[..] {
            only.guard = Term::TRUE;
        }
        Ok(found)
    }

    /// Returns the candidate offsets in a block, each with its condition.
    fn offsets(
        &self,
        cx: &mut Context<'_>,
        block: AllocId,
        offset: Value,
    ) -> Supported<Vec<(Term, u64)>> {
        if let Value::Bits(offset @ ..=MAX_CONSTANT_OFFSET) = offset {
            return Ok(vec![(Term::TRUE, offset)]);
        }
        let size = self.info(block).map_or(Value::ZERO, |info| info.size);
        let (_, room) = cx.range(size);
        let candidates = CandidateOffsets::of(cx, offset, room);
        if candidates.count() > MAX_OFFSETS || candidates.last > MAX_CONSTANT_OFFSET {
            return Err(SYMBOLIC_OFFSET);
        }
        let term = cx.address(offset);
        let each = candidates.all().map(|offset| {
            let number = cx.number(offset);
            (cx.terms.eq(term, number), offset)
        });
        Ok(each.collect())
    }

    /// FIELD ACCESS: returns the value set of a field.
    fn access(&self, cx: &mut Context<'_>, pointer: Value, bytes: u32) -> Supported<Reference> {
        let mut read = Vec::new();
        for Location { guard, block, offset } in self.locations(cx, pointer)? {
            if let Some(object) = self.objects.get(block) {
                read.push((guard, object.contents.read(cx, offset, bytes)?));
            }
        }
        Ok(Reference::value_set(cx, &read, bytes))
    }

    /// Changes the objects that an access writes to, each under its guard.
    fn change(
        &mut self,
        cx: &mut Context<'_>,
        pointer: Value,
        mut change: impl FnMut(&mut Object, &mut Context<'_>, Term, u64) -> Supported<()>,
    ) {
        let done = self.locations(cx, pointer).and_then(|locations| {
            locations.into_iter().try_for_each(|Location { guard, block, offset }| {
                match self.objects.get_mut(block) {
                    Some(object) => change(&mut object.contents, cx, guard, offset),
                    None => Ok(()),
                }
            })
        });
        self.note(done);
    }

    /// Returns the sources of a copy as they are before it.
    fn sources(&self, cx: &mut Context<'_>, from: Value) -> Supported<Vec<(Term, Object, u64)>> {
        let locations = self.locations(cx, from)?;
        let object = |it: Location| {
            Some((it.guard, self.objects.get(it.block)?.contents.clone(), it.offset))
        };
        Ok(locations.into_iter().filter_map(object).collect())
    }

    /// Returns a result, or records that the operation is not supported.
    fn note<T>(&mut self, done: Supported<T>) -> Option<T> {
        match done {
            Ok(done) => Some(done),
            Err(why) => {
                self.out_of_reach.get_or_insert(why);
                None
            }
        }
    }
}

/// Returns a concrete length.
fn known_length(cx: &mut Context<'_>, length: Value) -> Supported<u64> {
    let (shortest, longest) = cx.range(length);
    (shortest == longest && longest <= MAX_LENGTH).then_some(longest).ok_or(SYMBOLIC_LENGTH)
}

impl Memory for References {
    type Blocks = Blocks<Object>;

    #[inline]
    fn block_table(&self) -> &Blocks<Object> {
        &self.objects
    }

    #[inline]
    fn block_table_mut(&mut self) -> &mut Blocks<Object> {
        &mut self.objects
    }

    /// NEW: allocates an object.
    fn allocate(
        &mut self,
        cx: &mut Context<'_>,
        new: NewBlock,
        initial: Initial,
    ) -> Result<AllocId, AddressSpaceFull> {
        self.objects.add(cx.terms, cx.names, new, |id| Object::new(id, initial))
    }

    fn deallocate(&mut self, id: AllocId, lifetime: Lifetime) {
        if let Some(block) = self.objects.get_mut(id) {
            block.info.lifetime = lifetime;
            if lifetime.has_ended() {
                block.contents = Object::new(id, Initial::Uninitialised);
            }
        }
    }

    #[inline]
    fn peek(&self, block: AllocId, offset: u64, bytes: u32) -> Option<Value> {
        let block = self.objects.get(block)?;
        let allowed = is_concretely_valid(&block.info, offset, u64::from(bytes), Access::Read);
        allowed.then(|| block.contents.peek(offset, bytes)).flatten()
    }

    #[inline]
    fn poke(&mut self, block: AllocId, offset: u64, bytes: u32, word: u64) -> bool {
        self.objects.get_mut(block).is_some_and(|block| {
            offset <= MAX_CONSTANT_OFFSET
                && is_concretely_valid(&block.info, offset, u64::from(bytes), Access::Write)
                && block.contents.poke(offset, bytes, word)
        })
    }

    fn load(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32) -> Value {
        let read = self.access(cx, pointer, bytes);
        match self.note(read) {
            Some(reference) => reference.value(cx, bytes),
            None => Value::ZERO,
        }
    }

    /// FIELD WRITE: writes a field of each location, under its guard.
    fn store(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32, value: Value) {
        let new = FieldValue { reference: Reference::of(cx, value), written: Term::TRUE };
        self.change(cx, pointer, |object, cx, guard, offset| {
            object.write(cx, guard, offset, bytes, &new)
        });
    }

    fn fill(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value, byte: Value) {
        let length = known_length(cx, length);
        let Some(length @ 1..) = self.note(length) else { return };
        self.change(cx, pointer, |object, cx, guard, offset| {
            object.fill(cx, guard, offset, length, byte)
        });
    }

    fn copy(&mut self, cx: &mut Context<'_>, to: Value, from: Value, length: Value) {
        let length = known_length(cx, length);
        let Some(length @ 1..) = self.note(length) else { return };
        let sources = self.sources(cx, from);
        let Some(sources) = self.note(sources) else { return };
        self.change(cx, to, |object, cx, guard, offset| {
            sources.iter().try_for_each(|(when, source, from)| {
                let guard = cx.terms.and(guard, *when);
                match guard {
                    Term::FALSE => Ok(()),
                    _ => object.copy(cx, guard, offset, (source, *from), length),
                }
            })
        });
    }

    fn multi_write(&mut self, cx: &mut Context<'_>, _: Value, write: &MultiWrite) {
        cx.names.counts.multi_writes += 1;
        if cx.range(write.length).1 > 0 {
            self.out_of_reach.get_or_insert(MANY_PLACES);
        }
    }

    fn merge(
        &mut self,
        cx: &mut Context<'_>,
        other: &References,
        guard: Term,
        _: &References,
    ) -> Result<(), IncompatibleBlocks> {
        let mut done = other.out_of_reach.map_or(Ok(()), Err);
        self.objects.merge(cx, &other.objects, guard, |cx, _, mine, theirs| {
            let merged = mine.merge(cx, theirs, guard);
            done = done.and(merged);
        })?;
        self.note(done);
        Ok(())
    }

    fn initialised(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value) -> Term {
        let mut all = Term::TRUE;
        for Pointee { guard, block, offset } in points_to(self, cx, pointer).pointees {
            let Some(object) = self.objects.get(block) else { continue };
            let (_, room) = cx.range(object.info.size);
            let here =
                all_written(cx, offset, length, room, |_, at| object.contents.is_written(at));
            let here = cx.terms.implies(guard, here);
            all = cx.terms.and(all, here);
        }
        all
    }

    fn describe(&self, items: &mut Vec<Item>) -> bool {
        self.objects.describe(items, |items, _, object| {
            object.describe(items);
            true
        })
    }

    /// EQUALS (REFERENCES-TRUE): returns the condition of equality.
    fn equal(&mut self, cx: &mut Context<'_>, a: Value, b: Value) -> Option<Term> {
        let [a, b] = [a, b].map(|value| Reference::of(cx, value));
        Some(a.equals(cx, &b))
    }

    fn needs_numbers(&self) -> bool {
        true
    }

    fn unsupported(&self) -> Option<&'static str> {
        self.out_of_reach
    }

    fn referents(&mut self, cx: &mut Context<'_>, block: AllocId) -> Vec<(Term, AllocId)> {
        let Some(object) = self.objects.get(block) else { return Vec::new() };
        let mut found = Vec::new();
        for meaning in object.contents.meanings() {
            for (guard, block) in referents(cx, &[meaning.value]) {
                found.push((cx.terms.and(meaning.guard, guard), block));
            }
        }
        found
    }
}
