//! The exploration: which state is next, what was visited, merging, loop summaries, the portfolio, and the outcome.

pub(crate) mod all_layouts;
pub(crate) mod leaks;
pub(crate) mod loops;
pub(crate) mod merge;
pub(crate) mod observer;
pub(crate) mod pause;
pub(crate) mod portfolio;
pub(crate) mod run;
pub mod search;
pub(crate) mod seen;
pub(crate) mod start;
pub(crate) mod statistics;
pub(crate) mod trace;
pub(crate) mod violations;
