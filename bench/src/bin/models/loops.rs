//! *SEGY*, section 5: nodes that `planes` and `planes-naive` visit in equal time (table 1), how many reads and
//! writes of `planes` the boost maps answer (table 2), and how many collision queries need no SAT
//! solver (table 3): the memory's cache, a witness or the layers above answer them.
//!
//! A node is an instruction. Locals are kept in memory, as in the document.

use std::path::PathBuf;

use bench::checking::{in_parallel, number};
use clap::Args;
use serde_json::Value;

use crate::{Measured, goal};

#[derive(Args)]
pub struct Arguments {
    /// A folder of programs: that of the category Loops of SV-COMP 2013
    folder: PathBuf,
    /// The seconds for each program
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// Programs that are checked at the same time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// The sizes of types
    #[arg(long, default_value = "ilp32")]
    data_model: String,
    /// Summarise loops where possible, as in the document, instead of unrolling them
    #[arg(long)]
    compact: bool,
    /// Prints a line for each program
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    measured: Measured,
}

const MODELS: [&str; 2] = ["planes", "planes-naive"];

/// The counters, and where they are in a report.
const COUNTS: [&str; 9] = [
    "/statistics/instructions",
    "/statistics/memory/reads",
    "/statistics/memory/quick_reads",
    "/statistics/memory/writes",
    "/statistics/memory/quick_writes",
    "/statistics/memory/collisions",
    "/statistics/memory/collisions_known",
    "/statistics/memory/collisions_solved",
    "/statistics/memory/multi_writes",
];

pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let tasks = arguments.measured.tasks(&arguments.folder)?;
    let runs: Vec<(usize, &str)> =
        (0..tasks.len()).flat_map(|task| MODELS.map(|model| (task, model))).collect();
    let reports = in_parallel(arguments.jobs, &runs, |&(task, model)| {
        let properties = tasks[task].properties.iter().flat_map(|it| ["--property", it]);
        let mut flags: Vec<&str> = properties.collect();
        flags.extend(["--no-promote", "--data-model", &arguments.data_model, "--memory", model]);
        flags.extend(["--memory-limit", "4000"]);
        flags.extend(["--loops", if arguments.compact { "compact" } else { "unroll" }]);
        arguments.measured.check(&flags, &tasks[task].files, arguments.seconds)
    });
    let mut totals = [[0.0; COUNTS.len()]; MODELS.len()];
    let (mut programs, mut good) = (0, true);
    for (task, pair) in tasks.iter().zip(reports.chunks(MODELS.len())) {
        let [Ok(fast), Ok(naive)] = pair else {
            let errors = pair.iter().filter_map(|report| report.as_ref().err());
            errors.for_each(|error| println!("left out: {error}"));
            continue;
        };
        programs += 1;
        good &= agree(&task.name.to_string_lossy(), fast, naive);
        let counts = [counts(fast), counts(naive)];
        if arguments.all {
            println!("{}: {} and {} nodes", task.name.display(), counts[0][0], counts[1][0]);
        }
        for (total, counts) in totals.iter_mut().zip(counts) {
            total.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
        }
    }
    println!("{programs} programs, {} s each", arguments.seconds);
    Ok(shown(&totals, if arguments.compact { 16.0 } else { 19.0 }) && good)
}

fn counts(report: &Value) -> [f64; COUNTS.len()] {
    COUNTS.map(|place| number(report, place))
}

fn agree(name: &str, fast: &Value, naive: &Value) -> bool {
    let verdicts = [fast, naive].map(|report| report["verdict"].as_str().unwrap_or(""));
    let differ = verdicts == ["true", "false"] || verdicts == ["false", "true"];
    !differ || goal(&format!("{name}: the verdicts are the same"), false)
}

/// Prints the three tables, and whether the goal for the ratio of visited nodes is reached.
fn shown(totals: &[[f64; COUNTS.len()]; MODELS.len()], times: f64) -> bool {
    let [fast, naive] = totals;
    let share = |part: f64, whole: f64| 100.0 * part / whole.max(1.0);
    let [nodes, reads, quick_reads, writes, quick_writes, collisions, known, solved, many] = *fast;
    let ratio = nodes / naive[0].max(1.0);
    let quick = share(quick_reads + quick_writes, reads + writes);
    let hits = share(collisions - solved, collisions);
    println!("nodes visited: {nodes} by planes, {} by planes-naive", naive[0]);
    println!("reads: {reads}, {:.2} % by boost maps", share(quick_reads, reads));
    println!("writes: {writes}, {:.2} % by boost maps", share(quick_writes, writes));
    println!("multi-writes: {many}");
    let [own, solver] = [known, solved].map(|part| share(part, collisions));
    println!(
        "collision queries: {collisions}, {own:.1} % by the memory's cache, {solver:.1} % by SAT"
    );
    let met = [
        goal(&format!("{times} times as many nodes: {ratio:.1} times"), ratio >= times),
        goal(&format!("99.6 % by boost maps: {quick:.2} %"), quick >= 99.6),
        goal(&format!("83 % of collision queries without SAT: {hits:.1} %"), hits >= 83.0),
    ];
    met == [true; 3]
}
