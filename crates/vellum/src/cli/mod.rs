//! The command line: options, exit codes, standard streams, progress, files.

pub mod arguments;
pub mod command_line;
pub mod exit;
pub mod files;
pub mod options;
pub mod progress;
pub mod properties;
pub mod stream;
pub mod units;
