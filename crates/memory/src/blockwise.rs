//! A memory whose blocks are separate, each with contents of its own: an access through a pointer
//! with several pointees is an access to each of them, under its guard.
//!
//! The contents of a block are the model's ([`BlockContents`]). This file knows pointers and
//! blocks; it does not know how contents are represented.

use term::{AllocId, Term};

use crate::blocks::{
    AddressSpaceFull, Block, Blocks, IncompatibleBlocks, Info, Lifetime, NewBlock,
};
use crate::memory::{Access, BlockDifference, Context, Initial, Item, Memory, Validity};
use crate::multi_write::MultiWrite;
use crate::points_to::{Pointee, is_concretely_valid, points_to, referents, valid};
use crate::separation::Heaplet;
use crate::value::{Value, ite};

/// The contents of one block in a model: the operations that [`Blockwise`] performs on a single
/// pointee. Offsets are relative to the start of the block, and every access is allowed on the
/// current path.
pub trait BlockContents: Clone {
    /// Options that hold for all blocks of a memory.
    type Settings: Copy + Default;

    /// Creates the contents of a new block of at most `room` bytes.
    fn new(owner: AllocId, initial: Initial, room: u64, settings: Self::Settings) -> Self;

    /// Returns the condition under which an access is allowed, and the faults where it is not.
    fn valid(
        memory: &Blockwise<Self>,
        cx: &mut Context<'_>,
        pointer: Value,
        length: Value,
        access: Access,
    ) -> Validity {
        valid(memory, cx, pointer, length, access)
    }

    /// Returns a value that one store wrote: the fast path, which may always return `None`.
    #[inline]
    fn peek(&self, offset: u64, bytes: u32) -> Option<Value> {
        let _ = (offset, bytes);
        None
    }

    /// Writes a number: the fast path, which may always return `false`.
    #[inline]
    fn poke(&mut self, offset: u64, bytes: u32, word: u64) -> bool {
        let _ = (offset, bytes, word);
        false
    }

    /// Reads a value.
    fn load(&mut self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value;

    /// Writes a value under a guard.
    fn store(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, bytes: u32, value: Value);

    /// Fills a range with a byte, under a guard.
    fn fill(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, length: Value, byte: Value);

    /// Copies a range of another block (or of this one as it was), under a guard.
    fn copy(
        &mut self,
        cx: &mut Context<'_>,
        guard: Term,
        at: Value,
        source: &Self,
        from: Value,
        length: Value,
    );

    /// Performs a multi-write, under a guard.
    fn multi_write(&mut self, cx: &mut Context<'_>, guard: Term, at: Value, write: &MultiWrite);

    /// Merges the contents of the same block in another memory, which count where the guard holds.
    /// `ancestor` is what both descend from, if the block existed there.
    fn merge(&mut self, cx: &mut Context<'_>, other: &Self, guard: Term, ancestor: Option<&Self>);

    /// Returns the condition under which every byte of a range is initialised.
    fn initialised(&self, cx: &mut Context<'_>, at: Value, length: Value) -> Term;

    /// Returns the values that may be pointers.
    fn pointers(&self, cx: &mut Context<'_>) -> Vec<Value>;

    /// Describes the contents; returns `false` if the model cannot.
    fn describe(&self, items: &mut Vec<Item>) -> bool;

    /// Returns the ranges in which other contents of the block differ, as offsets and lengths in
    /// bytes; `None` if they may differ everywhere. Must over-approximate.
    fn differences(&self, other: &Self) -> Option<Vec<(u64, u32)>> {
        let _ = other;
        None
    }

    /// Returns the constant offsets and the widths in bytes of the values that mention addresses of
    /// blocks; `None` if there may be others.
    fn pointer_places(&self, cx: &mut Context<'_>) -> Option<Vec<(u64, u32)>> {
        let _ = cx;
        None
    }

    /// Returns the contents as part of a spatial formula, if the model is one of separation logic.
    fn formula(&self, block: AllocId, info: &Info) -> Option<Vec<Heaplet>> {
        let _ = (block, info);
        None
    }
}

/// The memory.
#[derive(Clone)]
pub struct Blockwise<C: BlockContents> {
    blocks: Blocks<C>,
    settings: C::Settings,
}

impl<C: BlockContents> Blockwise<C> {
    /// Creates a memory without blocks, in an address space of `pointer` bits.
    #[must_use]
    pub fn new(pointer: u32) -> Blockwise<C> {
        Blockwise { blocks: Blocks::new(pointer), settings: C::Settings::default() }
    }

    /// Replaces the options, which hold for blocks allocated from here on.
    #[must_use]
    pub fn with(self, settings: C::Settings) -> Blockwise<C> {
        Blockwise { settings, ..self }
    }

    /// Returns the options.
    pub(crate) fn settings(&self) -> C::Settings {
        self.settings
    }

    /// Returns a block.
    pub fn block(&self, id: AllocId) -> Option<&Block<C>> {
        self.blocks.get(id)
    }

    /// Returns a block, to be changed.
    pub fn block_mut(&mut self, id: AllocId) -> Option<&mut Block<C>> {
        self.blocks.get_mut(id)
    }

    /// Returns the live pointees of an access that is allowed on this path.
    fn accessed(&self, cx: &mut Context<'_>, pointer: Value) -> Vec<Pointee> {
        let mut pointees = points_to(self, cx, pointer).pointees;
        let live =
            |pointee: &Pointee| self.info(pointee.block).is_some_and(|it| !it.lifetime.has_ended());
        pointees.retain(live);
        if let [only] = &mut pointees[..] {
            // The access is allowed, so the only pointee is certain.
            only.guard = Term::TRUE;
        }
        pointees
    }

    /// Returns the pointee of a pointer with a concrete offset in one block.
    #[inline]
    fn only_pointee(pointer: Value) -> Option<(AllocId, u64)> {
        match pointer {
            Value::Pointer { block, offset } => Some((block, offset)),
            Value::Bits(_) | Value::Term(_) => None,
        }
    }
}

impl<C: BlockContents> Memory for Blockwise<C> {
    type Blocks = Blocks<C>;

    #[inline]
    fn block_table(&self) -> &Blocks<C> {
        &self.blocks
    }

    #[inline]
    fn block_table_mut(&mut self) -> &mut Blocks<C> {
        &mut self.blocks
    }

    /// Implements `DECLARE` of *SL CPA*.
    fn allocate(
        &mut self,
        cx: &mut Context<'_>,
        new: NewBlock,
        initial: Initial,
    ) -> Result<AllocId, AddressSpaceFull> {
        let (_, room) = cx.range(new.size);
        let settings = self.settings;
        self.blocks.add(cx.terms, cx.names, new, |id| C::new(id, initial, room, settings))
    }

    /// Implements `FREE` of *SL CPA*.
    fn deallocate(&mut self, id: AllocId, lifetime: Lifetime) {
        if let Some(block) = self.blocks.get_mut(id) {
            block.info.lifetime = lifetime;
            if lifetime.has_ended() {
                block.contents = C::new(id, Initial::Uninitialised, 0, self.settings);
            }
        }
    }

    fn valid(
        &mut self,
        cx: &mut Context<'_>,
        pointer: Value,
        length: Value,
        access: Access,
    ) -> Validity {
        C::valid(self, cx, pointer, length, access)
    }

    #[inline]
    fn peek(&self, block: AllocId, offset: u64, bytes: u32) -> Option<Value> {
        let block = self.blocks.get(block)?;
        if !is_concretely_valid(&block.info, offset, u64::from(bytes), Access::Read) {
            return None;
        }
        block.contents.peek(offset, bytes)
    }

    #[inline]
    fn poke(&mut self, block: AllocId, offset: u64, bytes: u32, word: u64) -> bool {
        match self.blocks.get_mut(block) {
            Some(block) => {
                is_concretely_valid(&block.info, offset, u64::from(bytes), Access::Write)
                    && block.contents.poke(offset, bytes, word)
            }
            None => false,
        }
    }

    fn load(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32) -> Value {
        if let Some((block, offset)) = Self::only_pointee(pointer) {
            let Some(block) = self.blocks.get_mut(block) else { return Value::ZERO };
            cx.names.counts.quick_reads += u64::from(block.contents.peek(offset, bytes).is_some());
            return block.contents.load(cx, Value::Bits(offset), bytes);
        }
        let mut result: Option<Value> = None;
        for pointee in self.accessed(cx, pointer).into_iter().rev() {
            let Some(block) = self.blocks.get_mut(pointee.block) else { continue };
            let value = block.contents.load(cx, pointee.offset, bytes);
            result = Some(match result {
                Some(other) => ite(cx, pointee.guard, value, other, bytes),
                None => value,
            });
        }
        result.unwrap_or(Value::ZERO)
    }

    fn store(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32, value: Value) {
        if let Some((block, offset)) = Self::only_pointee(pointer) {
            if let Some(block) = self.blocks.get_mut(block) {
                block.contents.store(cx, Term::TRUE, Value::Bits(offset), bytes, value);
                let quick = block.contents.peek(offset, bytes).is_some();
                cx.names.counts.quick_writes += u64::from(quick);
            }
            return;
        }
        for Pointee { guard, block, offset } in self.accessed(cx, pointer) {
            if let Some(block) = self.blocks.get_mut(block) {
                block.contents.store(cx, guard, offset, bytes, value);
            }
        }
    }

    fn fill(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value, byte: Value) {
        for Pointee { guard, block, offset } in self.accessed(cx, pointer) {
            if let Some(block) = self.blocks.get_mut(block) {
                block.contents.fill(cx, guard, offset, length, byte);
            }
        }
    }

    fn copy(&mut self, cx: &mut Context<'_>, to: Value, from: Value, length: Value) {
        let (targets, sources) = (self.accessed(cx, to), self.accessed(cx, from));
        // All sources, as they are before the first byte is written.
        let sources: Vec<(Term, Value, C)> = sources
            .into_iter()
            .filter_map(|it| {
                Some((it.guard, it.offset, self.blocks.get(it.block)?.contents.clone()))
            })
            .collect();
        for Pointee { guard, block, offset } in targets {
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
        cx.names.counts.multi_writes += 1;
        for Pointee { guard, block, offset } in self.accessed(cx, pointer) {
            if let Some(block) = self.blocks.get_mut(block) {
                block.contents.multi_write(cx, guard, offset, write);
            }
        }
    }

    fn merge(
        &mut self,
        cx: &mut Context<'_>,
        other: &Blockwise<C>,
        guard: Term,
        ancestor: &Blockwise<C>,
    ) -> Result<(), IncompatibleBlocks> {
        self.blocks.merge(cx, &other.blocks, guard, |cx, block, mine, theirs| {
            let ancestor = ancestor.blocks.get(block).map(|block| &block.contents);
            mine.merge(cx, theirs, guard, ancestor);
        })
    }

    fn describe(&self, items: &mut Vec<Item>) -> bool {
        self.blocks.describe(items, |items, _, contents| contents.describe(items))
    }

    fn differences(&self, other: &Blockwise<C>) -> Option<Vec<(AllocId, BlockDifference)>> {
        Some(self.blocks.differences(&other.blocks, C::differences))
    }

    fn pointer_places(&mut self, cx: &mut Context<'_>, block: AllocId) -> Option<Vec<(u64, u32)>> {
        self.blocks.get(block)?.contents.pointer_places(cx)
    }

    fn initialised(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value) -> Term {
        let mut all = Term::TRUE;
        for pointee in self.accessed(cx, pointer) {
            let Some(block) = self.blocks.get(pointee.block) else { continue };
            let here = block.contents.initialised(cx, pointee.offset, length);
            let here = cx.terms.implies(pointee.guard, here);
            all = cx.terms.and(all, here);
        }
        all
    }

    fn formula(&self, block: AllocId) -> Option<Vec<Heaplet>> {
        let found = self.blocks.get(block)?;
        found.contents.formula(block, &found.info)
    }

    fn forget(&mut self, is_kept: &dyn Fn(AllocId) -> bool) -> Option<usize> {
        Some(self.blocks.forget(is_kept))
    }

    fn referents(&mut self, cx: &mut Context<'_>, block: AllocId) -> Vec<(Term, AllocId)> {
        let values = match self.blocks.get_mut(block) {
            Some(block) => block.contents.pointers(cx),
            None => return Vec::new(),
        };
        referents(cx, &values)
    }
}
