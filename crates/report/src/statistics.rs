//! The costs of a check.

use std::time::Duration;

use ir::diagnostic::SourceLoc;

/// The costs of a check.
#[derive(Clone, Default, Debug)]
pub struct Statistics {
    /// Paths that ended, in any way.
    pub paths: u64,
    /// Instructions that were executed.
    pub instructions: u64,
    /// Time on the clock.
    pub time: Duration,
    /// The work of the exploration; `None` if none began.
    pub exploration: Option<Box<Exploration>>,
}

/// The work of an exploration.
#[derive(Clone, Default, Debug)]
pub struct Exploration {
    /// States that existed.
    pub states: u64,
    /// States that a visited state subsumes.
    pub subsumed: u64,
    /// Loops that were summarised or might have been.
    pub loops: Vec<LoopStatistics>,
    /// States that were merged into another one.
    pub merged: u64,
    /// States that arrived at the same join and were not merged because of the cost.
    pub too_expensive_to_merge: u64,
    /// The contestant of the portfolio that reached the verdict first.
    pub first: Option<Winner>,
    /// The loops that a proof rests on, where a proof came first.
    pub proved: Vec<ProvedLoop>,
    /// Why the prover ended without a proof; `None` if it has one, or did not end.
    pub unproved: Option<String>,
    /// States that were rebuilt from their decisions.
    pub rebuilt: u64,
    /// Instructions that were executed again to rebuild states.
    pub repeated_instructions: u64,
    /// The workers.
    pub workers: Vec<WorkerStatistics>,
    /// Queries about paths.
    pub solver: SolverStatistics,
    /// Accesses to memory, and terms.
    pub memory: MemoryStatistics,
}

/// A contestant of the portfolio.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    /// The exploration path by path.
    PathByPath,
    /// The exploration that merges states.
    Merging,
    /// The prover.
    Proving,
}

/// A loop, with its invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvedLoop {
    /// Its header.
    pub header: Option<SourceLoc>,
    /// What holds there in each iteration, as terms of SMT-LIB.
    pub facts: Vec<String>,
    /// Whether it changes linked lists.
    pub has_lists: bool,
}

/// The work of one worker.
#[derive(Clone, Copy, Default, Debug)]
pub struct WorkerStatistics {
    /// Processor time.
    pub worked: Duration,
    /// Time without work.
    pub waited: Duration,
}

/// A loop.
#[derive(Clone, Debug)]
pub struct LoopStatistics {
    /// The place of its header.
    pub header: Option<SourceLoc>,
    /// How often it was summarised.
    pub summarised: u64,
    /// States that a summary subsumes.
    pub subsumed: u64,
    /// Why it was unrolled at other times.
    pub unrolled: Vec<UnrolledLoop>,
}

/// A reason why a loop was unrolled.
#[derive(Clone, Debug)]
pub struct UnrolledLoop {
    /// The reason.
    pub reason: &'static str,
    /// The place in the loop.
    pub location: Option<SourceLoc>,
    /// How often.
    pub count: u64,
}

/// Queries about paths.
#[derive(Clone, Default, Debug)]
pub struct SolverStatistics {
    /// Queries.
    pub queries: u64,
    /// Queries that the input of the path answers.
    pub by_witness: u64,
    /// Queries that a changed input of the path answers.
    pub by_repair: u64,
    /// Queries that the solver answers.
    pub by_solver: u64,
    /// Queries without an answer.
    pub unknown: u64,
    /// The layers of the solver, outermost first.
    pub layers: Vec<SolverLayer>,
}

/// The work of one layer of the solver.
#[derive(Clone, Debug)]
pub struct SolverLayer {
    /// Its name.
    pub name: &'static str,
    /// Queries it received.
    pub queries: u64,
    /// Queries it answered itself.
    pub answered: u64,
    /// Time, without that of the layers below.
    pub time: Duration,
    /// Counters of its own.
    pub counters: Vec<(&'static str, u64)>,
}

/// Accesses to memory, and terms.
#[derive(Clone, Default, Debug)]
pub struct MemoryStatistics {
    /// The name of the model.
    pub model: &'static str,
    /// Terms that were built.
    pub terms: u64,
    /// Terms that choose between two values.
    pub choices: u64,
    /// Loads of scalars.
    pub reads: u64,
    /// Loads from constant addresses.
    pub quick_reads: u64,
    /// Stores of scalars.
    pub writes: u64,
    /// Stores to constant addresses.
    pub quick_writes: u64,
    /// Fills and copies of ranges.
    pub ranges: u64,
    /// Stores to every address of a set.
    pub multi_writes: u64,
    /// Copies under a guard.
    pub guarded_copies: u64,
    /// Queries whether two accesses may alias.
    pub collisions: u64,
    /// Those that were cache hits.
    pub collisions_known: u64,
    /// Those that reached the solver.
    pub collisions_solved: u64,
    /// The largest resident size of the process, where the system reports it.
    pub peak_bytes: Option<u64>,
}
