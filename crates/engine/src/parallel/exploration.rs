//! An exploration by several workers: the pool, its workers, and beside them the contestants that look for a proof and,
//! if there is a single worker, that merge states.
//!
//! The caller provides a thread for each worker and measures time and memory; this file says what a worker does. It does
//! not know why an exploration is stopped or asked for memory.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use memory::Memory;
use term::Terms;

use crate::certify::{Certificate, Refusal};
use crate::explore::observer::SharedObserver;
use crate::explore::pause::Pause;
use crate::explore::statistics::{Statistics, Unproved};
use crate::explore::task::Task;
use crate::findings::outcome::{Cut, Finding, Outcome};
use crate::options::{Merge, Proofs};
use crate::parallel::merging_contestant::MergingContestant;
use crate::parallel::pool::{Pool, Snapshot};
use crate::parallel::proving_contestant::ProvingContestant;
use crate::parallel::worker::Worker;
use crate::program::host::NoHost;
use crate::solve::portfolio::{Contestant, Portfolio, Turns};

/// The conduct of an exploration, on which its verdict does not depend.
pub struct Jobs {
    /// The number of workers.
    pub workers: usize,
    /// The snapshot from which the exploration continues; `None` for the start of the program.
    pub from: Option<Snapshot>,
    /// The age that snapshots may have; `None` if none will be taken.
    pub snapshots: Option<Duration>,
    /// Whether the process ends after the exploration: then workers do not drop their states, which can take long.
    pub ends_process: bool,
}

/// A shortage of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shortage {
    /// Workers release memory when their instruction is over.
    Moderate,
    /// Workers release memory even within an instruction.
    Severe,
}

/// The memory of the process, as the caller measures it.
pub trait MemoryGauge {
    /// Returns how short memory is; `None` if it is not.
    fn shortage(&self) -> Option<Shortage>;

    /// Returns a time within which memory cannot run short.
    fn next_reading(&self) -> Duration;
}

/// An exploration of all paths of a task.
pub struct Exploration<'o, M> {
    task: Task<M>,
    observer: Arc<SharedObserver<'o>>,
    pool: Pool,
    workers: usize,
    ends_process: bool,
    /// Which states the workers of the pool merge.
    merge: Merge,
    /// The turns of the first worker and of the other contestants.
    portfolio: Arc<Portfolio>,
    merging: Option<MergingContestant>,
    proving: Option<ProvingContestant>,
    /// Whether there are workers, or the prover alone.
    explores: bool,
}

impl<'o, M: Memory + 'static> Exploration<'o, M> {
    /// Prepares an exploration.
    #[must_use]
    pub fn new(task: Task<M>, jobs: Jobs, observer: Arc<SharedObserver<'o>>) -> Exploration<'o, M> {
        let Jobs { workers, from, snapshots, ends_process } = jobs;
        // States that are handed over, or of which each path is wanted, are not merged.
        let wants_paths = observer.lock().unwrap_or_else(PoisonError::into_inner).wants_paths();
        let may_merge = workers == 1 && from.is_none() && snapshots.is_none() && !wants_paths;
        // A proof has no paths.
        let proofs = if wants_paths { Proofs::Off } else { task.options.proofs };
        let proving = (proofs != Proofs::Off).then(ProvingContestant::default);
        let (merge, merging) = match task.options.merge {
            Merge::Auto if proofs == Proofs::Only => (Merge::Never, None),
            Merge::Auto if may_merge => (Merge::Never, Some(MergingContestant::default())),
            merge => (merge, None),
        };
        let beside = [
            merging.as_ref().map(|_| Contestant::Merging),
            proving.as_ref().map(|_| Contestant::Proving),
        ];
        let beside: Vec<Contestant> = beside.into_iter().flatten().collect();
        let portfolio = Arc::new(Portfolio::new(&beside));
        let from = from.unwrap_or_else(Snapshot::start);
        let is_enough =
            !task.options.keep_going && from.outcome.found.iter().any(Finding::is_proof);
        let pool = Pool::new(workers, from, snapshots);
        if is_enough {
            pool.close();
        }
        Exploration {
            task,
            observer,
            pool,
            workers,
            ends_process,
            merge,
            portfolio,
            merging,
            proving,
            explores: proofs != Proofs::Only,
        }
    }

    /// Returns the number of threads that the exploration needs.
    #[must_use]
    pub fn threads(&self) -> usize {
        let others = usize::from(self.merging.is_some()) + usize::from(self.proving.is_some());
        self.workers + others
    }

    /// Works in the thread of a number until the exploration is over.
    ///
    /// # Errors
    /// If the exploration cannot be started, or there is no solver.
    pub fn work(&self, thread: usize, gauge: &dyn MemoryGauge) -> Result<(), String> {
        match (&self.merging, &self.proving) {
            _ if thread < self.workers && self.explores => self.work_path_by_path(thread, gauge),
            _ if thread < self.workers => Ok(()),
            (Some(merging), _) if thread == self.workers => self.work_merging(merging, gauge),
            (_, Some(proving)) => self.work_proving(proving, gauge),
            _ => Ok(()),
        }
    }

    fn work_path_by_path(&self, number: usize, gauge: &dyn MemoryGauge) -> Result<(), String> {
        // A worker ends only when no work is left, or because it failed, also by a panic: none may wait for it then.
        let _end = Finally(|| self.close());
        let read_gauge = || {
            if let Some(shortage) = gauge.shortage() {
                self.release_memory(shortage);
                self.portfolio.wait_until_alone();
            }
            gauge.next_reading()
        };
        // One worker pays for what the other contestants do.
        let contestant = (number == 0).then_some(Contestant::PathByPath);
        self.work_in(&self.pool, number, self.merge, contestant, &read_gauge)
    }

    /// Works as the contestant that merges states, until a contestant has a verdict.
    fn work_merging(
        &self,
        merging: &MergingContestant,
        gauge: &dyn MemoryGauge,
    ) -> Result<(), String> {
        let _gone = Finally(|| self.portfolio.leave(Contestant::Merging));
        if !merging.begin(&self.portfolio) {
            return Ok(());
        }
        let read_gauge = || {
            if gauge.shortage().is_some() {
                merging.close();
            }
            gauge.next_reading()
        };
        let contestant = Some(Contestant::Merging);
        self.work_in(&merging.pool, 0, Merge::Auto, contestant, &read_gauge)?;
        if merging.has_verdict(self.task.options.keep_going) {
            self.close();
        }
        Ok(())
    }

    /// Works as the contestant that looks for a proof, until a contestant has a verdict.
    fn work_proving(
        &self,
        proving: &ProvingContestant,
        gauge: &dyn MemoryGauge,
    ) -> Result<(), String> {
        let _gone = Finally(|| {
            self.portfolio.leave(Contestant::Proving);
            if !self.explores {
                self.close();
            }
        });
        if self.explores && !self.portfolio.begin(Contestant::Proving) {
            return Ok(());
        }
        let read_gauge = || {
            if gauge.shortage().is_some() {
                proving.close();
            }
            gauge.next_reading()
        };
        let mut host = NoHost;
        let mut explorer = self.task.explorer(&mut host, proving.cancel())?;
        explorer.pause = Some(Pause::new(proving.cancel(), &read_gauge));
        if self.explores
            && let Some(solver) = &mut explorer.machine.solver
        {
            solver.turns = Some(Turns::new(self.portfolio.clone(), Contestant::Proving));
        }
        let proof = match explorer.find_proof(&self.task.start)? {
            Ok((proof, certificate)) => {
                let terms = &explorer.machine.terms;
                let checked = self.check_proof(certificate, terms, proving, &read_gauge)?;
                checked.map(|()| proof)
            }
            Err(unproved) => Err(unproved),
        };
        let has_proof = proof.is_ok();
        proving.keep(proof, explorer.statistics());
        if has_proof {
            self.close();
        }
        Ok(())
    }

    /// Checks a proof by an exploration that begins anew.
    fn check_proof(
        &self,
        certificate: Option<Certificate>,
        terms: &Terms,
        proving: &ProvingContestant,
        read_gauge: &dyn Fn() -> Duration,
    ) -> Result<Result<(), Unproved>, String> {
        let Some(certificate) = certificate else {
            return Ok(Err(Unproved::Refused("an invariant has no place")));
        };
        let mut host = NoHost;
        let mut explorer = self.task.explorer(&mut host, proving.cancel())?;
        explorer.pause = Some(Pause::new(proving.cancel(), read_gauge));
        if self.explores
            && let Some(solver) = &mut explorer.machine.solver
        {
            solver.turns = Some(Turns::new(self.portfolio.clone(), Contestant::Proving));
        }
        let checked = explorer.certify(&self.task.start, &certificate, terms)?;
        Ok(checked.map_err(|refusal| match refusal {
            Refusal::Cancelled => Unproved::Cancelled,
            Refusal::TooManyIterations => Unproved::Refused("too many iterations"),
            Refusal::Path => Unproved::Refused("a path violates a property, or is cut"),
            Refusal::Changed(what) => Unproved::Refused(what),
            Refusal::NotInductive => Unproved::Refused("an invariant is not inductive"),
        }))
    }

    /// Works in a pool, with a new machine each time that memory was released.
    fn work_in(
        &self,
        pool: &Pool,
        number: usize,
        merge: Merge,
        contestant: Option<Contestant>,
        read_gauge: &dyn Fn() -> Duration,
    ) -> Result<(), String> {
        while pool.enter(number) {
            let mut host = NoHost;
            let mut explorer = self.task.explorer(&mut host, pool.interrupt())?;
            explorer.machine.options.merge = merge;
            explorer.pause = Some(Pause::new(pool.pause(), read_gauge));
            if let (Some(contestant), Some(solver)) = (contestant, &mut explorer.machine.solver) {
                solver.turns = Some(Turns::new(self.portfolio.clone(), contestant));
            }
            let worker = Worker { number, pool, observer: &*self.observer };
            explorer.work(&self.task.start, worker)?;
            if self.ends_process && pool.is_over() && self.pool.is_over() {
                // Very many states and terms would be dropped one by one.
                std::mem::forget(explorer);
            }
        }
        Ok(())
    }

    /// Waits for the end, at most for `most`; returns whether the end has come.
    #[must_use]
    pub fn wait_for_end(&self, most: Duration) -> bool {
        self.pool.wait_for_end(most)
    }

    /// Returns the progress: paths that ended, states that wait.
    #[must_use]
    pub fn progress(&self) -> (u64, usize) {
        self.pool.progress()
    }

    /// Cancels the exploration, which is then incomplete. Only the first reason counts.
    pub fn stop(&self, why: Cut) {
        self.pool.stop(why);
    }

    /// Ends the work of all threads, whether or not the exploration is over.
    pub fn close(&self) {
        self.pool.close();
        self.close_others();
    }

    /// Ends the work of the contestants beside the exploration path by path.
    fn close_others(&self) {
        if let Some(merging) = &self.merging {
            merging.close();
        }
        if let Some(proving) = &self.proving {
            proving.close();
        }
        self.portfolio.end();
    }

    /// Has memory released: that of the other contestants, if they hold any, otherwise that of all workers.
    pub fn release_memory(&self, shortage: Shortage) {
        match self.portfolio.has_others() {
            true => self.close_others(),
            false => self.pool.request_memory(shortage == Shortage::Severe),
        }
    }

    /// Whether all workers have released their memory, and wait.
    #[must_use]
    pub fn has_released_memory(&self) -> bool {
        self.pool.has_released_memory()
    }

    /// Lets workers continue after they have released their memory.
    pub fn resume(&self) {
        self.pool.resume();
    }

    /// Returns the complete frontier, and the outcome so far.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        self.pool.snapshot()
    }

    /// Records the processor time that a thread used.
    pub fn record_time(&self, thread: usize, used: Duration) {
        match &self.merging {
            _ if thread < self.workers => self.pool.record_time(thread, used),
            Some(merging) if thread == self.workers => merging.pool.record_time(0, used),
            _ => {}
        }
    }

    /// Returns the outcome and the statistics. What workers have not handed in is a cut.
    #[must_use]
    pub fn finish(&self) -> (Outcome, Statistics) {
        let mut result = self.pool.finish();
        if let Some(merging) = &self.merging {
            result = merging.finish(result);
        }
        if let Some(proving) = &self.proving {
            if !self.explores && result.0.cuts.is_empty() {
                // Without a proof nothing is known.
                result.0.cut(Cut::NoProof);
            }
            result = proving.finish(result);
        }
        result
    }
}

/// Calls a function when it is dropped.
struct Finally<F: FnMut()>(F);

impl<F: FnMut()> Drop for Finally<F> {
    fn drop(&mut self) {
        self.0();
    }
}
