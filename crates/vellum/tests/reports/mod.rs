//! Reports of `vellum check` on programs under `tests/programs`, for tests of more than the verdict.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// The report on a program in a folder.
pub fn report(folder: &str, program: &str, options: &[&str]) -> Value {
    let programs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let output = Command::new(env!("CARGO_BIN_EXE_vellum"))
        .args(["check", "--format", "json"])
        .args(options)
        .arg(programs.join(folder).join(program))
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}
