//! The layer of orders: what follows from comparisons alone.
//!
//! `a < b`, `b <= c` and `c <= a` cannot hold together, whatever `a`, `b` and `c` are. The layer
//! draws an arrow for each comparison and equality among the assumptions, from the smaller side to
//! the greater one. Terms on a cycle are equal; a strict arrow or an inequality between two of them
//! is a contradiction. Constants are in their order from the beginning.
//!
//! Without a contradiction, and if there is nothing but comparisons of symbols and constants, a
//! model is read off the drawing: each term is as close to zero as what it is above and below
//! allows. It is evaluated before it is given out.
//!
//! It does not look into the terms it compares, and it knows no distances: that `a < b` and
//! `b < a + 2` leave one value to `b` is beyond it. Signed and unsigned comparisons are two
//! drawings. The way of a SAT solver to the same insights is long: it learns each of them bit by bit
//! (a cycle of three: 165 conflicts).

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use term::bits::sign_extend_word;
use term::{Bits, Evaluator, Model, Op, Sort, Term, TermMap, Terms, Value};

use crate::answer::{Answer, Query, Solver};
use crate::layer::Layer;

/// The layer.
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
            let mut drawing = Drawing::new(terms, order, query.assumptions);
            if drawing.comparisons == 0 {
                continue;
            }
            drawing.find_components();
            if let Some(core) = drawing.contradiction() {
                self.unsat += 1;
                return Answer::Unsat(core);
            }
            if let Some(model) = drawing.model(terms, query.assumptions) {
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

/// What an assumption says, if it is about an order.
enum Literal {
    /// The first is less, or at most, the second; by one of the two orders.
    Less { order: Op, strict: bool, from: Term, to: Term },
    /// They are equal, or not.
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

/// An arrow: its start is less than its end, or at most that.
#[derive(Clone, Copy)]
struct Arrow {
    from: usize,
    to: usize,
    strict: bool,
    /// The assumption that says so; none between constants.
    why: Option<Term>,
}

/// The terms that are compared by one order.
struct Drawing {
    order: Op,
    atoms: Vec<Term>,
    places: TermMap<usize>,
    arrows: Vec<Arrow>,
    /// The arrows that leave each atom.
    leaving: Vec<Vec<usize>>,
    /// Atoms that are not equal, with the assumption that says so.
    apart: Vec<(usize, usize, Term)>,
    /// Assumptions that compare by this order.
    comparisons: usize,
    /// Whether all assumptions are in the drawing.
    complete: bool,
    /// For each atom, the cycle that it is on; in the direction of the arrows.
    components: Vec<usize>,
    /// The number of components.
    count: usize,
}

impl Drawing {
    fn new(terms: &Terms, order: Op, assumptions: &[Term]) -> Drawing {
        let mut drawing = Drawing {
            order,
            atoms: Vec::new(),
            places: TermMap::default(),
            arrows: Vec::new(),
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
                    drawing.comparisons += 1;
                    drawing.draw(from, to, strict, Some(assumption));
                }
                Some(Literal::Equal { truth: true, one, other }) => {
                    drawing.draw(one, other, false, Some(assumption));
                    drawing.draw(other, one, false, Some(assumption));
                }
                Some(Literal::Equal { truth: false, one, other }) => {
                    let (one, other) = (drawing.place(one), drawing.place(other));
                    drawing.apart.push((one, other, assumption));
                }
                _ => drawing.complete = false,
            }
        }
        if drawing.comparisons > 0 {
            drawing.draw_constants(terms);
        }
        drawing
    }

    fn place(&mut self, atom: Term) -> usize {
        let next = self.atoms.len();
        let place = *self.places.entry(atom).or_insert(next);
        if place == next {
            self.atoms.push(atom);
            self.leaving.push(Vec::new());
        }
        place
    }

    fn draw(&mut self, from: Term, to: Term, strict: bool, why: Option<Term>) {
        let (from, to) = (self.place(from), self.place(to));
        self.leaving[from].push(self.arrows.len());
        self.arrows.push(Arrow { from, to, strict, why });
    }

    /// Arrows from each constant to the next one of its width.
    fn draw_constants(&mut self, terms: &Terms) {
        let constant = |&atom: &Term| Some((terms.width(atom), self.number(terms, atom)?, atom));
        let mut constants: Vec<(u32, i128, Term)> =
            self.atoms.iter().filter_map(constant).collect();
        constants.sort_unstable();
        for pair in constants.windows(2) {
            let ((width, _, from), (other_width, _, to)) = (pair[0], pair[1]);
            if width == other_width {
                self.draw(from, to, true, None);
            }
        }
    }

    /// The number that a constant is in this order.
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

    /// The least and the greatest number of a width.
    fn range(&self, width: u32) -> (i128, i128) {
        match self.order {
            Op::BvSlt => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
            _ => (0, (1i128 << width) - 1),
        }
    }

    /// Finds which atoms are on a cycle together, by two walks: one along the arrows, which says in
    /// which order atoms are done with, and one against them, latest first.
    fn find_components(&mut self) {
        let done = self.done_order();
        let mut entering = vec![Vec::new(); self.atoms.len()];
        for arrow in &self.arrows {
            entering[arrow.to].push(arrow.from);
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

    /// All atoms, each after those that are reached from it alone.
    fn done_order(&self) -> Vec<usize> {
        let mut done = Vec::with_capacity(self.atoms.len());
        let mut seen = vec![false; self.atoms.len()];
        for root in 0..self.atoms.len() {
            if seen[root] {
                continue;
            }
            seen[root] = true;
            let mut stack = vec![(root, 0)];
            while let Some((atom, next)) = stack.pop() {
                let Some(&arrow) = self.leaving[atom].get(next) else {
                    done.push(atom);
                    continue;
                };
                stack.push((atom, next + 1));
                let to = self.arrows[arrow].to;
                if !seen[to] {
                    seen[to] = true;
                    stack.push((to, 0));
                }
            }
        }
        done
    }

    fn together(&self, one: usize, other: usize) -> bool {
        self.components[one] == self.components[other]
    }

    /// Assumptions that cannot hold together, if there are such.
    fn contradiction(&self) -> Option<Vec<Term>> {
        let strict = |arrow: &&Arrow| arrow.strict && self.together(arrow.from, arrow.to);
        if let Some(arrow) = self.arrows.iter().find(strict) {
            let mut core = self.way(arrow.to, arrow.from);
            core.extend(arrow.why);
            return Some(core.into_iter().collect());
        }
        let apart = |(one, other, _): &&(usize, usize, Term)| self.together(*one, *other);
        let &(one, other, why) = self.apart.iter().find(apart)?;
        let mut core = self.way(one, other);
        core.extend(self.way(other, one));
        core.insert(why);
        Some(core.into_iter().collect())
    }

    /// What a shortest way of arrows from one atom to another on the same cycle needs.
    fn way(&self, from: usize, to: usize) -> BTreeSet<Term> {
        let mut by: BTreeMap<usize, usize> = BTreeMap::new();
        let mut queue = VecDeque::from([from]);
        while let Some(atom) = queue.pop_front() {
            if atom == to {
                break;
            }
            for &index in &self.leaving[atom] {
                let next = self.arrows[index].to;
                if next != from && self.together(next, from) && !by.contains_key(&next) {
                    by.insert(next, index);
                    queue.push_back(next);
                }
            }
        }
        let mut why = BTreeSet::new();
        let mut at = to;
        while at != from {
            let Some(&index) = by.get(&at) else { break };
            why.extend(self.arrows[index].why);
            at = self.arrows[index].from;
        }
        why
    }

    /// A model, if everything is in the drawing and there is room for all of it.
    fn model(&self, terms: &Terms, assumptions: &[Term]) -> Option<Model> {
        let plain = |&atom: &Term| matches!(terms.op(atom), Op::Symbol(_) | Op::Small { .. });
        if !self.complete || !self.atoms.iter().all(plain) {
            return None;
        }
        let numbers = self.numbers(terms)?;
        let mut model = Model::new();
        for (place, &atom) in self.atoms.iter().enumerate() {
            if let Op::Symbol(symbol) = terms.op(atom) {
                let width = terms.width(atom);
                let word = numbers[self.components[place]] as u64;
                model.set(symbol, Value::Bits(Bits::new(width, word)));
            }
        }
        let mut evaluator = Evaluator::default();
        let holds = |&term: &Term| evaluator.holds(terms, term, &model);
        assumptions.iter().all(holds).then_some(model)
    }

    /// A number for each component.
    fn numbers(&self, terms: &Terms) -> Option<Vec<i128>> {
        let mut room = Room::new(self, terms);
        let gaps = self.gaps();
        for &(from, to, gap) in gaps.iter().rev() {
            room.upper[from] = room.upper[from].min(room.upper[to] - gap);
        }
        let mut numbers = room.fixed.clone();
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
            let (lower, upper) = (room.lower[component], room.upper[component]);
            let number = match numbers[component] {
                Some(number) => (lower..=upper).contains(&number).then_some(number)?,
                None => nearest_to_zero(lower, upper, &taken)?,
            };
            numbers[component] = Some(number);
            while let Some((_, to, gap)) = gaps.next_if(|(from, ..)| *from == component) {
                room.lower[to] = room.lower[to].max(number + gap);
            }
        }
        numbers.into_iter().collect()
    }

    /// Arrows between components, by where they start, with the least difference.
    fn gaps(&self) -> Vec<(usize, usize, i128)> {
        let pair = |one: usize, other: usize| {
            let (one, other) = (self.components[one], self.components[other]);
            (one.min(other), one.max(other))
        };
        let apart: BTreeSet<(usize, usize)> =
            self.apart.iter().map(|&(one, other, _)| pair(one, other)).collect();
        let between = self.arrows.iter().filter(|arrow| !self.together(arrow.from, arrow.to));
        let mut gaps: Vec<(usize, usize, i128)> = between
            .map(|arrow| {
                let strict = arrow.strict || apart.contains(&pair(arrow.from, arrow.to));
                (self.components[arrow.from], self.components[arrow.to], i128::from(strict))
            })
            .collect();
        gaps.sort_unstable();
        gaps
    }
}

/// What each component can be.
struct Room {
    /// The constant in it.
    fixed: Vec<Option<i128>>,
    lower: Vec<i128>,
    upper: Vec<i128>,
}

impl Room {
    fn new(drawing: &Drawing, terms: &Terms) -> Room {
        let count = drawing.count;
        let mut room =
            Room { fixed: vec![None; count], lower: vec![0; count], upper: vec![0; count] };
        for (place, &atom) in drawing.atoms.iter().enumerate() {
            let component = drawing.components[place];
            (room.lower[component], room.upper[component]) = drawing.range(terms.width(atom));
        }
        for (place, &atom) in drawing.atoms.iter().enumerate() {
            if let Some(number) = drawing.number(terms, atom) {
                let component = drawing.components[place];
                room.fixed[component] = Some(number);
                room.lower[component] = number;
                room.upper[component] = number;
            }
        }
        room
    }
}

/// The number closest to zero in a range that is not taken.
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
    use crate::answer::{Limits, Report, Why};
    use crate::brute_force::BruteForce;
    use crate::layer::Stacked;
    use crate::testing::Random;

    /// Knows nothing, so that what is answered is the layer's.
    struct Nothing;

    impl Solver for Nothing {
        fn check(&mut self, _: &mut Terms, _: Query<'_>) -> Answer {
            Answer::Unknown(Why::Budget)
        }

        fn report(&self, _: &mut Report) {}
    }

    fn ask(terms: &mut Terms, assumptions: &[Term]) -> Answer {
        let limits = Limits::default();
        Stacked::new(Orders::default(), Nothing)
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
        match ask(&mut terms, &[ab, other, bc, ca]) {
            Answer::Unsat(core) => {
                assert_eq!(core.len(), 3);
                assert!(!core.contains(&other));
            }
            answer => panic!("{answer:?}"),
        }
        // At most each other, so equal; but said not to be.
        let (at_most, at_least, not) = (terms.ule(a, b), terms.ule(b, a), terms.distinct(a, b));
        assert!(matches!(ask(&mut terms, &[at_most, at_least, not]), Answer::Unsat(_)));
        // Two orders: no cycle in either.
        let (signed, unsigned) = (terms.slt(a, b), terms.ult(b, a));
        assert!(matches!(ask(&mut terms, &[signed, unsigned]), Answer::Unknown(_)));
    }

    #[test]
    fn terms_are_not_looked_into() {
        let mut terms = Terms::new();
        let [a, b] = ["a", "b"].map(|name| terms.symbol(name, Sort::Bits(8)));
        let (product, ten, nine) = (terms.mul(a, b), terms.word(8, 10), terms.word(8, 9));
        let (above, below) = (terms.ult(ten, product), terms.ult(product, nine));
        assert!(matches!(ask(&mut terms, &[above, below]), Answer::Unsat(_)));
        let below = terms.ult(product, b);
        assert!(matches!(ask(&mut terms, &[above, below]), Answer::Unknown(_)));
    }

    #[test]
    fn models_find_room_between_constants() {
        let mut terms = Terms::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.symbol(name, Sort::Bits(64)));
        let (low, high) = (terms.word(64, -5i64 as u64), terms.word(64, -1i64 as u64));
        let mut assumptions =
            vec![terms.slt(low, a), terms.slt(a, b), terms.slt(b, c), terms.slt(c, high)];
        match ask(&mut terms, &assumptions) {
            Answer::Sat(model) => assert!(holds(&terms, &assumptions, &model)),
            answer => panic!("{answer:?}"),
        }
        let two = terms.word(64, -2i64 as u64);
        assumptions.push(terms.distinct(c, two));
        assert!(!matches!(ask(&mut terms, &assumptions), Answer::Sat(_)));
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
            let judge = |terms: &mut Terms, assumptions: &[Term]| {
                BruteForce.check(terms, Query { assumptions, limits: &limits })
            };
            let expected = judge(&mut terms, &assumptions);
            match ask(&mut terms, &assumptions) {
                Answer::Sat(model) => {
                    assert!(matches!(expected, Answer::Sat(_)));
                    assert!(holds(&terms, &assumptions, &model));
                    answered[0] += 1;
                }
                Answer::Unsat(core) => {
                    assert!(core.iter().all(|term| assumptions.contains(term)));
                    assert!(matches!(judge(&mut terms, &core), Answer::Unsat(_)));
                    answered[1] += 1;
                }
                Answer::Unknown(_) => {}
            }
        }
        assert!(answered.iter().all(|&count| count > 150), "{answered:?}");
    }
}
