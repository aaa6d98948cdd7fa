//! Decision diagrams: what a term is in each case that some variables make, in a form in which equal things are the same.
//!
//! A diagram is a term, or a split on a *variable*: one diagram for each value of it, as a list of sides that each begin at
//! a value and reach to the next. A variable is a symbol that is compared with constants (`x < 7`, `x = 3`), or a formula that
//! is not looked into; that one is 0 or 1. From the top down variables come in the order of their terms, each once, and
//! neighbouring sides differ. So two diagrams that say the same of their variables are one, and a formula over them that
//! cannot hold is `FALSE`. What variables say of each other is not known here.
//!
//! Most operations are told a condition within which the result matters. Cases in which it does not hold are left
//! out on the way, which is what keeps diagrams small: a choice among values that were decided on long before would
//! otherwise have to remember all of them.
//!
//! Diagrams can become large. Every operation has a number of steps, and gives up after that. Nothing here recurses.
//! `operations.rs` has what goes down variable by variable, `convert.rs` goes from terms to diagrams and back.

mod computed;
mod convert;
mod operations;
#[cfg(test)]
mod tests;

use std::hash::BuildHasher;
use std::rc::Rc;

use hashbrown::{HashMap, HashTable};

use self::computed::Computed;
use crate::store::{FxBuild, Term, TermMap};

/// A diagram of a `Diagrams` store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Diagram(u32);

impl Diagram {
    /// What always holds.
    pub const TRUE: Diagram = Diagram(0);
    /// What never holds.
    pub const FALSE: Diagram = Diagram(1);
}

/// A part of a split: what it is from a value of the variable on, up to where the next side begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Side {
    from: u32,
    is: Diagram,
}

#[derive(Clone, Copy)]
enum Node {
    Leaf(Term),
    /// A split on a variable. Its sides are some of `Diagrams::sides`: two or more, the first from 0, in order.
    Split {
        variable: Term,
        first: u32,
        count: u32,
    },
}

/// All diagrams, and what was computed of them.
pub struct Diagrams {
    /// What the sides of a split are stands before it.
    nodes: Vec<Node>,
    sides: Vec<Side>,
    /// For each, the last variable in it.
    last_variables: Vec<Option<Term>>,
    table: HashTable<Diagram>,
    /// The diagrams of terms that stand for one.
    of_terms: TermMap<Diagram>,
    /// The diagrams of terms within conditions, as far as they were asked for.
    of_terms_within: HashMap<(Term, Diagram), Diagram, FxBuild>,
    as_terms: HashMap<Diagram, Term, FxBuild>,
    choices: Computed,
    within: Computed,
    leaves: HashMap<Diagram, Rc<[Term]>, FxBuild>,
    guards: HashMap<Diagram, Rc<[(Term, Diagram)]>, FxBuild>,
    /// The steps that the current operation still has.
    steps: u32,
    /// For each diagram, the last time that it was a part of another one that was taken apart, and its number there.
    marks: Vec<[u32; 2]>,
    /// How often one was taken apart.
    time: u32,
}

/// The steps of one operation.
const STEPS: u32 = 1 << 16;
/// The diagrams of a store.
const MAX_DIAGRAMS: usize = 1 << 22;
/// The sides of all diagrams of a store.
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
            choices: Computed::default(),
            within: Computed::default(),
            leaves: HashMap::default(),
            guards: HashMap::default(),
            steps: 0,
            marks: Vec::new(),
            time: 0,
        };
        let constants = [Term::TRUE, Term::FALSE].map(|it| diagrams.leaf(it));
        debug_assert_eq!(constants, [Diagram::TRUE, Diagram::FALSE]);
        diagrams
    }
}

/// Where a diagram is which term, in the order of the terms.
type Guards = Vec<(Term, Diagram)>;

impl Diagrams {
    /// What holds where both do; `None` if that becomes too large.
    pub fn both(&mut self, a: Diagram, b: Diagram) -> Option<Diagram> {
        self.steps = STEPS;
        self.choice([a, b, Diagram::FALSE])
    }

    /// One diagram or another, as a formula says; `None` if that becomes too large.
    pub fn either_of(&mut self, choice: [Diagram; 3]) -> Option<Diagram> {
        self.steps = STEPS;
        self.choice(choice)
    }

    /// A diagram with others in the place of its terms, within a condition. `option` says what stands for a term, of
    /// which it is told the number among all and where it is meant.
    fn selected(
        &mut self,
        diagram: Diagram,
        condition: Diagram,
        mut option: impl FnMut(&mut Diagrams, usize, Diagram) -> Option<Diagram>,
    ) -> Option<Diagram> {
        let mut plain: TermMap<Term> = TermMap::default();
        let mut guarded = Vec::new();
        for (index, &(term, guard)) in self.guards(diagram).iter().enumerate() {
            let option = option(self, index, guard)?;
            match self.nodes[option.0 as usize] {
                Node::Leaf(option) => {
                    plain.insert(term, option);
                }
                Node::Split { .. } => guarded.push([guard, option]),
            }
        }
        let mut selected =
            self.mapped(diagram, |term| Some(plain.get(&term).copied().unwrap_or(term)))?;
        if let Some([guard, option]) = self.together(guarded)? {
            selected = self.choice([guard, option, selected])?;
            selected = self.narrowed(selected, condition)?;
        }
        Some(selected)
    }

    /// One guard and diagram for several; guards exclude each other. Two and two are put together, so that each is looked at
    /// a few times only.
    fn together(&mut self, mut guarded: Vec<[Diagram; 2]>) -> Option<Option<[Diagram; 2]>> {
        while guarded.len() > 1 {
            let mut fewer = Vec::with_capacity(guarded.len().div_ceil(2));
            for pair in guarded.chunks(2) {
                fewer.push(match *pair {
                    [[guard, diagram], [other_guard, other]] => [
                        self.choice([guard, Diagram::TRUE, other_guard])?,
                        self.choice([guard, diagram, other])?,
                    ],
                    _ => pair[0],
                });
            }
            guarded = fewer;
        }
        Some(guarded.pop())
    }

    /// For each term that a diagram can be, in order, where it is that.
    pub fn guards(&mut self, diagram: Diagram) -> Rc<[(Term, Diagram)]> {
        if let Some(known) = self.guards.get(&diagram) {
            return known.clone();
        }
        let mut below: Vec<Guards> = Vec::new();
        for part in self.parts(diagram) {
            let guards = match self.nodes[part.0 as usize] {
                Node::Leaf(term) => vec![(term, Diagram::TRUE)],
                Node::Split { variable, .. } => {
                    let mut all = Vec::new();
                    for (index, side) in self.sides_of(part).iter().enumerate() {
                        let below = &below[self.place(side.is)];
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
        guards
    }

    /// The guards of a split whose sides start where, of those of each side by its number.
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

    /// A diagram with other terms in the place of its own; `None` if there is none for one of them.
    fn mapped(
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
                        sides.push(Side { is: new[self.place(side.is)], ..*side });
                    }
                    self.split(variable, &mut sides)
                }
            });
        }
        new.pop()
    }

    /// The terms that a diagram can be, in order.
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

    /// How many splits and terms there are in a diagram.
    pub fn size(&mut self, diagram: Diagram) -> usize {
        self.parts(diagram).len()
    }

    /// Everything in a diagram, sides before splits. `place` says where each is, until another one is taken apart.
    fn parts(&mut self, diagram: Diagram) -> Vec<Diagram> {
        if self.time == u32::MAX {
            (self.time, self.marks) = (0, Vec::new());
        }
        self.time += 1;
        self.marks.resize(self.nodes.len(), [0; 2]);
        let mut parts = Vec::new();
        let mut work = vec![diagram];
        while let Some(next) = work.pop() {
            let mark = &mut self.marks[next.0 as usize];
            if mark[0] == self.time {
                continue;
            }
            mark[0] = self.time;
            parts.push(next);
            work.extend(self.sides_of(next).iter().map(|side| side.is));
        }
        parts.sort_unstable();
        for (place, part) in parts.iter().enumerate() {
            self.marks[part.0 as usize][1] = place as u32;
        }
        parts
    }

    /// Where a part is among all.
    fn place(&self, part: Diagram) -> usize {
        self.marks[part.0 as usize][1] as usize
    }

    fn step(&mut self) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        (self.nodes.len() < MAX_DIAGRAMS && self.sides.len() < MAX_SIDES).then_some(())
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

    /// A split on a variable. Sides that are the same as the one before are taken together.
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

    /// A split on a variable that is 0 or 1.
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

    /// The sides of a split; a term has none.
    fn sides_of(&self, diagram: Diagram) -> &[Side] {
        match self.nodes[diagram.0 as usize] {
            Node::Leaf(_) => &[],
            Node::Split { first, count, .. } => {
                &self.sides[first as usize..(first + count) as usize]
            }
        }
    }

    /// The topmost variable of some diagrams.
    fn top(&self, diagrams: &[Diagram]) -> Option<Term> {
        let variable = |it: &Diagram| match self.nodes[it.0 as usize] {
            Node::Leaf(_) => None,
            Node::Split { variable, .. } => Some(variable),
        };
        diagrams.iter().filter_map(variable).min()
    }
}

fn hash_of(what: Term, sides: &[Side]) -> u64 {
    FxBuild::default().hash_one((what, sides))
}
