//! Several workers on one exploration: the pool, states as decisions, pauses.

pub(crate) mod handover;
pub(crate) mod pause;
pub(crate) mod pool;
pub(crate) mod waypoints;
