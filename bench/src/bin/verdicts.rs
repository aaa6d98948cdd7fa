//! Runs `vellum check` over programs of others with known verdicts, and compares.
//!
//! The programs stay where they are, outside of the project. What is known of them is in task
//! definitions beside them or in their names (`bench::tasks`).

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bench::checking::{self, Said};
use bench::tasks::{self, Task};
use clap::Parser;
use serde_json::Value;

/// Runs `vellum check` over programs with known verdicts
#[derive(Parser)]
struct Arguments {
    /// Folders with programs
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// The seconds that each program may take
    #[arg(long, default_value_t = 20.0)]
    seconds: f64,
    /// Programs that are checked at the same time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// The sizes of types where a program's task does not say: ilp32 or lp64
    #[arg(long, default_value = "ilp32")]
    data_model: String,
    /// The tool; otherwise the `vellum` beside this program
    #[arg(long)]
    vellum: Option<PathBuf>,
    /// Only programs whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// The memory that each may take, in megabytes
    #[arg(long, default_value_t = 4000)]
    memory: u64,
    /// Prints every result, not only what is wrong
    #[arg(long)]
    all: bool,
    /// More flags for `vellum check`
    #[arg(last = true)]
    flags: Vec<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let limit = match Duration::try_from_secs_f64(arguments.seconds) {
        Ok(limit) if !limit.is_zero() => limit,
        _ => {
            eprintln!("--seconds: a number above zero");
            return ExitCode::FAILURE;
        }
    };
    let mut tables = Vec::new();
    for folder in &arguments.folders {
        let mut tasks = match tasks::of_folder(folder) {
            Ok(tasks) => tasks,
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        };
        tasks.retain(|task| task.name.to_string_lossy().contains(&arguments.only));
        let start = Instant::now();
        let table = Table::of(&tasks, &results(&arguments, &tasks, limit), arguments.all);
        let name = folder.display().to_string();
        tables.push((name, table, start.elapsed().as_secs_f64()));
    }
    print(&tables);
    match tables.iter().any(|(_, table, _)| table.wrong() > 0) {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

/// How a verdict compares with what is expected.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Result {
    CorrectTrue,
    CorrectFalse,
    WrongTrue,
    /// With the finding.
    WrongFalse(String),
    /// With the reason.
    Unknown(String),
    Error(String),
}

/// Checks all tasks, several at a time.
fn results(arguments: &Arguments, tasks: &[Task], limit: Duration) -> Vec<(Result, f64)> {
    let vellum = arguments.vellum.clone().unwrap_or_else(checking::vellum);
    checking::in_parallel(arguments.jobs, tasks, |task| {
        let run = checking::check(&vellum, &flags(arguments, task), &task.files, limit);
        (compared(task, &run.said), run.seconds)
    })
}

fn flags(arguments: &Arguments, task: &Task) -> Vec<String> {
    let model = task.data_model.as_ref().unwrap_or(&arguments.data_model);
    let memory = arguments.memory.to_string();
    let properties = task.properties.iter().flat_map(|it| ["--property", it]);
    let words = properties.chain(["--data-model", model, "--memory-limit", &memory]);
    words.chain(arguments.flags.iter().map(String::as_str)).map(str::to_owned).collect()
}

fn compared(task: &Task, said: &Said) -> Result {
    let report = match said {
        Said::Report(report) => report,
        Said::Failure(error) => return Result::Error(error.clone()),
    };
    let text = |key: &str| report[key].as_str().unwrap_or("").to_owned();
    match (text("verdict").as_str(), task.holds) {
        ("true", true) => Result::CorrectTrue,
        ("true", false) => Result::WrongTrue,
        ("false", false) if task.part.as_ref().is_none_or(|part| *part == text("property")) => {
            Result::CorrectFalse
        }
        ("false", _) => Result::WrongFalse(finding(report)),
        _ => Result::Unknown(text("reason")),
    }
}

/// The first finding, in a line.
fn finding(report: &Value) -> String {
    let found = &report["findings"][0];
    let part = |place: &str| found.pointer(place).map_or(String::new(), ToString::to_string);
    format!("{} {} in line {}", part("/property"), part("/message"), part("/location/line"))
}

/// The results of a folder.
#[derive(Default)]
struct Table {
    correct_true: usize,
    correct_false: usize,
    wrong_true: usize,
    wrong_false: usize,
    errors: usize,
    /// By the word before the colon.
    unknown: BTreeMap<String, usize>,
}

impl Table {
    /// Counts, and prints what is worth a line.
    fn of(tasks: &[Task], results: &[(Result, f64)], all: bool) -> Table {
        let mut table = Table::default();
        for (task, (result, seconds)) in tasks.iter().zip(results) {
            let what = table.add(result);
            let important =
                matches!(result, Result::WrongTrue | Result::WrongFalse(_) | Result::Error(_));
            if all || important {
                let properties = task.properties.join(", ");
                let expected = match (&task.part, task.holds) {
                    (Some(part), _) => format!("{properties}: false ({part})"),
                    (None, holds) => format!("{properties}: {holds}"),
                };
                println!("{}: {what}, expected {expected}, {seconds:.1} s", task.name.display());
            }
        }
        table
    }

    fn wrong(&self) -> usize {
        self.wrong_true + self.wrong_false
    }

    /// Counts a result; what it is called.
    fn add(&mut self, result: &Result) -> String {
        match result {
            Result::CorrectTrue => {
                self.correct_true += 1;
                "correct true".to_owned()
            }
            Result::CorrectFalse => {
                self.correct_false += 1;
                "correct false".to_owned()
            }
            Result::WrongTrue => {
                self.wrong_true += 1;
                "WRONG true".to_owned()
            }
            Result::WrongFalse(finding) => {
                self.wrong_false += 1;
                format!("WRONG false: {finding}")
            }
            Result::Unknown(reason) => {
                let word = reason.split(':').next().unwrap_or("").to_owned();
                *self.unknown.entry(word).or_insert(0) += 1;
                format!("unknown: {reason}")
            }
            Result::Error(error) => {
                self.errors += 1;
                format!("ERROR: {error}")
            }
        }
    }
}

/// A row for each folder.
fn print(tables: &[(String, Table, f64)]) {
    let width = tables.iter().map(|(name, ..)| name.len()).max().unwrap_or(0).max(6);
    println!(
        "\n{:<width$} {:>5} {:>6} {:>6} {:>6} {:>6} {:>7} {:>6} {:>8}  unknown by reason",
        "folder", "tasks", "true", "false", "WRONG", "WRONG", "unknown", "errors", "seconds"
    );
    println!("{:<width$} {:>5} {:>6} {:>6} {:>6} {:>6}", "", "", "right", "right", "true", "false");
    for (name, table, seconds) in tables {
        let unknown: usize = table.unknown.values().sum();
        let reasons: Vec<String> =
            table.unknown.iter().map(|(word, count)| format!("{word} {count}")).collect();
        let right = table.correct_true + table.correct_false;
        println!(
            "{name:<width$} {:>5} {:>6} {:>6} {:>6} {:>6} {unknown:>7} {:>6} {seconds:>8.1}  {}",
            right + table.wrong() + unknown + table.errors,
            table.correct_true,
            table.correct_false,
            table.wrong_true,
            table.wrong_false,
            table.errors,
            reasons.join(", ")
        );
    }
}
