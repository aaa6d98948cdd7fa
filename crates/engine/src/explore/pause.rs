//! When a machine is to make a pause: because it was told to, or because it finds out itself.
//!
//! Somebody who only watches may have to wait for a core while a machine fills the memory. So the machine
//! itself asks now and then, in its own thread: while that thread does not run, it fills nothing. What is
//! looked at then this file does not know.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The clock is looked at each time after so many instructions.
const INSTRUCTIONS: u32 = 8;

/// What tells a machine to pause.
pub struct Pause<'a> {
    flag: Arc<AtomicBool>,
    /// Sets the flag where there is reason to, and says how long there will be none.
    look: &'a dyn Fn() -> Duration,
    /// Instructions until the clock is looked at.
    left: u32,
    next: Instant,
}

impl<'a> Pause<'a> {
    /// A pause is made when the flag is set; `look` may set it, and is called again after the time that it says.
    #[must_use]
    pub fn new(flag: Arc<AtomicBool>, look: &'a dyn Fn() -> Duration) -> Pause<'a> {
        Pause { flag, look, left: INSTRUCTIONS, next: Instant::now() }
    }

    /// Whether it is time.
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
