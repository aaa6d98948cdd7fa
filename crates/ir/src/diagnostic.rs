//! Errors and warnings of a front end, as data. Their rendering is elsewhere.

use std::borrow::Cow;
use std::fmt;

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// The program can be run.
    Warning,
    /// The program cannot be run.
    Error,
}

/// What stands before the names of the runtime's files: no file of a program is in such a folder.
pub const RUNTIME: &str = "<runtime>/";

/// Returns whether a file, named as positions name it, belongs to the runtime and not to the program.
#[must_use]
pub fn is_runtime(file: &str) -> bool {
    file.starts_with(RUNTIME)
}

/// A location in an original source file: the one type for it, from the front ends to every format of a report.
#[derive(Clone, PartialEq, Eq, Debug, Default, PartialOrd, Ord)]
pub struct SourceLoc {
    /// As the line markers name it.
    pub file: String,
    /// From one.
    pub line: u32,
    /// From one, in bytes. Zero if only the line is known.
    pub column: u32,
    /// The function that the place is in, where that matters.
    pub function: Option<String>,
}

impl SourceLoc {
    /// Returns a place, without a function.
    #[must_use]
    pub fn new(file: impl Into<String>, line: u32, column: u32) -> SourceLoc {
        SourceLoc { file: file.into(), line, column, function: None }
    }

    /// Returns whether the place is in the runtime, and not in the program.
    #[must_use]
    pub fn is_runtime(&self) -> bool {
        is_runtime(&self.file)
    }

    /// Returns the place as `file:line`, for a reader.
    #[must_use]
    pub fn line_text(&self) -> String {
        format!("{}:{}", visible(&self.file), self.line)
    }
}

/// An error or a warning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// The location it refers to.
    pub location: SourceLoc,
    /// A sentence without a full stop.
    pub message: String,
    /// Related locations, each with its message.
    pub notes: Vec<(SourceLoc, String)>,
}

/// Returns text of a program, such as a name, as one line that is safe to print on a terminal: control characters become
/// their pictures (`␛`), and other characters that move or reorder text become `�`.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    match text.contains(is_invisible) {
        true => text.chars().map(picture).collect(),
        false => text.into(),
    }
}

/// Returns the character that is printed for `c`.
#[must_use]
pub fn picture(c: char) -> char {
    match c {
        '\0'..='\x1f' => {
            char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        '\x7f' => '␡',
        c if is_invisible(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

/// Whether a character is a control character, a line separator, or a directional mark.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    let moves =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || moves
}

impl fmt::Display for SourceLoc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", visible(&self.file), self.line, self.column)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{}: {severity}: {}", self.location, self.message)?;
        for (location, message) in &self.notes {
            write!(f, "\n{location}: note: {message}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_line() {
        assert_eq!(visible("a b/é.c"), "a b/é.c");
        assert_eq!(visible("a\x1b[31m\n\t\x7f\u{9b}\u{202e}.c"), "a␛[31m␊␉␡��.c");
        let location = SourceLoc::new("a\nb.c", 1, 2);
        assert_eq!(location.to_string(), "a␊b.c:1:2");
    }
}
