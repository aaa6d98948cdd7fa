//! The results under several memory models as a table.

use std::fmt::Write;

use crate::comparison::{Comparison, ModelCosts, ModelRun};

/// Returns a row for each model, and below it the reasons for verdicts that are `unknown`.
pub(crate) fn comparison_table(comparison: &Comparison) -> String {
    let mut text = format!(
        "{:<16} {:<8} {:>8} {:>12} {:>10} {:>7} {:>10} {:>7} {:>9} {:>9} {:>9} {:>9} {:>8} {:>8}\n",
        "memory",
        "verdict",
        "paths",
        "instructions",
        "loads",
        "quick",
        "stores",
        "quick",
        "choices",
        "queries",
        "by solver",
        "solver s",
        "total s",
        "peak MB"
    );
    for ModelRun { model, verdict, costs, .. } in &comparison.runs {
        let ModelCosts { paths, instructions, loads, stores, choices, queries, .. } = costs;
        let _ = writeln!(
            text,
            "{model:<16} {:<8} {paths:>8} {instructions:>12} {loads:>10} {:>7} {stores:>10} {:>7} {choices:>9} {queries:>9} {:>9} {:>9.3} {:>8.3} {:>8.1}",
            verdict.name(),
            share(costs.quick_loads, *loads),
            share(costs.quick_stores, *stores),
            costs.by_solver,
            costs.solver_time.as_secs_f64(),
            costs.time.as_secs_f64(),
            costs.peak_bytes.unwrap_or(0) as f64 / 1e6,
        );
    }
    for ModelRun { model, reason, .. } in &comparison.runs {
        if let Some(reason) = reason {
            let _ = writeln!(text, "{model}: {reason}");
        }
    }
    text
}

fn share(part: u64, whole: u64) -> String {
    match whole {
        0 => "-".to_owned(),
        whole => format!("{:.1} %", 100.0 * part as f64 / whole as f64),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_table_has_a_row_for_each_model_and_the_reasons() {
        let memory = json!({"reads": 8, "quick_reads": 6, "peak_bytes": 12_300_000});
        let statistics = json!({"paths": 1, "instructions": 29, "seconds": 0.5, "memory": memory});
        let proof = json!({"verdict": "true", "reason": null, "statistics": statistics});
        let cut = json!({"verdict": "unknown", "reason": "time: the limit"});
        let runs = [("planes", proof), ("references", cut)];
        let runs = runs.map(|(model, report)| ModelRun::of(model, report).expect("a verdict"));
        let expected = "
memory           verdict     paths instructions      loads   quick     stores   quick   choices   queries by solver  solver s  total s  peak MB
planes           true            1           29          8  75.0 %          0       -         0         0         0     0.000    0.500     12.3
references       unknown         0            0          0       -          0       -         0         0         0     0.000    0.000      0.0
references: time: the limit
";
        assert_eq!(comparison_table(&Comparison { runs: runs.into() }), expected.trim_start());
    }
}
