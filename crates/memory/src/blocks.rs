//! Blocks: which there are, where they lie, how large they are, whether they live.
//!
//! This is what all memory models agree on; what a block holds is the model's (`C`). Addresses are
//! given out by a counter, with room between blocks, and are not used twice, so a pointer to a dead
//! block never points into a live one. The same program run the same way gets the same addresses,
//! and blocks at the same address have the same id in all states of a run.

use std::collections::BTreeMap;
use std::rc::Rc;

use hashbrown::HashMap;
use term::{AllocId, Bits, FxBuild, Sort, Term, TermSet, Terms};

use crate::chunked_vec::ChunkedVec;
use crate::counts::Counts;
use crate::memory::{Context, Item};
use crate::value::Value;

/// What a block is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An object of static lifetime.
    Global,
    /// A string literal.
    Literal,
    /// A local variable, or a temporary.
    Local,
    /// The variable arguments of a call.
    Arguments,
    /// From `malloc` and its like.
    Heap,
    /// A function: it has an address and nothing else.
    Function,
}

/// Whether a block may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lifetime {
    /// The condition under which it may. It is neither true nor false only where memories were
    /// merged, or where a pointer was freed that is one of several blocks.
    pub live: Term,
    /// How it came to its end, where it may not.
    pub end: Option<LifetimeEnd>,
}

/// How a block came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LifetimeEnd {
    /// It was given back by `free` or `realloc`, there.
    Freed(Site),
    /// Its scope, or its function, was left, there.
    OutOfScope(Site),
    /// It was never made: one of two memories that were merged had no such block.
    NeverAllocated,
}

impl Lifetime {
    /// It may be used.
    pub const LIVE: Lifetime = Lifetime { live: Term::TRUE, end: None };

    /// It may not be used any more.
    #[must_use]
    pub fn ended(end: LifetimeEnd) -> Lifetime {
        Lifetime { live: Term::FALSE, end: Some(end) }
    }

    /// It may be used only where a condition holds: the block was not made elsewhere.
    fn only_where(&mut self, cx: &mut Context<'_>, condition: Term) {
        self.live = cx.terms.and(self.live, condition);
        self.end.get_or_insert(LifetimeEnd::NeverAllocated);
    }

    /// Whether it may be used, whatever the inputs are.
    #[inline]
    #[must_use]
    pub fn is_certainly_live(self) -> bool {
        self.live == Term::TRUE
    }

    /// Whether it may not be used, whatever the inputs are.
    #[must_use]
    pub fn has_ended(self) -> bool {
        self.live == Term::FALSE
    }
}

/// A place in the program, as the engine numbers them; memory only hands it on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct Site(pub u32);

/// What is known of a block, whatever it holds.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// What it is for.
    pub kind: Kind,
    /// How many bytes it has.
    pub size: Value,
    /// Where it begins.
    pub address: u64,
    /// A number that divides its address.
    pub align: u64,
    /// Whether it must not be written to.
    pub constant: bool,
    /// Whether it may be used at all.
    pub lifetime: Lifetime,
    /// Where it came into being.
    pub allocated_at: Site,
}

impl Info {
    /// What is known where a guard says which of two it is.
    fn merge(&mut self, cx: &mut Context<'_>, other: &Info, guard: Term) {
        if self.size != other.size {
            let (mine, theirs) = (cx.address(self.size), cx.address(other.size));
            let size = cx.terms.ite(guard, theirs, mine);
            self.size = Value::of_term(cx.terms, size);
        }
        self.lifetime.live = cx.terms.ite(guard, other.lifetime.live, self.lifetime.live);
        self.lifetime.end = self.lifetime.end.or(other.lifetime.end);
    }
}

/// A block.
#[derive(Clone, Debug)]
pub struct Block<C> {
    /// What is known of it.
    pub info: Info,
    /// What it holds.
    pub contents: C,
}

/// A block to be made.
#[derive(Clone, Copy, Debug)]
pub struct NewBlock {
    /// What it is for.
    pub kind: Kind,
    /// How many bytes it has.
    pub size: Value,
    /// How many addresses are kept for it: the size, or a bound where the size is a term. No two
    /// blocks share an address, so the size is at most this on every path.
    pub room: u64,
    /// Its address is a multiple of this.
    pub align: u64,
    /// Whether it must not be written to.
    pub constant: bool,
    /// Where it comes into being.
    pub allocated_at: Site,
}

/// Blocks at the same address that are for different things cannot be one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IncompatibleBlocks;

/// A block does not fit into the address space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressSpaceFull;

/// Blocks must not touch: one past the end of a block is no address of another.
const GAP: u64 = 16;
/// The first address, where programs lie on x86: low ones stay free, so that small integers are no
/// pointers, and a pointer has the bytes that pointers have.
fn first_address(pointer_bits: u32) -> u64 {
    if pointer_bits > 32 { 0x5555_5555_5000 } else { 0x0804_8000 }
}

/// The end of the addresses: a program of 32 bits has all of them but the last pages, one of 64 bits the lower half.
fn end_of_addresses(pointer_bits: u32) -> u64 {
    let last = term::bits::mask(pointer_bits);
    if pointer_bits > 32 { last / 2 } else { last - LAST_PAGES }
}

/// Bytes at the end of the address space in which no block lies.
const LAST_PAGES: u64 = 0x1fff;

/// The part of a table of blocks that does not depend on what blocks hold. Every model has such a
/// table ([`Memory::block_table`](crate::Memory::block_table)).
pub trait BlockTable {
    /// Returns what is known of a block.
    fn info(&self, block: AllocId) -> Option<&Info>;

    /// Returns what is known of a block, to be changed.
    fn info_mut(&mut self, block: AllocId) -> Option<&mut Info>;

    /// Iterates over all blocks that were ever allocated, in the order of their ids.
    fn infos(&self) -> impl Iterator<Item = (AllocId, &Info)>;

    /// Returns the block that an address lies in or just behind.
    fn at_address(&self, address: u64) -> Option<AllocId>;

    /// Returns the most bytes that a block of symbolic size may be given.
    fn room(&self) -> u64;
}

/// The blocks of a state. Copies are cheap.
#[derive(Clone)]
pub struct Blocks<C> {
    table: ChunkedVec<Block<C>>,
    /// Ids by address, for numbers that became pointers.
    by_address: Rc<BTreeMap<u64, AllocId>>,
    next: u64,
    /// Addresses end here.
    end: u64,
    /// The width of an address.
    width: u32,
}

/// What all states of a run share: the names of blocks by their addresses, for each block the array
/// of what it held before anything was written, and counts.
#[derive(Default)]
pub struct Names {
    by_address: HashMap<u64, AllocId, FxBuild>,
    uninitialised: HashMap<AllocId, Term, FxBuild>,
    /// The terms in `uninitialised`.
    uninitialised_terms: TermSet,
    /// What was done.
    pub counts: Counts,
}

impl Names {
    /// The array (of bytes, by offset) that a block holds before anything is written to it.
    /// Implements `SYMBOLIC_INPUT` of *MemSight*.
    pub fn uninitialised(&mut self, terms: &mut Terms, block: AllocId) -> Term {
        *self.uninitialised.entry(block).or_insert_with(|| {
            let index = terms.block_info(block).address.width();
            let array = terms.symbol("uninitialised", Sort::Array { index, element: 8 });
            self.uninitialised_terms.insert(array);
            array
        })
    }

    /// The same, if it was asked for before: otherwise no term mentions it.
    #[must_use]
    pub fn known_uninitialised(&self, block: AllocId) -> Option<Term> {
        self.uninitialised.get(&block).copied()
    }

    /// Whether a term is such an array.
    #[must_use]
    pub fn is_uninitialised(&self, term: Term) -> bool {
        self.uninitialised_terms.contains(&term)
    }
}

impl<C: Clone> Blocks<C> {
    /// No blocks yet, in an address space of so many bits.
    #[must_use]
    pub fn new(pointer_bits: u32) -> Blocks<C> {
        Blocks {
            table: ChunkedVec::default(),
            by_address: Rc::default(),
            next: first_address(pointer_bits),
            end: end_of_addresses(pointer_bits),
            width: pointer_bits,
        }
    }

    /// Makes a block.
    ///
    /// # Errors
    /// If the address space has no room for it.
    /// Implements `SymLoc` of *SL CPA*.
    pub fn add(
        &mut self,
        terms: &mut Terms,
        names: &mut Names,
        new: NewBlock,
        contents: impl FnOnce(AllocId) -> C,
    ) -> Result<AllocId, AddressSpaceFull> {
        let align = new.align.max(1);
        let address = self.next.checked_next_multiple_of(align).ok_or(AddressSpaceFull)?;
        let next = address.checked_add(new.room).and_then(|end| end.checked_add(GAP));
        self.next = next.filter(|&next| next <= self.end).ok_or(AddressSpaceFull)?;
        let width = self.width;
        let id = *names
            .by_address
            .entry(address)
            .or_insert_with(|| terms.base(Bits::new(width, address)).0);
        let NewBlock { kind, size, constant, allocated_at, .. } = new;
        let info =
            Info { kind, size, address, align, constant, lifetime: Lifetime::LIVE, allocated_at };
        self.table.set(id.index(), Block { info, contents: contents(id) });
        if kind != Kind::Local {
            // Locals come and go with every call; their addresses are found the slow way.
            Rc::make_mut(&mut self.by_address).insert(address, id);
        }
        Ok(id)
    }

    /// A block.
    #[inline]
    #[must_use]
    pub fn get(&self, id: AllocId) -> Option<&Block<C>> {
        self.table.get(id.index())
    }

    /// A block, to be changed.
    #[inline]
    pub fn get_mut(&mut self, id: AllocId) -> Option<&mut Block<C>> {
        self.table.get_mut(id.index())
    }

    /// All blocks, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (AllocId, &Block<C>)> {
        self.table.iter().map(|(index, block)| (AllocId::from_index(index), block))
    }

    /// Describes the blocks that can still be changed, and what they hold by `contents`; `false` if
    /// that cannot.
    pub fn describe(
        &self,
        items: &mut Vec<Item>,
        contents: impl Fn(&mut Vec<Item>, AllocId, &C) -> bool,
    ) -> bool {
        items.push(Item::Word(self.next));
        for (id, block) in self.iter() {
            let Info { kind, size, align, constant, lifetime, .. } = block.info;
            // A constant local has the value that it was given on this path.
            let fixed = kind == Kind::Function || (constant && kind != Kind::Local);
            if fixed || lifetime.has_ended() {
                continue;
            }
            items.push(Item::Value(Value::Term(lifetime.live)));
            items.push(Item::Word(id.index() as u64));
            items.push(Item::Word(kind as u64));
            items.push(Item::Word(constant.into()));
            items.push(Item::Word(align));
            items.push(Item::Value(size));
            if !contents(items, id, &block.contents) {
                return false;
            }
        }
        true
    }

    /// One table for two: the blocks of the other one where the guard holds. What two blocks hold is
    /// put together by `contents`, which gets the block, this one's and the other's.
    ///
    /// # Errors
    /// If blocks at the same address are not alike; then nothing is changed.
    pub fn merge(
        &mut self,
        cx: &mut Context<'_>,
        other: &Blocks<C>,
        guard: Term,
        mut contents: impl FnMut(&mut Context<'_>, AllocId, &mut C, &C),
    ) -> Result<(), IncompatibleBlocks> {
        let ids: Vec<AllocId> =
            self.table.unshared(&other.table).map(AllocId::from_index).collect();
        let alike = |&id: &AllocId| match (self.get(id), other.get(id)) {
            (Some(mine), Some(theirs)) => {
                (mine.info.kind, mine.info.constant) == (theirs.info.kind, theirs.info.constant)
            }
            _ => true,
        };
        if !ids.iter().all(alike) {
            return Err(IncompatibleBlocks);
        }
        let otherwise = cx.terms.not(guard);
        for id in ids {
            match (self.get_mut(id), other.get(id)) {
                (None, None) => {}
                (Some(mine), None) => mine.info.lifetime.only_where(cx, otherwise),
                (None, Some(theirs)) => {
                    let mut block = theirs.clone();
                    block.info.lifetime.only_where(cx, guard);
                    self.table.set(id.index(), block);
                }
                (Some(mine), Some(theirs)) => {
                    if mine.info.lifetime.has_ended() {
                        mine.contents = theirs.contents.clone();
                    } else if !theirs.info.lifetime.has_ended() {
                        contents(cx, id, &mut mine.contents, &theirs.contents);
                    }
                    mine.info.merge(cx, &theirs.info, guard);
                }
            }
        }
        self.next = self.next.max(other.next);
        if !Rc::ptr_eq(&self.by_address, &other.by_address) {
            Rc::make_mut(&mut self.by_address).extend(other.by_address.iter());
        }
        Ok(())
    }
}

impl<C: Clone> BlockTable for Blocks<C> {
    #[inline]
    fn info(&self, block: AllocId) -> Option<&Info> {
        self.get(block).map(|block| &block.info)
    }

    #[inline]
    fn info_mut(&mut self, block: AllocId) -> Option<&mut Info> {
        self.get_mut(block).map(|block| &mut block.info)
    }

    fn infos(&self) -> impl Iterator<Item = (AllocId, &Info)> {
        self.iter().map(|(id, block)| (id, &block.info))
    }

    /// A block of symbolic size gets at most a quarter of the addresses that are left.
    fn room(&self) -> u64 {
        (self.end - self.next.min(self.end)) / 4
    }

    fn at_address(&self, address: u64) -> Option<AllocId> {
        let holds = |block: &Block<C>| {
            let info = &block.info;
            let size = info.size.as_bits().unwrap_or(u64::MAX);
            address >= info.address && address - info.address <= size
        };
        let before = self.by_address.range(..=address).next_back().map(|(_, &id)| id);
        match before {
            Some(id) if self.get(id).is_some_and(holds) => Some(id),
            _ => self.iter().find(|(_, block)| holds(block)).map(|(id, _)| id),
        }
    }
}
