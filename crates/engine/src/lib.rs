//! Runs programs of crate `ir` on values: numbers, pointers with their blocks, and terms; explores
//! all paths of them.
//!
//! It knows the program and the terms; it does not know C, and it does no input or output: a `Host`
//! does. What it relies on: the program passed `ir::verify`.
//!
//! Each folder is a room, and says in its `mod.rs` what it is for.
mod explore;
mod findings;
mod interp;
mod layout;
mod lazy;
mod library;
mod parallel;
mod program;
mod solve;
mod state;

pub use explore::contest::{Contest, Contestant, Side};
pub use explore::loops::{LoopReport, Loops, Misfit, Why};
pub use explore::merge::{Merge, Merging, Rendezvous};
pub use explore::outcome::{
    Bounds, Cut, Ended, Found, How, InputValue, Lost, Observer, Outcome, Program, Undefined,
};
pub use explore::search;
pub use explore::seen::Seen;
pub use explore::start::Start;
pub use explore::statistics::{Labour, Repeated, Statistics};
pub use explore::worker::{SharedObserver, Worker};
pub use findings::end::{End, Finding, FindingKind, Limit, Location, Note, Unsupported, What};
pub use findings::property::{Properties, Property, Unasked};
pub use findings::trace::{Event, Owner, Typed, Watcher};
pub use interp::external::{is_intrinsic, is_known};
pub use interp::heap::Allocations;
pub use interp::machine::{Externals, Limits, Machine};
pub use interp::text::RUNTIME;
pub use lazy::{
    Heap, LazyInputs, Link, ObjectPlace, Picture, PictureLeaf, PictureObject, PictureValue,
};
pub use library::host::{Host, Nobody};
pub use library::inputs::Dialect;
pub use library::native::{Native, Random, native};
pub use memory::Access;
pub use parallel::handover::{Handover, Stand};
pub use parallel::pause::Pause;
pub use parallel::pool::{Pool, Snapshot};
pub use program::loaded::Loaded;
pub use program::sites::Sites;
pub use state::coverage::{Covered, Taken, Ways};
pub use state::frames::{Frame, State};
pub use state::path::{
    AskCounts, Asker, Decision, Decisions, Input, InputType, Path, Witness, parse_decisions,
};
