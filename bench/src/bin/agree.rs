//! Compares Vellum's answers on random formulas with brute force, z3 and cvc5.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use bench::agreement::{Disagreement, Numbered, Tally, compare, script};
use bench::formulas::{Problem, Size, generate};
use bench::judges::Judge;
use bench::reduce::reduce;
use clap::Parser;

/// Compares Vellum's answers on random formulas with brute force, z3 and cvc5.
#[derive(Parser)]
struct Arguments {
    /// How many formulas.
    #[arg(long, default_value_t = 20_000)]
    count: u64,
    /// Other formulas for other seeds.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many batches run at a time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Where the script of a disagreement is written.
    #[arg(long, default_value = "disagreement.smt2")]
    output: String,
}

/// The number of formulas that one solver checks, and one run of a judge.
const BATCH: u64 = 40;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let judges = present_judges();
    let start = Instant::now();
    let next = AtomicU64::new(0);
    let failed = AtomicBool::new(false);
    let total = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(|| {
                while !failed.load(Ordering::Relaxed) {
                    let first = next.fetch_add(BATCH, Ordering::Relaxed);
                    if first >= arguments.count {
                        break;
                    }
                    let batch = batch(&arguments, first);
                    match compare(&batch, &judges) {
                        Ok(tally) => add(&total, &tally, &start),
                        Err(problem) if !failed.swap(true, Ordering::Relaxed) => {
                            complain(&arguments, &batch, &problem, &judges);
                        }
                        Err(_) => {}
                    }
                }
            });
        }
    });
    if failed.into_inner() {
        return ExitCode::FAILURE;
    }
    print(&total.lock().map(|it| *it).unwrap_or_default(), start.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}

fn present_judges() -> Vec<Judge> {
    let (present, missing): (Vec<Judge>, Vec<Judge>) =
        Judge::ALL.iter().partition(|judge| judge.is_present());
    for judge in missing {
        eprintln!("SKIPPED: {0} is not installed, nothing is compared with {0}", judge.program());
    }
    present
}

fn batch(arguments: &Arguments, first: u64) -> Vec<Numbered> {
    let end = (first + BATCH).min(arguments.count);
    let numbered = |number: u64| {
        let seed = arguments.seed.wrapping_mul(1_000_000_007).wrapping_add(number);
        let size = if number % 5 < 3 { Size::Small } else { Size::Wide };
        Numbered { seed, problem: generate(seed, size) }
    };
    (first..end).map(numbered).collect()
}

fn add(total: &Mutex<Tally>, tally: &Tally, start: &Instant) {
    let Ok(mut total) = total.lock() else { return };
    let before = total.problems;
    total.add(tally);
    if before / 1000 != total.problems / 1000 {
        eprintln!("{} formulas agree, {} s", total.problems, start.elapsed().as_secs());
    }
}

fn print(tally: &Tally, seconds: f64) {
    println!("{} formulas, all agree, {seconds:.1} s", tally.problems);
    println!("checks: {} sat, {} unsat, {} unknown", tally.sat, tally.unsat, tally.unknown);
    println!("confirmed by brute force: {}", tally.tried);
    for (i, judge) in Judge::ALL.iter().enumerate() {
        let (judged, unjudged) = (tally.judged[i], tally.unjudged[i]);
        println!("confirmed by {}: {judged}, no answer to {unjudged}", judge.program());
    }
}

/// Writes the smallest script found that shows the disagreement.
fn complain(arguments: &Arguments, batch: &[Numbered], found: &Disagreement, judges: &[Judge]) {
    let Numbered { seed, problem } = &batch[found.position];
    eprintln!("DISAGREEMENT (seed {seed}): {}", found.what);
    let fails = |problem: &Problem| !agrees(problem, judges);
    let text = if fails(problem) {
        let small = reduce(problem, &fails);
        let what = compare(&[Numbered { seed: *seed, problem: small.clone() }], judges);
        let what = what.err().map_or_else(String::new, |found| found.what);
        format!("; seed {seed}\n; {}\n{}", what.replace('\n', "\n; "), script(&small))
    } else {
        eprintln!("it needs the formulas before it to show");
        let before = batch[..=found.position].iter();
        let scripts: Vec<String> = before.map(|it| script(&it.problem)).collect();
        format!(
            "; seed {seed}\n; {}\n{}",
            found.what.replace('\n', "\n; "),
            scripts.join("(reset)\n")
        )
    };
    match std::fs::write(&arguments.output, &text) {
        Ok(()) => eprintln!("written to {}", arguments.output),
        Err(error) => eprintln!("cannot write {}: {error}\n{text}", arguments.output),
    }
}

fn agrees(problem: &Problem, judges: &[Judge]) -> bool {
    match compare(&[Numbered { seed: 0, problem: problem.clone() }], judges) {
        Ok(_) => true,
        // The reduction itself can produce a text that every solver rejects.
        Err(found) => found.what.contains("refuses") || found.what.contains(", in ("),
    }
}
