//! `planes`: the segment-offset-plane memory of *SEGY*.
//!
//! An address is a segment and an offset in it; each block is a segment. A value is stored in the
//! plane of its size. A plane holds its values at constant addresses in a boost map and the rest in
//! an ite-list. An entry of the boost map collides with no newer record, so a read finds it by one
//! look-up; all other reads are an `ite` over the records that may collide. Collision queries go to
//! the oracle through a cache.
//!
//! - `segment_planes` has one segment in every plane: boost maps (`boost_map`) over ite-lists
//!   (`ite_lists`).
//! - `plan` reads through chains of copies.
//! - `query_cache` is the cache in front of the oracle.
//! - `multi_segments` has the segments of multi-allocations, and `symbolic_segments` the operations
//!   on addresses (`address`) whose segment is a term.
//! - `naive` is the model of section 2, without these optimisations: `planes-naive`.
//!
//! Departures, besides those named in the files:
//! 1. Planes are kept by segment: blocks are isolated and have constant numbers, so the collision
//!    formula of two constant segments is decided by where a record lies. A write whose segment is
//!    a term, `ite(g, 1, 2)`, is a record in each of these segments, under `g` and `not g`;
//!    `points_to` returns these conditions.
//! 2. Planes are by size, not by type, because an access has no type here. The planes *Segments*
//!    and *Offsets* are one with the plane of the pointer's size: a stored pointer
//!    `Base(block) + offset`, with `ite`s around it, is both numbers in one term, and
//!    `segment_and_offset` splits it.
//! 3. The plane *Sizes* of segments with positive numbers is the table of blocks, which also tells
//!    a block of size zero from a deallocated one. Only the model's own operations use segments of
//!    multi-allocations: a pointer of the program has a block.

mod address;
mod boost_map;
mod choice;
mod ite_lists;
mod multi_segments;
mod naive;
mod parts;
mod plan;
mod query_cache;
mod segment_planes;
mod symbolic_segments;

use term::{AllocId, Term};

use crate::blocks::{AddressSpaceFull, Blocks, IncompatibleBlocks, Lifetime, NewBlock};
use crate::blockwise::Blockwise;
use crate::memory::{Access, Context, Initial, Item, Memory, Validity};
use crate::multi_write::MultiWrite;
use crate::value::Value;

use multi_segments::MultiSegments;
use query_cache::{CachingOracle, QueryCache};
use segment_planes::SegmentPlanes;

pub use naive::PlanesNaive;

/// The memory.
#[derive(Clone)]
pub struct Planes {
    segments: Blockwise<SegmentPlanes>,
    multi_segments: MultiSegments,
    cache: QueryCache,
}

impl Planes {
    /// Creates a memory without blocks, in an address space of `pointer` bits.
    #[must_use]
    pub fn new(pointer: u32) -> Planes {
        Planes {
            segments: Blockwise::new(pointer),
            multi_segments: MultiSegments::default(),
            cache: QueryCache::default(),
        }
    }

    /// Performs an operation with the oracle behind its cache.
    fn cached<T>(
        &mut self,
        cx: &mut Context<'_>,
        operation: impl FnOnce(&mut Blockwise<SegmentPlanes>, &mut MultiSegments, &mut Context<'_>) -> T,
    ) -> T {
        let cache = &mut self.cache;
        let mut oracle =
            CachingOracle { oracle: &mut *cx.oracle, cache, asked: 0, known: 0, solved: 0 };
        let mut behind = Context {
            terms: &mut *cx.terms,
            names: &mut *cx.names,
            oracle: &mut oracle,
            pointer: cx.pointer,
        };
        let result = operation(&mut self.segments, &mut self.multi_segments, &mut behind);
        cx.names.counts.collisions += oracle.asked;
        cx.names.counts.collisions_known += oracle.known;
        cx.names.counts.collisions_solved += oracle.solved;
        result
    }
}

impl Memory for Planes {
    type Blocks = Blocks<SegmentPlanes>;

    #[inline]
    fn block_table(&self) -> &Blocks<SegmentPlanes> {
        self.segments.block_table()
    }

    #[inline]
    fn block_table_mut(&mut self) -> &mut Blocks<SegmentPlanes> {
        self.segments.block_table_mut()
    }

    fn allocate(
        &mut self,
        cx: &mut Context<'_>,
        new: NewBlock,
        initial: Initial,
    ) -> Result<AllocId, AddressSpaceFull> {
        self.segments.allocate(cx, new, initial)
    }

    fn deallocate(&mut self, block: AllocId, lifetime: Lifetime) {
        self.segments.deallocate(block, lifetime);
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
    ) -> Result<(), IncompatibleBlocks> {
        self.cache = ancestor.cache.clone();
        self.cached(cx, |segments, multi_segments, cx| {
            segments.merge(cx, &other.segments, guard, &ancestor.segments)?;
            multi_segments.merge(cx, &other.multi_segments, guard);
            Ok(())
        })
    }

    fn initialised(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value) -> Term {
        self.cached(cx, |segments, _, cx| segments.initialised(cx, pointer, length))
    }

    fn describe(&self, items: &mut Vec<Item>) -> bool {
        self.multi_segments.is_empty() && self.segments.describe(items)
    }

    fn referents(&mut self, cx: &mut Context<'_>, block: AllocId) -> Vec<(Term, AllocId)> {
        self.cached(cx, |segments, _, cx| segments.referents(cx, block))
    }
}
