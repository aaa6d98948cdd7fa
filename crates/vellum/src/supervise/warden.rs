//! The warden: enforces the limits of a run from its start to its last line.
//!
//! A run has one warden, whose thread starts before any input is read. It watches the clock, the memory of the process and
//! Ctrl-C, and acts in three steps:
//!
//! 1. When a limit is reached it sets a flag. All long operations poll the flag and end with their results so far:
//!    the exploration, the solver in the middle of a query, the interpreter of `vellum run`.
//! 2. Work that has not ended a little later is *overdue*: `jobs` abandons workers that are stuck in one instruction, and
//!    reports what all of them found so far.
//! 3. If the run has not begun to print a result at the end of the grace, the warden prints the *last words* and ends the
//!    process. Initially these are `unknown` with the limit; the run replaces them when it has more
//!    (findings that wait for their confirmation, functions that were checked before).
//!
//! **Invariant:** exactly one of the warden and the run prints the result: the one that takes the last words
//! (`Warden::speak`). **Invariant:** last words never say `true`.
//!
//! During an exploration, `memory_limit` keeps the limit on memory: it frees memory and the exploration continues. The warden
//! acts only where that fails.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};

use crate::cli::exit::{self, Exit};
use crate::cli::stream::Stream;
use crate::supervise::memory_limit;

/// The reason why a run is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The user pressed Ctrl-C, or the process received SIGTERM.
    ByUser,
    /// The limit on time.
    Time,
    /// The limit on memory.
    Memory,
}

/// The limits of a run.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// Time on the clock, from the start of the process.
    pub time: Option<Duration>,
    /// Bytes that the process may occupy.
    pub memory: Option<u64>,
}

/// The output in place of a result, and the exit code.
pub struct LastWords {
    pub output: String,
    pub errors: String,
    pub exit: Exit,
}

/// Computes the last words when they are needed.
type Speech = Box<dyn FnOnce(Stopped) -> LastWords + Send>;

/// The warden of a run. All copies are the same one.
#[derive(Clone)]
pub struct Warden(Arc<Shared>);

struct Shared {
    limits: Limits,
    stop: Arc<AtomicBool>,
    /// Set by a signal.
    user: Arc<AtomicBool>,
    /// Whether `memory_limit` reduces the memory.
    gives_back: AtomicBool,
    watch: Mutex<Watch>,
}

struct Watch {
    /// The start of the limited time; `None` while it is suspended.
    since: Option<Instant>,
    stopped: Option<(Stopped, Instant)>,
    /// The time since which the memory exceeds its limit.
    full_since: Option<Instant>,
    /// `None` once the run or the warden prints the result.
    speech: Option<Speech>,
    /// The run ends by itself: nothing is cancelled any more.
    done: bool,
}

/// The longest time between two checks.
const EVERY: Duration = Duration::from_millis(20);
/// The time that memory may exceed its limit while states are dropped.
const FULL: Duration = Duration::from_millis(500);
/// The time that cancelled work has to stop: a fixed time, and this part of the limit.
const PATIENCE: (Duration, u32) = (Duration::from_millis(300), 32);
/// The time after the limit at which the warden ends the process.
const GRACE: (Duration, u32) = (Duration::from_millis(700), 14);

impl Warden {
    /// Begins to watch a run that began at a time. Without `signals`, Ctrl-C ends the process as always.
    pub fn begin(
        since: Instant,
        limits: Limits,
        signals: bool,
        speech: impl FnOnce(Stopped) -> LastWords + Send + 'static,
    ) -> Warden {
        let [stop, user] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        if signals {
            // A second one ends the program at once.
            for (signal, code) in [(SIGINT, 130), (SIGTERM, 143)] {
                let _ =
                    signal_hook::flag::register_conditional_shutdown(signal, code, user.clone());
                let _ = signal_hook::flag::register(signal, user.clone());
            }
        }
        let speech: Speech = Box::new(speech);
        let watch = Watch {
            since: Some(since),
            stopped: None,
            full_since: None,
            speech: Some(speech),
            done: false,
        };
        let shared = Shared {
            limits,
            stop,
            user,
            gives_back: AtomicBool::new(false),
            watch: Mutex::new(watch),
        };
        let warden = Warden(Arc::new(shared));
        let shared = warden.0.clone();
        thread::spawn(move || {
            while let Some(pause) = shared.look() {
                thread::sleep(pause);
            }
        });
        warden
    }

    /// Returns the flag that cancels the run.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.stop.clone()
    }

    /// Returns the reason for which the flag was set.
    pub fn stopped(&self) -> Option<Stopped> {
        self.0.lock().stopped.map(|(why, _)| why)
    }

    /// Returns whether cancelled work has had enough time to stop.
    pub fn is_overdue(&self) -> bool {
        let watch = self.0.lock();
        watch.stopped.is_some_and(|(why, since)| {
            since.elapsed() >= self.0.allowance(why, PATIENCE) || self.0.is_overfull()
        })
    }

    /// Returns the limits of the run.
    pub fn limits(&self) -> Limits {
        self.0.limits
    }

    /// The limit on memory.
    pub fn memory(&self) -> Option<u64> {
        self.0.limits.memory
    }

    /// Restarts the time of the limit.
    pub fn renew(&self) {
        let mut watch = self.0.lock();
        watch.since = Some(Instant::now());
        watch.forgive(&self.0.stop);
    }

    /// Stops the time of the limit until `renew`.
    pub fn rest(&self) {
        let mut watch = self.0.lock();
        watch.since = None;
        watch.forgive(&self.0.stop);
    }

    /// Sets whether `memory_limit` reduces the memory from now on.
    pub fn memory_is_given_back(&self, given_back: bool) {
        self.0.gives_back.store(given_back, Ordering::Relaxed);
    }

    /// Replaces the last words.
    pub fn prepare(&self, speech: impl FnOnce(Stopped) -> LastWords + Send + 'static) {
        let mut watch = self.0.lock();
        if watch.speech.is_some() {
            watch.speech = Some(Box::new(speech));
        }
    }

    /// Takes the last words, before a complete result is printed. Does not return if the warden took them first.
    pub fn speak(&self) {
        let mut watch = self.0.lock();
        let is_mine = watch.done || watch.speech.take().is_some();
        watch.done = is_mine;
        drop(watch);
        if !is_mine {
            // The process is about to end.
            loop {
                thread::park();
            }
        }
    }
}

impl Watch {
    /// Returns the limited time so far.
    fn spent(&self) -> Duration {
        self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Withdraws the cancellation, unless the user pressed Ctrl-C.
    fn forgive(&mut self, stop: &AtomicBool) {
        if !matches!(self.stopped, Some((Stopped::ByUser, _))) {
            self.stopped = None;
            stop.store(false, Ordering::Relaxed);
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Watch> {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a fixed time, plus a part of the time limit if that is the limit that was reached.
    fn allowance(&self, why: Stopped, (fixed, part): (Duration, u32)) -> Duration {
        match (why, self.limits.time) {
            (Stopped::Time, Some(limit)) => fixed + limit / part,
            _ => fixed,
        }
    }

    /// Checks the limits once. Returns the time until the next check, or `None` if nothing is left to watch.
    fn look(&self) -> Option<Duration> {
        let mut watch = self.lock();
        if watch.done {
            return None;
        }
        match watch.stopped {
            None => {
                if let Some(why) = self.reason(&mut watch) {
                    watch.stopped = Some((why, Instant::now()));
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            Some((why, since)) => {
                let grace = self.allowance(why, GRACE);
                if since.elapsed() >= grace || self.is_overfull() {
                    let speech = watch.speech.take();
                    drop(watch);
                    if let Some(speech) = speech {
                        last_words(speech(why));
                    }
                    return None;
                }
            }
        }
        Some(self.pause(&watch))
    }

    /// Returns the reason to cancel the run, if there is one.
    fn reason(&self, watch: &mut Watch) -> Option<Stopped> {
        if self.user.load(Ordering::Relaxed) {
            return Some(Stopped::ByUser);
        }
        if self.limits.time.is_some_and(|limit| watch.since.is_some() && watch.spent() >= limit) {
            return Some(Stopped::Time);
        }
        self.is_full(watch).then_some(Stopped::Memory)
    }

    /// Returns whether the memory exceeds its limit, and `memory_limit` will not reduce it.
    fn is_full(&self, watch: &mut Watch) -> bool {
        let Some(most) = self.limits.memory else { return false };
        let used = memory_limit::used();
        if !self.gives_back.load(Ordering::Relaxed) {
            return used >= most;
        }
        if used < most / 20 * 21 {
            watch.full_since = None;
            return false;
        }
        let since = *watch.full_since.get_or_insert_with(Instant::now);
        since.elapsed() >= FULL || self.is_overfull()
    }

    /// Whether the memory exceeds its limit so far that the process must end at once.
    fn is_overfull(&self) -> bool {
        let gives_back = self.gives_back.load(Ordering::Relaxed);
        let share = if gives_back { 26 } else { 21 };
        self.limits.memory.is_some_and(|most| memory_limit::used() >= most / 20 * share)
    }

    /// Returns the time until the next limit can be reached.
    fn pause(&self, watch: &Watch) -> Duration {
        let memory = self.limits.memory.map_or(EVERY, memory_limit::time_to_fill);
        let left = |limit: Duration| limit.saturating_sub(watch.spent());
        let time = self.limits.time.map(left).filter(|left| !left.is_zero()).unwrap_or(EVERY);
        EVERY.min(memory).min(time)
    }
}

/// Prints the last words and ends the process, even if a thread is blocked on a stream, such as a full pipe without a reader.
fn last_words(words: LastWords) -> ! {
    const LONGEST: Duration = Duration::from_millis(300);
    let LastWords { output, errors, exit } = words;
    let speaker = thread::spawn(move || {
        for (stream, text) in [(Stream::Errors, errors), (Stream::Output, output)] {
            if !text.is_empty() {
                stream.line(text.trim_end());
            }
        }
    });
    let since = Instant::now();
    while !speaker.is_finished() && since.elapsed() < LONGEST {
        thread::sleep(Duration::from_millis(1));
    }
    exit::leave(exit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begin(time: Option<Duration>, memory: Option<u64>) -> Warden {
        let nothing =
            |_| LastWords { output: String::new(), errors: String::new(), exit: Exit::Unknown };
        Warden::begin(Instant::now(), Limits { time, memory }, false, nothing)
    }

    fn stopped(warden: &Warden) -> Option<Stopped> {
        let start = Instant::now();
        while warden.stopped().is_none() && start.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(1));
        }
        // Its last words would be those of the tests.
        warden.speak();
        warden.stopped()
    }

    #[test]
    fn time_and_memory_run_out() {
        let warden = begin(Some(Duration::from_millis(30)), None);
        assert_eq!(stopped(&warden), Some(Stopped::Time));
        assert!(warden.flag().load(Ordering::Relaxed));
        warden.renew();
        assert!(!warden.flag().load(Ordering::Relaxed));
        assert_eq!(warden.stopped(), None);
        let warden = begin(Some(Duration::from_secs(3600)), None);
        assert_eq!(warden.stopped(), None);
        warden.speak();
    }

    #[test]
    fn memory_is_for_who_gives_it_back() {
        let used = memory_limit::used().max(1 << 20);
        let warden = begin(None, Some(used * 10));
        warden.memory_is_given_back(true);
        assert_eq!(warden.stopped(), None);
        warden.speak();
    }
}
