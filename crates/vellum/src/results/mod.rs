//! Fills the data of crate `report` from the results of the engine.
//!
//! This room alone knows both: types of the engine can change without touching a format, and formats without
//! touching the engine.

pub mod check;
pub mod coverage;
pub mod coverage_report;
pub mod heap;
pub mod statistics;
pub mod trace;
pub mod values;
pub mod wording;
