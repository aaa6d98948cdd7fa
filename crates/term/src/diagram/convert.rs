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
                    terms.ite(atom, then, otherwise)
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
        let answers = self.walk(vec![condition, a, b], |diagrams, joint| {
            let [a, b] = [joint[1], joint[2]].map(|it| diagrams.nodes[it.0 as usize]);
            let (Node::Leaf(a), Node::Leaf(b)) = (a, b) else { return Some(None) };
            let case = case(terms, a, b)?;
            Some(Some(diagrams.node(Node::Leaf(case))))
        })?;
        // A formula is a term at the end only for so long: what is known of it stands above.
        let options: Vec<(Term, Diagram)> = (self.leaves(answers).iter())
            .map(|&answer| (answer, self.opaque(terms, answer)))
            .collect();
        match options.iter().all(|&(answer, _)| terms.sort(answer) != Sort::Bool) {
            true => Some(answers),
            false => self.selected(answers, condition, &options),
        }
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
