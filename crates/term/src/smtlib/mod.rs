//! SMT-LIB 2.6 text: reading commands and terms, printing terms and queries.
//!
//! Reading: `Splitter` cuts a stream of bytes into commands, `Tape` parses a command to an s-expression, and
//! `read_term` and `read_sort` interpret it in an `Environment`. Printing: `print_term`, `print_query` and
//! `Terms::display`.
//!
//! Crate `solver` executes commands; nothing here does input or output.
//!
//! Properties that others rely on:
//! 1. No text makes this code panic or recurse to a depth that the text decides.
//! 2. Every error has a position and says what was expected there.
//! 3. A printed term reads back as the same term, except that `Base` becomes its address.

mod environment;
mod error;
mod lexer;
mod literals;
mod name;
mod operators;
mod printer;
mod reader;
mod sexp;
mod sorts;
mod splitter;
#[cfg(test)]
mod tests;

pub use environment::{Binding, Environment, Macro};
pub use error::{Error, ErrorKind, Position, Span};
pub use name::{function_name, quote};
pub use printer::{
    TermDisplay, observed_name, print_query, print_query_with_values, print_separation, print_term,
};
pub use reader::{Reading, parse_term, read_term, read_term_of};
pub use sexp::{Kind, Sexp, Tape};
pub use sorts::read_sort;
pub use splitter::{Chunk, Splitter};
