//! `separation`, the memory of seed 004 ("Solver-based Analysis of Memory Safety using Separation
//! Logic"): a symbolic heap.
//!
//! A symbolic heap is `Pi /\ Sigma`: a pure formula, which is the condition of the path and lies with
//! the engine, and a spatial formula, cells `address |-> byte` joined by `*`, which is this memory. Its
//! cells come in segments, one for each block (`segment.rs`), those of the heap and all others being
//! the document's two parts `Sigma^h` and `Sigma^s`. Segment sizes are those of the table of blocks.
//!
//! How the rules are met: DECLARE and the cells of parameters and results are `allocate`, as is MALLOC;
//! ASSIGN is `store`; FREE, OUTOFSCOPE and the end of a call are `release`; the invalid cases
//! are what `valid` says is wrong. `Allocated` is decided in one of three ways (`allocated.rs`).
//!
//! Where this departs from the document, beside what the files say:
//! 1. A segment has cells where something was stored, and one predicate for the rest (`segment.rs`).
//! 2. `*` needs no check: blocks never share addresses, not even one after the other in time. For the
//!    same reason the address of a block is its name, and a local that is declared again has another
//!    one: what the document needs indices of its SSA map for.
//! 3. Properties are not part of a state: findings lie with the engine.

mod allocated;
mod cells;
mod formula;
mod look;
mod pointers;
mod segment;

use term::{BlockId, Term};

use crate::blocks::{Blocks, Death, Info, Life, NewBlock, NoRoom, NotAlike};
use crate::memory::{Access, Context, Initial, Item, Memory, Validity};
use crate::multi_write::MultiWrite;
use crate::resolve::{Place, live_places, plainly_allowed, referents};
use crate::value::{Value, ite};

pub use allocated::Allocation;
pub use formula::{Heaplet, Holds};
use segment::Segment;

/// The memory.
#[derive(Clone)]
pub struct Separation {
    blocks: Blocks<Segment>,
    allocation: Allocation,
}

impl Separation {
    /// A memory without blocks, in an address space of so many bits.
    #[must_use]
    pub fn new(pointer: u32) -> Separation {
        Separation { blocks: Blocks::new(pointer), allocation: Allocation::default() }
    }

    /// The same, with another way to decide `Allocated`.
    #[must_use]
    pub fn with(self, allocation: Allocation) -> Separation {
        Separation { allocation, ..self }
    }

    /// Works on every segment that a pointer may mean.
    fn each(
        &mut self,
        cx: &mut Context<'_>,
        pointer: Value,
        mut work: impl FnMut(&mut Context<'_>, &mut Segment, Term, Value),
    ) {
        for Place { guard, block, offset } in live_places(self, cx, pointer) {
            if let Some(block) = self.blocks.get_mut(block) {
                work(cx, &mut block.contents, guard, offset);
            }
        }
    }
}

impl Memory for Separation {
    #[inline]
    fn info(&self, block: BlockId) -> Option<&Info> {
        self.blocks.get(block).map(|block| &block.info)
    }

    fn blocks(&self) -> impl Iterator<Item = (BlockId, &Info)> {
        self.blocks.iter().map(|(id, block)| (id, &block.info))
    }

    fn at_address(&self, address: u64) -> Option<BlockId> {
        self.blocks.at_address(address)
    }

    fn room(&self) -> u64 {
        self.blocks.room()
    }

    fn allocate(
        &mut self,
        cx: &mut Context<'_>,
        new: NewBlock,
        initial: Initial,
    ) -> Result<BlockId, NoRoom> {
        let (_, room) = cx.range(new.size);
        self.blocks.add(cx.terms, cx.names, new, |id| Segment::new(id, initial, room))
    }

    fn release(&mut self, id: BlockId, death: Death) {
        if let Some(block) = self.blocks.get_mut(id) {
            block.info.life = Life::over(death);
            block.contents = Segment::new(id, Initial::Unwritten, 0);
        }
    }

    fn protect(&mut self, block: BlockId) {
        if let Some(block) = self.blocks.get_mut(block) {
            block.info.constant = true;
        }
    }

    fn valid(
        &mut self,
        cx: &mut Context<'_>,
        pointer: Value,
        length: Value,
        access: Access,
    ) -> Validity {
        self.allocation.valid(self, cx, pointer, length, access)
    }

    #[inline]
    fn peek(&self, block: BlockId, offset: u64, bytes: u32) -> Option<Value> {
        let block = self.blocks.get(block)?;
        if !plainly_allowed(&block.info, offset, u64::from(bytes), Access::Read) {
            return None;
        }
        block.contents.peek(offset, bytes)
    }

    #[inline]
    fn poke(&mut self, block: BlockId, offset: u64, bytes: u32, word: u64) -> bool {
        match self.blocks.get_mut(block) {
            Some(block) => {
                plainly_allowed(&block.info, offset, u64::from(bytes), Access::Write)
                    && block.contents.poke(offset, bytes, word)
            }
            None => false,
        }
    }

    fn load(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32) -> Value {
        let allocation = self.allocation;
        let mut values = Vec::new();
        self.each(cx, pointer, |cx, segment, guard, offset| {
            values.push((guard, segment.load(cx, allocation, offset, bytes)));
        });
        let last = values.pop().map_or(Value::ZERO, |(_, value)| value);
        let others = values.into_iter().rev();
        others.fold(last, |below, (guard, value)| ite(cx, guard, value, below, bytes))
    }

    fn store(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32, value: Value) {
        let allocation = self.allocation;
        self.each(cx, pointer, |cx, segment, guard, offset| {
            segment.store(cx, allocation, guard, offset, bytes, value);
        });
    }

    fn fill(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value, byte: Value) {
        self.each(cx, pointer, |cx, segment, guard, offset| {
            segment.fill(cx, guard, offset, length, byte);
        });
    }

    fn copy(&mut self, cx: &mut Context<'_>, to: Value, from: Value, length: Value) {
        // All sources as they are before the first byte is written.
        let mut sources = Vec::new();
        self.each(cx, from, |_, segment, guard, offset| {
            sources.push((guard, offset, segment.clone()));
        });
        self.each(cx, to, |cx, segment, guard, offset| {
            for (when, from, source) in &sources {
                let guard = cx.terms.and(guard, *when);
                if guard != Term::FALSE {
                    segment.copy(cx, guard, offset, source, *from, length);
                }
            }
        });
    }

    fn multi_write(&mut self, cx: &mut Context<'_>, pointer: Value, write: &MultiWrite) {
        self.each(cx, pointer, |cx, segment, guard, offset| {
            segment.multi_write(cx, guard, offset, write);
        });
    }

    fn merge(
        &mut self,
        cx: &mut Context<'_>,
        other: &Separation,
        guard: Term,
        _: &Separation,
    ) -> Result<(), NotAlike> {
        self.blocks
            .merge(cx, &other.blocks, guard, |cx, mine, theirs| mine.merge(cx, theirs, guard))
    }

    fn initialised(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value) -> Term {
        let mut all = Term::TRUE;
        self.each(cx, pointer, |cx, segment, guard, offset| {
            let here = segment.initialised(cx, offset, length);
            let here = cx.terms.implies(guard, here);
            all = cx.terms.and(all, here);
        });
        all
    }

    fn describe(&self, items: &mut Vec<Item>) -> bool {
        self.blocks.describe(items, Segment::describe)
    }

    fn formula(&self, block: BlockId) -> Option<Vec<Heaplet>> {
        let found = self.blocks.get(block)?;
        Some(formula::heaplets(block, &found.info, &found.contents))
    }

    fn referents(&mut self, cx: &mut Context<'_>, block: BlockId) -> Vec<(Term, BlockId)> {
        let values = match self.blocks.get(block) {
            Some(block) => block.contents.pointers(cx),
            None => return Vec::new(),
        };
        referents(cx, &values)
    }
}
