//! The costs of an exploration, as data.

use std::time::Duration;

use engine::findings::Outcome;
use engine::program::Program;
use engine::statistics::{Contestant, LoopReport, MisfitKind, QueryCounts, Unproved, WorkerTime};
use memory::{Counts, Site};
use report::{
    Exploration, LoopStatistics, MemoryStatistics, ProvedLoop, SolverLayer, SolverStatistics,
    Statistics, UnrolledLoop, Winner, WorkerStatistics,
};

use crate::results::check::{cut_text, location, place_text};
use crate::results::wording::{self, GivenLimits};

/// Returns the costs of an exploration under a model of memory.
pub fn of(
    program: Program<'_>,
    done: &engine::statistics::Statistics,
    outcome: &Outcome,
    time: Duration,
    model: &'static str,
) -> Statistics {
    let loops = done.loops.iter().map(|(&header, report)| of_loop(program, header, report));
    let worker = |&WorkerTime { worked, waited }: &WorkerTime| WorkerStatistics { worked, waited };
    let exploration = Exploration {
        // The initial state, and one for each fork.
        states: done.splits + 1,
        subsumed: done.subsumed,
        loops: loops.collect(),
        merged: done.merged,
        too_expensive_to_merge: done.too_dear,
        first: done.first.map(|side| match side {
            Contestant::PathByPath => Winner::PathByPath,
            Contestant::Merging => Winner::Merging,
            Contestant::Proving => Winner::Proving,
        }),
        proved: done.proved.iter().map(|proved| proved_loop(program, proved)).collect(),
        unproved: done.unproved.as_ref().map(|reason| why_unproved(program, reason)),
        rebuilt: done.replays.states,
        repeated_instructions: done.replays.instructions,
        workers: done.workers.iter().map(worker).collect(),
        solver: solver(done),
        memory: memory(done, model),
    };
    let Outcome { paths, instructions, .. } = *outcome;
    Statistics { paths, instructions, time, exploration: Some(Box::new(exploration)) }
}

fn proved_loop(program: Program<'_>, proved: &engine::statistics::ProvedLoop) -> ProvedLoop {
    let header = location(program, proved.header);
    ProvedLoop { header, facts: proved.facts.clone(), has_lists: proved.has_lists }
}

/// Returns why the prover ended without a proof.
pub fn why_unproved(program: Program<'_>, unproved: &Unproved) -> String {
    let at = |site: Site| place_text(program, site);
    match unproved {
        Unproved::NotTried => "not tried with --unwind and the property initialised".to_owned(),
        Unproved::Cancelled => "the search was cancelled".to_owned(),
        Unproved::TooManyStates => "there are too many abstract states".to_owned(),
        Unproved::Violation(violation) => {
            let site = program.own_site(violation.site, &violation.calls);
            let what = wording::message(&violation.kind);
            format!("an abstract state violates a property: {what}, at {}", at(site))
        }
        Unproved::Cut(cut) => {
            let text = cut_text(program, cut, &GivenLimits::default(), None);
            format!("an abstract state is cut: {text}")
        }
        Unproved::Refused(why) => {
            format!("a proof did not pass its check, which is a bug in Vellum: {why}")
        }
        Unproved::Loop(header) => {
            format!("states of the loop at {} differ in more than values and lists", at(*header))
        }
    }
}

fn of_loop(program: Program<'_>, header: Site, report: &LoopReport) -> LoopStatistics {
    let unrolled = report.misfits.iter().map(|(why, count)| UnrolledLoop {
        reason: reason(why.what),
        location: location(program, why.site),
        count: *count,
    });
    LoopStatistics {
        header: location(program, header),
        summarised: report.summaries,
        subsumed: report.covered,
        unrolled: unrolled.collect(),
    }
}

fn solver(done: &engine::statistics::Statistics) -> SolverStatistics {
    let QueryCounts { queries, by_witness, by_repair, by_solver, unknown } = done.asked;
    let layers = layers(&done.solver);
    SolverStatistics { queries, by_witness, by_repair, by_solver, unknown, layers }
}

/// Returns the work of each layer of a solver, outermost first.
pub fn layers(report: &solver::Report) -> Vec<SolverLayer> {
    let layer = |section: &solver::Section| SolverLayer {
        name: section.layer,
        queries: section.queries,
        answered: section.answered,
        time: section.time,
        counters: section.counters.clone(),
    };
    report.sections.iter().map(layer).collect()
}

fn memory(done: &engine::statistics::Statistics, model: &'static str) -> MemoryStatistics {
    // Each counter by name: the compiler finds one that is not reported.
    let Counts {
        reads,
        quick_reads,
        writes,
        quick_writes,
        ranges,
        multi_writes,
        guarded_copies,
        collisions,
        collisions_known,
        collisions_solved,
    } = done.memory;
    MemoryStatistics {
        model,
        terms: done.terms,
        choices: done.choices,
        reads,
        quick_reads,
        writes,
        quick_writes,
        ranges,
        multi_writes,
        guarded_copies,
        collisions,
        collisions_known,
        collisions_solved,
        peak_bytes: peak_bytes(),
    }
}

/// Returns why a loop was not summarised.
fn reason(misfit: MisfitKind) -> &'static str {
    match misfit {
        MisfitKind::Effect => "this instruction is not an operator, a load or a store",
        MisfitKind::CyclicPath => "no path through the body is feasible for all iterations",
        MisfitKind::Inner => "the number of iterations of an inner loop depends on an input",
        MisfitKind::Long => "an iteration is too long",
        MisfitKind::Layout => "this depends on the addresses of allocations",
        MisfitKind::Register => "the values of a variable have no closed form",
        MisfitKind::Place => "the address of a store does not advance by a constant step",
        MisfitKind::Stored => "a stored value is a pointer, or has no closed form",
        MisfitKind::Overlap => "stores of different iterations may alias",
        MisfitKind::Condition => {
            "a condition of one iteration may not hold in all iterations before"
        }
        MisfitKind::Model => "the memory model needs concrete values that a summary does not have",
        MisfitKind::Unsettled => "no candidate for a summary could be proved",
        MisfitKind::Solver => "the solver gave no answer",
        MisfitKind::Budget => "the budget of the attempt is exhausted",
    }
}

/// Returns the peak memory of this process, where the system reports it.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Returns the processor time of this thread; zero where the system does not report it.
pub fn thread_time() -> Duration {
    // The system updates the time at a context switch, and otherwise only at intervals.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}
