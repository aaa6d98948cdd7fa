//! Results of a check as plain data, and the formats in which they are written.
//!
//! The binary fills a [`Check`] once: the verdict, the findings with their places in the source, inputs, paths, heaps and
//! statistics, all as text and numbers. A format is a [`Sink`] in a file of its own, and one line of [`FORMATS`].
//!
//! This crate knows no engine, no terms and no models of memory. It does no input and output: a sink writes to what it is
//! given, and reads the text of the source by [`Sources`].

mod check;
mod comparison;
mod coverage;
mod dot;
mod heap;
mod human;
mod json;
mod sink;
mod source;
mod statistics;
mod trace;

pub use check::{
    Check, Confirmation, Cut, Finding, FunctionCheck, Functions, Input, LayoutDependence, Note,
    Tests, Verdict,
};
pub use comparison::{Comparison, ModelCosts, ModelRun};
pub use coverage::{BranchCoverage, Coverage, CoverageShare, FileCoverage, LineCoverage};
pub use dot::Dot;
pub use heap::{Heap, HeapField, HeapObject, HeapPointer, HeapTarget, quoted};
pub use human::{coverage_listing, solver_layers, statistics_table};
pub use ir::diagnostic::SourceLoc;
pub use json::SCHEMA_VERSION;
pub use sink::{FORMATS, Format, Settings, Sink, sink_of};
pub use source::{Snippet, Sources, diagnostic_text, snippet_text};
pub use statistics::{
    Exploration, LoopStatistics, MemoryStatistics, ProvedLoop, SolverLayer, SolverStatistics,
    Statistics, UnrolledLoop, Winner, WorkerStatistics,
};
pub use trace::{Event, Step};

/// Returns a place as `file:line`, for a reader.
#[must_use]
pub fn place_text(location: Option<&SourceLoc>) -> String {
    known(location).map_or_else(|| "an unknown place".to_owned(), SourceLoc::line_text)
}

/// Returns a sentence about a decision that depends on addresses.
#[must_use]
pub fn address_dependence(location: Option<&SourceLoc>) -> String {
    format!("the path depends on the addresses of allocations, at {}", place_text(location))
}

/// Returns a place if it is in a file.
fn known(location: Option<&SourceLoc>) -> Option<&SourceLoc> {
    location.filter(|location| !location.file.is_empty())
}
