//! A cache in front of the oracle.
//!
//! Seed 002, section 3, "Caching Satisfiability Queries": collision formulas come again and again.
//! An answer belongs to a memory and its path. The path only gets narrower, so "no" stays true; "yes"
//! may become "no", and then the answer is only less exact than it could be. Where memories are
//! merged the path becomes wider again: what was known before they parted still holds.

use archery::RcK;
use rpds::HashTrieMap;
use term::{FxBuild, Term, Terms};

use crate::oracle::Oracle;

/// What the oracle said about formulas.
#[derive(Clone)]
pub struct Answers(HashTrieMap<Term, bool, RcK, FxBuild>);

impl Default for Answers {
    fn default() -> Answers {
        Answers(HashTrieMap::new_with_hasher_and_ptr_kind(FxBuild::default()))
    }
}

/// The oracle behind its answers.
pub struct Cached<'a> {
    pub oracle: &'a mut dyn Oracle,
    pub answers: &'a mut Answers,
    /// How often something was asked.
    pub asked: u64,
    /// How often the answer was there.
    pub known: u64,
}

impl Oracle for Cached<'_> {
    fn may(&mut self, terms: &mut Terms, formula: Term) -> bool {
        self.asked += 1;
        if let Some(&answer) = self.answers.0.get(&formula) {
            self.known += 1;
            return answer;
        }
        let answer = self.oracle.may(terms, formula);
        self.answers.0.insert_mut(formula, answer);
        answer
    }

    fn range(&mut self, terms: &mut Terms, term: Term) -> (u64, u64) {
        self.oracle.range(terms, term)
    }
}
