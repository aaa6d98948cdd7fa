//! Errors as a user reads them: file, line and column, the line itself, and what is wrong
//! underlined.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use annotate_snippets::{Annotation, AnnotationKind, Level, Renderer, Snippet};
use ir::diagnostic::{is_invisible, picture, visible};
use serde_json::Value;

/// A place in a text, of which the line is at hand.
pub struct Place<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// The number of the line, from 1.
    pub line_number: u32,
    /// The line.
    pub line: &'a str,
    /// The bytes of the line that are meant.
    pub range: std::ops::Range<usize>,
}

/// Another place that belongs to an error.
pub struct Note<'a> {
    /// What there is to say about it.
    pub message: &'a str,
    /// Where.
    pub place: Place<'a>,
}

/// The error at a place, as text of several lines.
pub fn render(message: &str, place: &Place<'_>, renderer: &Renderer) -> String {
    render_with_notes(true, message, place, &[], renderer)
}

/// An error or a warning at a place, with notes at others.
pub fn render_with_notes(
    error: bool,
    message: &str,
    place: &Place<'_>,
    notes: &[Note<'_>],
    renderer: &Renderer,
) -> String {
    let level = if error { Level::ERROR } else { Level::WARNING };
    let mut groups = vec![level.primary_title(message).element(snippet(place))];
    for note in notes {
        groups.push(Level::NOTE.secondary_title(note.message).element(snippet(&note.place)));
    }
    renderer.render(&groups)
}

fn snippet<'a>(place: &Place<'a>) -> Snippet<'a, Annotation<'a>> {
    let end = place.range.end.max(place.range.start + 1).min(place.line.len().max(1));
    let start = place.range.start.min(end);
    // Whole characters: a place counts bytes, and bytes that are no character are shown as one.
    let boundary = |at: &usize| *at >= place.line.len() || place.line.is_char_boundary(*at);
    let end = (end..).find(boundary).unwrap_or(end);
    let start = (0..=start).rev().find(boundary).unwrap_or(0);
    Snippet::source(place.line)
        .line_start(place.line_number as usize)
        .path(visible(place.file))
        .annotation(AnnotationKind::Primary.span(start..end))
}

/// Where text goes. What a command found out goes to standard output, and what is wrong with its
/// input to standard error.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    #[default]
    Errors,
}

impl Stream {
    fn is_terminal(self) -> bool {
        match self {
            Stream::Output => io::stdout().is_terminal(),
            Stream::Errors => io::stderr().is_terminal(),
        }
    }

    /// In colours if somebody looks at it.
    pub fn renderer(self) -> Renderer {
        if self.is_terminal() { Renderer::styled() } else { Renderer::plain() }
    }

    /// Writes a line, or several, in which nothing but colours is for the terminal. Nobody may be reading, which is no error of
    /// ours; then it gives `false`.
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

/// Text with pictures for all control characters but line feeds, tabs and, if they are wanted, the colours of a renderer.
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

/// The sequence that sets a colour or the like, if the text begins with one.
fn colour(text: &str) -> Option<&str> {
    let numbers = text.strip_prefix("\x1b[")?;
    let end = numbers.find(|c: char| !(c.is_ascii_digit() || c == ';'))?;
    numbers[end..].starts_with('m').then(|| &text[..text.len() - numbers.len() + end + 1])
}

/// JSON as text. It has no control characters: those that JSON allows are escaped, too.
pub fn json_text(value: &Value) -> String {
    let text = format!("{value:#}");
    let is_allowed = |c: char| c == '\n' || !is_invisible(c);
    match text.chars().all(is_allowed) {
        true => text,
        false => {
            let escaped = |c: char| format!("\\u{:04x}", u32::from(c));
            text.chars().map(|c| if is_allowed(c) { c.to_string() } else { escaped(c) }).collect()
        }
    }
}

/// Whether something could not be written to standard output although somebody reads it.
static LOST: AtomicBool = AtomicBool::new(false);

/// Whether something was written to standard output. Nobody may be reading, which is no error of ours; any other failure is said,
/// and decides how the process ends.
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
    fn an_error_shows_its_line() {
        let place = Place { file: "a.smt2", line_number: 7, line: "(assert x)", range: 8..9 };
        let expected = "\
error: unknown symbol `x`
 --> a.smt2:7:9
  |
7 | (assert x)
  |         ^";
        assert_eq!(render("unknown symbol `x`", &place, &Renderer::plain()), expected);
    }

    #[test]
    fn names_and_messages_are_text() {
        let place = Place { file: "a\x1b[2J\nb", line_number: 1, line: "x\x1b", range: 0..1 };
        let text = render("odd\x1b", &place, &Renderer::plain());
        assert!(!text.contains('\x1b') && text.contains("--> a␛[2J␊b:1:1"), "{text}");
        let coloured = "\x1b[1;31mred\x1b[0m \x1b[2J\x1b]0;x\x07\r\u{9b}1m\ta\nb";
        assert_eq!(printable(coloured, true), "\x1b[1;31mred\x1b[0m ␛[2J␛]0;x␇␍�1m\ta\nb");
        assert_eq!(printable("\x1b[0mx", false), "␛[0mx");
        assert_eq!(json_text(&serde_json::json!("\x1b\x7f\u{9b}é")), r#""\u001b\u007f\u009bé""#);
    }

    #[test]
    fn places_at_the_end_of_a_line() {
        for (line, range) in [
            ("", 0..0),
            ("(", 0..1),
            ("(a", 2..2),
            ("é", 0..2),
            ("é", 0..1),
            ("é", 1..1),
            ("é", 1..2),
            ("(a", 1..9),
        ] {
            let place = Place { file: "a", line_number: 1, line, range };
            assert!(render("message", &place, &Renderer::plain()).contains("message"));
        }
    }
}
