//! `vellum solve` as a user runs it: answers, errors with their places, exit codes.

#![allow(clippy::unwrap_used, reason = "in a test, what must not fail fails the test")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn vellum(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a script from the standard input.
fn solve_with(flags: &[&str], script: &[u8]) -> Output {
    let mut child = vellum(&[&["solve", "-"], flags].concat()).spawn().unwrap();
    // The program may end before it has read all of it.
    let _ = child.stdin.take().unwrap().write_all(script);
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn check(script: &str, expected: &str) {
    let output = solve_with(&[], script.as_bytes());
    assert_eq!(stdout(&output), expected, "{script}\n{}", stderr(&output));
    assert_eq!(output.status.code(), Some(0));
}

/// The script is refused: what is printed to standard output, and what to standard error.
fn check_error(script: &[u8], expected_out: &str, expected_err: &str) {
    let output = solve_with(&[], script);
    let text = String::from_utf8_lossy(script);
    assert_eq!(stdout(&output), expected_out, "{text}");
    assert_eq!(stderr(&output).trim_end(), expected_err.trim_end(), "{text}");
    assert_eq!(output.status.code(), Some(2), "{text}");
}

/// A directory of its own for a test.
fn directory(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn answers() {
    check("", "");
    check("; nothing\n", "");
    check("(check-sat)", "sat\n");
    check(
        "(set-logic QF_BV)
         (declare-const x (_ BitVec 32))
         (assert (= (bvadd x #x00000001) #x00000000))
         (check-sat)
         (get-value (x))
         (push)
         (assert (bvult x #x0000ffff))
         (check-sat)
         (pop)
         (check-sat)
         (exit)
         (this is not read",
        "sat\n((x #xffffffff))\nunsat\nsat\n",
    );
}

#[test]
fn arrays_functions_and_cores() {
    check(
        "(set-logic QF_AUFBV)
         (declare-const m (Array (_ BitVec 32) (_ BitVec 8)))
         (declare-const i (_ BitVec 32))
         (declare-fun f ((_ BitVec 8)) (_ BitVec 8))
         (assert (! (= (select (store m i #x07) #x00000003) #x05) :named written))
         (assert (! (= (select m #x00000003) #x06) :named before))
         (assert (! (= (f #x01) #x02) :named unused))
         (check-sat)
         (get-unsat-core)
         (check-sat-assuming ((= i #x00000003)))",
        "unsat\n(written before)\nunsat\n",
    );
}

#[test]
fn a_file_is_read() {
    let path = directory("a_file_is_read").join("query.smt2");
    fs::write(&path, "(assert false)\n(check-sat)\n").unwrap();
    let output = vellum(&["solve", path.to_str().unwrap()]).output().unwrap();
    assert_eq!(stdout(&output), "unsat\n");
    assert_eq!(output.status.code(), Some(0));
}

/// A client that uses Vellum over a pipe gets each answer before it sends the next command.
#[test]
fn commands_are_answered_at_once() {
    let mut child = vellum(&["solve", "-"]).spawn().unwrap();
    let mut to = child.stdin.take().unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap());
    for (command, expected) in [
        ("(declare-const p Bool)(assert p)(check-sat)", "sat\n"),
        ("(get-value (p))", "((p true))\n"),
        ("(assert (not p)) (check-sat)", "unsat\n"),
        ("(echo \"bye\")", "\"bye\"\n"),
    ] {
        to.write_all(command.as_bytes()).unwrap();
        to.flush().unwrap();
        let mut answer = String::new();
        from.read_line(&mut answer).unwrap();
        assert_eq!(answer, expected);
    }
    drop(to);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn errors_have_their_place() {
    check_error(
        b"(declare-const x (_ BitVec 8))\n(assert (= x y))\n(check-sat)\n",
        "(error \"2:14: unknown symbol `y`\")\n",
        "error: unknown symbol `y`
 --> <stdin>:2:14
  |
2 | (assert (= x y))
  |              ^",
    );
    check_error(
        b"(check-sat) (declare-const x Bool) (assert\n  (bvadd x\n x))",
        "sat\n(error \"2:10: argument 1 of `bvadd` has sort Bool, expected a bit-vector\")\n",
        "error: argument 1 of `bvadd` has sort Bool, expected a bit-vector
 --> <stdin>:2:10
  |
2 |   (bvadd x
  |          ^",
    );
    check_error(
        b"(check-sat) (get-moodel)",
        "sat\n(error \"1:13: unknown symbol `get-moodel`\")\n",
        "error: unknown symbol `get-moodel`
 --> <stdin>:1:13
  |
1 | (check-sat) (get-moodel)
  |             ^^^^^^^^^^^^",
    );
    check_error(
        b"\n\n(assert (and true",
        "(error \"3:1: unterminated list: this `(` is never closed\")\n",
        "error: unterminated list: this `(` is never closed
 --> <stdin>:3:1
  |
3 | (assert (and true
  | ^",
    );
    check_error(
        b"(echo \"a\" \xff)",
        "(error \"1:11: this is not UTF-8 text\")\n",
        "error: this is not UTF-8 text\n --> <stdin>:1:11",
    );
    check_error(
        b"(check-sat)\nfoo (check-sat)",
        "sat\n(error \"2:1: expected a command, found `foo`\")\n",
        "error: expected a command, found `foo`
 --> <stdin>:2:1
  |
2 | foo
  | ^^^",
    );
}

#[test]
fn exit_codes() {
    let code = |arguments: &[&str]| vellum(arguments).output().unwrap().status.code();
    assert_eq!(code(&[]), Some(1));
    assert_eq!(code(&["solve"]), Some(1));
    assert_eq!(code(&["frobnicate"]), Some(1));
    assert_eq!(code(&["solve", "-", "--time-limit", "0"]), Some(1));
    assert_eq!(code(&["solve", "--help"]), Some(0));
    assert_eq!(code(&["--version"]), Some(0));
    assert_eq!(code(&["solve", "/no/such/file.smt2"]), Some(2));
    assert_eq!(code(&["solve", "/"]), Some(2));
}

/// The product of two primes of 64 bits: no solver finds them quickly.
const HARD: &str = "(set-logic QF_BV)(declare-const a (_ BitVec 64))(declare-const b (_ BitVec 64))
    (define-fun wide ((x (_ BitVec 64))) (_ BitVec 128) ((_ zero_extend 64) x))
    (assert (= (bvmul (wide a) (wide b)) (_ bv198030628467009628659482063054300309417 128)))
    (check-sat)(get-info :reason-unknown)";

#[test]
fn limits_end_in_unknown() {
    let start = Instant::now();
    let output = solve_with(&["--time-limit", "0.3"], HARD.as_bytes());
    assert_eq!(stdout(&output), "unknown\n(:reason-unknown \"interrupted\")\n");
    assert!(stderr(&output).contains("unknown: interrupted"), "{}", stderr(&output));
    assert!(start.elapsed() < Duration::from_secs(20));

    let output = solve_with(&["--conflicts", "10"], HARD.as_bytes());
    assert!(stdout(&output).starts_with("unknown\n"), "{}", stdout(&output));
}

#[test]
fn statistics_go_to_standard_error() {
    let output = solve_with(&["--stats"], b"(check-sat)");
    assert_eq!(stdout(&output), "sat\n");
    assert!(stderr(&output).starts_with("layer "), "{}", stderr(&output));
}

#[test]
fn queries_are_logged_and_can_be_read_again() {
    let directory = directory("queries_are_logged");
    let script = b"(declare-const x (_ BitVec 8))(assert (bvult x #x10))(check-sat)
        (assert (bvult #x20 x))(check-sat)";
    let output = solve_with(&["--log-queries", directory.to_str().unwrap()], script);
    assert_eq!(stdout(&output), "sat\nunsat\n");
    let mut files: Vec<_> =
        fs::read_dir(&directory).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    let names: Vec<_> = files.iter().map(|path| path.file_name().unwrap()).collect();
    assert_eq!(names, ["000001.smt2", "000002.smt2"]);
    for (file, expected) in files.iter().zip(["sat\n", "unsat\n"]) {
        let output = vellum(&["solve", file.to_str().unwrap()]).output().unwrap();
        assert_eq!(stdout(&output), expected);
    }
}

#[test]
fn a_missing_solver_is_told() {
    let output = solve_with(&["--solver", "no-such-solver"], b"(check-sat)");
    assert_eq!(stdout(&output), "unknown\n");
    assert!(stderr(&output).contains("cannot start `no-such-solver`"), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn other_solvers_can_be_asked() {
    for name in ["z3", "cvc5"] {
        if Command::new(name).arg("--version").output().is_err() {
            assert!(std::env::var_os("CI").is_none(), "{name} must be installed in CI");
            eprintln!("\n*** SKIPPED: {name} is not installed, nothing was tried with it ***\n");
            continue;
        }
        let script = b"(declare-const x (_ BitVec 8))(assert (= (bvmul x #x03) #x06))(check-sat)
            (get-value (x))(assert (distinct x #x02))(check-sat)";
        let output = solve_with(&["--solver", name], script);
        assert_eq!(stdout(&output), "sat\n((x #x02))\nunsat\n", "{name}: {}", stderr(&output));
    }
}

/// Deep scripts cost no stack, in no layer.
#[test]
fn deep_scripts() {
    const DEEP: usize = 100_000;
    let nested = "(bvnot (bvadd x ".repeat(DEEP) + "x" + &"))".repeat(DEEP);
    let lets = "(let ((x (bvadd (bvnot x) y))) ".repeat(DEEP) + "(= x y)" + &")".repeat(DEEP);
    for term in [format!("(= x {nested})"), lets, "(".repeat(DEEP)] {
        let script =
            format!("(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))(assert {term})");
        let output = solve_with(&[], script.as_bytes());
        assert!(matches!(output.status.code(), Some(0 | 2)), "{:?}", output.status);
    }
}

/// Cut and changed scripts are answered or refused, and never crash.
#[test]
fn changed_scripts_do_not_crash() {
    let script = "(set-logic QF_ABV)(set-option :produce-models true)(define-sort B () (_ BitVec 8))
(declare-const x B)(declare-fun f (B) B)(define-fun g ((y B)) B (bvadd y (f y)))
(declare-const m (Array B B))(push 1)(assert (! (= (g x) (select m #x03)) :named a1))
(check-sat-assuming ((bvult x #x05)))(get-model)(get-value (x (g x)))(pop 1)(check-sat)(echo \"e\")";
    let pieces =
        ["(", ")", "|", "\"", "#x", "_", "let", "99999999999", " ", ";", "\u{e9}", "x", "B"];
    let mut seed = 20_261_115u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for _ in 0..150 {
        let mut changed = script.as_bytes().to_vec();
        for _ in 0..=random(3) {
            let at = random(changed.len() + 1);
            match random(4) {
                0 => changed.truncate(at.max(1)),
                1 => {
                    let piece = pieces[random(pieces.len())].bytes();
                    changed.splice(at..at, piece);
                }
                2 => changed.retain({
                    let mut i = 0;
                    move |_| {
                        i += 1;
                        i != at
                    }
                }),
                _ => {
                    if let Some(byte) = changed.get_mut(at) {
                        *byte = random(256) as u8;
                    }
                }
            }
        }
        let output = solve_with(&[], &changed);
        let text = String::from_utf8_lossy(&changed);
        assert!(matches!(output.status.code(), Some(0 | 2)), "{:?}\n{text}", output.status);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!errors.contains("panicked"), "{errors}\n{text}");
    }
}
