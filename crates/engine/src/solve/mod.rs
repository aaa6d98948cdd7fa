//! Decisions: what holds on a path, and where a state forks.

pub(crate) mod path_solver;
pub(crate) mod portfolio;
