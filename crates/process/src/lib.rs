//! Starts other programs: the only crate of the workspace that does.
//!
//! No shell is involved. A program runs under [`Limits`], without a terminal. It ends together with all its
//! descendants: when it exits, at a limit, when [`end_all`] is called, and when this process ends in any way.
//!
//! A *supervisor* guarantees the last point. It is a process between this one and the program: this executable, started
//! again (see [`become_supervisor_if_asked`]). It adopts the descendants of the program and watches a pipe whose other
//! end only this process holds. Executables that do not call [`become_supervisor_if_asked`], such as the tests of other
//! crates, start programs directly. Then only time and output are limited, and a program ends with its process group.
//!
//! This crate does not know what programs are used for.

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

/// A program with its arguments, environment and confinement.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The program: a path, or a name that is looked up in `PATH`.
    pub program: OsString,
    /// Its arguments, passed unchanged.
    pub arguments: Vec<OsString>,
    /// Its working directory; `None` for that of this process.
    pub directory: Option<PathBuf>,
    /// Its environment variables.
    pub environment: Environment,
    /// Its confinement; `None` for an unrestricted program.
    pub confinement: Option<Confinement>,
}

/// The environment of a program.
#[derive(Clone, Debug)]
pub enum Environment {
    /// The environment of this process, with some variables set.
    Inherited(Vec<(OsString, OsString)>),
    /// Only these variables.
    Only(Vec<(OsString, OsString)>),
}

impl Invocation {
    /// Creates an invocation without arguments, in the directory and environment of this process. The locale is set to
    /// `C`, because other code parses what the program prints.
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

    /// Appends arguments.
    #[must_use]
    pub fn with(mut self, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Invocation {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }
}

/// The resources that a program may use, together with all its descendants.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Bytes of resident memory. The address space is not limited: sanitizers reserve terabytes.
    pub memory: Option<u64>,
    /// The size in bytes of each file that it writes.
    pub file_size: Option<u64>,
    /// The number of processes and threads.
    pub processes: Option<u64>,
    /// Bytes written to one stream.
    pub output: usize,
}

impl Limits {
    /// Returns the time at which the time limit is reached.
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

    /// Returns the name of the limit.
    #[must_use]
    pub fn name(self) -> &'static str {
        Excess::NAMES.iter().find(|(it, _)| *it == self).map_or("", |(_, name)| name)
    }

    fn named(name: &str) -> Option<Excess> {
        Excess::NAMES.iter().find(|(_, it)| *it == name).map(|(it, _)| *it)
    }
}

/// The reason why a program gave no result.
#[derive(Debug)]
pub enum Failure {
    /// The program could not be started.
    Start(io::Error),
    /// The supervisor ended before it had reported.
    Supervisor,
    /// The program ended, and another one keeps its output open.
    Open,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Start(error) => error.fmt(f),
            Failure::Supervisor => f.write_str("its supervisor was killed"),
            Failure::Open => f.write_str("another program keeps its output open"),
        }
    }
}
