//! The boost map of a plane: values at constant addresses that no newer record collides with.
//!
//! *SEGY*, section 3: the map "contains only data stored at concrete addresses and not colliding
//! with any newer record", so a read at an address in the map returns what the map has. A plane
//! holds values of one size, and so does its map: it has only offsets that are multiples of that
//! size. This file knows one plane of one segment. Copies share what they do not change.

use std::collections::BTreeMap;
use std::rc::Rc;

use term::AllocId;

use crate::memory::Context;
use crate::symbolic_write::part;
use crate::value::Value;

use super::parts::Origin;

/// Values of a chunk, which copies share.
const CHUNK: u64 = 16;

type Chunk = [Option<BoostEntry>; CHUNK as usize];
type Chunks = BTreeMap<u64, Rc<Chunk>>;

/// The value at an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoostEntry {
    /// A value.
    Value(Value),
    /// A copy of an uninitialised byte range of a block.
    Uninitialised { block: AllocId, offset: u64 },
}

impl BoostEntry {
    /// Returns the value.
    pub fn value(self, cx: &mut Context<'_>, bytes: u32) -> Value {
        match self {
            BoostEntry::Value(value) => value,
            BoostEntry::Uninitialised { block, offset } => {
                Origin::Uninitialised(block).read(cx, Value::Bits(offset), bytes)
            }
        }
    }

    /// Returns `bytes` bytes of a cell of `whole` bytes, from a distance on.
    pub fn part(self, cx: &mut Context<'_>, whole: u32, distance: u32, bytes: u32) -> BoostEntry {
        if bytes == whole {
            return self;
        }
        match self {
            BoostEntry::Value(value) => {
                BoostEntry::Value(part(cx, value, whole, Value::Bits(u64::from(distance)), bytes))
            }
            BoostEntry::Uninitialised { block, offset } => {
                BoostEntry::Uninitialised { block, offset: offset + u64::from(distance) }
            }
        }
    }

    /// Whether it is initialised.
    pub fn is_written(self) -> bool {
        matches!(self, BoostEntry::Value(_))
    }
}

/// The map.
#[derive(Clone)]
pub struct BoostMap {
    /// The bytes of each value, a power of two.
    bytes: u32,
    /// `None` while the map is empty: most segments use one plane.
    chunks: Option<Rc<Chunks>>,
    count: u64,
}

impl BoostMap {
    /// Creates the empty map of a plane.
    pub fn new(bytes: u32) -> BoostMap {
        BoostMap { bytes, chunks: None, count: 0 }
    }

    /// The bytes of each value.
    pub fn bytes(&self) -> u32 {
        self.bytes
    }

    /// Whether the map is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the chunk of the value that has a byte, and its index there.
    #[inline]
    fn split(&self, offset: u64) -> (u64, usize) {
        let index = offset >> self.bytes.trailing_zeros();
        (index / CHUNK, (index % CHUNK) as usize)
    }

    /// Returns the value that has a byte.
    #[inline]
    pub fn get(&self, offset: u64) -> Option<BoostEntry> {
        if self.count == 0 {
            return None;
        }
        let (chunk, index) = self.split(offset);
        self.chunks.as_ref()?.get(&chunk)?[index]
    }

    /// Returns where the value that has a byte begins.
    #[inline]
    pub fn start(&self, offset: u64) -> u64 {
        offset & !u64::from(self.bytes - 1)
    }

    /// Inserts a value, at a multiple of its size.
    #[inline]
    pub fn insert(&mut self, offset: u64, cell: BoostEntry) {
        let (chunk, index) = self.split(offset);
        let chunks = Rc::make_mut(self.chunks.get_or_insert_default());
        let chunk = chunks.entry(chunk).or_insert_with(|| Rc::new([None; CHUNK as usize]));
        let old = Rc::make_mut(chunk)[index].replace(cell);
        self.count += u64::from(old.is_none());
    }

    /// Removes a value.
    pub fn remove(&mut self, offset: u64) -> Option<BoostEntry> {
        self.get(offset)?;
        let (chunk, index) = self.split(offset);
        let chunk = Rc::make_mut(self.chunks.as_mut()?).get_mut(&chunk)?;
        let old = Rc::make_mut(chunk)[index].take();
        self.count -= u64::from(old.is_some());
        old
    }

    /// Iterates over the values that have bytes in a range, in order.
    pub fn within(&self, low: u64, high: u64) -> impl Iterator<Item = (u64, BoostEntry)> {
        let (first, _) = self.split(low);
        let (last, _) = self.split(high.saturating_sub(1));
        let chunks = self.chunks.as_ref().filter(|_| low < high && self.count > 0);
        let chunks = chunks.into_iter().flat_map(move |it| it.range(first..=last.max(first)));
        let size = u64::from(self.bytes);
        chunks
            .flat_map(move |(chunk, cells)| {
                let start = chunk * CHUNK;
                let cells = cells.iter().zip(start..);
                cells.filter_map(move |(cell, index)| Some((index * size, (*cell)?)))
            })
            .filter(move |&(offset, _)| offset < high && low < offset + size)
    }

    /// Returns the offsets at which two maps differ.
    pub fn differences(&self, other: &BoostMap) -> Vec<u64> {
        let [mine, theirs] = [self, other].map(|it| it.chunks.as_ref());
        if mine.map(Rc::as_ptr) == theirs.map(Rc::as_ptr) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let both = mine.into_iter().chain(theirs);
        let mut keys: Vec<u64> = both.flat_map(|chunks| chunks.keys()).copied().collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let [mine, theirs] = [mine, theirs].map(|chunks| chunks.and_then(|it| it.get(&key)));
            if let (Some(mine), Some(theirs)) = (mine, theirs)
                && Rc::ptr_eq(mine, theirs)
            {
                continue;
            }
            for index in 0..CHUNK {
                let [mine, theirs] =
                    [mine, theirs].map(|chunk| chunk.and_then(|it| it[index as usize]));
                if mine != theirs {
                    found.push((key * CHUNK + index) * u64::from(self.bytes));
                }
            }
        }
        found
    }
}
