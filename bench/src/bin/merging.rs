//! Measures what merging saves: `vellum check` with `--merge never`, `joins` and `auto` on the programs under
//! `bench/merge`, whose paths fork and join again, on those under `bench/explore` and `bench/models`, and on the examples.
//!
//! The verdicts must agree, except for timeouts, and `auto` must not take more
//! than 1.3 times as long as `never`. Times are those that the tool measures itself; the best of several runs counts.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use bench::checking;
use clap::Parser;
use serde_json::Value;

/// Measures what merging saves
#[derive(Parser)]
struct Arguments {
    /// Only programs whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// The seconds after which an exploration is stopped
    #[arg(long, default_value_t = 30)]
    limit: u64,
    /// How often each program is explored; the best time counts
    #[arg(long, default_value_t = 5)]
    runs: u32,
}

const WAYS: [&str; 3] = ["never", "joins", "auto"];

/// The largest accepted ratio of `auto` to `never`.
const MOST: f64 = 1.3;

/// Differences below this are noise, in seconds.
const NOISE: f64 = 0.005;

/// Explorations that take longer, in seconds, are not repeated: noise matters little in them.
const LONG: f64 = 5.0;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let title = |way: &&str| format!("{way:>8}: paths    queries   seconds");
    println!("{:<20} {}  auto/never", "program", WAYS.each_ref().map(title).join(" "));
    let mut good = true;
    for file in programs().into_iter().filter(|file| name(file).contains(&arguments.only)) {
        match measured(&arguments, &file) {
            Ok(reports) => good &= tell(&name(&file), &reports),
            Err(error) => {
                println!("FAIL: {}: {error}", name(&file));
                good = false;
            }
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints a line; returns `false` if a goal is missed.
fn tell(name: &str, reports: &[Value]) -> bool {
    print!("{name:<20}");
    for report in reports {
        let number = |place: &str| checking::number(report, place);
        let (paths, queries) = (number("/statistics/paths"), number("/statistics/solver/queries"));
        print!(
            " {:>8} {paths:>6} {queries:>10} {:>9.4}",
            verdict(report),
            checking::seconds(report)
        );
    }
    let [never, _, auto] = [0, 1, 2].map(|at| checking::seconds(&reports[at]));
    println!("  {:>10.2}", auto / never.max(1e-9));
    let known: Vec<&str> = reports.iter().map(verdict).filter(|it| *it != "unknown").collect();
    let same = known.windows(2).all(|pair| pair[0] == pair[1]);
    if !same {
        println!("FAIL: {name}: the verdicts differ");
    }
    let slow = auto > never * MOST + NOISE;
    if slow {
        println!("FAIL: {name}: more than {MOST} times as long");
    }
    same && !slow
}

fn verdict(report: &Value) -> &str {
    report["verdict"].as_str().unwrap_or("")
}

/// The programs, in order.
fn programs() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["merge", "explore", "models", "../examples"];
    let files = folders.iter().flat_map(|name| std::fs::read_dir(here.join(name))).flatten();
    let files = files.filter_map(|entry| entry.ok().map(|it| it.path()));
    // Files without `main` are checked function by function, where nothing is merged.
    let is_program = |file: &PathBuf| {
        file.extension().is_some_and(|it| it == "c")
            && std::fs::read_to_string(file).is_ok_and(|text| text.contains("main("))
    };
    let mut files: Vec<PathBuf> = files.filter(is_program).collect();
    files.sort();
    files
}

/// The folder and the name of a program.
fn name(file: &Path) -> String {
    let part = |it: Option<&std::ffi::OsStr>| it.unwrap_or_default().to_string_lossy().into_owned();
    format!("{}/{}", part(file.parent().and_then(Path::file_name)), part(file.file_stem()))
}

/// Returns the best of several explorations with each strategy. They take turns, so that other load slows down all alike.
fn measured(arguments: &Arguments, file: &Path) -> Result<Vec<Value>, String> {
    let limit = Duration::from_secs(arguments.limit);
    let mut best: [Option<Value>; 3] = [const { None }; 3];
    for _ in 0..arguments.runs.max(1) {
        for (best, way) in best.iter_mut().zip(WAYS) {
            if best.as_ref().is_some_and(|report| checking::seconds(report) > LONG) {
                continue;
            }
            let flags = ["--merge".to_owned(), way.to_owned()];
            let report = checking::best_of(1, &checking::vellum(), &flags, file, limit)?;
            *best = Some(checking::quicker(best.take(), report));
        }
    }
    Ok(best.into_iter().flatten().collect())
}
