//! Values of registers and memory.
//!
//! A value is a number, a pointer into a block, or a term. The first two equal terms (a constant,
//! and `Base(block) + constant`) but are kept out of the term store, so that concrete code makes no
//! terms. Widths are not part of a value: its holder knows the type.

use term::{AllocId, Bits, Op, Term, Terms};

use crate::memory::Context;

/// A value of a register or of memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The bits of a scalar of at most 64 bits, zero-extended.
    Bits(u64),
    /// An address: an offset from the start of a block, modulo the width of a pointer.
    Pointer {
        /// Its provenance.
        block: AllocId,
        /// The offset, which may be out of bounds.
        offset: u64,
    },
    /// Anything else, and everything wider than 64 bits.
    Term(Term),
}

impl Value {
    /// The null pointer, and the number zero.
    pub const ZERO: Value = Value::Bits(0);

    /// Returns a truth value as one bit.
    #[must_use]
    pub fn bit(value: bool) -> Value {
        Value::Bits(u64::from(value))
    }

    /// Returns the number, if the value is one.
    #[must_use]
    pub fn as_bits(self) -> Option<u64> {
        match self {
            Value::Bits(bits) => Some(bits),
            Value::Pointer { .. } | Value::Term(_) => None,
        }
    }

    /// Whether the value mentions the address of a block.
    #[must_use]
    pub fn mentions_block(self, terms: &Terms) -> bool {
        match self {
            Value::Bits(_) => false,
            Value::Pointer { .. } => true,
            Value::Term(term) => terms.mentions_base(term),
        }
    }

    /// Returns bits of any width as a value.
    #[must_use]
    pub fn of_bits(terms: &mut Terms, bits: &Bits) -> Value {
        if bits.width() <= 64 {
            return Value::Bits(bits.low_word());
        }
        Value::Term(terms.bits(bits))
    }

    /// Returns the term for this value, of a width.
    pub fn to_term(self, terms: &mut Terms, width: u32) -> Term {
        match self {
            Value::Bits(bits) => terms.word(width, bits),
            Value::Pointer { block, offset } => {
                let (base, offset) = (terms.base_of(block), terms.word(width, offset));
                terms.add(base, offset)
            }
            Value::Term(term) => term,
        }
    }

    /// Returns the value of a term: a number or a pointer where the term is one.
    #[must_use]
    pub fn of_term(terms: &Terms, term: Term) -> Value {
        match terms.op(term) {
            Op::Small { value, .. } => Value::Bits(value),
            Op::True => Value::Bits(1),
            Op::False => Value::Bits(0),
            Op::Base(block) => Value::Pointer { block, offset: 0 },
            Op::BvAdd => match (terms.op(terms.arg(term, 0)), terms.as_word(terms.arg(term, 1))) {
                (Op::Base(block), Some(offset)) => Value::Pointer { block, offset },
                _ => Value::Term(term),
            },
            _ => Value::Term(term),
        }
    }
}

/// Returns the `ite` of two values of a size.
pub(crate) fn ite(
    cx: &mut Context<'_>,
    guard: Term,
    then: Value,
    otherwise: Value,
    bytes: u32,
) -> Value {
    if then == otherwise || guard == Term::TRUE {
        return then;
    }
    if guard == Term::FALSE {
        return otherwise;
    }
    let (then, otherwise) =
        (then.to_term(cx.terms, 8 * bytes), otherwise.to_term(cx.terms, 8 * bytes));
    let term = cx.terms.ite(guard, then, otherwise);
    Value::of_term(cx.terms, term)
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    #[test]
    fn values_and_terms_are_the_same_things() {
        let mut terms = Terms::new();
        let (block, _) = terms.base(Bits::new(64, 0x1000));
        let symbol = terms.symbol("x", Sort::Bits(64));
        for value in [
            Value::Bits(7),
            Value::ZERO,
            Value::Pointer { block, offset: 0 },
            Value::Pointer { block, offset: 12 },
            Value::Pointer { block, offset: u64::MAX },
            Value::Term(symbol),
        ] {
            let term = value.to_term(&mut terms, 64);
            assert_eq!(Value::of_term(&terms, term), value);
        }
    }
}
