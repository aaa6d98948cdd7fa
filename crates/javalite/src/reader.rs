//! The reader: characters to nested lists of words. Knows brackets, words and comments, and no form of the language.
//!
//! 1. `(...)` and `[...]` are the same list, but each bracket must be closed by its own kind.
//! 2. `;` begins a comment, up to the end of the line.
//! 3. `$` and `@` are always words of their own; other words end at a space, a bracket or a comment.
//! 4. Lists nest at most [`MAX_DEPTH`] deep, so that traversals may recurse.

use ir::diagnostic::{Diagnostic, Severity, SourceLoc};

/// The maximal depth of nested lists. It exceeds programs written by hand, and recursion to this depth fits the smallest stack of a thread.
pub(crate) const MAX_DEPTH: usize = 400;

/// A position in the text: line and column count from one, the column in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// A word or a list.
#[derive(Debug)]
pub(crate) struct Datum<'a> {
    pub(crate) node: Node<'a>,
    pub(crate) position: Position,
    /// Its range of bytes in the text.
    pub(crate) range: std::ops::Range<usize>,
}

#[derive(Debug)]
pub(crate) enum Node<'a> {
    Word(&'a str),
    List(Vec<Datum<'a>>),
}

impl<'a> Datum<'a> {
    pub(crate) fn word(&self) -> Option<&'a str> {
        match &self.node {
            Node::Word(word) => Some(word),
            Node::List(_) => None,
        }
    }

    pub(crate) fn list(&self) -> Option<&[Datum<'a>]> {
        match &self.node {
            Node::Word(_) => None,
            Node::List(items) => Some(items),
        }
    }
}

/// The errors so far.
#[derive(Default)]
pub(crate) struct Problems(Vec<Problem>);

struct Problem {
    position: Position,
    message: String,
    note: Option<(Position, String)>,
}

impl Problems {
    pub(crate) fn add(&mut self, position: Position, message: impl Into<String>) {
        self.0.push(Problem { position, message: message.into(), note: None });
    }

    /// Adds an error with a note at a related position.
    pub(crate) fn add_with_note(
        &mut self,
        position: Position,
        message: impl Into<String>,
        note: (Position, &str),
    ) {
        let note = Some((note.0, note.1.to_owned()));
        self.0.push(Problem { position, message: message.into(), note });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the errors as diagnostics, in the order of the file.
    pub(crate) fn into_diagnostics(mut self, file: &str) -> Vec<Diagnostic> {
        self.0.sort_by_key(|problem| problem.position);
        let location = |position: Position| SourceLoc::new(file, position.line, position.column);
        let diagnostic = |problem: Problem| Diagnostic {
            severity: Severity::Error,
            location: location(problem.position),
            message: problem.message,
            notes: problem.note.into_iter().map(|(at, message)| (location(at), message)).collect(),
        };
        self.0.into_iter().map(diagnostic).collect()
    }
}

/// A list whose closing bracket was not read yet.
struct Open<'a> {
    bracket: char,
    position: Position,
    start: usize,
    items: Vec<Datum<'a>>,
}

/// Reads a whole text.
pub(crate) fn read<'a>(text: &'a str, problems: &mut Problems) -> Vec<Datum<'a>> {
    let mut open: Vec<Open<'a>> = Vec::new();
    let mut top: Vec<Datum<'a>> = Vec::new();
    let mut scanner = Scanner { text, at: 0, position: Position { line: 1, column: 1 } };
    while let Some((start, position, word)) = scanner.next() {
        match word {
            "(" | "[" if open.len() == MAX_DEPTH => {
                problems.add(position, format!("lists nest more than {MAX_DEPTH} deep"));
                return top;
            }
            "(" | "[" => {
                let bracket = if word == "(" { ')' } else { ']' };
                open.push(Open { bracket, position, start, items: Vec::new() });
            }
            ")" | "]" => match open.pop() {
                None => problems.add(position, format!("unmatched `{word}`")),
                Some(list) => {
                    if !word.starts_with(list.bracket) {
                        let message = format!("expected `{}`, found `{word}`", list.bracket);
                        problems.add_with_note(position, message, (list.position, "to close this"));
                    }
                    let range = list.start..scanner.at;
                    let node = Node::List(list.items);
                    let datum = Datum { node, position: list.position, range };
                    open.last_mut().map_or(&mut top, |list| &mut list.items).push(datum);
                }
            },
            _ => {
                let datum = Datum { node: Node::Word(word), position, range: start..scanner.at };
                open.last_mut().map_or(&mut top, |list| &mut list.items).push(datum);
            }
        }
    }
    for list in &open {
        problems.add(list.position, "unclosed bracket");
    }
    top
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// The position of `at`.
    position: Position,
}

impl<'a> Scanner<'a> {
    /// Returns the next word or bracket, with its offset and position.
    fn next(&mut self) -> Option<(usize, Position, &'a str)> {
        self.skip_space();
        let rest = &self.text[self.at..];
        let first = rest.chars().next()?;
        let ends = |c: char| c.is_whitespace() || c == ';' || is_single(c);
        let length = match is_single(first) {
            true => 1,
            false => rest.find(ends).unwrap_or(rest.len()),
        };
        let (start, position) = (self.at, self.position);
        self.advance(length);
        Some((start, position, &rest[..length]))
    }

    fn skip_space(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let mut length = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
            if rest[length..].starts_with(';') {
                let comment = &rest[length..];
                length += comment.find('\n').unwrap_or(comment.len());
            }
            if length == 0 {
                return;
            }
            self.advance(length);
        }
    }

    fn advance(&mut self, length: usize) {
        let passed = &self.text[self.at..self.at + length];
        let lines = passed.bytes().filter(|byte| *byte == b'\n').count() as u32;
        let last = passed.rfind('\n').map_or(passed.len(), |at| passed.len() - at - 1) as u32;
        self.position = match lines {
            0 => Position { column: self.position.column.saturating_add(last), ..self.position },
            _ => Position { line: self.position.line.saturating_add(lines), column: last + 1 },
        };
        self.at += length;
    }
}

/// Whether a character is a word by itself.
fn is_single(c: char) -> bool {
    matches!(c, '(' | ')' | '[' | ']' | '$' | '@')
}
