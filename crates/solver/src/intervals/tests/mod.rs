//! Whenever the layer answers, the answer is right: against enumeration of all small inputs. And it
//! answers what symbolic execution asks all day.

mod examples;
mod inverse;
mod random;

use super::*;
use crate::answer::{Limits, Report, Why};

/// A bottom that decides nothing, so that tests see what the layer itself decides.
struct Shrug {
    asked: Vec<Vec<Term>>,
}

impl Solver for Shrug {
    fn check(&mut self, _: &mut Terms, query: Query<'_>) -> Answer {
        self.asked.push(query.assumptions.to_vec());
        Answer::Unknown(Why::Budget)
    }

    fn report(&self, _: &mut Report) {}
}

fn check(terms: &mut Terms, assumptions: &[Term]) -> Answer {
    check_above(terms, assumptions, &mut Shrug { asked: Vec::new() })
}

fn check_above(terms: &mut Terms, assumptions: &[Term], below: &mut Shrug) -> Answer {
    let query = Query { assumptions, limits: &Limits::default() };
    Intervals::default().decide(terms, query, below)
}

fn assert_sat(terms: &mut Terms, assumptions: &[Term]) {
    let Answer::Sat(model) = check(terms, assumptions) else {
        panic!("not found satisfiable");
    };
    let mut evaluator = Evaluator::default();
    assert!(assumptions.iter().all(|&term| evaluator.holds(terms, term, &model)));
}

fn assert_unsat(terms: &mut Terms, assumptions: &[Term], core: &[Term]) {
    match check(terms, assumptions) {
        Answer::Unsat(found) => assert_eq!(found, core),
        other => panic!("not found unsatisfiable: {other:?}"),
    }
}
