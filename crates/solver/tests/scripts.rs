//! Runs the scripts under `tests/scripts` with every solver of this crate. A comment at the end of the line of each
//! `check-sat` states the expected answer: `; sat` or `; unsat`. The reference solvers, where they are installed, must
//! agree too.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

use solver::script::{Response, Script};
use solver::{Limits, Solver, plain, stack};
use term::Terms;
use term::smtlib::{Splitter, Tape};

fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 5, "there are scripts");
    files
}

/// Returns the answers that a script expects.
fn expected(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.trim_start().starts_with("(check-sat"));
    lines.map(|line| line.rsplit("; ").next().unwrap().trim().to_owned()).collect()
}

/// Returns the answers of a solver.
fn answers(text: &str, solver: &mut dyn Solver) -> Vec<String> {
    let mut terms = Terms::new();
    let mut script = Script::new(Limits::default());
    let mut splitter = Splitter::new();
    splitter.push(text.as_bytes());
    let mut answers = Vec::new();
    while let Some(chunk) = splitter.next_chunk() {
        let chunk = chunk.unwrap();
        let Some(tape) = Tape::parse(&chunk.text, chunk.origin).unwrap() else { continue };
        match script.execute(&mut terms, solver, tape.root()).unwrap() {
            Response::Text(text) => answers.push(text),
            Response::Silent => {}
            Response::Exit => break,
        }
    }
    answers
}

#[test]
fn own_solvers_agree_with_the_scripts() {
    for file in scripts() {
        let text = std::fs::read_to_string(&file).unwrap();
        for (name, mut solver) in [("stack", stack()), ("plain", plain())] {
            assert_eq!(
                answers(&text, solver.as_mut()),
                expected(&text),
                "{name}: {}",
                file.display()
            );
        }
    }
}

#[test]
fn reference_solvers_agree_with_the_scripts() {
    for (program, options) in [("z3", &["-smt2"][..]), ("cvc5", &["--lang=smt2", "--incremental"])]
    {
        if Command::new(program).arg("--version").output().is_err() {
            assert!(std::env::var_os("CI").is_none(), "{program} is not installed");
            eprintln!("SKIPPED: {program} is not installed, so it judges nothing here");
            continue;
        }
        for file in scripts() {
            let text = std::fs::read_to_string(&file).unwrap();
            if text.contains(&format!("; not for {program}")) {
                continue;
            }
            let output = Command::new(program).args(options).arg(&file).output().unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            let lines: Vec<&str> = printed.lines().collect();
            assert_eq!(lines, expected(&text), "{program}: {}", file.display());
        }
    }
}
