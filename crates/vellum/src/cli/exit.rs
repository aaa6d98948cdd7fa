//! Exit codes, and the end of the process.

use report::Verdict;

use crate::cli::files;
use crate::cli::stream::has_lost_output;

/// The exit codes, as `docs` list them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// The run succeeded, or the verdict is `true`.
    Success,
    /// The command line is wrong.
    Usage,
    /// The input cannot be read, parsed or typed, or the output cannot be written.
    BadInput,
    /// There is a finding.
    Finding,
    /// A limit was reached, or something is not supported.
    Unknown,
    /// The exit code of the program that ran.
    Program(u8),
    /// A bug in Vellum.
    Internal,
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Exit {
        match verdict {
            Verdict::True => Exit::Success,
            Verdict::False => Exit::Finding,
            Verdict::Unknown => Exit::Unknown,
        }
    }
}

impl Exit {
    fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Usage => 1,
            Exit::BadInput => 2,
            Exit::Finding => 10,
            Exit::Unknown => 5,
            Exit::Program(status) => status,
            Exit::Internal => 6,
        }
    }
}

/// Ends the process at once: kills the programs that it started, and removes incomplete files. Output must be flushed
/// before. No destructor runs, which could take long after an exploration of many states, and no thread is joined.
pub fn leave(exit: Exit) -> ! {
    let exit = match exit {
        Exit::Internal => exit,
        _ if has_lost_output() => Exit::BadInput,
        _ => exit,
    };
    process::end_all();
    files::abandon();
    signal_hook::low_level::exit(i32::from(exit.code()))
}
