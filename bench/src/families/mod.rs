//! Query families.
