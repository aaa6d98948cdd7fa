//! Tests of the features that only this solver has: deleting clauses, and queries about some of the variables.

use super::super::{Cadical, Lit, Sat, Var, Verdict};
use super::{Local, ReduceAt};
use crate::answer::Limits;
use crate::testing::Random;

/// Checks random clauses of three near the satisfiability threshold, with a store so small that clauses are deleted and
/// moved all the time.
#[test]
fn deleting_clauses_preserves_verdicts() {
    let mut random = Random::new(7);
    let variables = 110;
    let mut satisfiable = 0;
    for _ in 0..30 {
        let (mut local, mut cadical) = (Local::default(), Cadical::default());
        local.reduce_at = ReduceAt(20);
        for _ in 0..variables {
            assert_eq!(local.new_var(), cadical.new_var());
        }
        let mut literal = || Var::new(random.below(variables) as u32).lit(random.chance(50));
        let clauses: Vec<[Lit; 3]> =
            (0..variables * 425 / 100).map(|_| [literal(), literal(), literal()]).collect();
        for clause in &clauses {
            local.add_clause(clause);
            cadical.add_clause(clause);
        }
        for _ in 0..3 {
            let assumptions = [literal(), literal()];
            let verdict = local.solve(&assumptions, &Limits::default());
            assert_eq!(verdict, cadical.solve(&assumptions, &Limits::default()));
            if verdict == Verdict::Sat {
                satisfiable += 1;
                assert!(clauses.iter().all(|clause| clause.iter().any(|&lit| local.value(lit))));
            }
        }
    }
    assert!((5..85).contains(&satisfiable), "{satisfiable} of 90 satisfiable");
}

/// Returns a chain of definitions: a query about its start assigns no variable of the rest.
#[test]
fn variables_outside_a_query_stay_open() {
    let mut local = Local::default();
    let chain: Vec<Var> = (0..100).map(|_| local.new_var()).collect();
    for pair in chain.windows(2) {
        let (a, b) = (pair[0].positive(), pair[1].positive());
        local.add_clause(&[!a, b]);
        local.add_clause(&[a, !b]);
    }
    let assumptions = [chain[0].positive()];
    let inputs = [chain[0]];
    let verdict = local.solve_within(&assumptions, &chain[..3], &inputs, &Limits::default());
    assert_eq!(verdict, Verdict::Sat);
    assert!(chain[..3].iter().all(|var| local.value(var.positive())));
    assert_eq!(local.trail.len(), 3);
    let assumptions = [chain[0].positive(), !chain[99].positive()];
    assert_eq!(local.solve(&assumptions, &Limits::default()), Verdict::Unsat);
    assert!(assumptions.iter().all(|&lit| local.failed(lit)));
}
