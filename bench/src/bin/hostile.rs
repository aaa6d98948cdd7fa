//! Gives hostile inputs to every reader and option of `vellum`, and checks exit codes, limits, and leftovers.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use bench::hostile::{Judge, all};
use clap::Parser;

/// Gives hostile inputs to every reader and option of `vellum`
#[derive(Parser)]
struct Arguments {
    /// The binary
    #[arg(long, default_value = "target/release/vellum")]
    vellum: PathBuf,
    /// Only cases whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// The limit on time of each case, in seconds
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// The limit on memory of each case, in megabytes
    #[arg(long, default_value_t = 400)]
    megabytes: u64,
    /// The tolerance of the limit on time, in seconds, beyond a tenth
    #[arg(long, default_value_t = 1.0)]
    slack: f64,
    /// Prints every case
    #[arg(long)]
    all: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the cases; returns how many fail.
fn run(arguments: &Arguments) -> std::io::Result<usize> {
    let judge = Judge {
        time: Duration::from_secs_f64(arguments.seconds),
        memory: arguments.megabytes,
        slack: Duration::from_secs_f64(arguments.slack),
        memory_slack: 0,
    };
    let vellum = arguments.vellum.canonicalize()?;
    let folder = std::env::temp_dir().join(format!("hostile-{}", std::process::id()));
    std::fs::create_dir(&folder)?;
    let count = judged(arguments, &judge, &vellum, &folder);
    std::fs::remove_dir_all(&folder)?;
    count
}

fn judged(
    arguments: &Arguments,
    judge: &Judge,
    vellum: &Path,
    folder: &Path,
) -> std::io::Result<usize> {
    let cases = all().into_iter().filter(|case| case.name.contains(&arguments.only));
    let (mut count, mut bad) = (0, 0);
    for case in cases {
        let wrong = judge.judge(vellum, &case, &folder.join(count.to_string()))?;
        count += 1;
        bad += usize::from(!wrong.is_empty());
        if arguments.all || !wrong.is_empty() {
            println!(
                "{}: {}",
                case.name,
                if wrong.is_empty() { "fine".to_owned() } else { wrong.join("; ") }
            );
        }
    }
    println!("{count} cases, {bad} failed");
    Ok(bad)
}
