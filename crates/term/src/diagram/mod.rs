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
//! `convert.rs` goes from terms to diagrams and back.

mod convert;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use hashbrown::HashMap;

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
    choices: HashMap<[Diagram; 3], Diagram, FxBuild>,
    within: HashMap<[Diagram; 2], Diagram, FxBuild>,
    leaves: HashMap<Diagram, Rc<[Term]>, FxBuild>,
    /// The steps that the current operation still has.
    steps: u32,
}

/// The steps of one operation.
const STEPS: u32 = 1 << 13;
/// The diagrams of a store.
const MAX_DIAGRAMS: usize = 1 << 22;
/// The options among which is selected.
const MAX_OPTIONS: usize = 128;

impl Default for Diagrams {
    fn default() -> Diagrams {
        let mut diagrams = Diagrams {
            nodes: Vec::new(),
            last_atoms: Vec::new(),
            numbers: HashMap::default(),
            of_terms: TermMap::default(),
            of_terms_within: HashMap::default(),
            as_terms: HashMap::default(),
            choices: HashMap::default(),
            within: HashMap::default(),
            leaves: HashMap::default(),
            steps: 0,
        };
        let constants = [Term::TRUE, Term::FALSE].map(|it| diagrams.node(Node::Leaf(it)));
        debug_assert_eq!(constants, [Diagram::TRUE, Diagram::FALSE]);
        diagrams
    }
}

/// What a diagram within a condition is made of.
#[derive(Clone, Copy)]
enum Narrower {
    /// Another one, which is the same.
    One([Diagram; 2]),
    /// One where an atom holds, and one where it does not.
    Two(Term, [[Diagram; 2]; 2]),
}

/// Diagrams that are split together. The first is the condition within which the result matters.
type Joint = Vec<Diagram>;

impl Diagrams {
    /// What holds where both do; `None` if that becomes too large.
    pub fn both(&mut self, a: Diagram, b: Diagram) -> Option<Diagram> {
        self.steps = STEPS;
        self.choice([a, b, Diagram::FALSE])
    }

    /// For each term that a diagram can be, what it stands for; within a condition. `None` if that takes too long.
    pub fn select(
        &mut self,
        diagram: Diagram,
        condition: Diagram,
        options: &[(Term, Diagram)],
    ) -> Option<Diagram> {
        self.steps = STEPS;
        self.selected(diagram, condition, options)
    }

    /// `select`, as a part of an operation.
    fn selected(
        &mut self,
        diagram: Diagram,
        condition: Diagram,
        options: &[(Term, Diagram)],
    ) -> Option<Diagram> {
        if options.iter().all(|&(_, option)| self.top(&[option]).is_none()) {
            return Some(self.replaced(diagram, options));
        }
        let (diagram, options) = self.distinct(diagram, options);
        if options.len() > MAX_OPTIONS {
            return None;
        }
        let reached = self.reached(diagram, &options);
        let start: Joint =
            [condition, diagram].into_iter().chain(options.iter().map(|it| it.1)).collect();
        self.walk(start, |diagrams, joint| {
            let set = reached.get(&joint[1]).copied().unwrap_or(0);
            for (index, option) in joint[2..].iter_mut().enumerate() {
                if set & (1 << index) == 0 {
                    *option = Diagram::TRUE;
                }
            }
            match set.is_power_of_two() {
                true => {
                    let option = joint[2 + set.trailing_zeros() as usize];
                    diagrams.narrowed(option, joint[0]).map(Some)
                }
                false => Some(None),
            }
        })
    }

    /// The same choice among options of which no two are the same.
    fn distinct(
        &mut self,
        diagram: Diagram,
        options: &[(Term, Diagram)],
    ) -> (Diagram, Vec<(Term, Diagram)>) {
        let mut distinct: Vec<(Term, Diagram)> = Vec::new();
        let mut first_of_same = Vec::with_capacity(options.len());
        for &(term, option) in options {
            let first = distinct.iter().find(|it| it.1 == option).map_or(term, |it| it.0);
            if first == term {
                distinct.push((term, option));
            }
            first_of_same.push((term, self.node(Node::Leaf(first))));
        }
        match distinct.len() == options.len() {
            true => (diagram, distinct),
            false => (self.replaced(diagram, &first_of_same), distinct),
        }
    }

    /// A diagram with other terms in the place of its own.
    fn replaced(&mut self, diagram: Diagram, options: &[(Term, Diagram)]) -> Diagram {
        let mut new: HashMap<Diagram, Diagram, FxBuild> = HashMap::default();
        for part in self.parts(diagram) {
            let replaced = match self.nodes[part.0 as usize] {
                Node::Leaf(term) => {
                    let option = options.iter().find(|option| option.0 == term);
                    option.map_or(part, |option| option.1)
                }
                Node::Split(atom, then, otherwise) => self.split(atom, new[&then], new[&otherwise]),
            };
            new.insert(part, replaced);
        }
        new[&diagram]
    }

    /// The terms that a diagram can be, in order.
    pub fn leaves(&mut self, diagram: Diagram) -> Rc<[Term]> {
        if let Some(known) = self.leaves.get(&diagram) {
            return known.clone();
        }
        let leaf = |it: Diagram| match self.nodes[it.0 as usize] {
            Node::Leaf(term) => Some(term),
            Node::Split(..) => None,
        };
        let mut leaves: Vec<Term> = self.parts(diagram).into_iter().filter_map(leaf).collect();
        leaves.sort_unstable();
        let leaves: Rc<[Term]> = leaves.into();
        self.leaves.insert(diagram, leaves.clone());
        leaves
    }

    /// How many splits and terms there are in a diagram.
    #[must_use]
    pub fn size(&self, diagram: Diagram) -> usize {
        self.parts(diagram).len()
    }

    /// Everything in a diagram, sides before splits.
    fn parts(&self, diagram: Diagram) -> Vec<Diagram> {
        let mut parts = Vec::new();
        let mut seen = hashbrown::HashSet::<Diagram, FxBuild>::default();
        let mut work = vec![diagram];
        while let Some(next) = work.pop() {
            if seen.insert(next) {
                parts.push(next);
                if let Node::Split(_, then, otherwise) = self.nodes[next.0 as usize] {
                    work.extend([then, otherwise]);
                }
            }
        }
        parts.sort_unstable();
        parts
    }

    /// For each part of a diagram, which options its terms are, as bits.
    fn reached(
        &self,
        diagram: Diagram,
        options: &[(Term, Diagram)],
    ) -> HashMap<Diagram, u128, FxBuild> {
        let mut reached: HashMap<Diagram, u128, FxBuild> = HashMap::default();
        for part in self.parts(diagram) {
            let set = match self.nodes[part.0 as usize] {
                Node::Leaf(term) => {
                    let index = options.iter().position(|option| option.0 == term);
                    index.map_or(0, |index| 1 << index)
                }
                Node::Split(_, then, otherwise) => reached[&then] | reached[&otherwise],
            };
            reached.insert(part, set);
        }
        reached
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

    fn not(&mut self, formula: Diagram) -> Option<Diagram> {
        self.choice([formula, Diagram::FALSE, Diagram::TRUE])
    }

    /// One diagram or another, as a formula says.
    fn choice(&mut self, choice: [Diagram; 3]) -> Option<Diagram> {
        let mut stack = vec![choice];
        while let Some(&top) = stack.last() {
            if self.known_choice(top).is_some() {
                stack.pop();
                continue;
            }
            let atom = self.top(&top)?;
            let [then, otherwise] = [0, 1].map(|side| top.map(|it| self.sides(it, atom)[side]));
            match (self.known_choice(then), self.known_choice(otherwise)) {
                (Some(then), Some(otherwise)) => {
                    let result = self.split(atom, then, otherwise);
                    self.choices.insert(top, result);
                    stack.pop();
                }
                _ => {
                    self.step()?;
                    stack.extend([then, otherwise]);
                }
            }
        }
        self.known_choice(choice)
    }

    fn known_choice(&self, choice: [Diagram; 3]) -> Option<Diagram> {
        match choice {
            [Diagram::TRUE, then, _] => Some(then),
            [Diagram::FALSE, _, otherwise] => Some(otherwise),
            [_, then, otherwise] if then == otherwise => Some(then),
            [condition, Diagram::TRUE, Diagram::FALSE] => Some(condition),
            choice => self.choices.get(&choice).copied(),
        }
    }

    /// A diagram that is the same as another one where a condition holds, and does not tell cases apart in which it does
    /// not. It is a term if it is one wherever the condition holds.
    fn narrowed(&mut self, diagram: Diagram, condition: Diagram) -> Option<Diagram> {
        if self.within.len() > MAX_DIAGRAMS {
            self.within.clear();
        }
        let mut stack = vec![[diagram, condition]];
        while let Some(&top) = stack.last() {
            if self.known_within(top).is_some() {
                stack.pop();
                continue;
            }
            self.step()?;
            let parts = self.narrower(top)?;
            let result = match parts {
                Narrower::One(part) => self.known_within(part),
                Narrower::Two(atom, parts) => match parts.map(|it| self.known_within(it)) {
                    [Some(then), Some(otherwise)] => Some(self.split(atom, then, otherwise)),
                    _ => None,
                },
            };
            match (result, parts) {
                (Some(result), _) => {
                    self.within.insert(top, result);
                    stack.pop();
                }
                (None, Narrower::One(part)) => stack.push(part),
                (None, Narrower::Two(_, parts)) => stack.extend(parts),
            }
        }
        self.known_within([diagram, condition])
    }

    /// What a diagram is within a condition, if that is known or easily seen.
    fn known_within(&self, [diagram, condition]: [Diagram; 2]) -> Option<Diagram> {
        let Node::Split(top, ..) = self.nodes[diagram.0 as usize] else { return Some(diagram) };
        // A condition that speaks of nothing in it says nothing of it.
        if self.last_atoms[condition.0 as usize] < Some(top) {
            return Some(diagram);
        }
        if diagram == condition {
            return Some(Diagram::TRUE);
        }
        self.within.get(&[diagram, condition]).copied()
    }

    /// The smaller diagrams and conditions that one within another is made of.
    fn narrower(&mut self, both: [Diagram; 2]) -> Option<Narrower> {
        let atom = self.top(&both)?;
        let [[then, otherwise], [holds, fails]] = both.map(|it| self.sides(it, atom));
        Some(match (holds, fails) {
            (Diagram::FALSE, _) => Narrower::One([otherwise, fails]),
            (_, Diagram::FALSE) => Narrower::One([then, holds]),
            // Only the condition speaks of it.
            _ if then == otherwise => {
                Narrower::One([then, self.choice([holds, Diagram::TRUE, fails])?])
            }
            _ => Narrower::Two(atom, [[then, holds], [otherwise, fails]]),
        })
    }

    /// Splits diagrams together until somebody knows the result; he may also change what does not matter to it.
    fn walk(
        &mut self,
        start: Joint,
        mut known: impl FnMut(&mut Diagrams, &mut [Diagram]) -> Option<Option<Diagram>>,
    ) -> Option<Diagram> {
        let mut results: HashMap<Joint, Diagram, FxBuild> = HashMap::default();
        let mut stack = vec![start.clone()];
        while let Some(top) = stack.last() {
            if results.contains_key(top) {
                stack.pop();
                continue;
            }
            self.step()?;
            let mut joint = top.clone();
            // A condition that speaks of none of the rest says nothing of it.
            if self.last_atoms[joint[0].0 as usize] < self.top(&joint[1..]) {
                joint[0] = Diagram::TRUE;
            }
            if let Some(result) = known(self, &mut joint)? {
                results.extend(stack.pop().map(|top| (top, result)));
                continue;
            }
            let atom = self.top(&joint)?;
            let parts = self.sides_within(&joint, atom)?;
            let done: Vec<Diagram> =
                parts.iter().filter_map(|it| results.get(it).copied()).collect();
            if done.len() < parts.len() {
                stack.extend(parts);
                continue;
            }
            let result = match done[..] {
                [then, otherwise] => self.split(atom, then, otherwise),
                _ => done[0],
            };
            results.extend(stack.pop().map(|top| (top, result)));
        }
        results.get(&start).copied()
    }

    /// What becomes of diagrams on both sides of an atom, or on the only one that matters.
    fn sides_within(&mut self, joint: &[Diagram], atom: Term) -> Option<Vec<Joint>> {
        let side = |diagrams: &Diagrams, side: usize| -> Joint {
            joint.iter().map(|&it| diagrams.sides(it, atom)[side]).collect()
        };
        let (then, otherwise) = (side(self, 0), side(self, 1));
        Some(match (then[0], otherwise[0]) {
            (Diagram::FALSE, _) => vec![otherwise],
            (_, Diagram::FALSE) => vec![then],
            // Only the condition speaks of it.
            (holds, fails) if then[1..] == otherwise[1..] => {
                let mut either = then;
                either[0] = self.choice([holds, Diagram::TRUE, fails])?;
                vec![either]
            }
            _ => vec![then, otherwise],
        })
    }
}
