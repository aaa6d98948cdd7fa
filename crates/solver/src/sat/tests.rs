//! Comparisons of the SAT solvers with brute force.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{Batsat, Cadical, Lit, Local, Sat, Var, Verdict};
use crate::answer::{Limits, UnknownReason};
use crate::testing::Random;

type Clauses = Vec<Vec<Lit>>;

fn random_literals(random: &mut Random, variables: usize, count: usize) -> Vec<Lit> {
    let mut literal = || Var::new(random.below(variables) as u32).lit(random.chance(50));
    (0..count).map(|_| literal()).collect()
}

fn holds(assignment: u32, lit: Lit) -> bool {
    (assignment >> lit.var().index() & 1 == 1) != lit.is_negated()
}

fn satisfiable(variables: usize, clauses: &Clauses, assumptions: &[Lit]) -> bool {
    (0..1u32 << variables).any(|assignment| {
        assumptions.iter().all(|&lit| holds(assignment, lit))
            && clauses.iter().all(|clause| clause.iter().any(|&lit| holds(assignment, lit)))
    })
}

/// Adds clauses step by step and solves under random assumptions after each step.
fn check_random_instances<S: Sat>() {
    let mut random = Random::new(3);
    for _ in 0..400 {
        let variables = 2 + random.below(9);
        let mut sat = S::default();
        for i in 0..variables {
            assert_eq!(sat.new_var(), Var::new(i as u32));
        }
        let mut clauses = Clauses::new();
        for _ in 0..6 {
            for _ in 0..variables {
                let length = 1 + random.below(4);
                let clause = random_literals(&mut random, variables, length);
                sat.add_clause(&clause);
                clauses.push(clause);
            }
            let count = random.below(variables);
            let assumptions = random_literals(&mut random, variables, count);
            check_answer(&mut sat, variables, &clauses, &assumptions);
        }
    }
}

fn check_answer<S: Sat>(sat: &mut S, variables: usize, clauses: &Clauses, assumptions: &[Lit]) {
    let want = satisfiable(variables, clauses, assumptions);
    match sat.solve(assumptions, &Limits::default()) {
        Verdict::Sat => {
            assert!(want);
            assert!(assumptions.iter().all(|&lit| sat.value(lit) && !sat.value(!lit)));
            assert!(clauses.iter().all(|clause| clause.iter().any(|&lit| sat.value(lit))));
        }
        Verdict::Unsat => {
            assert!(!want);
            let core = assumptions.iter().copied().filter(|&lit| sat.failed(lit));
            assert!(!satisfiable(variables, clauses, &core.collect::<Vec<_>>()));
        }
        Verdict::Unknown(reason) => panic!("no limit was given, but: {reason}"),
    }
}

#[test]
fn cadical_agrees_with_brute_force() {
    check_random_instances::<Cadical>();
}

#[test]
fn batsat_agrees_with_brute_force() {
    check_random_instances::<Batsat>();
}

#[test]
fn local_agrees_with_brute_force() {
    check_random_instances::<Local>();
}

/// Checks random clauses of three near the satisfiability threshold: enough conflicts to restart, and to delete
/// clauses.
#[test]
fn solvers_agree_on_harder_instances() {
    let mut random = Random::new(4);
    let (mut satisfiable, mut conflicts) = (0, 0);
    for _ in 0..12 {
        let variables = 170;
        let (mut local, mut cadical) = (Local::default(), Cadical::default());
        for _ in 0..variables {
            assert_eq!(local.new_var(), cadical.new_var());
        }
        let count = variables * 425 / 100;
        let clauses: Clauses =
            (0..count).map(|_| random_literals(&mut random, variables, 3)).collect();
        for clause in &clauses {
            local.add_clause(clause);
            cadical.add_clause(clause);
        }
        let verdict = local.solve(&[], &Limits::default());
        assert_eq!(verdict, cadical.solve(&[], &Limits::default()));
        if verdict == Verdict::Sat {
            satisfiable += 1;
            assert!(clauses.iter().all(|clause| clause.iter().any(|&lit| local.value(lit))));
        }
        conflicts += local.conflicts();
    }
    assert!((1..12).contains(&satisfiable), "{satisfiable} of 12 satisfiable");
    assert!(conflicts > 20_000, "only {conflicts} conflicts");
}

/// Checks the pigeonhole principle, which has no small proof.
fn pigeons<S: Sat>(holes: usize) -> S {
    let mut sat = S::default();
    let variables: Vec<Var> = (0..(holes + 1) * holes).map(|_| sat.new_var()).collect();
    let at = |pigeon: usize, hole: usize| variables[pigeon * holes + hole].positive();
    for pigeon in 0..=holes {
        let somewhere: Vec<Lit> = (0..holes).map(|hole| at(pigeon, hole)).collect();
        sat.add_clause(&somewhere);
        for (other, hole) in (0..pigeon).flat_map(|other| (0..holes).map(move |hole| (other, hole)))
        {
            sat.add_clause(&[!at(pigeon, hole), !at(other, hole)]);
        }
    }
    sat
}

fn check_limits<S: Sat>() {
    let mut sat: S = pigeons(9);
    let limits = Limits { conflicts: Some(50), interrupt: None };
    assert_eq!(sat.solve(&[], &limits), Verdict::Unknown(UnknownReason::Budget));
    assert!((25..200).contains(&sat.conflicts()), "{} conflicts", sat.conflicts());
    assert_eq!(sat.solve(&[], &limits), Verdict::Unknown(UnknownReason::Budget));
    let interrupt = Some(Arc::new(AtomicBool::new(true)));
    let limits = Limits { conflicts: None, interrupt };
    assert_eq!(sat.solve(&[], &limits), Verdict::Unknown(UnknownReason::Interrupted));
    let mut sat: S = pigeons(5);
    assert_eq!(sat.solve(&[], &Limits::default()), Verdict::Unsat);
    assert_eq!(sat.solve(&[Var::new(0).positive()], &Limits::default()), Verdict::Unsat);
}

#[test]
fn limits_are_kept() {
    check_limits::<Cadical>();
    check_limits::<Batsat>();
    check_limits::<Local>();
}
