//! How Vellum ends.

use std::process::ExitCode;

/// The exit codes, as `docs` list them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Everything was done.
    Success,
    /// The command line makes no sense.
    Usage,
    /// The input cannot be read, parsed or typed.
    BadInput,
    /// The program does what it must not.
    Finding,
    /// A limit was reached, or something is not supported.
    Unknown,
    /// What the program that ran says.
    Program(u8),
    /// A bug in Vellum.
    Internal,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Success => 0,
            Exit::Usage => 1,
            Exit::BadInput => 2,
            Exit::Finding => 10,
            Exit::Unknown => 5,
            Exit::Program(status) => status,
            Exit::Internal => 6,
        })
    }
}
