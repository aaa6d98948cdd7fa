//! One symbolic state: frames and registers, the path that leads to it, lazy inputs, pending joins, and coverage.
//!
//! This room knows terms and the program's numbers. It asks no solver and executes nothing.

pub(crate) mod coverage;
pub(crate) mod folded;
pub(crate) mod frames;
pub(crate) mod inputs;
pub(crate) mod joins;
pub(crate) mod marks;
pub(crate) mod path;
pub(crate) mod path_index;
pub(crate) mod trail;
