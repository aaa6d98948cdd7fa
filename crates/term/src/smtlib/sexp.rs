//! S-expressions, stored flat: a tape of nodes in the order of the text, in which each list knows the node after its
//! last item. So nothing is recursive, not even dropping it.

use std::borrow::Cow;
use std::fmt;

use super::error::{Error, ErrorKind, Position, Span};
use super::lexer::{Lexer, TokenKind};

/// The kind of an s-expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `( ... )`
    List,
    /// A symbol without bars; reserved words are symbols here.
    Symbol,
    /// A symbol between bars.
    Quoted,
    /// `42`
    Numeral,
    /// `4.2`
    Decimal,
    /// `#x2a`
    Hexadecimal,
    /// `#b101010`
    Binary,
    /// `"text"`
    String,
    /// `:named`
    Keyword,
}

#[derive(Clone, Copy)]
struct Node {
    kind: Kind,
    span: Span,
    /// The node after this one and its items.
    next: usize,
}

/// An s-expression, with the text that it was parsed from.
pub struct Tape<'a> {
    text: &'a str,
    origin: usize,
    /// The nodes in the order of the text; the first is the root.
    nodes: Vec<Node>,
}

/// A reference to an s-expression on a tape.
#[derive(Clone, Copy)]
pub struct Sexp<'a> {
    tape: &'a Tape<'a>,
    index: usize,
}

impl<'a> Tape<'a> {
    /// Parses a text of one s-expression that starts at `origin`; returns `None` if the text is blank.
    ///
    /// # Errors
    /// If the text is malformed, or is more than one s-expression.
    pub fn parse(text: &'a str, origin: Position) -> Result<Option<Tape<'a>>, Error> {
        let mut tape = Tape { text, origin: origin.offset, nodes: Vec::new() };
        let mut open: Vec<usize> = Vec::new();
        let mut lexer = Lexer::new(text, origin);
        while let Some(token) = lexer.next()? {
            let complete = open.is_empty() && !tape.nodes.is_empty();
            let kind = match token.kind {
                TokenKind::Close => match open.pop() {
                    Some(list) => {
                        tape.close(list, lexer.position());
                        continue;
                    }
                    None => return Err(Error::new(token.span, ErrorKind::UnmatchedClose)),
                },
                _ if complete => return Err(extra(&tape, token.span)),
                TokenKind::Open => {
                    open.push(tape.nodes.len());
                    Kind::List
                }
                TokenKind::Symbol => Kind::Symbol,
                TokenKind::Quoted => Kind::Quoted,
                TokenKind::Numeral => Kind::Numeral,
                TokenKind::Decimal => Kind::Decimal,
                TokenKind::Hexadecimal => Kind::Hexadecimal,
                TokenKind::Binary => Kind::Binary,
                TokenKind::String => Kind::String,
                TokenKind::Keyword => Kind::Keyword,
            };
            let next = tape.nodes.len() + 1;
            tape.nodes.push(Node { kind, span: token.span, next });
        }
        match open.first() {
            // Report the outermost list: it contains the rest of the text.
            Some(&list) => {
                let what = ErrorKind::Unterminated("list: this `(` is never closed");
                Err(Error::new(tape.nodes[list].span, what))
            }
            None if tape.nodes.is_empty() => Ok(None),
            None => Ok(Some(tape)),
        }
    }

    /// Returns the whole s-expression.
    #[must_use]
    pub fn root(&'a self) -> Sexp<'a> {
        Sexp { tape: self, index: 0 }
    }

    fn close(&mut self, list: usize, end: Position) {
        let next = self.nodes.len();
        let node = &mut self.nodes[list];
        node.next = next;
        node.span.length = end.offset - node.span.start.offset;
    }

    fn slice(&self, span: Span) -> &'a str {
        let start = span.start.offset - self.origin;
        &self.text[start..start + span.length]
    }
}

fn extra(tape: &Tape<'_>, span: Span) -> Error {
    let found = format!("`{}`", tape.slice(span));
    Error::new(span, ErrorKind::Expected { expected: "the end of the text".into(), found })
}

impl<'a> Sexp<'a> {
    fn node(self) -> Node {
        self.tape.nodes[self.index]
    }

    /// Returns its kind.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// Returns its range in the text.
    #[must_use]
    pub fn span(self) -> Span {
        self.node().span
    }

    /// Returns its text.
    #[must_use]
    pub fn text(self) -> &'a str {
        self.tape.slice(self.span())
    }

    /// Returns the items of a list; nothing for other kinds.
    #[must_use]
    pub fn items(self) -> Items<'a> {
        Items { tape: self.tape, at: self.index + 1, end: self.node().next }
    }

    /// Returns whether it is a list.
    #[must_use]
    pub fn is_list(self) -> bool {
        self.kind() == Kind::List
    }

    /// Returns whether it is this symbol, without bars.
    #[must_use]
    pub fn is_word(self, word: &str) -> bool {
        self.kind() == Kind::Symbol && self.text() == word
    }

    /// Returns the name of a symbol, without bars.
    #[must_use]
    pub fn name(self) -> Option<&'a str> {
        match self.kind() {
            Kind::Symbol => Some(self.text()),
            Kind::Quoted => Some(&self.text()[1..self.span().length - 1]),
            _ => None,
        }
    }

    /// Returns the content of a string.
    #[must_use]
    pub fn string(self) -> Option<Cow<'a, str>> {
        if self.kind() != Kind::String {
            return None;
        }
        let inner = &self.text()[1..self.span().length - 1];
        Some(match inner.contains('"') {
            true => Cow::Owned(inner.replace("\"\"", "\"")),
            false => Cow::Borrowed(inner),
        })
    }

    /// Returns the value of a numeral; `u64::MAX` for larger ones.
    #[must_use]
    pub fn numeral(self) -> Option<u64> {
        (self.kind() == Kind::Numeral).then(|| self.text().parse().unwrap_or(u64::MAX))
    }

    /// Creates the error that something else was expected here.
    #[must_use]
    pub fn expected(self, what: impl Into<String>) -> Error {
        let found = self.to_string();
        self.error(ErrorKind::Expected { expected: what.into(), found })
    }

    /// Creates an error at this position.
    #[must_use]
    pub fn error(self, kind: ErrorKind) -> Error {
        Error::new(self.span(), kind)
    }

    /// Returns the items of a list of exactly `N` items.
    ///
    /// # Errors
    /// If it is not such a list; the message says that `what` was expected.
    pub fn exactly<const N: usize>(self, what: &str) -> Result<[Sexp<'a>; N], Error> {
        let mut items = self.items();
        let list = [(); N].map(|()| items.next());
        if !self.is_list() || items.next().is_some() || list.contains(&None) {
            return Err(self.expected(what));
        }
        Ok(list.map(|item| item.unwrap_or(self)))
    }
}

impl PartialEq for Sexp<'_> {
    /// Returns whether both refer to the same node of the same tape.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tape, other.tape) && self.index == other.index
    }
}

impl fmt::Display for Sexp<'_> {
    /// Prints the beginning of the text, short enough for a message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONG: usize = 40;
        let line = self.text().lines().next().unwrap_or_default();
        match line.char_indices().nth(LONG) {
            None if line.len() == self.text().len() => write!(f, "`{line}`"),
            None => write!(f, "`{line} ...`"),
            Some((end, _)) => write!(f, "`{}...`", &line[..end]),
        }
    }
}

/// An iterator over the items of a list.
#[derive(Clone)]
pub struct Items<'a> {
    tape: &'a Tape<'a>,
    at: usize,
    end: usize,
}

impl<'a> Iterator for Items<'a> {
    type Item = Sexp<'a>;

    fn next(&mut self) -> Option<Sexp<'a>> {
        if self.at >= self.end {
            return None;
        }
        let item = Sexp { tape: self.tape, index: self.at };
        self.at = item.node().next;
        Some(item)
    }
}
