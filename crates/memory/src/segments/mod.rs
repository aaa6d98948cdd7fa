//! `segments`, the default memory: blocks by themselves, each with what it holds at constant
//! offsets (`contents`) and a log of writes at unknown ones (`log`).
//!
//! Taken from the documents: blocks as isolated parts and constant addresses before all others
//! (002), times and guards of writes (000), a pointer as a base and an offset (003), a block that
//! is dead or alive as a whole (004). A read looks at the log only where an interval says that they
//! may meet, asks the oracle whether they do, and what it finds goes back to the constant offsets,
//! so that the next read finds it there.

mod log;
mod segment;

pub use segment::Segment;

/// The memory.
pub type Segments = crate::blockwise::Blockwise<Segment>;
