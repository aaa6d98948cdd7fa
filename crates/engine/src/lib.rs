//! Runs programs of crate `ir` on values: numbers, pointers with their blocks, and terms.
//!
//! It knows the program and the terms; it does not know C, and it does no input or output: a `Host`
//! does. What it relies on: the program passed `ir::verify`.

mod access;
mod call;
mod end;
mod format_float;
mod host;
mod library;
mod machine;
mod math;
mod operate;
mod sites;
mod state;

pub use end::{Access, End, Finding, FindingKind, Limit, Location, Note, Unsupported, What};
pub use host::Host;
pub use library::Native;
pub use machine::{Limits, Machine};
pub use math::Math;
pub use sites::Sites;
pub use state::{Frame, State};
