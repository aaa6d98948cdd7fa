//! Runs programs of crate `ir` on values: numbers, pointers with their blocks, and terms; explores
//! all paths of them.
//!
//! It knows the program and the terms; it does not know C, and it does no input or output: a `Host`
//! does. What it relies on: the program passed `ir::verify`.

mod access;
mod call;
mod contest;
mod coverage;
mod decide;
mod decode;
mod end;
mod everywhere;
mod explore;
mod external;
mod fast;
mod format_float;
mod handover;
mod heap;
mod host;
mod indeterminate;
mod inputs;
mod layout;
mod lazy;
mod leaks;
mod library;
mod loaded;
mod loops;
mod machine;
mod math;
mod merge;
mod operate;
mod path;
mod path_index;
mod pause;
mod pool;
mod property;
mod reach;
pub mod search;
mod seen;
mod signature;
mod sites;
mod start;
mod state;
mod statistics;
mod text;
mod trace;
mod trail;
mod uninterpreted;
mod waypoints;
mod worker;

pub use contest::{Contest, Contestant, Side};
pub use coverage::{Covered, Taken, Ways};
pub use end::{End, Finding, FindingKind, Limit, Location, Note, Unsupported, What};
pub use explore::{
    Bounds, Cut, Ended, Found, How, InputValue, Lost, Observer, Outcome, Program, Undefined,
};
pub use external::{is_intrinsic, is_known};
pub use handover::{Handover, Stand};
pub use heap::Allocations;
pub use host::{Host, Nobody};
pub use inputs::Dialect;
pub use lazy::{
    Heap, LazyInputs, Link, ObjectPlace, Picture, PictureLeaf, PictureObject, PictureValue,
};
pub use library::{Native, Random, native};
pub use loaded::Loaded;
pub use loops::{LoopReport, Loops, Misfit, Why};
pub use machine::{Externals, Limits, Machine};
pub use memory::Access;
pub use merge::{Merge, Merging, Rendezvous};
pub use path::{
    AskCounts, Asker, Decision, Decisions, Input, InputType, Path, Witness, parse_decisions,
};
pub use pause::Pause;
pub use pool::{Pool, Snapshot};
pub use property::{Properties, Property, Unasked};
pub use seen::Seen;
pub use sites::Sites;
pub use start::Start;
pub use state::{Frame, State};
pub use statistics::{Labour, Repeated, Statistics};
pub use text::RUNTIME;
pub use trace::{Event, Owner, Typed, Watcher};
pub use worker::{SharedObserver, Worker};
