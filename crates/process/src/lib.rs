//! Starts other programs: the one place of the workspace that does.
//!
//! No shell is involved. A program runs under limits ([`Limits`]), without a terminal, and ends with all its
//! descendants: when it ends itself, at a limit, when [`end_all`] is called, and when this process ends, in whatever way.
//!
//! The last is the work of a *supervisor*: a process between this one and the program, which is this executable started
//! again (see [`become_supervisor_if_asked`]). It adopts the descendants of the program and watches a pipe whose other end only this
//! process has. Executables that do not call [`become_supervisor_if_asked`], such as the tests of other crates, start programs
//! directly: time and output are limited then, and a program ends with its process group.
//!
//! This crate knows nothing of what programs are for.

mod confine;
mod control;
mod dialogue;
mod operand;
mod run;
mod scratch;
mod supervise;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod system_calls;
mod tree;

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

pub use confine::{Confinement, Part};
pub use control::end_all;
pub use dialogue::{Dialogue, start};
pub use operand::{has_response_file_name, operand};
pub use run::{Finished, run};
pub use scratch::Scratch;
pub use supervise::become_supervisor_if_asked;

/// What is to be started.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The program: a path, or a name to be looked up in `PATH`.
    pub program: OsString,
    /// Its arguments, each as it is.
    pub arguments: Vec<OsString>,
    /// Where it runs; here if there is none.
    pub directory: Option<PathBuf>,
    /// The variables of its environment.
    pub environment: Environment,
    /// What it may not do; nothing is forbidden without.
    pub confinement: Option<Confinement>,
}

/// The environment of a program.
#[derive(Clone, Debug)]
pub enum Environment {
    /// That of this process, with some variables set.
    Inherited(Vec<(OsString, OsString)>),
    /// These variables and no others.
    Only(Vec<(OsString, OsString)>),
}

impl Invocation {
    /// A program without arguments, in our directory and environment but for the locale: what it prints is read by programs.
    #[must_use]
    pub fn new(program: impl Into<OsString>) -> Invocation {
        Invocation {
            program: program.into(),
            arguments: Vec::new(),
            directory: None,
            environment: Environment::Inherited(vec![("LC_ALL".into(), "C".into())]),
            confinement: None,
        }
    }

    /// With more arguments.
    #[must_use]
    pub fn with(mut self, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Invocation {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }
}

/// How much a program may use, with all its descendants.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Bytes of memory that are resident. The address space does not count: sanitizers reserve terabytes.
    pub memory: Option<u64>,
    /// Bytes of a file that it writes.
    pub file_size: Option<u64>,
    /// Processes and threads.
    pub processes: Option<u64>,
    /// Bytes that it writes to one stream.
    pub output: usize,
}

impl Limits {
    /// When the time is up.
    fn deadline(&self) -> Option<Instant> {
        self.time.and_then(|time| Instant::now().checked_add(time))
    }
}

/// The limit at which a program was ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excess {
    /// [`Limits::time`].
    Time,
    /// [`Limits::memory`].
    Memory,
    /// [`Limits::processes`].
    Processes,
    /// [`Limits::output`].
    Output,
}

impl Excess {
    const NAMES: [(Excess, &str); 4] = [
        (Excess::Time, "time"),
        (Excess::Memory, "memory"),
        (Excess::Processes, "processes"),
        (Excess::Output, "output"),
    ];

    /// The name of the limit.
    #[must_use]
    pub fn name(self) -> &'static str {
        Excess::NAMES.iter().find(|(it, _)| *it == self).map_or("", |(_, name)| name)
    }

    fn named(name: &str) -> Option<Excess> {
        Excess::NAMES.iter().find(|(_, it)| *it == name).map(|(it, _)| *it)
    }
}

/// Why there is no result.
#[derive(Debug)]
pub enum Failure {
    /// The program could not be started.
    Start(io::Error),
    /// The supervisor ended before it reported.
    Supervisor,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Start(error) => error.fmt(f),
            Failure::Supervisor => f.write_str("its supervisor was killed"),
        }
    }
}
