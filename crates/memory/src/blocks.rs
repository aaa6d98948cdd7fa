//! Blocks: which there are, where they lie, how large they are, whether they live.
//!
//! This is what all memory models agree on; what a block holds is the model's (`C`). Addresses are
//! given out by a counter, with room between blocks, and are not used twice, so a pointer to a dead
//! block never points into a live one. The same program run the same way gets the same addresses,
//! and blocks at the same address have the same id in all states of a run.

use std::collections::BTreeMap;
use std::rc::Rc;

use hashbrown::HashMap;
use term::{Bits, BlockId, FxBuild, Terms};

use crate::table::Table;

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
pub enum Life {
    /// It may.
    Live,
    /// It was given back by `free` or `realloc`, there.
    Freed(Site),
    /// Its scope, or its function, was left, there.
    Ended(Site),
}

/// A place in the program, as the engine numbers them; memory only hands it on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct Site(pub u32);

/// A block.
#[derive(Clone, Debug)]
pub struct Block<C> {
    /// What it is for.
    pub kind: Kind,
    /// How many bytes it has.
    pub size: u64,
    /// Where it begins.
    pub address: u64,
    /// Whether it must not be written to.
    pub constant: bool,
    /// Whether it may be used at all.
    pub life: Life,
    /// Where it came into being.
    pub born: Site,
    /// What it holds.
    pub contents: C,
}

/// A block to be made.
#[derive(Clone, Copy, Debug)]
pub struct NewBlock {
    /// What it is for.
    pub kind: Kind,
    /// How many bytes it has.
    pub size: u64,
    /// Its address is a multiple of this.
    pub align: u64,
    /// Whether it must not be written to.
    pub constant: bool,
    /// Where it comes into being.
    pub born: Site,
}

/// A block does not fit into the address space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoRoom;

/// Blocks must not touch: one past the end of a block is no address of another.
const GAP: u64 = 16;
/// The first address. Low ones stay free, so that small integers are no pointers.
const FIRST: u64 = 0x1_0000;

/// The blocks of a state. Copies are cheap.
#[derive(Clone)]
pub struct Blocks<C> {
    table: Table<Block<C>>,
    /// Ids by address, for numbers that became pointers.
    by_address: Rc<BTreeMap<u64, BlockId>>,
    next: u64,
    /// Addresses end here.
    end: u64,
}

/// The ids of blocks by their addresses, the same for all states of a run.
#[derive(Default)]
pub struct BlockIds {
    by_address: HashMap<u64, BlockId, FxBuild>,
}

impl<C: Clone> Blocks<C> {
    /// No blocks yet, in an address space of so many bits.
    #[must_use]
    pub fn new(pointer_bits: u32) -> Blocks<C> {
        let end = term::bits::mask(pointer_bits) / 2;
        Blocks { table: Table::default(), by_address: Rc::default(), next: FIRST, end }
    }

    /// Makes a block.
    ///
    /// # Errors
    /// If the address space has no room for it.
    pub fn add(
        &mut self,
        terms: &mut Terms,
        ids: &mut BlockIds,
        new: NewBlock,
        contents: C,
    ) -> Result<BlockId, NoRoom> {
        let align = new.align.max(1);
        let address = self.next.checked_next_multiple_of(align).ok_or(NoRoom)?;
        let next = address.checked_add(new.size).and_then(|end| end.checked_add(GAP));
        self.next = next.filter(|&next| next <= self.end).ok_or(NoRoom)?;
        let width = (self.end * 2 + 1).count_ones();
        let id = *ids
            .by_address
            .entry(address)
            .or_insert_with(|| terms.base(Bits::new(width, address)).0);
        let NewBlock { kind, size, constant, born, .. } = new;
        let block = Block { kind, size, address, constant, life: Life::Live, born, contents };
        self.table.set(id.index(), block);
        if kind != Kind::Local {
            // Locals come and go with every call; their addresses are found the slow way.
            Rc::make_mut(&mut self.by_address).insert(address, id);
        }
        Ok(id)
    }

    /// A block.
    #[inline]
    #[must_use]
    pub fn get(&self, id: BlockId) -> Option<&Block<C>> {
        self.table.get(id.index())
    }

    /// A block, to be changed.
    #[inline]
    pub fn get_mut(&mut self, id: BlockId) -> Option<&mut Block<C>> {
        self.table.get_mut(id.index())
    }

    /// All blocks, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (BlockId, &Block<C>)> {
        self.table.iter().map(|(index, block)| (BlockId::from_index(index), block))
    }

    /// The block that an address lies in or just behind.
    #[must_use]
    pub fn at_address(&self, address: u64) -> Option<BlockId> {
        let holds =
            |block: &Block<C>| address >= block.address && address - block.address <= block.size;
        let before = self.by_address.range(..=address).next_back().map(|(_, &id)| id);
        match before {
            Some(id) if self.get(id).is_some_and(holds) => Some(id),
            _ => self.iter().find(|(_, block)| holds(block)).map(|(id, _)| id),
        }
    }
}
