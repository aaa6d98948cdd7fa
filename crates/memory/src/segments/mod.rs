//! `segments`, the default memory model: each block has bytes at constant offsets and a log of
//! writes at symbolic ones.
//!
//! It takes one idea from each document ([papers](../../../../docs/papers.md)): isolated blocks and
//! a fast path for constant addresses (*SEGY*), timestamps and guards of writes (*MemSight*),
//! pointers as base and offset (*Sel/Upd*), and a lifetime for the block as a whole (*SL CPA*). A
//! read looks at the log only where intervals overlap, asks the oracle whether an entry may alias,
//! and caches its result at constant offsets for the next read.

mod log;
mod segment;

pub use segment::Segment;

/// The memory.
pub type Segments = crate::blockwise::Blockwise<Segment>;
