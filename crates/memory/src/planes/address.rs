//! Addresses of *SEGY*, sections 2.1 and 2.3: a segment and an offset, both terms; and sets of
//! addresses.
//!
//! Segment 0 is null's; a block has the number after its index; the segments of multi-allocations
//! have negative numbers.

use term::visit::Substitution;
use term::{AllocId, Sort, Term, TermMap};

use crate::memory::Context;

/// An address `segment : offset`, both as wide as a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    /// The number of the segment, signed.
    pub segment: Term,
    /// The offset from its start.
    pub offset: Term,
}

/// Returns the number of a block's segment.
/// Implements `segment:offset` of *SEGY*.
#[must_use]
pub fn segment_of(block: AllocId) -> u64 {
    block.index() as u64 + 1
}

/// A set of addresses `λσ. λω. φ(σ, ω)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressSet {
    /// The bound symbols `σ` and `ω`.
    pub variables: Address,
    /// The condition on them.
    pub holds: Term,
}

impl AddressSet {
    /// Creates the set of addresses that satisfy a condition.
    pub fn of(
        cx: &mut Context<'_>,
        condition: impl FnOnce(&mut Context<'_>, Address) -> Term,
    ) -> AddressSet {
        let [segment, offset] =
            ["segment", "offset"].map(|name| cx.terms.symbol(name, Sort::Bits(cx.pointer)));
        let variables = Address { segment, offset };
        AddressSet { variables, holds: condition(cx, variables) }
    }

    /// Creates the set of one address.
    pub fn one(cx: &mut Context<'_>, address: Address) -> AddressSet {
        AddressSet::of(cx, |cx, it| {
            let segment = cx.terms.eq(it.segment, address.segment);
            let offset = cx.terms.eq(it.offset, address.offset);
            cx.terms.and(segment, offset)
        })
    }

    /// Returns a function of the variables at an address.
    pub fn at(&self, cx: &mut Context<'_>, function: Term, address: Address) -> Term {
        let replacement = TermMap::from_iter([
            (self.variables.segment, address.segment),
            (self.variables.offset, address.offset),
        ]);
        Substitution::new(replacement).apply(cx.terms, function)
    }

    /// Returns the condition under which an address is in the set: the collision formula.
    pub fn has(&self, cx: &mut Context<'_>, address: Address) -> Term {
        self.at(cx, self.holds, address)
    }
}
