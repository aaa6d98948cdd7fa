//! The path of a run, in the same form for the machines, the judge and the engine, so that they can be compared.

use javalite::tree::Position;

/// The maximal number of conditions of a path.
pub const MOST_BRANCHES: usize = 5;

/// The maximal number of field accesses of a path.
pub const MOST_ACCESSES: usize = 6;

/// A decision of a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Decision {
    /// Whether two references are the same. The figures fork; an engine may keep the comparison as a value.
    Same(bool),
    /// The outcome of a condition of `if` or `while`.
    Branch(bool),
}

/// The exit of a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    Done,
    /// A null dereference by the last access.
    Null,
    /// A failed assertion, and where it is.
    Assertion(Position),
    /// The limit of conditions or accesses was reached.
    Cut,
}

/// A path: its decisions, the number of its accesses, its exit. Two runs took the same path if these are equal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Path {
    pub decisions: Vec<Decision>,
    pub accesses: usize,
    pub exit: Exit,
}

/// Returns the number of conditions on a path.
pub fn branches(decisions: &[Decision]) -> usize {
    decisions.iter().filter(|decision| matches!(decision, Decision::Branch(_))).count()
}
