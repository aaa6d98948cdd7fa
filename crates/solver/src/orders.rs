//! The orders layer: consequences of comparisons alone.
//!
//! `a < b`, `b <= c` and `c <= a` are unsatisfiable for all terms `a`, `b` and `c`. The layer builds a graph with an
//! edge for each comparison and equality among the assumptions, from the smaller side to the greater one. Terms in a
//! strongly connected component are equal, so a strict edge or an inequality inside a component is a contradiction.
//! Constants are ordered by edges too.
//!
//! If there is no contradiction, and the assumptions are only comparisons of symbols and constants, the layer reads a
//! model off the graph: each term is as close to zero as its neighbours allow. The model is evaluated before it is
//! returned.
//!
//! The layer does not inspect the compared terms and does not know distances: it cannot decide that `a < b` and
//! `b < a + 2` leave a single value of `b`. Signed and unsigned comparisons form separate graphs. A SAT solver needs
//! many conflicts for the same conclusions, because it learns them bit by bit (a cycle of three: 165 conflicts).

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use term::bits::sign_extend_word;
use term::{Bits, Evaluator, Model, Op, Sort, Term, TermMap, Terms, Value};

use crate::answer::{Answer, Query, Solver};
use crate::layer::Layer;

/// The layer; see the module documentation.
#[derive(Default)]
pub struct Orders {
    unsat: u64,
    models: u64,
}

impl Layer for Orders {
    fn name(&self) -> &'static str {
        "orders"
    }

    fn decide(&mut self, terms: &mut Terms, query: Query<'_>, below: &mut dyn Solver) -> Answer {
        for order in [Op::BvSlt, Op::BvUlt] {
            let mut graph = OrderGraph::new(terms, order, query.assumptions);
            if graph.comparisons == 0 {
                continue;
            }
            graph.find_components();
            if let Some(core) = graph.contradiction() {
                self.unsat += 1;
                return Answer::Unsat(core);
            }
            if let Some(model) = graph.model(terms, query.assumptions) {
                self.models += 1;
                return Answer::Sat(Rc::new(model));
            }
        }
        below.check(terms, query)
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("unsatisfiable", self.unsat), ("models", self.models)]
    }
}

/// An assumption about an order.
enum Literal {
    /// The first is less than the second, or at most the second, in one of the two orders.
    Less { order: Op, strict: bool, from: Term, to: Term },
    /// The two are equal, or not.
    Equal { truth: bool, one: Term, other: Term },
}

fn literal(terms: &Terms, assumption: Term) -> Option<Literal> {
    let (atom, truth) = match terms.op(assumption) {
        Op::Not => (terms.arg(assumption, 0), false),
        _ => (assumption, true),
    };
    let order @ (Op::BvSlt | Op::BvUlt | Op::Eq) = terms.op(atom) else { return None };
    let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
    if !matches!(terms.sort(a), Sort::Bits(1..=64)) {
        return None;
    }
    Some(match (order, truth) {
        (Op::Eq, truth) => Literal::Equal { truth, one: a, other: b },
        (order, true) => Literal::Less { order, strict: true, from: a, to: b },
        (order, false) => Literal::Less { order, strict: false, from: b, to: a },
    })
}

/// An edge: its start is less than its end (strict), or at most its end.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    strict: bool,
    /// The assumption of the edge; `None` between constants.
    assumption: Option<Term>,
}

/// The graph of the terms that are compared in one order.
struct OrderGraph {
    order: Op,
    atoms: Vec<Term>,
    indices: TermMap<usize>,
    edges: Vec<Edge>,
    /// The edges that leave each atom.
    leaving: Vec<Vec<usize>>,
    /// Pairs of unequal atoms, with the assumption.
    apart: Vec<(usize, usize, Term)>,
    /// The number of assumptions that compare in this order.
    comparisons: usize,
    /// Whether the graph represents all assumptions.
    complete: bool,
    /// The strongly connected component of each atom, numbered in topological order.
    components: Vec<usize>,
    /// The number of components.
    count: usize,
}

impl OrderGraph {
    fn new(terms: &Terms, order: Op, assumptions: &[Term]) -> OrderGraph {
        let mut graph = OrderGraph {
            order,
            atoms: Vec::new(),
            indices: TermMap::default(),
            edges: Vec::new(),
            leaving: Vec::new(),
            apart: Vec::new(),
            comparisons: 0,
            complete: true,
            components: Vec::new(),
            count: 0,
        };
        for &assumption in assumptions {
            match literal(terms, assumption) {
                Some(Literal::Less { order: by, strict, from, to }) if by == order => {
                    graph.comparisons += 1;
                    graph.add_edge(from, to, strict, Some(assumption));
                }
                Some(Literal::Equal { truth: true, one, other }) => {
                    graph.add_edge(one, other, false, Some(assumption));
                    graph.add_edge(other, one, false, Some(assumption));
                }
                Some(Literal::Equal { truth: false, one, other }) => {
                    let (one, other) = (graph.index(one), graph.index(other));
                    graph.apart.push((one, other, assumption));
                }
                _ => graph.complete = false,
            }
        }
        if graph.comparisons > 0 {
            graph.add_constant_edges(terms);
        }
        graph
    }

    fn index(&mut self, atom: Term) -> usize {
        let next = self.atoms.len();
        let index = *self.indices.entry(atom).or_insert(next);
        if index == next {
            self.atoms.push(atom);
            self.leaving.push(Vec::new());
        }
        index
    }

    fn add_edge(&mut self, from: Term, to: Term, strict: bool, assumption: Option<Term>) {
        let (from, to) = (self.index(from), self.index(to));
        self.leaving[from].push(self.edges.len());
        self.edges.push(Edge { from, to, strict, assumption });
    }

    /// Adds an edge from each constant to the next one of its width.
    fn add_constant_edges(&mut self, terms: &Terms) {
        let constant = |&atom: &Term| Some((terms.width(atom), self.number(terms, atom)?, atom));
        let mut constants: Vec<(u32, i128, Term)> =
            self.atoms.iter().filter_map(constant).collect();
        constants.sort_unstable();
        for pair in constants.windows(2) {
            let ((width, _, from), (other_width, _, to)) = (pair[0], pair[1]);
            if width == other_width {
                self.add_edge(from, to, true, None);
            }
        }
    }

    /// Returns the number that a constant is in this order.
    fn number(&self, terms: &Terms, atom: Term) -> Option<i128> {
        let word = match terms.op(atom) {
            Op::Small { value, .. } => value,
            _ => return None,
        };
        Some(match self.order {
            Op::BvSlt => sign_extend_word(word, terms.width(atom)).into(),
            _ => word.into(),
        })
    }

    /// Returns the least and the greatest number of a width.
    fn range(&self, width: u32) -> (i128, i128) {
        match self.order {
            Op::BvSlt => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
            _ => (0, (1i128 << width) - 1),
        }
    }

    /// Computes the strongly connected components (Kosaraju's algorithm): a depth-first search along the edges for the
    /// postorder, and one against them in reverse postorder.
    fn find_components(&mut self) {
        let done = self.postorder();
        let mut entering = vec![Vec::new(); self.atoms.len()];
        for edge in &self.edges {
            entering[edge.to].push(edge.from);
        }
        const NONE: usize = usize::MAX;
        self.components = vec![NONE; self.atoms.len()];
        self.count = 0;
        for &root in done.iter().rev() {
            if self.components[root] != NONE {
                continue;
            }
            let mut stack = vec![root];
            self.components[root] = self.count;
            while let Some(atom) = stack.pop() {
                for &before in &entering[atom] {
                    if self.components[before] == NONE {
                        self.components[before] = self.count;
                        stack.push(before);
                    }
                }
            }
            self.count += 1;
        }
    }

    /// Returns the atoms in postorder.
    fn postorder(&self) -> Vec<usize> {
        let mut done = Vec::with_capacity(self.atoms.len());
        let mut seen = vec![false; self.atoms.len()];
        for root in 0..self.atoms.len() {
            if seen[root] {
                continue;
            }
            seen[root] = true;
            let mut stack = vec![(root, 0)];
            while let Some((atom, next)) = stack.pop() {
                let Some(&edge) = self.leaving[atom].get(next) else {
                    done.push(atom);
                    continue;
                };
                stack.push((atom, next + 1));
                let to = self.edges[edge].to;
                if !seen[to] {
                    seen[to] = true;
                    stack.push((to, 0));
                }
            }
        }
        done
    }

    fn same_component(&self, one: usize, other: usize) -> bool {
        self.components[one] == self.components[other]
    }

    /// Returns assumptions that are unsatisfiable together, if any.
    fn contradiction(&self) -> Option<Vec<Term>> {
        let strict = |edge: &&Edge| edge.strict && self.same_component(edge.from, edge.to);
        if let Some(edge) = self.edges.iter().find(strict) {
            let mut core = self.path_assumptions(edge.to, edge.from);
            core.extend(edge.assumption);
            return Some(core.into_iter().collect());
        }
        let apart = |(one, other, _): &&(usize, usize, Term)| self.same_component(*one, *other);
        let &(one, other, assumption) = self.apart.iter().find(apart)?;
        let mut core = self.path_assumptions(one, other);
        core.extend(self.path_assumptions(other, one));
        core.insert(assumption);
        Some(core.into_iter().collect())
    }

    /// Returns the assumptions of a shortest path between two atoms of one component.
    fn path_assumptions(&self, from: usize, to: usize) -> BTreeSet<Term> {
        let mut by: BTreeMap<usize, usize> = BTreeMap::new();
        let mut queue = VecDeque::from([from]);
        while let Some(atom) = queue.pop_front() {
            if atom == to {
                break;
            }
            for &index in &self.leaving[atom] {
                let next = self.edges[index].to;
                if next != from && self.same_component(next, from) && !by.contains_key(&next) {
                    by.insert(next, index);
                    queue.push_back(next);
                }
            }
        }
        let mut assumptions = BTreeSet::new();
        let mut at = to;
        while at != from {
            let Some(&index) = by.get(&at) else { break };
            assumptions.extend(self.edges[index].assumption);
            at = self.edges[index].from;
        }
        assumptions
    }

    /// Returns a model, if the graph represents all assumptions and every component has a value.
    fn model(&self, terms: &Terms, assumptions: &[Term]) -> Option<Model> {
        let plain = |&atom: &Term| matches!(terms.op(atom), Op::Symbol(_) | Op::Small { .. });
        if !self.complete || !self.atoms.iter().all(plain) {
            return None;
        }
        let numbers = self.numbers(terms)?;
        let mut model = Model::new();
        for (index, &atom) in self.atoms.iter().enumerate() {
            if let Op::Symbol(symbol) = terms.op(atom) {
                let width = terms.width(atom);
                let word = numbers[self.components[index]] as u64;
                model.set(symbol, Value::Bits(Bits::new(width, word)));
            }
        }
        let mut evaluator = Evaluator::default();
        let holds = |&term: &Term| evaluator.holds(terms, term, &model);
        assumptions.iter().all(holds).then_some(model)
    }

    /// Assigns a number to each component.
    fn numbers(&self, terms: &Terms) -> Option<Vec<i128>> {
        let mut bounds = Bounds::new(self, terms);
        let gaps = self.gaps();
        for &(from, to, gap) in gaps.iter().rev() {
            bounds.upper[from] = bounds.upper[from].min(bounds.upper[to] - gap);
        }
        let mut numbers = bounds.fixed.clone();
        let mut apart = vec![Vec::new(); self.count];
        for &(one, other, _) in &self.apart {
            let (one, other) = (self.components[one], self.components[other]);
            apart[one].push(other);
            apart[other].push(one);
        }
        let mut gaps = gaps.into_iter().peekable();
        for component in 0..self.count {
            let taken: BTreeSet<i128> =
                apart[component].iter().filter_map(|&other| numbers[other]).collect();
            let (lower, upper) = (bounds.lower[component], bounds.upper[component]);
            let number = match numbers[component] {
                Some(number) => (lower..=upper).contains(&number).then_some(number)?,
                None => nearest_to_zero(lower, upper, &taken)?,
            };
            numbers[component] = Some(number);
            while let Some((_, to, gap)) = gaps.next_if(|(from, ..)| *from == component) {
                bounds.lower[to] = bounds.lower[to].max(number + gap);
            }
        }
        numbers.into_iter().collect()
    }

    /// Returns the edges between components, sorted by their start, each with the minimum difference.
    fn gaps(&self) -> Vec<(usize, usize, i128)> {
        let pair = |one: usize, other: usize| {
            let (one, other) = (self.components[one], self.components[other]);
            (one.min(other), one.max(other))
        };
        let apart: BTreeSet<(usize, usize)> =
            self.apart.iter().map(|&(one, other, _)| pair(one, other)).collect();
        let between = self.edges.iter().filter(|edge| !self.same_component(edge.from, edge.to));
        let mut gaps: Vec<(usize, usize, i128)> = between
            .map(|edge| {
                let strict = edge.strict || apart.contains(&pair(edge.from, edge.to));
                (self.components[edge.from], self.components[edge.to], i128::from(strict))
            })
            .collect();
        gaps.sort_unstable();
        gaps
    }
}

/// The possible values of each component.
struct Bounds {
    /// The constant in the component.
    fixed: Vec<Option<i128>>,
    lower: Vec<i128>,
    upper: Vec<i128>,
}

impl Bounds {
    fn new(graph: &OrderGraph, terms: &Terms) -> Bounds {
        let count = graph.count;
        let mut bounds =
            Bounds { fixed: vec![None; count], lower: vec![0; count], upper: vec![0; count] };
        for (index, &atom) in graph.atoms.iter().enumerate() {
            let component = graph.components[index];
            (bounds.lower[component], bounds.upper[component]) = graph.range(terms.width(atom));
        }
        for (index, &atom) in graph.atoms.iter().enumerate() {
            if let Some(number) = graph.number(terms, atom) {
                let component = graph.components[index];
                bounds.fixed[component] = Some(number);
                bounds.lower[component] = number;
                bounds.upper[component] = number;
            }
        }
        bounds
    }
}

/// Returns the number closest to zero in a range, except for the taken ones.
fn nearest_to_zero(lower: i128, upper: i128, taken: &BTreeSet<i128>) -> Option<i128> {
    if lower > upper {
        return None;
    }
    let start = 0i128.clamp(lower, upper);
    let up = (start..=upper).find(|number| !taken.contains(number));
    up.or_else(|| (lower..start).rev().find(|number| !taken.contains(number)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Limits, Report, UnknownReason};
    use crate::brute_force::BruteForce;
    use crate::layer::Stacked;
    use crate::testing::Random;

    /// A solver that decides nothing, so that all answers are the layer's.
    struct Undecided;

    impl Solver for Undecided {
        fn check(&mut self, _: &mut Terms, _: Query<'_>) -> Answer {
            Answer::Unknown(UnknownReason::Budget)
        }

        fn report(&self, _: &mut Report) {}
    }

    fn check(terms: &mut Terms, assumptions: &[Term]) -> Answer {
        let limits = Limits::default();
        Stacked::new(Orders::default(), Undecided)
            .check(terms, Query { assumptions, limits: &limits })
    }

    fn holds(terms: &Terms, assumptions: &[Term], model: &Model) -> bool {
        assumptions.iter().all(|&term| Evaluator::default().holds(terms, term, model))
    }

    #[test]
    fn cycles_are_contradictions_and_give_their_core() {
        let mut terms = Terms::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.symbol(name, Sort::Bits(32)));
        let (ab, bc, ca) = (terms.slt(a, b), terms.sle(b, c), terms.sle(c, a));
        let other = terms.slt(a, d);
        match check(&mut terms, &[ab, other, bc, ca]) {
            Answer::Unsat(core) => {
                assert_eq!(core.len(), 3);
                assert!(!core.contains(&other));
            }
            answer => panic!("{answer:?}"),
        }
        // At most each other, hence equal; but assumed unequal.
        let (at_most, at_least, not) = (terms.ule(a, b), terms.ule(b, a), terms.distinct(a, b));
        assert!(matches!(check(&mut terms, &[at_most, at_least, not]), Answer::Unsat(_)));
        // Two orders: neither graph has a cycle.
        let (signed, unsigned) = (terms.slt(a, b), terms.ult(b, a));
        assert!(matches!(check(&mut terms, &[signed, unsigned]), Answer::Unknown(_)));
    }

    #[test]
    fn terms_are_opaque() {
        let mut terms = Terms::new();
        let [a, b] = ["a", "b"].map(|name| terms.symbol(name, Sort::Bits(8)));
        let (product, ten, nine) = (terms.mul(a, b), terms.word(8, 10), terms.word(8, 9));
        let (above, below) = (terms.ult(ten, product), terms.ult(product, nine));
        assert!(matches!(check(&mut terms, &[above, below]), Answer::Unsat(_)));
        let below = terms.ult(product, b);
        assert!(matches!(check(&mut terms, &[above, below]), Answer::Unknown(_)));
    }

    #[test]
    fn models_fit_between_constants() {
        let mut terms = Terms::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.symbol(name, Sort::Bits(64)));
        let (low, high) = (terms.word(64, -5i64 as u64), terms.word(64, -1i64 as u64));
        let mut assumptions =
            vec![terms.slt(low, a), terms.slt(a, b), terms.slt(b, c), terms.slt(c, high)];
        match check(&mut terms, &assumptions) {
            Answer::Sat(model) => assert!(holds(&terms, &assumptions, &model)),
            answer => panic!("{answer:?}"),
        }
        let two = terms.word(64, -2i64 as u64);
        assumptions.push(terms.distinct(c, two));
        assert!(!matches!(check(&mut terms, &assumptions), Answer::Sat(_)));
    }

    #[test]
    fn random_comparisons_agree_with_brute_force() {
        let mut random = Random::new(7);
        let mut answered = [0, 0];
        for _ in 0..600 {
            let mut terms = Terms::without_rewriting();
            let width = 1 + random.below(3) as u32;
            let mut atoms: Vec<Term> =
                (0..4).map(|i| terms.symbol(&format!("x{i}"), Sort::Bits(width))).collect();
            for _ in 0..random.below(3) {
                let bits = random.bits(width);
                atoms.push(terms.bits(&bits));
            }
            let signed = random.chance(50);
            let mut assumptions = Vec::new();
            for _ in 0..1 + random.below(7) {
                let (a, b) = (random.pick(&atoms), random.pick(&atoms));
                let order = if signed != random.chance(5) { Op::BvSlt } else { Op::BvUlt };
                let op = if random.chance(30) { Op::Eq } else { order };
                let atom = terms.make(op, &[a, b]);
                assumptions.push(if random.chance(50) {
                    atom
                } else {
                    terms.make(Op::Not, &[atom])
                });
            }
            let limits = Limits::default();
            let reference = |terms: &mut Terms, assumptions: &[Term]| {
                BruteForce.check(terms, Query { assumptions, limits: &limits })
            };
            let expected = reference(&mut terms, &assumptions);
            match check(&mut terms, &assumptions) {
                Answer::Sat(model) => {
                    assert!(matches!(expected, Answer::Sat(_)));
                    assert!(holds(&terms, &assumptions, &model));
                    answered[0] += 1;
                }
                Answer::Unsat(core) => {
                    assert!(core.iter().all(|term| assumptions.contains(term)));
                    assert!(matches!(reference(&mut terms, &core), Answer::Unsat(_)));
                    answered[1] += 1;
                }
                Answer::Unknown(_) => {}
            }
        }
        assert!(answered.iter().all(|&count| count > 150), "{answered:?}");
    }
}
