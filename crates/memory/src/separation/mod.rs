//! `separation`, the memory of *SL CPA* ("Solver-based Analysis of Memory Safety using Separation
//! Logic"): a symbolic heap.
//!
//! A symbolic heap is `Pi /\ Sigma`: a pure formula, which is the condition of the path and lies with
//! the engine, and a spatial formula, cells `address |-> byte` joined by `*`, which is this memory. Its
//! cells come in segments, one for each block (`segment.rs`), those of the heap and all others being
//! the document's two parts `Sigma^h` and `Sigma^s`. HeapSegment sizes are those of the table of blocks.
//!
//! How the rules are met: DECLARE and the cells of parameters and results are `allocate`, as is MALLOC;
//! ASSIGN is `store`; FREE, OUTOFSCOPE and the end of a call are `release`; the invalid cases
//! are what `valid` says is wrong. `Allocated` is decided in one of three ways (`allocated.rs`).
//!
//! Where this departs from the document, beside what the files say:
//! 1. A segment has cells where something was stored, and one predicate for the rest (`segment.rs`).
//! 2. `*` needs no check: blocks never share addresses, not even one after the other in time. For the
//!    same reason the address of a block is its name, and a local that is declared again has another
//!    one: what the document needs indices of its SSA map for.
//! 3. Properties are not part of a state: findings lie with the engine.

mod allocated;
mod cells;
mod formula;
mod heap_segment;
mod layer;
mod pointers;
mod read;
#[cfg(test)]
mod tests;

use crate::blockwise::Blockwise;

pub use allocated::Allocation;
pub use formula::{Heaplet, Holds};

/// The memory.
pub type Separation = Blockwise<heap_segment::HeapSegment>;
