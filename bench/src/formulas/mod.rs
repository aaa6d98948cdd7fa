//! Random formulas as SMT-LIB text, generated without the term builder that they test.
//!
//! `Problem` is a graph of pieces of text; `generate` generates one from a seed. A problem has several
//! assumptions and a list of checks, each of a subset of them, as an incremental user
//! would check them.

mod generate;
mod overflow;
mod problem;
mod vocabulary;

pub use generate::generate;
pub use problem::{Dialect, Node, NodeId, Problem};

/// The kind of formulas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// Few symbols of few bits, so that every assignment can be tried.
    Small,
    /// Widths up to 80 bits; products and quotients stay narrow, so that every solver is quick.
    Wide,
}
