//! Explores by workers, each in a thread of its own, and watches them meanwhile: time, memory, the user, the
//! line of progress, checkpoints.

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use engine::{
    Bounds, Cut, Handover, Nobody, Observer, Outcome, Pause, Pool, SharedObserver, Snapshot, Start,
    Statistics, Worker,
};
use memory::Memory;

use crate::STACK;
use crate::check::{self, Setup};
use crate::checkpoint::{self, Identity};
use crate::diagnostics::Stream;
use crate::memory_limit::MemoryLimit;
use crate::statistics;
use crate::warden::Warden;

/// How often the watch looks: memory can fill quickly.
const EVERY: Duration = Duration::from_millis(2);

/// Explores from where the arguments say.
pub fn explore<M: Memory + 'static>(
    setup: &Setup<'_, M>,
    warden: &Warden,
    observer: &mut (dyn Observer + Send),
) -> Result<(Outcome, Statistics), String> {
    let arguments = setup.arguments;
    let (start, bounds) = (check::from(arguments), check::bounds(arguments));
    let named = arguments.checkpoint.is_some() || arguments.resume.is_some();
    let identity = named.then(|| Identity::of(setup));
    let from = match (&arguments.resume, &identity) {
        (Some(file), Some(identity)) => checkpoint::resumed(setup, identity, &start, file)?,
        _ => Snapshot { frontier: vec![Handover::start()], outcome: Outcome::default() },
    };
    let enough = !bounds.keep_going && from.outcome.found.iter().any(|it| it.layout.is_none());
    let every = arguments.checkpoint.as_ref().map(|_| arguments.checkpoint_every);
    let pool = Pool::new(arguments.jobs as usize, from, every);
    if enough {
        pool.close();
    }
    let mut saved = match (&arguments.checkpoint, &identity) {
        (Some(file), Some(identity)) => Some(Saved::new(file, identity, &pool)?),
        _ => None,
    };
    let observer = Mutex::new(observer);
    let memory = MemoryLimit::new(arguments);
    let crew =
        Crew { setup, start: &start, bounds: &bounds, pool: &pool, observer: &observer, memory };
    crew.work(|| {
        let mut full_since = None;
        while !pool.wait_for_end(EVERY) {
            if warden.stopped().is_some() {
                pool.stop(Cut::Interrupted);
            }
            memory.watch(&pool, &mut full_since);
            let (paths, waiting) = pool.progress();
            let mut observer = observer.lock().unwrap_or_else(PoisonError::into_inner);
            observer.progress(paths, waiting);
            drop(observer);
            if let Some(saved) = &mut saved {
                saved.save_if_due(&pool, arguments.checkpoint_every);
            }
        }
    })?;
    if let Some(saved) = &mut saved {
        saved.save(&pool);
    }
    Ok(pool.finish())
}

/// All who work.
struct Crew<'a, 'o, M> {
    setup: &'a Setup<'a, M>,
    start: &'a Start,
    bounds: &'a Bounds,
    pool: &'a Pool,
    observer: &'a SharedObserver<'o>,
    memory: MemoryLimit,
}

impl<M: Memory + 'static> Crew<'_, '_, M> {
    /// Sets everybody to work, and watches until the end.
    fn work(&self, watch: impl FnOnce()) -> Result<(), String> {
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for number in 0..self.setup.arguments.jobs as usize {
                let worker = thread::Builder::new().stack_size(STACK);
                let work = move || {
                    let end = self.one(number);
                    self.pool.note_time(number, statistics::thread_time());
                    end
                };
                match worker.spawn_scoped(scope, work) {
                    Ok(worker) => workers.push(worker),
                    Err(error) => {
                        self.pool.close();
                        return Err(format!("cannot start a worker: {error}"));
                    }
                }
            }
            watch();
            // A bug in one of them is one of the program, as if there were one thread.
            let ends =
                workers.into_iter().map(|it| it.join().unwrap_or_else(|why| resume_unwind(why)));
            ends.collect()
        })
    }

    /// Works: with a new machine each time that memory was asked back.
    fn one(&self, number: usize) -> Result<(), String> {
        let _closer = Closer(self.pool);
        while self.pool.enter(number) {
            let mut nobody = Nobody;
            let look = || self.memory.keep(self.pool);
            let mut machine = self.setup.machine(&mut nobody, self.pool.interrupt())?;
            machine.pause = Some(Pause::new(self.pool.pause(), &look));
            let mut searcher = engine::search::named(&self.setup.arguments.search)
                .ok_or("there is no such order of search")?;
            let (pool, bounds, observer) = (self.pool, self.bounds, self.observer);
            let searcher = searcher.as_mut();
            machine.work(self.start, Worker { number, pool, searcher, bounds, observer })?;
        }
        Ok(())
    }
}

/// Ends the work of all when one ends, also by a panic: it does so only when there is nothing left to do, or
/// because it failed, and then nobody is to wait for it.
struct Closer<'a>(&'a Pool);

impl Drop for Closer<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A file that is kept up to date.
struct Saved<'a> {
    file: &'a Path,
    identity: &'a Identity,
    last: Instant,
    /// Whether it was said that it cannot be written.
    failed: bool,
}

impl<'a> Saved<'a> {
    /// Writes it for the first time: whether that is possible is to be known at the start.
    fn new(file: &'a Path, identity: &'a Identity, pool: &Pool) -> Result<Saved<'a>, String> {
        checkpoint::write(file, identity, &pool.snapshot())
            .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
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
            let file = self.file.display();
            Stream::Errors.line(&format!("vellum: cannot write {file}: {error}"));
        }
        self.last = Instant::now();
    }
}
