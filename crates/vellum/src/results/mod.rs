//! What an exploration came to, for the report.

pub mod coverage;
pub mod findings;
pub mod input_heap;
pub mod listing;
mod loops;
pub mod statistics;
pub mod trace;
pub mod verdict;
