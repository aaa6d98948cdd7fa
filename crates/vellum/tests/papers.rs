//! `docs/papers.md` says which function implements a rule of a paper and which test fails without it: these functions
//! and tests exist, and the comment of each function names the rule.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A row of a table: the cells are lists of names in backticks.
struct Row {
    rules: Vec<String>,
    functions: Vec<String>,
    tests: Vec<String>,
}

/// The names in backticks.
fn names(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn rows() -> Vec<Row> {
    let document = std::fs::read_to_string(root().join("docs/papers.md")).unwrap();
    let rows = document.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').collect();
        let [_, rules, _, functions, tests, _] = cells[..] else { panic!("four cells: {row}") };
        Row { rules: names(rules), functions: names(functions), tests: names(tests) }
    })
    .collect()
}

/// The texts of the Rust files in a folder and in those within it.
fn sources(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    let texts = paths.flat_map(|path| match path.is_dir() {
        true => sources(&path),
        false if path.extension().is_some_and(|it| it == "rs") => {
            vec![std::fs::read_to_string(&path).unwrap()]
        }
        false => Vec::new(),
    });
    texts.collect()
}

/// Whether a line begins the definition of a function.
fn defines(line: &str, function: &str) -> bool {
    let words = line.split_whitespace().skip_while(|word| word.starts_with("pub"));
    let mut words = words.skip_while(|word| ["const", "unsafe", "async"].contains(word));
    let name = |word: &str| word.split(['(', '<']).next() == Some(function);
    words.next() == Some("fn") && words.next().is_some_and(name)
}

/// The comments of the functions of a name, of a type if one is given: each as one line.
fn comments(text: &str, owner: Option<&str>, function: &str) -> Vec<String> {
    let mut found = Vec::new();
    let (mut header, mut comment) = ("", String::new());
    for line in text.lines() {
        let code = line.trim_start();
        if let Some(words) = code.strip_prefix("///") {
            comment += words.trim_end();
            continue;
        }
        if line.starts_with("impl") || line.starts_with("pub trait") {
            header = line;
        } else if line.starts_with('}') {
            header = "";
        }
        let words = |header: &str| -> Vec<String> {
            header.split(|it: char| !it.is_alphanumeric()).map(str::to_owned).collect()
        };
        let is_owned = owner.is_none_or(|owner| words(header).iter().any(|word| word == owner));
        if is_owned && defines(code, function) {
            found.push(comment.clone());
        }
        if !code.starts_with("#[") {
            comment.clear();
        }
    }
    found
}

/// `crate::function` or `crate::Type::function`, taken apart.
fn parts(name: &str) -> (&str, Option<&str>, &str) {
    let words: Vec<&str> = name.split("::").collect();
    match words[..] {
        [krate, function] => (krate, None, function),
        [krate, owner, function] => (krate, Some(owner), function),
        _ => panic!("{name} is no crate::function or crate::Type::function"),
    }
}

#[test]
fn comments_of_functions_name_the_rules_of_the_papers() {
    let rows = rows();
    for Row { rules, functions, .. } in &rows {
        assert!(!rules.is_empty() && !functions.is_empty(), "{rules:?}: {functions:?}");
        for name in functions {
            let (krate, owner, function) = parts(name);
            let texts = sources(&root().join("crates").join(krate).join("src"));
            let all: Vec<String> =
                texts.iter().flat_map(|text| comments(text, owner, function)).collect();
            assert!(!all.is_empty(), "no function is called {name}");
            for rule in rules {
                let named = all.iter().any(|comment| comment.contains(rule.as_str()));
                assert!(named, "the comment of {name} does not name {rule}: {all:?}");
            }
        }
    }
    assert!(rows.len() > 60, "only {} rules", rows.len());
}

#[test]
fn every_rule_has_a_test_that_exists() {
    for Row { rules, tests, .. } in rows() {
        assert!(!tests.is_empty(), "{rules:?}");
        for test in tests {
            if test.starts_with("tests/") {
                assert!(root().join(&test).is_file(), "{test}");
                continue;
            }
            let (krate, _, function) = parts(&test);
            let krate = root().join("crates").join(krate);
            let texts = [sources(&krate.join("src")), sources(&krate.join("tests"))].concat();
            let is_there =
                |text: &String| text.lines().any(|line| defines(line.trim_start(), function));
            assert!(texts.iter().any(is_there), "no test is called {test}");
        }
    }
}
