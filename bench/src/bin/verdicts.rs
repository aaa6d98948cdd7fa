//! Runs `vellum check` over benchmark sets with known verdicts, and compares.
//!
//! The programs are outside of the project. Their expected verdicts are in task definitions beside them or in their names
//! (`bench::tasks`).

use std::collections::BTreeMap;
use std::process::ExitCode;

use bench::checking::{Said, first_finding};
use bench::sweep::{Sweep, Swept};
use bench::tasks::Task;
use clap::Parser;

/// Runs `vellum check` over programs with known verdicts
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    sweep: Sweep,
    /// The data model of programs whose task has none: ilp32 or lp64
    #[arg(long, default_value = "ilp32")]
    data_model: String,
    /// Prints every result, not only wrong ones and errors
    #[arg(long)]
    all: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let data_model = |task: &Task| {
        let model = task.data_model.as_ref().unwrap_or(&arguments.data_model);
        vec!["--data-model".to_owned(), model.clone()]
    };
    let tables: Result<Vec<(Swept, Table)>, String> = arguments
        .sweep
        .folders(&data_model)
        .map(|swept| {
            let swept = swept?;
            let table = Table::of(&swept, arguments.all);
            Ok((swept, table))
        })
        .collect();
    let tables = match tables {
        Ok(tables) => tables,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    print(&tables);
    match tables.iter().any(|(_, table)| table.wrong() > 0) {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

/// How a verdict compares with the expected one.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Judgement {
    CorrectTrue,
    CorrectFalse,
    WrongTrue,
    /// With the finding.
    WrongFalse(String),
    /// With the reason.
    Unknown(String),
    Error(String),
}

fn compared(task: &Task, said: &Said) -> Judgement {
    let report = match said {
        Said::Report(report) => report,
        Said::Failure(error) => return Judgement::Error(error.clone()),
    };
    let text = |key: &str| report[key].as_str().unwrap_or("").to_owned();
    match (text("verdict").as_str(), task.holds) {
        ("true", true) => Judgement::CorrectTrue,
        ("true", false) => Judgement::WrongTrue,
        ("false", false) if task.part.as_ref().is_none_or(|part| *part == text("property")) => {
            Judgement::CorrectFalse
        }
        ("false", _) => Judgement::WrongFalse(first_finding(report)),
        _ => Judgement::Unknown(text("reason")),
    }
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
    /// Counts results, and prints a line for those that are wrong.
    fn of(swept: &Swept, all: bool) -> Table {
        let mut table = Table::default();
        for (task, run) in &swept.runs {
            let result = compared(task, &run.said);
            let what = table.add(&result);
            let important = matches!(
                result,
                Judgement::WrongTrue | Judgement::WrongFalse(_) | Judgement::Error(_)
            );
            if all || important {
                let properties = task.properties.join(", ");
                let expected = match (&task.part, task.holds) {
                    (Some(part), _) => format!("{properties}: false ({part})"),
                    (None, holds) => format!("{properties}: {holds}"),
                };
                println!(
                    "{}: {what}, expected {expected}, {:.1} s",
                    task.name.display(),
                    run.seconds
                );
            }
        }
        table
    }

    fn wrong(&self) -> usize {
        self.wrong_true + self.wrong_false
    }

    /// Counts a result, and returns its name.
    fn add(&mut self, result: &Judgement) -> String {
        match result {
            Judgement::CorrectTrue => {
                self.correct_true += 1;
                "correct true".to_owned()
            }
            Judgement::CorrectFalse => {
                self.correct_false += 1;
                "correct false".to_owned()
            }
            Judgement::WrongTrue => {
                self.wrong_true += 1;
                "WRONG true".to_owned()
            }
            Judgement::WrongFalse(finding) => {
                self.wrong_false += 1;
                format!("WRONG false: {finding}")
            }
            Judgement::Unknown(reason) => {
                let word = reason.split(':').next().unwrap_or("").to_owned();
                *self.unknown.entry(word).or_insert(0) += 1;
                format!("unknown: {reason}")
            }
            Judgement::Error(error) => {
                self.errors += 1;
                format!("ERROR: {error}")
            }
        }
    }
}

/// A row for each folder.
fn print(tables: &[(Swept, Table)]) {
    let width = tables.iter().map(|(swept, _)| swept.folder.len()).max().unwrap_or(0).max(6);
    println!(
        "\n{:<width$} {:>5} {:>6} {:>6} {:>6} {:>6} {:>7} {:>6} {:>8}  unknown by reason",
        "folder", "tasks", "true", "false", "WRONG", "WRONG", "unknown", "errors", "seconds"
    );
    println!("{:<width$} {:>5} {:>6} {:>6} {:>6} {:>6}", "", "", "right", "right", "true", "false");
    for (Swept { folder, seconds, .. }, table) in tables {
        let unknown: usize = table.unknown.values().sum();
        let reasons: Vec<String> =
            table.unknown.iter().map(|(word, count)| format!("{word} {count}")).collect();
        let right = table.correct_true + table.correct_false;
        println!(
            "{folder:<width$} {:>5} {:>6} {:>6} {:>6} {:>6} {unknown:>7} {:>6} {seconds:>8.1}  {}",
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
