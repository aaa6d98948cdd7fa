//! What was done and how long it took: as a table, and as JSON.

use std::fmt::Write;
use std::time::Duration;

use engine::{AskCounts, Labour, Outcome, Program, Repeated, Side, Statistics};
use memory::Counts;
use serde_json::{Value, json};
use solver::Report;

use crate::results::loops;

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
pub fn text(
    program: Program<'_>,
    statistics: &Statistics,
    outcome: &Outcome,
    time: Duration,
) -> String {
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
    let Statistics { terms, choices, memory, repeated, merged, too_dear, handovers, .. } =
        statistics;
    let Statistics { asked, solver, workers, .. } = statistics;
    let _ = writeln!(text, "states         {:>10}", states(statistics));
    let _ = writeln!(text, "terms          {terms:>10}, {choices} of them choices");
    let Counts {
        reads, quick_reads, writes, quick_writes, ranges, multi_writes, collisions, ..
    } = memory;
    let _ = writeln!(text, "reads          {reads:>10}, {quick_reads} found at constant addresses");
    let _ = writeln!(text, "writes         {writes:>10}, {quick_writes} to constant addresses");
    let _ = writeln!(text, "ranges         {ranges:>10} filled or copied");
    let _ = writeln!(text, "multi-writes   {multi_writes:>10}");
    if *collisions > 0 {
        let Counts { collisions_known, collisions_solved, .. } = memory;
        let _ = writeln!(
            text,
            "collisions     {collisions:>10}, {collisions_known} known from before, {collisions_solved} by search"
        );
    }
    if let Some(peak) = peak_bytes() {
        let _ = writeln!(text, "peak memory    {:>10.1} MB", peak as f64 / 1e6);
    }
    let _ = writeln!(text, "repeated       {repeated:>10} states");
    text.push_str(&loops::text(program, &statistics.loops));
    let left = format!("{too_dear} left apart because of the cost");
    let first = match statistics.first {
        Some(Side::Merging) => "; this came to the verdict, before the exploration path by path",
        Some(Side::Apart) => "; the exploration path by path came to the verdict before",
        None => "",
    };
    let _ = writeln!(text, "merged         {merged:>10} states, {left}{first}");
    let Repeated { states, instructions } = handovers;
    let _ =
        writeln!(text, "handed over    {states:>10} states, {instructions} instructions run again");
    for (number, Labour { worked, waited }) in workers.iter().enumerate() {
        let (worked, waited) = (worked.as_secs_f64(), waited.as_secs_f64());
        let _ =
            writeln!(text, "worker {number:<7} {worked:>10.3} s at work, {waited:.3} s without");
    }
    let AskCounts { questions, by_witness, by_repair, by_solver, unknown } = asked;
    let _ = writeln!(
        text,
        "questions      {questions:>10}, {by_witness} answered by an input at hand, {by_repair} by changing it, {by_solver} by the solver, {unknown} not at all"
    );
    text.push_str(&table(solver));
    text
}

/// What an exploration did, as JSON.
pub fn json(
    program: Program<'_>,
    statistics: &Statistics,
    outcome: &Outcome,
    time: Duration,
    model: &str,
) -> Value {
    let AskCounts { questions, by_witness, by_repair, by_solver, unknown } = statistics.asked;
    let layers = statistics.solver.sections.iter().map(|section| {
        let (queries, answered) = (section.queries, section.answered);
        let seconds = section.time.as_secs_f64();
        let numbers = json!({"queries": queries, "answered": answered, "seconds": seconds});
        (section.layer.to_owned(), numbers)
    });
    let layers: serde_json::Map<String, Value> = layers.collect();
    let solver = json!({
        "questions": questions, "by_witness": by_witness, "by_repair": by_repair,
        "by_solver": by_solver, "unknown": unknown, "layers": layers,
    });
    let workers = statistics.workers.iter().map(|Labour { worked, waited }| {
        json!({"worked": worked.as_secs_f64(), "waited": waited.as_secs_f64()})
    });
    json!({
        "paths": outcome.paths,
        "states": states(statistics),
        "repeated_states": statistics.repeated,
        "loops": loops::json(program, &statistics.loops),
        "merged_states": statistics.merged,
        "too_dear_to_merge": statistics.too_dear,
        "first": statistics.first.map(|side| match side {
            Side::Apart => "path by path",
            Side::Merging => "merging",
        }),
        "handed_over": statistics.handovers.states,
        "instructions_run_again": statistics.handovers.instructions,
        "workers": workers.collect::<Vec<Value>>(),
        "instructions": outcome.instructions,
        "seconds": time.as_secs_f64(),
        "solver": solver,
        "memory": memory(statistics, model),
    })
}

/// The states that there were: the first, and one more whenever one became two.
fn states(statistics: &Statistics) -> u64 {
    statistics.splits + 1
}

fn memory(statistics: &Statistics, model: &str) -> Value {
    let counts = statistics.memory;
    json!({
        "model": model,
        "terms": statistics.terms,
        "choices": statistics.choices,
        "reads": counts.reads,
        "quick_reads": counts.quick_reads,
        "writes": counts.writes,
        "quick_writes": counts.quick_writes,
        "ranges": counts.ranges,
        "multi_writes": counts.multi_writes,
        "guarded_copies": counts.guarded_copies,
        "collisions": counts.collisions,
        "collisions_known": counts.collisions_known,
        "collisions_solved": counts.collisions_solved,
        "peak_bytes": peak_bytes(),
    })
}

/// The most memory that this process had, where the system says so.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// The time of a processor that this thread has used; zero where the system does not say.
pub fn thread_time() -> Duration {
    // The system counts when another thread may run, and otherwise only now and then.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}
