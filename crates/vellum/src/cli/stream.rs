//! Standard output and standard error: text without control sequences except colours.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use ir::diagnostic::{is_invisible, picture};

/// A standard stream: results go to standard output, errors in the input to standard error.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    #[default]
    Errors,
}

impl Stream {
    /// Returns whether the stream is a terminal, where text may have colours.
    pub fn is_terminal(self) -> bool {
        match self {
            Stream::Output => io::stdout().is_terminal(),
            Stream::Errors => io::stderr().is_terminal(),
        }
    }

    /// Writes a line, or several, without control sequences except colours. Returns `false` if the stream is a closed pipe, which
    /// is not an error.
    pub fn line(self, text: &str) -> bool {
        let has_controls = text.contains(|c: char| is_invisible(c) && c != '\n');
        let shown = has_controls.then(|| printable(text, self.is_terminal()));
        let text = shown.as_deref().unwrap_or(text);
        match self {
            Stream::Output => is_written(writeln!(io::stdout(), "{text}")),
            Stream::Errors => writeln!(io::stderr(), "{text}").is_ok(),
        }
    }
}

/// Returns a text with pictures for all control characters but line feeds, tabs and, if wanted, the colours of a renderer.
fn printable(text: &str, with_colours: bool) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let colour = colour(rest).filter(|_| with_colours);
        match colour {
            Some(colour) => shown.push_str(colour),
            None if c == '\n' || c == '\t' => shown.push(c),
            None => shown.push(picture(c)),
        }
        rest = &rest[colour.map_or(c.len_utf8(), str::len)..];
    }
    shown
}

/// Returns the control sequence for a colour or style that a text begins with.
fn colour(text: &str) -> Option<&str> {
    let numbers = text.strip_prefix("\x1b[")?;
    let end = numbers.find(|c: char| !(c.is_ascii_digit() || c == ';'))?;
    numbers[end..].starts_with('m').then(|| &text[..text.len() - numbers.len() + end + 1])
}

/// Whether writing to standard output failed, other than by a closed pipe.
static LOST: AtomicBool = AtomicBool::new(false);

/// Returns whether standard output was written. A closed pipe is not an error; any other failure is reported, and determines
/// the exit code.
pub fn is_written(result: io::Result<()>) -> bool {
    if let Err(error) = &result
        && error.kind() != io::ErrorKind::BrokenPipe
        && !LOST.swap(true, Ordering::Relaxed)
    {
        Stream::Errors.line(&format!("vellum: cannot write to standard output: {error}"));
    }
    result.is_ok()
}

/// Whether output was lost.
pub fn has_lost_output() -> bool {
    LOST.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_are_for_the_terminal() {
        let coloured = "\x1b[1;31mred\x1b[0m \x1b[2J\x1b]0;x\x07\r\u{9b}1m\ta\nb";
        assert_eq!(printable(coloured, true), "\x1b[1;31mred\x1b[0m ␛[2J␛]0;x␇␍�1m\ta\nb");
        assert_eq!(printable("\x1b[0mx", false), "␛[0mx");
    }
}
