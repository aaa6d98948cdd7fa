//! S-expressions, stored flat: a tape of nodes in the order of the text, where each list knows the
//! node after its last item. There is nothing to recurse over, not even to drop it.

use std::borrow::Cow;
use std::fmt;

use super::error::{Error, ErrorKind, Position, Span};
use super::lexer::{Lexer, TokenKind};

/// What an s-expression is.
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
    /// The node after this one and all of its items.
    next: usize,
}

/// One s-expression with its text.
pub struct Tape<'a> {
    text: &'a str,
    origin: usize,
    /// In the order of the text; the first is the whole.
    nodes: Vec<Node>,
}

/// An s-expression on a tape.
#[derive(Clone, Copy)]
pub struct Sexp<'a> {
    tape: &'a Tape<'a>,
    index: usize,
}

impl<'a> Tape<'a> {
    /// Reads the one s-expression of a text that begins at `origin`; none if the text is blank.
    ///
    /// # Errors
    /// If the text is malformed, or has more in it.
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
            // The outermost is the one to show: the rest of the text was swallowed by it.
            Some(&list) => {
                let what = ErrorKind::Unterminated("list: this `(` is never closed");
                Err(Error::new(tape.nodes[list].span, what))
            }
            None if tape.nodes.is_empty() => Ok(None),
            None => Ok(Some(tape)),
        }
    }

    /// The whole.
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

    /// What it is.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// Where it is.
    #[must_use]
    pub fn span(self) -> Span {
        self.node().span
    }

    /// Its text, as written.
    #[must_use]
    pub fn text(self) -> &'a str {
        self.tape.slice(self.span())
    }

    /// The items of a list; none for anything else.
    #[must_use]
    pub fn items(self) -> Items<'a> {
        Items { tape: self.tape, at: self.index + 1, end: self.node().next }
    }

    /// Whether it is a list.
    #[must_use]
    pub fn is_list(self) -> bool {
        self.kind() == Kind::List
    }

    /// Whether it is this word, not between bars.
    #[must_use]
    pub fn is_word(self, word: &str) -> bool {
        self.kind() == Kind::Symbol && self.text() == word
    }

    /// The name, if it is a symbol; without its bars.
    #[must_use]
    pub fn name(self) -> Option<&'a str> {
        match self.kind() {
            Kind::Symbol => Some(self.text()),
            Kind::Quoted => Some(&self.text()[1..self.span().length - 1]),
            _ => None,
        }
    }

    /// The content of a string.
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

    /// The number, if it is a numeral; `u64::MAX` for larger ones.
    #[must_use]
    pub fn numeral(self) -> Option<u64> {
        (self.kind() == Kind::Numeral).then(|| self.text().parse().unwrap_or(u64::MAX))
    }

    /// The error that something else should stand here.
    #[must_use]
    pub fn expected(self, what: impl Into<String>) -> Error {
        let found = self.to_string();
        self.error(ErrorKind::Expected { expected: what.into(), found })
    }

    /// An error at this place.
    #[must_use]
    pub fn error(self, kind: ErrorKind) -> Error {
        Error::new(self.span(), kind)
    }

    /// The items of a list of exactly `N`.
    ///
    /// # Errors
    /// If it is not one: `what` should stand here.
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
    /// Whether they are the same place of the same tape.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tape, other.tape) && self.index == other.index
    }
}

impl fmt::Display for Sexp<'_> {
    /// Short enough for a message.
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

/// The items of a list, in order.
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
