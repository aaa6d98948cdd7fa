//! The documents say what is: commands in the README do what it shows, the table of crates in
//! `docs/architecture.md` is that of the manifests, and CI runs the README's test command.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
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
fn commands_print_what_the_readme_shows() {
    let mut shown = 0;
    let blocks = blocks(&read("README.md"));
    for (i, block) in blocks.iter().enumerate() {
        let Some(rest) = block.strip_prefix("$ vellum ") else { continue };
        let (command, expected) = rest.split_once('\n').unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_vellum"))
            .args(command.split_whitespace())
            .current_dir(root())
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "vellum {command}");
        if let Some(message) = blocks.get(i + 1).filter(|block| block.starts_with("error: ")) {
            assert_eq!(String::from_utf8_lossy(&output.stderr).trim(), message.trim());
        }
        shown += 1;
    }
    assert!(shown > 0, "the README shows a command");
}

#[test]
fn the_first_command_of_the_readme_runs() {
    let blocks = blocks(&read("README.md"));
    let command = blocks[0].trim().strip_prefix("cargo run --release -- ").unwrap().to_owned();
    let output = Command::new(env!("CARGO_BIN_EXE_vellum"))
        .args(command.split_whitespace())
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{command}");
}

#[test]
fn ci_runs_the_test_command_of_the_readme() {
    let command = blocks(&read("README.md"))[1].trim().to_owned();
    assert!(command.starts_with("cargo test"));
    assert_eq!(read(".ci/run").lines().last().unwrap(), command);
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
