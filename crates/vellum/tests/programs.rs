//! Every program of `tests/programs/` gets the verdict that it expects, at the lines that it marks.
//!
//! `//~ KIND` at the end of a line is a finding there; a program without one is safe. `// options:` and
//! `// property:` in the first lines are for the command line, `// expect: unknown (REASON)` for
//! programs that no verdict is expected of.
//!
//! What is expected holds in every model of memory. `VELLUM_MEMORY=NAME` runs all programs in one; without
//! it they run in the default, and each of the others gets a share of them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What a program expects.
#[derive(Default)]
struct Expectation {
    findings: BTreeSet<(u64, String)>,
    options: Vec<String>,
    unknown: Option<String>,
}

impl Expectation {
    fn of(text: &str) -> Expectation {
        let mut expectation = Expectation::default();
        for line in text.lines().take(3) {
            if let Some(options) = line.strip_prefix("// options: ") {
                expectation.options.extend(options.split_whitespace().map(str::to_owned));
            } else if let Some(properties) = line.strip_prefix("// property: ") {
                for property in properties.split_whitespace() {
                    expectation.options.extend(["--property".to_owned(), property.to_owned()]);
                }
            } else if let Some(reason) = line.strip_prefix("// expect: unknown (") {
                expectation.unknown = reason.split(')').next().map(str::to_owned);
            }
        }
        for (index, line) in text.lines().enumerate() {
            let Some((_, kinds)) = line.split_once("//~ ") else { continue };
            for kind in kinds.split(',') {
                expectation.findings.insert((index as u64 + 1, kind.trim().to_owned()));
            }
        }
        expectation
    }

    fn verdict(&self) -> &'static str {
        match (&self.unknown, self.findings.is_empty()) {
            (Some(_), _) => "unknown",
            (None, true) => "true",
            (None, false) => "false",
        }
    }
}

/// What is wrong with the answer about a program, in a model of memory.
fn problem(file: &Path, memory: &str) -> Option<String> {
    let expected = Expectation::of(&std::fs::read_to_string(file).unwrap());
    let output = Command::new(env!("CARGO_BIN_EXE_vellum"))
        .args(["check", "--keep-going", "--format", "json", "--memory", memory])
        .args(&expected.options)
        .arg(file)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else {
        return Some(format!("no report: {errors}"));
    };
    let found: BTreeSet<(u64, String)> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            let line = it["location"]["line"].as_u64().unwrap_or(0);
            (line, it["kind"].as_str().unwrap_or_default().to_owned())
        })
        .collect();
    let verdict = report["verdict"].as_str().unwrap_or_default();
    if verdict != expected.verdict() || found != expected.findings {
        let reason = &report["reason"];
        return Some(format!(
            "expected {} {:?}, got {verdict} {found:?} {reason}",
            expected.verdict(),
            expected.findings
        ));
    }
    let reason = report["reason"].as_str().unwrap_or_default();
    match expected.unknown {
        Some(word) if !reason.starts_with(&word) => Some(format!("unknown, but: {reason}")),
        _ => None,
    }
}

/// All programs, in order.
fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut files: Vec<PathBuf> = Vec::new();
    for kind in std::fs::read_dir(&folder).unwrap() {
        let kind = kind.unwrap().path();
        if kind.is_dir() {
            files.extend(std::fs::read_dir(kind).unwrap().map(|entry| entry.unwrap().path()));
        }
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    assert!(files.len() >= 150, "only {} programs", files.len());
    files
}

/// Runs programs, each in a model of memory, on two threads.
fn run_all(runs: &[(PathBuf, String)]) {
    let run = |runs: &[(PathBuf, String)]| -> Vec<String> {
        let wrong = |(file, memory): &(PathBuf, String)| {
            Some(format!("{} in {memory}: {}", file.display(), problem(file, memory)?))
        };
        runs.iter().filter_map(wrong).collect()
    };
    let (first, second) = runs.split_at(runs.len() / 2);
    let problems = std::thread::scope(|scope| {
        let second = scope.spawn(|| run(second));
        let mut problems = run(first);
        problems.extend(second.join().unwrap());
        problems
    });
    assert!(problems.is_empty(), "{} of {}:\n{}", problems.len(), runs.len(), problems.join("\n"));
}

#[test]
fn every_program_gets_its_verdict() {
    let memory = std::env::var("VELLUM_MEMORY").unwrap_or_else(|_| "segments".to_owned());
    let runs: Vec<_> = programs().into_iter().map(|file| (file, memory.clone())).collect();
    run_all(&runs);
}

/// Every eighth program in each of the other models.
#[test]
fn every_model_gets_a_share() {
    let programs = programs();
    let others = memory::AnyMemory::MODELS.iter().map(|(name, _)| *name).skip(1);
    let share = |(number, name): (usize, &str)| {
        let files = programs.iter().skip(number % 8).step_by(8);
        files.map(|file| (file.clone(), name.to_owned())).collect::<Vec<_>>()
    };
    let runs: Vec<_> = others.enumerate().flat_map(share).collect();
    run_all(&runs);
}
