//! The intervals layer: propagation of intervals and known bits.
//!
//! It propagates the assumptions of a query through the domains of the terms below them. A domain that becomes empty is
//! a contradiction; the assumptions that led to it are the core. Otherwise the layer tries a few candidate models with
//! every symbol at an end of its domain. The layer below decides the remaining queries, without the assumptions that
//! always hold.
//!
//! Failure is cheap: the layer traverses the cone of a query a few times, and skips large cones. It knows no relations
//! between terms beyond single comparisons, and nothing of the contents of arrays and the results of functions. It
//! keeps nothing between queries.

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
use cone::{Cone, Index};
use propagate::Propagation;

/// The number of terms up to which queries are analysed.
const MAX_CONE: usize = 20_000;

/// The number of stores up to which candidates are evaluated: each store copies an array.
const MAX_STORES: usize = 64;

/// The layer.
#[derive(Default)]
pub struct Intervals {
    cone: Cone,
    counters: Counters,
}

#[derive(Default)]
struct Counters {
    /// Queries in which every assumption always holds.
    trivial: u64,
    unsat: u64,
    /// Queries that a candidate model satisfies.
    candidates: u64,
    /// Queries that were too large.
    skipped: u64,
}

impl Intervals {
    /// Decides a query whose assumptions are all undecided by the domains of the store.
    fn decide_open(&mut self, terms: &Terms, assumptions: &[Term]) -> Option<Answer> {
        if !self.cone.build(terms, assumptions, MAX_CONE) {
            self.counters.skipped += 1;
            return None;
        }
        let nodes = self.cone.nodes();
        let indices: Vec<Index> = assumptions.iter().map(|&term| self.cone.index(term)).collect();
        let mut propagation = Propagation::new(&self.cone, assumptions.len(), |index| {
            *terms.domain(nodes[index].term)
        });
        if let Err(conflict) = propagation.assume(&indices) {
            self.counters.unsat += 1;
            let core = propagation.explain(&conflict);
            return Some(Answer::Unsat(core.into_iter().map(|i| assumptions[i]).collect()));
        }
        let symbols = nodes.iter().enumerate().filter_map(|(index, node)| match node.op {
            Op::Symbol(symbol) => Some((symbol, *propagation.domain(index))),
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

/// Returns the answer that follows from the domains of the store, or the undecided assumptions.
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

/// The choice of a bit-vector from its domain in a candidate.
type Choice = fn(&WordDomain) -> u64;

/// The candidates, the most common ones first.
const CHOICES: [(Choice, bool); 3] =
    [(nearest_to_zero, false), (WordDomain::umax, true), (WordDomain::umin, true)];

/// Returns the first candidate that satisfies all assumptions.
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
        // The newest assumption is the most likely to fail: the others were satisfiable together before.
        if assumptions.iter().rev().all(|&term| evaluator.holds(terms, term, &model)) {
            return Some(model);
        }
        tried.push(model);
    }
    None
}

/// Returns the model that chooses every symbol from its domain.
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

/// Returns zero or the end of the domain with the least absolute value.
fn nearest_to_zero(word: &WordDomain) -> u64 {
    match word.smax() {
        _ if word.contains(0) => 0,
        // The domain straddles zero without containing it: take the least non-negative value.
        most if most >= 0 => word.umin(),
        _ => word.umax(),
    }
}
