//! What is known of a term's value under every model.

use crate::store::{Term, Terms};

/// A set of values, described from outside.
#[derive(Clone, Copy, Debug)]
pub struct Domain;

impl Domain {
    /// The domain of a term from those of its arguments.
    #[must_use]
    pub fn of(_terms: &Terms, _term: Term) -> Domain {
        Domain
    }
    #[allow(missing_docs)]
    pub fn of_application(_terms: &Terms, _op: crate::Op, _args: &[Term]) -> Domain {
        Domain
    }
    #[allow(missing_docs)]
    pub fn decided(&self) -> Option<bool> {
        None
    }
    #[allow(missing_docs)]
    pub fn as_constant(&self) -> Option<u64> {
        None
    }
    #[allow(missing_docs)]
    pub fn known_zeros(&self) -> u64 {
        0
    }
    #[allow(missing_docs)]
    pub fn known_ones(&self) -> u64 {
        0
    }
    #[allow(missing_docs)]
    pub fn umax(&self) -> u64 {
        u64::MAX
    }
    #[allow(missing_docs)]
    pub fn umin(&self) -> u64 {
        0
    }
    #[allow(missing_docs)]
    pub fn disjoint(&self, _other: &Domain) -> bool {
        false
    }
}
