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
mod findings;
mod interp;
mod layout;
mod lazy;
mod library;
mod machine;
mod parallel;
mod program;
mod solve;
mod state;

pub use explore::Explorer;
pub use explore::loops::{LoopReport, Loops, Misfit, MisfitKind};
pub use explore::merge::{Merge, Merging};
pub use explore::observer::{Bounds, Ended, Lost, Observer, PathEnd};
pub use explore::pause::Pause;
pub use explore::search;
pub use explore::start::Start;
pub use explore::statistics::{Labour, Repeated, Statistics};
pub use explore::trace::{Event, Typed, Watcher};
pub use explore::visited::VisitedStates;
pub use findings::end::{End, Feature, Limit, Note, Unsupported, Violation, ViolationKind};
pub use findings::outcome::{Cut, Finding, InputValue, Outcome, Undefined};
pub use findings::picture::{Link, Picture, PictureLeaf, PictureObject, PictureValue};
pub use findings::property::{Properties, Property, Unasked};
pub use library::external::{is_intrinsic, is_known};
pub use machine::Machine;
pub use machine::lazy_inputs::{Heap, LazyInputs};
pub use machine::options::{Allocations, Externals, Limits, Random};
pub use machine::owners::Owner;
pub use memory::Access;
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
pub use state::coverage::{Covered, Taken};
pub use state::frames::{ExecutionPoint, Frame, State};
pub use state::inputs::Owner as ObjectPlace;
pub use state::joins::PendingJoin;
pub use state::path::{Decision, Decisions, Input, InputType, Path, Witness, parse_decisions};
