//! `timestamps`: memory as records with times and guards (*MemSight*), found by intervals.
//!
//! The document keeps every byte that was ever written as a record (address, value, time, guard);
//! a read is the newest record at its address whose guard holds, told by an `ite` for each record that
//! may be meant. `naive` is that, line by line. Here are the same records under an index:
//! `timeline` says what is kept of a block and how it is read, `tree` finds the records that may meet
//! a range, `merging` makes one timeline of two.
//!
//! Departures from the document:
//! 1. An address is a block and an offset in it: blocks never share addresses, so nothing is lost by
//!    keeping their records apart, and a copy of the memory shares those that do not change. A
//!    pointer that may mean several blocks makes a record in each, under its guard.
//! 2. A record is an access, not a byte: a load of what one store wrote is one term. Where only a
//!    part of a load is covered, it is put together of its bytes.
//! 3. The newest record at a constant address, if it is certain, is no record but the ground
//!    (`ConstantLayer`): an ordered map of pages and cells. It needs a time only where older records lie
//!    below it: then a record says that the ground shows there, from that time on. So time advances
//!    with uncertain writes alone.
//! 4. Records that a later one surely covers are dropped. So a load cannot go back in time as the
//!    document's memcpy does; a copy keeps its source as it was, which costs nothing but a
//!    reference.
//! 5. The ranges of memset and memcpy are half open, both advance time, and a copy reads its source
//!    as it was before (where the document has slips).
//! 6. There are no negative times. An implicit store makes an uninitialised read give the same
//!    when it is repeated, in all states that come from this one, and below all explicit stores:
//!    the array `Names::uninitialised` of a block is just that for all its addresses at once, and it is
//!    the same in both memories that are merged.
//! 7. What a read at a constant offset was put together of is kept as the ground, if all of it was
//!    written for sure.
//! 8. The bounds of an address are those of the term's domain; where these go beyond the block the
//!    oracle is asked for closer ones, which are right up to a factor of two (`Timeline::learn`),
//!    once for each term.
//! 9. Many constant offsets are read as one array, not as many `ite`s.

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
