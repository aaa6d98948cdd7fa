//! One state of an execution: frames and registers, the path that leads to it, and the blocks that it took.

pub(crate) mod coverage;
pub(crate) mod frames;
pub(crate) mod inputs;
pub(crate) mod joins;
pub(crate) mod marks;
pub(crate) mod path;
pub(crate) mod path_index;
pub(crate) mod trail;
