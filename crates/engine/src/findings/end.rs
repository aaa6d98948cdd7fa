//! The ends of paths, and violations. This is data alone: `report` and `vellum` make the text.

use std::borrow::Cow;

use ir::{CheckKind, MessageId};
use memory::{Access, Site, Value};

/// The end of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The program returned from `main` or called `exit`, with this status, of 32 bits.
    Exit(Value),
    /// The program called `abort`.
    Abort,
    /// The program violates a property.
    Violation(Box<Violation>),
    /// The program needs a feature that Vellum does not support.
    Unsupported(Box<Unsupported>),
    /// A limit was reached.
    Limit(Limit),
    /// The path is infeasible from here on: an assumption does not hold for any input.
    Infeasible,
    /// Other states cover all inputs of this one.
    Covered,
    /// The run was cancelled.
    Interrupted,
}

/// A violation, as the machine detects it; the explorer judges whether it is reported as a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The kind.
    pub kind: ViolationKind,
    /// The instruction at which it happens.
    pub site: Site,
    /// The sites of the calls around it, innermost first; of a deep recursion only the innermost.
    pub calls: Vec<Site>,
    /// Other sites that explain it.
    pub notes: Vec<(Site, Note)>,
}

/// The role of a further site of a violation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// The allocation was allocated there.
    Allocated,
    /// The allocation was freed there.
    Freed,
    /// The lifetime of the object ended there.
    Ended,
}

/// The kind of a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ViolationKind {
    /// An access through a null pointer.
    NullPointer(Access),
    /// An access through a pointer whose value is not an address of any object.
    WildPointer(Access),
    /// An access out of the bounds of an allocation.
    OutOfBounds {
        /// The kind of access.
        access: Access,
        /// The offset in bytes from the start of the allocation.
        offset: i64,
        /// The number of bytes accessed.
        length: u64,
        /// The size of the allocation.
        size: u64,
    },
    /// An access to memory that was freed.
    UseAfterFree(Access),
    /// An access to a local variable after the end of its scope.
    UseAfterScope(Access),
    /// A write to a constant object, or to a string literal.
    WriteToConstant,
    /// `free` of a pointer that does not point to a heap allocation.
    FreeOfNonHeap,
    /// `free` of a pointer into the middle of an allocation.
    FreeInside,
    /// `free` of an allocation that was freed before.
    DoubleFree,
    /// A leak: a heap allocation that has become unreachable.
    Leak,
    /// A heap allocation that was not freed at the end.
    NotFreed,
    /// A call of a function that marks an error: its name.
    ErrorCall(String),
    /// A failed check of the language: an operation whose behaviour is undefined, as a rule.
    Check(CheckKind),
    /// A failed assertion: its text.
    Assertion(String),
    /// A call through a pointer that does not point to a function.
    NoFunction,
    /// A call of a function with arguments that do not fit its parameters.
    BadCall,
    /// A decision that depends on an uninitialised value.
    Uninitialised,
    /// An assignment of an object to one that overlaps it partly.
    OverlappingCopy,
    /// A call of a library function that violates the function's requirements: the requirement.
    Library(String),
}

/// An unsupported feature that the program needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// The feature.
    pub what: Feature,
    /// The instruction that needs it.
    pub site: Site,
    /// The sites of the calls around it, innermost first.
    pub calls: Vec<Site>,
}

/// A feature that Vellum does not support.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feature {
    /// A feature that the front end reported when it lowered the program.
    Message(MessageId),
    /// A function without a body that no library defines.
    External(String),
    /// Any other feature, as text.
    Other(Cow<'static, str>),
}

/// A limit of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The number of instructions.
    Steps,
    /// The depth of the call stack.
    Depth,
    /// The address space, or the memory of this machine.
    Memory,
    /// Time.
    Time,
    /// The number of paths.
    Paths,
    /// The number of decisions on one path.
    Decisions,
    /// The number of iterations of a loop.
    Unwind,
    /// A single path, given by its decisions.
    Path,
}

impl Limit {
    /// All limits, with their names.
    const NAMES: [(Limit, &'static str); 8] = [
        (Limit::Steps, "steps"),
        (Limit::Depth, "depth"),
        (Limit::Memory, "memory"),
        (Limit::Time, "time"),
        (Limit::Paths, "paths"),
        (Limit::Decisions, "decisions"),
        (Limit::Unwind, "unwind"),
        (Limit::Path, "path"),
    ];

    /// Returns the name of the limit.
    #[must_use]
    pub fn name(self) -> &'static str {
        Limit::NAMES.iter().find(|(limit, _)| *limit == self).map_or("", |(_, name)| name)
    }

    /// Returns the limit of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Limit> {
        Limit::NAMES.iter().find(|(_, other)| *other == name).map(|(limit, _)| *limit)
    }
}
