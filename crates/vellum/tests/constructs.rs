//! Programs print the same under `vellum run` as when `cc` compiles them, and end with the same
//! status: those of the front end's tests, one for each part of the language, and those of
//! `constructs/`, one for each part of the library.
//!
//! Each gets the same arguments, and what is in the file `.in` beside it as standard input.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const ARGUMENTS: [&str; 3] = ["one", "two words", ""];

/// What a process printed, and its status as a shell says it.
fn outcome(command: &mut Command, input: &Path) -> (Vec<u8>, i32, String) {
    let input = File::open(input).map_or_else(|_| Stdio::null(), Stdio::from);
    let output = command.args(ARGUMENTS).stdin(input).output().unwrap();
    let status = output.status;
    let status = status.code().unwrap_or_else(|| 128 + status.signal().unwrap());
    (output.stdout, status, String::from_utf8_lossy(&output.stderr).into_owned())
}

fn agrees_with_cc(source: &Path) {
    let folder = std::env::temp_dir();
    let name = source.file_stem().unwrap().to_string_lossy();
    let binary = folder.join(format!("vellum-constructs-{}-{name}", std::process::id()));
    let compiled = Command::new("cc")
        .args(["-O0", "-w", "-o"])
        .args([&binary, source])
        .arg("-lm")
        .status()
        .unwrap();
    assert!(compiled.success(), "cc does not compile {name}");
    let input = source.with_extension("in");
    let (expected, expected_status, _) = outcome(&mut Command::new(&binary), &input);
    std::fs::remove_file(&binary).unwrap();
    for flags in [&[][..], &["--no-promote"]] {
        let mut vellum = Command::new(env!("CARGO_BIN_EXE_vellum"));
        vellum.arg("run").args(flags).arg(source).arg("--");
        let (printed, status, errors) = outcome(&mut vellum, &input);
        let (printed, expected) =
            (String::from_utf8_lossy(&printed), String::from_utf8_lossy(&expected));
        let different = printed.lines().zip(expected.lines()).find(|(ours, theirs)| ours != theirs);
        assert_eq!(different, None, "{name}, {flags:?}: {errors}");
        assert_eq!(printed.len(), expected.len(), "{name}, {flags:?}: {errors}");
        assert_eq!(status, expected_status, "{name}, {flags:?}: {errors}");
    }
}

/// The programs in a folder, of which there are at least `at_least`.
fn all_agree(folder: &str, at_least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut sources: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    sources.sort();
    assert!(sources.len() >= at_least, "{sources:?}");
    sources.iter().for_each(|source| agrees_with_cc(source));
}

#[test]
fn the_language() {
    all_agree("../c/tests/programs", 10);
}

#[test]
fn the_library() {
    all_agree("tests/constructs", 14);
}
