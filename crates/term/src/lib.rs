//! Symbolic values: hash-consed terms over Booleans, bit-vectors and arrays.
//!
//! A `Terms` store owns every term; a `Term` is a small id in it. Constructors simplify by the rules of `rewrite`, and
//! compute an abstract value of each term (`domain`). This crate does not decide formulas (crate `solver`), knows no
//! programs (crate `ir`), and does no input or output.
//!
//! Properties that other crates rely on:
//! 1. Two terms of a store have equal ids if and only if they are structurally equal; equal ids have equal values.
//! 2. Arguments have smaller ids than the terms that use them. Terms are never removed.
//! 3. Every constructor returns a term with the value of the term that was requested, under every model: the tests
//!    prove each rewrite rule by the solver, and `eval` is the reference.
//! 4. A pointer keeps its provenance: no rule folds `Base(block)` into a number inside a bit-vector sum.
//! 5. No function recurses to a depth that depends on its input.

pub mod bits;
mod build;
pub mod cases;
mod chunked_vec;
pub mod diagram;
pub mod domain;
pub mod eval;
pub mod model;
pub mod op;
pub mod rewrite;
pub mod smtlib;
pub mod sort;
mod store;
pub mod targets;
pub mod transfer;
pub mod visit;

pub use bits::Bits;
pub use domain::Domain;
pub use eval::{Evaluator, eval};
pub use model::{ArrayValue, Model, Value};
pub use op::{AllocId, FunctionId, Op, SymbolId};
pub use sort::Sort;
pub use store::{Block, Function, FxBuild, IteCounts, Term, TermMap, TermSet, Terms};
