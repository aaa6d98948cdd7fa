//! Measures `vellum check` on the programs under `bench/explore`, which fork often.
//!
//! Times are those that the tool measures itself: exploration, without reading and compiling the
//! program and the runtime. The best of several runs counts.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use bench::checking;
use clap::Parser;
use serde_json::Value;

/// Measures `vellum check` on programs that fork often
#[derive(Parser)]
struct Arguments {
    /// Only programs whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// The program to measure; otherwise the `vellum` beside this one
    #[arg(long)]
    vellum: Option<PathBuf>,
    /// The seconds after which an exploration is stopped
    #[arg(long, default_value_t = 60)]
    limit: u64,
    /// How often each program is explored; the best time counts
    #[arg(long, default_value_t = 3)]
    runs: u32,
    /// Prints the statistics of each layer of the solver
    #[arg(long)]
    layers: bool,
    /// Also explores with this number of workers, in turns with one, and prints the speedup
    #[arg(long)]
    jobs: Option<u32>,
}

/// A program.
struct Program {
    name: &'static str,
    verdict: &'static str,
    /// If it forks often: the size at which it takes long enough for several workers.
    long: Option<u32>,
}

const fn program(name: &'static str, long: Option<u32>) -> Program {
    Program { name, verdict: "true", long }
}

const PROGRAMS: [Program; 9] = [
    program("tree", Some(15)),
    program("memcmp", None),
    program("parser", Some(9)),
    program("sort", Some(7)),
    program("hash", None),
    program("search", Some(8192)),
    program("list", Some(6)),
    program("strcmp", None),
    program("counts", None),
];

/// Merging and loop summaries are off, because forks are measured.
const FORKS: [&str; 4] = ["--merge", "never", "--loops", "unroll"];

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(jobs) = arguments.jobs {
        return compare_jobs(&arguments, jobs);
    }
    println!(
        "{:<8} {:>8} {:>7} {:>9} {:>9} {:>10} {:>10} {:>8} {:>9} {:>9}",
        "program",
        "verdict",
        "paths",
        "seconds",
        "paths/s",
        "instr./s",
        "queries",
        "witness",
        "layers",
        "SAT"
    );
    let mut total = Row::default();
    let mut good = true;
    for program in PROGRAMS.iter().filter(|program| program.name.contains(&arguments.only)) {
        let Program { name, verdict, .. } = program;
        match best_of(&arguments, arguments.runs, name, &[]) {
            Ok(report) => {
                let row = Row::of(&report);
                row.print(name);
                if arguments.layers {
                    print_layers(&report);
                }
                if row.verdict != *verdict {
                    println!("FAIL: {name} is {verdict}");
                    good = false;
                }
                total.add(&row);
            }
            Err(error) => {
                println!("FAIL: {name}: {error}");
                good = false;
            }
        }
    }
    total.print("all");
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The statistics of an exploration.
#[derive(Default)]
struct Row {
    verdict: String,
    paths: f64,
    instructions: f64,
    seconds: f64,
    /// Queries whether a branch, a violation or an overlap is feasible.
    queries: f64,
    /// Those that the witness of the path answers.
    by_witness: f64,
    /// Queries of the layer that calls a SAT solver. The layers above may split a query into several, so
    /// this is an upper bound for the queries that needed it.
    by_sat: f64,
}

impl Row {
    fn of(report: &Value) -> Row {
        let number = |place: &str| checking::number(report, place);
        Row {
            verdict: report["verdict"].as_str().unwrap_or("").to_owned(),
            paths: number("/statistics/paths"),
            instructions: number("/statistics/instructions"),
            seconds: checking::seconds(report),
            queries: number("/statistics/solver/queries"),
            by_witness: number("/statistics/solver/by_witness"),
            by_sat: number("/statistics/solver/layers/bit-blasting/queries"),
        }
    }

    fn add(&mut self, other: &Row) {
        self.paths += other.paths;
        self.instructions += other.instructions;
        self.seconds += other.seconds;
        self.queries += other.queries;
        self.by_witness += other.by_witness;
        self.by_sat += other.by_sat;
    }

    fn print(&self, name: &str) {
        let share = |part: f64| 100.0 * part / self.queries.max(1.0);
        let seconds = self.seconds.max(1e-9);
        let by_layers = (self.queries - self.by_witness - self.by_sat).max(0.0);
        println!(
            "{name:<8} {:>8} {:>7} {:>9.4} {:>9.0} {:>10.0} {:>10} {:>7.1}% {:>8.1}% {:>8.1}%",
            self.verdict,
            self.paths,
            self.seconds,
            self.paths / seconds,
            self.instructions / seconds,
            self.queries,
            share(self.by_witness),
            share(by_layers),
            share(self.by_sat)
        );
    }
}

/// Explorations of one program in three ways; of each the least time counts.
struct Compared {
    /// By one worker.
    alone: f64,
    /// By several.
    together: f64,
    /// By the same number of independent processes with one worker each: the speedup that the machine allows.
    apart: f64,
}

impl Compared {
    fn print(&self, name: &str, jobs: u32, rest: &str) {
        let Compared { alone, together, apart } = self;
        let (ratio, machine) = (alone / together, f64::from(jobs) * alone / apart);
        println!(
            "{name:<8} {alone:>9.4} {together:>9.4} {ratio:>7.2} {apart:>9.4} {machine:>7.2} {rest}"
        );
    }
}

/// Compares one worker with several, and with the same number of independent processes.
fn compare_jobs(arguments: &Arguments, jobs: u32) -> ExitCode {
    println!(
        "{:<8} {:>9} {:>9} {:>7} {:>9} {:>7} {:>11} {:>9}",
        "program", "1 worker", jobs, "ratio", "apart", "machine", "received", "repeated"
    );
    let mut sums = Compared { alone: 0.0, together: 0.0, apart: 0.0 };
    let mut good = true;
    for program in PROGRAMS.iter().filter(|program| program.name.contains(&arguments.only)) {
        let Some(size) = program.long else { continue };
        match compared(arguments, program, size, jobs) {
            Ok((row, rest)) => {
                row.print(program.name, jobs, &rest);
                sums.alone += row.alone;
                sums.together += row.together;
                sums.apart += row.apart;
            }
            Err(error) => {
                println!("FAIL: {}: {error}", program.name);
                good = false;
            }
        }
    }
    sums.print("all", jobs, "");
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Explores one program in all three ways, in turns; returns also the states that workers received.
fn compared(
    arguments: &Arguments,
    program: &Program,
    size: u32,
    jobs: u32,
) -> Result<(Compared, String), String> {
    let size = format!("SIZE={size}");
    let explored = |jobs: u32| -> Result<Value, String> {
        let flags = ["-D", &size, "--jobs", &jobs.to_string()];
        let report = best_of(arguments, 1, program.name, &flags)?;
        match report["verdict"] == program.verdict {
            true => Ok(report),
            false => Err(format!("is {}", program.verdict)),
        }
    };
    let mut best = Compared { alone: f64::MAX, together: f64::MAX, apart: f64::MAX };
    let mut rest = String::new();
    for _ in 0..arguments.runs.max(1) {
        best.alone = best.alone.min(checking::seconds(&explored(1)?));
        let together = explored(jobs)?;
        best.together = best.together.min(checking::seconds(&together));
        rest = handed_over(&together);
        let apart = thread::scope(|scope| {
            let all: Vec<_> = (0..jobs).map(|_| scope.spawn(|| explored(1))).collect();
            let ends = all.into_iter().map(|it| it.join().map_err(|_| "a thread failed")?);
            ends.map(|report| Ok(checking::seconds(&report?))).collect::<Result<Vec<f64>, String>>()
        })?;
        best.apart = best.apart.min(apart.into_iter().fold(0.0, f64::max));
    }
    Ok((best, rest))
}

/// Returns how many states other workers received, and the share of instructions that they repeated.
fn handed_over(report: &Value) -> String {
    let number = |place: &str| checking::number(report, place);
    let again = number("/statistics/repeated_instructions") / number("/statistics/instructions");
    format!("{:>11} {:>8.1}%", number("/statistics/rebuilt_states"), 100.0 * again)
}

/// Returns the best of several explorations, and its report.
fn best_of(arguments: &Arguments, runs: u32, name: &str, flags: &[&str]) -> Result<Value, String> {
    let vellum = arguments.vellum.clone().unwrap_or_else(checking::vellum);
    let flags: Vec<String> = FORKS.iter().chain(flags).map(|&flag| flag.to_owned()).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("explore");
    let file = folder.join(format!("{name}.c"));
    let limit = Duration::from_secs(arguments.limit);
    checking::best_of(runs, &vellum, &flags, &file, limit)
}

/// Prints a line for each layer that received a query.
fn print_layers(report: &Value) {
    let Some(layers) = report.pointer("/statistics/solver/layers").and_then(Value::as_object)
    else {
        return;
    };
    for (name, layer) in layers {
        let number = |key: &str| layer[key].as_f64().unwrap_or(0.0);
        let (queries, answered) = (number("queries"), number("answered"));
        if queries > 0.0 {
            let seconds = number("seconds");
            println!("  {name:<14} {queries:>8} queries {answered:>8} answered {seconds:>9.4} s");
        }
    }
}
