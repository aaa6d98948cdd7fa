//! A line that says how far a long run is: on a terminal, after the first second.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The line.
pub struct Progress {
    bar: Option<ProgressBar>,
    start: Instant,
    last: Instant,
}

/// A run that is over sooner needs no line.
const QUIET: Duration = Duration::from_secs(1);
/// How often the line changes.
const EVERY: Duration = Duration::from_millis(100);

impl Progress {
    /// No line yet.
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

    /// Shows what there is to say, if it is time to.
    pub fn show(&mut self, text: impl FnOnce() -> String) {
        let Some(bar) = &self.bar else { return };
        if self.start.elapsed() < QUIET || self.last.elapsed() < EVERY {
            return;
        }
        self.last = Instant::now();
        bar.set_message(text());
        bar.tick();
    }

    /// The line itself, to take it away while somebody else has the rest.
    pub fn line(&self) -> Line {
        Line(self.bar.clone())
    }
}

/// A line that can be taken away.
pub struct Line(Option<ProgressBar>);

impl Line {
    /// Takes it away.
    pub fn clear(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
