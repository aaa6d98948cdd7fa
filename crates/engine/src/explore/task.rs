//! A task: which program is explored, from which start, with which options, memory model and solvers.
//!
//! It makes the explorers that carry it out, all alike: one for a trace, or one for each worker (`parallel`). It does not
//! know how memory models and solvers are selected; the caller provides functions that make them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use memory::Memory;

use crate::explore::Explorer;
use crate::explore::start::Start;
use crate::explore::statistics::Statistics;
use crate::explore::trace::Watcher;
use crate::findings::outcome::Outcome;
use crate::machine::Machine;
use crate::options::Options;
use crate::program::host::{Host, NoHost};
use crate::program::loaded::Loaded;
use crate::solve::path_solver::PathSolver;

/// The solvers of one machine.
pub struct Solvers {
    /// The solver for queries about paths.
    pub paths: Box<dyn solver::Solver>,
    /// A solver for queries of separation logic; without one, they are translated for the other solver.
    pub separation: Option<solver::External>,
}

/// The description of an exploration. Workers share it.
pub struct Task<M> {
    /// The program.
    pub program: Arc<Loaded>,
    /// Makes a memory without allocations.
    pub memory: Arc<dyn Fn() -> M + Send + Sync>,
    /// Makes the solvers of a machine, or says why there are none.
    pub solvers: Arc<dyn Fn() -> Result<Solvers, String> + Send + Sync>,
    /// The options.
    pub options: Options,
    /// The start.
    pub start: Start,
}

impl<M> Clone for Task<M> {
    fn clone(&self) -> Task<M> {
        Task {
            program: self.program.clone(),
            memory: self.memory.clone(),
            solvers: self.solvers.clone(),
            options: self.options.clone(),
            start: self.start.clone(),
        }
    }
}

impl<M: Memory> Task<M> {
    /// Replays the path of the start, and reports its events to a watcher; the flag cancels it. The trace ends where it
    /// needs a decision that was not given.
    ///
    /// # Errors
    /// If there is no such function, or it cannot be started, or there is no solver.
    pub fn trace(
        &self,
        cancel: Arc<AtomicBool>,
        watcher: &mut dyn Watcher<M>,
    ) -> Result<(Outcome, Statistics), String> {
        let mut host = NoHost;
        let mut explorer = self.explorer(&mut host, cancel)?;
        let outcome = explorer.trace_from(&self.start, watcher)?;
        Ok((outcome, explorer.statistics()))
    }

    /// Returns an explorer that has not begun; the flag cancels it.
    pub(crate) fn explorer<'h>(
        &self,
        host: &'h mut dyn Host,
        cancel: Arc<AtomicBool>,
    ) -> Result<Explorer<'h, M>, String> {
        let Solvers { paths, separation } = (self.solvers)()?;
        let conflicts = self.options.limits.conflicts;
        let limits = solver::Limits { conflicts, interrupt: Some(cancel) };
        let mut solver = PathSolver::new(paths, limits);
        solver.separation = separation;
        let mut machine = Machine::new(&self.program, self.options.clone(), host, (self.memory)());
        machine.solver = Some(solver);
        Ok(Explorer::new(machine))
    }
}
