//! The loop summaries that a call frame is in.
//!
//! `explore/loops` sets and removes the marks; this file has the data alone.

use std::rc::Rc;

use ir::BlockId;
use term::Term;

use crate::state::path::Decision;

/// The loop summaries of a frame.
#[derive(Clone, Default, Debug)]
pub struct LoopMarks {
    /// The number of steps at the latest arrival at a loop header; tells a fork that starts over there from a new
    /// arrival.
    pub(crate) arrived: Option<u64>,
    /// The loops in whose summary the state is.
    pub(crate) marks: Vec<Rc<Mark>>,
    /// The loops that the call is in, outermost first; empty where runs do not halt at headers.
    pub(crate) headers: Vec<HeaderMark>,
}

/// A loop that a call is in, where runs halt at headers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeaderMark {
    /// The header.
    pub(crate) header: BlockId,
    /// The number of the loop in a proof, or in its check.
    pub(crate) number: usize,
    /// How often the state came back to the header.
    pub(crate) arrivals: u32,
}

/// A mark of a state that a loop summary created, and that stands for any number of iterations.
#[derive(Debug)]
pub(crate) struct Mark {
    /// The header of the loop.
    pub(crate) header: BlockId,
    /// The number of steps at which the state comes back to the header after exactly one iteration.
    pub(crate) returns: u64,
    /// The number of decisions of the path when the summary was applied.
    pub(crate) decided: usize,
    /// The decisions of the iteration that was proved.
    pub(crate) decisions: Vec<Decision>,
    /// The number of iterations made: a symbol.
    pub(crate) iterations: Term,
    /// The condition under which the summary covers a state that comes back.
    pub(crate) covered: Term,
}
