//! Benchmark sets with known verdicts: the programs of a folder, and their expected verdicts.
//!
//! The expected verdict is in a task definition beside a program (`.yml`, format version 1 or 2, of
//! which only the fields that matter here are read) or, as in the collections up to 2018, in its
//! name: `x_false-valid-deref.c`, `x_true.i`, `x_unsafe.cil.c`. A name that says nothing of the
//! property is of the folder's: memory safety where the folder is called so, otherwise that no error
//! is reached, which these programs mark by a call or by a label.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What is expected of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// What it is called in messages: the task definition, or the program.
    pub name: PathBuf,
    /// The files of the program.
    pub files: Vec<PathBuf>,
    /// The properties, as `vellum check` names them.
    pub properties: Vec<String>,
    /// Whether they hold.
    pub holds: bool,
    /// The part of a property that is violated, if known.
    pub part: Option<String>,
    /// The sizes of types, if known: `ilp32` or `lp64`.
    pub data_model: Option<String>,
}

/// Properties that `vellum check` has.
const PROPERTIES: [&str; 8] = [
    "valid-memsafety",
    "valid-memcleanup",
    "unreach-call",
    "unreach-label",
    "no-overflow",
    "valid-deref",
    "valid-free",
    "valid-memtrack",
];

/// The parts of memory safety.
const PARTS: [&str; 3] = ["valid-deref", "valid-free", "valid-memtrack"];

/// All tasks of a folder, without the folders in it, in the order of their names.
///
/// # Errors
/// If the folder cannot be read.
pub fn of_folder(folder: &Path) -> Result<Vec<Task>, String> {
    let unreadable = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    let paths: BTreeSet<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    let with = |wanted: &'static [&'static str]| {
        let has = move |path: &&PathBuf| {
            path.extension().is_some_and(|it| wanted.iter().any(|wanted| it == *wanted))
        };
        paths.iter().filter(has)
    };
    let mut tasks = Vec::new();
    for path in with(&["yml"]) {
        let text = std::fs::read_to_string(path).map_err(unreadable)?;
        tasks.extend(of_definition(path, &text));
    }
    let defined: BTreeSet<PathBuf> = tasks.iter().flat_map(|task| task.files.clone()).collect();
    for path in with(&["c", "i"]).filter(|path| !defined.contains(*path)) {
        tasks.extend(of_name(path));
    }
    Ok(tasks)
}

/// What a task definition says: a task for each property that Vellum has.
fn of_definition(path: &Path, text: &str) -> Vec<Task> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut files = Vec::new();
    let mut data_model = None;
    let mut properties: Vec<(String, Option<bool>, Option<String>)> = Vec::new();
    let mut in_files = false;
    for line in text.lines() {
        let line = line.split(" #").next().unwrap_or("").trim();
        if line.starts_with('#') {
            continue;
        }
        let entry = line.strip_prefix("- ").map(str::trim);
        let Some((key, value)) = entry.unwrap_or(line).split_once(':') else {
            // An item of a list: of files, if that is the list that began last.
            if let (true, Some(file)) = (in_files, entry) {
                files.push(folder.join(unquoted(file)));
            }
            continue;
        };
        let value = unquoted(value);
        in_files = key.trim() == "input_files";
        match key.trim() {
            "input_files" => {
                let list = value.trim_start_matches('[').trim_end_matches(']').split(',');
                let names = list.map(unquoted).filter(|name| !name.is_empty());
                files.extend(names.map(|name| folder.join(name)));
            }
            "property_file" => {
                let stem = Path::new(value).file_stem().unwrap_or_default();
                properties.push((stem.to_string_lossy().into_owned(), None, None));
            }
            "expected_verdict" => {
                if let Some(last) = properties.last_mut() {
                    last.1 = value.parse().ok();
                }
            }
            "subproperty" => {
                if let Some(last) = properties.last_mut() {
                    last.2 = Some(value.to_owned());
                }
            }
            "data_model" => data_model = Some(value.to_lowercase()),
            _ => {}
        }
    }
    let known = properties.into_iter().filter(|(name, ..)| PROPERTIES.contains(&name.as_str()));
    known
        .filter_map(|(property, holds, part)| {
            let (name, files, data_model) = (path.to_owned(), files.clone(), data_model.clone());
            Some(Task { name, files, properties: vec![property], holds: holds?, part, data_model })
        })
        .collect()
}

fn unquoted(text: &str) -> &str {
    text.trim().trim_matches(['"', '\''])
}

/// What the name of a program says: a task for each property that it speaks of.
fn of_name(path: &Path) -> Vec<Task> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let task = |properties: &[&str], holds: bool, part: Option<&str>| Task {
        name: path.to_owned(),
        files: vec![path.to_owned()],
        properties: properties.iter().map(|&property| property.to_owned()).collect(),
        holds,
        part: part.map(str::to_owned),
        data_model: None,
    };
    let marks = name.split('_').skip(1).filter_map(mark);
    let mut tasks: Vec<Task> = Vec::new();
    for (property, holds) in marks {
        let new = match property {
            "" => task(of_path(path), holds, None),
            part if PARTS.contains(&part) => {
                task(&["valid-memsafety"], holds, (!holds).then_some(part))
            }
            property if PROPERTIES.contains(&property) => task(&[property], holds, None),
            _ => continue,
        };
        // `x_safe_false.c`: the last word counts.
        tasks.retain(|task| task.properties != new.properties);
        tasks.push(new);
    }
    tasks
}

/// What a word of a name says: the property, if it names one, and whether it holds.
fn mark(word: &str) -> Option<(&str, bool)> {
    let truths = [("true", true), ("safe", true), ("false", false), ("unsafe", false)];
    let (rest, holds) = truths.iter().find_map(|(truth, holds)| {
        let rest = word.strip_prefix(truth)?;
        let ends = rest.is_empty() || rest.starts_with(['.', '-']);
        ends.then_some((rest, *holds))
    })?;
    let property = rest.strip_prefix('-').unwrap_or("");
    Some((property.split('.').next().unwrap_or(""), holds))
}

/// The properties of the programs in a folder.
fn of_path(path: &Path) -> &'static [&'static str] {
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    match folder.to_string_lossy().contains("memsafety") {
        true => &["valid-memsafety"],
        false => &["unreach-call", "unreach-label"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(path: &str) -> Vec<(String, bool, Option<String>)> {
        let tasks = of_name(Path::new(path)).into_iter();
        tasks.map(|task| (task.properties.join(" "), task.holds, task.part)).collect()
    }

    #[test]
    fn names_say_what_is_expected() {
        let one = |property: &str, holds: bool, part: Option<&str>| {
            vec![(property.to_owned(), holds, part.map(str::to_owned))]
        };
        let error = "unreach-call unreach-label";
        assert_eq!(named("loops/a_b_true.i"), one(error, true, None));
        assert_eq!(named("ssh/s3.01_unsafe.i.cil.c"), one(error, false, None));
        assert_eq!(named("x/a.c_true_1.cil.c"), one(error, true, None));
        assert_eq!(named("memsafety/t-1_true.c"), one("valid-memsafety", true, None));
        let part = Some("valid-deref");
        assert_eq!(named("m/t_false-valid-deref.c"), one("valid-memsafety", false, part));
        assert_eq!(named("m/t_true-valid-memsafety.i"), one("valid-memsafety", true, None));
        assert_eq!(named("x/t_false-termination.c"), []);
        assert_eq!(named("x/trueish_truest.c"), []);
        assert_eq!(named("x/true.c"), []);
        let both = named("x/t_true-unreach-call_false-valid-memtrack.c");
        assert_eq!(both.len(), 2);
        assert_eq!(both[1].2.as_deref(), Some("valid-memtrack"));
    }

    #[test]
    fn definitions_are_read() {
        let text = "format_version: '2.0'\n\
             # comment\n\
             input_files: 'list.i'\n\
             properties:\n\
             \x20 - property_file: ../properties/unreach-call.prp\n\
             \x20   expected_verdict: true\n\
             \x20 - property_file: ../properties/termination.prp\n\
             \x20   expected_verdict: true\n\
             \x20 - property_file: ../properties/valid-memsafety.prp\n\
             \x20   expected_verdict: false\n\
             \x20   subproperty: valid-memtrack\n\
             \x20 - property_file: ../properties/no-overflow.prp\n\
             options:\n\
             \x20 language: C\n\
             \x20 data_model: LP64\n";
        let tasks = of_definition(Path::new("folder/task.yml"), text);
        assert_eq!(tasks.len(), 2);
        assert_eq!(tasks[0].files, [PathBuf::from("folder/list.i")]);
        assert!(tasks[0].holds && tasks[0].properties == ["unreach-call"]);
        assert_eq!(tasks[1].part.as_deref(), Some("valid-memtrack"));
        assert!(tasks.iter().all(|task| task.data_model.as_deref() == Some("lp64")));
    }

    #[test]
    fn definitions_with_several_files() {
        let lists = ["input_files: [\"a.c\", 'b.c']\n", "input_files:\n  - \"a.c\"\n  - 'b.c'\n"];
        for files in lists {
            let text = format!(
                "{files}properties:\n  - property_file: no-overflow.prp\n    expected_verdict: true\n"
            );
            let tasks = of_definition(Path::new("f/t.yml"), &text);
            assert_eq!(tasks.len(), 1, "{files}");
            assert_eq!(tasks[0].files, [PathBuf::from("f/a.c"), PathBuf::from("f/b.c")]);
        }
    }
}
