//! `vellum check --path` as a user sees it: the statements, values, decisions and calls of one path.
//! The programs follow examples that papers on symbolic memory explain their ideas by.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A program in a folder of its own, which goes with it.
struct Program {
    folder: PathBuf,
}

impl Program {
    fn new(name: &str, text: &str) -> Program {
        let name = format!("vellum-trace-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a.c"), text).unwrap();
        Program { folder }
    }

    fn check(&self, options: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_vellum"))
            .args(["check", "a.c"])
            .args(options)
            .current_dir(&self.folder)
            .output()
            .unwrap()
    }

    /// The lines of the trace of a path, and what comes after it.
    fn trace(&self, path: &str) -> (Vec<String>, String) {
        self.trace_under("segments", path)
    }

    /// The same, under a memory.
    fn trace_under(&self, memory: &str, path: &str) -> (Vec<String>, String) {
        let output = self.check(&["--memory", memory, "--path", path]);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        let text = String::from_utf8(output.stdout).unwrap();
        let (trace, rest) = text.split_once("\n\n").unwrap();
        (trace.lines().map(str::to_owned).collect(), rest.to_owned())
    }

    fn json(&self, options: &[&str]) -> Value {
        let output = self.check(&[&["--format", "json"], options].concat());
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// The path to the first finding.
    fn path_of_finding(&self) -> String {
        self.json(&[])["findings"][0]["path"].as_str().unwrap().to_owned()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Returns the lines of the trace about the first statement on a line, without indentation.
fn told_of(trace: &[String], line: u32) -> Vec<&str> {
    let place = format!("a.c:{line}: ");
    let lines = trace.iter().map(|line| line.trim_start());
    let mut rest = lines.skip_while(|line| !line.starts_with(&place));
    assert!(rest.next().is_some(), "line {line} is not in {trace:#?}");
    rest.take_while(|line| !line.starts_with("a.c:")).collect()
}

const ARRAY: &str = r#"#include <stdlib.h>
int klee_int(const char *name);
void __VERIFIER_assume(int condition);
int *A;
int foo(int n, int i) {
    A = malloc(n * sizeof(int));
    A[3] = 777;
    A[4] = 888;
    A[3 * i + 1] = 999;
    int third = A[3];
    int fourth = A[4];
    return third + fourth;
}
int main(void) {
    int n = klee_int("n");
    int i = klee_int("i");
    __VERIFIER_assume((n > 4) & (n < 100) & (i >= 0) & (i < 33));
    __VERIFIER_assume(3 * i + 1 < n);
    int sum = foo(n, i);
    free(A);
    return sum != 0;
}
"#;

#[test]
fn a_write_at_an_unknown_index_is_seen_only_where_it_can_be() {
    let program = Program::new("array", ARRAY);
    for memory in ["segments", "planes", "planes-naive"] {
        let (trace, rest) = program.trace_under(memory, "");
        assert_eq!(told_of(&trace, 6)[1], "A = heap#1");
        assert_eq!(told_of(&trace, 7), ["*(heap#1+12) = 777"]);
        // 3 * i + 1 is never 3, and it is 4 only for i = 1.
        assert_eq!(told_of(&trace, 10), ["third = 777"], "{memory}");
        let fourth = "fourth = (ite (= i #x00000001) #x000003e7 #x00000378)";
        assert_eq!(told_of(&trace, 11), [fourth], "{memory}");
        // No decision was taken, so this path is all there is.
        assert!(rest.contains("\ntrue: 1 path"), "{rest}");
    }
}

#[test]
fn calls_and_returns_are_told_and_indented() {
    let program = Program::new("calls", ARRAY);
    let (trace, _) = program.trace("");
    let position = trace.iter().position(|line| line.starts_with("a.c:19: ")).unwrap();
    let after: Vec<&str> = trace[position..].iter().map(String::as_str).collect();
    assert_eq!(after[0], "a.c:19: int sum = foo(n, i);");
    assert_eq!(after[1], "    call of foo(n = n, i = i)");
    assert_eq!(after[2], "    a.c:6: A = malloc(n * sizeof(int));");
    assert!(after[3].starts_with("        malloc((bvmul "), "{after:#?}");
    assert!(after.iter().any(|line| line.starts_with("        foo returns (ite ")), "{after:#?}");
    assert!(after.iter().any(|line| line.starts_with("    sum = (ite ")), "{after:#?}");
    assert_eq!(told_of(&trace, 15), ["klee_int(\"n\") = n", "input n: n", "n = n"]);
    assert_eq!(told_of(&trace, 20), ["free(heap#1)"]);
}

#[test]
fn a_block_that_an_outer_pointer_holds_is_not_lost() {
    let text = |last: &str| {
        format!(
            "void *malloc(unsigned long); void free(void *);\nint main(void) {{\n    char *p = 0;\n    {{\n        char *q = malloc(1);\n        p = q;\n    }}\n    {last};\n    return 0;\n}}\n"
        )
    };
    let kept = Program::new("kept", &text("free(p)"));
    let (trace, rest) = kept.trace("");
    assert_eq!(told_of(&trace, 6), ["p = heap#1"]);
    assert!(rest.contains("\ntrue: "), "{rest}");

    let lost = Program::new("lost", &text("p = 0"));
    let (trace, rest) = lost.trace(&lost.path_of_finding());
    assert_eq!(told_of(&trace, 8), ["p = null"]);
    let last = trace.last().unwrap().trim();
    assert_eq!(last, "finding: memory leak: the allocation is unreachable, at a.c:8");
    assert!(rest.contains("\nfalse: 1 path, 1 finding"), "{rest}");
    assert!(!rest.contains("--path"), "the user has given the path: {rest}");
}

#[test]
fn each_round_of_a_loop_has_a_variable_of_its_own() {
    let text = "int main(void) {
    char *p = 0;
    for (char i = 0; i < 2; i++) {
        char x;
        if (i == 0)
            p = &x;
        else
            *p = 1;
    }
    return 0;
}
";
    let program = Program::new("scope", text);
    let (trace, rest) = program.trace(&program.path_of_finding());
    assert_eq!(told_of(&trace, 6), ["p = &x"]);
    assert_eq!(
        told_of(&trace, 8),
        ["finding: write of a variable after its scope ended, at a.c:8"]
    );
    assert!(rest.contains("note: its scope ended here"), "{rest}");
}

#[test]
fn a_read_at_an_unknown_index_after_a_write_at_one_is_one_decision() {
    let text = "int klee_int(const char *name);
unsigned char a[256];
int main(void) {
    unsigned char i = klee_int(\"i\");
    unsigned char j = klee_int(\"j\");
    a[i] = 1;
    if (a[j])
        return 1;
    return 0;
}
";
    let program = Program::new("bomb", text);
    let models = memory::AnyMemory::MODELS.iter().map(|(model, _)| *model);
    // One of the models does not support this number of elements.
    for model in models.filter(|model| *model != "references") {
        let report = program.json(&["--memory", model]);
        assert_eq!(
            (&report["verdict"], &report["statistics"]["paths"]),
            (&"true".into(), &2.into())
        );
    }
    let (trace, rest) = program.trace("1");
    let decision = told_of(&trace, 7)[0].to_owned();
    assert!(decision.ends_with(" holds (both outcomes are feasible)"), "{decision}");
    assert_eq!(told_of(&trace, 8)[0], "main returns 1");
    assert!(rest.contains("unknown: 1 path"), "{rest}");
}

const BRANCHES: &str = "int klee_int(const char *name);
int main(void) {
    int n = klee_int(\"n\");
    int *p = 0;
    if (n > 3)
        n = 3;
    if (n > 5)
        *p = 1;
    if (n == 2)
        *p = 2;
    return 0;
}
";

#[test]
fn decisions_are_told_with_whether_they_were_choices() {
    let program = Program::new("branches", BRANCHES);
    let path = program.path_of_finding();
    let (trace, rest) = program.trace(&path);
    assert_eq!(
        told_of(&trace, 5),
        ["decision: (bvslt #x00000003 n) does not hold (both outcomes are feasible)"]
    );
    assert_eq!(
        told_of(&trace, 7),
        ["decision: (bvslt #x00000005 n) does not hold (the only feasible outcome)"]
    );
    assert_eq!(
        told_of(&trace, 9),
        ["decision: (= n #x00000002) holds (both outcomes are feasible)"]
    );
    assert_eq!(told_of(&trace, 10), ["finding: write through a null pointer, at a.c:10"]);
    assert!(rest.contains("with these inputs:\n      n = 2 "), "{rest}");
}

#[test]
fn a_path_that_is_too_short_or_impossible_says_so() {
    let program = Program::new("short", BRANCHES);
    let (trace, rest) = program.trace("0");
    let last = trace.last().unwrap().trim();
    assert_eq!(last, "the given decisions end here; the next condition is (bvslt #x00000005 n)");
    assert!(rest.contains("path: only the given path was explored"), "{rest}");
    assert!(rest.contains("\nunknown: 1 path"), "{rest}");
    // Not above 3, and above 5.
    let (trace, rest) = program.trace("01");
    assert_eq!(trace.last().unwrap().trim(), "the path is infeasible");
    assert!(rest.contains("\nunknown: "), "{rest}");
    // Where a condition is decided, a number makes no sense.
    let (trace, _) = program.trace("[7]");
    assert_eq!(trace.last().unwrap().trim(), "the path is infeasible");
}

#[test]
fn a_path_that_is_given_proves_nothing_of_other_layouts() {
    let text = |otherwise: &str| {
        format!(
            "#include <stdint.h>
            extern void reach_error(void);
            extern int __VERIFIER_nondet_int(void);
            static int one, two;
            int main(void) {{
                if (__VERIFIER_nondet_int() != 7)
                    return 0;
                if ((uintptr_t)&one < (uintptr_t)&two)
                    reach_error();
                {otherwise}
                return 0;
            }}"
        )
    };
    for (name, otherwise, verdict) in
        [("one-layout", "", "unknown"), ("all-layouts", "reach_error();", "false")]
    {
        let program = Program::new(name, &text(otherwise));
        let explored = program.json(&[]);
        let path = explored["findings"][0]["path"].as_str().unwrap();
        assert!(!path.is_empty(), "{name}: an input decides first");
        let repeated = program.json(&["--path", path]);
        for report in [&explored, &repeated] {
            assert_eq!(report["verdict"], verdict, "{name}");
            let finding = &report["findings"][0];
            assert_eq!(
                finding["property_violated_with_all_addresses"],
                verdict == "false",
                "{name}"
            );
        }
    }
}

#[test]
fn json_has_the_trace_in_the_same_object() {
    let program = Program::new("json", BRANCHES);
    let report = program.json(&["--path", "001"]);
    let trace = report["trace"].as_array().unwrap();
    let events: Vec<&str> = trace.iter().map(|it| it["event"].as_str().unwrap()).collect();
    assert_eq!(events[..3], ["call", "statement", "library"]);
    assert_eq!(events.iter().filter(|event| **event == "decision").count(), 3);
    assert_eq!(events.last(), Some(&"finding"));
    let statement = &trace[1];
    assert_eq!(statement["line"], 3);
    assert_eq!(statement["text"], "int n = klee_int(\"n\");");
    assert_eq!(statement["function"], "main");
    assert_eq!(report["verdict"], "false");
    assert!(program.json(&[])["trace"].is_null());
}

#[test]
fn objects_are_told_by_their_names_and_the_library_in_one_line() {
    let text = r#"#include <stdlib.h>
#include <string.h>
struct point { int x, y; char name[8]; } points[2];
int count;
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void set(struct point *p, int v) {
    p->x = v;
    count++;
    strcpy(p->name, "left");
}
int main(void) {
    int a[3] = {2, 1, 3};
    double half = 0.5;
    const char *text = "abc";
    set(&points[1], -4);
    qsort(a, 3, sizeof a[0], order);
    text++;
    return (int)half;
}
"#;
    let program = Program::new("names", text);
    let (trace, rest) = program.trace("");
    assert_eq!(told_of(&trace, 13), ["half = 0.5"]);
    assert_eq!(told_of(&trace, 14), ["text = \"abc\""]);
    assert_eq!(told_of(&trace, 15), ["call of set(p = &points+16, v = -4)"]);
    assert_eq!(told_of(&trace, 7), ["points[1].x = -4"]);
    assert_eq!(told_of(&trace, 8), ["count = 1"]);
    assert_eq!(told_of(&trace, 9)[0], "strcpy(&points+24, \"left\") = &points+24");
    assert_eq!(told_of(&trace, 17), ["text = \"abc\"+1"]);
    assert!(trace.iter().any(|line| line == "    qsort(&a, 3, 4, &order)"), "{trace:#?}");
    assert!(trace.iter().all(|line| !line.contains("<runtime>")), "{trace:#?}");
    assert!(rest.starts_with("true"), "{rest}");
}

/// Every finding of the test programs is found again on its path, and the trace leads there.
#[test]
fn findings_are_seen_again_on_their_paths() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut replayed = 0;
    for name in [
        "use-after-free",
        "double-free",
        "memory-leak",
        "out-of-bounds",
        "inputs",
        "control",
        "null-dereference",
        "larger",
    ] {
        for entry in std::fs::read_dir(root.join(name)).unwrap() {
            let file = entry.unwrap().path();
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            if !file.display().to_string().ends_with("-unsafe.c") {
                continue;
            }
            replayed += replay(&file, &text);
        }
    }
    assert!(replayed >= 50, "only {replayed} findings");
}

/// Repeats the path of each finding of a program; how many there were.
fn replay(file: &Path, text: &str) -> usize {
    let mut options = vec!["--keep-going", "--format", "json"];
    for line in text.lines().take(3) {
        if let Some(words) = line.strip_prefix("// options: ") {
            options.extend(words.split_whitespace());
        } else if let Some(names) = line.strip_prefix("// property: ") {
            names.split_whitespace().for_each(|name| options.extend(["--property", name]));
        }
    }
    let check = |more: &[&str]| -> Value {
        let mut vellum = Command::new(env!("CARGO_BIN_EXE_vellum"));
        let output = vellum.arg("check").arg(file).args(&options).args(more).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let report = check(&[]);
    let findings = report["findings"].as_array().unwrap();
    for finding in findings {
        let path = finding["path"].as_str().unwrap();
        let again = check(&["--path", path]);
        let same = |other: &Value| {
            other["kind"] == finding["kind"] && other["location"] == finding["location"]
        };
        let seen = again["findings"].as_array().unwrap().iter().any(same);
        assert!(seen, "{}: {path}: {again:#}", file.display());
        let told = again["trace"].as_array().unwrap().iter();
        assert!(told.filter(|it| it["event"] == "finding").count() > 0, "{}", file.display());
    }
    findings.len()
}
