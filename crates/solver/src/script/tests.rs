//! Tests of scripts and their responses.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use term::Terms;
use term::smtlib::{Error, Splitter, Tape};

use super::{Response, Script};
use crate::answer::Limits;
use crate::brute_force::BruteForce;

/// Runs a script to its end or its first error.
fn run_with(limits: Limits, text: &str) -> (Vec<String>, Option<Error>) {
    let mut terms = Terms::new();
    let mut script = Script::new(limits);
    let mut splitter = Splitter::new();
    splitter.push(text.as_bytes());
    let mut responses = Vec::new();
    while let Some(chunk) = splitter.next_chunk() {
        let chunk = chunk.unwrap();
        let tape = Tape::parse(&chunk.text, chunk.origin).unwrap().unwrap();
        match script.execute(&mut terms, &mut BruteForce, tape.root()) {
            Ok(Response::Text(text)) => responses.push(text),
            Ok(Response::Silent) => {}
            Ok(Response::Exit) => break,
            Err(error) => return (responses, Some(error)),
        }
    }
    (responses, None)
}

fn check(text: &str, expected: &[&str]) {
    let (responses, error) = run_with(Limits::default(), text);
    assert_eq!(error.map(|error| error.to_string()), None, "{text}");
    assert_eq!(responses, expected, "{text}");
}

fn check_error(text: &str, expected: &str) {
    let (_, error) = run_with(Limits::default(), text);
    let error = error.unwrap_or_else(|| panic!("no error: {text}"));
    assert_eq!(error.to_string(), expected, "{text}");
}

#[test]
fn sat_and_unsat() {
    check("(check-sat)", &["sat"]);
    check("(assert false)(check-sat)", &["unsat"]);
    check(
        "(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (= (bvmul x x) #x31))(check-sat)
         (assert (bvult x #x07))(check-sat)(exit)(check-sat)",
        &["sat", "unsat"],
    );
}

#[test]
fn scopes_take_back_assertions_and_names() {
    check(
        "(declare-const p Bool)(push)(assert (not p))(declare-const q Bool)(push 2)(assert p)
         (check-sat)(pop 2)(check-sat)(pop 1)(declare-const q (_ BitVec 3))(assert p)(check-sat)",
        &["unsat", "sat", "sat"],
    );
    check("(set-option :global-declarations true)(push)(declare-const p Bool)(pop)(assert p)", &[]);
    check(
        "(declare-const p Bool)(assert p)(reset-assertions)(declare-const p Bool)(check-sat)",
        &["sat"],
    );
    check("(set-logic QF_BV)(assert false)(reset)(set-logic ALL)(check-sat)", &["sat"]);
    check("(push 3)(get-info :assertion-stack-levels)", &["(:assertion-stack-levels 3)"]);
}

#[test]
fn models_are_total() {
    check(
        "(declare-const x (_ BitVec 4))(declare-fun |a b| () Bool)(define-fun y () (_ BitVec 4) x)
         (declare-fun f ((_ BitVec 2) Bool) (_ BitVec 2))
         (declare-fun g (Bool) Bool)
         (declare-const m (Array (_ BitVec 1) (_ BitVec 2)))
         (assert (= x #x9))(assert (= (f #b10 true) #b11))(assert (= (select m #b1) #b10))
         (check-sat)(get-model)",
        &[
            "sat",
            "(\n  (define-fun x () (_ BitVec 4) #x9)\n  \
             (define-fun |a b| () Bool false)\n  \
             (define-fun f ((x1 (_ BitVec 2)) (x2 Bool)) (_ BitVec 2) \
             (ite (and (= x1 #b10) (= x2 true)) #b11 #b00))\n  \
             (define-fun g ((x1 Bool)) Bool false)\n  \
             (define-fun m () (Array (_ BitVec 1) (_ BitVec 2)) \
             (store ((as const (Array (_ BitVec 1) (_ BitVec 2))) #b00) #b1 #b10))\n)",
        ],
    );
}

#[test]
fn values_are_printed_with_the_terms_as_written() {
    check(
        "(declare-const x (_ BitVec 4))(assert (= x #x9))(check-sat)
         (get-value (x (bvadd  x x) |x|))(declare-const later Bool)(get-value (later))",
        &["sat", "((x #x9)\n ((bvadd  x x) #x2)\n (|x| #x9))", "((later false))"],
    );
}

#[test]
fn cores_and_assumptions() {
    check(
        "(declare-const p Bool)(declare-const q Bool)(assert (! (or p q) :named any))
         (assert (! (=> p q) :named |p q|))(check-sat-assuming ((not q) p (not p)))
         (get-unsat-assumptions)(get-unsat-core)(check-sat-assuming (q))(check-sat)",
        &["unsat", "(p (not p))", "()", "sat", "sat"],
    );
    check(
        "(declare-const p Bool)(declare-const q Bool)(assert (! q :named a))
         (assert (! p :named |b 1|))(assert (! (not p) :named c))(check-sat)(get-unsat-core)",
        &["unsat", "(|b 1| c)"],
    );
}

#[test]
fn definitions() {
    check(
        "(define-sort Word () (_ BitVec 4))(define-sort Mem (E) (Array Word E))
         (declare-const m (Mem (_ BitVec 1)))
         (define-fun twice ((x Word)) Word (bvadd x x))(define-const one Word #x1)
         (declare-const twice/x Word)
         (assert (= (twice (twice one)) #x4))(assert (= (select m one) #b1))(check-sat)",
        &["sat"],
    );
}

#[test]
fn options_and_information() {
    check(
        "(set-option :print-success true)(set-info :status sat)(declare-const p Bool)(check-sat)
         (get-option :print-success)(get-option :foo)(set-option :foo 1)(get-info :error-behavior)
         (get-info :foo)(echo \"a \"\"b\"\"\")",
        &[
            "success",
            "success",
            "success",
            "sat",
            "true",
            "unsupported",
            "unsupported",
            "(:error-behavior immediate-exit)",
            "unsupported",
            "\"a \"\"b\"\"\"",
        ],
    );
    check(
        "(set-option :produce-assertions true)(declare-const p Bool)(assert (or p  p))(assert p)
         (get-assertions)",
        &["((or p  p)\n p)"],
    );
}

#[test]
fn unknown_states_its_reason() {
    let limits = Limits { conflicts: None, interrupt: Some(Arc::new(AtomicBool::new(true))) };
    let (responses, error) = run_with(limits, "(check-sat)(get-info :reason-unknown)");
    assert_eq!(error, None);
    assert_eq!(responses, ["unknown", "(:reason-unknown \"interrupted\")"]);
}

#[test]
fn commands_at_the_wrong_time() {
    let sat = "comes after a `check-sat` that answered sat";
    check_error("(get-model)", &format!("1:1: `get-model` {sat}"));
    check_error(
        "(check-sat)\n(assert true)(get-value (true))",
        &format!("2:14: `get-value` {sat}"),
    );
    check_error("(assert false)(check-sat)(get-model)", &format!("1:26: `get-model` {sat}"));
    check_error(
        "(assert false)(check-sat)(get-unsat-assumptions)",
        "1:26: `get-unsat-assumptions` comes after a `check-sat-assuming` that answered unsat",
    );
    check_error(
        "(check-sat)(get-unsat-core)",
        "1:12: `get-unsat-core` comes after a `check-sat` that answered unsat",
    );
    check_error(
        "(get-info :reason-unknown)",
        "1:1: `:reason-unknown` comes after an answer `unknown`",
    );
    check_error(
        "(get-assertions)",
        "1:1: `get-assertions` needs `(set-option :produce-assertions true)`",
    );
    check_error("(push)(pop 2)", "1:7: there are only 1 scopes to leave");
    check_error("(set-logic ALL)(set-logic ALL)", "1:16: the logic is already set");
}

#[test]
fn malformed_commands() {
    check_error("()", "1:1: expected a command, found `()`");
    check_error("(\"x\")", "1:2: expected the name of a command, found `\"x\"`");
    check_error("(frobnicate)", "1:1: unknown symbol `frobnicate`");
    check_error("(declare-sort S 0)", "1:1: not supported: the command `declare-sort`");
    check_error("(assert)", "1:1: expected `(assert term)`, found `(assert)`");
    check_error("(assert #x1)", "1:9: expected a term of sort Bool, found one of (_ BitVec 4)");
    check_error("(declare-const and Bool)", "1:16: `and` already has a meaning");
    check_error(
        "(declare-const x Bool)(declare-fun x (Bool) Bool)",
        "1:36: `x` already has a meaning",
    );
    check_error("(declare-const x Int)", "1:18: not supported: the sort `Int`");
    check_error("(declare-const x Foo)", "1:18: unknown sort `Foo`");
    check_error(
        "(declare-fun f ((Array (_ BitVec 1) (_ BitVec 1))) Bool)",
        "1:17: not supported: functions from or to arrays; truth values and bit-vectors are",
    );
    check_error("(define-fun f ((x Bool) (x Bool)) Bool x)", "1:26: `x` already has a meaning");
    check_error(
        "(define-fun f ((x Bool)) (_ BitVec 1) x)",
        "1:39: expected a term of sort (_ BitVec 1), found one of Bool",
    );
    check_error(
        "(define-fun f ((x Bool)) Bool (! x :named y))",
        "1:43: expected no name here: the term has parameters in it, found `y`",
    );
    check_error(
        "(set-logic QF_FP)",
        "1:12: not supported: the logic `QF_FP`; there are QF_BV, QF_ABV, QF_AUFBV, QF_UFBV, QF_UF, ALL",
    );
    check_error("(push x)", "1:7: expected a number of scopes, found `x`");
    check_error("(push 99999999999)", "1:1: not supported: more than 1048576 scopes");
    check_error("(check-sat 1)", "1:1: expected `(check-sat)`, found `(check-sat 1)`");
    check_error("(set-option :print-success 1)", "1:28: expected `true` or `false`, found `1`");
    check_error("(echo x)", "1:7: expected a string, found `x`");
    check_error("(set-info)", "1:1: expected `(set-info :keyword value)`, found `(set-info)`");
}
