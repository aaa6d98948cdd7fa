//! The options of a run: limits, and the semantics of what the program does not define.

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
}

/// The semantics of functions without a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Externals {
    /// Returns an unconstrained value, and havocs the memory that is reachable from the arguments.
    Havoc,
    /// Returns an unconstrained value, and changes no memory.
    Pure,
    /// Returns an unconstrained value, the same for the same arguments, and changes no memory.
    Uninterpreted,
    /// Ends the path as unsupported.
    Error,
}

/// The semantics of allocation functions when memory is exhausted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Allocations {
    /// Every allocation succeeds, by the rules of the language.
    #[default]
    Succeed,
    /// Every allocation succeeds, which is recorded as an assumption.
    AssumedToSucceed,
    /// Each allocation may fail.
    MayFail,
}

/// The semantics of random number generators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Random {
    /// Each random number is an input of the program.
    #[default]
    Any,
    /// The generators are those of glibc: the same seed gives the same sequence.
    Glibc,
}
