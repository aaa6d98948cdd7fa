//! Decides formulas.
