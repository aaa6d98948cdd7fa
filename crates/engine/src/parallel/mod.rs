//! Several workers on one exploration: the pool with its worklist, work items and their replay, requests to
//! release memory.
//!
//! The room does not know how a state is run (`explore`). The binary relies on the verdict, the findings
//! and, where all paths are wanted, the set of paths being the same for any number of workers.

pub(crate) mod exploration;
pub(crate) mod merging_contestant;
pub(crate) mod pool;
pub(crate) mod proving_contestant;
pub(crate) mod waypoints;
pub(crate) mod work_item;
pub(crate) mod worker;
