//! Requests to pause the machine, from outside or by a callback in its own thread.
//!
//! A thread that only monitors memory may have to wait for a core while a machine allocates. So the machine
//! itself calls back at intervals, in its own thread: while that thread does not run, it allocates nothing.
//! This file does not know what the callback checks. `run` relies on it to end the turn of a state.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The number of instructions between two readings of the clock.
const INSTRUCTIONS: u32 = 8;

/// A source of requests to pause.
pub struct Pause<'a> {
    flag: Arc<AtomicBool>,
    /// The callback: sets the flag where there is reason to, and returns the time until its next call.
    look: &'a dyn Fn() -> Duration,
    /// Instructions until the next reading of the clock.
    left: u32,
    next: Instant,
}

impl<'a> Pause<'a> {
    /// Returns a source that requests a pause when the flag is set; `look` may set it, and is called again
    /// after the time that it returns.
    #[must_use]
    pub fn new(flag: Arc<AtomicBool>, look: &'a dyn Fn() -> Duration) -> Pause<'a> {
        Pause { flag, look, left: INSTRUCTIONS, next: Instant::now() }
    }

    /// Returns whether a pause is requested.
    pub(crate) fn is_due(&mut self) -> bool {
        self.left -= 1;
        if self.left == 0 {
            self.left = INSTRUCTIONS;
            if Instant::now() >= self.next {
                self.next = Instant::now() + (self.look)();
            }
        }
        self.flag.load(Ordering::Relaxed)
    }
}
