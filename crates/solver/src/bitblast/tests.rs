//! Comparisons of the layer with brute force.

use term::{Bits, Model, Op, Sort, Term, Terms, Value, eval};

use super::{BitBlast, Effort, Lifetime};
use crate::answer::{Answer, Limits, Query, Solver};
use crate::sat::{Batsat, Cadical, Local, Sat};
use crate::testing::{Random, grow};

fn ask<Q: Sat, T: Sat>(
    solver: &mut BitBlast<Q, T>,
    terms: &mut Terms,
    assumptions: &[Term],
) -> Answer {
    solver.check(terms, Query { assumptions, limits: &Limits::default() })
}

fn holds(terms: &Terms, assumptions: &[Term], model: &Model) -> bool {
    assumptions.iter().all(|&term| eval(terms, term, model) == Value::Bool(true))
}

/// Returns whether some model of these symbols satisfies the assumptions; models are numbers whose bits are divided
/// among the symbols.
fn some_model_holds(terms: &Terms, symbols: &[(Term, u32)], assumptions: &[Term]) -> bool {
    let bits: u32 = symbols.iter().map(|&(_, width)| width).sum();
    (0..1u64 << bits).any(|mut number| {
        let mut model = Model::new();
        for &(symbol, width) in symbols {
            let Op::Symbol(id) = terms.op(symbol) else { panic!("not a symbol") };
            model.set(
                id,
                match terms.sort(symbol) {
                    Sort::Bool => Value::Bool(number & 1 == 1),
                    _ => Value::Bits(Bits::new(width, number)),
                },
            );
            number >>= width;
        }
        holds(terms, assumptions, &model)
    })
}

/// Runs many queries on one solver, over formulas that share subterms.
fn check_random_formulas<Q: Sat, T: Sat>(seed: u64, effort: Effort) {
    let mut random = Random::new(seed);
    let (mut sat, mut unsat) = (0, 0);
    for _ in 0..60 {
        let mut terms = Terms::without_rewriting();
        let mut symbols = vec![(terms.symbol("p", Sort::Bool), 1)];
        for width in [2, 3, 3] {
            symbols.push((terms.symbol("x", Sort::Bits(width)), width));
        }
        let mut pool: Vec<Term> = symbols.iter().map(|&(symbol, _)| symbol).collect();
        pool.extend([terms.word(2, 1), terms.word(3, random.word()), terms.word(4, 9)]);
        grow(&mut terms, &mut pool, 60, 6, &mut random);
        let formulas: Vec<Term> =
            pool.iter().copied().filter(|&term| terms.sort(term) == Sort::Bool).collect();
        let mut solver = BitBlast::<Q, T>::new(effort);
        for _ in 0..10 {
            let count = 1 + random.below(4);
            let assumptions: Vec<Term> = (0..count)
                .map(|_| {
                    let formula = random.pick(&formulas);
                    if random.chance(40) { terms.not(formula) } else { formula }
                })
                .collect();
            let want = some_model_holds(&terms, &symbols, &assumptions);
            match ask(&mut solver, &mut terms, &assumptions) {
                Answer::Sat(model) => {
                    assert!(want);
                    assert!(holds(&terms, &assumptions, &model));
                    for &term in &pool {
                        let value = solver.value(&terms, term);
                        assert_eq!(value, Some(eval(&terms, term, &model)));
                    }
                    sat += 1;
                }
                Answer::Unsat(core) => {
                    assert!(!want);
                    assert!(core.iter().all(|term| assumptions.contains(term)));
                    let mut other = BitBlast::<Batsat, Batsat>::default();
                    assert!(matches!(ask(&mut other, &mut terms, &core), Answer::Unsat(_)));
                    assert_eq!(solver.value(&terms, pool[0]), None);
                    unsat += 1;
                }
                Answer::Unknown(reason) => panic!("no limit was given, but: {reason}"),
            }
        }
    }
    assert!(sat > 50 && unsat > 50, "{sat} sat, {unsat} unsat: not much of a test");
}

const LONG: Lifetime = Lifetime { least: 100_000, factor: 10 };
const SHORT: Lifetime = Lifetime { least: 0, factor: 1 };

#[test]
fn answers_agree_with_brute_force() {
    let all_quick = Effort { quick_conflicts: u64::MAX, quick: LONG, thorough: LONG };
    let all_thorough = Effort { quick_conflicts: 0, quick: SHORT, thorough: SHORT };
    let mixed = Effort { quick_conflicts: 2, quick: LONG, thorough: SHORT };
    check_random_formulas::<Local, Cadical>(1, Effort::default());
    check_random_formulas::<Local, Cadical>(2, all_quick);
    check_random_formulas::<Local, Cadical>(3, all_thorough);
    check_random_formulas::<Local, Cadical>(4, mixed);
    check_random_formulas::<Cadical, Batsat>(5, all_quick);
    check_random_formulas::<Batsat, Cadical>(6, mixed);
}

#[test]
fn models_mention_only_what_the_query_depends_on() {
    let mut terms = Terms::without_rewriting();
    let x = terms.symbol("x", Sort::Bits(8));
    let y = terms.symbol("y", Sort::Bits(8));
    let seven = terms.word(8, 7);
    let (about_x, about_y) = (terms.eq(x, seven), terms.ult(seven, y));
    let mut solver = <BitBlast>::default();
    let Answer::Sat(both) = ask(&mut solver, &mut terms, &[about_x, about_y]) else { panic!() };
    assert_eq!(both.symbols().count(), 2);
    let Answer::Sat(one) = ask(&mut solver, &mut terms, &[about_x]) else { panic!() };
    assert_eq!(one.symbols().count(), 1);
    assert_eq!(solver.value(&terms, y), Some(Value::Bits(Bits::zero(8))));
}

#[test]
fn free_leaves_have_values() {
    let mut terms = Terms::without_rewriting();
    let array = terms.symbol("a", Sort::Array { index: 8, element: 8 });
    let index = terms.symbol("i", Sort::Bits(8));
    let read = terms.select(array, index);
    let nine = terms.word(8, 9);
    let query = terms.eq(read, nine);
    let mut solver = <BitBlast>::default();
    let Answer::Sat(model) = ask(&mut solver, &mut terms, &[query]) else { panic!() };
    assert_eq!(model.symbols().count(), 0);
    assert_eq!(solver.value(&terms, read), Some(Value::Bits(Bits::new(8, 9))));
    assert_eq!(solver.value(&terms, array), None);
}

#[test]
fn bases_are_their_addresses() {
    let mut terms = Terms::without_rewriting();
    let (_, base) = terms.base(Bits::new(32, 0x1000));
    let offset = terms.symbol("i", Sort::Bits(32));
    let (pointer, target) = (terms.add(base, offset), terms.word(32, 0x1004));
    let query = terms.eq(pointer, target);
    let mut solver = <BitBlast>::default();
    let Answer::Sat(_) = ask(&mut solver, &mut terms, &[query]) else { panic!() };
    assert_eq!(solver.value(&terms, offset), Some(Value::Bits(Bits::new(32, 4))));
}
