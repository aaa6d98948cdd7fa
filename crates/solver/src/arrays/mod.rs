//! Layer 6: arrays and functions, by lemmas on demand.
//!
//! The bit level below takes reads, applications and equalities of arrays as free. This layer looks
//! whether the values it chose for them are those of real arrays and functions, and if not, asks
//! again with a lemma that says so: what was read at an index and what was written there are the
//! same, two applications to the same arguments are, arrays that differ do so somewhere. A lemma
//! holds for all arrays and functions, so it is never wrong to add it; the values at hand violate
//! it, so each round makes progress. Most queries need only a few.
//!
//! After R. Brummayer and A. Biere, "Lemmas on demand for the extensional theory of arrays"
//! (JSAT 6, 2009). Departures: 1. stores at constant indices in a row are one table that is looked
//! up, not walked; its lemmas say which indices have the value at hand, and when these do not get
//! far, the table becomes a tree of `ite`s; likewise a read over many writes is written out when
//! lemmas about one write at a time do not get far. 2. Reads are propagated upwards only if some equality
//! of arrays is true. 3. Constant arrays: in a group of equal arrays, each is read at every index
//! of the group and at one that nobody mentions.

mod expand;
mod lemmas;
mod propagate;
mod run;
mod scene;
mod values;

use std::rc::Rc;
use std::time::{Duration, Instant};

use term::{Model, Term, Terms};

use crate::answer::{Answer, Limits, Query, Report, Section, Solver, Why};
use crate::bitblast::BitBlast;
use crate::sat::Sat;
use crate::validate::failing;

use lemmas::Lemmas;
use propagate::Propagation;
use run::Runs;
use scene::Scene;
use values::Values;

/// The layer, with the bit level that it works on.
pub struct Arrays<Quick, Thorough> {
    bits: BitBlast<Quick, Thorough>,
    lemmas: Lemmas,
    runs: Runs,
    counters: Counters,
}

#[derive(Default)]
struct Counters {
    queries: u64,
    without_arrays: u64,
    rounds: u64,
    lemmas: u64,
    time: Duration,
    time_below: Duration,
}

impl<Q: Sat, T: Sat> Arrays<Q, T> {
    /// The layer on top of a bit level.
    #[must_use]
    pub fn new(bits: BitBlast<Q, T>) -> Arrays<Q, T> {
        Arrays {
            bits,
            lemmas: Lemmas::default(),
            runs: Runs::default(),
            counters: Counters::default(),
        }
    }

    fn decide(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer {
        let mut scene = Scene::of(terms, &mut self.runs, query.assumptions);
        if scene.is_plain() {
            self.counters.without_arrays += 1;
            return self.timed_bits(terms, query);
        }
        let mut asked = query.assumptions.to_vec();
        asked.extend(self.lemmas.witnesses(terms, &scene));
        asked.extend(self.lemmas.remembered(&scene));
        scene.add_all(terms, &mut self.runs, &asked[query.assumptions.len()..]);
        let mut budget = Budget::new(query.limits, self.bits.conflicts());
        loop {
            self.counters.rounds += 1;
            let answer =
                self.timed_bits(terms, Query { assumptions: &asked, limits: &budget.left });
            let model = match answer {
                Answer::Sat(model) => model,
                Answer::Unsat(core) => return Answer::Unsat(without_lemmas(core, query)),
                Answer::Unknown(why) => return Answer::Unknown(why),
            };
            let values = Values::of(terms, &mut self.bits, &scene);
            let mut found = Propagation::of(terms, &mut self.runs, &scene, &values);
            let conflicts = std::mem::take(&mut found.conflicts);
            let mut violated = self.lemmas.congruence(terms, &scene, &values);
            let runs = &mut self.runs;
            violated.extend(self.lemmas.explain(terms, runs, &values, conflicts));
            if violated.is_empty() {
                return finished(terms, query, found.model(terms, &model));
            }
            self.counters.lemmas += violated.len() as u64;
            // A lemma may bring in a read that was not there before.
            scene.add_all(terms, &mut self.runs, &violated);
            asked.extend(violated);
            if let Err(why) = budget.spend(query.limits, self.bits.conflicts()) {
                return Answer::Unknown(why);
            }
        }
    }

    /// Asks the bit level, whose time is not ours.
    fn timed_bits(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer {
        let start = Instant::now();
        let answer = self.bits.check(terms, query);
        self.counters.time_below += start.elapsed();
        answer
    }
}

/// The answer with a model that was made here. It is checked: an answer that is not known to be
/// right is none.
fn finished(terms: &Terms, query: Query<'_>, model: Model) -> Answer {
    match failing(terms, query.assumptions, &model) {
        None => Answer::Sat(Rc::new(model)),
        Some(term) => {
            debug_assert!(false, "no array model for {}", terms.display(term));
            Answer::Unknown(Why::Unchecked)
        }
    }
}

fn without_lemmas(core: Vec<Term>, query: Query<'_>) -> Vec<Term> {
    core.into_iter().filter(|term| query.assumptions.contains(term)).collect()
}

/// The conflicts that are left for the rounds of a query.
struct Budget {
    left: Limits,
    before: u64,
}

impl Budget {
    fn new(limits: &Limits, conflicts: u64) -> Budget {
        Budget { left: limits.clone(), before: conflicts }
    }

    fn spend(&mut self, limits: &Limits, conflicts: u64) -> Result<(), Why> {
        if limits.interrupted() {
            return Err(Why::Interrupted);
        }
        if let Some(all) = limits.conflicts {
            let left = all.saturating_sub(conflicts - self.before);
            if left == 0 {
                return Err(Why::Budget);
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
                ("rounds", counters.rounds),
                ("lemmas", counters.lemmas),
            ],
        });
        self.bits.report(report);
    }
}
