//! The index of a path condition: which conditions are known to hold, and which mention the same symbols.
//!
//! A path has a witness, most of the time. So the feasibility of a further condition depends only on the
//! conditions that share a symbol with it, directly or through others; the witness satisfies the rest. The path
//! solver relies on this independence to keep queries small.

use std::collections::HashMap;
use std::rc::Rc;

use archery::RcK;
use rpds::{HashTrieMap, HashTrieSet};
use term::diagram::Diagrams;
use term::{FxBuild, Op, Term, TermSet, Terms};

use crate::state::trail::Trail;

/// The knowledge about terms that all paths share: the symbols that terms mention, and their cases.
#[derive(Default)]
pub struct TermIndex {
    /// The symbols that terms mention.
    pub mentions: Mentions,
    /// The cases of terms, as decision diagrams.
    pub diagrams: Diagrams,
}

/// The symbols and functions that terms mention, computed once for each term.
#[derive(Default)]
pub struct Mentions {
    known: HashMap<Term, Rc<[Term]>, FxBuild>,
    /// For each uninterpreted function, the term that stands for all its applications.
    functions: HashMap<term::FunctionId, Term, FxBuild>,
}

impl Mentions {
    /// Returns the terms that stand for uninterpreted functions.
    pub fn functions(&self) -> impl Iterator<Item = Term> {
        self.functions.values().copied()
    }

    /// Returns the symbols of a term; for an uninterpreted function, the first application that was seen.
    pub fn of(&mut self, terms: &Terms, term: Term) -> Rc<[Term]> {
        if let Some(known) = self.known.get(&term) {
            return known.clone();
        }
        let mut symbols: Vec<Term> = Vec::new();
        let is_known = |part: Term| self.known.contains_key(&part);
        for part in term::visit::post_order_until(terms, &[term], is_known) {
            if let Some(known) = self.known.get(&part) {
                symbols.extend(known.iter());
                continue;
            }
            match terms.op(part) {
                Op::Symbol(_) => symbols.push(part),
                Op::Apply(function, _) => {
                    symbols.push(*self.functions.entry(function).or_insert(part));
                }
                _ => {}
            }
        }
        symbols.sort_unstable();
        symbols.dedup();
        let symbols: Rc<[Term]> = symbols.into();
        self.known.insert(term, symbols.clone());
        symbols
    }
}

/// The most parts of a condition that are inspected one by one.
pub(crate) const MAX_PARTS: usize = 64;

/// The index of a path condition.
#[derive(Clone)]
pub struct PathIndex {
    /// The conditions that are known to hold on the path, with their conjuncts.
    facts: HashTrieSet<Term, RcK, FxBuild>,
    /// For each symbol, the conditions that mention it.
    by_symbol: HashTrieMap<Term, Trail<Term>, RcK, FxBuild>,
}

impl Default for PathIndex {
    fn default() -> PathIndex {
        PathIndex {
            facts: HashTrieSet::new_with_hasher_with_ptr_kind(FxBuild::default()),
            by_symbol: HashTrieMap::new_with_hasher_and_ptr_kind(FxBuild::default()),
        }
    }
}

impl PathIndex {
    /// Whether a condition is known to hold.
    #[must_use]
    pub fn holds(&self, condition: Term) -> bool {
        self.facts.contains(&condition)
    }

    /// Adds a condition that holds, and the parts of a conjunction.
    pub fn add_fact(&mut self, terms: &mut Terms, condition: Term) {
        let mut work = vec![condition];
        for _ in 0..MAX_PARTS {
            let Some(fact) = work.pop() else { return };
            self.facts.insert_mut(fact);
            match terms.op(fact) {
                Op::And => work.extend(terms.args(fact)),
                Op::Not if terms.op(terms.arg(fact, 0)) == Op::Or => {
                    let either = terms.arg(fact, 0);
                    for part in [terms.arg(either, 0), terms.arg(either, 1)] {
                        work.push(terms.not(part));
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds a condition of the path, by its symbols.
    pub fn add_condition(&mut self, condition: Term, symbols: &[Term]) {
        for &symbol in symbols {
            let mut conditions = self.by_symbol.get(&symbol).cloned().unwrap_or_default();
            conditions.push(condition);
            self.by_symbol.insert_mut(symbol, conditions);
        }
    }

    /// Whether a condition of the path mentions a symbol.
    #[must_use]
    pub fn speaks_of(&self, symbol: Term) -> bool {
        self.by_symbol.contains_key(&symbol)
    }

    /// Returns the conditions that mention a symbol.
    pub fn about(&self, symbol: Term) -> Vec<&Term> {
        self.by_symbol.get(&symbol).map(Trail::items).unwrap_or_default()
    }

    /// Returns the conditions that share symbols with some symbols, directly or through other conditions, and all
    /// symbols of these.
    pub fn related(
        &self,
        terms: &Terms,
        mentions: &mut Mentions,
        symbols: &[Term],
    ) -> (Vec<Term>, TermSet) {
        let mut seen: TermSet = symbols.iter().copied().collect();
        let mut work: Vec<Term> = symbols.to_vec();
        let mut found: Vec<Term> = Vec::new();
        let mut taken = TermSet::default();
        while let Some(symbol) = work.pop() {
            let Some(conditions) = self.by_symbol.get(&symbol) else { continue };
            for condition in conditions.items().into_iter().copied() {
                if !taken.insert(condition) {
                    continue;
                }
                found.push(condition);
                for &other in mentions.of(terms, condition).iter() {
                    if seen.insert(other) {
                        work.push(other);
                    }
                }
            }
        }
        // Terms are numbered in order of creation: the same conditions come in the same order.
        found.sort_unstable();
        (found, seen)
    }
}
