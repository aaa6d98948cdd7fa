//! The worklist and the outcome of an exploration, shared by its workers.
//!
//! A worker runs its own machine in its own thread; workers exchange work items. A worker without work
//! waits in the pool, and one that has enough gives some away. The exploration is over when all workers
//! wait and the worklist is empty, when one finding is enough, or when it is cancelled.
//!
//! The pool also knows the complete frontier at every moment. Where checkpoints are wanted, each worker
//! records from time to time which work items it holds and its outcome, and the pool remembers the items
//! that the worker took since. Both change together: a worker no longer holds an item that it gave away,
//! and its recorded outcome contains nothing that comes from an item that it holds. So a snapshot contains
//! each path exactly once, whatever the workers are doing meanwhile.
//!
//! The pool can request the release of memory. Every worker then hands in the items that it holds, drops
//! its machine and waits until it may continue. A worker that makes no progress even with its first path
//! continues alone, while the others wait; if that is not enough either, the path is cut.
//!
//! This file knows neither programs nor states. Workers and checkpoints rely on no work item being lost.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use memory::Site;

use crate::explore::statistics::{Statistics, WorkerTime};
use crate::findings::outcome::{Cut, Finding, Outcome};
use crate::parallel::work_item::WorkItem;

/// The worklist, the workers and the outcome of an exploration.
pub struct Pool {
    shared: Mutex<Shared>,
    /// Notified when something changes for which a thread waits.
    changed: Condvar,
    /// The number of workers that wait for work; read after each turn of a state.
    idle: AtomicUsize,
    /// Cancels everything at once; solvers read it too.
    interrupt: Arc<AtomicBool>,
    /// Requests that every worker hand in its work items after the current instruction.
    release: Arc<AtomicBool>,
    /// Whether the release of memory was ever requested.
    was_memory_requested: AtomicBool,
    /// Whether the exploration begins at the start of the program.
    from_start: bool,
    /// The number of paths that ended.
    paths: AtomicU64,
    /// The number of states that wait in machines.
    waiting: AtomicUsize,
    /// The interval at which workers record the work items that they hold, where checkpoints are wanted.
    every: Option<Duration>,
}

struct Shared {
    /// The worklist: items that no worker has taken.
    waiting: VecDeque<WorkItem>,
    workers: Vec<Worker>,
    /// The outcome that was handed in.
    outcome: Outcome,
    statistics: Statistics,
    /// The reason why the exploration was cancelled, if it was.
    stopped: Option<Cut>,
    over: bool,
    /// The only worker that may work, because its path alone needs very much memory.
    only: Option<usize>,
    /// Findings that were reported to an observer.
    reported: BTreeSet<(Site, &'static str)>,
    /// Findings of workers that have not handed in their outcome.
    early: Vec<Finding>,
}

#[derive(Default)]
struct Worker {
    doing: Doing,
    /// The items that it held at its last record, and those that it took since.
    holds: Vec<WorkItem>,
    /// Whether it has a machine whose outcome was not handed in.
    owes: bool,
    /// The number of times in a row that it had to stop without progress.
    stuck: u32,
    /// Its use of time.
    time: WorkerTime,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Doing {
    /// It has no machine.
    #[default]
    Parked,
    Works,
    /// It waits for work, with its machine.
    Waits,
}

/// The answer to a worker that asks for work.
pub(crate) enum Work {
    /// A work item.
    Take(WorkItem),
    /// No work now: the worker must drop its machine first.
    Release,
    /// No work any more.
    Over,
}

/// A checkpoint: the complete frontier, and the outcome so far.
pub struct Snapshot {
    /// The work items that lead to the unexplored states.
    pub frontier: Vec<WorkItem>,
    /// The outcome of the explored part.
    pub outcome: Outcome,
}

impl Snapshot {
    /// Returns the snapshot of an exploration that has not begun.
    #[must_use]
    pub fn start() -> Snapshot {
        Snapshot { frontier: vec![WorkItem::start()], outcome: Outcome::default() }
    }
}

impl Pool {
    /// Returns a pool that continues from a snapshot with a number of workers. With `every`, it can take
    /// snapshots, which are about that old.
    #[must_use]
    pub fn new(workers: usize, from: Snapshot, every: Option<Duration>) -> Pool {
        let Snapshot { frontier, outcome } = from;
        Pool {
            paths: AtomicU64::new(outcome.paths),
            was_memory_requested: AtomicBool::new(false),
            from_start: frontier == [WorkItem::start()],
            shared: Mutex::new(Shared {
                waiting: frontier.into(),
                workers: (0..workers.max(1)).map(|_| Worker::default()).collect(),
                reported: outcome.found.iter().map(key).collect(),
                outcome,
                statistics: Statistics::default(),
                stopped: None,
                over: false,
                only: None,
                early: Vec::new(),
            }),
            changed: Condvar::new(),
            idle: AtomicUsize::new(0),
            interrupt: Arc::default(),
            release: Arc::default(),
            waiting: AtomicUsize::new(0),
            every,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        // No update in here is left incomplete when a thread panics.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the flag that cancels machines and solvers.
    #[must_use]
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }

    /// Returns the flag that pauses machines.
    #[must_use]
    pub fn pause(&self) -> Arc<AtomicBool> {
        self.release.clone()
    }

    /// Returns the progress: paths that ended, states that wait.
    #[must_use]
    pub fn progress(&self) -> (u64, usize) {
        let waiting = self.waiting.load(Ordering::Relaxed) + self.lock().waiting.len();
        (self.paths.load(Ordering::Relaxed), waiting)
    }

    /// Waits for the end, at most for `most`; returns whether the end has come.
    #[must_use]
    pub fn wait_for_end(&self, most: Duration) -> bool {
        let shared = self.lock();
        let is_running = |shared: &mut Shared| !shared.is_finished();
        let waited = self.changed.wait_timeout_while(shared, most, is_running);
        waited.unwrap_or_else(PoisonError::into_inner).0.is_finished()
    }

    /// Cancels the exploration, which is then incomplete. Only the first reason counts.
    pub fn stop(&self, why: Cut) {
        let mut shared = self.lock();
        if !shared.over {
            shared.stopped = Some(why);
            self.close_in(&mut shared);
        }
    }

    /// Ends the exploration: one finding is enough, or a worker failed.
    pub fn close(&self) {
        self.close_in(&mut self.lock());
    }

    fn close_in(&self, shared: &mut Shared) {
        shared.over = true;
        self.interrupt.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Returns the reason why the exploration was cancelled.
    pub(crate) fn stopped(&self) -> Option<Cut> {
        self.lock().stopped.clone()
    }

    /// Requests the release of all memory; with `at_once`, even within an instruction.
    pub fn request_memory(&self, at_once: bool) {
        let shared = self.lock();
        self.release.store(true, Ordering::Relaxed);
        self.was_memory_requested.store(true, Ordering::Relaxed);
        if at_once {
            self.interrupt.store(true, Ordering::Relaxed);
        }
        drop(shared);
        self.changed.notify_all();
    }

    /// Returns whether the release of memory was requested and no worker has a machine.
    #[must_use]
    pub fn has_released_memory(&self) -> bool {
        let parked = |worker: &Worker| worker.doing == Doing::Parked;
        self.release.load(Ordering::Relaxed) && self.lock().workers.iter().all(parked)
    }

    /// Lets workers continue after memory was released.
    pub fn resume(&self) {
        let shared = self.lock();
        self.release.store(false, Ordering::Relaxed);
        self.interrupt.store(shared.over, Ordering::Relaxed);
        drop(shared);
        self.changed.notify_all();
    }

    /// Returns a checkpoint: the complete frontier, and the outcome so far.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let shared = self.lock();
        let held = shared.workers.iter().flat_map(|worker| &worker.holds);
        let frontier = held.chain(&shared.waiting).cloned().collect();
        Snapshot { frontier, outcome: shared.outcome.clone() }
    }

    /// Returns the final outcome and the statistics. A worker that has not handed in its outcome was
    /// abandoned: its findings count, and its work items are cut.
    #[must_use]
    pub fn finish(&self) -> (Outcome, Statistics) {
        let shared = self.lock();
        let mut outcome = shared.outcome.clone();
        let is_abandoned = shared.workers.iter().any(|worker| worker.owes);
        if is_abandoned {
            shared.early.iter().cloned().for_each(|found| outcome.keep(found));
            outcome.paths = outcome.paths.max(self.paths.load(Ordering::Relaxed));
        }
        outcome.sort();
        // No cut was recorded for a worker that was abandoned, so that such a worker is a reason of its
        // own.
        match &shared.stopped {
            Some(cut) => outcome.cut(cut.clone()),
            None if is_abandoned => outcome.cut(Cut::Interrupted),
            None => {}
        }
        let workers = shared.workers.iter().map(|worker| worker.time).collect();
        (outcome, Statistics { workers, ..shared.statistics.clone() })
    }

    /// Keeps findings of a worker, in case the worker never hands in its outcome.
    pub(crate) fn keep_findings(&self, found: &[Finding]) {
        self.lock().early.extend_from_slice(found);
    }

    /// Returns whether the exploration has a verdict: a finding, where one is enough, or a complete
    /// exploration.
    #[must_use]
    pub fn has_verdict(&self, keep_going: bool) -> bool {
        let shared = self.lock();
        let found = shared.outcome.found.iter().any(Finding::is_proof);
        let all = shared.stopped.is_none() && shared.outcome.cuts.is_empty();
        all || (found && !keep_going)
    }

    /// Records the processor time that a worker used.
    pub fn record_time(&self, me: usize, used: Duration) {
        self.lock().workers[me].time.worked = used;
    }

    /// Lets a worker without a machine wait until it may make one; returns `false` if the exploration is
    /// over.
    #[must_use]
    pub fn enter(&self, me: usize) -> bool {
        let mut shared = self.lock();
        shared.workers[me].doing = Doing::Parked;
        self.changed.notify_all();
        loop {
            if shared.is_finished() {
                return false;
            }
            let is_memory_requested = self.release.load(Ordering::Relaxed);
            if !is_memory_requested && shared.may_take(me) && !shared.waiting.is_empty() {
                shared.workers[me].doing = Doing::Works;
                shared.workers[me].owes = true;
                return true;
            }
            shared = self.wait_for_work(shared, me);
        }
    }

    /// Waits for a work item.
    pub(crate) fn take(&self, me: usize) -> Work {
        let mut shared = self.lock();
        loop {
            if shared.over {
                return Work::Over;
            }
            if self.release.load(Ordering::Relaxed) {
                return Work::Release;
            }
            if shared.may_take(me)
                && let Some(item) = shared.waiting.pop_back()
            {
                shared.workers[me].doing = Doing::Works;
                if self.every.is_some() {
                    shared.workers[me].holds.push(item.clone());
                }
                return Work::Take(item);
            }
            shared.workers[me].doing = Doing::Waits;
            if shared.is_finished() {
                shared.over = true;
                self.changed.notify_all();
                return Work::Over;
            }
            shared = self.wait_for_work(shared, me);
        }
    }

    fn wait_for_work<'a>(
        &self,
        shared: MutexGuard<'a, Shared>,
        me: usize,
    ) -> MutexGuard<'a, Shared> {
        let idle = usize::from(shared.may_take(me));
        let since = Instant::now();
        self.idle.fetch_add(idle, Ordering::Relaxed);
        let mut shared = self.changed.wait(shared).unwrap_or_else(PoisonError::into_inner);
        self.idle.fetch_sub(idle, Ordering::Relaxed);
        shared.workers[me].time.waited += since.elapsed();
        shared
    }

    /// Returns the number of workers that wait for work and for which the worklist has no item.
    pub(crate) fn idle(&self) -> usize {
        match self.idle.load(Ordering::Relaxed) {
            0 => 0,
            // A worker for which there is an item may not have woken up yet.
            idle => idle.saturating_sub(self.lock().waiting.len()),
        }
    }

    /// Adds items of a worker to the worklist. Where checkpoints are wanted, the worker also records the
    /// items that it holds.
    pub(crate) fn give(&self, me: usize, given: Vec<WorkItem>, left: Option<Left>) {
        let mut shared = self.lock();
        shared.waiting.extend(given);
        if let Some(left) = left {
            shared.note(me, left);
        }
        drop(shared);
        self.changed.notify_all();
    }

    /// Returns whether a worker should record its work items again, given the time of its last record.
    pub(crate) fn wants_to_know(&self, since: Instant) -> bool {
        self.every.is_some_and(|every| since.elapsed() >= every)
    }

    /// Returns whether workers record their work items at all.
    pub(crate) fn keeps_records(&self) -> bool {
        self.every.is_some()
    }

    /// Takes in everything that a worker holds, before the worker drops its machine.
    pub(crate) fn leave(&self, me: usize, left: Left, statistics: &Statistics) {
        let mut shared = self.lock();
        shared.note(me, left);
        shared.workers[me].owes = false;
        let held = std::mem::take(&mut shared.workers[me].holds);
        shared.waiting.extend(held);
        shared.statistics.add(statistics);
    }

    /// Records that a worker stops because memory is to be released, and whether it made progress. A worker
    /// without progress twice in a row continues alone; returns `true` if it was alone already.
    pub(crate) fn is_stuck(&self, me: usize, progress: bool) -> bool {
        let mut shared = self.lock();
        let alone = shared.workers.len() == 1 || shared.only == Some(me);
        if progress {
            shared.workers[me].stuck = 0;
            shared.only = shared.only.filter(|&only| only != me);
            return false;
        }
        shared.workers[me].stuck += 1;
        if shared.workers[me].stuck >= 2 && shared.only.is_none() {
            shared.only = Some(me);
        }
        alone
    }

    /// Returns whether states may be merged: only where no state will be replayed, as far as is known.
    pub(crate) fn may_merge(&self) -> bool {
        let alone = self.lock().workers.len() == 1 && self.every.is_none() && self.from_start;
        alone && !self.was_memory_requested()
    }

    /// Returns whether the release of memory was ever requested.
    pub(crate) fn was_memory_requested(&self) -> bool {
        self.was_memory_requested.load(Ordering::Relaxed)
    }

    /// Resets the count of paths, because the exploration starts over.
    pub(crate) fn count_anew(&self) {
        self.paths.store(0, Ordering::Relaxed);
    }

    /// Returns whether the exploration is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.lock().over
    }

    /// Counts a path that ended; returns `false` if the limit was reached before.
    pub(crate) fn count_path(&self, most: Option<u64>) -> bool {
        let most = most.unwrap_or(u64::MAX);
        let next = |paths: u64| (paths < most).then_some(paths + 1);
        self.paths.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).is_ok()
    }

    /// Returns whether the limit on paths is reached.
    pub(crate) fn has_enough(&self, most: Option<u64>) -> bool {
        most.is_some_and(|most| self.paths.load(Ordering::Relaxed) >= most)
    }

    /// Updates the number of states that wait in a machine.
    pub(crate) fn count_waiting(&self, before: usize, after: usize) {
        if after >= before {
            self.waiting.fetch_add(after - before, Ordering::Relaxed);
        } else {
            self.waiting.fetch_sub(before - after, Ordering::Relaxed);
        }
    }

    /// Returns whether a finding was not reported before, and marks it as reported.
    pub(crate) fn is_new(&self, found: &Finding) -> bool {
        self.lock().reported.insert(key(found))
    }
}

/// The work items that a worker holds, and its outcome since its last record.
pub(crate) struct Left {
    pub holds: Vec<WorkItem>,
    pub outcome: Outcome,
}

impl Shared {
    fn note(&mut self, me: usize, left: Left) {
        self.workers[me].holds = left.holds;
        self.outcome.absorb(left.outcome);
    }

    fn may_take(&self, me: usize) -> bool {
        self.only.is_none_or(|only| only == me)
    }

    /// Returns whether the exploration is over, or no work is left.
    fn is_finished(&self) -> bool {
        let works = |worker: &Worker| worker.doing == Doing::Works;
        self.over || (self.waiting.is_empty() && !self.workers.iter().any(works))
    }
}

fn key(found: &Finding) -> (Site, &'static str) {
    (found.place, found.violation.kind.name())
}
