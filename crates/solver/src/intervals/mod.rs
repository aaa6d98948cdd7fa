//! The layer of intervals and known bits.
//!
//! It propagates the assumptions of a query through the domains of the terms below them. A set that
//! becomes empty is a contradiction, with the assumptions that led there as the core. If none does,
//! it tries a few models that put every symbol at an end of what is left of it. What remains
//! undecided goes to the layer below, without the assumptions that hold in any case.
//!
//! Cheap when it fails: the cone of a query is walked a few times, and not at all where it is
//! large. It knows no relations between terms beyond one comparison, nothing of what is in arrays
//! or behind functions, and keeps nothing from one query to the next.

mod cone;
mod inverse;
mod propagate;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use term::domain::{Domain, WordDomain};
use term::{Bits, Evaluator, Model, Op, SymbolId, Term, Terms, Value};

use crate::answer::{Answer, Query, Solver};
use crate::layer::Layer;
use cone::{Cone, Place};
use propagate::Propagation;

/// Queries about more terms than this are not looked at.
const MAX_CONE: usize = 20_000;

/// Candidates are not evaluated where that would copy arrays more often than this.
const MAX_STORES: usize = 64;

/// Answers what intervals and known bits decide, and passes on the rest.
#[derive(Default)]
pub struct Intervals {
    cone: Cone,
    counters: Counters,
}

#[derive(Default)]
struct Counters {
    /// Queries without an assumption that could fail.
    trivial: u64,
    unsat: u64,
    /// Queries that a model at the ends of the symbols' domains satisfies.
    candidates: u64,
    /// Queries that were too large.
    skipped: u64,
}

impl Intervals {
    /// Decides a query whose assumptions are all open under the domains of the store.
    fn decide_open(&mut self, terms: &Terms, assumptions: &[Term]) -> Option<Answer> {
        if !self.cone.build(terms, assumptions, MAX_CONE) {
            self.counters.skipped += 1;
            return None;
        }
        let nodes = self.cone.nodes();
        let places: Vec<Place> = assumptions.iter().map(|&term| self.cone.place(term)).collect();
        let mut propagation = Propagation::new(&self.cone, assumptions.len(), |place| {
            *terms.domain(nodes[place].term)
        });
        if let Err(conflict) = propagation.assume(&places) {
            self.counters.unsat += 1;
            let core = propagation.explain(&conflict);
            return Some(Answer::Unsat(core.into_iter().map(|i| assumptions[i]).collect()));
        }
        let symbols = nodes.iter().enumerate().filter_map(|(place, node)| match node.op {
            Op::Symbol(symbol) => Some((symbol, *propagation.domain(place))),
            _ => None,
        });
        let symbols: Vec<(SymbolId, Domain)> = symbols.collect();
        if !self.cone.is_cheap_to_evaluate(terms, assumptions, MAX_CONE, MAX_STORES) {
            return None;
        }
        let model = satisfying_candidate(terms, assumptions, &symbols)?;
        self.counters.candidates += 1;
        Some(Answer::Sat(Rc::new(model)))
    }
}

impl Layer for Intervals {
    fn name(&self) -> &'static str {
        "intervals"
    }

    fn decide(&mut self, terms: &mut Terms, query: Query<'_>, below: &mut dyn Solver) -> Answer {
        let open = match open_assumptions(terms, query.assumptions) {
            Ok(open) => open,
            Err(answer) => {
                self.counters.trivial += 1;
                return answer;
            }
        };
        match self.decide_open(terms, &open) {
            Some(answer) => answer,
            None => below.check(terms, query.with(&open)),
        }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let Counters { trivial, unsat, candidates, skipped } = self.counters;
        vec![
            ("trivial", trivial),
            ("unsatisfiable", unsat),
            ("candidate models", candidates),
            ("too large", skipped),
        ]
    }
}

/// The answer by the domains of the store alone, or the assumptions that they leave open.
fn open_assumptions(terms: &Terms, assumptions: &[Term]) -> Result<Vec<Term>, Answer> {
    let mut open = Vec::with_capacity(assumptions.len());
    for &assumption in assumptions {
        match terms.domain(assumption).decided() {
            Some(false) => return Err(Answer::Unsat(vec![assumption])),
            Some(true) => {}
            None => open.push(assumption),
        }
    }
    if open.is_empty() { Err(Answer::Sat(Rc::new(Model::new()))) } else { Ok(open) }
}

/// Where in its domain a candidate puts a bit-vector.
type Choice = fn(&WordDomain) -> u64;

/// The candidates, the most usual first.
const CHOICES: [(Choice, bool); 3] =
    [(nearest_to_zero, false), (WordDomain::umax, true), (WordDomain::umin, true)];

/// The first candidate in which all assumptions hold.
fn satisfying_candidate(
    terms: &Terms,
    assumptions: &[Term],
    symbols: &[(SymbolId, Domain)],
) -> Option<Model> {
    let mut tried: Vec<Model> = Vec::with_capacity(CHOICES.len());
    for (choice, truth) in CHOICES {
        let model = candidate(symbols, choice, truth);
        if tried.contains(&model) {
            continue;
        }
        let mut evaluator = Evaluator::default();
        // The newest is the most likely to fail: the others have held together before.
        if assumptions.iter().rev().all(|&term| evaluator.holds(terms, term, &model)) {
            return Some(model);
        }
        tried.push(model);
    }
    None
}

/// The model with every symbol at one place of its domain.
fn candidate(symbols: &[(SymbolId, Domain)], choice: Choice, truth: bool) -> Model {
    let mut model = Model::new();
    for (symbol, domain) in symbols {
        let value = match domain {
            Domain::Bool(_) => Value::Bool(domain.decided().unwrap_or(truth)),
            Domain::Bits(word) => Value::Bits(Bits::new(word.width(), choice(word))),
            Domain::Wide(wide) => {
                let number = 0i128.clamp(wide.smin(), wide.smax());
                let words = [number as u64, (number >> 64) as u64];
                Value::Bits(Bits::from_words(wide.width(), &words))
            }
            Domain::Elements(_) | Domain::Unknown => continue,
        };
        model.set(*symbol, value);
    }
    model
}

/// The value with the least absolute value at an end of the domain, or zero.
fn nearest_to_zero(word: &WordDomain) -> u64 {
    match word.smax() {
        _ if word.contains(0) => 0,
        // Straddling zero without having it: the least non-negative value.
        most if most >= 0 => word.umin(),
        _ => word.umax(),
    }
}
