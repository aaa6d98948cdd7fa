//! Statistics as a table.

use std::fmt::Write;
use std::time::Duration;

use super::counted;
use crate::place_text;
use crate::statistics::{
    Exploration, LoopStatistics, MemoryStatistics, ProvedLoop, SolverLayer, SolverStatistics,
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
    let _ = writeln!(text, "{:<14} {:>32.3}", "total", total.as_secs_f64());
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

/// The invariants of a proof, a loop each.
fn proof_lines(text: &mut String, proved: &[ProvedLoop]) {
    if proved.is_empty() {
        return;
    }
    let _ = writeln!(text, "proved         {}", column(proved.len() as u64, "loop"));
    for ProvedLoop { header, facts, has_lists } in proved {
        let lists = if *has_lists { ", with lists of any length" } else { "" };
        let _ = writeln!(
            text,
            "  {}: {}{lists}",
            place_text(header.as_ref()),
            counted(facts.len() as u64, "fact")
        );
        for fact in facts {
            let _ = writeln!(text, "    {fact}");
        }
    }
}

fn exploration_lines(text: &mut String, exploration: &Exploration) {
    let _ = writeln!(text, "states         {:>10}", exploration.states);
    memory_lines(text, &exploration.memory);
    let _ = writeln!(text, "subsumed       {}", column(exploration.subsumed, "state"));
    loop_lines(text, &exploration.loops);
    let first = match exploration.first {
        Some(Winner::Merging) => "; this exploration reached the verdict first",
        Some(Winner::PathByPath) => "; the exploration path by path reached the verdict first",
        Some(Winner::Proving) => "; a proof reached the verdict first",
        None => "",
    };
    let _ = writeln!(
        text,
        "merged         {}, {} not merged because of the cost{first}",
        column(exploration.merged, "state"),
        exploration.too_expensive_to_merge
    );
    proof_lines(text, &exploration.proved);
    if let Some(reason) = &exploration.unproved {
        let _ = writeln!(text, "no proof       {reason}");
    }
    let _ = writeln!(
        text,
        "rebuilt        {}, {} repeated",
        column(exploration.rebuilt, "state"),
        counted(exploration.repeated_instructions, "instruction")
    );
    for (number, WorkerStatistics { worked, waited }) in exploration.workers.iter().enumerate() {
        let (worked, waited) = (worked.as_secs_f64(), waited.as_secs_f64());
        let _ = writeln!(text, "worker {number:<7} {worked:>10.3} s busy, {waited:.3} s idle");
    }
    let SolverStatistics { queries, by_witness, by_repair, by_solver, unknown, layers } =
        &exploration.solver;
    let _ = writeln!(
        text,
        "queries        {queries:>10}, {by_witness} answered by the input of the path, {by_repair} by changing it, {by_solver} by the solver, {unknown} unanswered"
    );
    text.push_str(&solver_layers(layers));
}

fn memory_lines(text: &mut String, memory: &MemoryStatistics) {
    let MemoryStatistics { terms, choices, reads, quick_reads, writes, quick_writes, .. } = memory;
    let MemoryStatistics { ranges, multi_writes, collisions, .. } = memory;
    let _ = writeln!(text, "terms          {terms:>10}, {choices} if-then-else");
    let _ = writeln!(text, "loads          {reads:>10}, {quick_reads} from constant addresses");
    let _ = writeln!(text, "stores         {writes:>10}, {quick_writes} to constant addresses");
    let _ = writeln!(text, "ranges         {ranges:>10} filled or copied");
    let _ = writeln!(text, "multi-writes   {multi_writes:>10}");
    if *collisions > 0 {
        let MemoryStatistics { collisions_known, collisions_solved, .. } = memory;
        let _ = writeln!(
            text,
            "collisions     {collisions:>10}, {collisions_known} cache hits, {collisions_solved} by search"
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
    let covered = counted(covered, "state");
    let _ = writeln!(text, "loops          {done:>10} summarised, {covered} subsumed");
    for report in loops {
        let place = place_text(report.header.as_ref());
        if report.summarised > 0 {
            let _ = writeln!(text, "  {place}: summarised {}", times(report.summarised));
        }
        for it in &report.unrolled {
            let (reason, count, at) =
                (it.reason, times(it.count), place_text(it.location.as_ref()));
            let _ = writeln!(text, "  {place}: unrolled {count}: {reason} ({at})");
        }
    }
}

/// Returns a number of things with the number in its column.
fn column(number: u64, thing: &str) -> String {
    format!("{number:>10} {thing}{}", if number == 1 { "" } else { "s" })
}

fn times(count: u64) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}
