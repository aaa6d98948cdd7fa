//! What was typed, checked one by one and nothing built from it yet.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser};
use solver::external::Config;

use crate::program::ProgramArguments;

/// Symbolic execution for C
#[derive(Parser, Debug)]
#[command(name = "vellum", version, about, disable_help_subcommand = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub subcommand: Subcommand,
}

/// What is to be done.
#[derive(clap::Subcommand, Debug)]
pub enum Subcommand {
    /// Run an SMT-LIB script through the solver
    ///
    /// The script is SMT-LIB 2.6 over bit-vectors, arrays and uninterpreted functions. Each command
    /// is answered on standard output as soon as it is complete. An error ends the script: it is
    /// answered by `(error "...")` and shown with its place on standard error, and the exit code
    /// is 2.
    Solve(SolveArguments),

    /// Print the lowered program
    ///
    /// The files are compiled and linked as for checking, and printed in the text form of Vellum's
    /// intermediate representation.
    Ir(IrArguments),

    /// Run a program, and stop where it breaks a rule of the language
    ///
    /// The program runs on an interpreter that knows every block of memory. Its output and its exit
    /// code are passed on; where it does what the language does not allow, it is stopped with a
    /// message, and the exit code is 10.
    Run(RunArguments),
}

/// The flags of `vellum run`.
#[derive(Args, Debug)]
pub struct RunArguments {
    #[command(flatten)]
    pub program: ProgramArguments,

    /// Stop after so many instructions
    #[arg(long, value_name = "NUMBER")]
    pub max_steps: Option<u64>,

    /// The arguments of the program
    #[arg(last = true, value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
}

impl RunArguments {
    /// What the program sees as `argv`.
    pub fn program_words(&self) -> Vec<Vec<u8>> {
        let name = self.program.files.first().map(|file| file.as_os_str().as_bytes().to_vec());
        let arguments = self.arguments.iter().map(|word| word.as_bytes().to_vec());
        name.into_iter().chain(arguments).collect()
    }
}

/// The flags of `vellum ir`.
#[derive(Args, Debug)]
pub struct IrArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
}

/// The words of the command line, with those long options that compilers write with one dash
/// written with two.
pub fn normalised(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let normalise = |word: OsString| match word.to_str() {
        Some(text) if text == "-include" || text.starts_with("-std=") => {
            OsString::from(format!("-{text}"))
        }
        _ => word,
    };
    words.map(normalise).collect()
}

/// The flags of `vellum solve`.
#[derive(Args, Debug)]
pub struct SolveArguments {
    /// The script; `-` is the standard input
    #[arg(value_name = "FILE.smt2")]
    pub file: PathBuf,

    /// Print what each layer of the solver did, to standard error
    #[arg(long)]
    pub stats: bool,

    /// Ask another solver: z3, cvc5, bitwuzla, or a command line that reads SMT-LIB
    #[arg(long, value_name = "SOLVER", value_parser = external_solver)]
    pub solver: Option<Config>,

    /// Answer `unknown` to a question that takes longer
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,

    /// Answer `unknown` to a question that needs more conflicts in the SAT solver: unlike a time
    /// limit, the same in every run
    #[arg(long, value_name = "NUMBER")]
    pub conflicts: Option<u64>,

    /// Write every question that reaches the solver as an .smt2 file into this directory
    #[arg(long, value_name = "DIRECTORY")]
    pub log_queries: Option<PathBuf>,
}

fn external_solver(text: &str) -> Result<Config, String> {
    Config::named(text).ok_or_else(|| "the name of a solver or a command line".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(number) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err("a number of seconds above zero".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<SolveArguments, clap::Error> {
        let line = ["vellum", "solve"].iter().chain(arguments);
        Arguments::try_parse_from(line).map(|arguments| match arguments.subcommand {
            Subcommand::Solve(arguments) => arguments,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn the_table_of_flags_is_sound() {
        <Arguments as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn flags_of_solve() {
        let flags = ["--stats", "--time-limit", "0.5", "--conflicts", "7", "--solver", "my s", "-"];
        let arguments = parse(&flags).unwrap();
        assert!(arguments.stats);
        assert_eq!(arguments.time_limit, Some(Duration::from_millis(500)));
        assert_eq!(arguments.conflicts, Some(7));
        assert_eq!(arguments.solver.unwrap().command, ["my", "s"]);
        assert_eq!(arguments.file.to_str(), Some("-"));
    }

    #[test]
    fn values_that_make_no_sense() {
        for flags in [
            &["x", "--time-limit", "0"][..],
            &["x", "--time-limit", "-1"],
            &["x", "--time-limit", "nan"],
            &["x", "--time-limit", "1e300"],
            &["x", "--conflicts", "many"],
            &["x", "--solver", " "],
            &[],
        ] {
            assert!(parse(flags).is_err(), "{flags:?}");
        }
    }
}
