//! What depends on where blocks lie: which conditions do, and whether a finding holds in every layout of memory.

pub(crate) mod dependence;
pub(crate) mod elsewhere;
