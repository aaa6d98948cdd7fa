//! Symbolic memory: the interface of memory models, and one folder for each model.
//!
//! This crate knows values and terms. It does not know programs, and it calls no solver: a model
//! asks an [`Oracle`]. Others rely on three properties: no operation forks; copying a memory is
//! cheap; and every model returns the values that a plain array of bytes would, or reports that it
//! cannot.
//!
//! [`Memory`] is what the engine calls. A model that keeps its blocks apart implements the
//! operations on one block (`blockwise::BlockContents`) and gets the rest from
//! `blockwise::Blockwise`. Two of these models, `segments` and `timestamps`, keep a block as
//! constant offsets under a log of symbolic writes; `logged_contents` has what they share.

mod any;
mod arrays;
mod blocks;
mod blockwise;
mod candidate_offsets;
mod chunked_vec;
mod constant_layer;
mod counts;
mod logged_contents;
mod memory;
mod multi_write;
mod oracle;
mod paged_bytes;
mod planes;
mod points_to;
mod references;
mod segments;
mod separation;
mod symbolic_write;
mod timestamps;
mod value;

pub use any::AnyMemory;
pub use arrays::Arrays;
pub use blocks::{Info, Kind, Lifetime, LifetimeEnd, Names, NewBlock, Site};
pub use counts::Counts;
pub use memory::{
    Access, BlockDifference, Context, Fault, FaultKind, Initial, Item, Memory, Validity,
};
pub use multi_write::MultiWrite;
pub use oracle::{Oracle, SyntacticOracle, addresses_differ, domain_range};
pub use points_to::{Pointee, is_concretely_valid, points_to, referents};
pub use references::References;
pub use segments::Segments;
pub use separation::{Allocation, Heaplet, Holds, Separation};
pub use timestamps::Timestamps;
pub use value::Value;
