//! *SL CPA*: times and queries of the three decision procedures for allocated cells.

use std::path::PathBuf;

use bench::checking::{number, seconds};
use clap::Args;
use serde_json::Value;

use crate::{Measured, goal, is_stopped};

#[derive(Args)]
pub struct Arguments {
    /// A folder of programs with task definitions: CPAlien's
    folder: PathBuf,
    /// The seconds after which an exploration is stopped
    #[arg(long, default_value_t = 10.0)]
    limit: f64,
    /// How often each is explored; the best time counts
    #[arg(long, default_value_t = 3)]
    runs: u32,
    #[command(flatten)]
    measured: Measured,
}

const WAYS: [&str; 3] = ["sl", "smt", "model"];

pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let mut totals = [(0.0, 0.0); WAYS.len()];
    let mut good = true;
    println!("{:<44} {:>21} {:>21} {:>21}", "seconds, queries", WAYS[0], WAYS[1], WAYS[2]);
    for task in arguments.measured.tasks(&arguments.folder)? {
        let properties: Vec<&str> =
            task.properties.iter().flat_map(|it| ["--property", it]).collect();
        let model = task.data_model.as_deref().unwrap_or("ilp32");
        let ways = WAYS.map(|way| {
            let own = ["--memory", "separation", "--allocation", way, "--data-model", model];
            [&own[..], &properties].concat()
        });
        let file = &task.files[0];
        let reports =
            arguments.measured.check_by_turns(&ways, file, arguments.limit, arguments.runs);
        let name = task.name.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let reports = match reports {
            Ok(reports) => reports,
            Err(error) => {
                println!("{name:<44} left out: {error}");
                continue;
            }
        };
        let cells: Vec<String> = reports.iter().map(cell).collect();
        println!("{name:<44} {}", cells.join(" "));
        if reports.iter().any(is_stopped) {
            println!("{:<44} stopped: not in the sums", "");
            continue;
        }
        if reports.iter().any(|report| report["verdict"] != reports[0]["verdict"]) {
            good = goal(&format!("{name}: the same verdict by all procedures"), false);
        }
        for (report, total) in reports.iter().zip(&mut totals) {
            *total = (total.0 + seconds(report), total.1 + queries(report));
        }
    }
    let cells = totals.map(|(seconds, queries)| format!("{seconds:>12.4} {queries:>8}"));
    println!("{:<44} {}", "all", cells.join(" "));
    let [sl, smt, model] = totals.map(|(_, queries)| queries);
    Ok(goal("model needs the fewest queries", model <= sl && model <= smt) && good)
}

fn cell(report: &Value) -> String {
    format!("{:>12.4} {:>8}", seconds(report), queries(report))
}

fn queries(report: &Value) -> f64 {
    number(report, "/statistics/solver/queries")
}
