//! Comparisons of every circuit with the evaluator, by simulation of the gates.

use term::{Bits, Model, Op, Sort, Term, Terms, Value, eval};

use super::{Blaster, TooLarge};
use crate::cone::Simulation;
use crate::testing::{BINARY, Random, grow};

/// Simulates the gates of a term.
fn simulate(blaster: &mut Blaster, terms: &Terms, term: Term, model: &Model) -> Value {
    let edges = blaster.blast(terms, term).unwrap().to_vec();
    let mut simulation = Simulation::default();
    simulation.start(blaster.gates());
    for leaf in &blaster.leaves {
        let Op::Symbol(symbol) = terms.op(leaf.term) else { continue };
        for i in 0..leaf.width {
            let value = match model.get(symbol) {
                Some(Value::Bool(value)) => *value,
                Some(Value::Bits(value)) => value.bit(i),
                _ => false,
            };
            simulation.set((leaf.first + i) as usize, value);
        }
    }
    let mut bit = |i: u32| simulation.value(blaster.gates(), edges[i as usize]);
    match terms.sort(term) {
        Sort::Bool => Value::Bool(bit(0)),
        _ => Value::Bits(Bits::from_fn(edges.len() as u32, bit)),
    }
}

fn set(model: &mut Model, terms: &Terms, symbol: Term, value: Bits) {
    let Op::Symbol(id) = terms.op(symbol) else { panic!("not a symbol") };
    let value = match terms.sort(symbol) {
        Sort::Bool => Value::Bool(value.bit(0)),
        _ => Value::Bits(value),
    };
    model.set(id, value);
}

fn check(blaster: &mut Blaster, terms: &Terms, term: Term, model: &Model) {
    let (got, want) = (simulate(blaster, terms, term, model), eval(terms, term, model));
    assert_eq!(got, want, "{:?} of {:?} in {model:?}", terms.op(term), terms.sort(term));
}

/// Returns each operator applied to two symbols, and terms built from one symbol.
fn operations(terms: &mut Terms, x: Term, y: Term) -> Vec<Term> {
    let width = terms.width(x);
    let mut all: Vec<Term> = BINARY.iter().map(|&op| terms.make(op, &[x, y])).collect();
    all.extend([terms.sub(x, y), terms.neg(x), terms.bvnot(x), terms.concat(x, y)]);
    all.extend([terms.sign_extend(3, x), terms.smod(x, y)]);
    let negated = terms.neg(x);
    all.extend([terms.add(negated, y), terms.add(negated, negated)]);
    let condition = terms.ult(x, y);
    all.push(terms.ite(condition, x, y));
    for high in 0..width.min(6) {
        all.extend((0..=high).map(|low| terms.extract(high, low, x)));
    }
    all
}

#[test]
fn operators_are_right_on_all_values_of_small_widths() {
    for width in 1..=5 {
        let mut terms = Terms::without_rewriting();
        let x = terms.symbol("x", Sort::Bits(width));
        let y = terms.symbol("y", Sort::Bits(width));
        let all = operations(&mut terms, x, y);
        let mut blaster = Blaster::default();
        for (a, b) in (0..1 << width).flat_map(|a| (0..1 << width).map(move |b| (a, b))) {
            let mut model = Model::new();
            set(&mut model, &terms, x, Bits::new(width, a));
            set(&mut model, &terms, y, Bits::new(width, b));
            for &term in &all {
                check(&mut blaster, &terms, term, &model);
            }
        }
    }
}

/// Returns an operand that may be more than a symbol: constants and extensions take other branches in the circuits.
fn operand(terms: &mut Terms, width: u32, symbols: &mut Vec<Term>, random: &mut Random) -> Term {
    let part = 1 + random.below(width as usize) as u32;
    let mut symbol = |terms: &mut Terms, width| {
        let symbol = terms.symbol("x", Sort::Bits(width));
        symbols.push(symbol);
        symbol
    };
    match random.below(5) {
        0 => terms.bits(&random.bits(width)),
        1 => {
            let symbol = symbol(terms, part);
            terms.zero_extend(width - part, symbol)
        }
        2 => {
            let symbol = symbol(terms, part);
            terms.sign_extend(width - part, symbol)
        }
        _ => symbol(terms, width),
    }
}

#[test]
fn operators_are_right_on_some_values_of_all_widths() {
    let mut random = Random::new(1);
    let widths = [1, 2, 3, 4, 5, 7, 8, 13, 32, 64, 65, 80, 130];
    for round in 0..12 {
        for width in widths {
            let mut terms = Terms::without_rewriting();
            let mut symbols = Vec::new();
            let x = operand(&mut terms, width, &mut symbols, &mut random);
            let y = operand(&mut terms, width, &mut symbols, &mut random);
            let all = operations(&mut terms, x, y);
            let mut blaster = Blaster::default();
            for _ in 0..(if width < 10 { 40 } else { 4 + round / 4 }) {
                let mut model = Model::new();
                for &symbol in &symbols {
                    set(&mut model, &terms, symbol, random.bits(terms.width(symbol)));
                }
                for &term in &all {
                    check(&mut blaster, &terms, term, &model);
                }
            }
        }
    }
}

#[test]
fn nested_terms_are_right() {
    let mut random = Random::new(2);
    for _ in 0..300 {
        let mut terms = Terms::without_rewriting();
        let mut pool = vec![Term::TRUE];
        let mut symbols = vec![terms.symbol("p", Sort::Bool)];
        for width in [1, 3, 3, 4, 8] {
            symbols.push(terms.symbol("x", Sort::Bits(width)));
            pool.push(terms.bits(&random.bits(width)));
        }
        pool.extend(&symbols);
        grow(&mut terms, &mut pool, 60, 12, &mut random);
        let mut blaster = Blaster::default();
        for _ in 0..5 {
            let mut model = Model::new();
            for &symbol in &symbols {
                let width = super::width(&terms, symbol) as u32;
                set(&mut model, &terms, symbol, random.bits(width));
            }
            for &term in &pool {
                check(&mut blaster, &terms, term, &model);
            }
        }
    }
}

#[test]
fn free_leaves_hide_what_is_below() {
    let mut terms = Terms::without_rewriting();
    let sort = Sort::Array { index: 8, element: 4 };
    let (a, b) = (terms.symbol("a", sort), terms.symbol("b", sort));
    let i = terms.symbol("i", Sort::Bits(8));
    let f = terms.function("f", vec![Sort::Bits(8)], Sort::Bits(4));
    let (read, call) = (terms.select(a, i), terms.apply(f, &[i]));
    let (same, sum) = (terms.eq(a, b), terms.add(read, call));
    let mut blaster = Blaster::default();
    blaster.blast(&terms, sum).unwrap();
    blaster.blast(&terms, same).unwrap();
    let leaves: Vec<Term> = blaster.leaves.iter().map(|leaf| leaf.term).collect();
    assert_eq!(leaves.len(), 3);
    assert!([read, call, same].iter().all(|term| leaves.contains(term)));
}

#[test]
fn wide_words_and_deep_terms_are_handled() {
    let mut terms = Terms::without_rewriting();
    let x = terms.symbol("x", Sort::Bits(3000));
    let y = terms.symbol("y", Sort::Bits(3000));
    let mut blaster = Blaster::default();
    let shifted = terms.shl(x, y);
    let mut sum = terms.add(shifted, y);
    assert!(blaster.blast(&terms, sum).is_ok());
    for _ in 0..100 {
        sum = terms.sub(sum, x);
    }
    assert!(blaster.blast(&terms, sum).is_ok());
    let mut deep = terms.extract(0, 0, x);
    for _ in 0..100_000 {
        deep = terms.bvnot(deep);
    }
    assert!(blaster.blast(&terms, deep).is_ok());
    let huge = terms.sign_extend(100_000, x);
    let product = terms.mul(huge, huge);
    assert_eq!(blaster.blast(&terms, product).unwrap_err(), TooLarge);
    assert!(blaster.blast(&terms, sum).is_ok());
}
