//! Decision diagrams: what a term is in each case that truth values make, in a form in which equal things are the same.
//!
//! A diagram is a term, or a split on an *atom*, which is a formula that is not looked into. From the top down atoms come
//! in the order of their terms, each once, and no split has two equal sides. So two diagrams that say the same of their
//! atoms are one, and a formula over atoms that cannot hold is `FALSE`. What atoms say of each other is not known here.
//!
//! Most operations are told a condition within which the result matters. Cases in which it does not hold are left
//! out on the way, which is what keeps diagrams small: a choice among values that were decided on long before would
//! otherwise have to remember all of them.
//!
//! Diagrams can become large. Every operation has a number of steps, and gives up after that. Nothing here recurses.
//! `operations.rs` has what goes down atom by atom, `convert.rs` goes from terms to diagrams and back.

mod computed;
mod convert;
mod operations;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use hashbrown::HashMap;

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

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    Leaf(Term),
    /// One thing where the atom holds, and another where it does not.
    Split(Term, Diagram, Diagram),
}

/// All diagrams, and what was computed of them.
pub struct Diagrams {
    /// The sides of a split stand before it.
    nodes: Vec<Node>,
    /// For each, the last atom in it.
    last_atoms: Vec<Option<Term>>,
    numbers: HashMap<Node, Diagram, FxBuild>,
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

impl Default for Diagrams {
    fn default() -> Diagrams {
        let mut diagrams = Diagrams {
            nodes: Vec::new(),
            last_atoms: Vec::new(),
            numbers: HashMap::default(),
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
        let constants = [Term::TRUE, Term::FALSE].map(|it| diagrams.node(Node::Leaf(it)));
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
                Node::Split(..) => guarded.push([guard, option]),
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
            below.push(match self.nodes[part.0 as usize] {
                Node::Leaf(term) => vec![(term, Diagram::TRUE)],
                Node::Split(atom, then, otherwise) => {
                    let [then, otherwise] = [then, otherwise].map(|it| &below[self.place(it)]);
                    self.either(atom, then, otherwise)
                }
            });
        }
        let guards: Rc<[(Term, Diagram)]> = below.pop().unwrap_or_default().into();
        self.guards.insert(diagram, guards.clone());
        guards
    }

    /// Some guards where an atom holds, and others where it does not.
    fn either(&mut self, atom: Term, then: &Guards, otherwise: &Guards) -> Guards {
        let mut either = Vec::with_capacity(then.len().max(otherwise.len()));
        let (mut then, mut otherwise) = (then.iter().peekable(), otherwise.iter().peekable());
        while let Some(term) = then.peek().into_iter().chain(otherwise.peek()).map(|it| it.0).min()
        {
            let [holds, fails] = [&mut then, &mut otherwise]
                .map(|guards| guards.next_if(|it| it.0 == term).map_or(Diagram::FALSE, |it| it.1));
            either.push((term, self.split(atom, holds, fails)));
        }
        either
    }

    /// A diagram with other terms in the place of its own; `None` if there is none for one of them.
    fn mapped(
        &mut self,
        diagram: Diagram,
        mut other: impl FnMut(Term) -> Option<Term>,
    ) -> Option<Diagram> {
        let mut new: Vec<Diagram> = Vec::new();
        for part in self.parts(diagram) {
            new.push(match self.nodes[part.0 as usize] {
                Node::Leaf(term) => {
                    let other = other(term)?;
                    self.node(Node::Leaf(other))
                }
                Node::Split(atom, then, otherwise) => {
                    let [then, otherwise] = [then, otherwise].map(|it| new[self.place(it)]);
                    self.split(atom, then, otherwise)
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
            Node::Split(..) => None,
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
            if let Node::Split(_, then, otherwise) = self.nodes[next.0 as usize] {
                work.extend([then, otherwise]);
            }
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
        (self.nodes.len() < MAX_DIAGRAMS).then_some(())
    }

    fn node(&mut self, node: Node) -> Diagram {
        let next = Diagram(self.nodes.len() as u32);
        let (nodes, last_atoms) = (&mut self.nodes, &mut self.last_atoms);
        *self.numbers.entry(node).or_insert_with(|| {
            nodes.push(node);
            last_atoms.push(match node {
                Node::Leaf(_) => None,
                Node::Split(atom, then, otherwise) => {
                    let below = [then, otherwise].map(|it| last_atoms[it.0 as usize]);
                    below.into_iter().max().flatten().max(Some(atom))
                }
            });
            next
        })
    }

    fn split(&mut self, atom: Term, then: Diagram, otherwise: Diagram) -> Diagram {
        match then == otherwise {
            true => then,
            false => self.node(Node::Split(atom, then, otherwise)),
        }
    }

    /// The topmost atom of some diagrams.
    fn top(&self, diagrams: &[Diagram]) -> Option<Term> {
        let atom = |it: &Diagram| match self.nodes[it.0 as usize] {
            Node::Leaf(_) => None,
            Node::Split(atom, ..) => Some(atom),
        };
        diagrams.iter().filter_map(atom).min()
    }

    /// What a diagram is where an atom holds, and where it does not; no atom in it stands above that one.
    fn sides(&self, diagram: Diagram, atom: Term) -> [Diagram; 2] {
        match self.nodes[diagram.0 as usize] {
            Node::Split(top, then, otherwise) if top == atom => [then, otherwise],
            _ => [diagram, diagram],
        }
    }
}
