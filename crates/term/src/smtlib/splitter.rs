//! The splitter: cuts a stream of bytes into s-expressions as soon as they are complete. The stream is a script or the
//! answers of a solver.
//!
//! It knows only the syntax that it needs to find the end of an s-expression; `Tape` parses the text afterwards and
//! reports errors.

use super::error::{Error, ErrorKind, Position, Span};

/// The text of one s-expression and the blanks before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// The text.
    pub text: String,
    /// The position in the input at which the text starts.
    pub origin: Position,
}

/// The syntactic context of the scanner.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Plain,
    /// An atom outside of parentheses: it ends before the first byte that does not belong to it.
    Word,
    Comment,
    String,
    Bars,
}

/// An incremental splitter: accepts bytes and yields s-expressions.
pub struct Splitter {
    bytes: Vec<u8>,
    /// The end of the part that was yielded.
    taken: usize,
    /// The end of the part that was scanned.
    scanned: usize,
    /// The position of `bytes[taken]`.
    origin: Position,
    context: Context,
    depth: usize,
}

impl Default for Splitter {
    fn default() -> Splitter {
        Splitter::new()
    }
}

impl Splitter {
    /// Creates a splitter at the start of the input.
    #[must_use]
    pub fn new() -> Splitter {
        Splitter {
            bytes: Vec::new(),
            taken: 0,
            scanned: 0,
            origin: Position::START,
            context: Context::Plain,
            depth: 0,
        }
    }

    /// Appends the next bytes of the input.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.taken);
        self.scanned -= self.taken;
        self.taken = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// Returns the next complete s-expression.
    pub fn next_chunk(&mut self) -> Option<Result<Chunk, Error>> {
        while let Some(&byte) = self.bytes.get(self.scanned) {
            if self.context == Context::Word && is_delimiter(byte) {
                self.context = Context::Plain;
                return Some(self.take(self.scanned));
            }
            self.scanned += 1;
            if self.ends_here(byte) {
                return Some(self.take(self.scanned));
            }
        }
        None
    }

    /// Returns the rest at the end of the input: blanks, an atom, or an incomplete list.
    ///
    /// # Errors
    /// If it is not UTF-8.
    pub fn finish(&mut self) -> Result<Chunk, Error> {
        self.take(self.bytes.len())
    }

    /// Returns whether this byte completes an s-expression. An unmatched `)` counts as one; parsing it reports the
    /// error.
    fn ends_here(&mut self, byte: u8) -> bool {
        match (self.context, byte) {
            (Context::Comment, b'\n') => self.context = Context::Plain,
            (Context::String, b'"') | (Context::Bars, b'|') => {
                self.context = Context::Plain;
                return self.depth == 0;
            }
            (Context::Plain, b';') => self.context = Context::Comment,
            (Context::Plain, b'"') => self.context = Context::String,
            (Context::Plain, b'|') => self.context = Context::Bars,
            (Context::Plain, b'(') => self.depth += 1,
            (Context::Plain, b')') => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            (Context::Plain, _) if self.depth == 0 && !is_delimiter(byte) => {
                self.context = Context::Word;
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

/// Returns whether a byte ends an atom.
fn is_delimiter(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"();\"|".contains(&byte)
}
