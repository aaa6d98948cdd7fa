//! What users read: help texts, findings of each kind, statistics and errors are kept as snapshots in
//! `tests/snapshots/`.
//!
//! `BLESS=1 cargo test -p vellum --test snapshots` renews them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a command line prints to both streams, and its exit code.
fn printed(words: &[&str]) -> String {
    let mut vellum = Command::new(env!("CARGO_BIN_EXE_vellum"));
    let output = vellum.args(words).current_dir(root()).output().unwrap();
    let shown = words.iter().map(|word| match word.contains(' ') || word.is_empty() {
        true => format!("'{word}'"),
        false => (*word).to_owned(),
    });
    let mut text = format!("$ vellum {}\n", shown.collect::<Vec<_>>().join(" "));
    text.push_str(&String::from_utf8_lossy(&output.stdout));
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    let code = output.status.code().map_or("none".to_owned(), |code| code.to_string());
    text + &format!("[exit code {code}]\n\n")
}

/// A text without what differs from run to run: times, rates and sizes.
fn steady(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_summary = ["true:", "false:", "unknown:"].iter().any(|it| words.first() == Some(it));
        let line = match &words[..] {
            [.., _, "s"] if is_summary => words[..words.len() - 2].join(" ") + " TIME",
            [name @ ("paths" | "instructions"), _, _, "a", "second"] => {
                format!("{name} N RATE a second")
            }
            // A row of the table of all functions.
            [function, verdict @ ("true" | "false" | "unknown"), paths, _, rest @ ..] => {
                format!("{function} {verdict} {paths} TIME {}", rest.join(" "))
            }
            ["peak", "memory", ..] => "peak memory SIZE".to_owned(),
            ["worker", number, ..] => format!("worker {number} TIME"),
            // How the solver and the memory work is not for this test.
            [_, _, _, time, ..] | [_, time] if is_time(time) => continue,
            ["terms" | "loads" | "stores" | "ranges" | "queries", ..] => {
                words.iter().map(|word| number_hidden(word)).collect::<Vec<_>>().join(" ")
            }
            _ => line.trim_end().to_owned(),
        };
        lines.push(line);
    }
    lines.join("\n") + "\n"
}

fn number_hidden(word: &str) -> &str {
    if word.starts_with(|c: char| c.is_ascii_digit()) { "N" } else { word }
}

fn is_time(word: &str) -> bool {
    word.split_once('.').is_some_and(|(_, fraction)| fraction.len() == 3)
        && word.parse::<f64>().is_ok()
}

/// Compares a text with its snapshot, or renews that.
fn compare(name: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/snapshots/{name}.txt"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, text).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    let differs = expected.lines().zip(text.lines()).find(|(old, new)| old != new);
    assert!(
        expected == text,
        "{name} differs from its snapshot, first at {differs:?}; \
         `BLESS=1 cargo test -p vellum --test snapshots` renews it\n{text}"
    );
}

#[test]
fn help_texts() {
    let mut text = printed(&["--help"]);
    for command in ["check", "test", "compare", "solve", "ir", "run"] {
        text.push_str(&printed(&[command, "--help"]));
    }
    compare("help", &steady(&text));
}

/// The line after the expectation of a program that options are in.
fn options(program: &str) -> Vec<&str> {
    let lines = program.lines().take(3).filter_map(|line| line.split_once("// "));
    let mut options = Vec::new();
    for (_, line) in lines {
        if let Some(words) = line.strip_prefix("options: ") {
            options.extend(words.split_whitespace());
        } else if let Some(words) = line.strip_prefix("property: ") {
            options.extend(words.split_whitespace().flat_map(|it| ["--property", it]));
        }
    }
    options
}

#[test]
fn findings_of_each_kind() {
    let mut text = String::new();
    let programs = root().join("tests/programs");
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(programs).unwrap().map(|it| it.unwrap().path()).collect();
    folders.sort();
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        let files = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
        let is_unsafe = |it: &PathBuf| it.to_string_lossy().ends_with("-unsafe.c");
        let Some(program) = files.filter(is_unsafe).min() else { continue };
        let source = std::fs::read_to_string(&program).unwrap();
        let program = program.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
        let mut words = vec!["check", &program];
        words.extend(options(&source));
        text.push_str(&printed(&words));
    }
    compare("findings", &steady(&text));
}

#[test]
fn results_and_statistics() {
    let check = |words: &[&str]| printed(&[&["check"], words].concat());
    let mut text = check(&["examples/ring.c", "--function", "swap"]);
    text.push_str(&check(&["examples/list.c", "--function", "all", "--max-paths", "3"]));
    text.push_str(&check(&["examples/overflow.c", "--path", "11"]));
    text.push_str(&check(&["examples/list.c", "--stats", "--merge", "never"]));
    text.push_str(&check(&["tests/programs/loops/fill-safe.c", "--stats", "--merge", "never"]));
    text.push_str(&check(&["examples/sort.c", "--max-paths", "2"]));
    text.push_str(&check(&["examples/sort.c", "--max-steps", "50"]));
    text.push_str(&check(&["examples/sort.c", "--unwind", "1"]));
    text.push_str(&check(&["examples/off-by-one.c", "--property", "no-overflow"]));
    text.push_str(&printed(&["run", "examples/off-by-one.c"]));
    text.push_str(&printed(&["run", "examples/off-by-one.c", "--max-steps", "10"]));
    compare("results", &steady(&text));
}

#[test]
fn errors() {
    let check = |words: &[&str]| printed(&[&["check", "examples/list.c"], words].concat());
    let mut text = String::new();
    for (option, value) in [
        ("--allocation", "none"),
        ("--allocation", "sl"),
        ("--array-bound", "0"),
        ("--assume", "x = 1"),
        ("--extern", "none"),
        ("--format", "none"),
        ("--function", "none"),
        ("--heap", "none"),
        ("--loops", "none"),
        ("--memory", "none"),
        ("--memory-limit", "none"),
        ("--merge", "none"),
        ("--non-null", "none"),
        ("--path", "2"),
        ("--property", "none"),
        ("--random", "none"),
        ("--search", "none"),
        ("--symbolic-args", "1"),
        ("--time-limit", "0"),
    ] {
        text.push_str(&check(&[option, value]));
    }
    text.push_str(&check(&["--checkpoint", "never-written", "--function", "all"]));
    text.push_str(&check(&["--heap-formula", "--path", ""]));
    text.push_str(&check(&["--resume", "examples/list.c"]));
    text.push_str(&printed(&["check", "there-is-no-such-file.c"]));
    text.push_str(&printed(&["check", "examples/midpoint.smt2"]));
    text.push_str(&printed(&["compare", "examples/list.c", "--memory", "none"]));
    text.push_str(&printed(&["test", "examples/list.c"]));
    text.push_str(&printed(&["test", "examples/list.javalite", "--out", "never-written"]));
    text.push_str(&printed(&["solve", "examples/list.c"]));
    compare("errors", &steady(&text));
}
