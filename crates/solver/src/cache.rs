//! Layer 3: answers given before are used again.
//!
//! Four ways, cheapest first: the very same query; a query that has a known core among its
//! assumptions; a query whose assumptions are all among those of a satisfiable one; a query that
//! one of the latest models happens to satisfy. Unknown answers are not kept: a later budget may be
//! larger.

use std::collections::VecDeque;
use std::rc::Rc;

use hashbrown::HashMap;
use term::{Evaluator, FxBuild, Model, Term, TermMap, Terms};

use crate::answer::{Answer, Query, Solver};
use crate::layer::Layer;

/// So many of the latest models are tried.
const MODELS: usize = 24;
/// So many satisfiable queries that share the rarest assumption are compared.
const SUPERSETS: usize = 32;
/// With more queries than this, everything is forgotten: memory has a bound.
const QUERIES: usize = 1 << 17;

/// The layer.
#[derive(Default)]
pub struct Cache {
    /// Sorted assumptions of queries, with their answers.
    exact: HashMap<Rc<[Term]>, Known, FxBuild>,
    cores: Cores,
    satisfiable: Satisfiable,
    models: VecDeque<Candidate>,
    hits: Hits,
}

#[derive(Clone)]
enum Known {
    Sat(Rc<Model>),
    Unsat(Rc<[Term]>),
}

#[derive(Default)]
struct Hits {
    exact: u64,
    core: u64,
    superset: u64,
    model: u64,
}

impl Layer for Cache {
    fn name(&self) -> &'static str {
        "cache"
    }

    fn decide(&mut self, terms: &mut Terms, query: Query<'_>, below: &mut dyn Solver) -> Answer {
        let mut key = query.assumptions.to_vec();
        key.sort_unstable();
        let key: Rc<[Term]> = key.into();
        if let Some(known) = self.exact.get(&key) {
            self.hits.exact += 1;
            return answer(known);
        }
        if let Some(known) = self.guess(terms, query.assumptions, &key) {
            self.exact.insert(key, known.clone());
            return answer(&known);
        }
        let answer = below.check(terms, query);
        self.learn(key, &answer);
        answer
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let hits = &self.hits;
        vec![
            ("same query", hits.exact),
            ("known core", hits.core),
            ("satisfiable superset", hits.superset),
            ("recent model", hits.model),
        ]
    }
}

fn answer(known: &Known) -> Answer {
    match known {
        Known::Sat(model) => Answer::Sat(model.clone()),
        Known::Unsat(core) => Answer::Unsat(core.to_vec()),
    }
}

impl Cache {
    /// An answer to a query that was not asked before, from those that were.
    fn guess(&mut self, terms: &Terms, assumptions: &[Term], key: &[Term]) -> Option<Known> {
        if let Some(core) = self.cores.within(key) {
            self.hits.core += 1;
            return Some(Known::Unsat(core));
        }
        if let Some(model) = self.satisfiable.around(key) {
            self.hits.superset += 1;
            return Some(Known::Sat(model));
        }
        let found = self.models.iter_mut().position(|model| model.satisfies(terms, assumptions))?;
        self.hits.model += 1;
        let candidate = self.models.remove(found)?;
        let model = candidate.model.clone();
        self.models.push_front(candidate);
        Some(Known::Sat(model))
    }

    fn learn(&mut self, key: Rc<[Term]>, answer: &Answer) {
        if self.exact.len() >= QUERIES {
            *self = Cache { hits: std::mem::take(&mut self.hits), ..Cache::default() };
        }
        match answer {
            Answer::Sat(model) => {
                self.satisfiable.insert(key.clone(), model.clone());
                self.exact.insert(key, Known::Sat(model.clone()));
                self.models.truncate(MODELS - 1);
                self.models.push_front(Candidate::new(model.clone()));
            }
            Answer::Unsat(core) => {
                let core = self.cores.insert(core);
                self.exact.insert(key, Known::Unsat(core));
            }
            Answer::Unknown(_) => {}
        }
    }
}

/// A recent model, with the values of what was evaluated under it.
struct Candidate {
    model: Rc<Model>,
    evaluator: Evaluator,
}

impl Candidate {
    fn new(model: Rc<Model>) -> Candidate {
        Candidate { model, evaluator: Evaluator::default() }
    }

    /// The latest assumptions come first: they are the ones that may fail.
    fn satisfies(&mut self, terms: &Terms, assumptions: &[Term]) -> bool {
        let mut latest_first = assumptions.iter().rev();
        latest_first.all(|&assumption| self.evaluator.holds(terms, assumption, &self.model))
    }
}

/// Known cores.
#[derive(Default)]
struct Cores {
    /// By their greatest term: a query that contains the core contains that.
    by_last: TermMap<Vec<Rc<[Term]>>>,
}

impl Cores {
    fn insert(&mut self, core: &[Term]) -> Rc<[Term]> {
        let mut core = core.to_vec();
        core.sort_unstable();
        let core: Rc<[Term]> = core.into();
        if let Some(&last) = core.last() {
            self.by_last.entry(last).or_default().push(core.clone());
        }
        core
    }

    /// A known core that is a subset of these sorted assumptions.
    fn within(&self, assumptions: &[Term]) -> Option<Rc<[Term]>> {
        let lists = assumptions.iter().filter_map(|last| self.by_last.get(last));
        lists.flatten().find(|core| is_subset(core, assumptions)).cloned()
    }
}

/// Satisfiable queries with their models.
#[derive(Default)]
struct Satisfiable {
    queries: Vec<(Rc<[Term]>, Rc<Model>)>,
    /// The positions of the queries that contain a term.
    containing: TermMap<Vec<u32>>,
}

impl Satisfiable {
    fn insert(&mut self, assumptions: Rc<[Term]>, model: Rc<Model>) {
        let position = self.queries.len() as u32;
        for &assumption in assumptions.iter() {
            self.containing.entry(assumption).or_default().push(position);
        }
        self.queries.push((assumptions, model));
    }

    /// The model of a query that these sorted assumptions are a subset of.
    fn around(&self, assumptions: &[Term]) -> Option<Rc<Model>> {
        let mut rarest: Option<&Vec<u32>> = None;
        for assumption in assumptions {
            let list = self.containing.get(assumption)?;
            if rarest.is_none_or(|other| list.len() < other.len()) {
                rarest = Some(list);
            }
        }
        let latest_first = rarest?.iter().rev().take(SUPERSETS);
        latest_first
            .map(|&position| &self.queries[position as usize])
            .find(|(query, _)| is_subset(assumptions, query))
            .map(|(_, model)| model.clone())
    }
}

/// Whether one sorted list is contained in another.
fn is_subset(small: &[Term], large: &[Term]) -> bool {
    let mut rest = large.iter();
    small.len() <= large.len() && small.iter().all(|term| rest.any(|other| other == term))
}
