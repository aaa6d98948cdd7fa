//! Helpers of the front end's tests: compile with `cc`, and run the IR.

#![allow(dead_code, reason = "each test file uses its own part")]

pub mod interp;
pub mod survive;

use std::path::{Path, PathBuf};
use std::process::Command;

use c::{Compiled, Options, Severity, Source};
use ir::{DataModel, Module};

/// Compiles preprocessed text.
pub fn compile(text: &str, model: DataModel) -> Compiled {
    c::compile(
        &[Source { name: "test.c", text: text.as_bytes(), original: None }],
        model,
        Options::default(),
    )
}

/// Returns the errors, as `line: message`.
pub fn errors(compiled: &Compiled) -> Vec<String> {
    let errors =
        compiled.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors
        .map(|diagnostic| format!("{}: {}", diagnostic.location.line, diagnostic.message))
        .collect()
}

/// Compiles text without errors, and checks the module.
pub fn module(text: &str, model: DataModel) -> Module {
    let compiled = compile(text, model);
    let module = compiled.module.clone().unwrap_or_else(|| panic!("{:#?}", errors(&compiled)));
    check_module(&module);
    module
}

/// Checks that a module is well formed, and that its text form reads back as an equal module.
pub fn check_module(module: &Module) {
    let problems: Vec<String> =
        ir::verify::verify(module).iter().take(10).map(ToString::to_string).collect();
    let text = ir::text::print(module);
    assert!(problems.is_empty(), "{problems:#?}\n{}", head(&text));
    let again = ir::read::read(&text).unwrap_or_else(|error| panic!("{error}\n{}", head(&text)));
    assert!(again == *module, "the text form reads back as another module");
}

fn head(text: &str) -> &str {
    let end = (0..=20_000.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}

/// Preprocesses a file with `cc -E`.
pub fn preprocess(path: &Path, flags: &[&str]) -> Option<Vec<u8>> {
    let output = Command::new("cc").arg("-E").args(flags).arg(path).output().ok()?;
    output.status.success().then_some(output.stdout)
}

/// Compiles a program with `cc` and runs it; returns its output and exit code.
pub fn native(path: &Path, flags: &[&str], directory: &Path) -> Option<(Vec<u8>, Option<i32>)> {
    let binary: PathBuf = directory.join(path.file_stem()?);
    let status = Command::new("cc")
        .args(["-O0", "-w", "-fwrapv", "-o"])
        .arg(&binary)
        .args(flags)
        .arg(path)
        .arg("-lm")
        .status()
        .ok()?;
    if !status.success() {
        return None;
    }
    let output = Command::new("timeout").arg("2").arg(&binary).output().ok()?;
    let _ = std::fs::remove_file(&binary);
    Some((output.stdout, output.status.code()))
}

/// Makes a directory for this test run.
pub fn scratch(name: &str) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("vellum-c-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a temporary directory can be made");
    directory
}
