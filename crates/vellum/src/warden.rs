//! Watches a long run: stops it when its time is up, when its memory is used up, or when the user
//! says so. Whoever runs looks at one flag; the warden knows why it was set.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};

use crate::memory_limit;

/// Why a run was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The user pressed Ctrl-C, or somebody asked the program to end.
    ByUser,
    /// Its time is up.
    Time,
    /// Its memory is used up.
    Memory,
}

/// The warden. It goes when it is dropped.
pub struct Warden {
    stop: Arc<AtomicBool>,
    reason: Arc<AtomicU8>,
    done: Arc<AtomicBool>,
}

/// How often it looks.
const EVERY: Duration = Duration::from_millis(20);

impl Warden {
    /// Begins to watch.
    pub fn new(time: Option<Duration>, memory: Option<u64>) -> Warden {
        let [stop, done, user] = [(); 3].map(|()| Arc::new(AtomicBool::new(false)));
        let reason = Arc::new(AtomicU8::new(0));
        // A second one ends the program at once; without handlers the first one does.
        for (signal, code) in [(SIGINT, 130), (SIGTERM, 143)] {
            let _ = signal_hook::flag::register_conditional_shutdown(signal, code, user.clone());
            let _ = signal_hook::flag::register(signal, user.clone());
        }
        let warden = Warden { stop, reason, done };
        let (stop, reason, done) =
            (warden.stop.clone(), warden.reason.clone(), warden.done.clone());
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        thread::spawn(move || {
            while !done.load(Ordering::Relaxed) {
                let why = if user.load(Ordering::Relaxed) {
                    1
                } else if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    2
                } else if memory.is_some_and(|most| memory_limit::used() >= most) {
                    3
                } else {
                    thread::sleep(EVERY);
                    continue;
                };
                reason.store(why, Ordering::Relaxed);
                stop.store(true, Ordering::Relaxed);
                return;
            }
        });
        warden
    }

    /// The flag that is set when the run is to stop.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// Why the flag was set.
    pub fn stopped(&self) -> Option<Stopped> {
        match self.reason.load(Ordering::Relaxed) {
            1 => Some(Stopped::ByUser),
            2 => Some(Stopped::Time),
            3 => Some(Stopped::Memory),
            _ => None,
        }
    }
}

impl Drop for Warden {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_and_memory_run_out() {
        let stopped = |warden: &Warden| {
            let start = Instant::now();
            while warden.stopped().is_none() && start.elapsed() < Duration::from_secs(20) {
                thread::sleep(Duration::from_millis(1));
            }
            warden.stopped()
        };
        let warden = Warden::new(Some(Duration::from_millis(30)), None);
        assert_eq!(stopped(&warden), Some(Stopped::Time));
        assert!(warden.flag().load(Ordering::Relaxed));
        let warden = Warden::new(None, Some(1));
        assert_eq!(stopped(&warden), Some(Stopped::Memory));
        let warden = Warden::new(Some(Duration::from_secs(3600)), None);
        assert_eq!(warden.stopped(), None);
    }
}
