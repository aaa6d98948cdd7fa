//! Which loops were done in one step, and why others were not: as text, and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write;

use engine::{LoopReport, Misfit, Program};
use memory::Site;
use serde_json::{Value, json};

use crate::results::findings::place_in;

/// Why a loop was not done in one step.
fn reason(misfit: Misfit) -> &'static str {
    match misfit {
        Misfit::Effect => "this is more than to compute, to load and to store",
        Misfit::Way => "no way leads round from here that all rounds could take",
        Misfit::Inner => "a loop within goes round as often as an input says",
        Misfit::Long => "a round is too long",
        Misfit::Layout => "this depends on where blocks lie in memory",
        Misfit::Register => "a variable changes in a way that has no closed form",
        Misfit::Place => {
            "the place that is written to does not move by the same step in each round"
        }
        Misfit::Stored => "what is written is a pointer, or has no closed form",
        Misfit::Overlap => "writes of different rounds may meet",
        Misfit::Condition => "a condition that holds in one round need not hold in all before",
        Misfit::Model => "this memory model needs numbers where a loop in one step has unknowns",
        Misfit::Unsettled => "no guess about many rounds came true",
        Misfit::Solver => "the solver did not know",
        Misfit::Labour => "the budget of an attempt was used up",
    }
}

/// A line for all loops, and one for each.
pub fn text(program: Program<'_>, reports: &BTreeMap<Site, LoopReport>) -> String {
    let mut text = String::new();
    let total = |count: fn(&LoopReport) -> u64| -> u64 { reports.values().map(count).sum() };
    let (done, covered) = (total(|it| it.done), total(|it| it.covered));
    let _ = writeln!(
        text,
        "loops          {done:>10} times in one step, where {covered} states came back that it stood for"
    );
    for (&header, report) in reports {
        let place = place_in(program, header);
        if report.done > 0 {
            let _ = writeln!(text, "  {place}: in one step, {} times", report.done);
        }
        for (why, count) in &report.misfits {
            let (reason, site) = (reason(why.what), place_in(program, why.site));
            let _ = writeln!(text, "  {place}: round by round, {count} times: {reason} ({site})");
        }
    }
    text
}

/// What became of each loop.
pub fn json(program: Program<'_>, reports: &BTreeMap<Site, LoopReport>) -> Value {
    let one = |(&header, report): (_, &LoopReport)| {
        let misfits = report.misfits.iter().map(|(why, count)| {
            json!({"reason": reason(why.what), "at": place_in(program, why.site), "times": count})
        });
        json!({
            "loop": place_in(program, header),
            "in_one_step": report.done,
            "covered": report.covered,
            "round_by_round": misfits.collect::<Vec<Value>>(),
        })
    };
    reports.iter().map(one).collect()
}
