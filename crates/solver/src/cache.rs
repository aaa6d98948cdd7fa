//! The cache layer: reuses answers to earlier queries.
//!
//! It looks, in the order of the costs, for the same query; a core among the assumptions; a satisfiable query whose
//! assumptions are a superset; and a recent model that satisfies the query. It does not cache unknown answers, because
//! a later query may have a larger budget.

use std::collections::VecDeque;
use std::rc::Rc;

use hashbrown::HashMap;
use term::{Evaluator, FxBuild, Model, Term, TermMap, Terms};

use crate::answer::{Answer, Query, Solver};
use crate::layer::Layer;

/// The number of recent models that are tried.
const MAX_MODELS: usize = 24;
/// The number of satisfiable queries with the rarest assumption that are compared.
const MAX_SUPERSETS: usize = 32;
/// The number of cached queries at which the cache is cleared, to bound its memory.
const MAX_QUERIES: usize = 1 << 17;

/// The layer; see the module documentation.
#[derive(Default)]
pub struct Cache {
    /// Answers by the sorted assumptions of the query.
    exact: HashMap<Rc<[Term]>, CachedAnswer, FxBuild>,
    cores: Cores,
    satisfiable: Satisfiable,
    models: VecDeque<RecentModel>,
    hits: Hits,
}

#[derive(Clone)]
enum CachedAnswer {
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
        if let Some(cached) = self.exact.get(&key) {
            self.hits.exact += 1;
            return answer(cached);
        }
        if let Some(cached) = self.derive(terms, query.assumptions, &key) {
            self.exact.insert(key, cached.clone());
            return answer(&cached);
        }
        let answer = below.check(terms, query);
        self.insert(key, &answer);
        answer
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let hits = &self.hits;
        vec![
            ("exact hits", hits.exact),
            ("core hits", hits.core),
            ("superset hits", hits.superset),
            ("model hits", hits.model),
        ]
    }
}

fn answer(cached: &CachedAnswer) -> Answer {
    match cached {
        CachedAnswer::Sat(model) => Answer::Sat(model.clone()),
        CachedAnswer::Unsat(core) => Answer::Unsat(core.to_vec()),
    }
}

impl Cache {
    /// Derives an answer to a new query from those of earlier queries.
    fn derive(
        &mut self,
        terms: &Terms,
        assumptions: &[Term],
        key: &[Term],
    ) -> Option<CachedAnswer> {
        if let Some(core) = self.cores.find_subset(key) {
            self.hits.core += 1;
            return Some(CachedAnswer::Unsat(core));
        }
        if let Some(model) = self.satisfiable.find_superset(key) {
            self.hits.superset += 1;
            return Some(CachedAnswer::Sat(model));
        }
        let found = self.models.iter_mut().position(|model| model.satisfies(terms, assumptions))?;
        self.hits.model += 1;
        let candidate = self.models.remove(found)?;
        let model = candidate.model.clone();
        self.models.push_front(candidate);
        Some(CachedAnswer::Sat(model))
    }

    fn insert(&mut self, key: Rc<[Term]>, answer: &Answer) {
        if self.exact.len() >= MAX_QUERIES {
            *self = Cache { hits: std::mem::take(&mut self.hits), ..Cache::default() };
        }
        match answer {
            Answer::Sat(model) => {
                self.satisfiable.insert(key.clone(), model.clone());
                self.exact.insert(key, CachedAnswer::Sat(model.clone()));
                self.models.truncate(MAX_MODELS - 1);
                self.models.push_front(RecentModel::new(model.clone()));
            }
            Answer::Unsat(core) => {
                let core = self.cores.insert(core);
                self.exact.insert(key, CachedAnswer::Unsat(core));
            }
            Answer::Unknown(_) => {}
        }
    }
}

/// A recent model, with the cached values of terms under it.
struct RecentModel {
    model: Rc<Model>,
    evaluator: Evaluator,
}

impl RecentModel {
    fn new(model: Rc<Model>) -> RecentModel {
        RecentModel { model, evaluator: Evaluator::default() }
    }

    /// Evaluates the latest assumptions first, because these are the most likely to fail.
    fn satisfies(&mut self, terms: &Terms, assumptions: &[Term]) -> bool {
        let mut latest_first = assumptions.iter().rev();
        latest_first.all(|&assumption| self.evaluator.holds(terms, assumption, &self.model))
    }
}

/// The known unsatisfiable cores.
#[derive(Default)]
struct Cores {
    /// Cores by their greatest term: a query that contains the core contains this term.
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

    /// Returns a known core that is a subset of these sorted assumptions.
    fn find_subset(&self, assumptions: &[Term]) -> Option<Rc<[Term]>> {
        let lists = assumptions.iter().filter_map(|last| self.by_last.get(last));
        lists.flatten().find(|core| is_subset(core, assumptions)).cloned()
    }
}

/// Satisfiable queries and their models.
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

    /// Returns the model of a query of which these sorted assumptions are a subset.
    fn find_superset(&self, assumptions: &[Term]) -> Option<Rc<Model>> {
        let mut rarest: Option<&Vec<u32>> = None;
        for assumption in assumptions {
            let list = self.containing.get(assumption)?;
            if rarest.is_none_or(|other| list.len() < other.len()) {
                rarest = Some(list);
            }
        }
        let latest_first = rarest?.iter().rev().take(MAX_SUPERSETS);
        latest_first
            .map(|&position| &self.queries[position as usize])
            .find(|(query, _)| is_subset(assumptions, query))
            .map(|(_, model)| model.clone())
    }
}

/// Returns whether one sorted list is a subset of another.
fn is_subset(small: &[Term], large: &[Term]) -> bool {
    let mut rest = large.iter();
    small.len() <= large.len() && small.iter().all(|term| rest.any(|other| other == term))
}
