//! Decides formulas over terms: satisfiable with a model, unsatisfiable with a core, or unknown
//! with a reason.
//!
//! A solver is a stack of layers, each a decorator of one trait: it answers what it can and passes
//! the rest on, simplified, to the layer below. `stack` assembles them. This crate knows terms; it
//! does not know programs, memory or paths.
//!
//! What others rely on:
//! 1. A model satisfies every assumption of its query under `term::eval`, and is total: what it does
//!    not mention is zero.
//! 2. A core is a subset of the query's assumptions, and is unsatisfiable.
//! 3. `Unknown` says why. No answer is ever guessed.
//! 4. The same queries in the same order get the same answers: budgets count steps, not seconds.
//!    (An interrupt, by its nature, is not repeatable.)

mod answer;
mod arrays;
mod bitblast;
mod blast;
#[cfg(test)]
mod brute_force;
mod cache;
mod circuits;
mod cnf;
mod cone;
pub mod external;
mod flatten;
mod gates;
mod independence;
mod intervals;
mod layer;
mod orders;
mod query_log;
pub mod repair;
pub mod sat;
pub mod script;
mod solve_for;
mod stack;
mod stage;
mod tables;
#[cfg(test)]
mod testing;
mod validate;

pub use answer::{Answer, Limits, Query, Report, Section, Solver, Why};
pub use arrays::Arrays;
pub use bitblast::{BitBlast, Effort};
pub use cache::Cache;
pub use external::External;
pub use flatten::Flatten;
pub use independence::Independence;
pub use intervals::Intervals;
pub use layer::{Layer, Stacked};
pub use orders::Orders;
pub use query_log::{QueryLog, WriteQuery};
pub use solve_for::SolveFor;
pub use stack::{plain, stack};
pub use stage::Lifetime;
pub use tables::Tables;
pub use validate::Validate;
