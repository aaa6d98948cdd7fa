//! SMT-LIB 2.6 text: reading commands and terms, printing terms and whole queries.
//!
//! The way in: `Splitter` cuts a stream of bytes into commands, `Tape` turns the text of one into
//! an s-expression, `read_term` and `read_sort` give it meaning in an `Environment`. The way out:
//! `print_term`, `print_query` and `Terms::display`.
//!
//! Commands are interpreted elsewhere (crate `solver`); nothing here does input or output.
//!
//! What others rely on:
//! 1. No text makes this panic or recurse to a depth that the text decides.
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
pub use name::{function_name, quote, symbol_name};
pub use printer::{Shown, asked_name, print_query, print_question, print_separation, print_term};
pub use reader::{Reading, parse_term, read_term, read_term_of};
pub use sexp::{Kind, Sexp, Tape};
pub use sorts::read_sort;
pub use splitter::{Chunk, Splitter};
