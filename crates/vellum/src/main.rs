//! The command line: flags, files and wiring. Only this crate does input and output.
//!
//! Every subcommand has its file in `commands`. It takes its parsed options, runs, and returns the exit code; `main` turns a panic into
//! an exit code, too.

mod cli;
mod commands;
mod load;
mod replay;
mod results;
mod supervise;

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use clap::Parser;

use cli::arguments::{self, Arguments, Subcommand};
use cli::exit::{self, Exit};
use cli::stream::is_written;
use commands::{check, compare, ir, run, solve, test_files};
use supervise::warden::{LastWords, Limits, Warden};

/// `memory_limit` explains why; `allocator.c` configures it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The size of the stack. The contents of memory may be nested as deeply as a program is long
/// (copies of copies); the system provides only the pages that are used.
pub(crate) const STACK: usize = 512 << 20;

fn main() {
    let start = Instant::now();
    process::become_supervisor_if_asked();
    let worker =
        std::thread::Builder::new().stack_size(STACK).spawn(move || guarded(move || run(start)));
    let exit = match worker {
        Ok(worker) => worker.join().unwrap_or(Exit::Internal),
        Err(_) => guarded(move || run(start)),
    };
    is_written(std::io::stdout().flush());
    exit::leave(exit)
}

fn run(start: Instant) -> Exit {
    let arguments = match Arguments::try_parse_from(arguments::normalised(std::env::args_os())) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are not errors, and clap prints them to standard output.
            let printed = error.print();
            if error.use_stderr() {
                return Exit::Usage;
            }
            is_written(printed);
            return Exit::Success;
        }
    };
    match arguments.subcommand {
        Subcommand::Check(arguments) => {
            let limits = arguments.limits.limits();
            let warden = Warden::begin(start, limits, true, check::last_words(&arguments));
            check::run(*arguments, &warden)
        }
        Subcommand::Test(arguments) => {
            let (limits, words) = (arguments.check.limits.limits(), &arguments.check);
            let warden = Warden::begin(start, limits, true, check::last_words(words));
            test_files::run(*arguments, &warden)
        }
        Subcommand::Compare(arguments) => compare::run(&arguments),
        Subcommand::Solve(arguments) => solve::run(&arguments, start),
        Subcommand::Ir(arguments) => {
            let warden = without_verdict(start, arguments.limits.limits());
            ir::run(&arguments, &warden)
        }
        Subcommand::Run(arguments) => {
            let warden = without_verdict(start, arguments.limits.limits());
            run::run(&arguments, &warden)
        }
    }
}

/// Starts the warden of a command without a verdict: its last words are the limit that was reached.
fn without_verdict(start: Instant, limits: Limits) -> Warden {
    Warden::begin(start, limits, false, move |why| {
        let errors = run::limit_message(why, limits);
        LastWords { output: String::new(), errors, exit: Exit::Unknown }
    })
}

/// Runs a function; a panic in it is a bug in Vellum, and has the exit code of one.
fn guarded(run: impl FnOnce() -> Exit) -> Exit {
    // No state is used after a panic.
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        eprintln!(
            "vellum: internal error: this is a bug in Vellum; please report it with its input"
        );
        Exit::Internal
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_has_its_exit_code() {
        assert_eq!(guarded(|| panic!("on purpose")), Exit::Internal);
        assert_eq!(guarded(|| Exit::BadInput), Exit::BadInput);
    }
}
