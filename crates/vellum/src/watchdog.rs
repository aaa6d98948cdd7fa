//! A thread that sets the interrupt flag when something takes too long.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Watches one thing at a time.
pub struct Watchdog {
    limit: Duration,
    shared: Arc<Shared>,
    flag: Arc<AtomicBool>,
}

/// What the two threads share. The flag is set only under the lock, and only for the deadline that
/// stands there: a bark that comes too late cannot hit the next thing.
struct Shared {
    deadline: Mutex<Deadline>,
    changed: Condvar,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Deadline {
    None,
    At(Instant),
    /// The watchdog is not needed any more.
    Quit,
}

impl Watchdog {
    /// Starts the thread. It watches nothing yet.
    pub fn new(limit: Duration) -> Watchdog {
        let shared =
            Arc::new(Shared { deadline: Mutex::new(Deadline::None), changed: Condvar::new() });
        let flag = Arc::new(AtomicBool::new(false));
        let (theirs, their_flag) = (Arc::clone(&shared), Arc::clone(&flag));
        thread::spawn(move || theirs.watch(&their_flag));
        Watchdog { limit, shared, flag }
    }

    /// The flag that it sets.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Runs something; the flag is set if it takes longer than the limit, and clear before and
    /// after.
    pub fn watch<T>(&self, run: impl FnOnce() -> T) -> T {
        let deadline = Instant::now().checked_add(self.limit);
        self.set(deadline.map_or(Deadline::None, Deadline::At));
        let result = run();
        self.set(Deadline::None);
        result
    }

    fn set(&self, deadline: Deadline) {
        *self.shared.lock() = deadline;
        self.flag.store(false, Ordering::Relaxed);
        self.shared.changed.notify_one();
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.set(Deadline::Quit);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Deadline> {
        self.deadline.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self, flag: &AtomicBool) {
        let mut deadline = self.lock();
        loop {
            let wait = match *deadline {
                Deadline::Quit => return,
                Deadline::None => Duration::from_secs(3600),
                Deadline::At(time) => time.saturating_duration_since(Instant::now()),
            };
            if wait.is_zero() {
                flag.store(true, Ordering::Relaxed);
                *deadline = Deadline::None;
                continue;
            }
            let waited = self.changed.wait_timeout(deadline, wait);
            deadline = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_barks_only_when_something_takes_too_long() {
        let watchdog = Watchdog::new(Duration::from_millis(30));
        let flag = watchdog.flag();
        let set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        assert!(!watchdog.watch(|| set(&flag)));
        let barked = watchdog.watch(|| {
            let start = Instant::now();
            while !set(&flag) && start.elapsed() < Duration::from_secs(20) {
                thread::sleep(Duration::from_millis(1));
            }
            set(&flag)
        });
        assert!(barked);
        assert!(!set(&flag));
        assert!(!watchdog.watch(|| set(&flag)));
    }
}
