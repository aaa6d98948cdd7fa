//! What was done and how long it took: as a table, and as JSON.

use std::fmt::Write;
use std::time::Duration;

use engine::{AskCounts, Machine, Outcome};
use memory::Memory;
use serde_json::{Value, json};
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

/// What an exploration did, as text.
pub fn text<M: Memory>(machine: &Machine<'_, M>, outcome: &Outcome, time: Duration) -> String {
    let mut text = String::new();
    let seconds = time.as_secs_f64().max(1e-9);
    let _ = writeln!(
        text,
        "paths          {:>10} {:>12.0} a second",
        outcome.paths,
        outcome.paths as f64 / seconds
    );
    let _ = writeln!(
        text,
        "instructions   {:>10} {:>12.0} a second",
        outcome.instructions,
        outcome.instructions as f64 / seconds
    );
    let _ = writeln!(text, "terms          {:>10}", machine.terms.len());
    let _ = writeln!(text, "repeated       {:>10} states", machine.seen.repeated);
    if let Some(asker) = &machine.asker {
        let AskCounts { questions, by_witness, by_solver, unknown } = asker.counts;
        let _ = writeln!(
            text,
            "questions      {questions:>10}, {by_witness} answered by an input at hand, {by_solver} by the solver, {unknown} not at all"
        );
        text.push_str(&table(&asker.report()));
    }
    text
}

/// What an exploration did, as JSON.
pub fn json<M: Memory>(machine: &Machine<'_, M>, outcome: &Outcome, time: Duration) -> Value {
    let solver = machine.asker.as_ref().map(|asker| {
        let AskCounts { questions, by_witness, by_solver, unknown } = asker.counts;
        let layers: serde_json::Map<String, Value> = asker
            .report()
            .sections
            .iter()
            .map(|section| {
                let (queries, answered) = (section.queries, section.answered);
                let seconds = section.time.as_secs_f64();
                let numbers = json!({"queries": queries, "answered": answered, "seconds": seconds});
                (section.layer.to_owned(), numbers)
            })
            .collect();
        json!({
            "questions": questions, "by_witness": by_witness, "by_solver": by_solver,
            "unknown": unknown, "layers": layers,
        })
    });
    json!({
        "paths": outcome.paths,
        "repeated_states": machine.seen.repeated,
        "instructions": outcome.instructions,
        "seconds": time.as_secs_f64(),
        "solver": solver,
        "memory": {"model": "segments", "terms": machine.terms.len()},
    })
}
