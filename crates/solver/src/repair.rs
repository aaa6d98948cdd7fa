//! Model repair: searches for a small change of a model under which a condition holds.
//!
//! A symbolic executor has a model of the path condition and needs one of the other side of a branch; often the two
//! differ in the value of one symbol. The required value is propagated from the condition down to symbols, using the
//! values of all other terms. This proves nothing: the caller evaluates the condition under the changed model, together
//! with all other conditions.

use term::{ArrayValue, Bits, Evaluator, Model, Op, Term, TermSet, Terms, Value};

/// The limit on steps; larger conditions are left to a solver.
const MAX_STEPS: usize = 256;

/// The operand that is changed if either would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PreferredOperand {
    /// The first.
    First,
    /// The second.
    Second,
}

/// Returns new values of some symbols under which a condition may hold. `values` evaluates under the current model; the
/// symbols in `kept` are not changed.
pub fn repair(
    terms: &Terms,
    model: &Model,
    values: &mut Evaluator,
    condition: Term,
    kept: &TermSet,
    prefer: PreferredOperand,
) -> Option<Vec<(Term, Value)>> {
    let mut repair =
        Repair { terms, model, values, kept, prefer, changes: Vec::new(), goals: Vec::new() };
    repair.goals.push((condition, Value::Bool(true)));
    for _ in 0..MAX_STEPS {
        let Some((term, wanted)) = repair.goals.pop() else { return Some(repair.changes) };
        repair.step(term, wanted)?;
    }
    None
}

struct Repair<'a> {
    terms: &'a Terms,
    model: &'a Model,
    values: &'a mut Evaluator,
    kept: &'a TermSet,
    prefer: PreferredOperand,
    changes: Vec<(Term, Value)>,
    /// Terms and the values that they must get.
    goals: Vec<(Term, Value)>,
}

impl Repair<'_> {
    fn value(&mut self, term: Term) -> Value {
        self.values.eval(self.terms, term, self.model)
    }

    fn bits(&mut self, term: Term) -> Option<Bits> {
        match self.value(term) {
            Value::Bits(bits) => Some(bits),
            Value::Bool(_) | Value::Array(_) => None,
        }
    }

    /// Propagates a goal one level down; returns `None` if that is impossible.
    fn step(&mut self, term: Term, wanted: Value) -> Option<()> {
        if matches!(self.terms.op(term), Op::Symbol(_)) {
            return self.change(term, wanted);
        }
        let now = self.value(term);
        if now == wanted {
            return Some(());
        }
        match wanted {
            Value::Bool(wanted) => self.truth(term, wanted),
            Value::Bits(wanted) => self.number(term, wanted),
            Value::Array(_) => None,
        }
    }

    fn change(&mut self, symbol: Term, wanted: Value) -> Option<()> {
        match self.changes.iter().find(|(other, _)| *other == symbol) {
            Some((_, value)) => (*value == wanted).then_some(()),
            None => {
                if self.value(symbol) == wanted {
                    return Some(());
                }
                self.changes.push((symbol, wanted));
                (!self.kept.contains(&symbol)).then_some(())
            }
        }
    }

    fn want(&mut self, term: Term, value: Value) -> Option<()> {
        self.goals.push((term, value));
        Some(())
    }

    fn want_bits(&mut self, term: Term, bits: Bits) -> Option<()> {
        self.want(term, Value::Bits(bits))
    }

    /// Returns the operand to change, and the other one.
    fn sides(&self, term: Term) -> (Term, Term, bool) {
        let (a, b) = (self.terms.arg(term, 0), self.terms.arg(term, 1));
        let is_symbol = |it: Term| matches!(self.terms.op(it), Op::Symbol(_));
        let first = match (self.terms.is_constant(a), self.terms.is_constant(b)) {
            (true, _) => false,
            (_, true) => true,
            _ if is_symbol(a) != is_symbol(b) => {
                is_symbol(a) == (self.prefer == PreferredOperand::First)
            }
            _ => self.prefer == PreferredOperand::First,
        };
        if first { (a, b, true) } else { (b, a, false) }
    }

    fn truth(&mut self, term: Term, wanted: bool) -> Option<()> {
        let terms = self.terms;
        match terms.op(term) {
            Op::Not => self.want(terms.arg(term, 0), Value::Bool(!wanted)),
            Op::And | Op::Or => {
                let all = (terms.op(term) == Op::And) == wanted;
                let (chosen, other, _) = self.sides(term);
                self.want(chosen, Value::Bool(wanted))?;
                if all { self.want(other, Value::Bool(wanted)) } else { Some(()) }
            }
            Op::Eq => {
                let (chosen, other, _) = self.sides(term);
                match self.value(other) {
                    value if wanted => self.want(chosen, value),
                    Value::Bool(value) => self.want(chosen, Value::Bool(!value)),
                    Value::Bits(value) => {
                        let next = value.add(&Bits::one(value.width()));
                        self.want_bits(chosen, next)
                    }
                    Value::Array(_) => None,
                }
            }
            Op::Ite => self.choice(term, Value::Bool(wanted)),
            Op::BvUlt | Op::BvSlt => self.order(term, wanted),
            _ => None,
        }
    }

    /// Makes `a < b` true or false: changes one of them to the other, or to its neighbour.
    fn order(&mut self, term: Term, wanted: bool) -> Option<()> {
        let (chosen, other, first) = self.sides(term);
        let bound = self.bits(other)?;
        if !wanted {
            return self.want_bits(chosen, bound);
        }
        let width = bound.width();
        let signed = self.terms.op(term) == Op::BvSlt;
        let (least, greatest) = match signed {
            true => (Bits::signed_min(width), Bits::signed_min(width).not()),
            false => (Bits::zero(width), Bits::ones(width)),
        };
        let (edge, next) = match first {
            true => (least, bound.sub(&Bits::one(width))),
            false => (greatest, bound.add(&Bits::one(width))),
        };
        if bound == edge { None } else { self.want_bits(chosen, next) }
    }

    /// Changes the selected side, unless the other side has the value already.
    fn choice(&mut self, term: Term, wanted: Value) -> Option<()> {
        let terms = self.terms;
        let condition = terms.arg(term, 0);
        let holds = self.value(condition) == Value::Bool(true);
        let (taken, other) = match holds {
            true => (terms.arg(term, 1), terms.arg(term, 2)),
            false => (terms.arg(term, 2), terms.arg(term, 1)),
        };
        if self.value(other) == wanted || terms.is_constant(taken) {
            self.want(condition, Value::Bool(!holds))?;
            return self.want(other, wanted);
        }
        self.want(taken, wanted)
    }

    fn number(&mut self, term: Term, wanted: Bits) -> Option<()> {
        let terms = self.terms;
        match terms.op(term) {
            Op::Ite => self.choice(term, Value::Bits(wanted)),
            Op::BvNot => self.want_bits(terms.arg(term, 0), wanted.not()),
            Op::BvNeg => self.want_bits(terms.arg(term, 0), wanted.neg()),
            Op::BvAdd | Op::BvXor | Op::BvMul | Op::BvAnd | Op::BvOr => {
                self.operator(term, &wanted)
            }
            Op::Concat => {
                let (high, low) = (terms.arg(term, 0), terms.arg(term, 1));
                let (width, low_width) = (terms.width(term), terms.width(low));
                self.want_bits(high, wanted.extract(width - 1, low_width))?;
                self.want_bits(low, wanted.extract(low_width - 1, 0))
            }
            Op::Extract { high, low } => {
                let inner = terms.arg(term, 0);
                let now = self.bits(inner)?;
                let bit = |i: u32| match low <= i && i <= high {
                    true => wanted.bit(i - low),
                    false => now.bit(i),
                };
                self.want_bits(inner, Bits::from_fn(now.width(), bit))
            }
            Op::SignExtend(by) => {
                let inner = terms.arg(term, 0);
                let low = wanted.extract(terms.width(inner) - 1, 0);
                let fits = low.sign_extend(by) == wanted;
                if fits { self.want_bits(inner, low) } else { None }
            }
            Op::Select => self.element(term, wanted),
            _ => None,
        }
    }

    /// Inverts an operator in one operand.
    fn operator(&mut self, term: Term, wanted: &Bits) -> Option<()> {
        let (chosen, other, _) = self.sides(term);
        let fixed = self.bits(other)?;
        let now = self.bits(chosen)?;
        let new = match self.terms.op(term) {
            Op::BvAdd => wanted.sub(&fixed),
            Op::BvXor => wanted.xor(&fixed),
            Op::BvMul => wanted.mul(&fixed.inverse()?),
            // Bits that the other operand determines must have the required value; the remaining bits do not change.
            Op::BvAnd if wanted.and(&fixed.not()).is_zero() => wanted.or(&now.and(&fixed.not())),
            Op::BvOr if fixed.and(&wanted.not()).is_zero() => {
                wanted.and(&fixed.not()).or(&now.and(&fixed))
            }
            _ => return None,
        };
        self.want_bits(chosen, new)
    }

    /// Changes an element of an array: where it was stored, or in the array symbol below.
    fn element(&mut self, term: Term, wanted: Bits) -> Option<()> {
        let terms = self.terms;
        let index = self.bits(terms.arg(term, 1))?;
        let mut array = terms.arg(term, 0);
        for _ in 0..MAX_STEPS {
            match terms.op(array) {
                Op::Store if self.bits(terms.arg(array, 1))? == index => {
                    return self.want_bits(terms.arg(array, 2), wanted);
                }
                Op::Store => array = terms.arg(array, 0),
                Op::Ite => {
                    let holds = self.value(terms.arg(array, 0)) == Value::Bool(true);
                    array = terms.arg(array, if holds { 1 } else { 2 });
                }
                Op::Symbol(_) => return self.change_element(array, index, wanted),
                _ => return None,
            }
        }
        None
    }

    fn change_element(&mut self, symbol: Term, index: Bits, wanted: Bits) -> Option<()> {
        if self.kept.contains(&symbol) {
            return None;
        }
        let known = self.changes.iter().position(|(other, _)| *other == symbol);
        let value = match known {
            Some(position) => self.changes.swap_remove(position).1,
            None => self.value(symbol),
        };
        let Value::Array(array) = value else { return None };
        let mut array: ArrayValue = (*array).clone();
        array.set(index, wanted);
        self.changes.push((symbol, Value::Array(array.into())));
        Some(())
    }
}

/// Returns a model with some symbols changed.
#[must_use]
pub fn apply_changes(terms: &Terms, model: &Model, changes: &[(Term, Value)]) -> Model {
    let mut model = model.clone();
    for (symbol, value) in changes {
        if let Op::Symbol(id) = terms.op(*symbol) {
            model.set(id, value.clone());
        }
    }
    model
}

#[cfg(test)]
mod tests {
    use term::Sort;

    use super::*;

    /// Returns whether a repair of the zero model satisfies a condition.
    fn holds_after(terms: &Terms, condition: Term) -> bool {
        let model = Model::new();
        let mut values = Evaluator::default();
        [PreferredOperand::First, PreferredOperand::Second].into_iter().any(|prefer| {
            let changes =
                repair(terms, &model, &mut values, condition, &TermSet::default(), prefer);
            changes.is_some_and(|changes| {
                let model = apply_changes(terms, &model, &changes);
                Evaluator::default().holds(terms, condition, &model)
            })
        })
    }

    #[test]
    fn goals_are_propagated_to_symbols() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.symbol(name, Sort::Bits(8)));
        let c = terms.symbol("c", Sort::Bool);
        let array = terms.symbol("a", Sort::Array { index: 8, element: 8 });
        let [three, five, nine] = [3, 5, 9].map(|it| terms.word(8, it));
        let product = terms.mul(x, three);
        let sum = terms.add(product, five);
        let either = terms.ite(c, sum, y);
        let wide = terms.zero_extend(8, either);
        let hundred = terms.word(16, 100);
        let element = terms.select(array, y);
        let conditions = [
            terms.eq(wide, hundred),
            terms.ult(five, x),
            terms.slt(x, y),
            terms.eq(element, nine),
            terms.distinct(x, y),
            c,
        ];
        for condition in conditions {
            assert!(holds_after(&terms, condition), "{}", terms.display(condition));
        }
        let all = conditions[..2].iter().fold(Term::TRUE, |all, &it| terms.and(all, it));
        assert!(holds_after(&terms, all));
    }

    #[test]
    fn unrepairable_conditions_yield_no_changes() {
        let mut terms = Terms::new();
        let x = terms.symbol("x", Sort::Bits(8));
        let two = terms.word(8, 2);
        let (even, one) = (terms.mul(x, two), terms.word(8, 1));
        let condition = terms.eq(even, one);
        assert!(!holds_after(&terms, condition));
    }
}
