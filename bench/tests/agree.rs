//! A fixed part of `agree`, and tests that it finds differences.

use bench::agreement::{Numbered, compare, script};
use bench::brute_force::Truths;
use bench::families;
use bench::formulas::{Node, Problem, Size, generate};
use bench::interpreter::Interpreter;
use bench::judges::Judge;
use term::Sort;

fn problems(seeds: std::ops::Range<u64>, size: Size) -> Vec<Numbered> {
    seeds.map(|seed| Numbered { seed, problem: generate(seed, size) }).collect()
}

fn must_agree(batch: &[Numbered], judges: &[Judge]) {
    if let Err(found) = compare(batch, judges) {
        let Numbered { seed, problem } = &batch[found.position];
        panic!("seed {seed}: {}\n{}", found.what, script(problem));
    }
}

#[test]
fn small_formulas_agree_with_brute_force() {
    for first in (0..300).step_by(30) {
        must_agree(&problems(first..first + 30, Size::Small), &[]);
    }
}

#[test]
fn wide_formulas_agree_with_other_solvers() {
    for judge in Judge::ALL {
        if judge.is_present() {
            must_agree(&problems(5000..5040, Size::Wide), &[judge]);
        } else {
            assert!(std::env::var_os("CI").is_none(), "CI must have {}", judge.program());
            eprintln!("SKIPPED: {} is not installed", judge.program());
        }
    }
}

#[test]
fn formulas_are_the_same_in_every_run() {
    for size in [Size::Small, Size::Wide] {
        assert_eq!(script(&generate(7, size)), script(&generate(7, size)));
        assert_ne!(script(&generate(7, size)), script(&generate(8, size)));
    }
}

#[test]
fn formulas_have_every_operator() {
    let operators = "not and or xor => = distinct ite let bvnot bvneg bvand bvor bvxor bvadd bvmul \
        bvsub bvnand bvnor bvxnor bvshl bvlshr bvashr bvudiv bvurem bvsdiv bvsrem bvsmod bvcomp \
        bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge concat store select f0 m0 extract \
        zero_extend sign_extend rotate_left rotate_right repeat \
        bvnego bvuaddo bvsaddo bvusubo bvssubo bvumulo bvsmulo bvsdivo";
    for size in [Size::Small, Size::Wide] {
        let texts: String = (0..1500).map(|seed| script(&generate(seed, size))).collect();
        for operator in operators.split_whitespace() {
            let inner = [format!("({operator} "), format!("(_ {operator} ")];
            assert!(inner.iter().any(|it| texts.contains(it)), "{size:?}: no {operator}");
        }
        assert!(texts.contains("((as const "));
    }
}

/// `x` below a constant, and `x` equal to another.
fn two_claims(below: u32, equal: u32) -> Problem {
    let bits = Sort::Bits(3);
    Problem {
        declarations: vec![format!("(declare-const x {bits})")],
        nodes: vec![
            Node::leaf(format!("(bvult x (_ bv{below} 3))"), Sort::Bool),
            Node::leaf(format!("(= x (_ bv{equal} 3))"), Sort::Bool),
        ],
        roots: vec![0, 1],
        ..Problem::default()
    }
}

#[test]
fn brute_force_tells_what_holds_together() {
    let truths = Truths::of(&two_claims(3, 5)).unwrap().expect("three bits are few");
    assert!(truths.satisfiable(0b01));
    assert!(truths.satisfiable(0b10));
    assert!(!truths.satisfiable(0b11));
    let truths = Truths::of(&two_claims(6, 5)).unwrap().expect("three bits are few");
    assert!(truths.satisfiable(0b11));
}

#[test]
fn judges_tell_what_holds_together() {
    use bench::judges::Verdict::{Sat, Unsat};
    let problem = two_claims(3, 5);
    for judge in Judge::ALL.into_iter().filter(|judge| judge.is_present()) {
        let cases = [(&problem, vec![0b01, 0b11, 0b10, 0]), (&problem, vec![0b11])];
        let verdicts = judge.decide(&cases).unwrap();
        assert_eq!(verdicts, [vec![Sat, Unsat, Sat, Sat], vec![Unsat]]);
    }
}

#[test]
fn every_family_can_be_read() {
    for family in families::all() {
        let checks = family.text.matches("(check-sat)").count();
        let answers = Interpreter::evaluating().run(&family.text).unwrap();
        assert_eq!(answers.len(), checks, "{}", family.name);
    }
}
