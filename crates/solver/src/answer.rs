//! The vocabulary of all layers: query, answer, limits, report, and the trait `Solver`. This file decides nothing.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use term::{Model, Term, Terms};

/// A query: are these assumptions satisfiable together?
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// Boolean terms.
    pub assumptions: &'a [Term],
    /// The budget.
    pub limits: &'a Limits,
}

impl<'a> Query<'a> {
    /// Returns a query with the same limits and other assumptions.
    #[must_use]
    pub fn with<'b>(&self, assumptions: &'b [Term]) -> Query<'b>
    where
        'a: 'b,
    {
        Query { assumptions, limits: self.limits }
    }
}

/// The budget of one query.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The maximum number of conflicts of the SAT solver, over all its calls for the query; `None` for no limit.
    pub conflicts: Option<u64>,
    /// A flag that another thread or a signal handler sets to cancel the query.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Returns whether the query was cancelled.
    #[must_use]
    pub fn interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The assumptions are satisfiable; this is a model.
    Sat(Rc<Model>),
    /// This subset of the assumptions is unsatisfiable.
    Unsat(Vec<Term>),
    /// The query was not decided.
    Unknown(UnknownReason),
}

/// The reason why a query was not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnknownReason {
    /// The query exhausted its budget.
    Budget,
    /// The query was cancelled.
    Interrupted,
    /// The circuit of the query exceeds the limit on its size.
    TooLarge,
    /// The evaluator rejected a model: a bug in Vellum, but not a wrong answer.
    Unchecked,
    /// The external solver failed: it ended, timed out, or wrote something that is not an answer.
    External(String),
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownReason::Budget => f.write_str("the solver exhausted the budget of a query"),
            UnknownReason::Interrupted => f.write_str("interrupted"),
            UnknownReason::TooLarge => {
                f.write_str("the circuit of the query exceeds the solver's limit")
            }
            UnknownReason::Unchecked => {
                f.write_str("a model failed its check (please report this)")
            }
            UnknownReason::External(what) => write!(f, "the external solver failed: {what}"),
        }
    }
}

/// A layer together with the layers below it.
pub trait Solver {
    /// Decides a query. May add terms to the store.
    fn check(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer;

    /// Appends the section of this layer and those of the layers below.
    fn report(&self, report: &mut Report);
}

/// The statistics of all layers, outermost first.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// One section for each layer.
    pub sections: Vec<Section>,
}

impl Report {
    /// Adds the statistics of another solver, layer by layer.
    pub fn add(&mut self, other: &Report) {
        for section in &other.sections {
            match self.sections.iter_mut().find(|own| own.layer == section.layer) {
                Some(own) => own.add(section),
                None => self.sections.push(section.clone()),
            }
        }
    }
}

/// The statistics of one layer.
#[derive(Clone, Debug)]
pub struct Section {
    /// The name of the layer.
    pub layer: &'static str,
    /// The number of queries that it received.
    pub queries: u64,
    /// The number of queries that it answered without the layers below.
    pub answered: u64,
    /// The time spent in it, without the layers below.
    pub time: Duration,
    /// Counters specific to the layer.
    pub counters: Vec<(&'static str, u64)>,
}

impl Section {
    fn add(&mut self, other: &Section) {
        self.queries += other.queries;
        self.answered += other.answered;
        self.time += other.time;
        for &(name, count) in &other.counters {
            match self.counters.iter_mut().find(|(own, _)| *own == name) {
                Some((_, sum)) => *sum += count,
                None => self.counters.push((name, count)),
            }
        }
    }
}
