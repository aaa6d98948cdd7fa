//! Runs `vellum check` over the regression suites of other tools, and compares verdicts.
//!
//! The suites are outside of the project. `bench::suites` defines the expected verdict of a test and the meaning of its options.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use bench::checking::{self, Run};
use bench::suites::{self, Comparison, Suite, Test};
use bench::sweep::seconds;
use clap::Parser;

/// Runs `vellum check` over the regression suites of other tools
#[derive(Parser)]
struct Arguments {
    /// The tool whose tests these are
    suite: Suite,
    /// Folders with tests, or with folders of tests
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// The seconds that each program may take
    #[arg(long, default_value = "2", value_parser = seconds)]
    seconds: Duration,
    /// Programs that are checked at the same time
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// The tool; otherwise the `vellum` beside this program
    #[arg(long)]
    vellum: Option<PathBuf>,
    /// Only tests whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// The memory that each may take, in megabytes
    #[arg(long, default_value_t = 2000)]
    memory: u64,
    /// Prints every result, not only what differs
    #[arg(long)]
    all: bool,
    /// More flags for `vellum check`
    #[arg(last = true)]
    flags: Vec<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut tables = Vec::new();
    for folder in &arguments.folders {
        match arguments.table(folder) {
            Ok(table) => tables.push((folder.display().to_string(), table)),
            Err(error) => {
                eprintln!("{}: {error}", folder.display());
                return ExitCode::FAILURE;
            }
        }
    }
    print(&tables);
    match tables.iter().any(|(_, table)| table.differ > 0) {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

impl Arguments {
    /// Runs the tests of a folder.
    fn table(&self, folder: &Path) -> std::io::Result<Table> {
        let mut table = Table::default();
        let mut tests = Vec::new();
        for name in suites::descriptions(folder)? {
            if !name.to_string_lossy().contains(&self.only) {
                continue;
            }
            let text = std::fs::read(&name)?;
            match suites::read(self.suite, &name, &String::from_utf8_lossy(&text)) {
                Ok(test) => tests.push(test),
                Err(reason) => *table.skipped.entry(reason).or_insert(0) += 1,
            }
        }
        let vellum = self.vellum.clone().unwrap_or_else(checking::vellum);
        let runs = checking::in_parallel(self.jobs, &tests, |test| {
            checking::check(&vellum, &self.flags(test), &test.files, self.seconds)
        });
        for (test, run) in tests.iter().zip(&runs) {
            table.add(test, run, self.all);
        }
        Ok(table)
    }

    fn flags(&self, test: &Test) -> Vec<String> {
        let memory = ["--memory-limit".to_owned(), self.memory.to_string()];
        test.flags.iter().cloned().chain(memory).chain(self.flags.iter().cloned()).collect()
    }
}

/// The results of a folder.
#[derive(Default)]
struct Table {
    same_true: usize,
    same_false: usize,
    differ: usize,
    /// Another verdict where the tool checks something else.
    incomparable: usize,
    /// By the word before the colon.
    unknown: BTreeMap<String, usize>,
    /// No verdict: the program was rejected, or the run failed.
    errors: usize,
    skipped: BTreeMap<String, usize>,
}

impl Table {
    /// Counts a result, and prints a line where it differs.
    fn add(&mut self, test: &Test, run: &Run, all: bool) {
        let result = test.compared(&run.said);
        let (what, important) = match &result {
            Comparison::Same => {
                *(if test.holds { &mut self.same_true } else { &mut self.same_false }) += 1;
                ("same".to_owned(), false)
            }
            Comparison::Differs(what) => {
                self.differ += 1;
                (format!("DIFFERS: {what}"), true)
            }
            Comparison::Incomparable(what) => {
                self.incomparable += 1;
                (format!("not comparable: {what}"), false)
            }
            Comparison::Unknown(reason) => {
                let word = reason.split(':').next().unwrap_or("").to_owned();
                *self.unknown.entry(word).or_insert(0) += 1;
                (format!("unknown: {reason}"), false)
            }
            Comparison::Error(error) => {
                self.errors += 1;
                (format!("ERROR: {error}"), false)
            }
        };
        if all || important {
            println!("{}: {what}, expected {}", test.name.display(), test.holds);
        }
    }
}

/// A row for each folder, and why tests were skipped.
fn print(tables: &[(String, Table)]) {
    let width = tables.iter().map(|(folder, _)| folder.len()).max().unwrap_or(0).max(6);
    println!(
        "\n{:<width$} {:>5} {:>5} {:>5} {:>7} {:>12} {:>7} {:>6} {:>7}  unknown by reason",
        "folder",
        "tests",
        "true",
        "false",
        "DIFFERS",
        "incomparable",
        "unknown",
        "errors",
        "skipped"
    );
    let mut skipped: BTreeMap<&str, usize> = BTreeMap::new();
    for (folder, table) in tables {
        let unknown: usize = table.unknown.values().sum();
        let left_out: usize = table.skipped.values().sum();
        let reasons: Vec<String> =
            table.unknown.iter().map(|(word, count)| format!("{word} {count}")).collect();
        let compared = table.same_true + table.same_false + table.differ + table.incomparable;
        println!(
            "{folder:<width$} {:>5} {:>5} {:>5} {:>7} {:>12} {unknown:>7} {:>6} {left_out:>7}  {}",
            compared + unknown + table.errors + left_out,
            table.same_true,
            table.same_false,
            table.differ,
            table.incomparable,
            table.errors,
            reasons.join(", ")
        );
        for (reason, count) in &table.skipped {
            *skipped.entry(reason).or_insert(0) += count;
        }
    }
    println!("\nskipped:");
    let mut skipped: Vec<(&str, usize)> = skipped.into_iter().collect();
    skipped.sort_by_key(|&(reason, count)| (std::cmp::Reverse(count), reason));
    for (reason, count) in skipped {
        println!("{count:>6}  {reason}");
    }
}
