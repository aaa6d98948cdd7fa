//! What a run did: the same for the machines, for the judge and for the engine, so that they can be compared.

use javalite::tree::Position;

/// More conditions than this are not decided.
pub const MOST_BRANCHES: usize = 5;

/// Nor are there more accesses of fields.
pub const MOST_ACCESSES: usize = 6;

/// What was decided on the way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Decision {
    /// Whether two references are the same. The figures go on with an answer; others may keep the question as a value.
    Same(bool),
    /// Which way a condition of `if` or `while` went.
    Branch(bool),
}

/// How a path ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum How {
    Done,
    /// The last access was one of null.
    Null,
    /// A failed assertion here.
    Assertion(Position),
    /// Too many conditions or accesses.
    Cut,
}

/// A path: what was decided on the way, how far it came, how it ended. Two runs took the same path if these are the same.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Path {
    pub decisions: Vec<Decision>,
    pub accesses: usize,
    pub how: How,
}

/// How many conditions were decided.
pub fn branches(decisions: &[Decision]) -> usize {
    decisions.iter().filter(|decision| matches!(decision, Decision::Branch(_))).count()
}
