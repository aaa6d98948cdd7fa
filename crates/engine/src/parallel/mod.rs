//! Several workers on one exploration: the pool, states as decisions, pauses.

pub(crate) mod pool;
pub(crate) mod waypoints;
pub(crate) mod work_item;
pub(crate) mod worker;
