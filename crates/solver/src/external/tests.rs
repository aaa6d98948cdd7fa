//! Tests with solvers that misbehave in every known way, and with real ones where they are installed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use term::smtlib::{Environment, parse_term};
use term::{Sort, Term, Terms};

use super::{Config, External};
use crate::answer::{Answer, Limits, Query, Report, Solver, UnknownReason};
use crate::brute_force::BruteForce;

/// The response of a fake solver to each line of its input.
const LOOP: &str = r#"
    echoed() { m=${line#(echo \"}; echo "${m%\")}"; }
    while read -r line; do case "$line" in
        "(check-sat)") check;;
        "(echo "*) echoed;;
        "(get-value"*) values;;
    esac; done"#;

fn shell(script: &str) -> External {
    let command = ["sh", "-c", script].map(str::to_owned).to_vec();
    let (timeout, output_limit) = (Duration::from_secs(20), 1 << 20);
    External::new(Config { command, timeout, output_limit, memory: None })
}

/// Creates a fake solver that answers `check-sat` and `get-value` by these shell commands.
fn fake(check: &str, values: &str) -> External {
    shell(&format!("check() {{ {check}; }}\nvalues() {{ {values}; }}\n{LOOP}"))
}

/// Parses terms over a few symbols.
fn query(terms: &mut Terms, texts: &[&str]) -> Vec<Term> {
    let mut environment = Environment::new();
    for (name, sort) in [
        ("p", Sort::Bool),
        ("x", Sort::Bits(4)),
        ("y", Sort::Bits(4)),
        ("m", Sort::Array { index: 2, element: 2 }),
    ] {
        environment.declare(terms, name, sort).unwrap();
    }
    let f = terms.function("f", vec![Sort::Bits(4), Sort::Bool], Sort::Bits(4));
    environment.bind("f", term::smtlib::Binding::Function(f));
    texts.iter().map(|text| parse_term(terms, &mut environment, text).unwrap()).collect()
}

fn check_texts(solver: &mut dyn Solver, texts: &[&str]) -> Answer {
    let mut terms = Terms::new();
    let assumptions = query(&mut terms, texts);
    solver.check(&mut terms, Query { assumptions: &assumptions, limits: &Limits::default() })
}

/// Asserts that the answer is unknown, for a reason that starts like this.
fn check_failure(mut solver: External, expected: &str) {
    match check_texts(&mut solver, &["(bvult x #x3)"]) {
        Answer::Unknown(UnknownReason::External(reason)) => {
            assert!(reason.starts_with(expected), "{reason}")
        }
        other => panic!("{expected}: {other:?}"),
    }
}

#[test]
fn failing_solvers_give_unknown() {
    let missing = Config::named("no-such-solver-anywhere --flag").unwrap();
    check_failure(External::new(missing), "cannot start `no-such-solver-anywhere`:");
    check_failure(shell("exit 3"), "it ended before it answered (exit status: 3)");
    check_failure(shell("exec >&-; sleep 5"), "it ended before it answered");
    check_failure(shell("yes"), "instead of an answer it wrote: y");
    check_failure(shell("yes ''"), "its output exceeds the limit of");
    check_failure(shell("echo '('; yes x"), "its output exceeds the limit of");
    check_failure(
        shell("printf '\\377 '; cat > /dev/null"),
        "instead of an answer it wrote: 1:1: this is not UTF-8",
    );
    check_failure(
        shell("echo '(error \"no\")'; cat > /dev/null"),
        "instead of an answer it wrote: (error \"no\")",
    );
    check_failure(shell("echo ')'; cat > /dev/null"), "instead of an answer it wrote: )");
}

#[test]
fn a_solver_that_hangs_is_killed() {
    for script in ["sleep 1000", "cat > /dev/null", "exec sleep 1000 < /dev/null"] {
        let mut solver = shell(script);
        solver.config.timeout = Duration::from_millis(200);
        let start = Instant::now();
        check_failure(solver, "no answer within 0.2 seconds");
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn an_interrupt_ends_the_wait() {
    let flag = Arc::new(AtomicBool::new(false));
    let limits = Limits { conflicts: None, interrupt: Some(Arc::clone(&flag)) };
    let setter = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        flag.store(true, Ordering::Relaxed);
    });
    let mut terms = Terms::new();
    let assumptions = query(&mut terms, &["p"]);
    let mut solver = shell("sleep 1000");
    let answer = solver.check(&mut terms, Query { assumptions: &assumptions, limits: &limits });
    assert!(matches!(answer, Answer::Unknown(UnknownReason::Interrupted)), "{answer:?}");
    setter.join().unwrap();
}

#[test]
fn models_are_checked() {
    let expect = |values: &str, expected: &str| {
        let expected = format!("its model could not be read: {expected}");
        check_failure(fake("echo sat", values), &expected);
    };
    expect("echo '((x #x7))'", "it does not satisfy the query");
    expect("echo '((x #b00))'", "`#b00` is not of sort (_ BitVec 4)");
    expect("echo '((x (_ as-array k)))'", "`(_ as-array k)`: expected");
    expect("echo '((x y))'", "`y`: unknown symbol `y`");
    expect("echo '()'", "0 values for 1 terms");
    expect("echo 'sat'", "0 values for 1 terms");
    expect("echo '((x))'", "3:2: expected `(term value)`");
    check_failure(
        fake("echo sat", "echo '(error \"none\")'"),
        "instead of an answer it wrote: (error",
    );
    check_failure(fake("echo unknown", "true"), "it answered unknown");
    let mut honest = fake("echo sat", "echo '((x #x2))'");
    assert!(matches!(check_texts(&mut honest, &["(bvult x #x3)"]), Answer::Sat(_)));
}

/// Returns a spurious answer must not be taken for the answer to the next query.
#[test]
fn a_stray_answer_is_noticed() {
    check_failure(fake("echo unsat; echo unsat", "true"), "instead of an answer it wrote: unsat");
}

#[test]
fn a_solver_for_one_query_is_restarted() {
    let once = "echo unsat; read -r line; echoed; exit 0";
    let mut solver = fake(once, "true");
    for _ in 0..3 {
        assert!(
            matches!(check_texts(&mut solver, &["false", "p"]), Answer::Unsat(core) if core.len() == 2)
        );
    }
    let mut report = Report::default();
    solver.report(&mut report);
    assert_eq!(report.sections[0].counters[..3], [("started", 3), ("sat", 0), ("unsat", 3)]);
}

#[test]
fn names_of_solvers() {
    assert_eq!(Config::named("z3").unwrap().command, ["z3", "-smt2", "-in"]);
    assert_eq!(Config::named(" my/solver  -x ").unwrap().command, ["my/solver", "-x"]);
    assert!(Config::named("  ").is_none());
}

/// Runs a test with each installed reference solver. In CI, a missing one is an error.
fn with_reference_solvers(test: impl Fn(&mut External)) {
    for name in ["z3", "cvc5"] {
        let config = Config::named(name).unwrap();
        let installed = std::process::Command::new(name)
            .arg("--version")
            .stdout(std::process::Stdio::null())
            .status();
        if installed.is_ok() {
            test(&mut External::new(config));
            continue;
        }
        assert!(std::env::var_os("CI").is_none(), "{name} must be installed in CI");
        eprintln!("\n*** SKIPPED: {name} is not installed, nothing was compared with it ***\n");
    }
}

/// Queries that the brute-force solver can decide; together they contain every operator.
const QUERIES: &[&[&str]] = &[
    &[],
    &["p", "(not p)"],
    &["(= (bvmul x x) #x9)", "(bvult x y)", "(bvslt y #x0)"],
    &["(= (bvudiv x y) #xf)", "(= (bvurem x y) #x3)"],
    &["(= (bvsdiv x y) #x2)", "(= (bvsrem x y) #xf)", "(bvslt x #x0)"],
    &["(= (bvshl x y) #x8)", "(= (bvlshr x #x1) (bvashr x #x1))", "(distinct x #x1)"],
    &[
        "(= (concat x y) #x5a)",
        "(= ((_ extract 2 1) x) #b10)",
        "(= ((_ sign_extend 2) y) #b111010)",
    ],
    &["(= (bvxor x (bvnot y)) (bvand x (bvneg y)))", "(= (bvor x y) (ite p x (bvadd x y)))"],
    &["(= (select m #b01) #b10)", "(= (store m #b01 #b11) (store m #b10 #b11))"],
    &["(= m ((as const (Array (_ BitVec 2) (_ BitVec 2))) #b01))", "(= (select m #b10) #b11)"],
    &["(= (f x p) #x3)", "(= (f y p) #x4)", "(= x (bvadd y #x1))"],
    &["(= (f x p) #x3)", "(= (f y true) #x4)", "(= x y)", "p"],
    &["(= (f (f x p) (bvult x y)) x)", "(distinct (f x p) x)"],
    &["(bvsmulo x y)", "(not (bvumulo x y))"],
];

#[test]
fn real_solvers_agree_with_brute_force() {
    with_reference_solvers(|solver| {
        for texts in QUERIES {
            let (own, theirs) = (check_texts(&mut BruteForce, texts), check_texts(solver, texts));
            match (&own, &theirs) {
                (Answer::Sat(_), Answer::Sat(_)) | (Answer::Unsat(_), Answer::Unsat(_)) => {}
                _ => panic!("{:?} {texts:?}: {own:?}, {theirs:?}", solver.config.command),
            }
        }
        let mut report = Report::default();
        solver.report(&mut report);
        assert_eq!(report.sections[0].counters[0], ("started", 1));
    });
}

#[test]
fn real_solvers_read_large_queries() {
    with_reference_solvers(|solver| {
        let mut terms = Terms::without_rewriting();
        let x = terms.symbol("x", Sort::Bits(8));
        let y = terms.symbol("y", Sort::Bits(8));
        // Deep terms without sharing, and with every part shared.
        let mut chain = x;
        let mut shared = y;
        for _ in 0..25_000 {
            chain = terms.bvxor(y, chain);
            let not = terms.bvnot(shared);
            shared = terms.bvand(shared, not);
        }
        let (zero, ones) = (terms.word(8, 0), terms.word(8, 0xff));
        let assumptions = [terms.eq(chain, ones), terms.eq(shared, zero)];
        let limits = Limits::default();
        let answer = solver.check(&mut terms, Query { assumptions: &assumptions, limits: &limits });
        assert!(matches!(answer, Answer::Sat(_)), "{:?}: {answer:?}", solver.config.command);
    });
}
