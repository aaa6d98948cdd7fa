//! The scanner of the text form: words, strings and punctuation.

use super::{ReadError, Result};

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// Letters, digits, `_`, `.`, `-`.
    Word(String),
    /// In quotes.
    Text(String),
    /// Any other character.
    Punctuation(char),
}

/// The tokens of a text, and the position of the reader.
pub(super) struct Scanner {
    tokens: Vec<(u32, Token)>,
    at: usize,
}

impl Scanner {
    pub(super) fn new(text: &str) -> Result<Scanner> {
        let mut tokens = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
            scan_line(line, number, &mut tokens)?;
        }
        Ok(Scanner { tokens, at: 0 })
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|token| &token.1)
    }

    /// Makes an error at the token that was read last.
    pub(super) fn error(&self, message: &str) -> ReadError {
        let index = self.at.saturating_sub(1).min(self.tokens.len().saturating_sub(1));
        ReadError {
            line: self.tokens.get(index).map_or(1, |token| token.0),
            message: message.to_owned(),
        }
    }

    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).map(|token| token.1.clone());
        self.at += 1;
        token
    }

    pub(super) fn word(&mut self) -> Result<String> {
        match self.next() {
            Some(Token::Word(word)) => Ok(word),
            _ => Err(self.error("expected a word")),
        }
    }

    pub(super) fn string(&mut self) -> Result<String> {
        match self.next() {
            Some(Token::Text(text)) => Ok(text),
            _ => Err(self.error("expected a string in quotes")),
        }
    }

    pub(super) fn keyword(&mut self, keyword: &str) -> Result<()> {
        if self.take_word(keyword) {
            Ok(())
        } else {
            Err(self.error(&format!("expected '{keyword}' after this")))
        }
    }

    pub(super) fn punctuation(&mut self, wanted: char) -> Result<()> {
        if self.take(wanted) {
            Ok(())
        } else {
            Err(self.error(&format!("expected '{wanted}' after this")))
        }
    }

    pub(super) fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(&Token::Punctuation(wanted));
        self.at += usize::from(found);
        found
    }

    pub(super) fn take_word(&mut self, wanted: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(word)) if word == wanted);
        self.at += usize::from(found);
        found
    }

    pub(super) fn number<N: std::str::FromStr>(&mut self) -> Result<N> {
        let word = self.word()?;
        word.parse().map_err(|_| self.error(&format!("expected a number, found '{word}'")))
    }

    /// Reads the number of an id with this prefix.
    pub(super) fn id(&mut self, prefix: &str) -> Result<u32> {
        let word = self.word()?;
        word.strip_prefix(prefix)
            .and_then(|digits| digits.parse().ok())
            .ok_or_else(|| self.error(&format!("expected {prefix} and a number, found '{word}'")))
    }

    /// Reads the id of the next entry of a table, which must be `expected`.
    pub(super) fn entry(&mut self, prefix: &str, expected: usize) -> Result<usize> {
        let found = self.id(prefix)? as usize;
        if found == expected {
            Ok(found)
        } else {
            Err(self.error(&format!("expected {prefix}{expected} next")))
        }
    }

    /// Reads a list in brackets, separated by commas.
    pub(super) fn list<T>(
        &mut self,
        open: char,
        close: char,
        mut item: impl FnMut(&mut Scanner) -> Result<T>,
    ) -> Result<Vec<T>> {
        self.punctuation(open)?;
        let mut items = Vec::new();
        while !self.take(close) {
            if !items.is_empty() {
                self.punctuation(',')?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }
}

fn scan_line(line: &str, number: u32, tokens: &mut Vec<(u32, Token)>) -> Result<()> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        if first == '#' {
            return Ok(());
        }
        let token = if first == '"' {
            let (text, after) = scan_string(&rest[1..]).ok_or_else(|| ReadError {
                line: number,
                message: "a string is not terminated".to_owned(),
            })?;
            rest = after;
            Token::Text(text)
        } else if is_word(first) {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            rest = after;
            Token::Word(word.to_owned())
        } else {
            rest = &rest[first.len_utf8()..];
            Token::Punctuation(first)
        };
        tokens.push((number, token));
        rest = rest.trim_start();
    }
    Ok(())
}

/// Reads a string up to its closing quote, with the escapes of Rust's `{:?}`. Returns it and the rest of the text.
fn scan_string(rest: &str) -> Option<(String, &str)> {
    let mut text = String::new();
    let mut chars = rest.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((text, &rest[at + 1..])),
            '\\' => match chars.next()?.1 {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                'r' => text.push('\r'),
                '0' => text.push('\0'),
                'u' => {
                    let mut digits = String::new();
                    if chars.next()?.1 != '{' {
                        return None;
                    }
                    loop {
                        match chars.next()?.1 {
                            '}' => break,
                            digit => digits.push(digit),
                        }
                    }
                    text.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
                }
                other => text.push(other),
            },
            other => text.push(other),
        }
    }
    None
}
