//! Measures the models of memory against each other: the figures of `docs/memory-models.md`.
//!
//! Times are those that the tool measures itself, exploration without reading and compiling. Where times are
//! compared, the explorations take turns, and the best of several counts.

mod lengths;
mod loops;
mod programs;
mod separation;
mod timestamps;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use bench::checking::{self, Said};
use bench::tasks::{self, Task};
use clap::{Args, Parser, Subcommand};
use serde_json::Value;

/// Measures the models of memory against each other
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// `planes` against `planes-naive`: instructions in equal time
    Loops(loops::Arguments),
    /// `timestamps` against `timestamps-naive`: times
    Timestamps(timestamps::Arguments),
    /// The decision procedures for allocated cells: times and queries
    Separation(separation::Arguments),
    /// All models on all programs that are measured: times
    Programs(programs::Arguments),
    /// Blocks of symbolic size, for growing bounds of the size: times
    Lengths(lengths::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().what {
        What::Loops(arguments) => loops::run(&arguments),
        What::Timestamps(arguments) => timestamps::run(&arguments),
        What::Separation(arguments) => separation::run(&arguments),
        What::Programs(arguments) => programs::run(&arguments),
        What::Lengths(arguments) => lengths::run(&arguments),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The tool, and how often it runs.
#[derive(Args)]
struct Measured {
    /// The program to measure; otherwise the `vellum` beside this one
    #[arg(long)]
    vellum: Option<PathBuf>,
    /// Only programs whose name contains this
    #[arg(long, default_value = "")]
    only: String,
}

impl Measured {
    /// Checks a program once.
    fn check(&self, flags: &[&str], files: &[PathBuf], seconds: f64) -> Result<Value, String> {
        let vellum = self.vellum.clone().unwrap_or_else(checking::vellum);
        let limit = Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?;
        let mut flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
        // Models are compared on the same paths: whether states are merged depends on the model.
        flags.extend(["--merge", "never"].map(String::from));
        if !flags.iter().any(|flag| flag == "--loops") {
            flags.extend(["--loops", "unroll"].map(String::from));
        }
        match checking::check(&vellum, &flags, files, limit).said {
            Said::Report(report) => Ok(report),
            Said::Failure(error) => Err(format!("{}: {error}", files[0].display())),
        }
    }

    /// Checks a program with several sets of flags in turns; returns the fastest report of each. A run that reaches the
    /// limit is not repeated.
    fn check_by_turns(
        &self,
        ways: &[Vec<&str>],
        file: &Path,
        seconds: f64,
        runs: u32,
    ) -> Result<Vec<Value>, String> {
        let mut best = vec![None; ways.len()];
        for _ in 0..runs.max(1) {
            for (way, best) in ways.iter().zip(&mut best) {
                if !best.as_ref().is_some_and(is_stopped) {
                    let report = self.check(way, &[file.to_owned()], seconds)?;
                    *best = Some(checking::quicker(best.take(), report));
                }
            }
        }
        Ok(best.into_iter().flatten().collect())
    }

    /// Returns the tasks of a folder; of a program both before and after preprocessing, only the latter.
    fn tasks(&self, folder: &Path) -> Result<Vec<Task>, String> {
        let mut tasks = tasks::of_folder(folder)?;
        let preprocessed: Vec<PathBuf> =
            tasks.iter().map(|it| it.name.with_extension("i")).collect();
        let names: Vec<PathBuf> = tasks.iter().map(|task| task.name.clone()).collect();
        let mut twice =
            preprocessed.iter().zip(&names).map(|(i, name)| i != name && names.contains(i));
        tasks.retain(|_| !twice.next().unwrap_or(false));
        tasks.retain(|task| task.name.to_string_lossy().contains(&self.only));
        Ok(tasks)
    }
}

/// A program under `bench`.
fn program(folder: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(format!("{name}.c"))
}

/// Whether an exploration has no verdict.
fn is_stopped(report: &Value) -> bool {
    report["verdict"] == "unknown"
}

/// Returns the time of an exploration, or that it reached the limit.
fn time(report: &Value) -> String {
    let mark = if is_stopped(report) { ">" } else { "" };
    format!("{mark}{:.4}", checking::seconds(report))
}

/// Prints a goal and whether it is met.
fn goal(text: &str, met: bool) -> bool {
    println!("{}: {text}", if met { "PASS" } else { "FAIL" });
    met
}
