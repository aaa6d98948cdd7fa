//! Symbolic execution of programs of crate `ir` on values: concrete numbers, pointers with provenance, and
//! terms; explores all paths.
//!
//! A `Task` says what is explored: a program, its start, the `options`, a memory model and solvers. `Task::trace` replays
//! one path of it, and reports the events to a watcher (`trace`); an `Exploration` explores all paths, in threads that
//! the caller provides. Both result in an `Outcome` (`findings`) and in `statistics`. An `Interpreter` runs a program on
//! concrete values.
//!
//! The crate knows the program and the terms; it does not know C, and performs no input or output: a `Host`
//! does. It relies on a program that passed `ir::verify`.
//!
//! Each folder is a room; its `mod.rs` says what it is for. A room uses the rooms above it in the table of
//! `docs/architecture.md`, and no other.

mod access;
mod certify;
mod explore;
pub mod findings;
mod interp;
mod layout;
mod lazy;
mod library;
mod machine;
pub mod options;
mod parallel;
pub mod program;
mod prove;
mod solve;
mod state;

pub use explore::interpreter::Interpreter;
pub use explore::observer::{Ended, Lost, Observer, PathEnd, SharedObserver};
pub use explore::start::Start;
pub use explore::task::{Solvers, Task};
pub use explore::{statistics, trace};
pub use parallel::exploration::{Exploration, Jobs, MemoryGauge, Shortage};
pub use parallel::pool::Snapshot;
pub use parallel::work_item::WorkItem;
