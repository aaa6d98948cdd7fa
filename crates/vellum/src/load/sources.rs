//! The text of the source, and diagnostics that show lines of it.

use std::cell::RefCell;
use std::collections::HashMap;

use c::{Diagnostic, Severity, SourceLoc};
use report::{Settings, Sources, diagnostic_text};

use crate::cli::files;
use crate::cli::stream::Stream;

/// The longest line that is shown. A file that is one line would be shown again and again.
const LONGEST_SHOWN: usize = 2000;

/// The files that were read so far, by lines.
#[derive(Default)]
pub struct SourceLines(RefCell<HashMap<String, Vec<String>>>);

impl Sources for SourceLines {
    fn line(&self, location: &SourceLoc) -> Option<String> {
        let mut files = self.0.borrow_mut();
        let lines = files.entry(location.file.clone()).or_insert_with(|| {
            let text = files::source(&location.file).unwrap_or_default();
            text.lines().map(str::to_owned).collect()
        });
        let line = lines.get((location.line as usize).checked_sub(1)?)?;
        (line.len() <= LONGEST_SHOWN).then(|| line.clone())
    }

    fn text(&self, file: &str) -> Option<String> {
        files::source(file)
    }
}

impl SourceLines {
    /// Returns what a sink of a report on standard output needs.
    pub fn settings(&self) -> Settings<'_> {
        Settings { colours: Stream::Output.is_terminal(), sources: self }
    }

    /// Returns a diagnostic with the lines it is about, for standard error.
    pub fn text(&self, diagnostic: &Diagnostic) -> String {
        diagnostic_text(diagnostic, self, Stream::Errors.is_terminal())
    }
}

/// Diagnostics that were shown on standard error.
#[derive(Default)]
pub struct Shown {
    /// The number of errors among them.
    pub errors: usize,
    sources: SourceLines,
}

impl Shown {
    /// Shows diagnostics.
    pub fn show_all(&mut self, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            self.errors += usize::from(diagnostic.severity == Severity::Error);
            Stream::Errors.line(&format!("{}\n", self.sources.text(diagnostic)));
        }
    }
}
