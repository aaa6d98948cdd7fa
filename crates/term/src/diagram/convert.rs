//! Terms as diagrams, and diagrams as terms.
//!
//! What chooses is taken apart, and so is what is cheap to have for each choice: comparisons, sums, parts of
//! words. Anything else is an atom, or a term at the end.

use super::{Diagram, Diagrams, Node, STEPS};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{Term, TermMap, Terms};
use crate::visit::post_order_until;

impl Diagrams {
    /// The diagram of a term within a condition. What would become too large is not looked into.
    pub fn of(&mut self, terms: &mut Terms, term: Term, condition: Diagram) -> Diagram {
        if let Some(&known) = self.of_terms_within.get(&(term, condition)) {
            return known;
        }
        self.steps = STEPS;
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

    /// What stands for each term that a diagram can be, in the order of `leaves`; within a condition. `None` if that takes too
    /// long.
    pub fn select(
        &mut self,
        terms: &mut Terms,
        diagram: Diagram,
        condition: Diagram,
        options: &[Term],
    ) -> Option<Diagram> {
        self.steps = STEPS;
        let is_plain = |&it: &Term| !is_transparent(terms, it) && terms.sort(it) != Sort::Bool;
        if options.iter().all(is_plain) {
            let leaves = self.leaves(diagram);
            return self
                .mapped(diagram, |leaf| options.get(leaves.binary_search(&leaf).ok()?).copied());
        }
        self.selected(diagram, condition, |diagrams, index, guard| {
            let &option = options.get(index)?;
            if !is_transparent(terms, option) {
                return Some(diagrams.opaque(terms, option));
            }
            let here = diagrams.choice([guard, condition, Diagram::FALSE])?;
            Some(diagrams.of(terms, option, here))
        })
    }

    /// The term of a diagram.
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
                Node::Split(atom, then, otherwise) => {
                    let [then, otherwise] = [then, otherwise].map(|it| self.as_terms[&it]);
                    match is_normal(terms, then, otherwise) {
                        true => terms.intern(Op::Ite, &[atom, then, otherwise]),
                        false => terms.ite(atom, then, otherwise),
                    }
                }
            };
            self.as_terms.insert(part, term);
        }
        let term = self.as_terms[&diagram];
        self.of_terms.insert(term, diagram);
        term
    }

    /// A relation or an operator between two diagrams, case by case, within a condition; `None` if a case has no answer, or if
    /// that takes too long.
    pub fn pairwise(
        &mut self,
        terms: &mut Terms,
        [a, b]: [Diagram; 2],
        condition: Diagram,
        case: impl FnMut(&mut Terms, Term, Term) -> Option<Term>,
    ) -> Option<Diagram> {
        self.steps = STEPS;
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
            [_, Node::Leaf(b)] => self.mapped(a, |a| case(terms, a, b))?,
            [Node::Leaf(a), _] => self.mapped(b, |b| case(terms, a, b))?,
            _ if a == b => self.mapped(a, |a| case(terms, a, a))?,
            _ => self.paired(condition, [a, b], |a, b| case(terms, a, b))?,
        };
        let leaves = self.leaves(answers);
        if leaves.iter().all(|&answer| terms.sort(answer) != Sort::Bool) {
            return Some(answers);
        }
        // A formula is a term at the end only for so long: what is known of it stands above.
        self.selected(answers, condition, |diagrams, index, guard| {
            let here = diagrams.choice([guard, condition, Diagram::FALSE])?;
            let answer = diagrams.opaque(terms, leaves[index]);
            diagrams.narrowed(answer, here)
        })
    }

    /// The diagram of a term whose arguments have theirs.
    fn of_part(
        &mut self,
        terms: &mut Terms,
        term: Term,
        condition: Diagram,
        here: &TermMap<Diagram>,
    ) -> Option<Diagram> {
        self.step()?;
        if let Some(&known) = self.of_terms.get(&term) {
            return self.narrowed(known, condition);
        }
        if !is_transparent(terms, term) {
            let opaque = self.opaque(terms, term);
            return self.narrowed(opaque, condition);
        }
        let args: Vec<Diagram> = terms.args(term).iter().map(|arg| here[arg]).collect();
        let all = match (terms.op(term), &args[..]) {
            (Op::Not, &[a]) => return self.not(a),
            (Op::And, &[a, b]) => self.choice([a, b, Diagram::FALSE])?,
            (Op::Or, &[a, b]) => self.choice([a, Diagram::TRUE, b])?,
            (Op::Ite, &[condition, then, otherwise]) => {
                self.choice([condition, then, otherwise])?
            }
            (Op::Eq, &[a, b]) if terms.sort(terms.arg(term, 0)) == Sort::Bool => {
                let not_b = self.not(b)?;
                self.choice([a, b, not_b])?
            }
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
        self.narrowed(all, condition)
    }

    /// A term that is not looked into.
    fn opaque(&mut self, terms: &Terms, term: Term) -> Diagram {
        match (term, terms.op(term)) {
            (Term::TRUE, _) => Diagram::TRUE,
            (Term::FALSE, _) => Diagram::FALSE,
            (_, Op::Not) => self.split(terms.arg(term, 0), Diagram::FALSE, Diagram::TRUE),
            _ if terms.sort(term) == Sort::Bool => self.split(term, Diagram::TRUE, Diagram::FALSE),
            _ => self.node(Node::Leaf(term)),
        }
    }
}

/// Whether a choice between two terms that is made once is in normal form: no rule for formulas or sums can do better.
fn is_normal(terms: &Terms, then: Term, otherwise: Term) -> bool {
    terms.sort(then) != Sort::Bool && [then, otherwise].iter().all(|&it| terms.op(it) != Op::BvAdd)
}

/// Whether a term is taken apart.
fn is_transparent(terms: &Terms, term: Term) -> bool {
    match terms.op(term) {
        Op::Ite | Op::Eq => !matches!(terms.sort(terms.arg(term, 1)), Sort::Array { .. }),
        Op::Not
        | Op::And
        | Op::Or
        | Op::BvUlt
        | Op::BvSlt
        | Op::BvAdd
        | Op::Concat
        | Op::Extract { .. }
        | Op::SignExtend(_) => true,
        _ => false,
    }
}
