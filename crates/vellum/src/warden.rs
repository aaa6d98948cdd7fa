//! Watches a long run: stops it when its time is up, when its memory is used up, or when the user
//! says so. Whoever runs looks at one flag; the warden knows why it was set.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Why a run was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The user pressed Ctrl-C.
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
        // A second Ctrl-C ends the program at once; without handlers the first one does.
        let _ = signal_hook::flag::register_conditional_shutdown(
            signal_hook::consts::SIGINT,
            130,
            user.clone(),
        );
        let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, user.clone());
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
                } else if memory.is_some_and(|most| used_memory() >= most) {
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

/// The bytes that this process occupies; zero where the system does not say.
pub fn used_memory() -> u64 {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * PAGE
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
