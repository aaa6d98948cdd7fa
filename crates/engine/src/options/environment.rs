//! The environment of the program: the semantics of what neither the program nor the C library defines.

/// The environment of the program.
#[derive(Clone, Debug)]
pub struct Environment {
    /// Whether allocations can fail.
    pub allocations: Allocations,
    /// The semantics of functions without a body.
    pub externals: Externals,
    /// The functions without a body that are uninterpreted, whatever the others are.
    pub uninterpreted: Vec<String>,
    /// The semantics of random number generators.
    pub random: Random,
    /// The number of bytes of standard input; `None` if none is specified.
    pub stdin: Option<u64>,
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
