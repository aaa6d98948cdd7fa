//! What machines did, summed over all that worked on an exploration. It decides nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use memory::{Counts, Memory, Site};
use term::Op;

use crate::explore::Explorer;
use crate::explore::loops::LoopReport;
use crate::solve::path_solver::QueryCounts;
use crate::solve::portfolio::Side;

/// What was done.
#[derive(Clone, Default, Debug)]
pub struct Statistics {
    /// Terms that were made.
    pub terms: u64,
    /// Those that choose between two values.
    pub choices: u64,
    /// How often a state became two.
    pub splits: u64,
    /// What memory was asked.
    pub memory: Counts,
    /// States that were left out because one like them was there before.
    pub repeated: u64,
    /// States that became part of another one.
    pub merged: u64,
    /// States that met and were left apart because of the cost.
    pub too_dear: u64,
    /// Where merging was tried beside an exploration path by path: which of them came to the verdict.
    pub first: Option<Side>,
    /// States that were made again from their decisions.
    pub handovers: Repeated,
    /// What each worker did with its time.
    pub workers: Vec<Labour>,
    /// What became of loops, by where their headers stand.
    pub loops: BTreeMap<Site, LoopReport>,
    /// How questions about paths were decided.
    pub asked: QueryCounts,
    /// What the layers of the solver did.
    pub solver: solver::Report,
}

/// What was made again from decisions.
#[derive(Clone, Copy, Default, Debug)]
pub struct Repeated {
    /// States.
    pub states: u64,
    /// The instructions that were run again for them.
    pub instructions: u64,
}

/// What a worker did with its time.
#[derive(Clone, Copy, Default, Debug)]
pub struct Labour {
    /// The time of a processor that it used; zero where nobody measures it.
    pub worked: Duration,
    /// How long it waited because it had nothing to do.
    pub waited: Duration,
}

impl Statistics {
    /// Adds what another machine did.
    pub fn add(&mut self, other: &Statistics) {
        self.terms += other.terms;
        self.choices += other.choices;
        self.splits += other.splits;
        self.memory += other.memory;
        self.repeated += other.repeated;
        self.merged += other.merged;
        self.too_dear += other.too_dear;
        self.handovers.states += other.handovers.states;
        self.handovers.instructions += other.handovers.instructions;
        for (&header, report) in &other.loops {
            self.loops.entry(header).or_default().add(report);
        }
        self.asked += other.asked;
        self.solver.add(&other.solver);
    }
}

impl<M: Memory> Explorer<'_, M> {
    /// What this machine did.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let solver = self.machine.solver.as_ref();
        Statistics {
            terms: self.machine.terms.len() as u64,
            choices: self.machine.terms.count(Op::Ite) as u64,
            splits: self.machine.splits,
            memory: self.machine.names.counts,
            repeated: self.visited.repeated,
            merged: self.merging.merged,
            too_dear: self.merging.too_dear,
            first: None,
            handovers: self.handovers,
            workers: Vec::new(),
            loops: self.loops.reports.clone(),
            asked: solver.map(|solver| solver.counts).unwrap_or_default(),
            solver: solver.map(|solver| solver.report()).unwrap_or_default(),
        }
    }
}
