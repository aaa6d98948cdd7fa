//! The evaluator: the value of a term under a model. It is the reference in every test of the solver, so it follows the
//! definitions of the operators and nothing else.

use std::rc::Rc;

use crate::bits::Bits;
use crate::model::{ArrayValue, Model, Value};
use crate::op::Op;
use crate::store::{FxBuild, Term, TermMap, Terms};

/// Returns the value of a term under a model.
#[must_use]
pub fn eval(terms: &Terms, term: Term, model: &Model) -> Value {
    Evaluator::default().eval(terms, term, model)
}

/// An evaluator of many terms under one model; it evaluates each shared part once.
///
/// It caches values: use one evaluator for one model, and a new one when the model changes.
#[derive(Default)]
pub struct Evaluator {
    values: TermMap<Value>,
    /// The work stack, kept to reuse its allocation.
    stack: Vec<Term>,
}

/// The largest capacity that `like` reserves.
const MAX_CAPACITY: usize = 256;

/// The result of looking for an element of an array.
enum ArrayElement {
    /// The element is this term, which has a value.
    Term(Term),
    /// The element is in this array, which has a value.
    InArray(Term),
    /// The values of these terms are needed first.
    Needs(Vec<Term>),
}

impl Evaluator {
    /// Creates an evaluator for another model, with a capacity for about as many values.
    #[must_use]
    pub fn like(other: &Evaluator) -> Evaluator {
        let capacity = other.values.len().min(MAX_CAPACITY);
        let values = TermMap::with_capacity_and_hasher(capacity, FxBuild::default());
        Evaluator { values, stack: Vec::new() }
    }

    /// Returns the value of a term. Does not recurse: terms may be deeper than any stack.
    pub fn eval(&mut self, terms: &Terms, term: Term, model: &Model) -> Value {
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(term);
        while let Some(&top) = stack.last() {
            if self.values.contains_key(&top) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            self.push_missing(terms, top, &mut stack);
            if stack.len() == waiting {
                let value = self.apply(terms, top, model);
                self.values.insert(top, value);
                stack.pop();
            }
        }
        self.stack = stack;
        self.values[&term].clone()
    }

    /// Returns whether a Boolean term holds.
    pub fn holds(&mut self, terms: &Terms, term: Term, model: &Model) -> bool {
        match terms.op(term) {
            Op::True => true,
            Op::False => false,
            _ => self.eval(terms, term, model) == Value::Bool(true),
        }
    }

    /// Pushes the terms whose values are needed next.
    fn push_missing(&self, terms: &Terms, term: Term, stack: &mut Vec<Term>) {
        let args = terms.args(term);
        match terms.op(term) {
            Op::Ite => {
                // Only the selected side is needed.
                let needed = match self.values.get(&args[0]) {
                    None => args[0],
                    Some(Value::Bool(true)) => args[1],
                    Some(_) => args[2],
                };
                self.push_if_missing(needed, stack);
            }
            Op::Cases(_) => {
                let needed = self.selected_side(terms, term).unwrap_or(args[0]);
                self.push_if_missing(needed, stack);
            }
            Op::Select => {
                self.push_if_missing(args[1], stack);
                if self.values.contains_key(&args[1])
                    && let ArrayElement::Needs(needed) = self.find(terms, args[0], args[1])
                {
                    stack.extend(needed);
                }
            }
            Op::Store => {
                // A chain of writes is evaluated at once: an array for each write would copy the array each time.
                let mut array = term;
                while terms.op(array) == Op::Store && !self.values.contains_key(&array) {
                    self.push_if_missing(terms.arg(array, 1), stack);
                    self.push_if_missing(terms.arg(array, 2), stack);
                    array = terms.arg(array, 0);
                }
                self.push_if_missing(array, stack);
            }
            _ => stack.extend(args.iter().filter(|arg| !self.values.contains_key(*arg))),
        }
    }

    /// Returns the side that a `Cases` term selects, if its variable has a value.
    fn selected_side(&self, terms: &Terms, cases: Term) -> Option<Term> {
        let value = self.values.get(&terms.args(cases)[0])?.as_bits()?;
        terms.side_at(cases, value.low_word())
    }

    fn push_if_missing(&self, term: Term, stack: &mut Vec<Term>) {
        if !self.values.contains_key(&term) {
            stack.push(term);
        }
    }

    /// Finds the element of an array at an index through writes and `ite`s, without building the arrays.
    fn find(&self, terms: &Terms, mut array: Term, index: Term) -> ArrayElement {
        let at = self.bits(index);
        loop {
            match terms.op(array) {
                Op::Store => {
                    let written = terms.arg(array, 1);
                    match (terms.as_word(written), self.values.get(&written)) {
                        (Some(word), _) if at.width() <= 64 => {
                            if word == at.low_word() {
                                return self.element(terms.arg(array, 2));
                            }
                        }
                        (_, Some(Value::Bits(written))) => {
                            if written == at {
                                return self.element(terms.arg(array, 2));
                            }
                        }
                        _ => return ArrayElement::Needs(self.missing_indices(terms, array)),
                    }
                    array = terms.arg(array, 0);
                }
                Op::Ite => match self.values.get(&terms.arg(array, 0)) {
                    None => return ArrayElement::Needs(vec![terms.arg(array, 0)]),
                    Some(&Value::Bool(true)) => array = terms.arg(array, 1),
                    Some(_) => array = terms.arg(array, 2),
                },
                Op::ConstArray { .. } => return self.element(terms.arg(array, 0)),
                _ if self.values.contains_key(&array) => return ArrayElement::InArray(array),
                _ => return ArrayElement::Needs(vec![array]),
            }
        }
    }

    fn element(&self, element: Term) -> ArrayElement {
        if self.values.contains_key(&element) {
            ArrayElement::Term(element)
        } else {
            ArrayElement::Needs(vec![element])
        }
    }

    /// Returns the indices of a chain of writes that have no value yet. Asking for one at a time would make reading
    /// through n writes quadratic.
    fn missing_indices(&self, terms: &Terms, mut array: Term) -> Vec<Term> {
        let mut missing = Vec::new();
        while terms.op(array) == Op::Store {
            self.push_if_missing(terms.arg(array, 1), &mut missing);
            array = terms.arg(array, 0);
        }
        missing
    }

    fn bits(&self, term: Term) -> &Bits {
        self.values[&term].as_bits().expect("a bit-vector argument")
    }

    fn bool(&self, term: Term) -> bool {
        self.values[&term].as_bool().expect("a Boolean argument")
    }

    fn array(&self, term: Term) -> &Rc<ArrayValue> {
        match &self.values[&term] {
            Value::Array(array) => array,
            _ => unreachable!("an array argument"),
        }
    }

    /// Returns the array after a chain of writes.
    fn stored(&self, terms: &Terms, term: Term) -> Value {
        let mut writes = Vec::new();
        let mut base = term;
        while terms.op(base) == Op::Store && !self.values.contains_key(&base) {
            writes.push((terms.arg(base, 1), terms.arg(base, 2)));
            base = terms.arg(base, 0);
        }
        let mut array = ArrayValue::clone(self.array(base));
        for (index, element) in writes.into_iter().rev() {
            array.set(self.bits(index).clone(), self.bits(element).clone());
        }
        Value::Array(Rc::new(array))
    }

    /// Returns the value of a term whose arguments have values.
    fn apply(&self, terms: &Terms, term: Term, model: &Model) -> Value {
        let args = terms.args(term);
        let unary = |f: fn(&Bits) -> Bits| Value::Bits(f(self.bits(args[0])));
        let binary =
            |f: fn(&Bits, &Bits) -> Bits| Value::Bits(f(self.bits(args[0]), self.bits(args[1])));
        let compare =
            |f: fn(&Bits, &Bits) -> bool| Value::Bool(f(self.bits(args[0]), self.bits(args[1])));
        match terms.op(term) {
            Op::True => Value::Bool(true),
            Op::False => Value::Bool(false),
            Op::Small { width, value } => Value::Bits(Bits::new(width, value)),
            Op::Wide(id) => Value::Bits(terms.wide_constant(id).clone()),
            Op::Symbol(id) => {
                model.get(id).cloned().unwrap_or_else(|| Value::zero(terms.sort(term)))
            }
            Op::Base(id) => Value::Bits(terms.block_info(id).address.clone()),
            Op::Not => Value::Bool(!self.bool(args[0])),
            Op::And => Value::Bool(self.bool(args[0]) && self.bool(args[1])),
            Op::Or => Value::Bool(self.bool(args[0]) || self.bool(args[1])),
            Op::Eq => Value::Bool(match (&self.values[&args[0]], &self.values[&args[1]]) {
                (Value::Array(a), Value::Array(b)) => a.same(b),
                (a, b) => a == b,
            }),
            Op::Ite => {
                let taken = if self.bool(args[0]) { args[1] } else { args[2] };
                self.values[&taken].clone()
            }
            Op::Cases(_) => {
                let taken = self.selected_side(terms, term).unwrap_or(args[1]);
                self.values[&taken].clone()
            }
            Op::BvNot => unary(Bits::not),
            Op::BvNeg => unary(Bits::neg),
            Op::BvAnd => binary(Bits::and),
            Op::BvOr => binary(Bits::or),
            Op::BvXor => binary(Bits::xor),
            Op::BvAdd => binary(Bits::add),
            Op::BvMul => binary(Bits::mul),
            Op::BvUdiv => binary(Bits::udiv),
            Op::BvUrem => binary(Bits::urem),
            Op::BvSdiv => binary(Bits::sdiv),
            Op::BvSrem => binary(Bits::srem),
            Op::BvShl => binary(Bits::shl),
            Op::BvLshr => binary(Bits::lshr),
            Op::BvAshr => binary(Bits::ashr),
            Op::BvUlt => compare(Bits::ult),
            Op::BvSlt => compare(Bits::slt),
            Op::Concat => binary(Bits::concat),
            Op::Extract { high, low } => Value::Bits(self.bits(args[0]).extract(high, low)),
            Op::SignExtend(by) => Value::Bits(self.bits(args[0]).sign_extend(by)),
            Op::Select => Value::Bits(match self.find(terms, args[0], args[1]) {
                ArrayElement::Term(element) => self.bits(element).clone(),
                ArrayElement::InArray(array) => self.array(array).get(self.bits(args[1])).clone(),
                ArrayElement::Needs(_) => unreachable!("what a read needs was evaluated"),
            }),
            Op::Store => self.stored(terms, term),
            Op::ConstArray { index } => {
                Value::Array(Rc::new(ArrayValue::new(index, self.bits(args[0]).clone())))
            }
            Op::Apply(function, _) => {
                let args: Vec<Value> = args.iter().map(|arg| self.values[arg].clone()).collect();
                model
                    .call(function, &args)
                    .cloned()
                    .unwrap_or_else(|| Value::zero(terms.sort(term)))
            }
        }
    }
}
