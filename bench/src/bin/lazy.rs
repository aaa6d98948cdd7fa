//! Compares the strategies of lazy initialisation, on the programs with loops under
//! `tests/programs/lazy`, for growing bounds k of the loops: paths, states, and times.
//!
//! At the end it prints for each program the bound that `uber` reaches in the time of `lazy`. It fails if that is not at least
//! [`LEVELS`] more on lists, or if the findings of the strategies differ.
//!
//! Times are user times of whole processes, the best of several runs. The bound increases until the start of the
//! process is negligible in the time of `lazy`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use bench::checking::{self, Said};
use clap::Parser;
use serde_json::Value;

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
    #[arg(long, default_value_t = 128)]
    bound: u64,
    /// How often each exploration is run; the fastest counts
    #[arg(long, default_value_t = 3)]
    runs: u32,
    /// Increase the bound until `lazy` takes this number of seconds
    #[arg(long, default_value_t = 0.3)]
    enough: f64,
}

/// The programs, and their functions.
const PROGRAMS: [(&str, &str); 12] = [
    ("list-find", "find"),
    ("list-find-bug", "find"),
    ("append", "append"),
    ("list-remove", "remove_value"),
    ("list-remove-bug", "remove_value"),
    ("reverse", "reverse"),
    ("has-cycle", "has_cycle"),
    ("insert-sorted", "insert"),
    ("insert-sorted-lost-tail", "insert"),
    ("tree-find", "find"),
    ("tree-insert", "insert"),
    ("tree-remove", "remove_key"),
];

const HEAPS: [&str; 3] = ["lazy", "lazier", "uber"];

/// The goal: how much larger the bound of `uber` is than that of `lazy`.
const LEVELS: u64 = 3;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    println!(
        "{:<24} {:>3} {:<7} {:>8} {:>8} {:>9} {:>9}",
        "program", "k", "heap", "paths", "states", "seconds", "solver"
    );
    let chosen = PROGRAMS.iter().filter(|(name, _)| name.contains(&arguments.only));
    let (mut sums, mut good) = (Vec::new(), true);
    for &(name, function) in chosen {
        let program = Program { arguments: &arguments, name, function };
        match program.reached() {
            Ok(sum) => sums.push((name, sum)),
            Err(error) => {
                println!("FAIL: {name}: {error}");
                good = false;
            }
        }
    }
    println!();
    for (name, Reached { bound, seconds, uber }) in sums {
        // Trees have twice as many pointers on each level, and no goal.
        let claimed = !name.starts_with("tree");
        let passed = uber >= bound + LEVELS;
        let verdict = match (claimed, passed) {
            (false, _) => "",
            (true, true) => "PASS",
            (true, false) => "FAIL",
        };
        good &= passed || !claimed;
        println!(
            "{name:<24} lazy k = {bound:>3} in {seconds:.2} s, uber k = {uber:>3} in that time  {verdict}"
        );
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The largest bound of `lazy`, and that of `uber` in the same time.
struct Reached {
    bound: u64,
    seconds: f64,
    uber: u64,
}

/// A program that is measured.
struct Program<'a> {
    arguments: &'a Arguments,
    name: &'a str,
    function: &'a str,
}

/// An exploration.
struct Measured {
    user: f64,
    report: Value,
}

impl Program<'_> {
    /// Prints the rows of the table, and returns the largest bounds.
    fn reached(&self) -> Result<Reached, String> {
        let (mut running, mut last) = (HEAPS.to_vec(), None);
        let mut bound = 1;
        while bound <= self.arguments.bound {
            let Some(lazy) = self.rows(bound, &mut running)? else { break };
            last = Some((bound, lazy));
            if lazy >= self.arguments.enough {
                break;
            }
            bound += (bound / 2).max(1);
        }
        let (bound, seconds) = last.ok_or("lazy does not even end for k = 1")?;
        Ok(Reached { bound, seconds, uber: self.reached_in(seconds, bound)? })
    }

    /// Prints the rows for a bound, and drops the strategies that time out. Returns the time of `lazy`, unless it timed out.
    fn rows(&self, bound: u64, running: &mut Vec<&str>) -> Result<Option<f64>, String> {
        let mut seen: Vec<(&str, Measured)> = Vec::new();
        for &heap in running.iter() {
            match self.measured(heap, bound)? {
                Some(measured) => {
                    self.print(heap, bound, &measured);
                    seen.push((heap, measured));
                }
                None => println!(
                    "{:<24} {bound:>3} {heap:<7} more than {} s",
                    self.name, self.arguments.limit
                ),
            }
        }
        running.retain(|heap| seen.iter().any(|(it, _)| it == heap));
        let differ = |two: &&[(&str, Measured)]| findings(&two[0].1) != findings(&two[1].1);
        if let Some([(one, _), (other, _)]) = seen.windows(2).find(differ) {
            return Err(format!("{one} and {other} find different things for k = {bound}"));
        }
        Ok(seen.iter().find(|(heap, _)| *heap == "lazy").map(|(_, it)| it.user))
    }

    /// Returns the largest bound that `uber` reaches in some time, by bisection from a bound on.
    fn reached_in(&self, seconds: f64, start: u64) -> Result<u64, String> {
        let fits = |bound| -> Result<bool, String> {
            Ok(self.measured("uber", bound)?.is_some_and(|it| it.user <= seconds))
        };
        // It reaches `low` and does not reach `high`.
        let (mut low, mut high) = (0, start);
        let mut step = 1;
        while high <= self.arguments.bound && fits(high)? {
            (low, high) = (high, high + step);
            step *= 2;
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if fits(middle)? {
                low = middle;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    fn print(&self, heap: &str, bound: u64, Measured { user, report }: &Measured) {
        let count = |name: &str| report["statistics"][name].as_u64().unwrap_or(0);
        println!(
            "{:<24} {bound:>3} {heap:<7} {:>8} {:>8} {user:>9.2} {:>9.3}",
            self.name,
            count("paths"),
            count("states"),
            checking::solver_seconds(report)
        );
    }

    /// Returns the best of several explorations; `None` after a timeout.
    fn measured(&self, heap: &str, bound: u64) -> Result<Option<Measured>, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/programs/lazy");
        let file = root.join(format!("{}.c", self.name));
        let bound = bound.to_string();
        let flags =
            ["--function", self.function, "--heap", heap, "--unwind", &bound, "--keep-going"];
        let flags = flags.map(str::to_owned);
        let vellum = self.arguments.vellum.clone().unwrap_or_else(checking::vellum);
        let limit = Duration::from_secs(self.arguments.limit);
        let mut best: Option<Measured> = None;
        for _ in 0..self.arguments.runs.max(1) {
            let before = checking::user_seconds_of_children();
            let run = checking::check(&vellum, &flags, std::slice::from_ref(&file), limit);
            let user = checking::user_seconds_of_children()
                .zip(before)
                .map_or(run.seconds, |(after, before)| after - before);
            let report = match run.said {
                Said::Report(report) => report,
                Said::Failure(error) => return Err(error),
            };
            if checking::seconds(&report) >= limit.as_secs_f64() {
                return Ok(None);
            }
            if best.as_ref().is_none_or(|best| user < best.user) {
                best = Some(Measured { user, report });
            }
        }
        Ok(best)
    }
}

/// Returns the findings with their places.
fn findings(measured: &Measured) -> Vec<(&Value, &Value)> {
    let findings = measured.report["findings"].as_array().into_iter().flatten();
    findings.map(|it| (&it["kind"], &it["location"])).collect()
}
