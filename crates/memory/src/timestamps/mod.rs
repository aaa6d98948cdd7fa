//! `timestamps`: memory as records with timestamps and guards (*MemSight*), under an interval
//! index.
//!
//! The document keeps every byte that was ever written as a record (address, value, time, guard); a
//! read is an `ite` over the records that may alias its address, the newest outermost. `naive` is
//! that, line by line. This model keeps the same records under an index: `timeline` has the records
//! of a block and reads them, `tree` finds the records that overlap a range, `merging` merges two
//! timelines.
//!
//! Departures from the document:
//! 1. An address is a block and an offset in it. Blocks never share addresses, so their records can
//!    be kept apart, and a copy of the memory shares those that do not change. A write through a
//!    pointer with several pointees is a record in each, under its guard.
//! 2. A record is an access, not a byte: a load of what one store wrote is one term. A load of
//!    which a record covers only a part is concatenated from bytes.
//! 3. The newest record at a constant address, if it is certain, is not a record but part of the
//!    constant layer (`ConstantLayer`), an ordered map of pages and cells. It has a time only where
//!    older records lie below it: then a record says that the constant layer is visible there from
//!    that time on. So time advances with uncertain writes only.
//! 4. Records that a later one surely covers are dropped. So a load cannot go back in time as the
//!    document's `MEMCPY` does; a copy keeps its source as it was, which costs a reference.
//! 5. The ranges of `MEMSET` and `MEMCPY` are half open, both advance time, and a copy reads its
//!    source as it was before (the document has slips here).
//! 6. There are no negative times. An implicit store makes repeated uninitialised reads agree, in
//!    all descendant states and below all explicit stores. The array `Names::uninitialised` of a
//!    block does that for all its addresses at once, and both sides of a merge share it.
//! 7. The result of a read at a constant offset is cached in the constant layer, if all of it is
//!    surely initialised.
//! 8. The bounds of an address are those of the term's domain; where these exceed the block, the
//!    oracle is queried for closer ones, up to a factor of two (`Timeline::learn`), once for each
//!    term.
//! 9. A read with many constant candidate offsets selects from one array instead of nesting many
//!    `ite`s.

mod merging;
mod naive;
#[cfg(test)]
mod tests;
mod timeline;
mod tree;

pub use naive::Naive as TimestampsNaive;
pub use timeline::Timeline;

/// The memory.
pub type Timestamps = crate::blockwise::Blockwise<Timeline>;
