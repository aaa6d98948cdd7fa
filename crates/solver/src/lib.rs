//! Decides formulas over terms: satisfiable with a model, unsatisfiable with a core, or unknown with a reason.
//!
//! A solver is a stack of layers, each a decorator of one trait: a layer answers the queries that it can decide, and
//! passes the others, simplified, to the layer below. `stack` assembles them. This crate knows terms; it does not know
//! programs, memory or paths.
//!
//! Properties that other crates rely on:
//! 1. A model satisfies every assumption of its query under `term::eval`, and is total: symbols that it does not
//!    mention are zero.
//! 2. A core is an unsatisfiable subset of the query's assumptions.
//! 3. `Unknown` states its reason. No answer is guessed.
//! 4. The same queries in the same order get the same answers: budgets count steps, not seconds. (Interrupts are the
//!    exception.)

mod answer;
mod arrays;
mod bitblast;
mod blaster;
#[cfg(test)]
mod brute_force;
mod cache;
mod circuits;
mod cnf;
mod cone;
mod definitions;
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
mod stack;
mod stage;
mod tables;
#[cfg(test)]
mod testing;
mod validate;

pub use answer::{Answer, Limits, Query, Report, Section, Solver, UnknownReason};
pub use bitblast::{BitBlast, Effort};
pub use external::External;
pub use query_log::{QueryLog, WriteQuery};
pub use stack::{plain, stack};
pub use stage::Lifetime;
