//! Watches a run: limits on time and memory, workers, checkpoints.

pub mod checkpoint;
pub mod jobs;
pub mod memory_limit;
pub mod setup;
pub mod sha256;
pub mod warden;
