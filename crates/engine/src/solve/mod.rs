//! Queries about paths: feasibility of conditions, and the counted turns of the portfolio.
//!
//! This room knows paths and terms. It does not know programs, states or memory models.

pub(crate) mod path_solver;
pub(crate) mod portfolio;
