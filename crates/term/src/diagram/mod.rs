//! Multi-terminal decision diagrams: a canonical form of terms that depend on a few variables.
//!
//! A diagram is a term (a leaf) or a split on a *variable*. A split has one diagram for each value of the variable, as
//! a list of sides; each side starts at a value and ends where the next one starts. A variable is a symbol that is
//! compared with constants (`x < 7`, `x = 3`), or an opaque formula, whose values are 0 and 1. On every path from the
//! root, variables come in the order of their terms, each at most once, and neighbouring sides differ. So diagrams that
//! are equal as functions of their variables are identical, and an unsatisfiable formula over the variables is `FALSE`.
//! Dependencies between variables are not known here.
//!
//! Most operations take a condition within which the result matters, and drop the cases in which it does not hold (the
//! *generalised cofactor* of BDDs). This keeps diagrams small: otherwise a selection among values that were fixed long
//! ago would have to distinguish them all.
//!
//! Diagrams can grow exponentially. So every operation has a budget of steps and fails when it is exhausted. Nothing
//! here recurses. `operations.rs` contains the operations that descend variable by variable, `convert.rs` the
//! conversion from and to terms.

mod computed_table;
mod convert;
mod operations;
#[cfg(test)]
mod tests;

use std::hash::BuildHasher;
use std::rc::Rc;

use hashbrown::{HashMap, HashTable};

use self::computed_table::ComputedTable;
use crate::store::{FxBuild, Term, TermMap};

/// A diagram of a `Diagrams` store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Diagram(u32);

impl Diagram {
    /// The formula that always holds.
    pub const TRUE: Diagram = Diagram(0);
    /// The formula that never holds.
    pub const FALSE: Diagram = Diagram(1);
}

/// A side of a split: the first value of the variable, and the diagram from there up to the start of the next side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Side {
    from: u32,
    is: Diagram,
}

#[derive(Clone, Copy)]
enum Node {
    Leaf(Term),
    /// A split on a variable. Its sides are a range of `Diagrams::sides`: at least two, ordered, the first from 0.
    Split {
        variable: Term,
        first: u32,
        count: u32,
    },
}

/// The store of all diagrams, with the caches of the operations.
pub struct Diagrams {
    /// The diagrams of a split's sides come before the split.
    nodes: Vec<Node>,
    sides: Vec<Side>,
    /// The last variable in each diagram.
    last_variables: Vec<Option<Term>>,
    table: HashTable<Diagram>,
    /// The diagrams of terms that were built from a diagram.
    of_terms: TermMap<Diagram>,
    /// The diagrams of terms within conditions, as far as they were computed.
    of_terms_within: HashMap<(Term, Diagram), Diagram, FxBuild>,
    as_terms: HashMap<Diagram, Term, FxBuild>,
    ites: ComputedTable,
    within: ComputedTable,
    leaves: HashMap<Diagram, Rc<[Term]>, FxBuild>,
    guards: HashMap<Diagram, Rc<[(Term, Diagram)]>, FxBuild>,
    /// The remaining steps of the current operation.
    steps: u32,
    /// The sides that its remaining steps may handle.
    sides_left: usize,
    /// The effort of all operations.
    effort: u64,
    /// For each diagram, the last traversal that reached it and its position in that traversal.
    marks: Vec<[u32; 2]>,
    /// The number of traversals.
    traversal: u32,
}

/// The budget of one operation.
const STEPS: u32 = 1 << 16;
/// The limit on the sides that all steps of one operation handle: a step may have many.
const SIDES: usize = 1 << 20;
/// The effort of a step; that of a side is one.
const EFFORT_OF_STEP: u64 = 16;
/// The limit on the diagrams of a store.
const MAX_DIAGRAMS: usize = 1 << 22;
/// The limit on the sides of all diagrams of a store.
const MAX_SIDES: usize = 1 << 24;

impl Default for Diagrams {
    fn default() -> Diagrams {
        let mut diagrams = Diagrams {
            nodes: Vec::new(),
            sides: Vec::new(),
            last_variables: Vec::new(),
            table: HashTable::new(),
            of_terms: TermMap::default(),
            of_terms_within: HashMap::default(),
            as_terms: HashMap::default(),
            ites: ComputedTable::default(),
            within: ComputedTable::default(),
            leaves: HashMap::default(),
            guards: HashMap::default(),
            steps: 0,
            sides_left: 0,
            effort: 0,
            marks: Vec::new(),
            traversal: 0,
        };
        let constants = [Term::TRUE, Term::FALSE].map(|it| diagrams.leaf(it));
        debug_assert_eq!(constants, [Diagram::TRUE, Diagram::FALSE]);
        diagrams
    }
}

/// The terms that a diagram can be, in order, each with its condition.
type Guards = Vec<(Term, Diagram)>;

impl Diagrams {
    /// Returns the conjunction of two formulas; `None` if the budget is exhausted.
    pub fn both(&mut self, a: Diagram, b: Diagram) -> Option<Diagram> {
        self.begin();
        self.ite([a, b, Diagram::FALSE])
    }

    /// Returns the `ite` of three diagrams, the first of which is a formula; `None` if the budget is exhausted.
    pub fn either_of(&mut self, choice: [Diagram; 3]) -> Option<Diagram> {
        self.begin();
        self.ite(choice)
    }

    /// Replaces the leaves of a diagram by diagrams, within a condition. `option` returns the replacement; its
    /// arguments are the index of the leaf and the leaf's guard.
    fn replace_leaves(
        &mut self,
        diagram: Diagram,
        condition: Diagram,
        mut option: impl FnMut(&mut Diagrams, usize, Diagram) -> Option<Diagram>,
    ) -> Option<Diagram> {
        let mut plain: TermMap<Term> = TermMap::default();
        let mut guarded = Vec::new();
        for (index, &(term, guard)) in self.guards_within_budget(diagram)?.iter().enumerate() {
            let option = option(self, index, guard)?;
            match self.nodes[option.0 as usize] {
                Node::Leaf(option) => {
                    plain.insert(term, option);
                }
                Node::Split { .. } => guarded.push([guard, option]),
            }
        }
        let mut selected =
            self.map_leaves(diagram, |term| Some(plain.get(&term).copied().unwrap_or(term)))?;
        if let Some([guard, option]) = self.merge_guarded(guarded)? {
            selected = self.ite([guard, option, selected])?;
            selected = self.narrow(selected, condition)?;
        }
        Some(selected)
    }

    /// Merges diagrams with disjoint guards into one guard and diagram. Merging pairwise visits each of them only a
    /// logarithmic number of times.
    fn merge_guarded(&mut self, mut guarded: Vec<[Diagram; 2]>) -> Option<Option<[Diagram; 2]>> {
        while guarded.len() > 1 {
            let mut fewer = Vec::with_capacity(guarded.len().div_ceil(2));
            for pair in guarded.chunks(2) {
                fewer.push(match *pair {
                    [[guard, diagram], [other_guard, other]] => [
                        self.ite([guard, Diagram::TRUE, other_guard])?,
                        self.ite([guard, diagram, other])?,
                    ],
                    _ => pair[0],
                });
            }
            guarded = fewer;
        }
        Some(guarded.pop())
    }

    /// Returns the terms that a diagram can be, in order, each with its guard; `None` if the budget is exhausted.
    pub fn guards(&mut self, diagram: Diagram) -> Option<Rc<[(Term, Diagram)]>> {
        self.begin();
        self.guards_within_budget(diagram)
    }

    fn guards_within_budget(&mut self, diagram: Diagram) -> Option<Rc<[(Term, Diagram)]>> {
        if let Some(known) = self.guards.get(&diagram) {
            return Some(known.clone());
        }
        let mut below: Vec<Guards> = Vec::new();
        for part in self.parts(diagram) {
            let guards = match self.nodes[part.0 as usize] {
                Node::Leaf(term) => vec![(term, Diagram::TRUE)],
                Node::Split { variable, .. } => {
                    let sides = self.sides_of(part).iter();
                    let count = sides.map(|side| below[self.position(side.is)].len()).sum();
                    self.step(count)?;
                    let mut all = Vec::with_capacity(count);
                    for (index, side) in self.sides_of(part).iter().enumerate() {
                        let below = &below[self.position(side.is)];
                        all.extend(below.iter().map(|&(term, guard)| (term, index, guard)));
                    }
                    let starts = self.sides_of(part).iter().map(|side| side.from).collect();
                    self.guards_of_split(variable, starts, all)
                }
            };
            below.push(guards);
        }
        let guards: Rc<[(Term, Diagram)]> = below.pop().unwrap_or_default().into();
        self.guards.insert(diagram, guards.clone());
        Some(guards)
    }

    /// Builds the guards of a split from those of its sides; `starts` are the first values of the sides.
    fn guards_of_split(
        &mut self,
        variable: Term,
        starts: Vec<u32>,
        mut all: Vec<(Term, usize, Diagram)>,
    ) -> Guards {
        all.sort_unstable();
        let mut guards = Guards::new();
        let mut sides = Vec::new();
        for of_term in all.chunk_by(|one, next| one.0 == next.0) {
            let mut next = 0;
            for &(_, index, is) in of_term {
                if next < index {
                    sides.push(Side { from: starts[next], is: Diagram::FALSE });
                }
                sides.push(Side { from: starts[index], is });
                next = index + 1;
            }
            if let Some(&from) = starts.get(next) {
                sides.push(Side { from, is: Diagram::FALSE });
            }
            guards.push((of_term[0].0, self.split(variable, &mut sides)));
            sides.clear();
        }
        guards
    }

    /// Replaces the leaves of a diagram by terms; returns `None` if `other` does so for one of them, or if the budget is
    /// exhausted.
    fn map_leaves(
        &mut self,
        diagram: Diagram,
        mut other: impl FnMut(Term) -> Option<Term>,
    ) -> Option<Diagram> {
        let mut new: Vec<Diagram> = Vec::new();
        let mut sides = Vec::new();
        for part in self.parts(diagram) {
            new.push(match self.nodes[part.0 as usize] {
                Node::Leaf(term) => {
                    let other = other(term)?;
                    self.leaf(other)
                }
                Node::Split { variable, .. } => {
                    sides.clear();
                    for side in self.sides_of(part) {
                        sides.push(Side { is: new[self.position(side.is)], ..*side });
                    }
                    self.step(sides.len())?;
                    self.split(variable, &mut sides)
                }
            });
        }
        new.pop()
    }

    /// Returns the terms that a diagram can be, in order.
    pub fn leaves(&mut self, diagram: Diagram) -> Rc<[Term]> {
        if let Some(known) = self.leaves.get(&diagram) {
            return known.clone();
        }
        let parts = self.parts(diagram);
        let leaf = |it: Diagram| match self.nodes[it.0 as usize] {
            Node::Leaf(term) => Some(term),
            Node::Split { .. } => None,
        };
        let mut leaves: Vec<Term> = parts.into_iter().filter_map(leaf).collect();
        leaves.sort_unstable();
        let leaves: Rc<[Term]> = leaves.into();
        self.leaves.insert(diagram, leaves.clone());
        leaves
    }

    /// Returns the number of splits and leaves of a diagram.
    pub fn size(&mut self, diagram: Diagram) -> usize {
        self.parts(diagram).len()
    }

    /// Returns every part of a diagram, sides before splits. `position` returns the positions until the next call.
    fn parts(&mut self, diagram: Diagram) -> Vec<Diagram> {
        if self.traversal == u32::MAX {
            (self.traversal, self.marks) = (0, Vec::new());
        }
        self.traversal += 1;
        self.marks.resize(self.nodes.len(), [0; 2]);
        let mut parts = Vec::new();
        let mut work = vec![diagram];
        while let Some(next) = work.pop() {
            let mark = &mut self.marks[next.0 as usize];
            if mark[0] == self.traversal {
                continue;
            }
            mark[0] = self.traversal;
            parts.push(next);
            work.extend(self.sides_of(next).iter().map(|side| side.is));
        }
        parts.sort_unstable();
        for (position, part) in parts.iter().enumerate() {
            self.marks[part.0 as usize][1] = position as u32;
        }
        parts
    }

    /// Returns the position of a part in the last traversal.
    fn position(&self, part: Diagram) -> usize {
        self.marks[part.0 as usize][1] as usize
    }

    /// Begins an operation, with its budget.
    fn begin(&mut self) {
        (self.steps, self.sides_left) = (STEPS, SIDES);
    }

    /// Takes a step that handles a number of sides; returns `None` if the budget is exhausted.
    fn step(&mut self, sides: usize) -> Option<()> {
        self.effort += EFFORT_OF_STEP + sides as u64;
        self.steps = self.steps.checked_sub(1)?;
        self.sides_left = self.sides_left.checked_sub(sides)?;
        (self.nodes.len() < MAX_DIAGRAMS && self.sides.len() < MAX_SIDES).then_some(())
    }

    /// Returns the effort of all operations so far, in units that take about as long as a simple instruction.
    #[must_use]
    pub fn effort(&self) -> u64 {
        self.effort
    }

    fn leaf(&mut self, term: Term) -> Diagram {
        let nodes = &self.nodes;
        let same =
            |it: &Diagram| matches!(nodes[it.0 as usize], Node::Leaf(known) if known == term);
        let hash = hash_of(term, &[]);
        match self.table.find(hash, same) {
            Some(&known) => known,
            None => self.add(hash, Node::Leaf(term), None),
        }
    }

    /// Builds a split on a variable. Neighbouring sides that are equal are merged.
    fn split(&mut self, variable: Term, sides: &mut Vec<Side>) -> Diagram {
        sides.dedup_by_key(|side| side.is);
        match sides[..] {
            [] => return Diagram::FALSE,
            [only] => return only.is,
            _ => {}
        }
        let hash = hash_of(variable, sides);
        let same = |&it: &Diagram| match self.nodes[it.0 as usize] {
            Node::Split { variable: known, .. } => {
                known == variable && self.sides_of(it) == &sides[..]
            }
            Node::Leaf(_) => false,
        };
        if let Some(&known) = self.table.find(hash, same) {
            return known;
        }
        let below = sides.iter().map(|side| self.last_variables[side.is.0 as usize]);
        let last = below.max().flatten().max(Some(variable));
        let (first, count) = (self.sides.len() as u32, sides.len() as u32);
        self.sides.extend_from_slice(sides);
        self.add(hash, Node::Split { variable, first, count }, last)
    }

    /// Builds a split on a variable whose values are 0 and 1.
    fn split_in_two(&mut self, variable: Term, then: Diagram, otherwise: Diagram) -> Diagram {
        let sides = [Side { from: 0, is: otherwise }, Side { from: 1, is: then }];
        self.split(variable, &mut sides.to_vec())
    }

    fn add(&mut self, hash: u64, node: Node, last_variable: Option<Term>) -> Diagram {
        let next = Diagram(self.nodes.len() as u32);
        self.nodes.push(node);
        self.last_variables.push(last_variable);
        let (nodes, sides) = (&self.nodes, &self.sides);
        self.table.insert_unique(hash, next, |it| match nodes[it.0 as usize] {
            Node::Leaf(term) => hash_of(term, &[]),
            Node::Split { variable, first, count } => {
                hash_of(variable, &sides[first as usize..(first + count) as usize])
            }
        });
        next
    }

    /// Returns the sides of a split; a leaf has none.
    fn sides_of(&self, diagram: Diagram) -> &[Side] {
        match self.nodes[diagram.0 as usize] {
            Node::Leaf(_) => &[],
            Node::Split { first, count, .. } => {
                &self.sides[first as usize..(first + count) as usize]
            }
        }
    }

    /// Returns the topmost variable of some diagrams.
    fn top(&self, diagrams: &[Diagram]) -> Option<Term> {
        let variable = |it: &Diagram| match self.nodes[it.0 as usize] {
            Node::Leaf(_) => None,
            Node::Split { variable, .. } => Some(variable),
        };
        diagrams.iter().filter_map(variable).min()
    }
}

fn hash_of(head: Term, sides: &[Side]) -> u64 {
    FxBuild::default().hash_one((head, sides))
}
