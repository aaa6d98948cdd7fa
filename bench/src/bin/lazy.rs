//! Compares the ways in which pointers of the input get their values, on the programs with loops under
//! `tests/programs/lazy`, for growing bounds of the loops.
//!
//! Times are those that the tool measures itself. Once a way does not end within the limit, larger bounds are left
//! out for it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use bench::checking::{self, Said};
use clap::Parser;

/// Compares lazy, lazier and uber on lists and trees
#[derive(Parser)]
struct Arguments {
    /// Only programs whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// The program to measure; otherwise the `vellum` beside this one
    #[arg(long)]
    vellum: Option<PathBuf>,
    /// The seconds after which an exploration is stopped
    #[arg(long, default_value_t = 10)]
    limit: u64,
    /// The largest bound
    #[arg(long, default_value_t = 10)]
    bound: u64,
}

/// The programs, and their functions.
const PROGRAMS: [(&str, &str); 9] = [
    ("list-find", "find"),
    ("append", "append"),
    ("list-remove", "remove_value"),
    ("reverse", "reverse"),
    ("has-cycle", "has_cycle"),
    ("insert-sorted", "insert"),
    ("tree-find", "find"),
    ("tree-insert", "insert"),
    ("tree-remove", "remove_key"),
];

const HEAPS: [&str; 3] = ["lazy", "lazier", "uber"];

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    println!(
        "{:<14} {:>3} {:<7} {:>8} {:>13} {:>9} {:>9}",
        "program", "k", "heap", "paths", "instructions", "seconds", "solver"
    );
    let mut good = true;
    for (program, function) in PROGRAMS.iter().filter(|(name, _)| name.contains(&arguments.only)) {
        let mut running = HEAPS.to_vec();
        for bound in 1..=arguments.bound {
            running.retain(|heap| match measured(&arguments, program, function, heap, bound) {
                Ok(row) => {
                    println!("{program:<14} {bound:>3} {heap:<7} {row}");
                    true
                }
                Err(Missed::Time) => {
                    println!("{program:<14} {bound:>3} {heap:<7} more than {} s", arguments.limit);
                    false
                }
                Err(Missed::Failure(error)) => {
                    println!("{program:<14} {bound:>3} {heap:<7} FAIL: {error}");
                    good = false;
                    false
                }
            });
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Why there is no row.
enum Missed {
    Time,
    Failure(String),
}

fn measured(
    arguments: &Arguments,
    program: &str,
    function: &str,
    heap: &str,
    bound: u64,
) -> Result<String, Missed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/programs/lazy");
    let file = root.join(format!("{program}.c"));
    let bound = bound.to_string();
    let flags = ["--function", function, "--heap", heap, "--unwind", &bound].map(str::to_owned);
    let vellum = arguments.vellum.clone().unwrap_or_else(checking::vellum);
    let limit = Duration::from_secs(arguments.limit);
    let report = match checking::check(&vellum, &flags, &[file], limit).said {
        Said::Report(report) => report,
        Said::Failure(error) => return Err(Missed::Failure(error)),
    };
    let reason = report["reason"].as_str().unwrap_or_default();
    if reason.starts_with("time") {
        return Err(Missed::Time);
    }
    if report["verdict"] == "false" {
        return Err(Missed::Failure("there is nothing to be found".to_owned()));
    }
    let statistics = &report["statistics"];
    Ok(format!(
        "{:>8} {:>13} {:>9.3} {:>9.3}",
        statistics["paths"],
        statistics["instructions"],
        checking::seconds(&report),
        checking::solver_seconds(&report)
    ))
}
