//! Symbolic values: hash-consed terms over truth values, bit-vectors and arrays.
//!
//! A `Terms` store owns every term; a `Term` is a small id in it. Constructors simplify by the rules
//! of `rewrite`, and keep for each term what is known of its value (`domain`). This crate does not
//! decide formulas (crate `solver`), knows no programs (crate `ir`) and does no input or output.
//!
//! What others rely on:
//! 1. Two terms of a store are equal ids if and only if they are built alike; equal ids never differ
//!    in value.
//! 2. Arguments have smaller ids than the terms that use them. Terms are never removed.
//! 3. Every constructor returns a term with the value of what was asked for, under every model:
//!    each rewrite rule is proved by the solver in the tests, and `eval` is the judge.
//! 4. A pointer keeps its provenance: `Base(block)` is never folded into a number inside a
//!    bit-vector sum.
//! 5. Nothing here recurses to a depth that an input decides.

pub mod bits;
mod build;
pub mod cases;
pub mod diagram;
pub mod domain;
pub mod eval;
pub mod model;
pub mod op;
pub mod rewrite;
mod shelves;
pub mod smtlib;
pub mod sort;
mod store;
pub mod targets;
pub mod visit;

pub use bits::Bits;
pub use domain::Domain;
pub use eval::{Evaluator, eval};
pub use model::{ArrayValue, Model, Value};
pub use op::{AllocId, FunctionId, Op, SymbolId};
pub use sort::Sort;
pub use store::{Asked, Block, Function, FxBuild, Symbol, Term, TermMap, TermSet, Terms};
