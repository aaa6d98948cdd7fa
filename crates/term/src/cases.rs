//! Case distinctions over a variable: `Op::Cases` selects one of several terms by the interval in which a variable
//! lies.
//!
//! With few sides this is a tree of `ite`s. But a lazily initialised pointer can refer to hundreds of objects, and
//! every access builds it anew. One `Cases` term costs one list; a tree costs one term for each object.

use crate::domain::Domain;
use crate::op::Op;
use crate::store::{Term, Terms};

/// The largest number of sides for which a tree of `ite`s is built: rewrite rules see through `ite`s.
const FEW: usize = 3;

/// The first value of the variable for which a side is selected, and its term. A side ends where the next one starts.
pub type Side = (u64, Term);

impl Terms {
    /// Builds the term that is selected by the interval in which an unsigned variable lies. Sides are ordered by their
    /// start; the first starts at zero.
    pub fn cases(&mut self, variable: Term, sides: &[Side]) -> Term {
        debug_assert!(sides.first().is_some_and(|side| side.0 == 0));
        debug_assert!(sides.is_sorted_by(|one, next| one.0 < next.0));
        if let Some(value) = self.as_word(variable) {
            let passed = sides.partition_point(|side| side.0 <= value);
            return sides[passed - 1].1;
        }
        let mut sides = sides.to_vec();
        sides.dedup_by_key(|side| side.1);
        if sides.len() <= FEW {
            return self.tree_of_sides(variable, &sides);
        }
        let width = self.width(variable);
        let mut list = vec![variable, sides[0].1];
        for &(start, side) in &sides[1..] {
            list.extend([self.word(width, start), side]);
        }
        let list = self.list(&list);
        self.intern(Op::Cases(list), &[])
    }

    /// Returns the sides of a `Cases` term.
    pub fn sides(&self, cases: Term) -> impl Iterator<Item = Side> {
        let list = self.args(cases).get(1..).unwrap_or(&[]);
        let first = list.first().map(|&side| (0, side));
        let rest = list.get(1..).unwrap_or(&[]).chunks_exact(2);
        first.into_iter().chain(rest.map(|it| (self.as_word(it[0]).unwrap_or(0), it[1])))
    }

    /// Rebuilds a `Cases` term with another variable and other terms.
    pub(crate) fn rebuild_cases(&mut self, cases: Term, args: &[Term]) -> Term {
        let starts = self.sides(cases).map(|side| side.0);
        let sides: Vec<Side> = starts.zip(args.iter().skip(1).step_by(2).copied()).collect();
        self.cases(args[0], &sides)
    }

    /// Converts a `Cases` term to a tree of `ite`s.
    pub fn tree_of_cases(&mut self, cases: Term) -> Term {
        let (variable, sides) = (self.args(cases)[0], self.sides(cases).collect::<Vec<_>>());
        self.tree_of_sides(variable, &sides)
    }

    /// Builds a balanced tree of `ite`s.
    pub(crate) fn tree_of_sides(&mut self, variable: Term, sides: &[Side]) -> Term {
        let width = self.width(variable);
        let mut left = sides.to_vec();
        while left.len() > 1 {
            let halve = |pair: &[Side]| match *pair {
                [(from, below), (start, above)] => {
                    let start = self.word(width, start);
                    let is_below = self.ult(variable, start);
                    (from, self.ite(is_below, below, above))
                }
                _ => pair[0],
            };
            left = left.chunks(2).map(halve).collect();
        }
        left[0].1
    }

    /// Returns the side that is selected for a value of the variable.
    pub(crate) fn side_at(&self, cases: Term, value: u64) -> Option<Term> {
        self.sides(cases).take_while(|side| side.0 <= value).last().map(|side| side.1)
    }

    /// Computes the domain of a `Cases` term: the join over its sides.
    pub(crate) fn domain_of_cases(&self, cases: Term, of: fn(&Terms, Term) -> &Domain) -> Domain {
        let top = Domain::top(self.sort(cases));
        let mut sides = self.sides(cases).map(|side| *of(self, side.1));
        let mut all = sides.next().unwrap_or(top);
        for side in sides {
            if all == top {
                break;
            }
            all = all.join(&side);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use crate::smtlib::print_term;
    use crate::visit::substitute;
    use crate::{Evaluator, Model, Op, Sort, Term, Terms, Value};

    /// Builds a case distinction with five sides over a variable of three bits, as one term and as a tree.
    fn both_forms(terms: &mut Terms) -> (Term, Term, Term) {
        let variable = terms.symbol("v", Sort::Bits(3));
        let other = terms.symbol("x", Sort::Bits(8));
        let [a, b, c] = [10, 20, 30].map(|value| terms.word(8, value));
        let cases = terms.cases(variable, &[(0, a), (1, b), (2, other), (5, a), (7, c)]);
        let tree = terms.tree_of_cases(cases);
        (variable, cases, tree)
    }

    fn value_at(terms: &Terms, variable: Term, term: Term, value: u64) -> Value {
        let mut model = Model::new();
        if let Op::Symbol(id) = terms.op(variable) {
            model.set(id, Value::Bits(crate::Bits::new(3, value)));
        }
        Evaluator::default().eval(terms, term, &model)
    }

    #[test]
    fn a_choice_among_many_is_its_tree() {
        let mut terms = Terms::new();
        let (variable, cases, tree) = both_forms(&mut terms);
        assert!(matches!(terms.op(cases), Op::Cases(_)));
        assert_eq!(terms.op(tree), Op::Ite);
        for value in 0..8 {
            let [one, other] = [cases, tree].map(|it| value_at(&terms, variable, it, value));
            assert_eq!(one, other);
            let is = terms.word(3, value);
            let known = [(variable, is)].into_iter().collect();
            let [one, other] = [cases, tree].map(|it| substitute(&mut terms, it, &known));
            assert_eq!(one, other);
        }
    }

    #[test]
    fn a_choice_among_many_is_printed_as_choices_between_two() {
        let mut terms = Terms::new();
        let (_, cases, _) = both_forms(&mut terms);
        let text = "(ite (bvult v #b001) #x0a (ite (bvult v #b010) #x14 \
                    (ite (bvult v #b101) x (ite (bvult v #b111) #x0a #x1e))))";
        assert_eq!(print_term(&terms, cases), text);
    }
}
