//! What a run did: the same for the machines and for the judge, so that they can be compared.

use javalite::tree::Position;

/// More decisions than this are not taken.
pub const MOST_DECISIONS: usize = 6;

/// Nor more accesses of fields.
pub const MOST_ACCESSES: usize = 6;

/// How a path ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum How {
    Done,
    /// The last access was one of null.
    Null,
    /// A failed assertion here.
    Assertion(Position),
    /// Too many decisions or accesses.
    Cut,
}

/// A path: what was decided on the way, how far it came, how it ended. Two runs took the same path if these are the same.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Path {
    pub decisions: Vec<bool>,
    pub accesses: usize,
    pub how: How,
}
