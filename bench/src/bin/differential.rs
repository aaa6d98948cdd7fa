//! Checks random C programs that may violate properties, under various options, and compares the verdicts with all their runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bench::checking;
use bench::differential::native::{Event, Native, Runs};
use bench::differential::{Difference, Options, Program, Tester, generate};
use clap::Parser;

/// Compare verdicts of `vellum check` on random programs that may violate properties with all runs of these under sanitizers
#[derive(Parser)]
struct Arguments {
    /// The number of programs
    #[arg(long, default_value_t = 100)]
    count: u64,

    /// The seed of the first program
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Sets of random options for each program, besides the default options
    #[arg(long, default_value_t = 3)]
    sets: usize,

    /// The seconds that each check may take
    #[arg(long, default_value_t = 5)]
    seconds: u64,

    /// Where programs that differ are written, reduced
    #[arg(long, default_value = "differences")]
    output: PathBuf,

    /// The tool; otherwise the `vellum` beside this program
    #[arg(long)]
    vellum: Option<PathBuf>,

    /// Do not reduce programs that differ
    #[arg(long)]
    no_reduce: bool,

    /// Print the program of the first seed, and stop
    #[arg(long)]
    print: bool,

    /// Print the events of the runs of the program of the first seed, and stop
    #[arg(long)]
    runs: bool,
}

#[derive(Default)]
struct Totals {
    programs: u64,
    given_up: BTreeMap<String, u64>,
    runs: u64,
    verdicts: BTreeMap<String, u64>,
    unknown: BTreeMap<String, u64>,
    differences: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.print {
        print!("{}", generate(arguments.seed).text());
        return ExitCode::SUCCESS;
    }
    let folder = std::env::temp_dir().join(format!("vellum-differential-{}", std::process::id()));
    let tested = std::fs::create_dir_all(&folder).map_err(|error| error.to_string());
    let tested = tested.and_then(|()| match arguments.runs {
        true => print_runs(arguments.seed, &folder),
        false => test_all(&arguments, &folder),
    });
    let _ = std::fs::remove_dir_all(&folder);
    match tested {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(what) => {
            eprintln!("error: {what}");
            ExitCode::FAILURE
        }
    }
}

fn print_runs(seed: u64, folder: &Path) -> Result<u64, String> {
    match Native::new(folder)?.runs(&generate(seed), false)? {
        Runs::GivenUp(why) => println!("given up: {why}"),
        Runs::All(traces) => {
            for trace in traces {
                println!("{} runs, as with the inputs {}", trace.runs, trace.inputs);
                for Event { property, line, effect } in trace.events {
                    println!("    line {line}: {property} ({effect:?})");
                }
            }
        }
    }
    Ok(0)
}

fn test_all(arguments: &Arguments, folder: &Path) -> Result<u64, String> {
    let vellum = arguments.vellum.clone().unwrap_or_else(checking::vellum);
    let tester = Tester::new(vellum, folder, Duration::from_secs(arguments.seconds))?;
    let (start, mut totals) = (Instant::now(), Totals::default());
    for seed in arguments.seed..arguments.seed + arguments.count {
        let program = generate(seed);
        let tested = tester.test(&program, &Options::of_program(seed, arguments.sets));
        let tested = tested.map_err(|what| format!("{seed}: the program is not valid: {what}"))?;
        totals.programs += 1;
        totals.runs += tested.runs;
        if let Some(why) = tested.given_up {
            *totals.given_up.entry(why).or_default() += 1;
        }
        for (verdict, reason) in tested.verdicts {
            *totals.verdicts.entry(verdict).or_default() += 1;
            if let Some(reason) = reason {
                *totals.unknown.entry(reason).or_default() += 1;
            }
        }
        totals.differences += tested.differences.len() as u64;
        for difference in &tested.differences {
            tell(arguments, &tester, seed, &program, difference)?;
        }
    }
    print_totals(&totals, start.elapsed());
    Ok(totals.differences)
}

/// Prints a difference, and writes the smallest program found that has it.
fn tell(
    arguments: &Arguments,
    tester: &Tester,
    seed: u64,
    program: &Program,
    difference: &Difference,
) -> Result<(), String> {
    let flags = difference.options.flags().join(" ");
    println!("{seed}: {}: {} [{flags}]", difference.way, difference.details);
    if arguments.no_reduce {
        return Ok(());
    }
    let small = tester.reduce(program, difference);
    let write = || {
        std::fs::create_dir_all(&arguments.output)?;
        let name = format!("{seed}-{}.c", difference.way);
        let path = arguments.output.join(name);
        let head = format!(
            "// {}: {} (before it was reduced)\n// vellum check {flags} {}\n// found with: differential --count 1 --seed {seed} --sets {}\n",
            difference.way,
            difference.details,
            path.display(),
            arguments.sets
        );
        std::fs::write(&path, format!("{head}{}", small.text()))?;
        Ok::<PathBuf, std::io::Error>(path)
    };
    let path = write().map_err(|error| error.to_string())?;
    println!("    reduced: {}", path.display());
    Ok(())
}

fn print_totals(totals: &Totals, time: Duration) {
    let Totals { programs, runs, differences, .. } = totals;
    let checks: u64 = totals.verdicts.values().sum();
    let verdicts: Vec<String> =
        totals.verdicts.iter().map(|(name, count)| format!("{count} {name}")).collect();
    println!("{programs} programs, {runs} native runs, {checks} checks: {}", verdicts.join(", "));
    for (why, count) in &totals.given_up {
        println!("not judged: {why}: {count}");
    }
    let unknown: u64 = totals.unknown.values().sum();
    println!("unknown: {:.1} %", 100.0 * unknown as f64 / checks.max(1) as f64);
    for (reason, count) in &totals.unknown {
        println!("    {count} {reason}");
    }
    println!("{differences} differences, {:.0} s", time.as_secs_f64());
}
