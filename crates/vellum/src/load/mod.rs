//! From files to a linked program: flags as a compiler takes them, assumptions, the runtime.

pub mod assumption;
pub mod program;
pub mod runtime;
pub mod sources;
