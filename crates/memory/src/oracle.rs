//! What a model of memory may ask about the current path.
//!
//! The engine answers over its solver, tests by trying every input. A model that gets the answer
//! "may" where the truth is "cannot" is still right, only larger: so "unknown" counts as "may".

use term::{Term, Terms};

/// Answers about the inputs that take the current path.
pub trait Oracle {
    /// Whether some input makes the formula true.
    fn may(&mut self, terms: &mut Terms, formula: Term) -> bool;

    /// Whether every input makes the formula true.
    fn must(&mut self, terms: &mut Terms, formula: Term) -> bool {
        let not = terms.not(formula);
        !self.may(terms, not)
    }

    /// The smallest and the largest value, unsigned, that the term (of at most 64 bits) can have;
    /// or bounds around them.
    fn range(&mut self, terms: &mut Terms, term: Term) -> (u64, u64);

    /// Whether the path says anything about what a term mentions. If not, all that is known of it is
    /// in the term itself, and there is little use in asking.
    fn knows_of(&mut self, terms: &Terms, term: Term) -> bool {
        let _ = (terms, term);
        true
    }

    /// How often a model had to be searched for so far: nothing that is remembered or quick answered.
    fn solved(&self) -> u64 {
        0
    }

    /// Some input: which of some formulas it makes true; none if it is not known.
    fn witness(&mut self, terms: &mut Terms, formulas: &[Term]) -> Vec<bool> {
        let _ = terms;
        vec![false; formulas.len()]
    }

    /// Whether some input satisfies a formula of separation logic: the condition, and a cell at the
    /// address beside cells at some other addresses, which are known to differ from each other.
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

/// What a formula of separation logic says without its cells: that their addresses differ.
pub fn addresses_differ(terms: &mut Terms, condition: Term, cells: &[Term], address: Term) -> Term {
    cells.iter().fold(condition, |all, &cell| {
        let differs = terms.distinct(cell, address);
        terms.and(all, differs)
    })
}

/// The oracle that knows nothing but the terms.
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

/// The range of a term, whatever the inputs are.
#[must_use]
pub fn domain_range(terms: &Terms, term: Term) -> (u64, u64) {
    let domain = terms.domain(term);
    (domain.umin().unwrap_or(0), domain.umax().unwrap_or(u64::MAX))
}
