//! The arrays and functions that occur in a query.

use std::rc::Rc;

use term::{Op, Term, TermMap, TermSet, Terms};

use super::chain::{Chain, Chains};

/// The reads, writes, applications and equalities of arrays in some assumptions.
#[derive(Default)]
pub(super) struct Occurrences {
    /// Reads.
    pub selects: Vec<Term>,
    /// Applications of functions.
    pub applications: Vec<Term>,
    /// Equalities of arrays.
    pub equalities: Vec<Term>,
    /// Every term of an array sort, except for the inner stores of chains.
    pub arrays: Vec<Term>,
    /// The chains among them, by the last store.
    pub chains: TermMap<Rc<Chain>>,
    /// For each array, the arrays built from it and its equalities.
    pub users: TermMap<Vec<Term>>,
    seen: TermSet,
}

impl Occurrences {
    /// Collects the occurrences in some assumptions.
    pub fn of(terms: &Terms, chains: &mut Chains, assumptions: &[Term]) -> Occurrences {
        let mut occurrences = Occurrences::default();
        occurrences.add_all(terms, chains, assumptions);
        occurrences
    }

    /// Adds the occurrences in some more formulas.
    pub fn add_all(&mut self, terms: &Terms, chains: &mut Chains, formulas: &[Term]) {
        let mut stack = formulas.to_vec();
        while let Some(term) = stack.pop() {
            if self.seen.insert(term) {
                self.add(terms, chains, term, &mut stack);
            }
        }
        // The traversal order depends on the query; ids do not.
        for list in [&mut self.selects, &mut self.applications, &mut self.equalities] {
            list.sort_unstable();
        }
    }

    /// Returns whether there are no arrays and functions.
    pub fn is_plain(&self) -> bool {
        self.selects.is_empty() && self.applications.is_empty() && self.equalities.is_empty()
    }

    /// Returns whether a term occurs.
    pub fn has(&self, term: Term) -> bool {
        self.seen.contains(&term)
    }

    fn add(&mut self, terms: &Terms, chains: &mut Chains, term: Term, stack: &mut Vec<Term>) {
        if terms.sort(term).is_array() {
            self.arrays.push(term);
            if let Some(chain) = chains.of(terms, term) {
                self.users.entry(chain.base).or_default().push(term);
                stack.push(chain.base);
                stack.extend(&chain.unknown_elements);
                self.chains.insert(term, chain);
                return;
            }
        }
        match terms.op(term) {
            Op::Select => self.selects.push(term),
            Op::Apply(..) => self.applications.push(term),
            Op::Eq if terms.sort(terms.arg(term, 0)).is_array() => {
                self.equalities.push(term);
                self.use_arrays(terms, term);
            }
            Op::Store | Op::Ite => self.use_arrays(terms, term),
            _ => {}
        }
        stack.extend(terms.args(term));
    }

    fn use_arrays(&mut self, terms: &Terms, term: Term) {
        for &arg in terms.args(term) {
            if terms.sort(arg).is_array() {
                self.users.entry(arg).or_default().push(term);
            }
        }
    }
}
