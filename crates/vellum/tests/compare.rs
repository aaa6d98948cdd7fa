//! `vellum compare`: one row for each model, and one verdict.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use memory::AnyMemory;

fn compare(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vellum")).arg("compare").args(words).output().unwrap()
}

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(name)
}

#[test]
fn all_models_come_to_the_same_verdict() {
    for (name, verdict, code) in
        [("memory/choice-safe.c", "true", 0), ("memory/choice-unsafe.c", "false", 10)]
    {
        let file = program(name);
        let output = compare(&[file.to_str().unwrap(), "--format", "json"]);
        assert_eq!(output.status.code(), Some(code), "{name}");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let runs = report["runs"].as_array().unwrap();
        assert_eq!(runs.len(), AnyMemory::MODELS.len());
        for (run, (model, _)) in runs.iter().zip(AnyMemory::MODELS) {
            assert_eq!(run["verdict"], verdict, "{model}");
            assert_eq!(run["statistics"]["memory"]["model"], *model);
            let memory = &run["statistics"]["memory"];
            assert!(memory["reads"].as_u64() >= memory["quick_reads"].as_u64(), "{model}");
            assert!(memory["writes"].as_u64() >= memory["quick_writes"].as_u64(), "{model}");
        }
    }
}

/// Nothing is read or written at a constant address that is not read or written: also where a function is given a heap.
#[test]
fn shares_are_shares() {
    let file = program("lazy/reverse.c");
    let flags = ["--function", "reverse", "--unwind", "3", "--format", "json"];
    let output = compare(&[&[file.to_str().unwrap()], &flags[..]].concat());
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let runs = report["runs"].as_array().unwrap();
    assert!(!runs.is_empty());
    for run in runs {
        let memory = &run["statistics"]["memory"];
        for (all, quick) in [("reads", "quick_reads"), ("writes", "quick_writes")] {
            assert!(memory[all].as_u64() >= memory[quick].as_u64(), "{memory}");
        }
    }
}

/// Whatever is unknown of a block and of what is done to it: no model forks. One says that it is out of its reach.
#[test]
fn unknown_sizes_and_lengths_are_one_path() {
    for name in ["memory/unknown-size-safe.c", "memory/unknown-end-safe.c"] {
        let file = program(name);
        let output = compare(&[file.to_str().unwrap(), "--format", "json"]);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        for run in report["runs"].as_array().unwrap() {
            let model = &run["statistics"]["memory"]["model"];
            let verdict = if model == "references" { "unknown" } else { "true" };
            assert_eq!(run["verdict"], verdict, "{name} {model}");
            assert_eq!(run["statistics"]["paths"], 1, "{name} {model}");
        }
    }
}

#[test]
fn the_table_has_a_row_for_each_model_that_was_asked_for() {
    let file = program("memory/choice-safe.c");
    let output = compare(&["--memory=arrays,segments", file.to_str().unwrap()]);
    let text = String::from_utf8(output.stdout).unwrap();
    let names: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["memory", "arrays", "segments"]);
}

#[test]
fn what_makes_no_sense_is_said() {
    let file = program("memory/choice-safe.c");
    let file = file.to_str().unwrap();
    for (words, code) in [
        (&[file, "--memory", "nonsense"][..], 1),
        (&[file, "--memory"], 1),
        (&[file, "--format", "xml"], 1),
        (&[file, "--no-such-option"], 1),
        (&["/no/such/file.c"], 2),
        (&[], 1),
    ] {
        let output = compare(words);
        assert_eq!(output.status.code(), Some(code), "{words:?}");
        assert!(!output.stderr.is_empty(), "{words:?}");
    }
}
