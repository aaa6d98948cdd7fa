//! The limit on memory: measures the memory of the process, and has states dropped when it runs short.
//!
//! The resident pages of the process count, because the system uses them when it ends a process, and because they include
//! the allocations of solvers in other languages. The allocator of the binary returns freed memory to the system, so the
//! number also decreases.
//!
//! At nine tenths of the limit, all workers reduce their states to decisions and drop their
//! machines, with all terms and caches; a little later even in the middle of an instruction. They
//! continue when enough memory is free again. If that frees too little, the exploration is cancelled.
//!
//! Workers read the gauge themselves, more often the less is left: on a busy machine another thread would
//! read it too late. The watching thread reads it during long instructions, and resumes the workers (`watch`).

use std::time::{Duration, Instant};

use engine::findings::{Cut, Limit};
use engine::{Exploration, MemoryGauge, Shortage};
use memory::Memory;

/// The time that the system may take to reclaim freed pages.
const PATIENCE: Duration = Duration::from_millis(500);

/// The fastest rate at which a process fills memory.
const BYTES_IN_A_NANOSECOND: u64 = 4;
/// The shortest time between two checks: one costs as much as thousands of instructions.
const SOONEST: Duration = Duration::from_millis(1);
const LATEST: Duration = Duration::from_millis(50);

/// Returns the resident bytes of this process; zero where the system does not report them.
pub fn used() -> u64 {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * PAGE
}

/// Returns the given limit, or three quarters of the free memory; `None` where that is not known.
pub fn bytes(asked: Option<u64>) -> Option<u64> {
    asked.or_else(|| available().map(|bytes| bytes / 4 * 3))
}

/// Returns the least time in which the memory of this process can grow to a number of bytes.
pub fn time_to_fill(bytes: u64) -> Duration {
    let left = bytes.saturating_sub(used());
    Duration::from_nanos(left / BYTES_IN_A_NANOSECOND).clamp(SOONEST, LATEST)
}

/// Returns the bytes that the system can give to this process in addition.
fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    // The limit of a container may be lower than the memory of the machine; the file holds a number or `max`.
    let container = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let allowed = container.and_then(|text| text.trim().parse::<u64>().ok());
    Some(kilobytes.saturating_mul(1024).min(allowed.unwrap_or(u64::MAX)))
}

/// The limit on the memory of an exploration.
#[derive(Clone, Copy)]
pub struct MemoryLimit {
    most: u64,
}

impl MemoryLimit {
    /// Creates a limit; without a number, there is none.
    pub fn new(bytes: Option<u64>) -> MemoryLimit {
        MemoryLimit { most: bytes.unwrap_or(u64::MAX) }
    }

    /// Returns the number of bytes up to nine tenths of the limit.
    fn left(self) -> u64 {
        (self.most / 20 * 18).saturating_sub(used())
    }

    /// Checks the memory once. `full_since` is the time since which memory has been short although everything was released.
    pub fn watch<M: Memory + 'static>(
        self,
        exploration: &Exploration<'_, M>,
        full_since: &mut Option<Instant>,
    ) {
        if !exploration.has_released_memory() {
            *full_since = None;
            if let Some(shortage) = self.shortage() {
                exploration.release_memory(shortage);
            }
        } else if used() < self.most / 20 * 16 {
            exploration.resume();
        } else if full_since.get_or_insert_with(Instant::now).elapsed() >= PATIENCE {
            exploration.stop(Cut::Limit(Limit::Memory));
        } else {
            remind_allocator();
        }
    }
}

impl MemoryGauge for MemoryLimit {
    fn shortage(&self) -> Option<Shortage> {
        match self.left() {
            0 if used() >= self.most / 20 * 19 => Some(Shortage::Severe),
            0 => Some(Shortage::Moderate),
            _ => None,
        }
    }

    fn next_reading(&self) -> Duration {
        time_to_fill(self.most / 20 * 18)
    }
}

/// Makes the allocator return freed memory to the system. It does that only at an allocation of some size, and there is none
/// while all workers wait.
fn remind_allocator() {
    drop(std::hint::black_box(vec![0u8; 1 << 20]));
}
