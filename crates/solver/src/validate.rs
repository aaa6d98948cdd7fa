//! Checks the answers of the solver below: models by evaluation, cores by asking again.
//!
//! Debug builds have this layer on top and stop at a wrong answer: it is a bug in Vellum, and the
//! place where it shows first is the best one to look for it.

use term::{Evaluator, Model, Term, Terms};

use crate::answer::{Answer, Limits, Query, Solver};
use crate::layer::Layer;

/// The layer.
pub struct Validate {
    /// Decides cores again: as plain as possible, and nothing remembered.
    judge: fn() -> Box<dyn Solver>,
    models: u64,
    cores: u64,
}

/// A core is decided again only within this budget; hard ones would take as long as the first time.
const JUDGE_CONFLICTS: u64 = 10_000;

impl Validate {
    /// A layer that asks such judges.
    #[must_use]
    pub fn new(judge: fn() -> Box<dyn Solver>) -> Validate {
        Validate { judge, models: 0, cores: 0 }
    }

    fn check_core(&mut self, terms: &mut Terms, assumptions: &[Term], core: &[Term]) {
        self.cores += 1;
        let foreign = core.iter().find(|term| !assumptions.contains(term));
        assert!(foreign.is_none(), "a core has an assumption that the query does not have");
        let limits = Limits { conflicts: Some(JUDGE_CONFLICTS), interrupt: None };
        let again = (self.judge)().check(terms, Query { assumptions: core, limits: &limits });
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

/// The first assumption that a model does not satisfy.
pub(crate) fn failing(terms: &Terms, assumptions: &[Term], model: &Model) -> Option<Term> {
    let mut evaluator = Evaluator::default();
    assumptions.iter().copied().find(|&term| !evaluator.holds(terms, term, model))
}

fn shown(terms: &Terms, assumptions: &[Term]) -> String {
    let lines: Vec<String> =
        assumptions.iter().map(|&term| terms.display(term).to_string()).collect();
    lines.join("\n")
}
