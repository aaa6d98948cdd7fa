//! Every program of `tests/programs/` gets the verdict that it expects, at the lines that it marks.
//!
//! `//~ KIND` at the end of a line is a finding there; a program without one is safe. `// options:` and
//! `// property:` in the first lines are for the command line, `// expect: unknown (REASON)` for
//! programs that no verdict is expected of. In Javalite comments begin with `;`.
//!
//! All programs are run under the default memory, or under the one that the variable `VELLUM_MEMORY`
//! names; under every memory those of the folders `memory`, `undefined` and `loops`, and some of each other folder but
//! `proofs`; all but those of `loops` and `proofs` under `references`, which may say of a program that it is out of its reach. That
//! is no verdict, and a list says of which.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The languages of programs: how files end, and what begins a comment.
const LANGUAGES: [(&str, &str); 2] = [("c", "//"), ("javalite", ";")];

/// What begins a comment in a file, if it is a program.
fn comment_of(file: &Path) -> Option<&'static str> {
    let ending = file.extension()?;
    LANGUAGES.iter().find(|(known, _)| ending == *known).map(|(_, comment)| *comment)
}

/// What a program expects.
#[derive(Default)]
struct Expectation {
    findings: BTreeSet<(u64, String)>,
    options: Vec<String>,
    unknown: Option<String>,
}

impl Expectation {
    fn of(text: &str, comment: &str) -> Expectation {
        let mut expectation = Expectation::default();
        let first = text.lines().take(3).filter_map(|line| line.strip_prefix(comment));
        for line in first {
            if let Some(options) = line.strip_prefix(" options: ") {
                expectation.options.extend(options.split_whitespace().map(str::to_owned));
            } else if let Some(properties) = line.strip_prefix(" property: ") {
                for property in properties.split_whitespace() {
                    expectation.options.extend(["--property".to_owned(), property.to_owned()]);
                }
            } else if let Some(reason) = line.strip_prefix(" expect: unknown (") {
                expectation.unknown = reason.split(')').next().map(str::to_owned);
            }
        }
        let mark = format!("{comment}~ ");
        for (index, line) in text.lines().enumerate() {
            let Some((_, kinds)) = line.split_once(&mark) else { continue };
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

/// What is said about a program.
enum Answer {
    AsExpected,
    /// The memory cannot say.
    OutOfReach,
    Wrong(String),
}

/// The programs that are out of the reach of the memory `references`: they access parts of fields, or
/// offsets and lengths with many possible values.
const OUT_OF_REACH: &[&str] = &[
    "addresses/all-byte-unsafe.c",
    "addresses/bytes-safe.c",
    "data/bit-field-statement-safe.c",
    "data/endian-safe.c",
    "data/union-safe.c",
    "data/union-unsafe.c",
    "double-free/realloc-nothing-safe.c",
    "externals/inputs-settled-safe.c",
    "externals/inputs-settled-unsafe.c",
    "externals/struct-result-safe.c",
    "externals/struct-result-unsafe.c",
    "externals/writes-padding-unsafe.c",
    "larger/arena-safe.c",
    "library/ctype-values-safe.c",
    "memory/integer-roundtrip-safe.c",
    "memory/memcpy-length-safe.c",
    "memory/memmove-safe.c",
    "memory/memset-length-safe.c",
    "memory/overlapping-store-safe.c",
    "memory/unknown-end-safe.c",
    "memory/unknown-size-safe.c",
    "memory/unknown-size-unsafe.c",
    "memory/widths-moved-safe.c",
    "memory/widths-moved-unsafe.c",
    "out-of-bounds/flexible-member-safe.c",
    "out-of-bounds/malloc-size-safe.c",
    "out-of-bounds/malloc-size-unsafe.c",
    "out-of-bounds/memcpy-safe.c",
    "out-of-bounds/sprintf-unsafe.c",
    "out-of-bounds/vla-safe.c",
    "overlapping-copy/elements-safe.c",
    "overlapping-copy/union-safe.c",
    "subobject-overflow/variable-rows-safe.c",
    "uninitialised/prefix-safe.c",
    "uninitialised/prefix-unsafe.c",
];

/// `arrays` does not see that an access at a symbolic index reads no uninitialised bytes, and reports that.
const UNKNOWN_IN_ARRAYS: &str = "lazy/pointer-array.c";

fn is_out_of_reach(file: &Path, memory: &str) -> bool {
    memory == "references" && OUT_OF_REACH.iter().any(|name| file.ends_with(name))
}

/// The answer about a program.
fn answer(file: &Path, memory: &str, flags: &[&str]) -> Answer {
    let comment = comment_of(file).unwrap_or_default();
    let expected = Expectation::of(&std::fs::read_to_string(file).unwrap(), comment);
    let output = Command::new(env!("CARGO_BIN_EXE_vellum"))
        .args(["check", "--keep-going", "--format", "json", "--memory", memory])
        .args(&expected.options)
        .args(flags)
        .arg(file)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else {
        return Answer::Wrong(format!("no report: {errors}"));
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
    let reason = report["reason"].as_str().unwrap_or_default();
    if verdict == "unknown"
        && reason.starts_with("unsupported: memory 'references'")
        && found.is_subset(&expected.findings)
    {
        return Answer::OutOfReach;
    }
    if verdict != expected.verdict() || found != expected.findings {
        return Answer::Wrong(format!(
            "expected {} {:?}, got {verdict} {found:?} {reason}",
            expected.verdict(),
            expected.findings
        ));
    }
    match expected.unknown {
        Some(word) if !reason.starts_with(&word) => {
            Answer::Wrong(format!("unknown, but: {reason}"))
        }
        _ => Answer::AsExpected,
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
    files.retain(|file| comment_of(file).is_some());
    files.sort();
    files
}

/// Runs programs under a memory, half of them at the same time as the others.
fn all_get_their_verdict(files: &[PathBuf], memory: &str, flags: &[&str]) {
    let half = files.len() / 2;
    let run = |files: &[PathBuf]| -> Vec<Answer> {
        files.iter().map(|file| answer(file, memory, flags)).collect()
    };
    let answers = std::thread::scope(|scope| {
        let second = scope.spawn(|| run(&files[half..]));
        let mut answers = run(&files[..half]);
        answers.extend(second.join().unwrap());
        answers
    });
    let mut problems = Vec::new();
    for (file, answer) in files.iter().zip(answers) {
        let problem = match (answer, is_out_of_reach(file, memory)) {
            (Answer::AsExpected, false) | (Answer::OutOfReach, true) => continue,
            (Answer::AsExpected, true) => "not out of reach any more".to_owned(),
            (Answer::OutOfReach, false) => "out of reach".to_owned(),
            (Answer::Wrong(problem), _) => problem,
        };
        problems.push(format!("{}: {problem}", file.display()));
    }
    let (wrong, all) = (problems.len(), files.len());
    assert!(
        problems.is_empty(),
        "{wrong} of {all} under {memory} {flags:?}:\n{}",
        problems.join("\n")
    );
}

#[test]
fn every_program_gets_its_verdict() {
    let files = programs();
    assert!(files.len() >= 150, "only {} programs", files.len());
    let memory = std::env::var("VELLUM_MEMORY").unwrap_or_else(|_| "segments".to_owned());
    all_get_their_verdict(&files, &memory, &[]);
}

#[test]
fn no_unsafe_program_has_a_proof() {
    let is_unsafe = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).unwrap();
        let expectation = Expectation::of(&text, comment_of(file).unwrap_or_default());
        (!expectation.findings.is_empty()).then_some((file.clone(), expectation.options))
    };
    let files: Vec<(PathBuf, Vec<String>)> = programs().iter().filter_map(is_unsafe).collect();
    assert!(files.len() >= 100, "only {} programs", files.len());
    let proved = files.iter().filter(|(file, options)| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.args(["check", "--proofs", "only"]).args(options).arg(file);
        let output = command.output().unwrap();
        assert!(!output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        output.status.success()
    });
    let proved: Vec<&(PathBuf, Vec<String>)> = proved.collect();
    assert!(proved.is_empty(), "{proved:?}");
}

#[test]
fn merging_changes_no_verdict() {
    // By default all but the largest go path by path: that is the test above.
    all_get_their_verdict(&programs(), "segments", &["--merge", "joins"]);
}

#[test]
fn some_programs_get_their_verdict_under_every_memory() {
    let every = |number: usize, folder: &str| -> Vec<PathBuf> {
        programs().into_iter().filter(|file| is_in(file, folder)).step_by(number).collect()
    };
    let mut some = every(1, "memory");
    some.extend(every(1, "undefined"));
    let whole = ["memory", "undefined", "loops", "proofs"];
    let others = programs().into_iter().filter(|it| !whole.iter().any(|folder| is_in(it, folder)));
    some.extend(others.step_by(12));
    let merged = |file: &&PathBuf| is_in(file, "memory") || is_in(file, "merging");
    let merged: Vec<PathBuf> = programs().iter().filter(merged).cloned().collect();
    let others = memory::AnyMemory::MODELS[1..].iter().map(|(name, _)| *name);
    for memory in others.filter(|name| *name != "references") {
        let some: Vec<PathBuf> = some
            .iter()
            .filter(|it| memory != "arrays" || !it.ends_with(UNKNOWN_IN_ARRAYS))
            .cloned()
            .collect();
        all_get_their_verdict(&some, memory, &[]);
        // The others unroll the loops, and are slow.
        let loops = every(if memory == "planes" { 1 } else { 5 }, "loops");
        all_get_their_verdict(&loops, memory, &[]);
        all_get_their_verdict(&merged, memory, &["--merge", "joins"]);
    }
}

#[test]
fn every_program_gets_its_verdict_under_references_or_is_out_of_their_reach() {
    // There, loops are unrolled, and some have no bound.
    let is_unrolled = |file: &PathBuf| !is_in(file, "loops") && !is_in(file, "proofs");
    let programs: Vec<PathBuf> = programs().into_iter().filter(is_unrolled).collect();
    all_get_their_verdict(&programs, "references", &[]);
}

/// Its name is part of the program, by `assert`: what comes after it in memory lies elsewhere.
#[test]
fn the_name_of_a_file_changes_no_verdict() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("names");
    std::fs::create_dir_all(&folder).unwrap();
    let list = programs().into_iter().find(|file| file.ends_with("memory/list-safe.c")).unwrap();
    let name = |length: usize| folder.join(format!("{}.c", "n".repeat(length)));
    let files: Vec<PathBuf> = (0..8).map(|number| name(1 + 5 * number)).collect();
    for file in &files {
        std::fs::copy(&list, file).unwrap();
    }
    for (memory, _) in memory::AnyMemory::MODELS {
        all_get_their_verdict(&files, memory, &["--merge", "joins"]);
    }
}

fn is_in(file: &Path, folder: &str) -> bool {
    file.parent().is_some_and(|it| it.ends_with(folder))
}
