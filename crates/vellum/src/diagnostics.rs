//! Errors as a user reads them: file, line and column, the line itself, and what is wrong
//! underlined.

use std::io::{IsTerminal, Write};

use annotate_snippets::{Annotation, AnnotationKind, Level, Renderer, Snippet};

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
        .path(place.file)
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
    /// In colours if somebody looks at it.
    pub fn renderer(self) -> Renderer {
        let terminal = match self {
            Stream::Output => std::io::stdout().is_terminal(),
            Stream::Errors => std::io::stderr().is_terminal(),
        };
        if terminal { Renderer::styled() } else { Renderer::plain() }
    }

    /// Writes a line. Nobody may be reading, which is no error of ours; then it gives `false`.
    pub fn line(self, text: &str) -> bool {
        let written = match self {
            Stream::Output => writeln!(std::io::stdout(), "{text}"),
            Stream::Errors => writeln!(std::io::stderr(), "{text}"),
        };
        written.is_ok()
    }
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
