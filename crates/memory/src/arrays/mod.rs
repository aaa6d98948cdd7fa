//! `arrays` (seed 003): a block is an array term, a read is `sel`, a write is `upd`.
//!
//! A pointer is `ptr a + s` (`toOffset` of the document is `resolve::places`): the array `a` and an
//! index. Locals are the document's stack environment, everything else its heap environment; both
//! are one table here, in which each block says what it is for.
//!
//! Departures from the document:
//! 1. An index tuple `sel(s, (i, j))` comes as one index: the front end has multiplied the indices
//!    out, as C lays its arrays out. Every element is still one element of one array.
//! 2. `DECLARELOCAL1` gives a new variable the value 0; C does not. What was never written is the
//!    same unknown at each read.
//! 3. The width of elements is that of the first write, not of the declared type, which memory is not
//!    told. Bytes and casts are parts of elements, or an array of bytes above (`block.rs`).
//! 4. `memset` and `memcpy` of unknown length, writes at many places and merges are not expressible
//!    by `upd`; they lie between arrays as writes of their own.
//! 5. Elements at constant indices are kept in a map until a read at an unknown index needs terms.

mod block;
mod layer;

use crate::blockwise::Blockwise;

/// The memory.
pub type Arrays = Blockwise<block::Array>;
