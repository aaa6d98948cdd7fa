//! The limits of a path, and the bounds of an exploration.

use std::time::Instant;

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most instructions of a path.
    pub steps: u64,
    /// The maximum depth of the call stack.
    pub depth: usize,
    /// The most decisions on one path.
    pub decisions: Option<u64>,
    /// The most iterations of one loop in one call.
    pub unwind: Option<u64>,
    /// The most conflicts of one query of the solver.
    pub conflicts: Option<u64>,
}

/// The bounds of an exploration.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The limit on paths.
    pub paths: Option<u64>,
    /// The deadline.
    pub deadline: Option<Instant>,
    /// Whether all findings are wanted, not only the first.
    pub keep_going: bool,
}
