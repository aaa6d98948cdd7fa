//! How a path ends, and what may be wrong there. Data only: the wording is made in reports.

use std::borrow::Cow;

use ir::{CheckKind, MessageId};
use memory::{Access, Site, Value};

/// How a path ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The program returned from `main` or called `exit`, with this status, of 32 bits.
    Exit(Value),
    /// The program called `abort`.
    Abort,
    /// The program does what it must not.
    Violation(Box<Violation>),
    /// Something is executed that Vellum cannot run.
    Unsupported(Box<Unsupported>),
    /// A limit was reached.
    Limit(Limit),
    /// No input takes this path any further: an assumption does not hold.
    Infeasible,
    /// Other states stand for all inputs that would go on.
    Covered,
    /// Somebody asked to give up.
    Interrupted,
}

/// Something wrong in the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// What.
    pub kind: ViolationKind,
    /// Where.
    pub site: Site,
    /// The calls that led there, innermost first; of a deep recursion only the innermost.
    pub calls: Vec<Site>,
    /// Other places that belong to it.
    pub notes: Vec<(Site, Note)>,
}

/// What a place has to do with a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// The allocation was made there.
    Allocated,
    /// The allocation was freed there.
    Freed,
    /// The lifetime of the object ended there.
    Ended,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ViolationKind {
    /// An access through a null pointer.
    NullPointer(Access),
    /// An access through a number that is no address of an object.
    WildPointer(Access),
    /// An access outside of a block.
    OutOfBounds {
        /// Which.
        access: Access,
        /// Bytes from the start of the block.
        offset: i64,
        /// How many bytes were accessed.
        length: u64,
        /// How many the block has.
        size: u64,
    },
    /// An access to memory that was freed.
    UseAfterFree(Access),
    /// An access to a local whose scope was left.
    UseAfterScope(Access),
    /// A write to an object that is constant, or to a string literal.
    WriteToConstant,
    /// `free` of something that is no block of the heap.
    FreeOfNonHeap,
    /// `free` of a pointer into the middle of a block.
    FreeInside,
    /// `free` of a block that was freed.
    DoubleFree,
    /// A block of the heap that nothing points to any more.
    Leak,
    /// A block of the heap that was not freed at the end.
    NotFreed,
    /// A function was called that marks an error: its name.
    ErrorCall(String),
    /// A rule of the language is broken.
    Check(CheckKind),
    /// An assertion failed: its text.
    Assertion(String),
    /// A call through a pointer that points to no function.
    NoFunction,
    /// A call of a function with arguments that it does not take.
    BadCall,
    /// A decision depends on a value that was never written.
    Uninitialised,
    /// An object is assigned to one that it overlaps partly.
    OverlappingCopy,
    /// A library function was called with arguments that it does not allow: which rule.
    Library(String),
}

/// Something that Vellum cannot run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// What.
    pub what: Feature,
    /// Where.
    pub site: Site,
    /// The calls that led there, innermost first.
    pub calls: Vec<Site>,
}

/// What cannot be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feature {
    /// The front end said so when it lowered the program.
    Message(MessageId),
    /// A function without a body that no library has.
    External(String),
    /// Anything else.
    Other(Cow<'static, str>),
}

/// A limit that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Instructions.
    Steps,
    /// Calls within calls.
    Depth,
    /// The address space, or the memory of this machine.
    Memory,
    /// Time.
    Time,
    /// Paths.
    Paths,
    /// Decisions on one path.
    Decisions,
    /// Rounds of a loop.
    Unwind,
    /// One path, as it was given.
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

    /// The name of it.
    #[must_use]
    pub fn name(self) -> &'static str {
        Limit::NAMES.iter().find(|(limit, _)| *limit == self).map_or("", |(_, name)| name)
    }

    /// The limit of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Limit> {
        Limit::NAMES.iter().find(|(_, other)| *other == name).map(|(limit, _)| *limit)
    }
}
