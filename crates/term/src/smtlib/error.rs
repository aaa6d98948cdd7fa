//! Where a text is wrong, and how.

use std::fmt;

use crate::op::MAX_WIDTH;
use crate::sort::Sort;

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Bytes before it.
    pub offset: usize,
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1.
    pub column: u32,
}

impl Position {
    /// The beginning of a text.
    pub const START: Position = Position { offset: 0, line: 1, column: 1 };

    /// Moves over one byte. Bytes inside a UTF-8 sequence do not count as columns.
    pub(crate) fn advance(&mut self, byte: u8) {
        self.offset += 1;
        match byte {
            b'\n' => {
                self.line = self.line.saturating_add(1);
                self.column = 1;
            }
            0x80..=0xbf => {}
            _ => self.column = self.column.saturating_add(1),
        }
    }

    /// The place after a text that begins here.
    #[must_use]
    pub fn after(mut self, text: &[u8]) -> Position {
        text.iter().for_each(|&byte| self.advance(byte));
        self
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A piece of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// Where it begins.
    pub start: Position,
    /// How many bytes it has.
    pub length: usize,
}

/// A text that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The piece of the text that is wrong.
    pub span: Span,
    /// What is wrong with it. Boxed: errors are rare, and results travel through every loop.
    kind: Box<ErrorKind>,
}

impl Error {
    /// An error at a place.
    #[must_use]
    pub fn new(span: Span, kind: ErrorKind) -> Error {
        Error { span, kind: Box::new(kind) }
    }

    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }
}

/// What can be wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A character that begins nothing, or may not stand where it stands.
    Character(char),
    /// Bytes that are not UTF-8.
    NotUtf8,
    /// The text ends inside of this.
    Unterminated(&'static str),
    /// A `)` without its `(`.
    UnmatchedClose,
    /// Something else should stand here.
    Expected {
        /// What should.
        expected: String,
        /// What does.
        found: String,
    },
    /// A name that was not declared.
    UnknownSymbol(String),
    /// A sort that was not defined and is none of the theory's.
    UnknownSort(String),
    /// A name that already means something.
    Redeclared(String),
    /// An operator or function with a wrong number of arguments.
    Arity {
        /// Its name.
        name: String,
        /// How many it takes, in words.
        expected: String,
        /// How many stand there.
        found: usize,
    },
    /// An argument of a wrong sort.
    ArgumentSort {
        /// The name of the operator or function.
        name: String,
        /// Which argument, from 1.
        argument: usize,
        /// The sort it should have, in words.
        expected: String,
        /// The sort it has.
        found: Sort,
    },
    /// A bit-vector of a width that does not exist.
    Width(u64),
    /// Correct SMT-LIB, but outside of what is implemented.
    Unsupported(String),
    /// A command that may not be given now, or cannot be carried out.
    Command(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.span.start, self.kind)
    }
}

impl std::error::Error for Error {}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::Character(c) => write!(f, "unexpected character {c:?}"),
            ErrorKind::NotUtf8 => f.write_str("this is not UTF-8 text"),
            ErrorKind::Unterminated(what) => write!(f, "unterminated {what}"),
            ErrorKind::UnmatchedClose => f.write_str("`)` without `(`"),
            ErrorKind::Expected { expected, found } => {
                write!(f, "expected {expected}, found {found}")
            }
            ErrorKind::UnknownSymbol(name) => write!(f, "unknown symbol `{name}`"),
            ErrorKind::UnknownSort(name) => write!(f, "unknown sort `{name}`"),
            ErrorKind::Redeclared(name) => write!(f, "`{name}` already has a meaning"),
            ErrorKind::Arity { name, expected, found } => {
                write!(f, "`{name}` takes {expected}, not {found}")
            }
            ErrorKind::ArgumentSort { name, argument, expected, found } => {
                write!(f, "argument {argument} of `{name}` has sort {found}, expected {expected}")
            }
            ErrorKind::Width(width) => {
                write!(f, "a bit-vector of {width} bits: widths are from 1 to {MAX_WIDTH}")
            }
            ErrorKind::Unsupported(what) => write!(f, "not supported: {what}"),
            ErrorKind::Command(what) => f.write_str(what),
        }
    }
}
