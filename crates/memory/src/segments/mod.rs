//! `segments`, the default memory: blocks by themselves, each with what it holds at constant
//! offsets (`contents`) and a log of writes at unknown ones (`log`).
//!
//! Taken from the documents: blocks as isolated parts and constant addresses before all others
//! (002), times and guards of writes (000), a pointer as a base and an offset (003), a block that
//! is dead or alive as a whole (004). A read looks at the log only where an interval says that they
//! may meet, asks the oracle whether they do, and what it finds goes back to the constant offsets,
//! so that the next read finds it there.

mod contents;
mod log;
mod segment;

use term::{BlockId, Term};

use crate::blocks::{Blocks, Death, Info, Life, NewBlock, NoRoom, NotAlike};
use crate::memory::{Access, Context, Initial, Item, Memory};
use crate::multi_write::MultiWrite;
use crate::resolve::{Place, live_places, plainly_allowed, referents};
use crate::value::{Value, ite};

use segment::Segment;

/// The memory.
#[derive(Clone)]
pub struct Segments {
    blocks: Blocks<Segment>,
}

impl Segments {
    /// A memory without blocks, in an address space of so many bits.
    #[must_use]
    pub fn new(pointer: u32) -> Segments {
        Segments { blocks: Blocks::new(pointer) }
    }

    /// A place in one block, if it can be no other.
    #[inline]
    fn only_place(pointer: Value) -> Option<(BlockId, u64)> {
        match pointer {
            Value::Pointer { block, offset } => Some((block, offset)),
            Value::Bits(_) | Value::Term(_) => None,
        }
    }
}

impl Memory for Segments {
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
        if let Some((block, offset)) = Segments::only_place(pointer) {
            let Some(block) = self.blocks.get_mut(block) else { return Value::ZERO };
            return block.contents.load(cx, Value::Bits(offset), bytes);
        }
        let mut result: Option<Value> = None;
        for place in live_places(self, cx, pointer).into_iter().rev() {
            let Some(block) = self.blocks.get_mut(place.block) else { continue };
            block.contents.remember_table(cx, place.offset, bytes);
            let value = block.contents.load(cx, place.offset, bytes);
            result = Some(match result {
                Some(other) => ite(cx, place.guard, value, other, bytes),
                None => value,
            });
        }
        result.unwrap_or(Value::ZERO)
    }

    fn store(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32, value: Value) {
        if let Some((block, offset)) = Segments::only_place(pointer) {
            if let Some(block) = self.blocks.get_mut(block) {
                block.contents.store(cx, Term::TRUE, Value::Bits(offset), bytes, value);
            }
            return;
        }
        for Place { guard, block, offset } in live_places(self, cx, pointer) {
            if let Some(block) = self.blocks.get_mut(block) {
                block.contents.store(cx, guard, offset, bytes, value);
            }
        }
    }

    fn fill(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value, byte: Value) {
        for Place { guard, block, offset } in live_places(self, cx, pointer) {
            if let Some(block) = self.blocks.get_mut(block) {
                block.contents.fill(cx, guard, offset, length, byte);
            }
        }
    }

    fn copy(&mut self, cx: &mut Context<'_>, to: Value, from: Value, length: Value) {
        let (targets, sources) = (live_places(self, cx, to), live_places(self, cx, from));
        // All sources as they are before the first byte is written.
        let sources: Vec<(Term, Value, Segment)> = sources
            .into_iter()
            .filter_map(|it| {
                Some((it.guard, it.offset, self.blocks.get(it.block)?.contents.clone()))
            })
            .collect();
        for Place { guard, block, offset } in targets {
            let Some(block) = self.blocks.get_mut(block) else { continue };
            for (when, from, source) in &sources {
                let guard = cx.terms.and(guard, *when);
                if guard != Term::FALSE {
                    block.contents.copy(cx, guard, offset, source, *from, length);
                }
            }
        }
    }

    fn multi_write(&mut self, cx: &mut Context<'_>, pointer: Value, write: &MultiWrite) {
        for Place { guard, block, offset } in live_places(self, cx, pointer) {
            if let Some(block) = self.blocks.get_mut(block) {
                block.contents.multi_write(cx, guard, offset, write);
            }
        }
    }

    fn merge(
        &mut self,
        cx: &mut Context<'_>,
        other: &Segments,
        guard: Term,
        _: &Segments,
    ) -> Result<(), NotAlike> {
        self.blocks
            .merge(cx, &other.blocks, guard, |cx, mine, theirs| mine.merge(cx, theirs, guard))
    }

    fn describe(&self, items: &mut Vec<Item>) -> bool {
        self.blocks.describe(items, Segment::describe)
    }

    fn initialised(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value) -> Term {
        let mut all = Term::TRUE;
        for place in live_places(self, cx, pointer) {
            let Some(block) = self.blocks.get(place.block) else { continue };
            let here = block.contents.initialised(cx, place.offset, length);
            let here = cx.terms.implies(place.guard, here);
            all = cx.terms.and(all, here);
        }
        all
    }

    fn referents(&mut self, cx: &mut Context<'_>, block: BlockId) -> Vec<(Term, BlockId)> {
        let values = match self.blocks.get_mut(block) {
            Some(block) => block.contents.pointers(cx),
            None => return Vec::new(),
        };
        referents(cx, &values)
    }
}
