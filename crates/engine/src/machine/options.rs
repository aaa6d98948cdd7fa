//! Options of a run.

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Instructions.
    pub steps: u64,
    /// Calls within calls.
    pub depth: usize,
    /// Decisions on one path.
    pub decisions: Option<u64>,
    /// Rounds of one loop in one call.
    pub unwind: Option<u64>,
}

/// What a function without a body does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Externals {
    /// It returns anything, and writes anything to what its arguments lead to.
    Havoc,
    /// It returns anything, and changes no memory.
    Pure,
    /// It returns anything, but the same for the same arguments, and changes no memory.
    Uninterpreted,
    /// It ends the path as unsupported.
    Error,
}

/// Whether there is always memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Allocations {
    /// There is, by the rules of the language.
    #[default]
    Succeed,
    /// That is taken for granted.
    AssumedToSucceed,
    /// Each may fail.
    MayFail,
}

/// Where random numbers come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Random {
    /// Each is an input of the program.
    #[default]
    Any,
    /// Generators are glibc's: the same seed gives the same sequence.
    Glibc,
}
