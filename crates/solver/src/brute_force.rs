//! The brute-force solver of the tests: tries every value of every symbol. Symbols and results of functions must be
//! narrow. Each application of a function gets an independent value; models in which two applications contradict each
//! other are skipped.

use std::rc::Rc;

use term::visit::post_order;
use term::{Bits, Evaluator, Model, Op, Sort, Term, Terms, Value};

use crate::answer::{Answer, Query, Report, Solver, UnknownReason};

/// The solver; it handles up to 20 bits.
#[derive(Default)]
pub struct BruteForce;

impl Solver for BruteForce {
    fn check(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer {
        if query.limits.interrupted() {
            return Answer::Unknown(UnknownReason::Interrupted);
        }
        let order = post_order(terms, query.assumptions);
        let free = |&term: &Term| matches!(terms.op(term), Op::Symbol(_) | Op::Apply(..));
        let free: Vec<Term> = order.into_iter().filter(free).collect();
        let width: u32 = free.iter().map(|&term| bits(terms.sort(term))).sum();
        if width > 20 {
            return Answer::Unknown(UnknownReason::Budget);
        }
        let found = (0..1u64 << width).find_map(|code| {
            let model = model(terms, &free, code)?;
            let mut evaluator = Evaluator::default();
            let holds = |&term: &Term| evaluator.holds(terms, term, &model);
            query.assumptions.iter().all(holds).then_some(model)
        });
        match found {
            Some(model) => Answer::Sat(Rc::new(model)),
            None => Answer::Unsat(core(terms, query)),
        }
    }

    fn report(&self, _report: &mut Report) {}
}

/// Removes every assumption that the core does not need.
fn core(terms: &mut Terms, query: Query<'_>) -> Vec<Term> {
    let mut core = query.assumptions.to_vec();
    core.dedup();
    for &assumption in query.assumptions {
        let without: Vec<Term> = core.iter().copied().filter(|&term| term != assumption).collect();
        if without.len() < core.len() && !satisfiable(terms, &without) {
            core = without;
        }
    }
    core
}

fn satisfiable(terms: &mut Terms, assumptions: &[Term]) -> bool {
    let limits = crate::answer::Limits::default();
    let query = Query { assumptions, limits: &limits };
    // Each recursive call has one assumption fewer, so the depth is at most their number.
    matches!(BruteForce.check(terms, query), Answer::Sat(_))
}

fn bits(sort: Sort) -> u32 {
    match sort {
        Sort::Bool => 1,
        Sort::Bits(width) => width,
        Sort::Array { index, element } => element << index.min(10),
    }
}

/// Returns the model with this number, unless two applications contradict each other in it.
fn model(terms: &Terms, free: &[Term], mut code: u64) -> Option<Model> {
    let mut model = Model::new();
    for &term in free {
        let sort = terms.sort(term);
        let width = bits(sort);
        let value = value(sort, code);
        code >>= width;
        match terms.op(term) {
            Op::Symbol(id) => model.set(id, value),
            Op::Apply(id, _) => {
                // Arguments come before applications, so their values are known.
                let mut evaluator = Evaluator::default();
                let args = terms.args(term).iter();
                let args: Vec<Value> =
                    args.map(|&arg| evaluator.eval(terms, arg, &model)).collect();
                if model.call(id, &args).is_some_and(|other| *other != value) {
                    return None;
                }
                model.set_call(id, args, value);
            }
            _ => {}
        }
    }
    Some(model)
}

fn value(sort: Sort, code: u64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(code & 1 == 1),
        Sort::Bits(width) => Value::Bits(Bits::new(width, code)),
        Sort::Array { index, element } => {
            let mut array = term::ArrayValue::new(index, Bits::zero(element));
            for i in 0..1u64 << index {
                let part = code.checked_shr(i as u32 * element).unwrap_or(0);
                array.set(Bits::new(index, i), Bits::new(element, part));
            }
            Value::Array(Rc::new(array))
        }
    }
}
