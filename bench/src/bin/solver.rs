//! Measures `vellum solve` against z3 on the same files.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use bench::families::{self, Family};
use bench::interpreter::Interpreter;
use bench::judges::Judge;
use bench::measure::{Plan, Row, measure};
use clap::Parser;

/// Measures `vellum solve` against z3 on the same files.
#[derive(Parser)]
struct Arguments {
    /// Only families whose name contains this.
    #[arg(long)]
    only: Option<String>,
    /// The program to measure; otherwise the `vellum` beside this one.
    #[arg(long)]
    vellum: Option<PathBuf>,
    /// The seconds after which a solver is stopped.
    #[arg(long, default_value_t = 60)]
    limit: u64,
    /// How often each solver is run on a family; the best time counts.
    #[arg(long, default_value_t = 3)]
    runs: u32,
    /// Prints the statistics of the layers for each family.
    #[arg(long)]
    stats: bool,
    /// Writes the files there and measures nothing.
    #[arg(long)]
    write: Option<PathBuf>,
}

/// The goal for all incremental families together.
const WANTED_RATIO: f64 = 5.0;
/// Families on which z3 takes longer have no goal.
const Z3_SECONDS: f64 = 10.0;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match &arguments.write {
        Some(folder) => write(&chosen(&arguments), folder),
        None => compare(&arguments),
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

fn chosen(arguments: &Arguments) -> Vec<Family> {
    let wanted = arguments.only.as_deref().unwrap_or("");
    families::all().into_iter().filter(|family| family.name.contains(wanted)).collect()
}

/// Writes the files, to read them or to measure another solver.
fn write(families: &[Family], folder: &std::path::Path) -> Result<bool, String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    for family in families {
        let name = family.name.replace([':', ','], "").replace(' ', "-") + ".smt2";
        std::fs::write(folder.join(name), &family.text).map_err(|error| error.to_string())?;
    }
    Ok(true)
}

/// Measures and prints everything; returns whether all goals are reached.
fn compare(arguments: &Arguments) -> Result<bool, String> {
    if !Judge::Z3.is_present() {
        return Err("z3 is not installed: there is nothing to compare with".to_owned());
    }
    let vellum = arguments.vellum.clone().map_or_else(beside_this, Ok)?;
    println!(
        "{:<32}{:>8}{:>8}{:>8}{:>11}{:>11}{:>9}",
        "family", "queries", "sat", "unsat", "Vellum s", "z3 s", "ratio"
    );
    let limit = Duration::from_secs(arguments.limit);
    let plan = Plan { vellum: &vellum, limit, runs: arguments.runs };
    let mut rows = Vec::new();
    for family in chosen(arguments) {
        let row = measure(&family, &plan).map_err(|error| format!("{}: {error}", family.name))?;
        print(&row);
        if arguments.stats {
            print_report(&family);
        }
        rows.push(row);
    }
    Ok(goals(&rows))
}

/// The `vellum` that was built together with this program.
fn beside_this() -> Result<PathBuf, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let path = this.with_file_name(format!("vellum{}", std::env::consts::EXE_SUFFIX));
    match path.exists() {
        true => Ok(path),
        false => {
            Err(format!("{} does not exist: `cargo build --release` builds it", path.display()))
        }
    }
}

fn print(row: &Row) {
    let mark = |stopped: bool| if stopped { ">" } else { "" };
    println!(
        "{:<32}{:>8}{:>8}{:>8}{:>11}{:>11}{:>9.1}",
        row.name,
        row.vellum.answers.len(),
        row.count("sat"),
        row.count("unsat"),
        format!("{}{:.3}", mark(row.vellum.stopped), row.vellum.seconds),
        format!("{}{:.3}", mark(row.z3.stopped), row.z3.seconds),
        row.z3.seconds / row.vellum.seconds,
    );
    if let Some(what) = row.disagreement() {
        println!("    DISAGREEMENT: {what}");
    }
}

fn print_report(family: &Family) {
    let mut interpreter = Interpreter::vellum(None);
    if let Err(error) = interpreter.run(&family.text) {
        println!("    {error}");
    }
    for section in interpreter.report().sections {
        let counters: Vec<String> =
            section.counters.iter().map(|(name, count)| format!("{name} {count}")).collect();
        println!(
            "    {:<14}{:>8} queries{:>8} answered{:>10.3} s  {}",
            section.layer,
            section.queries,
            section.answered,
            section.time.as_secs_f64(),
            counters.join(", ")
        );
    }
}

/// Prints whether each goal is reached; returns whether all are.
fn goals(rows: &[Row]) -> bool {
    let incremental = rows.iter().filter(|row| row.incremental);
    let (ours, theirs) = incremental.fold((0.0, 0.0), |(ours, theirs), row| {
        (ours + row.vellum.seconds, theirs + row.z3.seconds)
    });
    println!("incremental families together: Vellum {ours:.3} s, z3 {theirs:.3} s");
    let slower: Vec<&Row> = rows
        .iter()
        .filter(|row| !row.z3.stopped && row.z3.seconds <= Z3_SECONDS)
        .filter(|row| row.vellum.seconds > row.z3.seconds)
        .collect();
    let wrong = rows.iter().filter(|row| row.disagreement().is_some()).count();
    let mut all = true;
    let mut goal = |reached: bool, what: String| {
        println!("{}: {what}", if reached { "PASS" } else { "FAIL" });
        all &= reached;
    };
    goal(wrong == 0, format!("the same answers ({wrong} families differ)"));
    if ours > 0.0 {
        let ratio = theirs / ours;
        let what = format!("incremental families {WANTED_RATIO} times faster than z3: {ratio:.1}");
        goal(ratio >= WANTED_RATIO, what);
    }
    let names: Vec<&str> = slower.iter().map(|row| row.name).collect();
    goal(names.is_empty(), format!("no family slower than z3: [{}]", names.join("; ")));
    for row in rows {
        if let (Some(limit), Some(query)) = (row.limit, row.query) {
            let what = format!("{}: the query in {limit} s: {query:.3} s", row.name);
            goal(query <= limit, what);
        }
    }
    all
}
