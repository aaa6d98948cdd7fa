//! Checks random C programs with Vellum and compares the findings with the runs of the compiled programs
//! under every input.

use std::path::PathBuf;
use std::process::ExitCode;

use bench::c_programs::{Comparison, compare, generate, generate_loops};
use clap::Parser;

/// Compare the findings of `vellum check` on random programs with all their runs
#[derive(Parser)]
struct Arguments {
    /// The number of programs
    #[arg(long, default_value_t = 100)]
    count: u64,

    /// The seed of the first program
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Generate programs of loops
    #[arg(long)]
    loops: bool,

    /// Print the program of this seed, and stop
    #[arg(long)]
    print: bool,

    /// The tool; otherwise the `vellum` beside this program
    #[arg(long, value_name = "PROGRAM")]
    vellum: Option<PathBuf>,

    /// Options of `vellum check`
    #[arg(last = true)]
    options: Vec<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let generate = if arguments.loops { generate_loops } else { generate };
    if arguments.print {
        print!("{}", generate(arguments.seed).text);
        return ExitCode::SUCCESS;
    }
    let folder = std::env::temp_dir().join(format!("vellum-random-{}", std::process::id()));
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("cannot make {}: {error}", folder.display());
        return ExitCode::FAILURE;
    }
    let beside = std::env::current_exe().unwrap_or_default().with_file_name("vellum");
    let vellum = arguments.vellum.unwrap_or(beside);
    let (mut same, mut unfinished, mut different) = (0, 0, 0);
    for seed in arguments.seed..arguments.seed + arguments.count {
        match compare(&generate(seed), &vellum, &arguments.options, &folder) {
            Ok(Comparison::Same) => same += 1,
            Ok(Comparison::Unfinished) => unfinished += 1,
            Ok(Comparison::Different(what)) => {
                different += 1;
                println!("{seed}: {what}");
            }
            Err(what) => {
                different += 1;
                println!("{seed}: the judge fails: {what}");
            }
        }
    }
    println!("{same} the same, {unfinished} not finished, {different} different");
    let _ = std::fs::remove_dir_all(&folder);
    if different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
