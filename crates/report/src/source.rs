//! Messages about places in the source, with the lines they are about.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer};
use ir::diagnostic::{Diagnostic, Severity, SourceLoc, visible};

/// The text of source files.
pub trait Sources {
    /// Returns the line of a place, if it is at hand and not too long to be shown.
    fn line(&self, location: &SourceLoc) -> Option<String>;

    /// Returns a whole file, if it is at hand.
    fn text(&self, file: &str) -> Option<String>;
}

/// A range of bytes in a line of a text.
pub struct Snippet<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// The number of the line, from 1.
    pub line_number: u32,
    /// The line.
    pub line: &'a str,
    /// The bytes of the line that are meant.
    pub range: Range<usize>,
}

/// Returns an error at a place, as text of several lines.
#[must_use]
pub fn snippet_text(message: &str, snippet: &Snippet<'_>, colours: bool) -> String {
    let group = Level::ERROR.primary_title(message).element(shown(snippet));
    renderer(colours).render(&[group])
}

/// Returns a diagnostic with the lines that it is about, as far as they are at hand.
#[must_use]
pub fn diagnostic_text(diagnostic: &Diagnostic, sources: &dyn Sources, colours: bool) -> String {
    let Some(line) = sources.line(&diagnostic.location) else { return diagnostic.to_string() };
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let snippet = word_at(&diagnostic.location, &line);
    let notes = diagnostic.notes.iter();
    let lines: Vec<Option<String>> = notes.map(|(location, _)| sources.line(location)).collect();
    let mut groups: Vec<Group<'_>> =
        vec![level.primary_title(diagnostic.message.as_str()).element(shown(&snippet))];
    for ((location, message), line) in diagnostic.notes.iter().zip(&lines) {
        if let Some(line) = line {
            let snippet = word_at(location, line);
            groups.push(Level::NOTE.secondary_title(message.as_str()).element(shown(&snippet)));
        }
    }
    renderer(colours).render(&groups)
}

fn renderer(colours: bool) -> Renderer {
    if colours { Renderer::styled() } else { Renderer::plain() }
}

/// Returns the word at a place.
fn word_at<'a>(location: &'a SourceLoc, line: &'a str) -> Snippet<'a> {
    let mut start = (location.column as usize).saturating_sub(1).min(line.len());
    while !line.is_char_boundary(start) {
        start -= 1;
    }
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let rest = &line[start..];
    let length = rest.find(|c: char| !is_of_word(c)).unwrap_or(rest.len());
    Snippet { file: &location.file, line_number: location.line, line, range: start..start + length }
}

fn shown<'a>(place: &Snippet<'a>) -> annotate_snippets::Snippet<'a, Annotation<'a>> {
    let end = place.range.end.max(place.range.start + 1).min(place.line.len().max(1));
    let start = place.range.start.min(end);
    // Whole characters: a place counts bytes, and bytes that are no character are shown as one.
    let boundary = |at: &usize| *at >= place.line.len() || place.line.is_char_boundary(*at);
    let end = (end..).find(boundary).unwrap_or(end);
    let start = (0..=start).rev().find(boundary).unwrap_or(0);
    annotate_snippets::Snippet::source(place.line)
        .line_start(place.line_number as usize)
        .path(visible(place.file))
        .annotation(AnnotationKind::Primary.span(start..end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_shows_its_line() {
        let place = Snippet { file: "a.smt2", line_number: 7, line: "(assert x)", range: 8..9 };
        let expected = "\
error: unknown symbol `x`
 --> a.smt2:7:9
  |
7 | (assert x)
  |         ^";
        assert_eq!(snippet_text("unknown symbol `x`", &place, false), expected);
    }

    #[test]
    fn names_and_messages_are_text() {
        let place = Snippet { file: "a\x1b[2J\nb", line_number: 1, line: "x\x1b", range: 0..1 };
        let text = snippet_text("odd\x1b", &place, false);
        assert!(!text.contains('\x1b') && text.contains("--> a␛[2J␊b:1:1"), "{text}");
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
            let place = Snippet { file: "a", line_number: 1, line, range };
            assert!(snippet_text("message", &place, false).contains("message"));
        }
    }
}
