//! The limits of an exploration. Each of them that is reached is a cut.

/// The limits of an exploration.
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
    /// The most paths.
    pub paths: Option<u64>,
    /// The most conflicts of one query of the solver.
    pub conflicts: Option<u64>,
}

impl Limits {
    /// Returns the limits that a run always has: on the instructions of a path, and on nested calls.
    #[must_use]
    pub fn of_path(steps: u64, depth: usize) -> Limits {
        Limits { steps, depth, decisions: None, unwind: None, paths: None, conflicts: None }
    }
}
