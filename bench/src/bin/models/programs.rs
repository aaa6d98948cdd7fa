//! All models on all programs that are measured here: the default should be the best on nearly all of them.

use bench::checking::seconds;
use clap::Args;
use serde_json::Value;

use crate::{Measured, goal, program, time};

#[derive(Args)]
pub struct Arguments {
    /// The models; the default is compared with the others
    #[arg(long, default_value = "segments,arrays,planes,separation,timestamps")]
    memory: String,
    /// The seconds after which an exploration is stopped
    #[arg(long, default_value_t = 10.0)]
    limit: f64,
    /// How often each is explored; the best time counts
    #[arg(long, default_value_t = 5)]
    runs: u32,
    #[command(flatten)]
    measured: Measured,
}

const PROGRAMS: [(&str, &[&str]); 3] = [
    (
        "models",
        &[
            "accesses",
            "ledger",
            "scattered",
            "table",
            "records",
            "copies",
            "bytes",
            "pointers",
            "texts",
            "ring",
            "grid",
            "forks",
            "lengths",
            "lists",
        ],
    ),
    (
        "explore",
        &["tree", "memcmp", "parser", "sort", "hash", "search", "list", "strcmp", "counts"],
    ),
    ("programs", &["sieve", "matrix", "hash", "list", "strings"]),
];

/// The largest accepted ratio of the default to the best, and the ratio up to which it counts as good as the best.
const ALLOWED: f64 = 1.2;
const TIED: f64 = 1.05;
/// Smaller differences are noise.
const NOISE: f64 = 0.002;

pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let models: Vec<&str> = arguments.memory.split(',').collect();
    let columns: Vec<String> = models.iter().map(|model| format!("{model:>17}")).collect();
    println!("{:<18} {} {:>8}", "seconds", columns.join(""), "ratio");
    let ways: Vec<Vec<&str>> = models.iter().map(|model| vec!["--memory", model]).collect();
    let (mut count, mut tied, mut worse) = (0, 0, Vec::new());
    let all =
        PROGRAMS.iter().flat_map(|(folder, names)| names.iter().map(move |it| (*folder, *it)));
    for (folder, name) in all {
        let label = format!("{folder}/{name}");
        if !label.contains(&arguments.measured.only) {
            continue;
        }
        let file = program(folder, name);
        let reports =
            arguments.measured.check_by_turns(&ways, &file, arguments.limit, arguments.runs)?;
        let ratio = ratio(&reports);
        let cells: Vec<String> = reports.iter().map(|it| format!("{:>17}", time(it))).collect();
        println!("{label:<18} {} {ratio:>8.2}", cells.join(""));
        if reports.iter().any(|report| report["verdict"] == "false") {
            return Err(format!("{label}: there is nothing to be found"));
        }
        count += 1;
        tied += usize::from(ratio <= TIED);
        if ratio > ALLOWED {
            worse.push(label);
        }
    }
    let text = format!("within {ALLOWED} times of the best everywhere; not: {}", worse.join(" "));
    let met = goal(text.trim_end_matches("; not: "), worse.is_empty());
    let most = goal(&format!("the best or as good on {tied} of {count}"), 2 * tied > count);
    Ok(met && most)
}

/// Returns the ratio of the first time to the best.
fn ratio(reports: &[Value]) -> f64 {
    let best = reports.iter().map(seconds).fold(f64::INFINITY, f64::min);
    let first = reports.first().map_or(0.0, seconds);
    if first - best < NOISE { 1.0 } else { first / best.max(1e-9) }
}
