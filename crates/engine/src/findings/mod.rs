//! Results as data: ends of paths, raw violations and their properties, reported findings with their inputs and
//! input heaps, cuts, and the paths and the code that belong to them.
//!
//! This room runs nothing and asks no solver. `explore` fills an `Outcome`; `vellum` turns it into plain data for
//! reports. A path is given as its decisions, with which the engine can replay it.

pub(crate) mod end;
pub(crate) mod input_heap;
pub(crate) mod outcome;
pub(crate) mod property;

pub use end::{End, Feature, Limit, Note, Unsupported, Violation, ViolationKind};
pub use input_heap::{InputHeap, ObjectContents, PointerTarget, ScalarContents, ScalarValue};
pub use memory::Access;
pub use outcome::{Cut, Finding, InputValue, Outcome, Undefined};
pub use property::{Properties, Property};

pub use crate::state::coverage::Covered;
pub use crate::state::inputs::ObjectOrigin;
pub use crate::state::path::{Decision, Decisions, InputType, parse_decisions};
