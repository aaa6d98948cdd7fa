//! A file for each subcommand.

pub mod all_functions;
pub mod check;
pub mod compare;
pub mod ir;
mod query_files;
pub mod run;
pub mod solve;
pub mod test_files;
