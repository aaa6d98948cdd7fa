//! Statistics of an exploration, summed over all its machines. No decision depends on them.

use std::collections::BTreeMap;
use std::time::Duration;

use memory::{Counts, Memory, Site};
use term::Op;

use crate::explore::Explorer;
use crate::findings::end::Violation;
use crate::findings::outcome::Cut;

pub use crate::explore::loops::{LoopReport, Misfit, MisfitKind};
pub use crate::solve::path_solver::QueryCounts;
pub use crate::solve::portfolio::Contestant;

/// The statistics of an exploration.
#[derive(Clone, Default, Debug)]
pub struct Statistics {
    /// Terms that were constructed.
    pub terms: u64,
    /// Terms that are an `ite`.
    pub choices: u64,
    /// Forks.
    pub splits: u64,
    /// Counts of memory operations.
    pub memory: Counts,
    /// States that a visited state subsumes.
    pub subsumed: u64,
    /// States that were merged into another one.
    pub merged: u64,
    /// Merges that were rejected because of their cost.
    pub too_dear: u64,
    /// The contestant of the portfolio that reached the verdict; `None` where there was no portfolio.
    pub first: Option<Contestant>,
    /// The loops with an invariant that a proof rests on, where a proof was found first.
    pub proved: Vec<ProvedLoop>,
    /// Why there is no proof, where the prover ended without one.
    pub unproved: Option<Unproved>,
    /// States that were replayed from their decisions.
    pub replays: Replays,
    /// The time of each worker.
    pub workers: Vec<WorkerTime>,
    /// Statistics of loops, by the site of their headers.
    pub loops: BTreeMap<Site, LoopReport>,
    /// Counts of path queries, by how they were answered.
    pub asked: QueryCounts,
    /// Statistics of the solver layers.
    pub solver: solver::Report,
}

/// Counts of replays.
#[derive(Clone, Copy, Default, Debug)]
pub struct Replays {
    /// States.
    pub states: u64,
    /// The instructions that were replayed for them.
    pub instructions: u64,
}

/// A loop, with its invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvedLoop {
    /// The header.
    pub header: Site,
    /// What holds at the header, as terms of SMT-LIB over the values before the loop and symbols of the values that the
    /// loop changes.
    pub facts: Vec<String>,
    /// Whether the loop changes linked lists.
    pub has_lists: bool,
}

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unproved {
    /// No proof is tried with these options.
    NotTried,
    /// The search was cancelled: there is a verdict, or memory is short.
    Cancelled,
    /// There were too many abstract states.
    TooManyStates,
    /// An abstract state comes to a violation, which need not be one of the program.
    Violation(Box<Violation>),
    /// An abstract state is cut.
    Cut(Cut),
    /// States at this header differ in more than values and lists.
    Loop(Site),
    /// The proof did not pass its check.
    Refused(&'static str),
}

/// The time of a worker.
#[derive(Clone, Copy, Default, Debug)]
pub struct WorkerTime {
    /// The processor time that it used; zero where it is not measured.
    pub worked: Duration,
    /// The time for which it waited for work.
    pub waited: Duration,
}

impl Statistics {
    /// Adds the statistics of another machine.
    pub fn add(&mut self, other: &Statistics) {
        self.terms += other.terms;
        self.choices += other.choices;
        self.splits += other.splits;
        self.memory += other.memory;
        self.subsumed += other.subsumed;
        self.merged += other.merged;
        self.too_dear += other.too_dear;
        self.replays.states += other.replays.states;
        self.replays.instructions += other.replays.instructions;
        for (&header, report) in &other.loops {
            self.loops.entry(header).or_default().add(report);
        }
        self.asked += other.asked;
        self.solver.add(&other.solver);
    }
}

impl<M: Memory> Explorer<'_, M> {
    /// Returns the statistics of this explorer.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let solver = self.machine.solver.as_ref();
        Statistics {
            terms: self.machine.terms.len() as u64,
            choices: self.machine.terms.count(Op::Ite) as u64,
            splits: self.machine.splits,
            memory: self.machine.names.counts,
            subsumed: self.visited.subsumed,
            merged: self.merging.merged,
            too_dear: self.merging.too_dear,
            first: None,
            proved: Vec::new(),
            unproved: None,
            replays: self.replays,
            workers: Vec::new(),
            loops: self.loops.reports.clone(),
            asked: solver.map(|solver| solver.counts).unwrap_or_default(),
            solver: solver.map(|solver| solver.report()).unwrap_or_default(),
        }
    }
}
