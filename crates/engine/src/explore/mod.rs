//! The exploration: which state is next, what was visited, merging, loop summaries, the portfolio, and the outcome.

pub(crate) mod contest;
pub(crate) mod loops;
pub(crate) mod merge;
pub(crate) mod outcome;
pub(crate) mod run;
pub mod search;
pub(crate) mod seen;
pub(crate) mod start;
pub(crate) mod statistics;
pub(crate) mod violations;
pub(crate) mod worker;
