//! Errors of SMT-LIB text and their positions.

use std::fmt;

use crate::op::MAX_WIDTH;
use crate::sort::Sort;

/// A position in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The number of bytes before it.
    pub offset: usize,
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1.
    pub column: u32,
}

impl Position {
    /// The start of a text.
    pub const START: Position = Position { offset: 0, line: 1, column: 1 };

    /// Advances by one byte. Continuation bytes of UTF-8 do not count as columns.
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

    /// Returns the position after a text that starts here.
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

/// A range of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// Its first position.
    pub start: Position,
    /// Its length in bytes.
    pub length: usize,
}

/// An error of a text that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The erroneous range of the text.
    pub span: Span,
    /// The kind of the error. It is boxed because errors are rare and results are passed through every loop.
    kind: Box<ErrorKind>,
}

impl Error {
    /// Creates an error at a range of the text.
    #[must_use]
    pub fn new(span: Span, kind: ErrorKind) -> Error {
        Error { span, kind: Box::new(kind) }
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }
}

/// The kind of an error.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A character that starts no token, or is not allowed at this position.
    Character(char),
    /// Bytes that are not UTF-8.
    NotUtf8,
    /// The text ends inside of this token or list.
    Unterminated(&'static str),
    /// A `)` without a matching `(`.
    UnmatchedClose,
    /// The text has something else than the grammar requires.
    Expected {
        /// The expected item, in words.
        expected: String,
        /// The item in the text.
        found: String,
    },
    /// An undeclared name.
    UnknownSymbol(String),
    /// A sort that neither the script nor the theory defines.
    UnknownSort(String),
    /// A name that is declared or defined already.
    Redeclared(String),
    /// A wrong number of arguments of an operator or function.
    Arity {
        /// Its name.
        name: String,
        /// The expected number, in words.
        expected: String,
        /// The number of arguments in the text.
        found: usize,
    },
    /// A wrong sort of an argument.
    ArgumentSort {
        /// The name of the operator or function.
        name: String,
        /// The position of the argument, from 1.
        argument: usize,
        /// The expected sort, in words.
        expected: String,
        /// The sort of the argument.
        found: Sort,
    },
    /// A width outside of the supported range.
    Width(u64),
    /// Valid SMT-LIB that is not implemented.
    Unsupported(String),
    /// A command that is not allowed in the current state, or fails.
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
