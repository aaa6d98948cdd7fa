//! Tests that diagrams equal their terms in every case that the condition allows, and that unsatisfiable formulas are
//! `FALSE`.

use super::*;
use crate::{Evaluator, Model, Sort, Terms, Value};

/// A deterministic generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

const ATOMS: usize = 5;
/// The width of the number that is compared with constants.
const NUMBER: usize = 2;
/// The number of assignments to the atoms and the number.
const CASES: usize = 1 << (ATOMS + NUMBER);

/// Random formulas, and values that depend on them.
struct Zoo {
    terms: Terms,
    atoms: Vec<Term>,
    number: Term,
    formulas: Vec<Term>,
    values: Vec<Term>,
}

impl Zoo {
    fn new(random: &mut Random) -> Zoo {
        let mut terms = Terms::new();
        let atoms: Vec<Term> =
            (0..ATOMS).map(|i| terms.symbol(&format!("p{i}"), Sort::Bool)).collect();
        let number = terms.symbol("n", Sort::Bits(NUMBER as u32));
        let values = (0..3).map(|i| terms.word(8, i)).collect();
        let mut formulas = atoms.clone();
        for value in 0..1 << NUMBER {
            let value = terms.word(NUMBER as u32, value);
            formulas.extend([
                terms.eq(number, value),
                terms.ult(number, value),
                terms.ult(value, number),
            ]);
        }
        let mut zoo = Zoo { terms, formulas, atoms, number, values };
        for _ in 0..20 {
            let [f, g] = [0, 1].map(|_| zoo.formulas[random.below(zoo.formulas.len())]);
            let [a, b] = [0, 1].map(|_| zoo.values[random.below(zoo.values.len())]);
            let terms = &mut zoo.terms;
            let formula = match random.below(6) {
                0 => terms.and(f, g),
                1 => terms.or(f, g),
                2 => terms.not(f),
                3 => terms.eq(f, g),
                4 => terms.eq(a, b),
                _ => terms.ult(a, b),
            };
            let value = match random.below(3) {
                0 => {
                    let one = terms.word(8, 1);
                    terms.add(a, one)
                }
                _ => terms.ite(f, a, b),
            };
            zoo.formulas.push(formula);
            zoo.values.push(value);
        }
        zoo
    }

    /// Returns the value of a term under one assignment.
    fn value(&self, term: Term, case: usize) -> Value {
        let mut model = Model::new();
        for (i, &atom) in self.atoms.iter().enumerate() {
            if let crate::Op::Symbol(id) = self.terms.op(atom) {
                model.set(id, Value::Bool(case >> i & 1 == 1));
            }
        }
        if let crate::Op::Symbol(id) = self.terms.op(self.number) {
            model.set(id, Value::Bits(crate::Bits::new(NUMBER as u32, (case >> ATOMS) as u64)));
        }
        Evaluator::default().eval(&self.terms, term, &model)
    }

    fn holds(&self, term: Term, case: usize) -> bool {
        self.value(term, case) == Value::Bool(true)
    }
}

#[test]
fn a_diagram_is_its_term_wherever_the_condition_holds() {
    let mut random = Random(7);
    for _ in 0..200 {
        let mut zoo = Zoo::new(&mut random);
        let mut diagrams = Diagrams::default();
        let condition = zoo.formulas[random.below(zoo.formulas.len())];
        let within = diagrams.of(&mut zoo.terms, condition, Diagram::TRUE);
        for term in zoo.formulas.clone().into_iter().chain(zoo.values.clone()) {
            let diagram = diagrams.of(&mut zoo.terms, term, within);
            let narrow = diagrams.term(&mut zoo.terms, diagram);
            let cases: Vec<usize> = (0..CASES).filter(|&case| zoo.holds(condition, case)).collect();
            for &case in &cases {
                assert_eq!(zoo.value(term, case), zoo.value(narrow, case));
            }
            // A diagram with a single value is that value.
            let first = cases.first().map(|&case| zoo.value(term, case));
            if cases.iter().all(|&case| Some(zoo.value(term, case)) == first) && !cases.is_empty() {
                assert_eq!(diagrams.leaves(diagram).len(), 1);
            }
        }
    }
}

#[test]
fn equal_formulas_are_one_diagram() {
    let mut random = Random(11);
    for _ in 0..200 {
        let mut zoo = Zoo::new(&mut random);
        let mut diagrams = Diagrams::default();
        let formulas = zoo.formulas.clone();
        let made: Vec<Diagram> =
            formulas.iter().map(|&it| diagrams.of(&mut zoo.terms, it, Diagram::TRUE)).collect();
        let truth = |&f: &Term| -> Vec<bool> { (0..CASES).map(|it| zoo.holds(f, it)).collect() };
        let truths: Vec<Vec<bool>> = formulas.iter().map(truth).collect();
        for (f, &one) in truths.iter().zip(&made) {
            for (g, &other) in truths.iter().zip(&made) {
                assert_eq!(one == other, f == g);
                let both = diagrams.both(one, other).expect("it is small");
                let never = f.iter().zip(g).all(|(f, g)| !(f & g));
                assert_eq!(both == Diagram::FALSE, never);
            }
        }
    }
}

#[test]
fn select_replaces_leaves_case_by_case() {
    let mut random = Random(13);
    for _ in 0..200 {
        let mut zoo = Zoo::new(&mut random);
        let mut diagrams = Diagrams::default();
        let [chooser, condition] =
            [&zoo.values, &zoo.formulas].map(|it| it[random.below(it.len())]);
        let within = diagrams.of(&mut zoo.terms, condition, Diagram::TRUE);
        let chooser_is = diagrams.of(&mut zoo.terms, chooser, within);
        let mut stands_for = Vec::new();
        let mut options = Vec::new();
        for &leaf in diagrams.leaves(chooser_is).iter() {
            let option = zoo.values[random.below(zoo.values.len())];
            stands_for.push((leaf, option));
            options.push(option);
        }
        let selected = diagrams.select(&mut zoo.terms, chooser_is, within, &options);
        let selected = selected.expect("it is small");
        let selected = diagrams.term(&mut zoo.terms, selected);
        for case in (0..CASES).filter(|&case| zoo.holds(condition, case)) {
            let is = zoo.value(chooser, case);
            let option = stands_for.iter().find(|(leaf, _)| zoo.value(*leaf, case) == is);
            let (_, option) = option.expect("there is one for each");
            assert_eq!(zoo.value(*option, case), zoo.value(selected, case));
        }
    }
}

#[test]
fn guards_are_the_conditions_of_the_leaves() {
    let mut random = Random(17);
    for _ in 0..200 {
        let mut zoo = Zoo::new(&mut random);
        let mut diagrams = Diagrams::default();
        let value = zoo.values[random.below(zoo.values.len())];
        let diagram = diagrams.of(&mut zoo.terms, value, Diagram::TRUE);
        let guards = diagrams.guards(diagram).expect("there are few");
        let terms: Vec<Term> = guards.iter().map(|it| it.0).collect();
        assert_eq!(terms[..], diagrams.leaves(diagram)[..]);
        for &(term, guard) in guards.iter() {
            let guard = diagrams.term(&mut zoo.terms, guard);
            for case in 0..CASES {
                let is_term = zoo.value(term, case) == zoo.value(value, case);
                assert_eq!(zoo.holds(guard, case), is_term);
            }
        }
    }
}

/// Each of many splits has each of many leaves below it: their guards are some millions.
#[test]
fn guards_have_a_budget() {
    const WIDTH: u32 = 10;
    let mut terms = Terms::new();
    let mut diagrams = Diagrams::default();
    let zero = terms.word(WIDTH, 0);
    let mut sum = zero;
    for index in 0..24 {
        let formula = terms.symbol("b", Sort::Bool);
        let summand = terms.word(WIDTH, 2 * index * index + 1);
        let summand = terms.ite(formula, summand, zero);
        sum = terms.add(sum, summand);
        let diagram = diagrams.of(&mut terms, sum, Diagram::TRUE);
        sum = diagrams.term(&mut terms, diagram);
    }
    let diagram = diagrams.of(&mut terms, sum, Diagram::TRUE);
    assert_eq!(diagrams.leaves(diagram).len(), 1 << WIDTH);
    assert!(diagrams.size(diagram) > 10 << WIDTH);
    assert_eq!(diagrams.guards(diagram), None);
}
