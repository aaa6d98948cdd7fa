//! Blocks of symbolic size, filled, copied and read at symbolic offsets: one path in every model, whose time does not
//! depend on the bound of the size.

use bench::checking::{number, seconds};
use clap::Args;

use crate::{Measured, goal, program, time};

#[derive(Args)]
pub struct Arguments {
    /// The models
    #[arg(
        long,
        default_value = "segments,arrays,planes,planes-naive,separation,timestamps,timestamps-naive"
    )]
    memory: String,
    /// The seconds after which an exploration is stopped
    #[arg(long, default_value_t = 20.0)]
    limit: f64,
    /// How often each is explored; the best time counts
    #[arg(long, default_value_t = 5)]
    runs: u32,
    #[command(flatten)]
    measured: Measured,
}

/// The bounds, as powers of two.
const BOUNDS: [u32; 4] = [6, 12, 20, 28];
/// Larger differences, by a factor or in seconds, count as growth.
const SAME: f64 = 2.0;
const NOISE: f64 = 0.005;

pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let columns: Vec<String> =
        BOUNDS.iter().map(|bound| format!("{:>10}", format!("2^{bound}"))).collect();
    println!("{:<18} {:>6} {}", "seconds", "paths", columns.join(""));
    let defines = BOUNDS.map(|bound| format!("-DBOUND=(1u<<{bound})"));
    let file = program("models", "lengths");
    let mut good = true;
    for model in arguments.memory.split(',') {
        let ways: Vec<Vec<&str>> =
            defines.iter().map(|define| vec!["--memory", model, define]).collect();
        let reports =
            arguments.measured.check_by_turns(&ways, &file, arguments.limit, arguments.runs)?;
        let paths: Vec<f64> = reports.iter().map(|it| number(it, "/statistics/paths")).collect();
        let cells: Vec<String> = reports.iter().map(|it| format!("{:>10}", time(it))).collect();
        println!("{model:<18} {:>6} {}", paths[0], cells.join(""));
        let [first, last] = [&reports[0], &reports[reports.len() - 1]].map(seconds);
        let same = last <= SAME * first || last - first < NOISE;
        good &= same && reports.iter().all(|report| report["verdict"] == "true");
        good &= paths.iter().all(|count| *count == 1.0);
    }
    Ok(goal("true by one path, and no more time for larger bounds, in every model", good))
}
