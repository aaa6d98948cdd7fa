//! `planes`: the segment-offset-plane memory (seed 002).
//!
//! Marek Trtík and Jan Strejček, "Symbolic Memory with Pointers". An address is a segment and an
//! offset in it; each block is a segment. A value is stored in a plane of values of its type. What a
//! plane holds at constant addresses is in a boost map, the rest in an ite-list; an entry of the
//! boost map collides with no newer record, so that a read finds it by one look-up, while all other
//! reads are an `ite` over the records that may collide. Questions about collisions go to the oracle
//! through a cache.
//!
//! - `strip` is what a segment has in every plane: boost maps (`boost`) over ite-lists (`layers`).
//! - `plan` reads through copies of copies.
//! - `answers` is the cache in front of the oracle.
//! - `crowd` has the segments of multi-allocations, and `general` the operations on addresses
//!   (`address`) whose segment is a term.
//! - `naive` is the model before it is made fast, section 2 of the document: `planes-naive`.
//!
//! Departures, besides those named in the files:
//! 1. A plane is kept by segments: blocks are isolated and have constant numbers, so that a collision
//!    formula of two constant segments is decided by looking where a record is. A write whose
//!    segment is a term, `ite(g, 1, 2)`, is a record in each of these segments, under the condition
//!    that the term is its number: `g` and `not g`. `resolve::places` gives these conditions.
//! 2. Planes are by size, not by type: that is what the interface tells of an access. The planes
//!    *Segments* and *Offsets* are one with the plane of the pointer's size: a stored pointer
//!    `Base(block) + offset`, with `ite`s around it, is both numbers in one term, and
//!    `segment_and_offset` takes it apart.
//! 3. The plane *Sizes* of segments with positive numbers is the table of blocks, which also knows
//!    that a block of size zero is not a dead one. The segments of multi-allocations are known to
//!    this model alone and are used by its own operations: a pointer of the program has a block.

mod address;
mod answers;
mod boost;
mod choice;
mod crowd;
mod general;
mod layers;
mod naive;
mod parts;
mod plan;
mod strip;

use term::{AllocId, Term};

use crate::blocks::{Blocks, Life, NewBlock, NoRoom, NotAlike};
use crate::blockwise::Blockwise;
use crate::memory::{Access, Context, Initial, Item, Memory, Validity};
use crate::multi_write::MultiWrite;
use crate::value::Value;

use answers::{Answers, Cached};
use crowd::Crowd;
use strip::Strip;

pub use address::{Address, AddressSet};
pub use naive::PlanesNaive;

/// The memory.
#[derive(Clone)]
pub struct Planes {
    segments: Blockwise<Strip>,
    crowd: Crowd,
    answers: Answers,
}

impl Planes {
    /// A memory without blocks, in an address space of so many bits.
    #[must_use]
    pub fn new(pointer: u32) -> Planes {
        Planes {
            segments: Blockwise::new(pointer),
            crowd: Crowd::default(),
            answers: Answers::default(),
        }
    }

    /// Does something with the oracle behind its cache.
    fn cached<T>(
        &mut self,
        cx: &mut Context<'_>,
        operation: impl FnOnce(&mut Blockwise<Strip>, &mut Crowd, &mut Context<'_>) -> T,
    ) -> T {
        let answers = &mut self.answers;
        let mut oracle = Cached { oracle: &mut *cx.oracle, answers, asked: 0, known: 0, solved: 0 };
        let mut behind = Context {
            terms: &mut *cx.terms,
            names: &mut *cx.names,
            oracle: &mut oracle,
            pointer: cx.pointer,
        };
        let result = operation(&mut self.segments, &mut self.crowd, &mut behind);
        cx.names.counts.collisions += oracle.asked;
        cx.names.counts.collisions_known += oracle.known;
        cx.names.counts.collisions_solved += oracle.solved;
        result
    }
}

impl Memory for Planes {
    type Blocks = Blocks<Strip>;

    #[inline]
    fn block_table(&self) -> &Blocks<Strip> {
        self.segments.block_table()
    }

    #[inline]
    fn block_table_mut(&mut self) -> &mut Blocks<Strip> {
        self.segments.block_table_mut()
    }

    fn allocate(
        &mut self,
        cx: &mut Context<'_>,
        new: NewBlock,
        initial: Initial,
    ) -> Result<AllocId, NoRoom> {
        self.segments.allocate(cx, new, initial)
    }

    fn release(&mut self, block: AllocId, life: Life) {
        self.segments.release(block, life);
    }

    fn valid(
        &mut self,
        cx: &mut Context<'_>,
        pointer: Value,
        length: Value,
        access: Access,
    ) -> Validity {
        self.segments.valid(cx, pointer, length, access)
    }

    #[inline]
    fn peek(&self, block: AllocId, offset: u64, bytes: u32) -> Option<Value> {
        self.segments.peek(block, offset, bytes)
    }

    #[inline]
    fn poke(&mut self, block: AllocId, offset: u64, bytes: u32, word: u64) -> bool {
        self.segments.poke(block, offset, bytes, word)
    }

    fn load(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32) -> Value {
        self.cached(cx, |segments, _, cx| segments.load(cx, pointer, bytes))
    }

    fn store(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32, value: Value) {
        self.cached(cx, |segments, _, cx| segments.store(cx, pointer, bytes, value));
    }

    fn fill(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value, byte: Value) {
        self.cached(cx, |segments, _, cx| segments.fill(cx, pointer, length, byte));
    }

    fn copy(&mut self, cx: &mut Context<'_>, to: Value, from: Value, length: Value) {
        self.cached(cx, |segments, _, cx| segments.copy(cx, to, from, length));
    }

    fn multi_write(&mut self, cx: &mut Context<'_>, pointer: Value, write: &MultiWrite) {
        self.cached(cx, |segments, _, cx| segments.multi_write(cx, pointer, write));
    }

    fn merge(
        &mut self,
        cx: &mut Context<'_>,
        other: &Planes,
        guard: Term,
        ancestor: &Planes,
    ) -> Result<(), NotAlike> {
        self.answers = ancestor.answers.clone();
        self.cached(cx, |segments, crowd, cx| {
            segments.merge(cx, &other.segments, guard, &ancestor.segments)?;
            crowd.merge(cx, &other.crowd, guard);
            Ok(())
        })
    }

    fn initialised(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value) -> Term {
        self.cached(cx, |segments, _, cx| segments.initialised(cx, pointer, length))
    }

    fn describe(&self, items: &mut Vec<Item>) -> bool {
        self.crowd.is_empty() && self.segments.describe(items)
    }

    fn referents(&mut self, cx: &mut Context<'_>, block: AllocId) -> Vec<(Term, AllocId)> {
        self.cached(cx, |segments, _, cx| segments.referents(cx, block))
    }
}
