//! Cuts a stream of bytes into s-expressions, as soon as the last byte of each has come: the
//! commands of a script, or the answers of a solver.
//!
//! Knows only what is needed to find that byte; `Tape` reads the text afterwards and is the one to
//! complain.

use super::error::{Error, ErrorKind, Position, Span};

/// The text of one s-expression, with the blank space before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// The text.
    pub text: String,
    /// Where it begins in the whole input.
    pub origin: Position,
}

/// What the scanner is inside of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Plain,
    /// A word outside of all parentheses: it ends before the byte that is not part of it.
    Word,
    Comment,
    String,
    Bars,
}

/// Takes bytes, gives s-expressions.
pub struct Splitter {
    bytes: Vec<u8>,
    /// Everything before it was given away.
    taken: usize,
    /// Everything before it was looked at.
    scanned: usize,
    /// The place of `bytes[taken]`.
    origin: Position,
    inside: Inside,
    depth: usize,
}

impl Default for Splitter {
    fn default() -> Splitter {
        Splitter::new()
    }
}

impl Splitter {
    /// At the beginning of the input.
    #[must_use]
    pub fn new() -> Splitter {
        Splitter {
            bytes: Vec::new(),
            taken: 0,
            scanned: 0,
            origin: Position::START,
            inside: Inside::Plain,
            depth: 0,
        }
    }

    /// Takes the next bytes of the input.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.taken);
        self.scanned -= self.taken;
        self.taken = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// The next s-expression that is complete.
    pub fn next_chunk(&mut self) -> Option<Result<Chunk, Error>> {
        while let Some(&byte) = self.bytes.get(self.scanned) {
            if self.inside == Inside::Word && is_delimiter(byte) {
                self.inside = Inside::Plain;
                return Some(self.take(self.scanned));
            }
            self.scanned += 1;
            if self.ends_here(byte) {
                return Some(self.take(self.scanned));
            }
        }
        None
    }

    /// What is left at the end of the input: blank space, a word, or a list that is not complete.
    ///
    /// # Errors
    /// If it is not UTF-8.
    pub fn finish(&mut self) -> Result<Chunk, Error> {
        self.take(self.bytes.len())
    }

    /// Whether an s-expression is complete with this byte. One `)` too many counts as one: reading
    /// it gives the error.
    fn ends_here(&mut self, byte: u8) -> bool {
        match (self.inside, byte) {
            (Inside::Comment, b'\n') => self.inside = Inside::Plain,
            (Inside::String, b'"') | (Inside::Bars, b'|') => {
                self.inside = Inside::Plain;
                return self.depth == 0;
            }
            (Inside::Plain, b';') => self.inside = Inside::Comment,
            (Inside::Plain, b'"') => self.inside = Inside::String,
            (Inside::Plain, b'|') => self.inside = Inside::Bars,
            (Inside::Plain, b'(') => self.depth += 1,
            (Inside::Plain, b')') => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            (Inside::Plain, _) if self.depth == 0 && !is_delimiter(byte) => {
                self.inside = Inside::Word;
            }
            _ => {}
        }
        false
    }

    fn take(&mut self, end: usize) -> Result<Chunk, Error> {
        let bytes = &self.bytes[self.taken..end];
        let origin = self.origin;
        let text = std::str::from_utf8(bytes).map(str::to_owned).map_err(|error| {
            let start = origin.after(&bytes[..error.valid_up_to()]);
            Error::new(Span { start, length: 1 }, ErrorKind::NotUtf8)
        });
        self.origin = origin.after(bytes);
        self.taken = end;
        Ok(Chunk { text: text?, origin })
    }
}

/// Whether a byte ends a word.
fn is_delimiter(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"();\"|".contains(&byte)
}
