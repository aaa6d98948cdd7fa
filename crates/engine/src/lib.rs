//! Symbolic execution of programs of crate `ir` on values: concrete numbers, pointers with provenance, and
//! terms; explores all paths.
//!
//! The crate knows the program and the terms; it does not know C, and performs no input or output: a `Host`
//! does. It relies on a program that passed `ir::verify`. `vellum` relies on `Machine`, `Explorer`,
//! `Worker` and `Pool`.
//!
//! Each folder is a room; its `mod.rs` says what it is for. A room uses the rooms above it in the table of
//! `docs/architecture.md`, and no other.

mod access;
mod explore;
pub mod findings;
mod interp;
mod layout;
mod lazy;
mod library;
mod machine;
pub mod options;
mod parallel;
mod program;
mod solve;
mod state;

pub use explore::Explorer;
pub use explore::loops::{LoopReport, Loops, Misfit, MisfitKind};
pub use explore::merge::Merging;
pub use explore::observer::{Ended, Lost, Observer, PathEnd};
pub use explore::pause::Pause;
pub use explore::start::Start;
pub use explore::statistics::{Labour, Repeated, Statistics};
pub use explore::trace::{Event, Typed, Watcher};
pub use explore::visited::VisitedStates;
pub use library::external::{is_intrinsic, is_known};
pub use machine::Machine;
pub use machine::owners::Owner;
pub use parallel::pool::{Pool, Snapshot};
pub use parallel::work_item::WorkItem;
pub use parallel::worker::{SharedObserver, Worker};
pub use program::host::{Host, NoHost};
pub use program::loaded::Loaded;
pub use program::natives::{Dialect, Native, native};
pub use program::origin::Program;
pub use program::sites::{Location, Sites};
pub use program::ways::Ways;
pub use solve::path_solver::{PathSolver, QueryCounts};
pub use solve::portfolio::{Contestant, Portfolio, Side};
pub use state::coverage::Taken;
pub use state::frames::{ExecutionPoint, Frame, State};
pub use state::joins::PendingJoin;
pub use state::path::{Input, Path, Witness};
