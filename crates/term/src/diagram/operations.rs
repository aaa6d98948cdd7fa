//! What goes down diagrams variable by variable: choices, narrowing, and what is computed for each pair of terms.
//!
//! All are computed by one loop. An operation says what is known of some diagrams, and what the rest is made of.

use hashbrown::HashMap;

use super::{Diagram, Diagrams, Node, Side};
use crate::store::{FxBuild, Term};

/// The diagrams that something is computed of.
pub(super) type Operands = [Diagram; 3];

/// What operands are from a value of a variable on.
#[derive(Clone, Copy)]
struct Piece {
    from: u32,
    of: Operands,
}

/// What a result is made of.
enum Parts {
    /// It is this.
    Whole(Diagram),
    /// The result of others.
    Same(Operands),
    /// A result for each piece that the values of a variable fall into.
    Split(Term),
}

/// What is computed.
trait Operation {
    /// The result, if it is known or easily seen.
    fn known(&self, diagrams: &Diagrams, of: Operands) -> Option<Diagram>;
    /// What it is made of otherwise; `None` if there is no result. Of a split, the pieces.
    fn parts(
        &mut self,
        diagrams: &mut Diagrams,
        of: Operands,
        pieces: &mut Vec<Piece>,
    ) -> Option<Parts>;
    /// Keeps a result.
    fn keep(&mut self, diagrams: &mut Diagrams, of: Operands, result: Diagram);
}

/// What there is still to do.
enum Task {
    Compute(Operands),
    /// The last result is this one's too.
    Pass(Operands),
    /// The last results are the sides of this one; where they begin is what was noted last.
    Join {
        of: Operands,
        variable: Term,
        count: usize,
    },
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

    fn parts(
        &mut self,
        diagrams: &mut Diagrams,
        choice: Operands,
        pieces: &mut Vec<Piece>,
    ) -> Option<Parts> {
        let variable = diagrams.top(&choice)?;
        diagrams.pieces(variable, choice, false, pieces);
        Some(Parts::Split(variable))
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
        let Node::Split { variable, .. } = diagrams.nodes[diagram.0 as usize] else {
            return Some(diagram);
        };
        // A condition that speaks of nothing in it says nothing of it.
        if diagrams.last_variables[condition.0 as usize] < Some(variable) {
            return Some(diagram);
        }
        if diagram == condition {
            return Some(Diagram::TRUE);
        }
        diagrams.within.get(of)
    }

    fn parts(
        &mut self,
        diagrams: &mut Diagrams,
        of: Operands,
        pieces: &mut Vec<Piece>,
    ) -> Option<Parts> {
        diagrams.parts_within(of, pieces)
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

    fn parts(
        &mut self,
        diagrams: &mut Diagrams,
        of: Operands,
        pieces: &mut Vec<Piece>,
    ) -> Option<Parts> {
        let [condition, one, other] = of;
        let [a, b] = [one, other].map(|it| diagrams.nodes[it.0 as usize]);
        if let (Node::Leaf(a), Node::Leaf(b)) = (a, b) {
            let case = (self.case)(a, b)?;
            return Some(Parts::Whole(diagrams.leaf(case)));
        }
        // A condition that speaks of none of the rest says nothing of it.
        let top = diagrams.top(&[one, other]);
        if condition != Diagram::TRUE && diagrams.last_variables[condition.0 as usize] < top {
            return Some(Parts::Same([Diagram::TRUE, one, other]));
        }
        diagrams.parts_within(of, pieces)
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
        if let Some(known) = operation.known(self, of) {
            return Some(known);
        }
        let mut tasks = vec![Task::Compute(of)];
        let (mut results, mut starts) = (Vec::new(), Vec::new());
        let (mut pieces, mut sides) = (Vec::new(), Vec::new());
        while let Some(task) = tasks.pop() {
            let (of, result) = match task {
                Task::Compute(of) => {
                    if let Some(known) = operation.known(self, of) {
                        results.push(known);
                        continue;
                    }
                    self.step()?;
                    match operation.parts(self, of, &mut pieces)? {
                        Parts::Whole(result) => (of, result),
                        Parts::Same(other) => {
                            tasks.extend([Task::Pass(of), Task::Compute(other)]);
                            continue;
                        }
                        Parts::Split(variable) => {
                            tasks.push(Task::Join { of, variable, count: pieces.len() });
                            starts.extend(pieces.iter().map(|piece| piece.from));
                            tasks.extend(pieces.iter().rev().map(|piece| Task::Compute(piece.of)));
                            continue;
                        }
                    }
                }
                Task::Pass(of) => (of, results.pop()?),
                Task::Join { of, variable, count } => {
                    let ours = starts.drain(starts.len() - count..);
                    let theirs = results.drain(results.len() - count..);
                    sides.clear();
                    sides.extend(ours.zip(theirs).map(|(from, is)| Side { from, is }));
                    (of, self.split(variable, &mut sides))
                }
            };
            operation.keep(self, of, result);
            results.push(result);
        }
        results.pop()
    }

    /// What something is made of that matters only where the first of three holds.
    fn parts_within(&mut self, of: Operands, pieces: &mut Vec<Piece>) -> Option<Parts> {
        let variable = self.top(&of)?;
        self.pieces(variable, of, true, pieces);
        let [_, one, other] = pieces.first()?.of;
        if pieces.iter().any(|piece| piece.of[1..] != [one, other]) {
            return Some(Parts::Split(variable));
        }
        // Only the condition speaks of it.
        let mut condition = Diagram::FALSE;
        for piece in pieces.iter() {
            condition = self.choice([piece.of[0], Diagram::TRUE, condition])?;
        }
        Some(Parts::Same([condition, one, other]))
    }

    /// The pieces that the values of a variable fall into, in order; no variable of the operands stands above that one. If
    /// only what is within the first operand is asked for, the rest is given to the pieces beside it.
    fn pieces(&self, variable: Term, of: Operands, within: bool, pieces: &mut Vec<Piece>) {
        pieces.clear();
        let whole = of.map(|is| Side { from: 0, is });
        let mut rest: [&[Side]; 3] = [0, 1, 2].map(|at| match self.nodes[of[at].0 as usize] {
            Node::Split { variable: own, .. } if own == variable => self.sides_of(of[at]),
            _ => std::slice::from_ref(&whole[at]),
        });
        let mut from = 0;
        loop {
            let here = rest.map(|sides| sides[0].is);
            if !within || here[0] != Diagram::FALSE {
                match pieces.last() {
                    Some(last) if last.of == here => {}
                    Some(_) => pieces.push(Piece { from, of: here }),
                    None => pieces.push(Piece { from: 0, of: here }),
                }
            }
            let next = |sides: &&[Side]| sides.get(1).map(|side| side.from);
            let next = match within && here[0] == Diagram::FALSE {
                // Nothing matters before the condition is another.
                true => next(&rest[0]),
                false => rest.iter().filter_map(next).min(),
            };
            let Some(next) = next else { break };
            from = next;
            for sides in &mut rest {
                *sides = from_value(sides, next);
            }
        }
    }
}

/// Sides from a value on; it is not below the start of the first.
fn from_value(sides: &[Side], value: u32) -> &[Side] {
    match sides {
        [_, next, ..] if next.from <= value => match sides.get(2) {
            // As a rule the next one is it, or one far from here.
            Some(after) if after.from <= value => {
                let passed = sides.partition_point(|side| side.from <= value);
                &sides[passed - 1..]
            }
            _ => &sides[1..],
        },
        _ => sides,
    }
}
