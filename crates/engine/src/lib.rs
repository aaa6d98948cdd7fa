//! Runs programs.
