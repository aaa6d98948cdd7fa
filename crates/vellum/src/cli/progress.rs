//! The line of progress of a long run: on a terminal, after the first second.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The line.
pub struct Progress {
    bar: Option<ProgressBar>,
    start: Instant,
    last: Instant,
}

/// Shorter runs show no line.
const QUIET: Duration = Duration::from_secs(1);
/// The interval between two updates.
const EVERY: Duration = Duration::from_millis(100);

impl Progress {
    /// Creates a hidden line.
    pub fn new(start: Instant) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            // A template that does not parse would be a line without style, no more.
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
                bar.set_style(style);
            }
            bar
        });
        Progress { bar, start, last: start }
    }

    /// Updates the line, if the interval has passed.
    pub fn show(&mut self, text: impl FnOnce() -> String) {
        let Some(bar) = &self.bar else { return };
        if self.start.elapsed() < QUIET || self.last.elapsed() < EVERY {
            return;
        }
        self.last = Instant::now();
        bar.set_message(text());
        bar.tick();
    }

    /// Returns a handle that can remove the line while another thread owns `self`.
    pub fn line(&self) -> Line {
        Line(self.bar.clone())
    }
}

/// A handle that removes the line.
pub struct Line(Option<ProgressBar>);

impl Line {
    /// Removes the line.
    pub fn clear(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
