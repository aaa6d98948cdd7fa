//! `separation`: a symbolic heap of separation logic (*SL CPA*).
//!
//! A symbolic heap is `Pi /\ Sigma`: a pure formula, which is the path condition and belongs to the
//! engine, and a spatial formula, cells `address |-> byte` joined by `*`, which is this memory. Its
//! cells come in segments, one for each block (`heap_segment.rs`); those of the heap and all others
//! are the document's two parts `Sigma^h` and `Sigma^s`. The table of blocks has the sizes of
//! segments.
//!
//! How the rules map: DECLARE, MALLOC and the cells of parameters and results are `allocate`;
//! ASSIGN is `store`; FREE, OUTOFSCOPE and the end of a call are `deallocate`; the invalid cases
//! are the faults of `valid`. `Allocated` is decided in one of three ways (`allocated.rs`).
//!
//! Departures from the document, besides those named in the files:
//! 1. A segment has cells where something was stored, and one predicate for the rest
//!    (`heap_segment.rs`).
//! 2. `*` needs no check: blocks never share addresses, not even at different times. For the same
//!    reason the address of a block is its name, and each declaration of a local has another one,
//!    for which the document needs the indices of its SSA map.
//! 3. Properties are not part of a state: the engine keeps findings.

mod allocated;
mod cells;
mod formula;
mod heap_segment;
mod pointers;
mod read;
#[cfg(test)]
mod tests;
mod write_layer;

use crate::blockwise::Blockwise;

pub use allocated::Allocation;
pub use formula::{Heaplet, Holds};

/// The memory.
pub type Separation = Blockwise<heap_segment::HeapSegment>;
