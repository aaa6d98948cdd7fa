//! The documents are true: commands in them run and print what they show, the table of crates in
//! `docs/architecture.md` is that of the manifests, and CI runs the README's test command.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The contents of the fenced blocks of a document.
fn blocks(document: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut block: Option<String> = None;
    for line in document.lines() {
        let fence = line.starts_with("```");
        block = match (block, fence) {
            (None, true) => Some(String::new()),
            (Some(text), true) => {
                blocks.push(text);
                None
            }
            (Some(text), false) => Some(text + line + "\n"),
            (None, false) => None,
        };
    }
    blocks
}

#[test]
fn commands_print_what_the_documents_show() {
    for document in ["README.md", "docs/javalite.md", "docs/check-a-function.md"] {
        prints_what_it_shows(document);
    }
}

fn prints_what_it_shows(document: &str) {
    let mut shown = 0;
    let blocks = blocks(&read(document));
    for (i, block) in blocks.iter().enumerate() {
        let Some(rest) = block.strip_prefix("$ vellum ") else { continue };
        let (command, expected) = rest.split_once('\n').unwrap();
        // What a command writes goes elsewhere.
        let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents");
        let _ = std::fs::remove_dir_all(&out);
        let elsewhere = |word| if word == "tests" { out.as_os_str() } else { OsStr::new(word) };
        let output = Command::new(env!("CARGO_BIN_EXE_vellum"))
            .args(command.split_whitespace().map(elsewhere))
            .current_dir(root())
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        assert_eq!(without_times(&printed), without_times(expected), "vellum {command}");
        if let Some(message) = blocks.get(i + 1).filter(|block| block.starts_with("error: ")) {
            assert_eq!(String::from_utf8_lossy(&output.stderr).trim(), message.trim());
        }
        shown += 1;
    }
    assert!(shown > 0, "{document} shows a command");
}

/// Lines such as `true: 3 paths, 0.12 s` without the time, which is another each time.
fn without_times(text: &str) -> String {
    let verdicts = ["true: ", "false: ", "unknown: "];
    let lines = text.lines().map(|line| match line.rsplit_once(", ") {
        Some((rest, time)) if verdicts.iter().any(|word| line.starts_with(word)) => {
            let seconds = time.strip_suffix(" s").map(str::parse::<f64>);
            assert!(matches!(seconds, Some(Ok(_))), "{line}");
            rest
        }
        _ => line,
    });
    lines.map(|line| format!("{line}\n")).collect()
}

/// A program for commands with a placeholder such as `list.c`: two decisions, and a function to check by itself.
const PLACEHOLDER: &str = "int __VERIFIER_nondet_int(void); struct node { int value; struct node *next; };
int swap(struct node *list) { return list && list->next ? list->next->value : 0; }
int main(void) { int n = __VERIFIER_nondet_int(), a[2] = {0}; if (n > 0 && n < 2) a[n] = 1; return a[1]; }
";

/// Commands whose output is not shown run all the same, on any program.
#[test]
fn commands_without_output_come_to_a_verdict() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("commands");
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["list.c", "a.c", "table.c", "prog.c"] {
        std::fs::write(folder.join(name), PLACEHOLDER).unwrap();
    }
    let javalite = read("examples/list.javalite");
    std::fs::write(folder.join("list.javalite"), javalite).unwrap();
    for document in ["docs/memory-models.md", "docs/long-runs.md"] {
        let blocks = blocks(&read(document));
        let lines = blocks.iter().flat_map(|block| block.lines());
        let commands: Vec<&str> = lines.filter_map(|line| line.strip_prefix("vellum ")).collect();
        assert!(commands.len() >= 3, "{document}");
        // A solver need not be installed.
        for command in commands.into_iter().filter(|it| !it.contains("--solver")) {
            let words = command.split('#').next().unwrap().split_whitespace();
            let words = words.map(|word| match word {
                "\"\"" => String::new(),
                "bench/explore/parser.c" => root().join(word).display().to_string(),
                word => word.to_owned(),
            });
            let mut vellum = Command::new(env!("CARGO_BIN_EXE_vellum"));
            let output = vellum.args(words).current_dir(&folder).output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0 | 5 | 10)), "{command}: {errors}");
        }
    }
}

/// The exit code of a command line.
fn exit_code(command: &str) -> Option<i32> {
    let mut vellum = Command::new(env!("CARGO_BIN_EXE_vellum"));
    vellum.args(command.split_whitespace()).current_dir(root()).output().unwrap().status.code()
}

#[test]
fn the_first_commands_of_the_readme_find_an_error_and_prove_that_there_is_none() {
    let blocks = blocks(&read("README.md"));
    let commands = blocks[0].lines().map(|line| line.strip_prefix("cargo run --release -- "));
    let codes: Vec<_> = commands.map(|command| exit_code(command.unwrap())).collect();
    assert_eq!(codes, [Some(10), Some(0)]);
}

#[test]
fn ci_runs_the_test_command_of_the_readme() {
    let blocks = blocks(&read("README.md"));
    let command = blocks.iter().find(|block| block.starts_with("cargo test")).unwrap().trim();
    assert_eq!(read(".ci/run").lines().last().unwrap(), command);
}

#[test]
fn examples_do_what_their_first_comment_says() {
    let mut examples = 0;
    for entry in std::fs::read_dir(root().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "c") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let comment = text.strip_prefix("/* ").and_then(|text| text.split("*/").next()).unwrap();
        let quoted: Vec<&str> = comment.split('`').skip(1).step_by(2).collect();
        let command = quoted.iter().find_map(|it| it.strip_prefix("vellum ")).unwrap();
        let expected = if quoted.contains(&"true") { Some(0) } else { Some(10) };
        assert!(quoted.contains(&"true") != quoted.contains(&"false"), "{}", path.display());
        assert_eq!(exit_code(command), expected, "vellum {command}");
        examples += 1;
    }
    assert!(examples >= 6, "only {examples} examples");
}

/// The dependencies within the workspace, by crate, as the manifests have them.
fn dependencies_in_manifests() -> BTreeMap<String, Vec<String>> {
    let workspace = read("Cargo.toml");
    let members = workspace.lines().find(|line| line.starts_with("members")).unwrap();
    let members: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
    let name = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let names: Vec<String> = members.iter().map(|path| name(path)).collect();
    let mut all = BTreeMap::new();
    for (position, path) in members.iter().enumerate() {
        let manifest = read(&format!("{path}/Cargo.toml"));
        let section = manifest.split("[dependencies]").nth(1).unwrap_or("");
        let section = section.split("\n[").next().unwrap();
        let keys = section.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
        let own: Vec<String> =
            keys.filter(|key| names.iter().any(|name| name == key)).map(str::to_owned).collect();
        for dependency in &own {
            let other = names.iter().position(|name| name == dependency).unwrap();
            assert!(other < position, "{path} depends on {dependency}, which is listed below it");
        }
        all.insert(name(path), sorted(own));
    }
    all
}

/// The same, as the architecture document has them.
fn dependencies_in_document() -> BTreeMap<String, Vec<String>> {
    let document = read("docs/architecture.md");
    let section = document.split("## The crates").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').collect();
        let own: Vec<String> = names(cells[1]);
        (own[0].clone(), sorted(names(cells[2])))
    })
    .collect()
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}

#[test]
fn the_architecture_document_lists_the_crates_and_their_dependencies() {
    assert_eq!(dependencies_in_document(), dependencies_in_manifests());
}

/// Whatever starts a program elsewhere has no limits, no supervisor, and its own idea of what an argument is.
#[test]
fn programs_are_started_by_one_crate() {
    let mut folders: Vec<PathBuf> = std::fs::read_dir(root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.ends_with("process"))
        .map(|path| path.join("src"))
        .collect();
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") && !path.ends_with("tests.rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                assert!(!text.contains("Command::new"), "{}", path.display());
                files += 1;
            }
        }
    }
    assert!(files > 100, "{files} files");
}
