//! What programs store: blocks, their contents, and (one folder each) the models of symbolic memory.
//!
//! This crate knows values and terms. It does not know programs, and it asks no solver: a model asks
//! an oracle.

mod blocks;
mod contents;
mod table;
mod value;

pub use blocks::{Block, BlockIds, Blocks, Kind, Life, NewBlock, NoRoom, Site};
pub use contents::Contents;
pub use table::Table;
pub use value::Value;
