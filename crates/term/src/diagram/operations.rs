//! Operations on diagrams that go down atom by atom: a choice, what is left within a condition, and pairs of terms.
//!
//! All are computed by one loop. An operation says what is known of some diagrams, and what the rest is made of.

use hashbrown::HashMap;

use super::{Diagram, Diagrams, Node};
use crate::store::{FxBuild, Term};

/// The diagrams that something is computed of.
pub(super) type Operands = [Diagram; 3];

/// What a result is made of.
enum Parts {
    /// It is this.
    Whole(Diagram),
    /// The result of others.
    Same(Operands),
    /// One result where an atom holds, and another where it does not.
    Split(Term, [Operands; 2]),
}

/// What is computed.
trait Operation {
    /// The result, if it is known or easily seen.
    fn known(&self, diagrams: &Diagrams, of: Operands) -> Option<Diagram>;
    /// What it is made of otherwise; `None` if there is no result.
    fn parts(&mut self, diagrams: &mut Diagrams, of: Operands) -> Option<Parts>;
    /// Keeps a result.
    fn keep(&mut self, diagrams: &mut Diagrams, of: Operands, result: Diagram);
}

/// What there is still to do.
enum Task {
    Compute(Operands),
    /// The last result is this one's too.
    Pass(Operands),
    /// The last two results are the sides of this one.
    Join(Operands, Term),
}

/// One diagram or another, as a formula says.
struct Choice;

impl Operation for Choice {
    fn known(&self, diagrams: &Diagrams, choice: Operands) -> Option<Diagram> {
        match choice {
            [Diagram::TRUE, then, _] => Some(then),
            [Diagram::FALSE, _, otherwise] => Some(otherwise),
            [_, then, otherwise] if then == otherwise => Some(then),
            [condition, Diagram::TRUE, Diagram::FALSE] => Some(condition),
            choice => diagrams.choices.get(choice),
        }
    }

    fn parts(&mut self, diagrams: &mut Diagrams, choice: Operands) -> Option<Parts> {
        let atom = diagrams.top(&choice)?;
        let [a, b, c] = choice.map(|it| diagrams.sides(it, atom));
        Some(Parts::Split(atom, [[a[0], b[0], c[0]], [a[1], b[1], c[1]]]))
    }

    fn keep(&mut self, diagrams: &mut Diagrams, choice: Operands, result: Diagram) {
        diagrams.choices.keep(choice, result);
    }
}

/// What the second of three is where the first holds; the third says nothing.
struct Within;

impl Operation for Within {
    fn known(&self, diagrams: &Diagrams, of: Operands) -> Option<Diagram> {
        let [condition, diagram, _] = of;
        let Node::Split(top, ..) = diagrams.nodes[diagram.0 as usize] else { return Some(diagram) };
        // A condition that speaks of nothing in it says nothing of it.
        if diagrams.last_atoms[condition.0 as usize] < Some(top) {
            return Some(diagram);
        }
        if diagram == condition {
            return Some(Diagram::TRUE);
        }
        diagrams.within.get(of)
    }

    fn parts(&mut self, diagrams: &mut Diagrams, of: Operands) -> Option<Parts> {
        diagrams.parts_within(of)
    }

    fn keep(&mut self, diagrams: &mut Diagrams, of: Operands, result: Diagram) {
        diagrams.within.keep(of, result);
    }
}

/// A term for each pair of terms that the second and the third of three are at once where the first holds.
struct Pairs<F> {
    case: F,
    known: HashMap<Operands, Diagram, FxBuild>,
}

impl<F: FnMut(Term, Term) -> Option<Term>> Operation for Pairs<F> {
    fn known(&self, _: &Diagrams, of: Operands) -> Option<Diagram> {
        self.known.get(&of).copied()
    }

    fn parts(&mut self, diagrams: &mut Diagrams, of: Operands) -> Option<Parts> {
        let [condition, one, other] = of;
        let [a, b] = [one, other].map(|it| diagrams.nodes[it.0 as usize]);
        if let (Node::Leaf(a), Node::Leaf(b)) = (a, b) {
            let case = (self.case)(a, b)?;
            return Some(Parts::Whole(diagrams.node(Node::Leaf(case))));
        }
        // A condition that speaks of none of the rest says nothing of it.
        let top = diagrams.top(&[one, other]);
        if condition != Diagram::TRUE && diagrams.last_atoms[condition.0 as usize] < top {
            return Some(Parts::Same([Diagram::TRUE, one, other]));
        }
        diagrams.parts_within(of)
    }

    fn keep(&mut self, _: &mut Diagrams, of: Operands, result: Diagram) {
        self.known.insert(of, result);
    }
}

impl Diagrams {
    /// One diagram or another, as a formula says.
    pub(super) fn choice(&mut self, choice: Operands) -> Option<Diagram> {
        self.compute(&mut Choice, choice)
    }

    /// What does not hold where a formula does.
    pub(super) fn not(&mut self, formula: Diagram) -> Option<Diagram> {
        self.choice([formula, Diagram::FALSE, Diagram::TRUE])
    }

    /// A diagram that is the same as another one where a condition holds, and does not tell cases apart in which it does
    /// not. It is a term if it is one wherever the condition holds.
    pub(super) fn narrowed(&mut self, diagram: Diagram, condition: Diagram) -> Option<Diagram> {
        let result = self.compute(&mut Within, [condition, diagram, Diagram::TRUE])?;
        // Whoever gets it asks again.
        Within.keep(self, [condition, result, Diagram::TRUE], result);
        Some(result)
    }

    /// For each pair of terms that two diagrams can be at once within a condition, another term.
    pub(super) fn paired(
        &mut self,
        condition: Diagram,
        [a, b]: [Diagram; 2],
        case: impl FnMut(Term, Term) -> Option<Term>,
    ) -> Option<Diagram> {
        self.compute(&mut Pairs { case, known: HashMap::default() }, [condition, a, b])
    }

    fn compute(&mut self, operation: &mut impl Operation, of: Operands) -> Option<Diagram> {
        let mut tasks = vec![Task::Compute(of)];
        let mut results = Vec::new();
        while let Some(task) = tasks.pop() {
            let (of, result) = match task {
                Task::Compute(of) => {
                    if let Some(known) = operation.known(self, of) {
                        results.push(known);
                        continue;
                    }
                    self.step()?;
                    match operation.parts(self, of)? {
                        Parts::Whole(result) => (of, result),
                        Parts::Same(other) => {
                            tasks.extend([Task::Pass(of), Task::Compute(other)]);
                            continue;
                        }
                        Parts::Split(atom, [then, otherwise]) => {
                            tasks.push(Task::Join(of, atom));
                            tasks.extend([otherwise, then].map(Task::Compute));
                            continue;
                        }
                    }
                }
                Task::Pass(of) => (of, results.pop()?),
                Task::Join(of, atom) => {
                    let (otherwise, then) = (results.pop()?, results.pop()?);
                    (of, self.split(atom, then, otherwise))
                }
            };
            operation.keep(self, of, result);
            results.push(result);
        }
        results.pop()
    }

    /// What something is made of that matters only where the first of three holds.
    fn parts_within(&mut self, of: Operands) -> Option<Parts> {
        let atom = self.top(&of)?;
        let [[holds, fails], one, other] = of.map(|it| self.sides(it, atom));
        let [then, otherwise] = [[holds, one[0], other[0]], [fails, one[1], other[1]]];
        Some(match (holds, fails) {
            (Diagram::FALSE, _) => Parts::Same(otherwise),
            (_, Diagram::FALSE) => Parts::Same(then),
            // Only the condition speaks of it.
            _ if then[1..] == otherwise[1..] => {
                let either = self.choice([holds, Diagram::TRUE, fails])?;
                Parts::Same([either, one[0], other[0]])
            }
            _ => Parts::Split(atom, [then, otherwise]),
        })
    }
}
