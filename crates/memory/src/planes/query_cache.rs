//! A cache in front of the oracle.
//!
//! *SEGY*, section 3, "Caching Satisfiability Queries": collision formulas recur. "Satisfiable"
//! only means that two accesses may alias, an over-approximation on every path, so all memories of
//! a run share it. "Unsatisfiable" holds for one memory and its path condition, which only gets
//! stronger. A merge weakens the path condition: then the answers of the common ancestor hold.

use std::cell::RefCell;
use std::rc::Rc;

use archery::RcK;
use rpds::HashTrieSet;
use term::{FxBuild, Term, TermSet, Terms};

use crate::oracle::Oracle;

/// Answers of the oracle about formulas.
#[derive(Clone)]
pub struct QueryCache {
    /// Satisfiable formulas.
    yes: Rc<RefCell<TermSet>>,
    /// Unsatisfiable formulas.
    no: HashTrieSet<Term, RcK, FxBuild>,
}

impl Default for QueryCache {
    fn default() -> QueryCache {
        let no = HashTrieSet::new_with_hasher_with_ptr_kind(FxBuild::default());
        QueryCache { yes: Rc::default(), no }
    }
}

impl QueryCache {
    fn of(&self, formula: Term) -> Option<bool> {
        match self.no.contains(&formula) {
            true => Some(false),
            false => self.yes.borrow().contains(&formula).then_some(true),
        }
    }

    fn add(&mut self, formula: Term, answer: bool) {
        match answer {
            true => {
                self.yes.borrow_mut().insert(formula);
            }
            false => self.no.insert_mut(formula),
        }
    }
}

/// An oracle behind the cache.
pub struct CachingOracle<'a> {
    pub oracle: &'a mut dyn Oracle,
    pub cache: &'a mut QueryCache,
    /// The number of queries.
    pub asked: u64,
    /// The number of cache hits.
    pub known: u64,
    /// The number of queries that reached the solver.
    pub solved: u64,
}

impl Oracle for CachingOracle<'_> {
    /// Implements the cache of satisfiability queries of *SEGY*.
    fn may(&mut self, terms: &mut Terms, formula: Term) -> bool {
        self.asked += 1;
        if let Some(answer) = self.cache.of(formula) {
            self.known += 1;
            return answer;
        }
        let before = self.oracle.solved();
        let answer = self.oracle.may(terms, formula);
        self.solved += u64::from(self.oracle.solved() > before);
        self.cache.add(formula, answer);
        answer
    }

    fn knows_of(&mut self, terms: &Terms, term: Term) -> bool {
        self.oracle.knows_of(terms, term)
    }

    fn range(&mut self, terms: &mut Terms, term: Term) -> (u64, u64) {
        self.oracle.range(terms, term)
    }
}
