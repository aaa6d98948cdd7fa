//! Runs `vellum check --confirm` over benchmark sets: which findings do the sanitizers of the
//! system's compiler confirm?
//!
//! The verdict itself is compared by `verdicts`; here only what is `false` counts. All programs are
//! checked in one data model, whatever their tasks say, because the compiled program has only one.

use std::collections::BTreeMap;
use std::process::ExitCode;

use bench::checking::Said;
use bench::sweep::{Sweep, Swept};
use bench::tasks::Task;
use clap::Parser;
use serde_json::Value;

/// Runs `vellum check --confirm` over programs, and counts
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    sweep: Sweep,
    /// The sizes of types: ilp32 or lp64
    #[arg(long, default_value = "lp64")]
    data_model: String,
    /// Prints every finding, not only those that are not confirmed
    #[arg(long)]
    all: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let words = ["--confirm", "--data-model", &arguments.data_model].map(str::to_owned);
    let flags = |_: &Task| words.to_vec();
    let tables: Result<Vec<(Swept, Table)>, String> = arguments
        .sweep
        .folders(&flags)
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
    match tables.iter().any(|(_, table)| table.refuted > 0) {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

/// The confirmations of the findings of a folder.
#[derive(Default)]
struct Table {
    /// Programs with a verdict.
    programs: usize,
    confirmed: usize,
    refuted: usize,
    /// Findings that cannot be confirmed, by reason.
    open: BTreeMap<String, usize>,
    /// Programs without a verdict, most of them rejected in this data model.
    errors: usize,
}

impl Table {
    /// Counts findings, and prints a line for those that are not confirmed.
    fn of(swept: &Swept, all: bool) -> Table {
        let mut table = Table::default();
        for (task, run) in &swept.runs {
            let name = task.name.display();
            match &run.said {
                Said::Failure(error) => {
                    table.errors += 1;
                    println!("{name}: ERROR: {error}");
                }
                Said::Report(report) => {
                    table.programs += 1;
                    for finding in report["findings"].as_array().into_iter().flatten() {
                        let (what, good) = table.add(finding);
                        if all || !good {
                            println!("{name}: {}: {what}", shown(finding));
                        }
                    }
                }
            }
        }
        table
    }

    /// Counts a finding; returns the result, and whether it is the expected one.
    fn add(&mut self, finding: &Value) -> (String, bool) {
        let words = finding["confirmation"].as_str().unwrap_or("");
        match finding["confirmed"].as_bool() {
            Some(true) => {
                self.confirmed += 1;
                (format!("confirmed: {words}"), true)
            }
            Some(false) => {
                self.refuted += 1;
                (format!("NOT confirmed: {words}"), false)
            }
            None => {
                let reason = words.split(": /").next().unwrap_or(words);
                *self.open.entry(reason.to_owned()).or_insert(0) += 1;
                (format!("cannot be confirmed: {words}"), false)
            }
        }
    }
}

/// A finding, in a few words.
fn shown(finding: &Value) -> String {
    let kind = finding["kind"].as_str().unwrap_or("");
    format!("{kind} in line {}", finding["location"]["line"])
}

/// A row for each folder, then the reasons.
fn print(tables: &[(Swept, Table)]) {
    let width = tables.iter().map(|(swept, _)| swept.folder.len()).max().unwrap_or(0).max(6);
    println!(
        "\n{:<width$} {:>8} {:>8} {:>9} {:>9} {:>9} {:>6} {:>8}",
        "folder", "programs", "findings", "confirmed", "NOT", "cannot be", "errors", "seconds"
    );
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for (Swept { folder, seconds, .. }, table) in tables {
        let open: usize = table.open.values().sum();
        println!(
            "{folder:<width$} {:>8} {:>8} {:>9} {:>9} {open:>9} {:>6} {seconds:>8.1}",
            table.programs,
            table.confirmed + table.refuted + open,
            table.confirmed,
            table.refuted,
            table.errors,
        );
        for (reason, count) in &table.open {
            *reasons.entry(reason).or_insert(0) += count;
        }
    }
    for (reason, count) in reasons {
        println!("cannot be confirmed, {count} times: {reason}");
    }
}
