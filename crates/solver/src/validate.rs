//! The validation layer: checks models by evaluation, and decides cores again.
//!
//! Debug builds have this layer on top and panic at a wrong answer. That is a bug in Vellum, and best debugged where it
//! appears first.

use term::{Evaluator, Model, Term, Terms};

use crate::answer::{Answer, Limits, Query, Solver};
use crate::layer::Layer;

/// The layer; see the module documentation.
pub struct Validate {
    /// Creates the reference solver that decides cores: as plain as possible, and without a cache.
    reference: fn() -> Box<dyn Solver>,
    models: u64,
    cores: u64,
}

/// The budget for deciding a core again; hard cores would take as long as the first time.
const REFERENCE_CONFLICTS: u64 = 10_000;

impl Validate {
    /// Creates a layer with such reference solvers.
    #[must_use]
    pub fn new(reference: fn() -> Box<dyn Solver>) -> Validate {
        Validate { reference, models: 0, cores: 0 }
    }

    fn check_core(&mut self, terms: &mut Terms, assumptions: &[Term], core: &[Term]) {
        self.cores += 1;
        let foreign = core.iter().find(|term| !assumptions.contains(term));
        assert!(foreign.is_none(), "a core has an assumption that the query does not have");
        let limits = Limits { conflicts: Some(REFERENCE_CONFLICTS), interrupt: None };
        let again = (self.reference)().check(terms, Query { assumptions: core, limits: &limits });
        if let Answer::Sat(model) = again
            && failing(terms, core, &model).is_none()
        {
            panic!("a core is satisfiable: {}", shown(terms, core));
        }
    }
}

impl Layer for Validate {
    fn name(&self) -> &'static str {
        "validate"
    }

    fn decide(&mut self, terms: &mut Terms, query: Query<'_>, below: &mut dyn Solver) -> Answer {
        let answer = below.check(terms, query);
        match &answer {
            Answer::Sat(model) => {
                self.models += 1;
                if let Some(term) = failing(terms, query.assumptions, model) {
                    let query = shown(terms, query.assumptions);
                    panic!("a model does not satisfy {}\nof {query}", terms.display(term));
                }
            }
            Answer::Unsat(core) => self.check_core(terms, query.assumptions, core),
            Answer::Unknown(_) => {}
        }
        answer
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("models", self.models), ("cores", self.cores)]
    }
}

/// Returns the first assumption that a model does not satisfy.
pub(crate) fn failing(terms: &Terms, assumptions: &[Term], model: &Model) -> Option<Term> {
    let mut evaluator = Evaluator::default();
    assumptions.iter().copied().find(|&term| !evaluator.holds(terms, term, model))
}

fn shown(terms: &Terms, assumptions: &[Term]) -> String {
    let lines: Vec<String> =
        assumptions.iter().map(|&term| terms.display(term).to_string()).collect();
    lines.join("\n")
}
