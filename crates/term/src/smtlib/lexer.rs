//! The lexer: cuts SMT-LIB text into tokens with positions.
//!
//! It works on bytes and knows no grammar beyond tokens.

use super::error::{Error, ErrorKind, Position, Span};

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    Open,
    Close,
    /// A symbol without bars; reserved words are included.
    Symbol,
    /// A symbol between bars.
    Quoted,
    Numeral,
    Decimal,
    Hexadecimal,
    Binary,
    String,
    Keyword,
}

/// A token and its range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

/// An iterator over the tokens of a text.
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// The text starts at this position of the whole input.
    origin: usize,
    position: Position,
}

/// Returns whether a byte is allowed in a symbol without bars.
pub(super) fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}

impl<'a> Lexer<'a> {
    /// Creates a lexer of `text`, which starts at `origin`.
    pub fn new(text: &'a str, origin: Position) -> Lexer<'a> {
        Lexer { text, origin: origin.offset, position: origin }
    }

    /// Returns the next token; `None` at the end of the text.
    pub fn next(&mut self) -> Result<Option<Token>, Error> {
        self.skip_blank();
        let Some(first) = self.peek() else { return Ok(None) };
        let start = self.position;
        let kind = match first {
            b'(' => self.single(TokenKind::Open),
            b')' => self.single(TokenKind::Close),
            b'"' => self.string(start)?,
            b'|' => self.quoted(start)?,
            b'#' => self.literal()?,
            b':' => {
                self.bump();
                self.run(is_symbol_byte)?;
                TokenKind::Keyword
            }
            b'0'..=b'9' => self.number()?,
            byte if is_symbol_byte(byte) => {
                self.skip_while(is_symbol_byte);
                TokenKind::Symbol
            }
            _ => return Err(self.unexpected()),
        };
        let span = Span { start, length: self.position.offset - start.offset };
        Ok(Some(Token { kind, span }))
    }

    /// Returns the current position.
    pub fn position(&self) -> Position {
        self.position
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position.offset - self.origin).copied()
    }

    fn bump(&mut self) {
        if let Some(byte) = self.peek() {
            self.position.advance(byte);
        }
    }

    fn single(&mut self, kind: TokenKind) -> TokenKind {
        self.bump();
        kind
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.bump();
        }
    }

    /// Skips at least one byte of a kind.
    fn run(&mut self, wanted: impl Fn(u8) -> bool) -> Result<(), Error> {
        match self.peek() {
            Some(byte) if wanted(byte) => {
                self.skip_while(wanted);
                Ok(())
            }
            _ => Err(self.unexpected()),
        }
    }

    fn skip_blank(&mut self) {
        loop {
            self.skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
            if self.peek() != Some(b';') {
                return;
            }
            self.skip_while(|byte| byte != b'\n');
        }
    }

    /// Reads a string; `""` in it stands for one quotation mark.
    fn string(&mut self, start: Position) -> Result<TokenKind, Error> {
        loop {
            self.bump();
            self.skip_while(|byte| byte != b'"');
            self.closing(start, "string")?;
            if self.peek() != Some(b'"') {
                return Ok(TokenKind::String);
            }
        }
    }

    /// Reads a symbol between bars, which contains neither bars nor backslashes.
    fn quoted(&mut self, start: Position) -> Result<TokenKind, Error> {
        self.bump();
        self.skip_while(|byte| byte != b'|' && byte != b'\\');
        if self.peek() == Some(b'\\') {
            return Err(self.unexpected());
        }
        self.closing(start, "symbol: its closing `|` is missing")?;
        Ok(TokenKind::Quoted)
    }

    fn closing(&mut self, start: Position, what: &'static str) -> Result<(), Error> {
        if self.peek().is_none() {
            let span = Span { start, length: 1 };
            return Err(Error::new(span, ErrorKind::Unterminated(what)));
        }
        self.bump();
        Ok(())
    }

    /// Reads `#b0101` or `#xbeef`.
    fn literal(&mut self) -> Result<TokenKind, Error> {
        self.bump();
        let (kind, digit): (_, fn(u8) -> bool) = match self.peek() {
            Some(b'b') => (TokenKind::Binary, |byte| matches!(byte, b'0' | b'1')),
            Some(b'x') => (TokenKind::Hexadecimal, |byte| byte.is_ascii_hexdigit()),
            _ => return Err(self.unexpected()),
        };
        self.bump();
        self.run(digit)?;
        self.end_of_word()?;
        Ok(kind)
    }

    fn number(&mut self) -> Result<TokenKind, Error> {
        self.skip_while(|byte| byte.is_ascii_digit());
        let mut kind = TokenKind::Numeral;
        if self.peek() == Some(b'.') {
            self.bump();
            self.run(|byte| byte.is_ascii_digit())?;
            kind = TokenKind::Decimal;
        }
        self.end_of_word()?;
        Ok(kind)
    }

    /// Checks that no symbol follows a number immediately.
    fn end_of_word(&self) -> Result<(), Error> {
        match self.peek() {
            Some(byte) if is_symbol_byte(byte) => Err(self.unexpected()),
            _ => Ok(()),
        }
    }

    /// Creates an error at the next character, or at the end of the text.
    fn unexpected(&self) -> Error {
        let rest = self.text.get(self.position.offset - self.origin..).unwrap_or_default();
        let (kind, length) = match rest.chars().next() {
            Some(c) => (ErrorKind::Character(c), c.len_utf8()),
            None => (ErrorKind::Unterminated("word"), 0),
        };
        Error::new(Span { start: self.position, length }, kind)
    }
}
