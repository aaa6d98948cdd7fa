//! Starts the workers of an exploration, each in a thread of its own, and watches limits, Ctrl-C, the line of progress and
//! checkpoints meanwhile.

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use engine::findings::{Cut, Outcome};
use engine::statistics::Statistics;
use engine::{Exploration, Jobs, SharedObserver};
use memory::Memory;

use crate::STACK;
use crate::cli::files;
use crate::cli::stream::Stream;
use crate::results::statistics;
use crate::supervise::checkpoint::{self, Identity};
use crate::supervise::memory_limit::MemoryLimit;
use crate::supervise::setup::Setup;
use crate::supervise::warden::Warden;

/// The interval between two checks of the watching thread: memory can fill quickly.
const EVERY: Duration = Duration::from_millis(2);

/// Explores from the start, or from the checkpoint of `--resume`.
pub fn explore<M: Memory + 'static>(
    setup: &Setup<M>,
    observer: Arc<SharedObserver<'static>>,
) -> Result<(Outcome, Statistics), String> {
    let (arguments, warden) = (&*setup.arguments, &setup.warden);
    let task = setup.task();
    let named = arguments.checkpoint.is_some() || arguments.resume.is_some();
    let identity = named.then(|| Identity::of(setup));
    let from = match (&arguments.resume, &identity) {
        (Some(file), Some(identity)) => Some(checkpoint::resumed(&task, identity, file)?),
        _ => None,
    };
    let jobs = Jobs {
        workers: arguments.jobs as usize,
        from,
        snapshots: arguments.checkpoint.as_ref().map(|_| arguments.checkpoint_every),
        ends_process: setup.is_last,
    };
    let exploration = Exploration::new(task, jobs, observer.clone());
    let mut saved = match (&arguments.checkpoint, &identity) {
        (Some(file), Some(identity)) => Some(Saved::new(file, identity, &exploration)?),
        _ => None,
    };
    let (warden, memory) = (warden.clone(), MemoryLimit::new(warden.memory()));
    let crew = Arc::new(Crew { exploration, observer, memory, warden });
    crew.warden.memory_is_given_back(true);
    let worked = crew.work(|| {
        crew.watch(|| {
            if let Some(saved) = &mut saved {
                saved.save_if_due(&crew.exploration, arguments.checkpoint_every);
            }
        })
    });
    crew.warden.memory_is_given_back(false);
    worked?;
    if let Some(saved) = &mut saved {
        saved.save(&crew.exploration);
    }
    Ok(crew.exploration.finish())
}

/// The threads of an exploration.
struct Crew<M> {
    exploration: Exploration<'static, M>,
    observer: Arc<SharedObserver<'static>>,
    memory: MemoryLimit,
    warden: Warden,
}

impl<M: Memory + 'static> Crew<M> {
    /// Starts all threads, and watches until the end. A thread that does not stop in time is abandoned: the exploration
    /// has its findings, and knows that its work is not done.
    fn work(self: &Arc<Self>, watch: impl FnOnce()) -> Result<(), String> {
        let (ends, ended) = mpsc::channel();
        let mut threads = Vec::new();
        for number in 0..self.exploration.threads() {
            let (crew, ends) = (self.clone(), ends.clone());
            let work = move || {
                let _end = Finally(|| {
                    let _ = ends.send(number);
                });
                let worked = crew.exploration.work(number, &crew.memory);
                crew.exploration.record_time(number, statistics::thread_time());
                worked
            };
            match thread::Builder::new().stack_size(STACK).spawn(work) {
                Ok(thread) => threads.push(Some(thread)),
                Err(error) => {
                    self.exploration.close();
                    return Err(format!("cannot start a worker: {error}"));
                }
            }
        }
        watch();
        // No thread may wait for a turn of an ended contestant.
        self.exploration.close();
        let mut left = threads.len();
        while left > 0 {
            match ended.recv_timeout(EVERY) {
                Ok(number) => {
                    left -= 1;
                    // A panic of a thread is a panic of the process, as with one thread.
                    let end = threads[number].take().map(JoinHandle::join);
                    end.transpose().unwrap_or_else(|why| resume_unwind(why)).transpose()?;
                }
                Err(_) if self.warden.is_overdue() => break,
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// Watches until the exploration is complete, or until cancelled threads are overdue.
    fn watch(&self, mut now_and_then: impl FnMut()) {
        let mut full_since = None;
        while !self.exploration.wait_for_end(EVERY) {
            if self.warden.stopped().is_some() {
                self.exploration.stop(Cut::Interrupted);
            }
            self.memory.watch(&self.exploration, &mut full_since);
            let (paths, waiting) = self.exploration.progress();
            // The thread that holds it may be stuck.
            if let Ok(mut observer) = self.observer.try_lock() {
                observer.progress(paths, waiting);
            }
            now_and_then();
        }
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
    fn new<M: Memory + 'static>(
        file: &'a Path,
        identity: &'a Identity,
        exploration: &Exploration<'_, M>,
    ) -> Result<Saved<'a>, String> {
        checkpoint::write(file, identity, &exploration.snapshot())
            .map_err(|error| format!("cannot write {}: {error}", files::shown(file)))?;
        Ok(Saved { file, identity, last: Instant::now(), failed: false })
    }

    fn save_if_due<M: Memory + 'static>(
        &mut self,
        exploration: &Exploration<'_, M>,
        every: Duration,
    ) {
        if self.last.elapsed() >= every {
            self.save(exploration);
        }
    }

    fn save<M: Memory + 'static>(&mut self, exploration: &Exploration<'_, M>) {
        if let Err(error) = checkpoint::write(self.file, self.identity, &exploration.snapshot())
            && !std::mem::replace(&mut self.failed, true)
        {
            let file = files::shown(self.file);
            Stream::Errors.line(&format!("vellum: cannot write {file}: {error}"));
        }
        self.last = Instant::now();
    }
}
