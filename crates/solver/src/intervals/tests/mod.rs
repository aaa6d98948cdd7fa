//! Tests that the layer's answers are right, by enumeration of all small inputs, and that it answers queries that are
//! typical of symbolic execution.

mod examples;
mod inverse;
mod random;

use super::*;
use crate::answer::{Limits, Report, UnknownReason};

/// A lowest layer that decides nothing, so that tests see the decisions of the layer itself.
struct Undecided {
    received: Vec<Vec<Term>>,
}

impl Solver for Undecided {
    fn check(&mut self, _: &mut Terms, query: Query<'_>) -> Answer {
        self.received.push(query.assumptions.to_vec());
        Answer::Unknown(UnknownReason::Budget)
    }

    fn report(&self, _: &mut Report) {}
}

fn check(terms: &mut Terms, assumptions: &[Term]) -> Answer {
    check_above(terms, assumptions, &mut Undecided { received: Vec::new() })
}

fn check_above(terms: &mut Terms, assumptions: &[Term], below: &mut Undecided) -> Answer {
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
