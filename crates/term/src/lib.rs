//! Symbolic values.
