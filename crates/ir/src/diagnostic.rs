//! What a front end has to say about a file. Data only: the wording of a whole report is made elsewhere.

use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// The program still has a meaning.
    Warning,
    /// It has none.
    Error,
}

/// A place in an original source file.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Place {
    /// As the line markers name it.
    pub file: String,
    /// From one.
    pub line: u32,
    /// From one, in bytes. Zero if only the line is known.
    pub column: u32,
}

/// One thing to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// What, as a sentence without a full stop.
    pub message: String,
    /// Other places that belong to it.
    pub notes: Vec<(Place, String)>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{}: {severity}: {}", self.place, self.message)?;
        for (place, message) in &self.notes {
            write!(f, "\n{place}: note: {message}")?;
        }
        Ok(())
    }
}
