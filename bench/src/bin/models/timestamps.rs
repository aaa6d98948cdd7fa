//! *MemSight*: what the index of `timestamps` gains on programs with thousands of accesses at
//! constant addresses and dozens at symbolic ones.

use bench::checking::seconds;
use clap::Args;

use crate::{Measured, goal, program, time};

#[derive(Args)]
pub struct Arguments {
    /// The seconds after which an exploration is stopped
    #[arg(long, default_value_t = 60.0)]
    limit: f64,
    /// How often each is explored; the best time counts
    #[arg(long, default_value_t = 3)]
    runs: u32,
    #[command(flatten)]
    measured: Measured,
}

const PROGRAMS: [&str; 2] = ["ledger", "scattered"];

pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let ways = ["timestamps", "timestamps-naive"].map(|model| vec!["--memory", model]);
    let mut good = true;
    for name in PROGRAMS.iter().filter(|name| name.contains(&arguments.measured.only)) {
        let file = program("models", name);
        let reports =
            arguments.measured.check_by_turns(&ways, &file, arguments.limit, arguments.runs)?;
        let [fast, naive] = &reports[..] else { return Err("a run is missing".to_owned()) };
        println!("{name}: {} s, naive {} s", time(fast), time(naive));
        let ratio = seconds(naive) / seconds(fast).max(1e-9);
        good &= fast["verdict"] == "true";
        good &= goal(&format!("20 times faster: {ratio:.0} times"), ratio >= 20.0);
    }
    Ok(good)
}
