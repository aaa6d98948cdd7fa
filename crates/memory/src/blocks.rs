//! The table of blocks: addresses, sizes, lifetimes.
//!
//! All memory models share it; the contents `C` of a block are the model's. A counter hands out
//! addresses, with gaps between blocks, and no address is used twice, so a dangling pointer never
//! points into a live block; only blocks that are forgotten (`Blocks::forget`) make room for others. The same program run in the same way gets the same addresses, and
//! blocks at the same address have the same id in all states of a run.

use std::collections::BTreeMap;
use std::rc::Rc;

use hashbrown::HashMap;
use term::{AllocId, Bits, FxBuild, Sort, Term, TermSet, Terms};

use crate::chunked_vec::ChunkedVec;
use crate::counts::Counts;
use crate::memory::{BlockDifference, Context, Item};
use crate::value::Value;

/// The kind of a block.
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
    /// From `malloc` and the like.
    Heap,
    /// A function: it has an address and no contents.
    Function,
}

/// The lifetime of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lifetime {
    /// The condition under which the block is live. It is neither true nor false only where
    /// memories were merged, or where a pointer with several pointees was freed.
    pub live: Term,
    /// How the lifetime ended, for the inputs for which the block is not live.
    pub end: Option<LifetimeEnd>,
}

/// The way in which the lifetime of a block ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LifetimeEnd {
    /// Deallocated by `free` or `realloc` at this site.
    Freed(Site),
    /// Its scope or function was left at this site.
    OutOfScope(Site),
    /// Never allocated: one of two merged memories had no such block.
    NeverAllocated,
}

impl Lifetime {
    /// The lifetime of a block that is live for all inputs.
    pub const LIVE: Lifetime = Lifetime { live: Term::TRUE, end: None };

    /// Returns a lifetime that has ended for all inputs.
    #[must_use]
    pub fn ended(end: LifetimeEnd) -> Lifetime {
        Lifetime { live: Term::FALSE, end: Some(end) }
    }

    /// Restricts the lifetime to a condition: elsewhere the block was not allocated.
    fn only_where(&mut self, cx: &mut Context<'_>, condition: Term) {
        self.live = cx.terms.and(self.live, condition);
        self.end.get_or_insert(LifetimeEnd::NeverAllocated);
    }

    /// Whether the block is live for all inputs.
    #[inline]
    #[must_use]
    pub fn is_certainly_live(self) -> bool {
        self.live == Term::TRUE
    }

    /// Whether the block is live for no input.
    #[must_use]
    pub fn has_ended(self) -> bool {
        self.live == Term::FALSE
    }
}

/// A location in the program, numbered by the engine. Memory only stores it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct Site(pub u32);

/// The metadata of a block, which does not depend on its contents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Info {
    /// Its kind.
    pub kind: Kind,
    /// How many bytes it has.
    pub size: Value,
    /// Where it begins.
    pub address: u64,
    /// The alignment: a number that divides the address.
    pub align: u64,
    /// Whether it is constant.
    pub constant: bool,
    /// Its lifetime.
    pub lifetime: Lifetime,
    /// Where it was allocated.
    pub allocated_at: Site,
}

impl Info {
    /// Merges with the metadata of the same block in another memory.
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
    /// Its metadata.
    pub info: Info,
    /// Its contents.
    pub contents: C,
}

/// A request for a block.
#[derive(Clone, Copy, Debug)]
pub struct NewBlock {
    /// Its kind.
    pub kind: Kind,
    /// How many bytes it has.
    pub size: Value,
    /// The number of addresses reserved for it: the size, or an upper bound of a symbolic size. No
    /// two blocks share an address, so the size is at most this on every path.
    pub room: u64,
    /// Its address is a multiple of this.
    pub align: u64,
    /// Whether it is constant.
    pub constant: bool,
    /// Where it is allocated.
    pub allocated_at: Site,
}

/// The error of a merge: two blocks at the same address are of different kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IncompatibleBlocks;

/// The error of an allocation: the block does not fit into the address space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressSpaceFull;

/// The gap between blocks: one past the end of a block is no address of another.
const GAP: u64 = 16;
/// Returns the first address. Programs lie there on x86: low addresses stay free, so that small
/// integers are no pointers, and a pointer has the bytes that pointers usually have.
fn first_address(pointer_bits: u32) -> u64 {
    if pointer_bits > 32 { 0x5555_5555_5000 } else { 0x0804_8000 }
}

/// Returns the end of the addresses: a 32-bit program has all but the last pages, a 64-bit program
/// the lower half.
fn end_of_addresses(pointer_bits: u32) -> u64 {
    let last = term::bits::mask(pointer_bits);
    if pointer_bits > 32 { last / 2 } else { last - LAST_PAGES }
}

/// Bytes at the end of the address space in which no block lies.
const LAST_PAGES: u64 = 0x1fff;

/// The part of a table of blocks that does not depend on what blocks hold. Every model has such a
/// table ([`Memory::block_table`](crate::Memory::block_table)).
pub trait BlockTable {
    /// Returns the metadata of a block.
    fn info(&self, block: AllocId) -> Option<&Info>;

    /// Returns the metadata of a block, to be changed.
    fn info_mut(&mut self, block: AllocId) -> Option<&mut Info>;

    /// Iterates over all blocks that were ever allocated, in the order of their ids.
    fn infos(&self) -> impl Iterator<Item = (AllocId, &Info)>;

    /// Returns the block that contains an address, or ends at it.
    fn at_address(&self, address: u64) -> Option<AllocId>;

    /// Returns the most bytes that a block of symbolic size may be given.
    fn room(&self) -> u64;
}

/// The blocks of a state. Copies are cheap.
#[derive(Clone)]
pub struct Blocks<C> {
    table: ChunkedVec<Block<C>>,
    /// Ids by address, for integers that are cast to pointers.
    by_address: Rc<BTreeMap<u64, AllocId>>,
    next: u64,
    /// The addresses of blocks that were forgotten, by the number of addresses reserved for each.
    vacant: Rc<BTreeMap<u64, Vec<u64>>>,
    /// Addresses end here.
    end: u64,
    /// The width of an address.
    width: u32,
}

/// Tables that all states of a run share: block ids by address, the array of uninitialised bytes of
/// each block, and counters.
#[derive(Default)]
pub struct Names {
    by_address: HashMap<u64, AllocId, FxBuild>,
    uninitialised: HashMap<AllocId, Term, FxBuild>,
    /// The terms in `uninitialised`.
    uninitialised_terms: TermSet,
    /// Counters of operations.
    pub counts: Counts,
}

impl Names {
    /// Returns the array (of bytes, by offset) that stands for the uninitialised bytes of a block.
    /// Implements `SYMBOLIC_INPUT` of *MemSight*.
    pub fn uninitialised(&mut self, terms: &mut Terms, block: AllocId) -> Term {
        *self.uninitialised.entry(block).or_insert_with(|| {
            let index = terms.block_info(block).address.width();
            let array = terms.symbol("uninitialised", Sort::Array { index, element: 8 });
            self.uninitialised_terms.insert(array);
            array
        })
    }

    /// Returns that array if it exists already; otherwise no term mentions it.
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
    /// Creates an empty table, in an address space of `pointer_bits` bits.
    #[must_use]
    pub fn new(pointer_bits: u32) -> Blocks<C> {
        Blocks {
            table: ChunkedVec::default(),
            by_address: Rc::default(),
            next: first_address(pointer_bits),
            vacant: Rc::default(),
            end: end_of_addresses(pointer_bits),
            width: pointer_bits,
        }
    }

    /// Adds a block.
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
        let address = match self.take_vacant(new.room, align) {
            Some(address) => address,
            None => self.take_new(new.room, align)?,
        };
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
            // Locals come and go with every call; `at_address` searches all blocks for them.
            Rc::make_mut(&mut self.by_address).insert(address, id);
        }
        Ok(id)
    }

    fn take_new(&mut self, room: u64, align: u64) -> Result<u64, AddressSpaceFull> {
        let address = self.next.checked_next_multiple_of(align).ok_or(AddressSpaceFull)?;
        let next = address.checked_add(room).and_then(|end| end.checked_add(GAP));
        self.next = next.filter(|&next| next <= self.end).ok_or(AddressSpaceFull)?;
        Ok(address)
    }

    /// Returns the address of a forgotten block that fits exactly.
    fn take_vacant(&mut self, room: u64, align: u64) -> Option<u64> {
        let last = *self.vacant.get(&room)?.last()?;
        if !last.is_multiple_of(align) {
            return None;
        }
        Rc::make_mut(&mut self.vacant).get_mut(&room)?.pop()
    }

    /// Forgets the blocks that have ended, but for those that are kept; returns the number of blocks that are left. Nothing
    /// may refer to a block that is forgotten: its addresses, and with these its id, are used again.
    pub fn forget(&mut self, is_kept: impl Fn(AllocId) -> bool) -> usize {
        let is_dead = |info: &Info| {
            let comes_and_goes = matches!(info.kind, Kind::Heap | Kind::Local | Kind::Arguments);
            comes_and_goes && info.lifetime.has_ended()
        };
        let dead = self.infos().filter(|(id, info)| is_dead(info) && !is_kept(*id));
        let dead: Vec<(AllocId, u64, u64)> =
            dead.filter_map(|(id, info)| Some((id, info.address, info.size.as_bits()?))).collect();
        let (by_address, vacant) =
            (Rc::make_mut(&mut self.by_address), Rc::make_mut(&mut self.vacant));
        for (id, address, room) in dead {
            self.table.remove(id.index());
            by_address.remove(&address);
            vacant.entry(room).or_default().push(address);
        }
        self.table.iter().count()
    }

    /// A block.
    #[inline]
    #[must_use]
    pub fn get(&self, id: AllocId) -> Option<&Block<C>> {
        self.table.get(id.index())
    }

    /// Returns a block, to be changed.
    #[inline]
    pub fn get_mut(&mut self, id: AllocId) -> Option<&mut Block<C>> {
        self.table.get_mut(id.index())
    }

    /// Iterates over all blocks, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (AllocId, &Block<C>)> {
        self.table.iter().map(|(index, block)| (AllocId::from_index(index), block))
    }

    /// Describes the blocks that can still change, and their contents by `contents`; returns
    /// `false` if that cannot describe them.
    pub fn describe(
        &self,
        items: &mut Vec<Item>,
        contents: impl Fn(&mut Vec<Item>, AllocId, &C) -> bool,
    ) -> bool {
        items.push(Item::Word(self.next));
        for (id, block) in self.iter() {
            let Info { kind, size, align, constant, lifetime, .. } = block.info;
            // A constant local has the value that this path gave it.
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

    /// Returns the blocks that can be accessed in one of two tables and differ. `contents` returns
    /// the ranges in which contents differ, or `None` if they may differ everywhere.
    pub fn differences(
        &self,
        other: &Blocks<C>,
        contents: impl Fn(&C, &C) -> Option<Vec<(u64, u32)>>,
    ) -> Vec<(AllocId, BlockDifference)> {
        let mut found = Vec::new();
        for id in self.table.unshared(&other.table).map(AllocId::from_index) {
            let has_ended = |block: &Block<C>| block.info.lifetime.has_ended();
            let difference = match (self.get(id), other.get(id)) {
                (None, None) => continue,
                (None, Some(new)) if has_ended(new) => continue,
                (None, Some(_)) => BlockDifference::Allocated,
                (Some(mine), Some(theirs)) if has_ended(mine) && has_ended(theirs) => continue,
                (Some(mine), Some(theirs)) if mine.info == theirs.info => {
                    match contents(&mine.contents, &theirs.contents) {
                        Some(ranges) if ranges.is_empty() => continue,
                        Some(ranges) => BlockDifference::Ranges(ranges),
                        None => BlockDifference::Contents,
                    }
                }
                (Some(_), _) => BlockDifference::Metadata,
            };
            found.push((id, difference));
        }
        found
    }

    /// Merges another table into this one: its blocks count where the guard holds. `contents`
    /// merges the contents of a block; it gets the block, this table's contents and the other's.
    ///
    /// # Errors
    /// If blocks at the same address are incompatible; then nothing changes.
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
