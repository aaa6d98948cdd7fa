//! Operations that descend through diagrams variable by variable: `ite`, narrowing, and operators on pairs of leaves.
//!
//! One loop computes all of them. An operation supplies the results that are cached or trivial, and splits all other
//! operands into parts.

use hashbrown::HashMap;

use super::{Diagram, Diagrams, Node, Side};
use crate::store::{FxBuild, Term};

/// The operands of an operation.
pub(super) type Operands = [Diagram; 3];

/// The operands from a value of a variable on.
#[derive(Clone, Copy)]
struct Piece {
    from: u32,
    of: Operands,
}

/// The parts of which a result is composed.
enum Parts {
    /// The result itself.
    Whole(Diagram),
    /// The result of other operands.
    Same(Operands),
    /// A split on a variable, with a result for each piece.
    Split(Term),
}

/// An operation on three diagrams.
trait Operation {
    /// Returns the result if it is cached or trivial.
    fn known(&self, diagrams: &Diagrams, of: Operands) -> Option<Diagram>;
    /// Splits the operands into parts; returns `None` if there is no result. Stores the pieces of a split in `pieces`.
    fn parts(
        &mut self,
        diagrams: &mut Diagrams,
        of: Operands,
        pieces: &mut Vec<Piece>,
    ) -> Option<Parts>;
    /// Caches a result.
    fn keep(&mut self, diagrams: &mut Diagrams, of: Operands, result: Diagram);
}

/// An entry of the work stack.
enum Task {
    Compute(Operands),
    /// The last result is also the result of these operands.
    Pass(Operands),
    /// The last results are the sides of this result; their starts are on top of the stack of starts.
    Join {
        of: Operands,
        variable: Term,
        count: usize,
    },
}

/// The `ite` of three diagrams, the first of which is a formula.
struct Ite;

impl Operation for Ite {
    fn known(&self, diagrams: &Diagrams, operands: Operands) -> Option<Diagram> {
        match operands {
            [Diagram::TRUE, then, _] => Some(then),
            [Diagram::FALSE, _, otherwise] => Some(otherwise),
            [_, then, otherwise] if then == otherwise => Some(then),
            [condition, Diagram::TRUE, Diagram::FALSE] => Some(condition),
            operands => diagrams.ites.get(operands),
        }
    }

    fn parts(
        &mut self,
        diagrams: &mut Diagrams,
        operands: Operands,
        pieces: &mut Vec<Piece>,
    ) -> Option<Parts> {
        let variable = diagrams.top(&operands)?;
        diagrams.pieces(variable, operands, false, pieces);
        Some(Parts::Split(variable))
    }

    fn keep(&mut self, diagrams: &mut Diagrams, operands: Operands, result: Diagram) {
        diagrams.ites.insert(operands, result);
    }
}

/// The second of three diagrams, where the first holds; the third is unused.
struct Narrow;

impl Operation for Narrow {
    fn known(&self, diagrams: &Diagrams, of: Operands) -> Option<Diagram> {
        let [condition, diagram, _] = of;
        let Node::Split { variable, .. } = diagrams.nodes[diagram.0 as usize] else {
            return Some(diagram);
        };
        // The condition does not mention any variable of the diagram.
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
        diagrams.within.insert(of, result);
    }
}

/// A term for each pair of leaves of the second and the third of three diagrams, where the first holds.
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
        // The condition does not mention any variable of the other two.
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
    /// Computes the `ite` of three diagrams.
    pub(super) fn ite(&mut self, operands: Operands) -> Option<Diagram> {
        self.compute(&mut Ite, operands)
    }

    /// Computes the negation of a formula.
    pub(super) fn not(&mut self, formula: Diagram) -> Option<Diagram> {
        self.ite([formula, Diagram::FALSE, Diagram::TRUE])
    }

    /// Returns a diagram that equals another one where a condition holds, and distinguishes no cases in which it does
    /// not hold. The result is a leaf if the diagram is the same term wherever the condition holds.
    pub(super) fn narrow(&mut self, diagram: Diagram, condition: Diagram) -> Option<Diagram> {
        let result = self.compute(&mut Narrow, [condition, diagram, Diagram::TRUE])?;
        // Narrowing the result again is common.
        Narrow.keep(self, [condition, result, Diagram::TRUE], result);
        Some(result)
    }

    /// Maps each pair of leaves that two diagrams can have at the same time within a condition to a term.
    pub(super) fn map_pairs(
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
                    self.step(0)?;
                    match operation.parts(self, of, &mut pieces)? {
                        Parts::Whole(result) => (of, result),
                        Parts::Same(other) => {
                            tasks.extend([Task::Pass(of), Task::Compute(other)]);
                            continue;
                        }
                        Parts::Split(variable) => {
                            self.step(pieces.len())?;
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

    /// Splits operands of which only the part matters in which the first operand holds.
    fn parts_within(&mut self, of: Operands, pieces: &mut Vec<Piece>) -> Option<Parts> {
        let variable = self.top(&of)?;
        self.pieces(variable, of, true, pieces);
        let [_, one, other] = pieces.first()?.of;
        if pieces.iter().any(|piece| piece.of[1..] != [one, other]) {
            return Some(Parts::Split(variable));
        }
        // Only the condition mentions the variable.
        let mut condition = Diagram::FALSE;
        for piece in pieces.iter() {
            condition = self.ite([piece.of[0], Diagram::TRUE, condition])?;
        }
        Some(Parts::Same([condition, one, other]))
    }

    /// Divides the values of a variable into pieces, in order; no operand has a variable above it. If only the part
    /// within the first operand matters, values outside of it are added to the neighbouring pieces.
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
                // Nothing matters up to the next side of the condition.
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

/// Returns the sides from a value on; the value is not below the start of the first side.
fn from_value(sides: &[Side], value: u32) -> &[Side] {
    match sides {
        [_, next, ..] if next.from <= value => match sides.get(2) {
            // Usually the next side contains the value, or one far away.
            Some(after) if after.from <= value => {
                let passed = sides.partition_point(|side| side.from <= value);
                &sides[passed - 1..]
            }
            _ => &sides[1..],
        },
        _ => sides,
    }
}
