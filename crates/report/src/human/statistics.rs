//! Statistics as a table.

use std::fmt::Write;
use std::time::Duration;

use crate::place_text;
use crate::statistics::{
    CoverageShare, Exploration, LoopStatistics, MemoryStatistics, SolverLayer, SolverStatistics,
    Statistics, Winner, WorkerStatistics,
};

/// Returns one row for each layer of the solver, outermost first.
#[must_use]
pub fn solver_layers(layers: &[SolverLayer]) -> String {
    let mut text = String::from("layer             queries   answered    seconds  counters\n");
    for layer in layers {
        let counters: Vec<String> =
            layer.counters.iter().map(|(name, count)| format!("{name} {count}")).collect();
        let _ = writeln!(
            text,
            "{:<14} {:>10} {:>10} {:>10.3}  {}",
            layer.name,
            layer.queries,
            layer.answered,
            layer.time.as_secs_f64(),
            counters.join(", ")
        );
    }
    let total: Duration = layers.iter().map(|layer| layer.time).sum();
    let _ = writeln!(text, "{:<14} {:>32.3}", "together", total.as_secs_f64());
    text
}

/// Returns the costs of a check, a line for each.
#[must_use]
pub fn statistics_table(statistics: &Statistics) -> String {
    let mut text = String::new();
    let seconds = statistics.time.as_secs_f64().max(1e-9);
    for (name, count) in [("paths", statistics.paths), ("instructions", statistics.instructions)] {
        let rate = count as f64 / seconds;
        let _ = writeln!(text, "{name:<14} {count:>10} {rate:>12.0} a second");
    }
    if let Some(exploration) = &statistics.exploration {
        exploration_lines(&mut text, exploration);
    }
    text
}

fn exploration_lines(text: &mut String, exploration: &Exploration) {
    let _ = writeln!(text, "states         {:>10}", exploration.states);
    memory_lines(text, &exploration.memory);
    let _ = writeln!(text, "repeated       {:>10} states", exploration.subsumed);
    loop_lines(text, &exploration.loops);
    let first = match exploration.first {
        Some(Winner::Merging) => "; this came to the verdict, before the exploration path by path",
        Some(Winner::PathByPath) => "; the exploration path by path came to the verdict before",
        None => "",
    };
    let _ = writeln!(
        text,
        "merged         {:>10} states, {} left apart because of the cost{first}",
        exploration.merged, exploration.too_expensive_to_merge
    );
    let _ = writeln!(
        text,
        "handed over    {:>10} states, {} instructions run again",
        exploration.rebuilt, exploration.repeated_instructions
    );
    for (number, WorkerStatistics { worked, waited }) in exploration.workers.iter().enumerate() {
        let (worked, waited) = (worked.as_secs_f64(), waited.as_secs_f64());
        let _ =
            writeln!(text, "worker {number:<7} {worked:>10.3} s at work, {waited:.3} s without");
    }
    let SolverStatistics { queries, by_witness, by_repair, by_solver, unknown, layers } =
        &exploration.solver;
    let _ = writeln!(
        text,
        "questions      {queries:>10}, {by_witness} answered by an input at hand, {by_repair} by changing it, {by_solver} by the solver, {unknown} not at all"
    );
    text.push_str(&solver_layers(layers));
}

fn memory_lines(text: &mut String, memory: &MemoryStatistics) {
    let MemoryStatistics { terms, choices, reads, quick_reads, writes, quick_writes, .. } = memory;
    let MemoryStatistics { ranges, multi_writes, collisions, .. } = memory;
    let _ = writeln!(text, "terms          {terms:>10}, {choices} of them choices");
    let _ = writeln!(text, "reads          {reads:>10}, {quick_reads} found at constant addresses");
    let _ = writeln!(text, "writes         {writes:>10}, {quick_writes} to constant addresses");
    let _ = writeln!(text, "ranges         {ranges:>10} filled or copied");
    let _ = writeln!(text, "multi-writes   {multi_writes:>10}");
    if *collisions > 0 {
        let MemoryStatistics { collisions_known, collisions_solved, .. } = memory;
        let _ = writeln!(
            text,
            "collisions     {collisions:>10}, {collisions_known} known from before, {collisions_solved} by search"
        );
    }
    if let Some(peak) = memory.peak_bytes {
        let _ = writeln!(text, "peak memory    {:>10.1} MB", peak as f64 / 1e6);
    }
}

/// A line for all loops, and one for each.
fn loop_lines(text: &mut String, loops: &[LoopStatistics]) {
    let total = |count: fn(&LoopStatistics) -> u64| -> u64 { loops.iter().map(count).sum() };
    let (done, covered) = (total(|it| it.summarised), total(|it| it.subsumed));
    let _ = writeln!(
        text,
        "loops          {done:>10} times in one step, where {covered} states came back that it stood for"
    );
    for report in loops {
        let place = place_text(report.header.as_ref());
        if report.summarised > 0 {
            let _ = writeln!(text, "  {place}: in one step, {} times", report.summarised);
        }
        for it in &report.unrolled {
            let (reason, count, at) = (it.reason, it.count, place_text(it.location.as_ref()));
            let _ = writeln!(text, "  {place}: round by round, {count} times: {reason} ({at})");
        }
    }
}

/// Returns how much tests cover, in one line.
#[must_use]
pub fn coverage_summary(shares: &[CoverageShare]) -> String {
    let shares = shares.iter().map(|CoverageShare { kind, covered, total }| {
        // Rounded down: only all is 100 %.
        let thousandths = (1000 * covered).checked_div(*total).unwrap_or(1000);
        let (whole, tenth) = (thousandths / 10, thousandths % 10);
        format!("{covered} of {total} {kind} ({whole}.{tenth} %)")
    });
    shares.collect::<Vec<String>>().join(", ")
}
