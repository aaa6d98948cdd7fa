//! Tests of reading and printing, and of invalid texts.

mod bad_input;
mod printing;
mod reading;

use super::{Environment, parse_term};
use crate::sort::Sort;
use crate::store::{Term, Terms};

/// The symbols in the texts of these tests.
const SYMBOLS: &[(&str, Sort)] = &[
    ("p", Sort::Bool),
    ("q", Sort::Bool),
    ("r", Sort::Bool),
    ("a", Sort::Bits(8)),
    ("b", Sort::Bits(8)),
    ("c", Sort::Bits(8)),
    ("n", Sort::Bits(4)),
    ("bit", Sort::Bits(1)),
    ("wide", Sort::Bits(70)),
    ("m", Sort::Array { index: 4, element: 8 }),
];

/// Creates a store with those symbols, a function `f` and a predicate `holds`.
fn declare(terms: &mut Terms) -> Environment {
    let mut environment = Environment::new();
    for &(name, sort) in SYMBOLS {
        environment.declare(terms, name, sort).unwrap();
    }
    let (byte, nibble) = (Sort::Bits(8), Sort::Bits(4));
    let f = terms.function("f", vec![byte, nibble], byte);
    environment.bind("f", super::Binding::Function(f));
    let holds = terms.function("holds", vec![Sort::Bool], Sort::Bool);
    environment.bind("holds", super::Binding::Function(holds));
    environment
}

fn term(terms: &mut Terms, environment: &mut Environment, text: &str) -> Term {
    parse_term(terms, environment, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Repeats a piece of text.
fn repeat(piece: &str, times: usize) -> String {
    piece.repeat(times)
}
