//! The vocabulary of all layers: query, answer, limits, report, and the trait itself.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use term::{Model, Term, Terms};

/// What is asked: can all of the assumptions hold together?
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// Boolean terms.
    pub assumptions: &'a [Term],
    /// How much work the answer may cost.
    pub limits: &'a Limits,
}

impl<'a> Query<'a> {
    /// The same limits, other assumptions.
    #[must_use]
    pub fn with<'b>(&self, assumptions: &'b [Term]) -> Query<'b>
    where
        'a: 'b,
    {
        Query { assumptions, limits: self.limits }
    }
}

/// How much work one query may cost.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The number of conflicts that the SAT solver may run into, over all its calls for the query.
    /// `None` is no limit.
    pub conflicts: Option<u64>,
    /// Set from outside (another thread, a signal handler) to give up as soon as possible.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Whether somebody asked to give up.
    #[must_use]
    pub fn interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// What a query is answered with.
#[derive(Clone, Debug)]
pub enum Answer {
    /// All assumptions hold in this model.
    Sat(Rc<Model>),
    /// These assumptions, a subset of the query's, cannot hold together.
    Unsat(Vec<Term>),
    /// Neither could be shown.
    Unknown(Why),
}

/// Why a query was not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The budget of the query was used up.
    Budget,
    /// The interrupt flag was set.
    Interrupted,
    /// The query needs a circuit that would not fit into memory.
    TooLarge,
    /// A model was found that the evaluator does not agree with: a bug in Vellum, but no wrong
    /// answer.
    Unchecked,
    /// The external solver failed: it died, hung, or said something that is no answer.
    External(String),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Budget => f.write_str("the solver's budget for a query was used up"),
            Why::Interrupted => f.write_str("interrupted"),
            Why::TooLarge => f.write_str("the query needs too large a circuit"),
            Why::Unchecked => f.write_str("a model failed its check (please report this)"),
            Why::External(what) => write!(f, "the external solver failed: {what}"),
        }
    }
}

/// A layer, or a whole stack of them.
pub trait Solver {
    /// Decides a query. May add terms to the store.
    fn check(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer;

    /// Adds this layer's section to the report, and those of the layers below.
    fn report(&self, report: &mut Report);
}

/// What the layers did, outermost first.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// One for each layer.
    pub sections: Vec<Section>,
}

impl Report {
    /// Adds what another solver did, layer by layer.
    pub fn add(&mut self, other: &Report) {
        for section in &other.sections {
            match self.sections.iter_mut().find(|own| own.layer == section.layer) {
                Some(own) => own.add(section),
                None => self.sections.push(section.clone()),
            }
        }
    }
}

/// What one layer did.
#[derive(Clone, Debug)]
pub struct Section {
    /// The name of the layer.
    pub layer: &'static str,
    /// Queries it was asked.
    pub queries: u64,
    /// Queries it answered without asking below.
    pub answered: u64,
    /// Time spent in it, without the layers below.
    pub time: Duration,
    /// Counters of its own.
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
