//! The lexer, for preprocessed C.
//!
//! Accepts the output of `cc -E` and a little more: comments, spliced lines, `$` in names, any bytes in strings. Line markers give
//! positions in the original files; `#pragma pack` goes to a table for the layout of structs; other pragmas are dropped. Knows
//! no grammar.

mod columns;
mod directive;
mod literal;

use ir::{FileId, Position};

use crate::token::{Kind, Kw, Names, P, Token};

/// The tokens of a unit; the last one is `Eof`.
pub(crate) struct Lexed {
    pub(crate) tokens: Vec<Token>,
    pub(crate) names: Names,
    pub(crate) files: Vec<String>,
    /// The `#pragma pack` in force from each token on.
    pub(crate) packs: Vec<(usize, Option<u64>)>,
    pub(crate) errors: Vec<(Position, String)>,
}

/// Reads a whole text. `name` is the file of the lines before the first line marker.
pub(crate) fn lex(text: &[u8], name: &str) -> Lexed {
    Lexer::new(text, name, Names::default()).lexed()
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    line_start: usize,
    line: u32,
    file: FileId,
    pack_stack: Vec<Option<u64>>,
    pack: Option<u64>,
    out: Lexed,
}

impl<'a> Lexer<'a> {
    /// Starts a text; interned names keep their numbers.
    fn new(text: &'a [u8], name: &str, names: Names) -> Lexer<'a> {
        Lexer {
            text,
            at: 0,
            line_start: 0,
            line: 1,
            file: FileId(0),
            pack_stack: Vec::new(),
            pack: None,
            out: Lexed {
                tokens: Vec::new(),
                names,
                files: vec![name.to_owned()],
                packs: Vec::new(),
                errors: Vec::new(),
            },
        }
    }
}

impl Lexer<'_> {
    fn lexed(mut self) -> Lexed {
        self.run();
        self.out
    }

    fn run(&mut self) {
        loop {
            let fresh_line = self.skip_space();
            let position = self.position();
            let Some(byte) = self.peek(0) else {
                self.push(Kind::Eof, position);
                return;
            };
            if byte == b'#' && fresh_line {
                self.directive();
                continue;
            }
            match self.token(byte) {
                Some(kind) => self.push(kind, position),
                None => {
                    self.at += 1;
                    self.out
                        .errors
                        .push((position, format!("unexpected character {:?}", char::from(byte))));
                }
            }
        }
    }

    fn push(&mut self, kind: Kind, position: Position) {
        self.out.tokens.push(Token { kind, position });
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    fn position(&self) -> Position {
        let column = u32::try_from(self.at - self.line_start + 1).unwrap_or(u32::MAX);
        Position { file: self.file, line: self.line, column }
    }

    fn error(&mut self, message: impl Into<String>) {
        let position = self.position();
        self.out.errors.push((position, message.into()));
    }

    fn newline(&mut self) {
        self.at += 1;
        self.line = self.line.saturating_add(1);
        self.line_start = self.at;
    }

    /// Skips blanks, comments and spliced lines. Returns whether the next character is the first of its line.
    fn skip_space(&mut self) -> bool {
        let mut fresh = self.at == 0 || (self.at == self.line_start);
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' => {
                    self.newline();
                    fresh = true;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'\\' if self.peek(1) == Some(b'\n') => {
                    self.at += 1;
                    self.newline();
                }
                b'\\' if self.peek(1) == Some(b'\r') && self.peek(2) == Some(b'\n') => {
                    self.at += 2;
                    self.newline();
                }
                b'/' if self.peek(1) == Some(b'/') => self.skip_to_line_end(),
                b'/' if self.peek(1) == Some(b'*') => self.skip_comment(),
                // A byte order mark, at the very start only.
                0xef if self.at == 0 && self.text.starts_with(b"\xef\xbb\xbf") => self.at += 3,
                _ => break,
            }
        }
        fresh
    }

    fn skip_to_line_end(&mut self) {
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' => return,
                b'\\' if self.peek(1) == Some(b'\n') => {
                    self.at += 1;
                    self.newline();
                }
                _ => self.at += 1,
            }
        }
    }

    fn skip_comment(&mut self) {
        let start = self.position();
        self.at += 2;
        loop {
            match self.peek(0) {
                None => {
                    self.out.errors.push((start, "the comment does not end".to_owned()));
                    return;
                }
                Some(b'*') if self.peek(1) == Some(b'/') => {
                    self.at += 2;
                    return;
                }
                Some(b'\n') => self.newline(),
                Some(_) => self.at += 1,
            }
        }
    }

    fn token(&mut self, first: u8) -> Option<Kind> {
        if is_name_start(first) {
            return Some(self.name_or_prefixed());
        }
        if first.is_ascii_digit()
            || (first == b'.' && self.peek(1).is_some_and(|next| next.is_ascii_digit()))
        {
            return Some(self.number());
        }
        match first {
            b'"' => Some(self.string(crate::token::Encoding::Plain)),
            b'\'' => Some(self.character(crate::token::Encoding::Plain)),
            _ => self.punctuator(),
        }
    }

    fn name_or_prefixed(&mut self) -> Kind {
        let start = self.at;
        while self.peek(0).is_some_and(is_name_part) {
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        if let Some(encoding) = literal::encoding(word) {
            match self.peek(0) {
                Some(b'"') => return self.string(encoding),
                Some(b'\'') => return self.character(encoding),
                _ => {}
            }
        }
        let word = String::from_utf8_lossy(word);
        match Kw::from_text(&word) {
            Some(keyword) => Kind::Keyword(keyword),
            None => Kind::Ident(self.out.names.intern(&word)),
        }
    }

    fn punctuator(&mut self) -> Option<Kind> {
        let rest = &self.text[self.at..];
        let digraphs: [(&[u8], P); 5] = [
            (b"<:", P::LBracket),
            (b":>", P::RBracket),
            (b"<%", P::LBrace),
            (b"%>", P::RBrace),
            (b"%:", P::Hash),
        ];
        if let Some((text, punctuator)) = digraphs.iter().find(|(text, _)| rest.starts_with(text)) {
            self.at += text.len();
            return Some(Kind::Punct(*punctuator));
        }
        let (punctuator, text) =
            P::ALL.iter().find(|(_, text)| rest.starts_with(text.as_bytes()))?;
        self.at += text.len();
        Some(Kind::Punct(*punctuator))
    }
}

fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn is_name_part(byte: u8) -> bool {
    is_name_start(byte) || byte.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        let lexed = lex(text.as_bytes(), "t.c");
        assert!(lexed.errors.is_empty(), "{:?}", lexed.errors);
        lexed.tokens.into_iter().map(|token| token.kind).collect()
    }

    #[test]
    fn comments_splices_and_dollars() {
        let found = kinds("a/* \n */$b // x\\\n y\nwh\\\nile");
        assert_eq!(found.len(), 5, "{found:?}");
    }

    #[test]
    fn line_markers_give_original_positions() {
        let lexed = lex(b"# 41 \"dir/a.h\" 1\n\n  x\n#line 7\ny", "t.c");
        let at: Vec<_> = lexed
            .tokens
            .iter()
            .map(|t| (t.position.file.0, t.position.line, t.position.column))
            .collect();
        assert_eq!(at, [(1, 42, 3), (1, 7, 1), (1, 7, 2)]);
        assert_eq!(lexed.files, ["t.c", "dir/a.h"]);
        let lexed =
            lex(b"# 1 \"a\\n\\303\\251\\\\\\\"\\0011.c\" 1\nx\n# 1 \"\\\"\n# 1 \"\\", "t.c");
        assert_eq!(lexed.files, ["t.c", "a\n\u{e9}\\\"\u{1}1.c"]);
    }

    #[test]
    fn longest_punctuator_wins() {
        assert_eq!(kinds("a>>=b...")[1], Kind::Punct(P::ShrAssign));
        assert_eq!(kinds("<:")[0], Kind::Punct(P::LBracket));
    }

    #[test]
    fn broken_text_gives_errors_and_goes_on() {
        let lexed = lex(b"\"abc\n'x\n/* no end \x01", "t.c");
        assert_eq!(lexed.errors.len(), 3, "{:?}", lexed.errors);
        assert_eq!(lexed.tokens.last().map(|token| token.kind.clone()), Some(Kind::Eof));
    }
}
