//! The interface that all models of memory have.
//!
//! A model holds the blocks of one state and what is in them. It is asked by the engine, step by
//! step: first `valid`, which says under which condition an access is allowed and what is wrong
//! where it is not; then, on a path where it is allowed, the access itself. No operation forks: a
//! pointer that may mean several blocks is loaded as an `ite` and stored under guards.
//!
//! Lengths, offsets, sizes and what is stored are values: numbers where they are numbers, terms
//! otherwise. Values in memory have whole bytes.

use term::{AllocId, Term, Terms};

use crate::blocks::{
    AddressSpaceFull, BlockTable, IncompatibleBlocks, Info, Lifetime, Names, NewBlock,
};
use crate::multi_write::MultiWrite;
use crate::oracle::Oracle;
use crate::separation::Heaplet;
use crate::value::Value;

/// What an operation works with, besides the memory itself.
pub struct Context<'a> {
    /// The terms of the run.
    pub terms: &'a mut Terms,
    /// The names that all states of the run share.
    pub names: &'a mut Names,
    /// Answers about the current path.
    pub oracle: &'a mut dyn Oracle,
    /// The width of a pointer.
    pub pointer: u32,
}

impl Context<'_> {
    /// The term of an address, an offset or a length.
    pub fn address(&mut self, value: Value) -> Term {
        value.to_term(self.terms, self.pointer)
    }

    /// A number as an address, an offset or a length.
    pub fn number(&mut self, value: u64) -> Term {
        self.terms.word(self.pointer, value)
    }

    /// Whether a formula can hold on this path; the solver is asked only if need be.
    pub fn may(&mut self, formula: Term) -> bool {
        match self.terms.domain(formula).decided() {
            Some(decided) => decided,
            None => self.oracle.may(self.terms, formula),
        }
    }

    /// Whether there can be a cell at an address beside other cells, where a condition holds: whether
    /// `condition /\ cells[0] |-> - * cells[1] |-> - * ... * address |-> -` can be satisfied.
    /// Implements `Allocated` of *SL CPA*.
    pub fn separate(&mut self, condition: Term, cells: &[Term], address: Term) -> bool {
        self.oracle.separate(self.terms, condition, cells, address)
    }

    /// Whether there is any use in asking about a formula: it is decided by itself, or this path says
    /// something about what it mentions.
    pub fn is_worth_asking(&mut self, formula: Term) -> bool {
        self.terms.domain(formula).decided().is_some() || self.oracle.knows_of(self.terms, formula)
    }

    /// Some input of this path: which of some formulas it makes true; none if that is not known.
    pub fn witness(&mut self, formulas: &[Term]) -> Vec<bool> {
        self.oracle.witness(self.terms, formulas)
    }

    /// A value of so many bytes, put together of what each is.
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

    /// So many bytes behind a place.
    pub fn offset_by(&mut self, at: Value, distance: u64) -> Value {
        let (at, distance) = (self.address(at), self.number(distance));
        let place = self.terms.add(at, distance);
        Value::of_term(self.terms, place)
    }

    /// The bounds of a value on this path.
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

/// A part of the description of a memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// A number.
    Word(u64),
    /// What is stored.
    Value(Value),
    /// Bytes that were never written to this block can be read.
    Uninitialised(AllocId),
}

/// Whether memory is read or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Access {
    /// Read.
    Read,
    /// Written.
    Write,
}

/// What a new block holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Initial {
    /// Nothing was written yet.
    Uninitialised,
    /// Zeros.
    Zero,
}

/// Whether an access is allowed.
#[derive(Clone, Debug)]
pub struct Validity {
    /// The condition under which it is.
    pub allowed: Term,
    /// What is wrong otherwise: their conditions cover all cases that are not allowed.
    pub faults: Vec<Fault>,
}

impl Validity {
    /// It is allowed, always.
    #[must_use]
    pub fn always() -> Validity {
        Validity { allowed: Term::TRUE, faults: Vec::new() }
    }
}

/// Something wrong with an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The condition under which it is.
    pub guard: Term,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What is wrong with an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The pointer is null.
    Null,
    /// The pointer points to no block.
    Wild,
    /// The access lies, in part or as a whole, outside of the block: at this offset.
    OutOfBounds(AllocId, Value),
    /// The block is dead.
    Dangling(AllocId),
    /// The block must not be written to.
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

    /// Returns what is known of a block.
    #[inline]
    fn info(&self, block: AllocId) -> Option<&Info> {
        self.block_table().info(block)
    }

    /// Iterates over all blocks that were ever allocated, in the order of their ids.
    fn blocks(&self) -> impl Iterator<Item = (AllocId, &Info)> {
        self.block_table().infos()
    }

    /// Returns the block that an address lies in or just behind.
    fn at_address(&self, address: u64) -> Option<AllocId> {
        self.block_table().at_address(address)
    }

    /// Returns the most bytes that a block of symbolic size may be given.
    fn room(&self) -> u64 {
        self.block_table().room()
    }

    /// Makes a block.
    ///
    /// # Errors
    /// If the address space has no room for it.
    fn allocate(
        &mut self,
        cx: &mut Context<'_>,
        new: NewBlock,
        initial: Initial,
    ) -> Result<AllocId, AddressSpaceFull>;

    /// A block lives only under a condition from here on; where there is none, what it held is forgotten.
    fn deallocate(&mut self, block: AllocId, lifetime: Lifetime) {
        if let Some(info) = self.block_table_mut().info_mut(block) {
            info.lifetime = lifetime;
        }
    }

    /// A block must not be written to from here on.
    fn protect(&mut self, block: AllocId) {
        if let Some(info) = self.block_table_mut().info_mut(block) {
            info.constant = true;
        }
    }

    /// Under which condition an access to so many bytes is allowed, and what is wrong otherwise.
    /// An access to no bytes is always allowed.
    fn valid(
        &mut self,
        cx: &mut Context<'_>,
        pointer: Value,
        length: Value,
        access: Access,
    ) -> Validity {
        crate::points_to::valid(self, cx, pointer, length, access)
    }

    /// Reads a value of at most 8 bytes, if the access is allowed and the value is there as it was
    /// stored: the fast way, which may always say no.
    #[inline]
    fn peek(&self, block: AllocId, offset: u64, bytes: u32) -> Option<Value> {
        let _ = (block, offset, bytes);
        None
    }

    /// Writes a number if the access is allowed: the fast way, which may always say no.
    #[inline]
    fn poke(&mut self, block: AllocId, offset: u64, bytes: u32, word: u64) -> bool {
        let _ = (block, offset, bytes, word);
        false
    }

    /// Reads a value of at most 16 bytes, where that is allowed.
    fn load(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32) -> Value;

    /// Writes a value of at most 16 bytes, where that is allowed.
    fn store(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32, value: Value);

    /// Writes the same byte to a range, where that is allowed.
    fn fill(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value, byte: Value);

    /// Copies a range, where that is allowed, as if all were read before the first is written.
    fn copy(&mut self, cx: &mut Context<'_>, to: Value, from: Value, length: Value);

    /// Writes to many places at once, where that is allowed.
    fn multi_write(&mut self, cx: &mut Context<'_>, pointer: Value, write: &MultiWrite);

    /// One memory for two: what the other one says where the guard holds, and what this one says
    /// elsewhere. Both come from one ancestor, by different ways.
    ///
    /// # Errors
    /// If blocks at the same address are not alike; then nothing is changed.
    fn merge(
        &mut self,
        cx: &mut Context<'_>,
        other: &Self,
        guard: Term,
        ancestor: &Self,
    ) -> Result<(), IncompatibleBlocks>;

    /// The condition under which every byte of a range was written.
    fn initialised(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value) -> Term;

    /// Describes everything that can still be read or changed: two memories with the same
    /// description give the same answers from here on. `false` if it cannot. What was never written
    /// has no value, but the path may know something of it: it is part of the description too.
    fn describe(&self, items: &mut Vec<Item>) -> bool {
        let _ = items;
        false
    }

    /// What a block holds, as a part of a formula of separation logic, where the memory is one.
    fn formula(&self, block: AllocId) -> Option<Vec<Heaplet>> {
        let _ = block;
        None
    }

    /// The condition under which two pointers are the same, where the model has a rule for it; the
    /// comparison of their terms is another way to say it.
    fn equal(&mut self, cx: &mut Context<'_>, a: Value, b: Value) -> Option<Term> {
        let _ = (cx, a, b);
        None
    }

    /// Whether only numbers are in its reach as offsets and lengths: what is known of them should not be given
    /// up then.
    fn needs_numbers(&self) -> bool {
        false
    }

    /// What the model was asked that is out of its reach: from then on nothing that it says counts.
    /// Whoever makes an operation that reads or writes asks this next.
    fn unsupported(&self) -> Option<&'static str> {
        None
    }

    /// The blocks that pointers in a block point into, each with the condition.
    fn referents(&mut self, cx: &mut Context<'_>, block: AllocId) -> Vec<(Term, AllocId)>;
}
