//! Results as data: ends of paths, raw violations and their properties, reported findings, cuts, and input heaps.
//!
//! This room runs nothing and asks no solver. `explore` fills an `Outcome`; `vellum` turns it into plain data for
//! reports.

pub(crate) mod end;
pub(crate) mod outcome;
pub(crate) mod picture;
pub(crate) mod property;
