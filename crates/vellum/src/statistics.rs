//! The report of a solver as a table.

use std::fmt::Write;
use std::time::Duration;

use solver::Report;

/// One row for each layer, outermost first.
pub fn table(report: &Report) -> String {
    let mut text = String::from("layer             queries   answered    seconds  counters\n");
    for section in &report.sections {
        let counters: Vec<String> =
            section.counters.iter().map(|(name, count)| format!("{name} {count}")).collect();
        let _ = writeln!(
            text,
            "{:<14} {:>10} {:>10} {:>10.3}  {}",
            section.layer,
            section.queries,
            section.answered,
            section.time.as_secs_f64(),
            counters.join(", ")
        );
    }
    let total: Duration = report.sections.iter().map(|section| section.time).sum();
    let _ = writeln!(text, "{:<14} {:>32.3}", "together", total.as_secs_f64());
    text
}
