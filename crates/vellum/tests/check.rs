//! What `vellum check` prints where: results on standard output, what is wrong with the input on
//! standard error.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::File;
use std::process::{Command, Stdio};

/// Checks a program given as text: exit code, standard output, standard error.
fn check(name: &str, text: &str, options: &[&str]) -> (Option<i32>, String, String) {
    let folder = std::env::temp_dir().join(format!("vellum-check-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a.c"), text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_vellum"))
        .args(["check", "a.c"])
        .args(options)
        .current_dir(&folder)
        .output()
        .unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// An overflow, a division by zero and a read out of bounds, each in its function.
const THREE: &str = "int n(void);
int a[3];
int f(void) { return n() + 1; }
int g(void) { return 1 / n(); }
int h(void) { return a[n() & 3]; }
int main(void) { f(); g(); h(); return 0; }
";

#[test]
fn results_are_on_standard_output() {
    let (code, output, errors) = check("results", THREE, &["--keep-going"]);
    assert_eq!((code, errors.as_str()), (Some(10), ""));
    assert!(output.starts_with("error: signed overflow\n --> a.c:3:"), "{output}");
    assert!(output.contains("error: division by zero"), "{output}");
    assert!(output.contains("\nassumed: n() returns anything"), "{output}");
    let verdict = output.lines().last().unwrap();
    assert!(verdict.starts_with("false: ") && verdict.contains("3 findings"), "{verdict}");
    assert!(!output.contains('\x1b'), "no colours where no terminal is");

    let endless = "int main(void) { for (;;) ; }";
    let (code, output, errors) = check("steps", endless, &["--max-steps", "9"]);
    assert_eq!((code, errors.as_str()), (Some(5), ""));
    assert!(output.contains("not fully explored: steps: "), "{output}");
    assert!(output.contains("\nunknown: 1 path"), "{output}");
}

/// A program that uses the results of `write` or `sleep` depends on the system; one that only prints does not.
#[test]
fn what_the_system_is_taken_to_do_is_said() {
    let cases = [
        ("return write(1, \"x\", 1) != 1;", "writing to an open descriptor succeeds"),
        ("return dprintf(2, \"x\") != 1;", "writing to an open descriptor succeeds"),
        (
            "char c; return read(0, &c, 1) < 0;",
            "reading standard input does not fail, and gives all that there is",
        ),
        ("return sleep(1) != 0;", "no signal ends a sleep before its time"),
        ("return usleep(1) != 0;", "no signal ends a sleep before its time"),
    ];
    let program = |body: &str| {
        format!(
            "#define _GNU_SOURCE\n#include <stdio.h>\n#include <unistd.h>\nint main(void) {{ {body} }}\n"
        )
    };
    for (body, said) in cases {
        let (code, output, _) = check("system", &program(body), &[]);
        assert_eq!(code, Some(0), "{output}");
        assert!(output.contains(&format!("assumed: {said}\n")), "{output}");
    }
    let (code, output, _) =
        check("system", &program("printf(\"x\"); return puts(\"y\") < 0;"), &[]);
    assert_eq!(code, Some(0), "{output}");
    assert!(!output.contains("assumed: "), "{output}");
}

/// glibc has the functions of a stream behind its `FILE`.
#[test]
fn a_copy_of_a_stream_is_no_stream() {
    let program = "#include <stdio.h>
int main(void) {
    FILE copy = *stdout;
    return fputs(\"text\", &copy);
}
";
    let (code, output, _) = check("copy", program, &[]);
    assert_eq!(code, Some(10), "{output}");
    assert!(output.contains(" --> a.c:4:"), "{output}");
}

/// Sizes above a bound are left out: that is said, also where allocations may fail, and for arrays of unknown length.
#[test]
fn a_bound_on_unknown_sizes_is_said() {
    let heap = "#include <stdlib.h>
unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);
int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    char *p = malloc(n);
    if (p && n > BOUND)
        reach_error();
    free(p);
    return 0;
}
";
    let local = "unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() / 8 + 1;
    char a[n];
    a[n - 1] = 1;
    return 0;
}
";
    let said = |bytes: &str| format!("a block of unknown size has at most {bytes} bytes");
    let (narrow, wide) = (said("536870912"), said("1099511627776"));
    for more in [&[][..], &["--malloc-may-fail"]] {
        for (model, bound, said) in
            [("ilp32", "0x20000000ul", &narrow), ("lp64", "0x10000000000ul", &wide)]
        {
            let define = format!("-DBOUND={bound}");
            let options = [&["--data-model", model, &define], more].concat();
            let (code, output, _) = check("bound", heap, &options);
            assert_eq!(code, Some(0), "{output}");
            assert!(output.contains(&format!("assumed: {said}\n")), "{output}");
            let (_, json, _) =
                check("bound", heap, &[&options[..], &["--format", "json"]].concat());
            assert!(json.contains(said.as_str()), "{json}");
        }
    }
    let (_, output, _) = check("bound", local, &["--data-model", "ilp32"]);
    assert!(output.contains("\ntrue: ") || output.starts_with("true: "), "{output}");
    let (_, output, _) = check("bound", &local.replace("/ 8 ", "/ 4 "), &["--data-model", "ilp32"]);
    assert!(output.contains(&narrow), "{output}");
}

#[test]
fn undefined_behaviour_that_nobody_asked_for_has_a_place_and_a_property() {
    let (code, output, _) = check("undefined", THREE, &["--property", "unreach-call"]);
    let says = |place: &str, property: &str| {
        let start = format!("not fully explored: undefined: {place}, ");
        let end = format!("--property {property}");
        output.lines().any(|line| line.starts_with(&start) && line.ends_with(&end))
    };
    assert!(says("division-by-zero, at a.c:4", "division-by-zero"), "{output}");
    assert!(says("out-of-bounds, at a.c:5", "valid-deref"), "{output}");
    assert!(!output.contains("overflow") && code == Some(5), "{output}");

    // Beside a finding it is said as well.
    let options = ["--property", "no-overflow", "--keep-going", "--format", "json"];
    let (code, output, _) = check("undefined-json", THREE, &options);
    let report: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!((code, &report["verdict"]), (Some(10), &serde_json::json!("false")));
    let reason = report["reason"].as_str().unwrap();
    assert!(reason.starts_with("undefined: division-by-zero, at a.c:4"), "{reason}");
}

#[test]
fn findings_are_where_they_stand_in_the_file_and_in_its_order() {
    let text = "#include <assert.h>
#define ADD(a, b) ((a) + (b))
int n(void);
int main(void) {
    int x = n(); /* any */ assert(x != 3);
    return ADD(x, 2147483647) * 0 + 1 / ADD(x, n() & 0);
}
";
    let (_, output, _) = check("columns", text, &["--keep-going"]);
    let places: Vec<&str> =
        output.lines().filter_map(|line| line.trim_start().strip_prefix("--> ")).collect();
    assert_eq!(places, ["a.c:5:28", "a.c:6:12", "a.c:6:39"], "{output}");
}

/// The loop has no bound, but comes back to where it was: there are two states.
#[test]
fn a_loop_after_a_write_at_an_unknown_place_comes_to_an_end() {
    let text = |most: u32| {
        format!(
            "#include <assert.h>
            unsigned char __VERIFIER_nondet_uchar(void);
            int main(void) {{
                unsigned char bytes[8] = {{0}}, at = __VERIFIER_nondet_uchar() & 7;
                unsigned flag = 0;
                bytes[at] = 1;
                bytes[3] = 2;
                while (__VERIFIER_nondet_uchar()) flag = !flag;
                assert(bytes[at] + flag <= {most});
                return 0;
            }}"
        )
    };
    for memory in ["segments", "planes", "timestamps", "separation"] {
        let options = ["--memory", memory, "--time-limit", "60"];
        for (most, expected) in [(3, 0), (2, 10)] {
            let (code, output, _) = check("endless", &text(most), &options);
            assert_eq!(code, Some(expected), "{memory}: {output}");
        }
    }
}

#[test]
fn json_is_one_object_and_nothing_else() {
    for options in [&["--stats"][..], &["--keep-going"], &["--path", "01"], &["--max-steps", "1"]] {
        let (_, output, _) = check("json", THREE, &[&["--format", "json"], options].concat());
        let report: serde_json::Value = serde_json::from_str(&output).unwrap();
        assert!(report["verdict"].is_string(), "{options:?}");
        assert_eq!(report["trace"].is_array(), options[0] == "--path");
    }
}

#[test]
fn errors_in_the_program_are_on_standard_error() {
    let (code, output, errors) = check("bad", "int main(void) { return x; }\n", &[]);
    assert_eq!((code, output.as_str()), (Some(2), ""));
    assert!(errors.contains("--> a.c:1:"), "{errors}");
    let (code, output, errors) = check("bad-json", "int main(", &["--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!((code, &report["verdict"]), (Some(2), &"error".into()));
    assert!(!errors.is_empty());
}

#[test]
fn properties_are_repeated_or_separated_by_commas() {
    let kinds = |options: &[&str]| -> Vec<String> {
        let all = [&["--format", "json", "--keep-going"], options].concat();
        let (_, output, _) = check("properties", THREE, &all);
        let report: serde_json::Value = serde_json::from_str(&output).unwrap();
        let findings = report["findings"].as_array().unwrap().iter();
        findings.map(|it| it["kind"].as_str().unwrap().to_owned()).collect()
    };
    let two = ["signed-overflow", "out-of-bounds"];
    assert_eq!(kinds(&["--property", "no-overflow,valid-deref"]), two);
    assert_eq!(kinds(&["--property", "no-overflow", "--property", "valid-deref"]), two);
    assert_eq!(kinds(&["--property", "valid-memsafety, division-by-zero"]).len(), 2);
    let (code, output, errors) = check("nonsense", THREE, &["--property", "no-overflow,nonsense"]);
    assert_eq!((code, output.as_str()), (Some(1), ""));
    assert!(errors.contains("'nonsense' is neither"), "{errors}");
}

/// The place of a reason is one of the program, where headers come first.
#[test]
fn a_block_that_may_be_freed_elsewhere_is_told_with_the_call() {
    let text = "#include <stdlib.h>
struct s { int *p; };
void ext(struct s *);
int f(void) {
    struct s s;
    s.p = malloc(4);
    ext(&s);
    free(s.p);
    return 0;
}
";
    let (code, output, _) = check("elsewhere", text, &["--function", "f"]);
    assert_eq!(code, Some(5), "{output}");
    assert!(output.contains("frees what it is given, at a.c:7"), "{output}");
    assert!(!output.contains("/usr/include"), "{output}");
}

/// What cannot be written is no success; a reader who has seen enough is.
#[cfg(target_os = "linux")]
#[test]
fn output_that_is_lost_is_an_error() {
    let folder = std::env::temp_dir().join(format!("vellum-check-{}-full", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let program = "int puts(const char *); int main(void) { puts(\"text\"); return 0; }\n";
    std::fs::write(folder.join("a.c"), program).unwrap();
    std::fs::write(folder.join("a.smt2"), "(assert true)\n(check-sat)\n").unwrap();
    for words in [
        &["ir", "a.c"][..],
        &["solve", "a.smt2"],
        &["check", "a.c"],
        &["check", "a.c", "--path", ""],
        &["check", "a.c", "--function", "all"],
        &["check", "a.c", "--format", "json"],
        &["compare", "--memory", "segments", "a.c"],
        &["test", "a.c", "--out", "out"],
        &["run", "a.c"],
        &["--help"],
        &["--version"],
    ] {
        let start = |output: Stdio| {
            let _ = std::fs::remove_dir_all(folder.join("out"));
            let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
            command.args(words).current_dir(&folder).stdout(output).output().unwrap()
        };
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = start(full.into());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {errors}");
        assert!(errors.contains("cannot write to standard output"), "{words:?}: {errors}");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = start(writer.into());
        // One path is not all.
        let code = if words.contains(&"--path") { 5 } else { 0 };
        assert_eq!(output.status.code(), Some(code), "{words:?}");
        assert!(output.stderr.is_empty(), "{words:?}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
