//! Terms over the number of iterations, and unsigned arithmetic on them.
//!
//! The other files of this folder rely on it. It knows neither loops nor states.

use memory::Memory;
use term::visit::{post_order, substitute};
use term::{Term, TermMap};

use crate::explore::Explorer;

impl<M: Memory> Explorer<'_, M> {
    /// Returns whether a term mentions one of the given symbols.
    pub(super) fn mentions(&self, term: Term, symbols: &[Term]) -> bool {
        post_order(&self.machine.terms, &[term]).iter().any(|part| symbols.contains(part))
    }

    /// Substitutes another number of iterations in a term.
    pub(super) fn with_iterations(&mut self, term: Term, iterations: Term, other: Term) -> Term {
        let replacement = TermMap::from_iter([(iterations, other)]);
        substitute(&mut self.machine.terms, term, &replacement)
    }

    /// Returns the number of iterations plus one.
    pub(super) fn successor(&mut self, iterations: Term) -> Term {
        let one = self.machine.terms.word(self.machine.terms.width(iterations), 1);
        self.machine.terms.add(iterations, one)
    }

    /// Returns the number of iterations minus one.
    pub(super) fn predecessor(&mut self, iterations: Term) -> Term {
        let one = self.machine.terms.word(self.machine.terms.width(iterations), 1);
        self.machine.terms.sub(iterations, one)
    }

    /// Returns the formula that a number is zero.
    pub(super) fn is_zero(&mut self, iterations: Term) -> Term {
        let zero = self.machine.terms.zero_of(self.machine.terms.sort(iterations));
        self.machine.terms.eq(iterations, zero)
    }

    /// Extends or truncates an unsigned number to a width.
    pub(super) fn resized(&mut self, number: Term, width: u32) -> Term {
        match self.machine.terms.width(number) {
            own if own < width => self.machine.terms.zero_extend(width - own, number),
            own if own > width => self.machine.terms.extract(width - 1, 0, number),
            _ => number,
        }
    }

    /// Returns a number times a constant.
    pub(super) fn times(&mut self, number: Term, factor: u64) -> Term {
        let factor = self.machine.terms.word(self.machine.terms.width(number), factor);
        self.machine.terms.mul(number, factor)
    }

    /// Returns an unsigned number divided by a constant.
    pub(super) fn divided(&mut self, number: Term, by: u64) -> Term {
        let width = self.machine.terms.width(number);
        if by.is_power_of_two() {
            let shift = self.machine.terms.word(width, u64::from(by.trailing_zeros()));
            return self.machine.terms.lshr(number, shift);
        }
        let by = self.machine.terms.word(width, by);
        self.machine.terms.udiv(number, by)
    }

    /// Returns the formula that an unsigned number is a multiple of a constant.
    pub(super) fn is_multiple(&mut self, number: Term, of: u64) -> Term {
        let width = self.machine.terms.width(number);
        let rest = match of.is_power_of_two() {
            true => {
                let low = self.machine.terms.word(width, of - 1);
                self.machine.terms.bvand(number, low)
            }
            false => {
                let of = self.machine.terms.word(width, of);
                self.machine.terms.urem(number, of)
            }
        };
        self.is_zero(rest)
    }
}
