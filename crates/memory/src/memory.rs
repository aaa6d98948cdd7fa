//! The interface of all memory models.
//!
//! A model holds the blocks of one state and their contents. The engine calls it step by step:
//! first `valid`, which returns the condition under which an access is allowed and the faults where
//! it is not; then, on a path where the access is allowed, the access itself. No operation forks: a
//! load through a pointer with several pointees is an `ite`, a store is guarded.
//!
//! Lengths, offsets, sizes and stored values are [`Value`]s: numbers where they are concrete, terms
//! otherwise. Values in memory have whole bytes.

use term::{AllocId, Term, Terms};

use crate::blocks::{
    AddressSpaceFull, BlockTable, IncompatibleBlocks, Info, Lifetime, Names, NewBlock,
};
use crate::multi_write::MultiWrite;
use crate::oracle::Oracle;
use crate::separation::Heaplet;
use crate::value::Value;

/// The surroundings of an operation, besides the memory itself.
pub struct Context<'a> {
    /// The terms of the run.
    pub terms: &'a mut Terms,
    /// Tables that all states of the run share.
    pub names: &'a mut Names,
    /// Answers queries about the current path.
    pub oracle: &'a mut dyn Oracle,
    /// The width of a pointer.
    pub pointer: u32,
}

impl Context<'_> {
    /// Returns the term of an address, an offset or a length.
    pub fn address(&mut self, value: Value) -> Term {
        value.to_term(self.terms, self.pointer)
    }

    /// Returns the term of a number as an address, an offset or a length.
    pub fn number(&mut self, value: u64) -> Term {
        self.terms.word(self.pointer, value)
    }

    /// Whether a formula is satisfiable on this path. Asks the oracle only if the term does not
    /// decide it.
    pub fn may(&mut self, formula: Term) -> bool {
        match self.terms.domain(formula).decided() {
            Some(decided) => decided,
            None => self.oracle.may(self.terms, formula),
        }
    }

    /// Whether a cell at an address can be separate from other cells under a condition: whether
    /// `condition /\ cells[0] |-> - * cells[1] |-> - * ... * address |-> -` is satisfiable.
    /// Implements `Allocated` of *SL CPA*.
    pub fn separate(&mut self, condition: Term, cells: &[Term], address: Term) -> bool {
        self.oracle.separate(self.terms, condition, cells, address)
    }

    /// Whether a query about a formula can tell more than the term: the term decides it, or the
    /// path condition mentions its symbols.
    pub fn is_worth_asking(&mut self, formula: Term) -> bool {
        self.terms.domain(formula).decided().is_some() || self.oracle.knows_of(self.terms, formula)
    }

    /// Evaluates formulas under some input of this path: returns which of them it makes true; none
    /// if no input is known.
    pub fn witness(&mut self, formulas: &[Term]) -> Vec<bool> {
        self.oracle.witness(self.terms, formulas)
    }

    /// Concatenates bytes, the lowest first.
    pub fn concat_bytes(
        &mut self,
        bytes: u32,
        mut byte: impl FnMut(&mut Self, u64) -> Value,
    ) -> Value {
        let mut whole: Option<Term> = None;
        for i in 0..u64::from(bytes) {
            let next = byte(self, i).to_term(self.terms, 8);
            whole = Some(match whole {
                Some(low) => self.terms.concat(next, low),
                None => next,
            });
        }
        whole.map_or(Value::ZERO, |term| Value::of_term(self.terms, term))
    }

    /// Adds a distance to an offset or an address.
    pub fn offset_by(&mut self, at: Value, distance: u64) -> Value {
        let (at, distance) = (self.address(at), self.number(distance));
        let place = self.terms.add(at, distance);
        Value::of_term(self.terms, place)
    }

    /// Returns bounds of a value on this path.
    pub fn range(&mut self, value: Value) -> (u64, u64) {
        match value {
            Value::Bits(bits) => (bits, bits),
            value => {
                let term = self.address(value);
                self.oracle.range(self.terms, term)
            }
        }
    }
}

/// An item in the description of a memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// A number.
    Word(u64),
    /// A stored value.
    Value(Value),
    /// Uninitialised bytes of this block can be read.
    Uninitialised(AllocId),
}

/// The kind of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Access {
    /// Read.
    Read,
    /// Written.
    Write,
}

/// How a block of one memory differs from the same block of another memory of the run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BlockDifference {
    /// Only the second memory has the block.
    Allocated,
    /// The lifetimes or other metadata differ.
    Metadata,
    /// The contents differ at most in these ranges: offsets and lengths in bytes.
    Ranges(Vec<(u64, u32)>),
    /// The contents may differ everywhere.
    Contents,
}

/// The initial contents of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Initial {
    /// All bytes are uninitialised.
    Uninitialised,
    /// Zeros.
    Zero,
}

/// The conditions under which an access is allowed and under which it is not.
#[derive(Clone, Debug)]
pub struct Validity {
    /// The condition under which it is.
    pub allowed: Term,
    /// The faults; their guards cover all inputs for which the access is not allowed.
    pub faults: Vec<Fault>,
}

impl Validity {
    /// Returns the validity of an access that is always allowed.
    #[must_use]
    pub fn always() -> Validity {
        Validity { allowed: Term::TRUE, faults: Vec::new() }
    }
}

/// A fault of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The condition under which it is.
    pub guard: Term,
    /// What is wrong.
    pub kind: FaultKind,
}

/// The kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The pointer is null.
    Null,
    /// The pointer points into no block.
    Wild,
    /// The access is out of the bounds of the block, in part or as a whole; it begins at this
    /// offset.
    OutOfBounds(AllocId, Value),
    /// The lifetime of the block has ended: the pointer is dangling.
    Dangling(AllocId),
    /// The block is constant, and the access is a write.
    Constant(AllocId),
    /// The block is a function.
    Code(AllocId),
}

/// A symbolic memory.
pub trait Memory: Clone {
    /// The table of the model's blocks.
    type Blocks: BlockTable;

    /// Returns the table of blocks.
    fn block_table(&self) -> &Self::Blocks;

    /// Returns the table of blocks, to be changed.
    fn block_table_mut(&mut self) -> &mut Self::Blocks;

    /// Returns the properties of a block.
    #[inline]
    fn info(&self, block: AllocId) -> Option<&Info> {
        self.block_table().info(block)
    }

    /// Iterates over all blocks that were ever allocated, in the order of their ids.
    fn blocks(&self) -> impl Iterator<Item = (AllocId, &Info)> {
        self.block_table().infos()
    }

    /// Returns the block that contains an address, or ends at it.
    fn at_address(&self, address: u64) -> Option<AllocId> {
        self.block_table().at_address(address)
    }

    /// Returns the most bytes that a block of symbolic size may be given.
    fn room(&self) -> u64 {
        self.block_table().room()
    }

    /// Allocates a block.
    ///
    /// # Errors
    /// If the address space has no room for it.
    fn allocate(
        &mut self,
        cx: &mut Context<'_>,
        new: NewBlock,
        initial: Initial,
    ) -> Result<AllocId, AddressSpaceFull>;

    /// Restricts the lifetime of a block to a condition: by `free`, or at the end of a scope. Where
    /// the condition is false, a model may drop the contents.
    fn deallocate(&mut self, block: AllocId, lifetime: Lifetime) {
        if let Some(info) = self.block_table_mut().info_mut(block) {
            info.lifetime = lifetime;
        }
    }

    /// Makes a block constant.
    fn protect(&mut self, block: AllocId) {
        if let Some(info) = self.block_table_mut().info_mut(block) {
            info.constant = true;
        }
    }

    /// Returns the condition under which an access to `length` bytes is allowed, and the faults
    /// where it is not. An access to no bytes is always allowed.
    fn valid(
        &mut self,
        cx: &mut Context<'_>,
        pointer: Value,
        length: Value,
        access: Access,
    ) -> Validity {
        crate::points_to::valid(self, cx, pointer, length, access)
    }

    /// Reads a value of at most 8 bytes if the access is concretely valid and one store wrote the
    /// value: the fast path, which may always return `None`.
    #[inline]
    fn peek(&self, block: AllocId, offset: u64, bytes: u32) -> Option<Value> {
        let _ = (block, offset, bytes);
        None
    }

    /// Writes a number if the access is concretely valid: the fast path, which may always return
    /// `false`.
    #[inline]
    fn poke(&mut self, block: AllocId, offset: u64, bytes: u32, word: u64) -> bool {
        let _ = (block, offset, bytes, word);
        false
    }

    /// Reads a value of at most 16 bytes. The access is allowed on this path.
    fn load(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32) -> Value;

    /// Writes a value of at most 16 bytes. The access is allowed on this path.
    fn store(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32, value: Value);

    /// Fills a range with a byte. The access is allowed on this path.
    fn fill(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value, byte: Value);

    /// Copies a range; the ranges may overlap, as in `memmove`. The access is allowed on this path.
    fn copy(&mut self, cx: &mut Context<'_>, to: Value, from: Value, length: Value);

    /// Performs a multi-write. The access is allowed on this path.
    fn multi_write(&mut self, cx: &mut Context<'_>, pointer: Value, write: &MultiWrite);

    /// Merges another memory into this one: the result is the other memory where the guard holds
    /// and this one elsewhere. Both descend from `ancestor` on different paths.
    ///
    /// # Errors
    /// If blocks at the same address are incompatible; then nothing changes.
    fn merge(
        &mut self,
        cx: &mut Context<'_>,
        other: &Self,
        guard: Term,
        ancestor: &Self,
    ) -> Result<(), IncompatibleBlocks>;

    /// Returns the condition under which every byte of a range is initialised.
    fn initialised(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value) -> Term;

    /// Describes all that later operations depend on: two memories with equal descriptions behave
    /// equally from here on. Returns `false` if the model cannot. An uninitialised byte has no
    /// value, but the path condition may mention its symbol, so it is part of the description.
    fn describe(&self, items: &mut Vec<Item>) -> bool {
        let _ = items;
        false
    }

    /// Returns the blocks that can be accessed in one of two memories and differ; `other` descends
    /// from this memory. Must over-approximate. `None` if the model cannot tell.
    fn differences(&self, other: &Self) -> Option<Vec<(AllocId, BlockDifference)>> {
        let _ = other;
        None
    }

    /// Returns the constant offsets and the widths in bytes of the values in a block that mention
    /// addresses of blocks; `None` if there may be others.
    fn pointer_places(&mut self, cx: &mut Context<'_>, block: AllocId) -> Option<Vec<(u64, u32)>> {
        let _ = (cx, block);
        None
    }

    /// Returns the contents of a block as part of a spatial formula, if the model is one of
    /// separation logic.
    fn formula(&self, block: AllocId) -> Option<Vec<Heaplet>> {
        let _ = block;
        None
    }

    /// Returns the condition under which two pointers are equal, if the model has a rule for it;
    /// otherwise the engine compares their terms.
    fn equal(&mut self, cx: &mut Context<'_>, a: Value, b: Value) -> Option<Term> {
        let _ = (cx, a, b);
        None
    }

    /// Whether the model supports concrete offsets and lengths only. The engine then keeps values
    /// concrete where it otherwise would not.
    fn needs_numbers(&self) -> bool {
        false
    }

    /// Returns the operation that the model does not support, if there was one; from then on its answers do not
    /// count. Callers check this after every operation that reads or writes.
    fn unsupported(&self) -> Option<&'static str> {
        None
    }

    /// Forgets the deallocated blocks that are not kept, so that their addresses are used again; returns the number of blocks
    /// that are left. Nothing may refer to a block that is forgotten. `None` if the model keeps all blocks.
    fn forget(&mut self, is_kept: &dyn Fn(AllocId) -> bool) -> Option<usize> {
        let _ = is_kept;
        None
    }

    /// Returns the blocks that the pointers in a block point into, each with its condition.
    fn referents(&mut self, cx: &mut Context<'_>, block: AllocId) -> Vec<(Term, AllocId)>;
}
