//! The program as the engine runs it: loaded once, decoded for speed, with a number for each instruction and each
//! outgoing edge of a block.
//!
//! This room knows `ir`, and the types of `memory` for values and sites: no state, no term.

pub(crate) mod decode;
pub(crate) mod edges;
pub(crate) mod host;
pub(crate) mod indexed;
pub(crate) mod loaded;
pub(crate) mod math;
pub(crate) mod natives;
pub(crate) mod natural;
pub(crate) mod origin;
pub(crate) mod sites;

pub use edges::Edges;
pub use host::Host;
pub use loaded::Loaded;
pub use natives::{Dialect, Native, native};
pub use origin::Program;
pub use sites::{Location, Sites};
