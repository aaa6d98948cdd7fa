//! The queries that a memory model may make about the current path.
//!
//! The engine answers them with its solver, tests by enumerating inputs. Answers may
//! over-approximate: a model that gets "may" where the truth is "cannot" returns larger terms,
//! not wrong ones. So "unknown" counts as "may".

use term::{Term, Terms};

/// Answers queries about the inputs that take the current path.
pub trait Oracle {
    /// Whether some input satisfies the formula.
    fn may(&mut self, terms: &mut Terms, formula: Term) -> bool;

    /// Whether every input satisfies the formula.
    fn must(&mut self, terms: &mut Terms, formula: Term) -> bool {
        let not = terms.not(formula);
        !self.may(terms, not)
    }

    /// Returns the smallest and the largest unsigned value of a term of at most 64 bits, or bounds
    /// around them.
    fn range(&mut self, terms: &mut Terms, term: Term) -> (u64, u64);

    /// Whether the path condition mentions a symbol of the term. If not, a query tells no more than
    /// the term itself.
    fn knows_of(&mut self, terms: &Terms, term: Term) -> bool {
        let _ = (terms, term);
        true
    }

    /// Returns how many queries reached the solver so far, past all caches.
    fn solved(&self) -> u64 {
        0
    }

    /// Evaluates formulas under some input: returns which of them it makes true; none if no input
    /// is known.
    fn witness(&mut self, terms: &mut Terms, formulas: &[Term]) -> Vec<bool> {
        let _ = terms;
        vec![false; formulas.len()]
    }

    /// Whether a formula of separation logic is satisfiable: the condition, and a cell at the
    /// address separate from the cells at other addresses, which are known to differ from each
    /// other.
    fn separate(
        &mut self,
        terms: &mut Terms,
        condition: Term,
        cells: &[Term],
        address: Term,
    ) -> bool {
        let apart = addresses_differ(terms, condition, cells, address);
        match terms.domain(apart).decided() {
            Some(decided) => decided,
            None => self.may(terms, apart),
        }
    }
}

/// Returns the pure formula that separate cells imply: the condition, and that the addresses
/// differ.
pub fn addresses_differ(terms: &mut Terms, condition: Term, cells: &[Term], address: Term) -> Term {
    cells.iter().fold(condition, |all, &cell| {
        let differs = terms.distinct(cell, address);
        terms.and(all, differs)
    })
}

/// The oracle that decides queries by the terms alone, without a path condition.
#[derive(Clone, Copy, Default, Debug)]
pub struct SyntacticOracle;

impl Oracle for SyntacticOracle {
    fn may(&mut self, terms: &mut Terms, formula: Term) -> bool {
        terms.domain(formula).decided() != Some(false)
    }

    fn range(&mut self, terms: &mut Terms, term: Term) -> (u64, u64) {
        domain_range(terms, term)
    }
}

/// Returns the range of a term for all inputs.
#[must_use]
pub fn domain_range(terms: &Terms, term: Term) -> (u64, u64) {
    let domain = terms.domain(term);
    (domain.umin().unwrap_or(0), domain.umax().unwrap_or(u64::MAX))
}
