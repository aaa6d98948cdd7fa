//! Starts the workers of an exploration, each in a thread of its own, and watches limits, Ctrl-C, the line of progress and
//! checkpoints meanwhile.

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use engine::{
    Bounds, Contestant, Cut, Merge, NoHost, Outcome, Pause, Pool, Portfolio, SharedObserver, Side,
    Snapshot, Start, Statistics, WorkItem, Worker,
};
use memory::Memory;

use crate::STACK;
use crate::cli::files;
use crate::cli::stream::Stream;
use crate::results::statistics;
use crate::supervise::checkpoint::{self, Identity};
use crate::supervise::memory_limit::MemoryLimit;
use crate::supervise::setup::{self, Setup};

/// The interval between two checks of the watching thread: memory can fill quickly.
const EVERY: Duration = Duration::from_millis(2);

/// Explores from the start, or from the checkpoint of `--resume`.
pub fn explore<M: Memory + 'static>(
    setup: &Setup<M>,
    observer: Arc<SharedObserver<'static>>,
) -> Result<(Outcome, Statistics), String> {
    let (arguments, warden) = (&*setup.arguments, &setup.warden);
    let (start, bounds) = (setup::from(arguments), setup::bounds(arguments));
    let named = arguments.checkpoint.is_some() || arguments.resume.is_some();
    let identity = named.then(|| Identity::of(setup));
    let from = match (&arguments.resume, &identity) {
        (Some(file), Some(identity)) => checkpoint::resumed(setup, identity, &start, file)?,
        _ => from_start(),
    };
    let enough = !bounds.keep_going && from.outcome.found.iter().any(|it| it.is_proof());
    let every = arguments.checkpoint.as_ref().map(|_| arguments.checkpoint_every);
    let pool = Pool::new(arguments.jobs as usize, from, every);
    if enough {
        pool.close();
    }
    let mut saved = match (&arguments.checkpoint, &identity) {
        (Some(file), Some(identity)) => Some(Saved::new(file, identity, &pool)?),
        _ => None,
    };
    let merge = Merge::from(arguments.merge);
    // States are not merged if other workers may receive them, or if each path is wanted.
    let wants_paths = observer.lock().unwrap_or_else(PoisonError::into_inner).wants_paths();
    let alone = arguments.jobs == 1 && !named && !wants_paths;
    let beside = (merge == Merge::Auto && alone).then(Beside::default);
    let memory = MemoryLimit::new(warden.memory());
    let task = Task { setup: setup.clone(), start, bounds, observer, memory };
    let merge = if beside.is_some() { Merge::Never } else { merge };
    let crew = Arc::new(Crew { task, pool, merge, beside });
    warden.memory_is_given_back(true);
    let worked = crew.work(|| {
        crew.watch(|| {
            if let Some(saved) = &mut saved {
                saved.save_if_due(&crew.pool, arguments.checkpoint_every);
            }
        })
    });
    warden.memory_is_given_back(false);
    worked?;
    if let Some(saved) = &mut saved {
        saved.save(&crew.pool);
    }
    let own = crew.pool.finish();
    Ok(match &crew.beside {
        Some(beside) => beside.finish(own),
        None => own,
    })
}

fn from_start() -> Snapshot {
    Snapshot { frontier: vec![WorkItem::start()], outcome: Outcome::default() }
}

/// The exploration, and its bounds.
struct Task<M> {
    setup: Setup<M>,
    start: Start,
    bounds: Bounds,
    observer: Arc<SharedObserver<'static>>,
    memory: MemoryLimit,
}

impl<M: Memory + 'static> Task<M> {
    /// Works in a pool, with a new machine each time that memory ran short. When `whole` is complete as well, the process
    /// is about to end.
    fn work(
        &self,
        number: usize,
        pool: &Pool,
        merge: Merge,
        contest: Option<(&Arc<Portfolio>, Side)>,
        look: &dyn Fn() -> Duration,
        whole: &Pool,
    ) -> Result<(), String> {
        while pool.enter(number) {
            let mut nobody = NoHost;
            let mut explorer = self.setup.explorer(&mut nobody, pool.interrupt())?;
            explorer.merging.how = merge;
            explorer.pause = Some(Pause::new(pool.pause(), look));
            if let (Some((contest, side)), Some(solver)) = (contest, &mut explorer.machine.solver) {
                solver.contestant = Some(Contestant::new(contest.clone(), side));
            }
            let mut searcher = engine::search::named(&self.setup.arguments.search.to_string())
                .ok_or("there is no such order of search")?;
            let (bounds, observer) = (&self.bounds, &*self.observer);
            let worker = Worker { number, pool, searcher: searcher.as_mut(), bounds, observer };
            explorer.work(&self.start, worker)?;
            if self.setup.is_last && pool.is_over() && whole.is_over() {
                // Dropping many states and terms one by one would delay the end of the process.
                std::mem::forget((searcher, explorer));
            }
        }
        Ok(())
    }
}

/// The workers of an exploration.
struct Crew<M> {
    task: Task<M>,
    pool: Pool,
    merge: Merge,
    /// The other contestant of the portfolio.
    beside: Option<Beside>,
}

impl<M: Memory + 'static> Crew<M> {
    /// Starts all workers, and watches until the end. A worker that does not stop in time is abandoned: the pool has its
    /// findings, and knows that its work is not done.
    fn work(self: &Arc<Self>, watch: impl FnOnce()) -> Result<(), String> {
        let jobs = self.task.setup.arguments.jobs as usize;
        let (ends, ended) = mpsc::channel();
        let mut workers = Vec::new();
        // The last thread is the contestant beside the workers.
        for number in 0..jobs + usize::from(self.beside.is_some()) {
            let (crew, ends) = (self.clone(), ends.clone());
            let work = move || {
                let _end = Finally(|| {
                    let _ = ends.send(number);
                });
                match &crew.beside {
                    Some(beside) if number == jobs => beside.work(&crew.task, &crew.pool),
                    _ => crew.one(number),
                }
            };
            match thread::Builder::new().stack_size(STACK).spawn(work) {
                Ok(worker) => workers.push(Some(worker)),
                Err(error) => {
                    self.end();
                    return Err(format!("cannot start a worker: {error}"));
                }
            }
        }
        watch();
        // No worker may wait for a turn of an ended contestant.
        self.end();
        let mut left = workers.len();
        while left > 0 {
            match ended.recv_timeout(EVERY) {
                Ok(number) => {
                    left -= 1;
                    // A panic of a worker is a panic of the process, as with one thread.
                    let end = workers[number].take().map(JoinHandle::join);
                    end.transpose().unwrap_or_else(|why| resume_unwind(why)).transpose()?;
                }
                Err(_) if self.task.setup.warden.is_overdue() => break,
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// Watches until the exploration is complete, or until cancelled workers are overdue.
    fn watch(&self, mut now_and_then: impl FnMut()) {
        let (pool, memory, warden) = (&self.pool, self.task.memory, &self.task.setup.warden);
        let mut full_since = None;
        while !pool.wait_for_end(EVERY) {
            if warden.stopped().is_some() {
                pool.stop(Cut::Interrupted);
            }
            match &self.beside {
                Some(beside) if beside.contest.has_merging() => {
                    beside.gives_way(memory);
                }
                _ => memory.watch(pool, &mut full_since),
            }
            let (paths, waiting) = pool.progress();
            // Its owner may be stuck.
            if let Ok(mut observer) = self.task.observer.try_lock() {
                observer.progress(paths, waiting);
            }
            now_and_then();
        }
    }

    fn one(&self, number: usize) -> Result<(), String> {
        // A worker ends only when no work is left, or because it failed, also by a panic: then no other worker may wait
        // for it.
        let _end = Finally(|| self.end());
        let contest = self.beside.as_ref().map(|beside| (&beside.contest, Side::Apart));
        let memory = self.task.memory;
        let look = || {
            match &self.beside {
                Some(beside) if beside.contest.has_merging() => {
                    if beside.gives_way(memory) {
                        beside.contest.wait_until_alone();
                    }
                }
                _ => memory.keep(&self.pool),
            }
            memory.next_look()
        };
        let end = self.task.work(number, &self.pool, self.merge, contest, &look, &self.pool);
        self.pool.note_time(number, statistics::thread_time());
        end
    }

    /// Cancels all workers.
    fn end(&self) {
        self.pool.close();
        if let Some(beside) = &self.beside {
            beside.end();
        }
    }
}

/// The contestant that merges states, beside the workers that do not.
struct Beside {
    contest: Arc<Portfolio>,
    pool: Pool,
    has_begun: AtomicBool,
    /// Whether this contestant reached a verdict first.
    has_won: AtomicBool,
}

impl Default for Beside {
    fn default() -> Beside {
        let pool = Pool::new(1, from_start(), None);
        let (has_begun, has_won) = (AtomicBool::default(), AtomicBool::default());
        Beside { contest: Arc::default(), pool, has_begun, has_won }
    }
}

impl Beside {
    /// Explores until there is a verdict here or in the pool of the others.
    fn work<M: Memory + 'static>(&self, task: &Task<M>, others: &Pool) -> Result<(), String> {
        let _gone = Finally(|| self.contest.merging_is_gone());
        if !self.contest.begin_merging() {
            return Ok(());
        }
        self.has_begun.store(true, Ordering::Relaxed);
        let look = || {
            self.gives_way(task.memory);
            task.memory.next_look()
        };
        let contest = Some((&self.contest, Side::Merging));
        task.work(0, &self.pool, Merge::Auto, contest, &look, others)?;
        self.pool.note_time(0, statistics::thread_time());
        if self.pool.has_verdict(task.bounds.keep_going) {
            self.has_won.store(true, Ordering::Relaxed);
            others.close();
        }
        Ok(())
    }

    fn end(&self) {
        self.pool.stop(Cut::Interrupted);
        self.contest.end();
    }

    /// Ends this contestant if memory is short.
    fn gives_way(&self, memory: MemoryLimit) -> bool {
        let is_short = memory.is_short();
        if is_short {
            self.end();
        }
        is_short
    }

    /// Returns the outcome of the winner, and the statistics of both.
    fn finish(&self, (own, mut statistics): (Outcome, Statistics)) -> (Outcome, Statistics) {
        let (merged, done) = self.pool.finish();
        if !self.has_begun.load(Ordering::Relaxed) {
            return (own, statistics);
        }
        statistics.add(&done);
        statistics.workers.extend(done.workers);
        if self.has_won.load(Ordering::Relaxed) {
            statistics.first = Some(Side::Merging);
            return (merged, statistics);
        }
        let mut outcome = own;
        // A finding of one contestant stays a finding if the other one was cut.
        match outcome.cuts.is_empty() {
            true => statistics.first = Some(Side::Apart),
            false => merged.found.into_iter().for_each(|found| outcome.keep(found)),
        }
        (outcome, statistics)
    }
}

/// Calls a function at the end of a scope, also after a panic.
struct Finally<F: FnMut()>(F);

impl<F: FnMut()> Drop for Finally<F> {
    fn drop(&mut self) {
        self.0();
    }
}

/// The checkpoint of a run.
struct Saved<'a> {
    file: &'a Path,
    identity: &'a Identity,
    last: Instant,
    /// Whether an error in writing it was reported.
    failed: bool,
}

impl<'a> Saved<'a> {
    /// Writes it for the first time, so that an error is reported at the start.
    fn new(file: &'a Path, identity: &'a Identity, pool: &Pool) -> Result<Saved<'a>, String> {
        checkpoint::write(file, identity, &pool.snapshot())
            .map_err(|error| format!("cannot write {}: {error}", files::shown(file)))?;
        Ok(Saved { file, identity, last: Instant::now(), failed: false })
    }

    fn save_if_due(&mut self, pool: &Pool, every: Duration) {
        if self.last.elapsed() >= every {
            self.save(pool);
        }
    }

    fn save(&mut self, pool: &Pool) {
        if let Err(error) = checkpoint::write(self.file, self.identity, &pool.snapshot())
            && !std::mem::replace(&mut self.failed, true)
        {
            let file = files::shown(self.file);
            Stream::Errors.line(&format!("vellum: cannot write {file}: {error}"));
        }
        self.last = Instant::now();
    }
}
