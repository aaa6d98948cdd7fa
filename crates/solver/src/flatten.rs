//! The flattening layer: splits conjunctions and answers constants and direct contradictions.
//!
//! Below this layer assumptions are distinct, and none is a conjunction or a constant. Terms are simplified when they
//! are built, so this layer does not rewrite.

use std::rc::Rc;

use term::{Model, Op, Term, TermMap, Terms};

use crate::answer::{Answer, Query, Solver};
use crate::layer::Layer;

/// The layer; see the module documentation.
#[derive(Default)]
pub struct Flatten;

impl Layer for Flatten {
    fn name(&self) -> &'static str {
        "flatten"
    }

    fn decide(&mut self, terms: &mut Terms, query: Query<'_>, below: &mut dyn Solver) -> Answer {
        let conjuncts = match Conjuncts::of(terms, query.assumptions) {
            Ok(conjuncts) => conjuncts,
            Err(core) => return Answer::Unsat(core),
        };
        if conjuncts.list.is_empty() {
            return Answer::Sat(Rc::new(Model::new()));
        }
        match below.check(terms, query.with(&conjuncts.list)) {
            Answer::Unsat(core) => Answer::Unsat(conjuncts.origins(&core)),
            answer => answer,
        }
    }
}

/// The distinct conjuncts of a list of assumptions, in order.
struct Conjuncts {
    list: Vec<Term>,
    /// The first assumption that contains a conjunct.
    origin: TermMap<Term>,
}

impl Conjuncts {
    /// Returns the conjuncts, or assumptions that contradict each other directly.
    fn of(terms: &mut Terms, assumptions: &[Term]) -> Result<Conjuncts, Vec<Term>> {
        let mut all = Conjuncts { list: Vec::new(), origin: TermMap::default() };
        let mut stack = Vec::new();
        for &assumption in assumptions {
            stack.push(assumption);
            while let Some(term) = stack.pop() {
                match parts(terms, term) {
                    Some((first, second)) => stack.extend([second, first]),
                    None => all.add(terms, term, assumption)?,
                }
            }
        }
        Ok(all)
    }

    fn add(&mut self, terms: &mut Terms, conjunct: Term, origin: Term) -> Result<(), Vec<Term>> {
        if conjunct == Term::TRUE || self.origin.contains_key(&conjunct) {
            return Ok(());
        }
        if conjunct == Term::FALSE {
            return Err(vec![origin]);
        }
        let complement = terms.not(conjunct);
        if let Some(&other) = self.origin.get(&complement) {
            return Err(if other == origin { vec![origin] } else { vec![other, origin] });
        }
        self.origin.insert(conjunct, origin);
        self.list.push(conjunct);
        Ok(())
    }

    /// Returns the distinct assumptions that contain some conjuncts.
    fn origins(&self, conjuncts: &[Term]) -> Vec<Term> {
        let mut origins: Vec<Term> = conjuncts.iter().map(|term| self.origin[term]).collect();
        origins.sort_unstable();
        origins.dedup();
        origins
    }
}

/// Returns `a` and `b` for `(and a b)` and for `(not (or (not a) (not b)))`.
fn parts(terms: &mut Terms, term: Term) -> Option<(Term, Term)> {
    match terms.op(term) {
        Op::And => Some((terms.arg(term, 0), terms.arg(term, 1))),
        Op::Not if terms.op(terms.arg(term, 0)) == Op::Or => {
            let inner = terms.arg(term, 0);
            let (a, b) = (terms.arg(inner, 0), terms.arg(inner, 1));
            Some((terms.not(a), terms.not(b)))
        }
        _ => None,
    }
}
