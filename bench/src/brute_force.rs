//! The judge of small problems: evaluates every assumption under every assignment, with rewriting
//! off, and remembers which assumptions each assignment satisfies.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use solver::{Answer, Query, Report, Solver};
use term::visit::post_order;
use term::{
    ArrayValue, Bits, Evaluator, FunctionId, Model, Op, Sort, SymbolId, Term, Terms, Value,
};

use crate::formulas::{Dialect, Problem};
use crate::interpreter::Interpreter;

/// For each assignment, the set of assumptions that it satisfies, as bits.
pub struct Truths(BTreeSet<u32>);

/// Problems with more bits than this are not enumerated.
const MOST_BITS: u32 = 16;

impl Truths {
    /// Enumerates the assignments of a problem; `None` if there are too many.
    ///
    /// # Errors
    /// If its text is rejected.
    pub fn of(problem: &Problem) -> Result<Option<Truths>, String> {
        let found = Rc::new(RefCell::new(None));
        let solver = Enumerate { found: Rc::clone(&found) };
        let mut interpreter = Interpreter::new(Terms::without_rewriting(), Box::new(solver), None);
        let all = problem.names(u32::MAX);
        interpreter
            .run(&format!("{}\n(check-sat-assuming ({all}))", problem.text(Dialect::Plain)))?;
        let truths = found.borrow_mut().take();
        Ok(truths.map(Truths))
    }

    /// Whether an assignment satisfies all of these assumptions.
    #[must_use]
    pub fn satisfiable(&self, assumptions: u32) -> bool {
        self.0.iter().any(|set| set & assumptions == assumptions)
    }
}

/// A solver that gives no answer, and enumerates the assignments of the query.
struct Enumerate {
    found: Rc<RefCell<Option<BTreeSet<u32>>>>,
}

impl Solver for Enumerate {
    fn check(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer {
        let space = Space::of(terms, query.assumptions);
        if space.bits() <= MOST_BITS {
            let codes = 0..1u64 << space.bits();
            let sets = codes.map(|code| truths(terms, query.assumptions, &space.model(code)));
            *self.found.borrow_mut() = Some(sets.collect());
        }
        Answer::Unknown(solver::UnknownReason::Budget)
    }

    fn report(&self, _report: &mut Report) {}
}

/// Returns the assumptions that a model satisfies, as bits.
fn truths(terms: &Terms, assumptions: &[Term], model: &Model) -> u32 {
    let mut evaluator = Evaluator::default();
    let bit = |(i, &term): (usize, &Term)| u32::from(evaluator.holds(terms, term, model)) << i;
    assumptions.iter().enumerate().map(bit).fold(0, |all, bit| all | bit)
}

/// The symbols that an assignment gives values.
#[derive(Default)]
struct Space {
    symbols: Vec<(SymbolId, Sort)>,
    /// Each function at each of its arguments.
    calls: Vec<(FunctionId, Vec<Value>, Sort)>,
}

impl Space {
    fn of(terms: &Terms, roots: &[Term]) -> Space {
        let mut space = Space::default();
        let mut functions = BTreeSet::new();
        for term in post_order(terms, roots) {
            match terms.op(term) {
                Op::Symbol(id) => space.symbols.push((id, terms.sort(term))),
                Op::Apply(id, _) if functions.insert(id) => space.add_function(terms, id),
                _ => {}
            }
        }
        space
    }

    fn add_function(&mut self, terms: &Terms, id: FunctionId) {
        let function = terms.function_info(id);
        let width: u32 = function.parameters.iter().map(|&sort| bits(sort)).sum();
        for code in 0..1u64 << width.min(MOST_BITS + 1) {
            let mut rest = code;
            let argument = |&sort: &Sort| take(sort, &mut rest);
            let args = function.parameters.iter().map(argument).collect();
            self.calls.push((id, args, function.result));
        }
    }

    fn bits(&self) -> u32 {
        let symbols = self.symbols.iter().map(|&(_, sort)| bits(sort));
        let calls = self.calls.iter().map(|&(_, _, sort)| bits(sort));
        symbols.chain(calls).fold(0, u32::saturating_add)
    }

    /// Returns the assignment with this number.
    fn model(&self, mut code: u64) -> Model {
        let mut model = Model::new();
        for &(symbol, sort) in &self.symbols {
            model.set(symbol, take(sort, &mut code));
        }
        for (function, args, result) in &self.calls {
            model.set_call(*function, args.clone(), take(*result, &mut code));
        }
        model
    }
}

fn bits(sort: Sort) -> u32 {
    match sort {
        Sort::Bool => 1,
        Sort::Bits(width) => width,
        Sort::Array { index, element } => element.saturating_mul(1 << index.min(20)),
    }
}

/// Removes the bits of a value from a number, and returns them.
fn take(sort: Sort, code: &mut u64) -> Value {
    let mut part = |width: u32| {
        let value = Bits::new(width, *code & ((1 << width) - 1));
        *code >>= width;
        value
    };
    match sort {
        Sort::Bool => Value::Bool(!part(1).is_zero()),
        Sort::Bits(width) => Value::Bits(part(width)),
        Sort::Array { index, element } => {
            let mut array = ArrayValue::new(index, Bits::zero(element));
            for i in 0..1u64 << index {
                array.set(Bits::new(index, i), part(element));
            }
            Value::Array(Rc::new(array))
        }
    }
}
