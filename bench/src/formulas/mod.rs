//! Random formulas as SMT-LIB text, made without the term builder that they are to test.
//!
//! `Problem` is a graph of pieces of text; `generate` makes one from a seed. A problem has several
//! assumptions and a list of checks, each of some of them together, as a program that runs
//! incrementally would ask.

mod generate;
mod overflow;
mod problem;
mod vocabulary;

pub use generate::generate;
pub use problem::{Dialect, Node, NodeId, Problem};

/// What kind of formulas are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// Few symbols of few bits, so that every assignment can be tried.
    Small,
    /// Widths up to 80 bits; products and quotients stay narrow, so that every solver is quick.
    Wide,
}
