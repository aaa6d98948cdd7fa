//! The array layer: arrays and functions, by lemmas on demand.
//!
//! The bit-blasting layer below treats reads, applications and equalities of arrays as free. This layer checks whether
//! the chosen values are consistent with arrays and functions. If not, it repeats the query with a lemma that they
//! violate: a read yields the element that was written at its index, equal arguments give equal values, unequal arrays
//! differ at some index. Lemmas are valid formulas, so adding them is sound; each iteration excludes the current
//! values, so it makes progress. Most queries need few.
//!
//! This follows R. Brummayer and A. Biere, "Lemmas on demand for the extensional theory of arrays" (JSAT 6, 2009).
//! Departures:
//! 1. A chain of stores at constant indices is one table that is looked up instead of traversed. Its lemmas state which
//!    indices have the current element; if these make little progress, the lookup becomes a tree of `ite`s. Likewise a
//!    read over many writes is expanded if lemmas about single writes make little progress.
//! 2. Reads are propagated upwards only if some equality of arrays is true.
//! 3. Constant arrays: each array in a group of equal arrays is read at every index of the group and at one unmentioned
//!    index.

mod chain;
mod expand;
mod lemmas;
mod occurrences;
mod propagate;
mod values;

use std::rc::Rc;
use std::time::{Duration, Instant};

use term::{Model, Term, Terms};

use crate::answer::{Answer, Limits, Query, Report, Section, Solver, UnknownReason};
use crate::bitblast::BitBlast;
use crate::sat::Sat;
use crate::validate::failing;

use chain::Chains;
use lemmas::Lemmas;
use occurrences::Occurrences;
use propagate::Propagation;
use values::Values;

/// The layer, with the bit-blasting layer below it.
pub struct Arrays<Quick, Thorough> {
    bits: BitBlast<Quick, Thorough>,
    lemmas: Lemmas,
    chains: Chains,
    counters: Counters,
}

#[derive(Default)]
struct Counters {
    queries: u64,
    without_arrays: u64,
    iterations: u64,
    lemmas: u64,
    time: Duration,
    time_below: Duration,
}

impl<Q: Sat, T: Sat> Arrays<Q, T> {
    /// Creates the layer on top of a bit-blasting layer.
    #[must_use]
    pub fn new(bits: BitBlast<Q, T>) -> Arrays<Q, T> {
        Arrays {
            bits,
            lemmas: Lemmas::default(),
            chains: Chains::default(),
            counters: Counters::default(),
        }
    }

    fn decide(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer {
        let mut occurrences = Occurrences::of(terms, &mut self.chains, query.assumptions);
        if occurrences.is_plain() {
            self.counters.without_arrays += 1;
            return self.timed_bits(terms, query);
        }
        let mut assumptions = query.assumptions.to_vec();
        assumptions.extend(self.lemmas.witnesses(terms, &occurrences));
        assumptions.extend(self.lemmas.relevant(&occurrences));
        occurrences.add_all(terms, &mut self.chains, &assumptions[query.assumptions.len()..]);
        let mut budget = Budget::new(query.limits, self.bits.conflicts());
        loop {
            self.counters.iterations += 1;
            let answer =
                self.timed_bits(terms, Query { assumptions: &assumptions, limits: &budget.left });
            let model = match answer {
                Answer::Sat(model) => model,
                Answer::Unsat(core) => return Answer::Unsat(without_lemmas(core, query)),
                Answer::Unknown(reason) => return Answer::Unknown(reason),
            };
            let values = Values::of(terms, &mut self.bits, &occurrences);
            let mut found = Propagation::of(terms, &mut self.chains, &occurrences, &values);
            let conflicts = std::mem::take(&mut found.conflicts);
            let mut violated = self.lemmas.congruence(terms, &occurrences, &values);
            let chains = &mut self.chains;
            violated.extend(self.lemmas.explain(terms, chains, &values, conflicts));
            if violated.is_empty() {
                return finished(terms, query, found.model(terms, &model));
            }
            self.counters.lemmas += violated.len() as u64;
            // A lemma may introduce reads that the query does not contain.
            occurrences.add_all(terms, &mut self.chains, &violated);
            assumptions.extend(violated);
            if let Err(reason) = budget.spend(query.limits, self.bits.conflicts()) {
                return Answer::Unknown(reason);
            }
        }
    }

    /// Calls the bit-blasting layer and measures its time separately.
    fn timed_bits(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer {
        let start = Instant::now();
        let answer = self.bits.check(terms, query);
        self.counters.time_below += start.elapsed();
        answer
    }
}

/// Checks a model that this layer built and returns it; a model that fails the check is not an answer.
fn finished(terms: &Terms, query: Query<'_>, model: Model) -> Answer {
    match failing(terms, query.assumptions, &model) {
        None => Answer::Sat(Rc::new(model)),
        Some(term) => {
            debug_assert!(false, "no array model for {}", terms.display(term));
            Answer::Unknown(UnknownReason::Unchecked)
        }
    }
}

fn without_lemmas(core: Vec<Term>, query: Query<'_>) -> Vec<Term> {
    core.into_iter().filter(|term| query.assumptions.contains(term)).collect()
}

/// The remaining conflicts of a query over all iterations.
struct Budget {
    left: Limits,
    before: u64,
}

impl Budget {
    fn new(limits: &Limits, conflicts: u64) -> Budget {
        Budget { left: limits.clone(), before: conflicts }
    }

    fn spend(&mut self, limits: &Limits, conflicts: u64) -> Result<(), UnknownReason> {
        if limits.interrupted() {
            return Err(UnknownReason::Interrupted);
        }
        if let Some(all) = limits.conflicts {
            let left = all.saturating_sub(conflicts - self.before);
            if left == 0 {
                return Err(UnknownReason::Budget);
            }
            self.left.conflicts = Some(left);
        }
        Ok(())
    }
}

impl<Q: Sat, T: Sat> Solver for Arrays<Q, T> {
    fn check(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer {
        let start = Instant::now();
        let answer = self.decide(terms, query);
        self.counters.time += start.elapsed();
        self.counters.queries += 1;
        answer
    }

    fn report(&self, report: &mut Report) {
        let counters = &self.counters;
        report.sections.push(Section {
            layer: "arrays",
            queries: counters.queries,
            answered: 0,
            time: counters.time.saturating_sub(counters.time_below),
            counters: vec![
                ("without arrays", counters.without_arrays),
                ("iterations", counters.iterations),
                ("lemmas", counters.lemmas),
            ],
        });
        self.bits.report(report);
    }
}
