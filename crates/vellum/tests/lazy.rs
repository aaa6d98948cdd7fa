//! One function by itself: what is assumed, what is shown, and that the ways to settle pointers agree.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/lazy")
}

fn vellum(program: &str, options: &[&str]) -> Output {
    let file = programs().join(program);
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    command.arg("check").args(options).arg(file).output().unwrap()
}

fn report(program: &str, options: &[&str]) -> Value {
    let output = vellum(program, &[options, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The options in the first line of a program.
fn options(text: &str) -> Vec<&str> {
    let line = text.lines().next().unwrap();
    line.strip_prefix("// options: ").unwrap().split_whitespace().collect()
}

#[test]
fn all_heaps_find_the_same() {
    let mut checked = 0;
    for entry in std::fs::read_dir(programs()).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let found = |heap: &str| {
            let report =
                report(name, &[&options(&text)[..], &["--keep-going", "--heap", heap]].concat());
            let findings = report["findings"].as_array().unwrap().iter();
            let findings: BTreeSet<(String, String)> = findings
                .map(|it| (it["kind"].to_string(), it["location"]["line"].to_string()))
                .collect();
            (report["verdict"].clone(), findings)
        };
        let uber = found("uber");
        assert_eq!(found("lazier"), uber, "{name}");
        assert_eq!(found("lazy"), uber, "{name}");
        checked += 1;
    }
    assert!(checked >= 30, "only {checked} programs");
}

#[test]
fn assumptions_are_c() {
    let bounded = "numbers && count <= vellum_bytes(numbers) / sizeof *numbers";
    let function = ["--function", "sum"];
    let with = |assumption| [&function[..], &["--assume", assumption]].concat();
    let bound = report("array-sum.c", &with(bounded));
    assert_eq!(bound["verdict"], "true");
    assert_eq!(bound["assumed"][1], format!("{bounded} (--assume)"));
    assert_eq!(report("array-sum.c", &with("count == 1"))["verdict"], "true");
    assert_eq!(report("array-sum.c", &with("count == 2"))["verdict"], "false");
    let output = vellum("array-sum.c", &with("cout == 1"));
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("--assume:1:1: error: 'cout' is not declared"), "{errors}");
    // Nothing is assumed that changes something.
    let output = vellum("array-sum.c", &with("count = 1"));
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        errors.contains("--assume:1:7: error: an assumption must not have side effects"),
        "{errors}"
    );
    // What no input meets says nothing, and that is said.
    let nothing = report("array-sum.c", &with("count == 1 && count == 2"));
    assert_eq!(nothing["verdict"], "true");
    assert!(nothing["note"].as_str().unwrap().starts_with("no path ends"));
    assert_eq!(bound["note"], Value::Null);
    // An expression may itself go wrong.
    let wrong = report("append.c", &["--function", "append", "--assume", "a->next == 0"]);
    assert_eq!(wrong["findings"][0]["location"]["file"], "--assume");
    // What is assumed of the outermost call is not assumed of others.
    let merge = ["--function", "merge", "--max-depth", "8", "--assume", "a && b"];
    assert_eq!(report("heap-merge.c", &merge)["verdict"], "unknown");
}

#[test]
fn of_all_functions_what_fits_them_is_assumed() {
    // `rank` has a heap, and `merge` two others.
    let all = ["--function", "all", "--max-depth", "4"];
    let with = |assumptions: &[&'static str]| {
        let options = assumptions.iter().flat_map(|it| ["--assume", it]);
        all.into_iter().chain(options).collect::<Vec<&str>>()
    };
    let report = report("heap-merge.c", &with(&["a == 0", "heap", "heap->rank >= 1"]));
    let of = |name: &str| {
        let functions = report["functions"].as_array().unwrap();
        functions.iter().find(|it| it["function"] == name).unwrap().clone()
    };
    assert_eq!(of("merge")["verdict"], "true");
    assert_eq!(of("merge")["not_assumed"][0], "heap ('heap' is not declared)");
    assert_eq!(of("merge")["not_assumed"][1], "heap->rank >= 1 ('heap' is not declared)");
    assert_eq!(of("rank")["not_assumed"][0], "a == 0 ('a' is not declared)");
    assert_eq!(of("rank")["paths"], 1);
    // What fits none of them is an error, and so is what is no expression at all.
    for wrong in ["heep", "heap->size", "(heap"] {
        let output = vellum("heap-merge.c", &with(&["a == 0", wrong]));
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.starts_with("--assume:"), "{wrong}: {errors}");
    }
}

/// A name may be there in several functions, and mean what the expression wants in one of them.
#[test]
fn of_all_functions_those_whose_types_fit() {
    let all = ["--function", "all", "--assume", "list && list->next == 0"];
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("types-fit.c");
    let text = "struct node { struct node *next; };\n\
                int last(struct node *list) { return list->next == 0; }\n\
                int number(int list) { return list; }\n";
    std::fs::write(&file, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    let output = command.arg("check").args(all).arg(&file).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("\nnot assumed of 'number': list && list->next == 0 ("), "{said}");
    assert!(!said.contains("not assumed of 'last'"), "{said}");
}

#[test]
fn parameters_that_are_not_null() {
    let unlink = ["--function", "unlink"];
    assert_eq!(report("double-remove.c", &unlink)["verdict"], "false");
    let non_null = [&unlink[..], &["--non-null", "it"]].concat();
    assert_eq!(report("double-remove.c", &non_null)["verdict"], "true");
    let wrong = [&unlink[..], &["--non-null", "nothing"]].concat();
    assert_eq!(vellum("double-remove.c", &wrong).status.code(), Some(1));
    let nowhere = ["--function", "all", "--non-null", "nothing"];
    assert_eq!(vellum("double-remove.c", &nowhere).status.code(), Some(1));
}

#[test]
fn the_heap_is_shown_and_drawn_and_confirmed() {
    let dot = std::env::temp_dir().join(format!("vellum-heap-{}.dot", std::process::id()));
    let options = ["--function", "swap", "--confirm", "--dot", dot.to_str().unwrap()];
    let report = report("swap-bug.c", &options);
    let finding = &report["findings"][0];
    assert_eq!(finding["confirmed"], true, "{finding:#}");
    let code: Vec<&str> = finding["heap"]["code"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line.as_str().unwrap())
        .collect();
    assert!(code.contains(&"object_1->next = object_2;"), "{code:?}");
    assert!(code.contains(&"object_2->next = object_1;"), "{code:?}");
    assert!(code.contains(&"list = object_1;"), "{code:?}");
    let drawing = std::fs::read_to_string(&dot).unwrap();
    std::fs::remove_file(&dot).unwrap();
    assert!(drawing.contains("o0:f1 -> o1;") && drawing.contains("p0 -> o0;"), "{drawing}");
}

/// What a function is given comes from where it stands, and not from the start of the program.
#[test]
fn parameters_come_from_their_function() {
    let report = report("array-sum.c", &["--function", "sum"]);
    let inputs = report["findings"][0]["inputs"].as_array().unwrap();
    let text = std::fs::read_to_string(programs().join("array-sum.c")).unwrap();
    let line = text.lines().position(|line| line.contains("sum(")).unwrap() as u64 + 1;
    let stands = inputs[0]["location"]["line"].as_u64().unwrap();
    assert!((line..line + 3).contains(&stands), "{inputs:?}");
}

#[test]
fn all_functions_make_a_table() {
    let options = ["--function", "all", "--max-depth", "6"];
    let report = report("heap-merge.c", &options);
    let functions = report["functions"].as_array().unwrap();
    let verdicts: Vec<(&str, &str)> = functions
        .iter()
        .map(|it| (it["function"].as_str().unwrap(), it["verdict"].as_str().unwrap()))
        .collect();
    assert_eq!(verdicts, [("rank", "true"), ("merge", "unknown")]);
    let text = vellum("heap-merge.c", &options);
    assert_eq!(text.status.code(), Some(5));
    assert!(String::from_utf8_lossy(&text.stdout).contains("unknown: 2 functions"));
}

/// By a name that several functions have, one of them is meant: what is said of it is not said of the others.
#[test]
fn functions_of_the_same_name() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let safe = folder.join("namesake-safe.c");
    let unsafe_one = folder.join("namesake-unsafe.c");
    std::fs::write(
        &safe,
        "static int of(int *p) { return p ? *p : 0; }\nint a(int *p) { return of(p); }\n",
    )
    .unwrap();
    std::fs::write(
        &unsafe_one,
        "static int of(int *p) { return *p; }\nint b(void) { int n = 1; return of(&n); }\n",
    )
    .unwrap();
    let run = |options: &[&str], files: [&PathBuf; 2]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.arg("check").args(options).args(files).output().unwrap()
    };
    let output = run(&["--function", "all", "--format", "json"], [&safe, &unsafe_one]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let verdicts: Vec<&str> = report["functions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(verdicts, ["true", "true", "unknown", "true"]);
    assert_eq!(report["verdict"], "unknown");
    let output = run(&["--function", "of"], [&safe, &unsafe_one]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("several functions are called 'of'"), "{errors}");
    let all = ["--function", "all", "--assume", "p == 0"];
    let output = run(&all, [&safe, &unsafe_one]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.is_empty(), "{errors}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("not assumed of 'of': p == 0 (several files have one"), "{text}");
}
