//! Tests that a printed term reads back as the same term.

use super::{declare, repeat, term};
use crate::bits::Bits;
use crate::smtlib::{Environment, parse_term, print_query, print_query_with_values, print_term};
use crate::sort::Sort;
use crate::store::{Term, Terms};

/// One text for each operator of the table.
const TERMS: &[&str] = &[
    "true",
    "false",
    "p",
    "a",
    "#x5a",
    "#b101",
    "#x0123456789abcdef0123456789",
    "(not p)",
    "(and p q)",
    "(or p q)",
    "(= p q)",
    "(= a b)",
    "(= m m)",
    "(ite p a b)",
    "(ite p m (store m n a))",
    "(bvnot a)",
    "(bvneg a)",
    "(bvand a b)",
    "(bvor a b)",
    "(bvxor a b)",
    "(bvadd a b)",
    "(bvmul a b)",
    "(bvudiv a b)",
    "(bvurem a b)",
    "(bvsdiv a b)",
    "(bvsrem a b)",
    "(bvshl a b)",
    "(bvlshr a b)",
    "(bvashr a b)",
    "(bvult a b)",
    "(bvslt a b)",
    "(concat a n)",
    "((_ extract 6 2) a)",
    "((_ sign_extend 3) a)",
    "((_ zero_extend 3) a)",
    "(select m n)",
    "(store m n a)",
    "((as const (Array (_ BitVec 4) (_ BitVec 8))) b)",
    "(f a n)",
    "(holds (holds p))",
    "(bvmul wide (bvadd wide wide))",
    "(let ((x (bvadd a b))) (bvmul x (bvudiv x (bvnot x))))",
    "(let ((x (bvadd a b))) (let ((y (bvmul x x))) (and (bvult x y) (bvult y (bvadd y x)))))",
    "(bvsmod a b)",
    "(bvsmulo a b)",
    "((_ rotate_left 3) a)",
];

#[test]
fn every_operator_reads_back_as_itself() {
    for mut terms in [Terms::new(), Terms::without_rewriting()] {
        let mut environment = declare(&mut terms);
        for text in TERMS {
            let read = term(&mut terms, &mut environment, text);
            let printed = print_term(&terms, read);
            assert_eq!(term(&mut terms, &mut environment, &printed), read, "{text} as {printed}");
        }
    }
}

fn check_printed(text: &str, expected: &str) {
    let mut terms = Terms::without_rewriting();
    let mut environment = declare(&mut terms);
    let read = term(&mut terms, &mut environment, text);
    assert_eq!(print_term(&terms, read), expected);
}

#[test]
fn shared_parts_are_written_once() {
    check_printed("(bvadd a b)", "(bvadd a b)");
    check_printed("(bvmul (bvadd a b) (bvadd a b))", "(let (($0 (bvadd a b))) (bvmul $0 $0))");
    check_printed(
        "(let ((x (bvnot a)) (y (bvnot b))) (let ((z (bvmul x y))) (bvadd (bvudiv z z) (bvurem x y))))",
        "(let (($0 (bvnot a)) ($1 (bvnot b))) (let (($2 (bvmul $0 $1))) \
         (bvadd (bvudiv $2 $2) (bvurem $0 $1))))",
    );
}

#[test]
fn names_that_need_care() {
    let mut terms = Terms::new();
    let names = [
        "and",
        "a b",
        "",
        "x|y",
        "back\\slash",
        "$0",
        "@at",
        "0start",
        "é",
        "extract",
        "new\nline",
        "$s0",
    ];
    let symbols: Vec<Term> = names.iter().map(|name| terms.symbol(name, Sort::Bool)).collect();
    let function = terms.function("let", vec![Sort::Bool], Sort::Bool);
    let applied = terms.apply(function, &[symbols[0]]);
    let all = symbols.iter().fold(applied, |all, &symbol| terms.and(all, symbol));
    let printed = print_term(&terms, all);
    let mut environment = Environment::of_terms(&terms, &[all]);
    assert_eq!(parse_term(&mut terms, &mut environment, &printed).unwrap(), all, "{printed}");
    assert_eq!(printed.matches("|a b|").count(), 1);
}

#[test]
fn a_base_prints_as_its_address() {
    let mut terms = Terms::new();
    let (_, base) = terms.base(Bits::new(64, 0x1000));
    assert_eq!(print_term(&terms, base), "#x0000000000001000");
}

#[test]
fn a_query_has_all_it_needs() {
    let mut terms = Terms::without_rewriting();
    let mut environment = declare(&mut terms);
    let first = term(&mut terms, &mut environment, "(bvult (f a n) b)");
    let second = term(&mut terms, &mut environment, "(or p (bvult (f a n) b))");
    let mut text = String::new();
    print_query(&mut text, &terms, &[first, second]).unwrap();
    let declarations = "\
(set-logic QF_UFBV)
(declare-fun p () Bool)
(declare-fun a () (_ BitVec 8))
(declare-fun b () (_ BitVec 8))
(declare-fun n () (_ BitVec 4))
(declare-fun f ((_ BitVec 8) (_ BitVec 4)) (_ BitVec 8))
";
    let assertions = "(assert (bvult (f a n) b))\n(assert (or p (bvult (f a n) b)))\n";
    assert_eq!(text, format!("{declarations}{assertions}(check-sat)\n"));

    let applied = term(&mut terms, &mut environment, "(f a n)");
    let p = term(&mut terms, &mut environment, "p");
    let mut text = String::new();
    print_query_with_values(&mut text, &terms, &[first, second], &[p, applied]).unwrap();
    let assertion = "(declare-fun $v1 () (_ BitVec 8))
(assert (let (($0 (bvult (f a n) b))) (and true $0 (or p $0) (= $v1 (f a n)))))
";
    assert_eq!(text, format!("{declarations}{assertion}(check-sat)\n"));
}

#[test]
fn parts_shared_by_many_assumptions_are_written_once() {
    let mut terms = Terms::without_rewriting();
    let mut environment = declare(&mut terms);
    let mut sum = term(&mut terms, &mut environment, "a");
    let b = term(&mut terms, &mut environment, "b");
    let mut assumptions = Vec::new();
    for _ in 0..1000 {
        sum = terms.add(sum, b);
        assumptions.push(terms.ult(sum, b));
    }
    let mut text = String::new();
    print_query(&mut text, &terms, &assumptions).unwrap();
    assert_eq!(text.matches("bvadd").count(), 1000);
}

/// Builds random terms on bytes with every operator and much sharing.
#[test]
fn random_terms_read_back() {
    let words = ["bvnot", "bvneg", "bvand", "bvor", "bvxor", "bvadd", "bvmul", "bvudiv", "bvurem"];
    let words = [&words[..], &["bvsdiv", "bvsrem", "bvshl", "bvlshr", "bvashr", "bvsub"]].concat();
    let truths = ["bvult", "bvslt", "=", "bvule", "bvsge", "distinct", "bvuaddo"];
    let mut seed = 7u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for round in 0..300 {
        let mut terms = if round % 2 == 0 { Terms::new() } else { Terms::without_rewriting() };
        let mut environment = declare(&mut terms);
        let mut known = ["a", "b", "c", "#x00", "#x07", "#xff", "(select m n)", "(f a n)"]
            .map(str::to_owned)
            .to_vec();
        for i in 0..30 {
            let mut any = || known[random(known.len())].clone();
            let (left, right) = (any(), any());
            let text = match random(8) {
                0 => {
                    let truth = truths[random(truths.len())];
                    format!("(ite ({truth} {left} {right}) {right} {left})")
                }
                1 => format!("(concat ((_ extract 5 0) {left}) ((_ extract 7 6) {right}))"),
                2 => format!("((_ extract 8 1) ((_ sign_extend 3) {left}))"),
                3 => format!("(select (store m ((_ extract 3 0) {left}) {right}) n)"),
                _ => match words[random(words.len())] {
                    word @ ("bvnot" | "bvneg") => format!("({word} {left})"),
                    word => format!("({word} {left} {right})"),
                },
            };
            let read = term(&mut terms, &mut environment, &text);
            let printed = print_term(&terms, read);
            assert_eq!(term(&mut terms, &mut environment, &printed), read, "{text} as {printed}");
            environment.bind(&format!("t{i}"), super::super::Binding::Term(read));
            known.push(format!("t{i}"));
        }
    }
}

const DEEP: usize = 200_000;

#[test]
fn deep_terms_read_back() {
    let mut terms = Terms::without_rewriting();
    let mut environment = declare(&mut terms);
    let text = repeat("(bvadd a ", DEEP) + "b" + &repeat(")", DEEP);
    let deep = term(&mut terms, &mut environment, &text);
    let printed = print_term(&terms, deep);
    assert_eq!(printed, text);
    assert_eq!(term(&mut terms, &mut environment, &printed), deep);
}

#[test]
fn deep_shared_terms_read_back() {
    let mut terms = Terms::without_rewriting();
    let mut environment = declare(&mut terms);
    let mut deep = term(&mut terms, &mut environment, "(bvudiv a b)");
    for _ in 0..DEEP {
        deep = terms.mul(deep, deep);
    }
    let printed = print_term(&terms, deep);
    assert_eq!(term(&mut terms, &mut environment, &printed), deep);
}

#[test]
fn a_query_cuts_deep_terms() {
    let mut terms = Terms::without_rewriting();
    let mut environment = declare(&mut terms);
    let mut deep = term(&mut terms, &mut environment, "a");
    let b = term(&mut terms, &mut environment, "b");
    for _ in 0..10_000 {
        deep = terms.add(b, deep);
    }
    let root = terms.ult(deep, b);
    let mut text = String::new();
    print_query(&mut text, &terms, &[root]).unwrap();
    let mut depth = 0;
    let deepest = text.bytes().map(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth
    });
    assert!(deepest.max().unwrap() < 300);
}
