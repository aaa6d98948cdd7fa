//! The command line: each option is parsed and checked by itself; other files act on it.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser};
use solver::external::Config;

use crate::cli::options::{
    AllocationCheck, Cover, ExternalFunctions, Format, HeapStrategy, LoopSummaries, MergePoints,
    Model, Proofs, RandomNumbers, SearchOrder,
};
use crate::cli::units;
use crate::load::program::ProgramArguments;
use crate::supervise::memory_limit;
use crate::supervise::warden::Limits;

/// Symbolic execution for C
#[derive(Parser, Debug)]
#[command(name = "vellum", version, about, disable_help_subcommand = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub subcommand: Subcommand,
}

/// The subcommands.
#[derive(clap::Subcommand, Debug)]
pub enum Subcommand {
    /// Check a program for all inputs
    ///
    /// Explores every path of the program and reports invalid reads, writes and frees, leaks, failed
    /// assertions, overflows, divisions by zero and calls that mark an error. The verdict is `true`
    /// (exit code 0: no input violates a property), `false` (exit code 10: an input does, and is shown) or
    /// `unknown` (exit code 5: a limit was reached, or something is not supported; the reason says which).
    Check(Box<CheckArguments>),

    /// Write a test for each path of a program
    ///
    /// Checks the program as `check --keep-going` does, and writes the inputs of each path that ends, and
    /// of each finding, to the directory of `--out`, which must be empty: as a test case of Test-Comp
    /// (.xml), as one of KLEE (.ktest), and as a C file that gives the program these inputs (.c). At the
    /// end, `coverage.txt` shows what the tests cover, and why not more.
    Test(Box<TestArguments>),

    /// Check a program in several memory models, and compare
    ///
    /// Takes the options of `check`. `--memory LIST` names the models, separated by commas; without it, all
    /// are compared. Each model has a run of its own; the table (or, with `--format json`, the reports)
    /// shows verdicts and costs. All models explore the same paths: `--merge` is `never` and `--loops` is
    /// `unroll` here unless they are given.
    Compare(CompareArguments),

    /// Run an SMT-LIB script through the solver
    ///
    /// The script is SMT-LIB 2.6 over bit-vectors, arrays and uninterpreted functions. Each command
    /// is answered on standard output as soon as it is complete. An error ends the script: the answer
    /// is `(error "...")`, standard error shows the place, and the exit code is 2.
    Solve(SolveArguments),

    /// Print the lowered program
    ///
    /// The files are compiled and linked as for checking, and printed in the text form of Vellum's
    /// intermediate representation.
    Ir(IrArguments),

    /// Run a program, and stop at undefined behaviour
    ///
    /// The program runs on an interpreter that knows every allocation. Its output and its exit code are
    /// passed on; undefined behaviour stops it with a message and exit code 10. It cannot open files.
    Run(RunArguments),
}

/// The flags of `vellum compare`.
#[derive(Args, Debug)]
pub struct CompareArguments {
    /// Files and options of `check`; and --memory LIST
    #[arg(
        value_name = "FILE.c",
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub words: Vec<OsString>,
}

/// The flags of `vellum check`.
#[derive(Args, Clone, Debug)]
pub struct CheckArguments {
    #[command(flatten)]
    pub program: ProgramArguments,

    /// The properties to check: names such as valid-memsafety or no-overflow, separated by commas, or an
    /// SV-COMP property file; may be repeated. Without it: all but valid-memcleanup and initialised.
    /// Undefined behaviour outside of these properties makes the verdict unknown
    #[arg(long, value_name = "PROPERTY")]
    pub property: Vec<String>,

    /// Accept an index outside of an array that is a member or an element, as long as the access stays inside of
    /// the whole object
    #[arg(long)]
    pub allow_subobject_overflow: bool,

    /// The function to start at. Its parameters, and globals that it may read, are inputs; the objects behind
    /// pointers are initialised lazily. `all` checks every function of the files by itself
    #[arg(long, value_name = "NAME", default_value = "main")]
    pub function: String,

    /// Report all findings, each place and kind once, instead of only the first
    #[arg(long)]
    pub keep_going: bool,

    /// The format of the result
    #[arg(long, value_name = "FORMAT", default_value_t = Format::usual())]
    pub format: Format,

    /// Compile each finding's replay with the program and RUN THE PROGRAM under the compiler's sanitizers,
    /// confined as far as the system can, and say whether they see the finding too
    #[arg(long, help_heading = "Replays")]
    pub confirm: bool,

    /// Write a replay of each finding into this directory: a C file that gives the program its inputs
    #[arg(long, value_name = "DIRECTORY", help_heading = "Replays")]
    pub out: Option<PathBuf>,

    /// Allocations may fail: both outcomes are explored
    #[arg(long, help_heading = "Inputs")]
    pub malloc_may_fail: bool,

    /// When and how a pointer of the input gets its value
    #[arg(long, value_name = "STRATEGY", default_value_t = HeapStrategy::Uber, help_heading = "Inputs")]
    pub heap: HeapStrategy,

    /// The largest number of elements of an array of the input
    #[arg(long, value_name = "NUMBER", default_value_t = 8,
          value_parser = clap::value_parser!(u64).range(1..=1024), help_heading = "Inputs")]
    pub array_bound: u64,

    /// Pointers of the input may also point into other objects of the input: to a member, or to an element
    /// of an array, of their type
    #[arg(long, help_heading = "Inputs")]
    pub interior_aliases: bool,

    /// Assume that this parameter of the function is not null, or with `all` that none is; may be repeated
    #[arg(long, value_name = "PARAMETER", help_heading = "Inputs")]
    pub non_null: Vec<String>,

    /// Assume a C expression over parameters and globals when the function is called, such as
    /// `n <= 10 && p != 0`; `vellum_bytes(p)` is the number of bytes behind a pointer. May be repeated
    #[arg(long, value_name = "EXPRESSION", help_heading = "Inputs")]
    pub assume: Vec<String>,

    /// Write the input heap of the first finding as a drawing for Graphviz
    #[arg(long, value_name = "FILE", help_heading = "Inputs")]
    pub dot: Option<PathBuf>,

    /// Report decisions on, and addresses from, uninitialised memory
    #[arg(long, help_heading = "Inputs")]
    pub check_uninitialised: bool,

    /// Give the program N symbolic arguments of at most LEN bytes
    #[arg(long, value_name = "N,LEN", value_parser = two_numbers, help_heading = "Inputs")]
    pub symbolic_args: Option<(u64, u64)>,

    /// Give standard input exactly this number of symbolic bytes; without it, any number
    #[arg(long, value_name = "LEN", help_heading = "Inputs")]
    pub symbolic_stdin: Option<u64>,

    /// What a function without a body does
    #[arg(long = "extern", value_name = "BEHAVIOUR", default_value_t = ExternalFunctions::Havoc,
          help_heading = "Inputs")]
    pub externals: ExternalFunctions,

    /// Take a function for an uninterpreted one, though it has a body: equal arguments have equal results, and it changes
    /// no memory; can be given several times
    #[arg(long, value_name = "FUNCTION", help_heading = "Inputs")]
    pub uninterpreted: Vec<String>,

    /// What random number generators such as `rand` return
    #[arg(long, value_name = "NUMBERS", default_value_t = RandomNumbers::Any, help_heading = "Inputs")]
    pub random: RandomNumbers,

    /// The model of symbolic memory
    #[arg(long, value_name = "MODEL", default_value_t = Model::usual(), help_heading = "Exploration")]
    pub memory: Model,

    /// How `--memory separation` decides whether an access hits an allocated cell; `model` if the option is not given
    #[arg(long, value_name = "PROCEDURE", help_heading = "Exploration")]
    pub allocation: Option<AllocationCheck>,

    /// Use another solver: z3, cvc5, bitwuzla, or a command line that reads SMT-LIB. With
    /// `--allocation sl` it must know separation logic, as cvc5 does
    #[arg(long, value_name = "SOLVER", value_parser = external_solver, help_heading = "Exploration")]
    pub solver: Option<Config>,

    /// Whether loops whose iterations have a closed form are summarised; other loops are unrolled
    #[arg(long, value_name = "TREATMENT", default_value_t = LoopSummaries::Compact,
          help_heading = "Exploration")]
    pub loops: LoopSummaries,

    /// Whether a prover looks for invariants of loops that have no bound, beside the exploration
    #[arg(long, value_name = "USE", default_value_t = Proofs::On, help_heading = "Exploration")]
    pub proofs: Proofs,

    /// The order in which paths are explored
    #[arg(long, value_name = "ORDER", default_value_t = SearchOrder::Auto,
          help_heading = "Exploration")]
    pub search: SearchOrder,

    /// Where states that forked are merged again
    #[arg(long, value_name = "POINTS", default_value_t = MergePoints::Auto, help_heading = "Exploration")]
    pub merge: MergePoints,

    /// The number of workers, each in a thread of its own. The verdict does not depend on it
    #[arg(long, value_name = "NUMBER", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..=256), help_heading = "Long runs")]
    pub jobs: u64,

    /// Write the frontier of the exploration and the findings to this file, periodically and at the end
    #[arg(long, value_name = "FILE", conflicts_with = "path", help_heading = "Long runs")]
    pub checkpoint: Option<PathBuf>,

    /// The time between two checkpoints: 5, 500ms, 1m
    #[arg(long, value_name = "TIME", default_value = "5", value_parser = units::time,
          help_heading = "Long runs")]
    pub checkpoint_every: Duration,

    /// Resume from a checkpoint of the same program, with the same options
    #[arg(long, value_name = "FILE", conflicts_with = "path", help_heading = "Long runs")]
    pub resume: Option<PathBuf>,

    #[command(flatten)]
    pub limits: LimitArguments,

    /// Cut paths after this number of decisions
    #[arg(long, value_name = "NUMBER", help_heading = "Limits")]
    pub max_depth: Option<u64>,

    /// Stop after this number of paths
    #[arg(long, value_name = "NUMBER", help_heading = "Limits")]
    pub max_paths: Option<u64>,

    /// Cut paths after this number of instructions
    #[arg(long, value_name = "NUMBER", help_heading = "Limits")]
    pub max_steps: Option<u64>,

    /// Cut paths after this number of iterations of a loop
    #[arg(long, value_name = "NUMBER", help_heading = "Limits")]
    pub unwind: Option<u64>,

    /// Cancel queries to the solver after this number of conflicts
    #[arg(long, value_name = "NUMBER", help_heading = "Limits")]
    pub conflicts: Option<u64>,

    /// Replay one path, given by its decisions as in a finding, and show its statements, values and decisions. The path
    /// ends at the first decision that is not given
    #[arg(long, value_name = "DECISIONS", value_parser = decisions, help_heading = "Exploration")]
    pub path: Option<Path>,

    /// With --path and --memory separation: show the symbolic heap after each statement, as a formula
    #[arg(long, requires = "path", help_heading = "Exploration")]
    pub heap_formula: bool,

    /// Print statistics to standard error
    #[arg(long)]
    pub stats: bool,
}

/// The flags of `vellum test`.
#[derive(Args, Debug)]
pub struct TestArguments {
    #[command(flatten)]
    pub check: CheckArguments,

    /// Keep only these tests; without it, all
    #[arg(long, value_name = "GOAL")]
    pub cover: Option<Cover>,
}

impl CheckArguments {
    /// The function to start at. A program in Javalite declares it.
    pub fn start(&self) -> &str {
        match self.function.as_str() {
            "main" if self.program.is_javalite() => javalite::ENTRY,
            name => name,
        }
    }
}

/// Limits on the whole of a run.
#[derive(Args, Clone, Copy, Debug)]
pub struct LimitArguments {
    /// Stop after this time, from start to end: 20, 20s, 500ms, 5m, 1h. A number alone is in seconds
    #[arg(long, value_name = "TIME", value_parser = units::time, help_heading = "Limits")]
    pub time_limit: Option<Duration>,

    /// The limit on memory: 300, 300MB, 2GB. A number alone is in megabytes. At the limit, waiting states are dropped and
    /// rebuilt later; a path that needs more by itself is cut. Without this, three quarters of the free memory
    #[arg(long, value_name = "SIZE", value_parser = units::memory, help_heading = "Limits")]
    pub memory_limit: Option<u64>,
}

impl LimitArguments {
    /// Returns the limits of the run.
    pub fn limits(&self) -> Limits {
        Limits { time: self.time_limit, memory: memory_limit::bytes(self.memory_limit) }
    }
}

/// The decisions of a path.
#[derive(Clone, Debug)]
pub struct Path(pub Vec<engine::findings::Decision>);

fn decisions(text: &str) -> Result<Path, String> {
    let path = engine::findings::parse_decisions(text).map(Path);
    path.ok_or_else(|| {
        "expected zeros, ones and numbers in brackets, as a finding shows them".to_owned()
    })
}

fn two_numbers(text: &str) -> Result<(u64, u64), String> {
    let both = text.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    both.filter(|(count, length)| *count <= 256 && *length <= 65536)
        .ok_or_else(|| "expected two numbers: how many arguments (at most 256), and their length (at most 65536)".to_owned())
}

/// The flags of `vellum run`.
#[derive(Args, Debug)]
pub struct RunArguments {
    #[command(flatten)]
    pub program: ProgramArguments,

    /// Stop after this number of instructions
    #[arg(long, value_name = "NUMBER")]
    pub max_steps: Option<u64>,

    #[command(flatten)]
    pub limits: LimitArguments,

    /// The arguments of the program
    #[arg(last = true, value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
}

impl RunArguments {
    /// Returns the `argv` of the program.
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

    #[command(flatten)]
    pub limits: LimitArguments,
}

/// Returns the words of the command line, with two dashes for the long options that compilers write with
/// one.
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

    /// Print statistics of the solver's layers to standard error
    #[arg(long)]
    pub stats: bool,

    /// Use another solver: z3, cvc5, bitwuzla, or a command line that reads SMT-LIB
    #[arg(long, value_name = "SOLVER", value_parser = external_solver)]
    pub solver: Option<Config>,

    /// Answer `unknown` to a query that takes longer: 20, 20s, 500ms, 5m
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub time_limit: Option<Duration>,

    /// The limit on memory: 300, 300MB, 2GB. Without this, three quarters of the free memory
    #[arg(long, value_name = "SIZE", value_parser = units::memory)]
    pub memory_limit: Option<u64>,

    /// Answer `unknown` to a query that needs more conflicts in the SAT solver: unlike a time limit,
    /// the same in every run
    #[arg(long, value_name = "NUMBER")]
    pub conflicts: Option<u64>,

    /// Write every query that reaches the solver as an .smt2 file into this directory
    #[arg(long, value_name = "DIRECTORY")]
    pub log_queries: Option<PathBuf>,
}

fn external_solver(text: &str) -> Result<Config, String> {
    Config::named(text).ok_or_else(|| "expected the name of a solver or a command line".to_owned())
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
