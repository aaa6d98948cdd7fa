//! Conversion of terms to diagrams and of diagrams to terms.
//!
//! Terms that select are taken apart, and so are operators that are cheap to evaluate for each selected term:
//! comparisons, sums, parts of words. All other terms are opaque: they become variables, if they are formulas, or
//! leaves.

use super::{Diagram, Diagrams, Node, Side};
use crate::bits::mask;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{Term, TermMap, Terms};
use crate::visit::post_order_until;

impl Diagrams {
    /// Returns the diagram of a term within a condition. Parts whose diagram would become too large are opaque.
    pub fn of(&mut self, terms: &mut Terms, term: Term, condition: Diagram) -> Diagram {
        self.begin();
        self.of_within_budget(terms, term, condition)
    }

    fn of_within_budget(&mut self, terms: &mut Terms, term: Term, condition: Diagram) -> Diagram {
        if let Some(&known) = self.of_terms_within.get(&(term, condition)) {
            return known;
        }
        let mut here: TermMap<Diagram> = TermMap::default();
        let stop = |it: Term| self.of_terms.contains_key(&it) || !is_transparent(terms, it);
        for part in post_order_until(terms, &[term], stop) {
            let diagram = self.of_part(terms, part, condition, &here);
            let diagram = diagram.unwrap_or_else(|| self.opaque(terms, part));
            here.insert(part, diagram);
        }
        self.of_terms_within.insert((term, condition), here[&term]);
        here[&term]
    }

    /// Replaces each leaf of a diagram by an option, within a condition; the options are in the order of `leaves`.
    /// Returns `None` if the budget of steps is exhausted.
    pub fn select(
        &mut self,
        terms: &mut Terms,
        diagram: Diagram,
        condition: Diagram,
        options: &[Term],
    ) -> Option<Diagram> {
        self.begin();
        let is_plain = |&it: &Term| !is_transparent(terms, it) && terms.sort(it) != Sort::Bool;
        if options.iter().all(is_plain) {
            let leaves = self.leaves(diagram);
            return self.map_leaves(diagram, |leaf| {
                options.get(leaves.binary_search(&leaf).ok()?).copied()
            });
        }
        self.replace_leaves(diagram, condition, |diagrams, index, guard| {
            let &option = options.get(index)?;
            if !is_transparent(terms, option) {
                return Some(diagrams.opaque(terms, option));
            }
            let here = diagrams.ite([guard, condition, Diagram::FALSE])?;
            Some(diagrams.of_within_budget(terms, option, here))
        })
    }

    /// Returns the term of a diagram.
    pub fn term(&mut self, terms: &mut Terms, diagram: Diagram) -> Term {
        if let Some(&known) = self.as_terms.get(&diagram) {
            return known;
        }
        for part in self.parts(diagram) {
            if self.as_terms.contains_key(&part) {
                continue;
            }
            let term = match self.nodes[part.0 as usize] {
                Node::Leaf(term) => term,
                Node::Split { variable, .. } => self.term_of_split(terms, variable, part),
            };
            self.as_terms.insert(part, term);
        }
        let term = self.as_terms[&diagram];
        self.of_terms.insert(term, diagram);
        term
    }

    /// Returns the term of a split whose sides have terms.
    fn term_of_split(&self, terms: &mut Terms, variable: Term, split: Diagram) -> Term {
        let sides = self.sides_of(split).iter();
        let sides: Vec<(u64, Term)> =
            sides.map(|side| (side.from.into(), self.as_terms[&side.is])).collect();
        match (terms.sort(variable), &sides[..]) {
            (Sort::Bool, &[(_, otherwise), (_, then)]) => match is_normal(terms, then, otherwise) {
                true => terms.intern(Op::Ite, &[variable, then, otherwise]),
                false => terms.ite(variable, then, otherwise),
            },
            (_, sides) if terms.sort(sides[0].1) == Sort::Bool => {
                terms.tree_of_sides(variable, sides)
            }
            (_, sides) => terms.cases(variable, sides),
        }
    }

    /// Applies a relation or an operator to each pair of leaves of two diagrams, within a condition. Returns `None` if
    /// `case` does so for a pair, or if the budget of steps is exhausted.
    pub fn pairwise(
        &mut self,
        terms: &mut Terms,
        [a, b]: [Diagram; 2],
        condition: Diagram,
        case: impl FnMut(&mut Terms, Term, Term) -> Option<Term>,
    ) -> Option<Diagram> {
        self.begin();
        self.by_case(terms, [a, b], condition, case)
    }

    fn by_case(
        &mut self,
        terms: &mut Terms,
        [a, b]: [Diagram; 2],
        condition: Diagram,
        mut case: impl FnMut(&mut Terms, Term, Term) -> Option<Term>,
    ) -> Option<Diagram> {
        let answers = match [a, b].map(|it| self.nodes[it.0 as usize]) {
            [_, Node::Leaf(b)] => self.map_leaves(a, |a| case(terms, a, b))?,
            [Node::Leaf(a), _] => self.map_leaves(b, |b| case(terms, a, b))?,
            _ if a == b => self.map_leaves(a, |a| case(terms, a, a))?,
            _ => self.map_pairs(condition, [a, b], |a, b| case(terms, a, b))?,
        };
        let leaves = self.leaves(answers);
        if leaves.iter().all(|&answer| terms.sort(answer) != Sort::Bool) {
            return Some(answers);
        }
        // A formula must not stay a leaf: its diagram, narrowed to the guard, replaces it.
        self.replace_leaves(answers, condition, |diagrams, index, guard| {
            let here = diagrams.ite([guard, condition, Diagram::FALSE])?;
            let answer = diagrams.opaque(terms, leaves[index]);
            diagrams.narrow(answer, here)
        })
    }

    /// Returns the diagram of a term whose arguments have diagrams.
    fn of_part(
        &mut self,
        terms: &mut Terms,
        term: Term,
        condition: Diagram,
        here: &TermMap<Diagram>,
    ) -> Option<Diagram> {
        self.step(0)?;
        if let Some(&known) = self.of_terms.get(&term) {
            return self.narrow(known, condition);
        }
        if !is_transparent(terms, term) {
            let opaque = self.opaque(terms, term);
            return self.narrow(opaque, condition);
        }
        let args: Vec<Diagram> = terms.args(term).iter().map(|arg| here[arg]).collect();
        let all = match (terms.op(term), &args[..]) {
            (Op::Not, &[a]) => return self.not(a),
            (Op::And, &[a, b]) => self.ite([a, b, Diagram::FALSE])?,
            (Op::Or, &[a, b]) => self.ite([a, Diagram::TRUE, b])?,
            (Op::Ite, &[condition, then, otherwise]) => self.ite([condition, then, otherwise])?,
            (Op::Eq, &[a, b]) if terms.sort(terms.arg(term, 0)) == Sort::Bool => {
                let not_b = self.not(b)?;
                self.ite([a, b, not_b])?
            }
            (Op::Cases(_), _) => self.of_cases(terms, term, here)?,
            (_, &[a]) => {
                let case = |terms: &mut Terms, a, _| Some(terms.rebuild(term, &[a]));
                return self.by_case(terms, [a, a], condition, case);
            }
            (_, &[a, b]) => {
                let case = |terms: &mut Terms, a, b| Some(terms.rebuild(term, &[a, b]));
                return self.by_case(terms, [a, b], condition, case);
            }
            _ => self.opaque(terms, term),
        };
        self.narrow(all, condition)
    }

    /// Returns the diagram of a `Cases` term whose sides have diagrams.
    fn of_cases(
        &mut self,
        terms: &mut Terms,
        cases: Term,
        here: &TermMap<Diagram>,
    ) -> Option<Diagram> {
        let variable = terms.args(cases)[0];
        let sides = terms.sides(cases);
        let mut left: Vec<(u64, Diagram)> = sides.map(|(from, side)| (from, here[&side])).collect();
        while left.len() > 1 {
            let mut fewer = Vec::with_capacity(left.len().div_ceil(2));
            for pair in left.chunks(2) {
                fewer.push(match *pair {
                    [(from, below), (start, above)] => {
                        let start = terms.word(terms.width(variable), start);
                        let is_below = terms.ult(variable, start);
                        let is_below = self.opaque(terms, is_below);
                        (from, self.ite([is_below, below, above])?)
                    }
                    _ => pair[0],
                });
            }
            left = fewer;
        }
        left.pop().map(|(_, diagram)| diagram)
    }

    /// Returns the diagram of a term that is not taken apart, other than a comparison of a symbol with a constant.
    fn opaque(&mut self, terms: &Terms, term: Term) -> Diagram {
        let (formula, [then, otherwise]) = match terms.op(term) {
            Op::Not => (terms.arg(term, 0), [Diagram::FALSE, Diagram::TRUE]),
            _ => (term, [Diagram::TRUE, Diagram::FALSE]),
        };
        if terms.sort(term) != Sort::Bool || matches!(formula, Term::TRUE | Term::FALSE) {
            return self.leaf(term);
        }
        let Some((symbol, (from, to))) = range_test(terms, formula) else {
            return self.split_in_two(formula, then, otherwise);
        };
        let mut sides = Vec::with_capacity(3);
        if from > 0 {
            sides.push(Side { from: 0, is: otherwise });
        }
        sides.push(Side { from, is: then });
        sides.extend(to.map(|from| Side { from, is: otherwise }));
        self.split(symbol, &mut sides)
    }
}

/// The values for which a formula holds: from the first up to but excluding the second, or without upper bound.
type Range = (u32, Option<u32>);

/// Returns the symbol that a formula compares with a constant, and the values for which the formula holds.
fn range_test(terms: &Terms, formula: Term) -> Option<(Term, Range)> {
    let (Op::Eq | Op::BvUlt) = terms.op(formula) else { return None };
    let [a, b] = [0, 1].map(|at| terms.arg(formula, at));
    let (symbol, number) = match (terms.as_word(a), terms.as_word(b)) {
        (None, Some(number)) => (a, number),
        (Some(number), None) => (b, number),
        _ => return None,
    };
    let Op::Symbol(_) = terms.op(symbol) else { return None };
    let last = u32::try_from(mask(terms.sort(symbol).width()?)).ok()?;
    let number = u32::try_from(number).ok()?;
    let next = (number < last).then(|| number + 1);
    let range = match terms.op(formula) {
        Op::Eq => (number, next),
        _ if symbol == a && number > 0 => (0, Some(number)),
        _ if symbol == a => return None,
        _ => (next?, None),
    };
    Some((symbol, range))
}

/// Returns whether an `ite` with these sides is in normal form: no rule for formulas or sums applies to it.
fn is_normal(terms: &Terms, then: Term, otherwise: Term) -> bool {
    terms.sort(then) != Sort::Bool && [then, otherwise].iter().all(|&it| terms.op(it) != Op::BvAdd)
}

/// Returns whether the conversion takes a term apart.
fn is_transparent(terms: &Terms, term: Term) -> bool {
    match terms.op(term) {
        Op::Ite | Op::Eq => !matches!(terms.sort(terms.arg(term, 1)), Sort::Array { .. }),
        Op::Not
        | Op::And
        | Op::Or
        | Op::Cases(_)
        | Op::BvUlt
        | Op::BvSlt
        | Op::BvAdd
        | Op::Concat
        | Op::Extract { .. }
        | Op::SignExtend(_) => true,
        _ => false,
    }
}
