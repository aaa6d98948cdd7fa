//! The work of an exploration, and what came of it, shared by those who do it.
//!
//! A worker runs its own machine in its own thread; what goes between workers are handovers. A worker without
//! work waits here, and one that has enough gives some away. The exploration is over when all wait and
//! nothing is left, when one finding is enough, or when somebody stops it.
//!
//! The pool also knows, at every moment, everything that is still to be explored: where that is wanted (to
//! write it to a file), each worker says now and then what it holds and what it came to, and the pool
//! remembers what it took since. Both change together: what a worker gives away it does not hold any more,
//! and what it came to does not contain anything that comes from what it holds. So a snapshot has each path
//! once, whatever the workers are doing meanwhile.
//!
//! Memory can be asked back. Every worker then hands in what it holds, drops its machine and waits until it
//! may go on. One whose first path alone does not get anywhere goes on by itself, while the others wait; if
//! not even that is enough, the path is cut.
//!
//! This file knows neither programs nor states.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use memory::Site;

use crate::explore::statistics::{Labour, Statistics};
use crate::findings::outcome::{Cut, Finding, Outcome};
use crate::parallel::work_item::WorkItem;

/// The pool.
pub struct Pool {
    shared: Mutex<Shared>,
    /// Something that somebody waits for has changed.
    changed: Condvar,
    /// Workers that wait for work: looked at after each turn of a state.
    hungry: AtomicUsize,
    /// Everybody is to stop at once; solvers look at it too.
    interrupt: Arc<AtomicBool>,
    /// Everybody is to hand in what it holds, when the instruction is done.
    release: Arc<AtomicBool>,
    /// Whether memory was asked back at any time.
    was_asked_back: AtomicBool,
    /// Whether it is explored from the start of the program.
    from_start: bool,
    /// Paths that ended.
    paths: AtomicU64,
    /// States that wait in machines.
    waiting: AtomicUsize,
    /// How often workers say what they hold, where that is wanted.
    every: Option<Duration>,
}

struct Shared {
    /// What nobody has taken yet.
    waiting: VecDeque<WorkItem>,
    workers: Vec<Worker>,
    /// What was handed in.
    outcome: Outcome,
    statistics: Statistics,
    /// Why it was stopped, if it was.
    stopped: Option<Cut>,
    over: bool,
    /// The only one that may work, since one path alone needs very much memory.
    only: Option<usize>,
    /// Findings that an observer was told of.
    told: BTreeSet<(Site, &'static str)>,
    /// Findings of workers that have not handed in what they came to.
    early: Vec<Finding>,
}

#[derive(Default)]
struct Worker {
    doing: Doing,
    /// What it held when it last said so, and what it took since.
    holds: Vec<WorkItem>,
    /// Whether it has a machine whose results it has not handed in.
    owes: bool,
    /// How often in a row it had to stop without having got anywhere.
    stuck: u32,
    /// What it did with its time.
    labour: Labour,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Doing {
    /// It has no machine yet, or none any more.
    #[default]
    Parked,
    Works,
    /// It waits for work, with its machine.
    Waits,
}

/// What a worker gets that asks for work.
pub(crate) enum Work {
    /// This.
    Take(WorkItem),
    /// Nothing now: its machine is to be dropped first.
    Release,
    /// Nothing any more.
    Over,
}

/// Everything that is still to be explored, and what was found so far.
pub struct Snapshot {
    /// What leads to what was not explored.
    pub frontier: Vec<WorkItem>,
    /// What the rest came to.
    pub outcome: Outcome,
}

impl Pool {
    /// A pool for so many workers that goes on from a snapshot. With `every`, it can be asked for
    /// snapshots, which are about so old.
    #[must_use]
    pub fn new(workers: usize, from: Snapshot, every: Option<Duration>) -> Pool {
        let Snapshot { frontier, outcome } = from;
        Pool {
            paths: AtomicU64::new(outcome.paths),
            was_asked_back: AtomicBool::new(false),
            from_start: frontier == [WorkItem::start()],
            shared: Mutex::new(Shared {
                waiting: frontier.into(),
                workers: (0..workers.max(1)).map(|_| Worker::default()).collect(),
                told: outcome.found.iter().map(key).collect(),
                outcome,
                statistics: Statistics::default(),
                stopped: None,
                over: false,
                only: None,
                early: Vec::new(),
            }),
            changed: Condvar::new(),
            hungry: AtomicUsize::new(0),
            interrupt: Arc::default(),
            release: Arc::default(),
            waiting: AtomicUsize::new(0),
            every,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        // Nothing in here is left half done when somebody panics.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The flag that makes machines and solvers give up.
    #[must_use]
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }

    /// The flag that makes machines pause.
    #[must_use]
    pub fn pause(&self) -> Arc<AtomicBool> {
        self.release.clone()
    }

    /// How far it is: paths that ended, states that wait.
    #[must_use]
    pub fn progress(&self) -> (u64, usize) {
        let waiting = self.waiting.load(Ordering::Relaxed) + self.lock().waiting.len();
        (self.paths.load(Ordering::Relaxed), waiting)
    }

    /// Waits for the end, at most so long; whether it has come.
    #[must_use]
    pub fn wait_for_end(&self, most: Duration) -> bool {
        let shared = self.lock();
        let is_running = |shared: &mut Shared| !shared.is_finished();
        let waited = self.changed.wait_timeout_while(shared, most, is_running);
        waited.unwrap_or_else(PoisonError::into_inner).0.is_finished()
    }

    /// Stops everything: not all was looked at. Only the first reason counts.
    pub fn stop(&self, why: Cut) {
        let mut shared = self.lock();
        if !shared.over {
            shared.stopped = Some(why);
            self.close_in(&mut shared);
        }
    }

    /// Ends everything: what was found is enough, or somebody failed.
    pub fn close(&self) {
        self.close_in(&mut self.lock());
    }

    fn close_in(&self, shared: &mut Shared) {
        shared.over = true;
        self.interrupt.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Why it was stopped.
    pub(crate) fn stopped(&self) -> Option<Cut> {
        self.lock().stopped.clone()
    }

    /// Asks all memory back; `at_once` means even if an instruction is not done.
    pub fn ask_back(&self, at_once: bool) {
        let shared = self.lock();
        self.release.store(true, Ordering::Relaxed);
        self.was_asked_back.store(true, Ordering::Relaxed);
        if at_once {
            self.interrupt.store(true, Ordering::Relaxed);
        }
        drop(shared);
        self.changed.notify_all();
    }

    /// Whether memory was asked back and nobody has any.
    #[must_use]
    pub fn is_given_back(&self) -> bool {
        let parked = |worker: &Worker| worker.doing == Doing::Parked;
        self.release.load(Ordering::Relaxed) && self.lock().workers.iter().all(parked)
    }

    /// There is memory again.
    pub fn go_on(&self) {
        let shared = self.lock();
        self.release.store(false, Ordering::Relaxed);
        self.interrupt.store(shared.over, Ordering::Relaxed);
        drop(shared);
        self.changed.notify_all();
    }

    /// Everything that is to be done, and what was found so far.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let shared = self.lock();
        let held = shared.workers.iter().flat_map(|worker| &worker.holds);
        let frontier = held.chain(&shared.waiting).cloned().collect();
        Snapshot { frontier, outcome: shared.outcome.clone() }
    }

    /// What it came to, and what was done for it. A worker that has not handed in what it came to was abandoned: its findings
    /// count, and what it was to explore is cut.
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
        // NoHost cuts a worker that is done, so a worker that owes something is a reason of its own.
        match &shared.stopped {
            Some(cut) => outcome.cut(cut.clone()),
            None if is_abandoned => outcome.cut(Cut::Interrupted),
            None => {}
        }
        let workers = shared.workers.iter().map(|worker| worker.labour).collect();
        (outcome, Statistics { workers, ..shared.statistics.clone() })
    }

    /// Keeps findings of a worker, in case that it never hands in what it came to.
    pub(crate) fn note_found(&self, found: &[Finding]) {
        self.lock().early.extend_from_slice(found);
    }

    /// Whether it came to an end that decides: a finding, where one is enough, or everything was looked at.
    #[must_use]
    pub fn has_verdict(&self, keep_going: bool) -> bool {
        let shared = self.lock();
        let found = shared.outcome.found.iter().any(Finding::is_proof);
        let all = shared.stopped.is_none() && shared.outcome.cuts.is_empty();
        all || (found && !keep_going)
    }

    /// So much time of a processor was used by a worker.
    pub fn note_time(&self, me: usize, used: Duration) {
        self.lock().workers[me].labour.worked = used;
    }

    /// A worker without a machine waits until it may make one.
    #[must_use]
    pub fn enter(&self, me: usize) -> bool {
        let mut shared = self.lock();
        shared.workers[me].doing = Doing::Parked;
        self.changed.notify_all();
        loop {
            if shared.is_finished() {
                return false;
            }
            let asked_back = self.release.load(Ordering::Relaxed);
            if !asked_back && shared.may_take(me) && !shared.waiting.is_empty() {
                shared.workers[me].doing = Doing::Works;
                shared.workers[me].owes = true;
                return true;
            }
            shared = self.wait_for_work(shared, me);
        }
    }

    /// Waits for work.
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
                && let Some(handover) = shared.waiting.pop_back()
            {
                shared.workers[me].doing = Doing::Works;
                if self.every.is_some() {
                    shared.workers[me].holds.push(handover.clone());
                }
                return Work::Take(handover);
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
        let hungry = usize::from(shared.may_take(me));
        let since = Instant::now();
        self.hungry.fetch_add(hungry, Ordering::Relaxed);
        let mut shared = self.changed.wait(shared).unwrap_or_else(PoisonError::into_inner);
        self.hungry.fetch_sub(hungry, Ordering::Relaxed);
        shared.workers[me].labour.waited += since.elapsed();
        shared
    }

    /// Workers that wait for work and will find none.
    pub(crate) fn hungry(&self) -> usize {
        match self.hungry.load(Ordering::Relaxed) {
            0 => 0,
            // Whoever was given something may not have woken up so far.
            hungry => hungry.saturating_sub(self.lock().waiting.len()),
        }
    }

    /// A worker gives work away. Where snapshots are wanted it also says what is left to it.
    pub(crate) fn give(&self, me: usize, given: Vec<WorkItem>, left: Option<Left>) {
        let mut shared = self.lock();
        shared.waiting.extend(given);
        if let Some(left) = left {
            shared.note(me, left);
        }
        drop(shared);
        self.changed.notify_all();
    }

    /// Whether a worker that last said at a time what it holds is to say it again.
    pub(crate) fn wants_to_know(&self, since: Instant) -> bool {
        self.every.is_some_and(|every| since.elapsed() >= every)
    }

    /// Whether anybody ever wants to know what workers hold.
    pub(crate) fn keeps_records(&self) -> bool {
        self.every.is_some()
    }

    /// A worker hands in everything, before its machine is dropped.
    pub(crate) fn leave(&self, me: usize, left: Left, statistics: &Statistics) {
        let mut shared = self.lock();
        shared.note(me, left);
        shared.workers[me].owes = false;
        let held = std::mem::take(&mut shared.workers[me].holds);
        shared.waiting.extend(held);
        shared.statistics.add(statistics);
    }

    /// A worker stops because memory was asked back, and says whether it got anywhere. One that twice in a row
    /// did not goes on alone; `true` if it was alone already.
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

    /// Whether states may be merged: only where none will be handed over, as far as one can know.
    pub(crate) fn may_merge(&self) -> bool {
        let alone = self.lock().workers.len() == 1 && self.every.is_none() && self.from_start;
        alone && !self.was_asked_back()
    }

    /// Whether memory was asked back at any time.
    pub(crate) fn was_asked_back(&self) -> bool {
        self.was_asked_back.load(Ordering::Relaxed)
    }

    /// Everything is explored once more.
    pub(crate) fn count_anew(&self) {
        self.paths.store(0, Ordering::Relaxed);
    }

    /// Whether nothing is to be done any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.lock().over
    }

    /// Counts a path that ended; `false` if there may be no more.
    pub(crate) fn count_path(&self, most: Option<u64>) -> bool {
        let most = most.unwrap_or(u64::MAX);
        let next = |paths: u64| (paths < most).then_some(paths + 1);
        self.paths.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).is_ok()
    }

    /// Whether there may be no more paths.
    pub(crate) fn has_enough(&self, most: Option<u64>) -> bool {
        most.is_some_and(|most| self.paths.load(Ordering::Relaxed) >= most)
    }

    /// The number of states that wait in a machine was one and is another.
    pub(crate) fn count_waiting(&self, before: usize, after: usize) {
        if after >= before {
            self.waiting.fetch_add(after - before, Ordering::Relaxed);
        } else {
            self.waiting.fetch_sub(before - after, Ordering::Relaxed);
        }
    }

    /// Whether nobody was told of a finding before.
    pub(crate) fn is_news(&self, found: &Finding) -> bool {
        self.lock().told.insert(key(found))
    }
}

/// What a worker holds, and what it came to since it last said so.
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

    /// Whether there is nothing left to do, or nothing is to be done.
    fn is_finished(&self) -> bool {
        let works = |worker: &Worker| worker.doing == Doing::Works;
        self.over || (self.waiting.is_empty() && !self.workers.iter().any(works))
    }
}

fn key(found: &Finding) -> (Site, &'static str) {
    (found.place, found.violation.kind.name())
}
