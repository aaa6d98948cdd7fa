//! The program as the engine runs it: loaded once, decoded for speed, with a number for each place in its source.
//!
//! It knows `ir` alone: no state, no term.

pub(crate) mod decode;
pub(crate) mod loaded;
pub(crate) mod sites;
