//! A fixed part of `differential`, and tests that its judge and its comparison find differences.

use std::path::PathBuf;
use std::time::Duration;

use bench::differential::expected::{Comparison, compare};
use bench::differential::native::{Effect, Event, Native, Runs, Trace};
use bench::differential::program::Node;
use bench::differential::{Options, Program, Tester, generate, reduce};
use serde_json::{Value, json};

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("vellum-differential-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for files in between");
    folder
}

/// The tool, which the tests of the whole workspace build too.
fn vellum() -> Option<PathBuf> {
    let test = std::env::current_exe().ok()?;
    let path = test.parent()?.with_file_name("vellum");
    path.exists().then_some(path)
}

#[test]
fn random_programs_do_what_is_reported() {
    let Some(vellum) = vellum() else {
        assert!(std::env::var_os("CI").is_none(), "CI must build vellum before");
        eprintln!("SKIPPED: vellum is not built");
        return;
    };
    let folder = folder("programs");
    let tester =
        Tester::new(vellum, &folder, Duration::from_secs(20)).expect("a compiler with sanitizers");
    for seed in 1..=20 {
        let program = generate(seed);
        let options = Options::of_program(seed, 1);
        let tested = tester.test(&program, &options).expect("a valid program");
        assert!(
            tested.differences.is_empty(),
            "seed {seed}: {:?}\n{}",
            tested.differences,
            program.text()
        );
    }
    std::fs::remove_dir_all(folder).expect("the folder is there");
}

/// A program of these lines.
fn program(lines: &[&str]) -> Program {
    let lines = lines.iter().map(|line| Node::statement(*line, vec![])).collect();
    Program { tree: Node::block(lines), globals: Vec::new() }
}

/// The events of the runs of a `main` with this body in its second line.
fn events(native: &Native, body: &str) -> Vec<Vec<String>> {
    let program = program(&["int main(void) {", body, "}"]);
    let Ok(Runs::All(traces)) = native.runs(&program, false) else { panic!("runs of {body}") };
    let show = |event: &Event| format!("{} {} {:?}", event.property, event.line, event.effect);
    traces.iter().map(|trace| trace.events.iter().map(show).collect()).collect()
}

#[test]
fn the_judge_sees_each_property() {
    let cases = [
        (
            "int a[3] = {0}; return a[native_input(3, 3)];",
            &["bounds 2 Continues", "valid-deref 2 Undefined"][..],
        ),
        ("int *p = native_input(0, 0) ? &(int){1} : 0; return *p;", &["valid-deref 2 Undefined"]),
        ("char *p = malloc(2); ROOT(p); free(p); return *p;", &["valid-deref 2 Undefined"]),
        ("char *p = malloc(2); ROOT(p); free(p); free(p);", &["valid-free 2 Undefined"]),
        (
            "char *p = malloc(2); ROOT(p); p = 0; abort();",
            &["valid-memtrack 2 Continues", "valid-memcleanup 2 Ends"],
        ),
        ("int x = native_input(2147483647, 2147483647); x++;", &["no-overflow 2 Continues"]),
        ("int x = native_input(0, 0); return 1 / x;", &["division-by-zero 2 Undefined"]),
        (
            "int x = native_input(-1, -1); return -2147483647 - 1 == x ? 0 : (INT_MIN) / x;",
            &["no-overflow 2 Undefined"],
        ),
        ("int x = native_input(32, 32); return 1 << x;", &["shifts 2 Continues"]),
        ("int x = native_input(-1, -1); return x << 1;", &["no-overflow 2 Continues"]),
        ("assert(native_input(0, 0));", &["assertions 2 Ends"]),
        ("reach_error();", &["unreach-call 2 Ends"]),
        ("char a[4] = {0}; memcpy(a, a + 1, 2);", &["other-rules 2 Undefined"]),
        ("char a[4] = \"abcd\"; return (int)strlen(a);", &["valid-deref 2 Undefined"]),
        (
            "struct { char a[2], b[2]; } s = {0}; s.a[native_input(2, 2)] = 1;",
            &["bounds 2 Continues"],
        ),
        ("int *p; { int x = 1; p = &x; } return *p;", &["valid-deref 2 Undefined"]),
        ("char *p = malloc(2); ROOT(p); p++; free(p - 1);", &[]),
    ];
    let folder = folder("judge");
    let native = Native::new(&folder).expect("a compiler with sanitizers");
    for (body, expected) in cases {
        assert_eq!(events(&native, body), [expected], "{body}");
    }
    std::fs::remove_dir_all(folder).expect("the folder is there");
}

#[test]
fn the_judge_makes_all_runs() {
    let folder = folder("all-runs");
    let native = Native::new(&folder).expect("a compiler with sanitizers");
    let body = "if (native_input(0, 3) == 2) { native_input(5, 6); reach_error(); }";
    assert_eq!(events(&native, body), [vec![], vec!["unreach-call 2 Ends".to_owned()]]);
    std::fs::remove_dir_all(folder).expect("the folder is there");
}

fn trace(events: &[(&str, usize, Effect)]) -> Trace {
    let event = |&(property, line, effect): &(&str, usize, Effect)| Event {
        property: property.to_owned(),
        line,
        effect,
    };
    Trace { events: events.iter().map(event).collect(), inputs: "-".to_owned(), runs: 1 }
}

fn report(verdict: &str, findings: &[(&str, usize)]) -> Value {
    let finding = |&(property, line): &(&str, usize)| json!({"property": property, "location": {"line": line}});
    let findings: Vec<Value> = findings.iter().map(finding).collect();
    json!({"verdict": verdict, "reason": null, "findings": findings})
}

#[test]
fn verdicts_are_compared_with_runs() {
    use Effect::{Continues, Undefined};
    let runs = [
        trace(&[]),
        trace(&[("no-overflow", 3, Continues), ("unreach-call", 5, Effect::Ends)]),
        trace(&[("valid-deref", 7, Undefined)]),
    ];
    let way = |asked: &[&str], all, verdict: &str, findings: &[(&str, usize)]| match compare(
        &runs,
        &|property| asked.contains(&property),
        all,
        &report(verdict, findings),
    ) {
        Comparison::Same => "same".to_owned(),
        Comparison::Unknown(_) => "unknown".to_owned(),
        Comparison::Different(way, _) => way,
    };
    let usual = ["no-overflow", "unreach-call", "valid-deref"];
    assert_eq!(way(&usual, false, "false", &[("no-overflow", 3)]), "same");
    assert_eq!(way(&usual, false, "false", &[("valid-deref", 7)]), "same");
    assert_eq!(way(&usual, false, "true", &[]), "true");
    assert_eq!(way(&usual, false, "unknown", &[]), "unknown");
    // The line, the property, and the behaviour after another violation.
    assert_eq!(way(&usual, false, "false", &[("no-overflow", 4)]), "added");
    assert_eq!(way(&usual, false, "false", &[("shifts", 3)]), "added");
    assert_eq!(way(&usual, false, "false", &[("unreach-call", 5)]), "added");
    // All findings.
    assert_eq!(way(&usual, true, "false", &[("no-overflow", 3), ("valid-deref", 7)]), "same");
    assert_eq!(way(&usual, true, "false", &[("no-overflow", 3)]), "missed");
    // Arithmetic wraps if `no-overflow` is not selected; after undefined behaviour nothing is known.
    assert_eq!(way(&["unreach-call"], false, "false", &[("unreach-call", 5)]), "same");
    assert_eq!(way(&["unreach-call"], false, "true", &[]), "true");
    assert_eq!(way(&["shifts"], false, "true", &[]), "true-undefined");
    assert_eq!(way(&["shifts"], false, "unknown", &[]), "same");
    assert_eq!(way(&["unreach-call"], false, "unknown", &[]), "unknown");
}

#[test]
fn runs_go_on_behind_an_index_inside_of_the_object() {
    use Effect::{Continues, Ends, Undefined};
    let runs = [trace(&[
        ("bounds", 2, Continues),
        ("bounds", 3, Continues),
        ("unreach-call", 4, Ends),
        ("valid-deref", 5, Undefined),
    ])];
    let same = |findings: &[(&str, usize)]| {
        compare(&runs, &|_| true, true, &report("false", findings)) == Comparison::Same
    };
    assert!(same(&[("bounds", 2)]));
    assert!(same(&[("bounds", 2), ("bounds", 3), ("unreach-call", 4)]));
    assert!(!same(&[("unreach-call", 4)]), "the first is missing");
    assert!(!same(&[("bounds", 2), ("valid-deref", 5)]), "nothing comes behind the end");
}

#[test]
fn programs_are_the_same_in_every_run() {
    assert_eq!(generate(7).text(), generate(7).text());
    assert_ne!(generate(7).text(), generate(8).text());
}

#[test]
fn both_texts_of_a_program_have_the_same_lines() {
    for seed in 0..50 {
        let program = generate(seed);
        let native = program.native_text();
        let driver_lines = 4;
        assert_eq!(
            program.text().lines().count() + driver_lines,
            native.lines().count(),
            "seed {seed}"
        );
    }
}

#[test]
fn programs_have_everything() {
    let texts: String = (0..2000).map(|seed| generate(seed).text()).collect();
    let words = "if else switch case default for while do goto break continue return assert reach_error abort exit malloc \
        calloc realloc free memcpy memmove memset memcmp memchr strlen strcpy strcat strncpy strncat strcmp strncmp strchr \
        strrchr strstr strspn strcspn strpbrk strdup strnlen snprintf sprintf atoi abs \
        isdigit toupper qsort bsearch va_arg union struct __builtin_unreachable klee_make_symbolic klee_range \
        __VERIFIER_nondet_int __VERIFIER_nondet_bool";
    for word in words.split_whitespace() {
        assert!(texts.contains(word), "no {word}");
    }
}

#[test]
fn programs_are_reduced() {
    let program = generate(3);
    let fails = |candidate: &Program| {
        candidate.text().contains("reach_error()") || candidate.text().contains("return 0;")
    };
    let small = reduce::reduce(&program, &fails).text();
    assert!(fails(&program));
    assert!(small.lines().count() <= 4, "{small}");
}
