//! `vellum test` says what its tests cover. The judge is `gcov`: all tests run through `gcc --coverage`, and its
//! lines and branches must be ours, but for lines in which a program says itself what gcc does otherwise:
//!
//! | at the end of a line | means |
//! |---|---|
//! | `// gcov: no code` | it counts for us, and not for gcov |
//! | `// gcov: code`, `// gcov: unused code` | it counts for gcov, and not for us |
//! | `// gcov: no branches` | its branches count for us, and not for gcov |
//! | `// gcov: covered` | a run that crashes covers it for gcov, and not for us |

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// Linked to a program that runs for gcov: counts are written even if it crashes.
const DUMP: &str = "#include <signal.h>\n#include <unistd.h>\n\
    extern void __gcov_dump(void);\n\
    static void end(int signal) { __gcov_dump(); _exit(signal); }\n\
    __attribute__((constructor)) static void start(void) {\n\
    signal(SIGSEGV, end); signal(SIGABRT, end); signal(SIGFPE, end);\n}\n";

/// A line: whether it is covered, and which outcomes of its branches are, in no order.
type Line = (bool, Vec<bool>);
type Lines = BTreeMap<u64, Line>;

/// A folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("coverage").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn vellum(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    command.args(arguments).current_dir(folder).output().unwrap()
}

/// Tests of `program.c` in a folder, written to `tests` there; what is said about them.
fn tested(folder: &Path, options: &[&str]) -> Value {
    let arguments =
        [&["test", "program.c", "--out", "tests", "--format", "json"], options].concat();
    let output = vellum(folder, &arguments);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

fn is_there(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok();
    if !there {
        eprintln!("SKIPPED: there is no {program} to compare with");
    }
    there
}

fn run(folder: &Path, command: &str, arguments: &[&str]) -> Output {
    let output = Command::new(command).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{command} {arguments:?}: {output:?}");
    output
}

fn line(covered: bool, branches: impl Iterator<Item = bool>) -> Line {
    let mut branches: Vec<bool> = branches.collect();
    branches.sort_unstable();
    (covered, branches)
}

/// What we say of `program.c`.
fn ours(report: &Value) -> Lines {
    let files = report["coverage"]["files"].as_array().unwrap().iter();
    let lines = files.flat_map(|file| file["lines"].as_array().unwrap());
    let is_taken = |count: &Value| count.as_u64() > Some(0);
    lines
        .map(|it| {
            let branches = it["branches"].as_array().unwrap().iter().map(is_taken);
            (it["line"].as_u64().unwrap(), line(is_taken(&it["tests"]), branches))
        })
        .collect()
}

/// What gcov says of it after all tests have run.
fn by_gcov(folder: &Path, flags: &[&str]) -> Lines {
    std::fs::write(folder.join("dump.c"), DUMP).unwrap();
    let compile = [&["--coverage", "-O0", "-w", "-c", "program.c"], flags].concat();
    run(folder, "gcc", &compile);
    for entry in std::fs::read_dir(folder.join("tests")).unwrap() {
        let replay = entry.unwrap().path();
        if replay.extension().is_none_or(|it| it != "c") {
            continue;
        }
        let text = std::fs::read_to_string(&replay).unwrap();
        let wraps = text.split_whitespace().filter(|word| word.starts_with("-Wl,"));
        let mut link = vec!["-w", "--coverage", "program.o", "dump.c", replay.to_str().unwrap()];
        link.extend(wraps);
        // Only of the program counts are wanted.
        link.extend(["-fno-profile-arcs", "-fno-test-coverage", "-o", "program"]);
        run(folder, "gcc", &link);
        let output = Command::new(folder.join("program")).current_dir(folder).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!errors.contains("replay: "), "{}: {errors}", replay.display());
    }
    let said = run(folder, "gcov", &["--json-format", "--stdout", "-b", "program.gcda"]).stdout;
    let said: Value = serde_json::from_slice(&said).unwrap();
    let files = said["files"].as_array().unwrap().iter();
    let lines = files.flat_map(|file| file["lines"].as_array().unwrap());
    let is_taken = |it: &Value| it["count"].as_u64() > Some(0);
    lines
        .map(|it| {
            let branches = it["branches"].as_array().unwrap().iter().map(is_taken);
            (it["line_number"].as_u64().unwrap(), line(is_taken(it), branches))
        })
        .collect()
}

/// Ours, with what the program says about gcov.
fn as_gcov_counts(mut lines: Lines, source: &str) -> Lines {
    for (number, text) in (1..).zip(source.lines()) {
        let Some((_, said)) = text.split_once("// gcov: ") else { continue };
        let there = lines.contains_key(&number);
        let here = lines.entry(number).or_default();
        match said {
            "no code" if there => {
                lines.remove(&number);
            }
            "code" if !there => here.0 = true,
            "unused code" if !there => {}
            "covered" if !here.0 => here.0 = true,
            "no branches" if !here.1.is_empty() => here.1.clear(),
            _ => panic!("line {number} needs no '{said}'"),
        }
    }
    lines
}

#[test]
fn gcov_counts_the_same() {
    if !is_there("gcc") || !is_there("gcov") {
        return;
    }
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/coverage");
    let mut count = 0;
    for entry in std::fs::read_dir(programs).unwrap() {
        let program = entry.unwrap().path();
        let folder = folder(program.file_stem().unwrap().to_str().unwrap());
        let source = std::fs::read_to_string(&program).unwrap();
        std::fs::write(folder.join("program.c"), &source).unwrap();
        let report = tested(&folder, &[]);
        let ours = as_gcov_counts(ours(&report), &source);
        assert_eq!(ours, by_gcov(&folder, &[]), "{}", program.display());
        count += 1;
    }
    assert!(count >= 5);
}

fn example(name: &str) -> String {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    std::fs::read_to_string(examples.join(name)).unwrap()
}

/// Texts of four bytes: enough, and soon done even where everything is checked twice.
const SHORT: &str = "-DLENGTH=4";

#[test]
fn tests_of_a_parser_take_nearly_all_branches() {
    let folder = folder("json");
    std::fs::write(folder.join("program.c"), example("json.c")).unwrap();
    let options = [SHORT, "--malloc-may-fail", "--cover", "branches", "--time-limit", "60"];
    let report = tested(&folder, &options);
    let share = |kind: &str| {
        let number = |it: &str| report["coverage"][kind][it].as_u64().unwrap();
        (number("covered"), number("total"))
    };
    let (covered, total) = share("branches");
    assert!(10 * covered > 9 * total, "{covered} of {total}");
    assert!(report["tests"].as_u64().unwrap() <= covered, "a test adds nothing");
    if is_there("gcc") && is_there("gcov") {
        let lines = by_gcov(&folder, &[SHORT]);
        assert_eq!(ours(&report), lines);
        let branches: Vec<bool> =
            lines.values().flat_map(|(_, branches)| branches).copied().collect();
        let taken = branches.iter().filter(|taken| **taken).count();
        assert_eq!((taken as u64, branches.len() as u64), (covered, total));
        let executed = lines.values().filter(|(covered, _)| *covered).count();
        assert_eq!((executed as u64, lines.len() as u64), share("lines"));
    }
}

#[test]
fn planted_crashes_are_found_and_confirmed() {
    let folder = folder("json-buggy");
    let source = example("json-buggy.c");
    std::fs::write(folder.join("program.c"), &source).unwrap();
    let arguments = ["check", "--keep-going", "--confirm", "--format", "json", SHORT, "program.c"];
    let output = vellum(&folder, &arguments);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut found = Vec::new();
    for finding in report["findings"].as_array().unwrap() {
        assert_eq!(finding["confirmed"], true, "{finding:#}");
        let line = finding["location"]["line"].as_u64().unwrap();
        found.push((line, finding["kind"].as_str().unwrap().to_owned()));
    }
    found.sort();
    let lines = (1..).zip(source.lines());
    let planted =
        lines.filter_map(|(number, line)| Some((number, line.split_once("//~ ")?.1.to_owned())));
    assert_eq!(found, planted.collect::<Vec<(u64, String)>>());
    assert_eq!(found.len(), 3);
}

/// A program of which something is not covered, for each reason; `HERE` stands for what is to be said.
#[test]
fn what_is_not_covered_says_why() {
    let cases: [(&str, &[&str], &str); 6] = [
        ("if (n > 5 && n < 3)\nHERE = 1;", &[], "not covered: unreachable"),
        (
            "for (int i = 0; i < n; i++)\nif (i == 40)\nHERE = 1;",
            &["--unwind", "3"],
            "not covered: cut: the limit of 3 iterations of a loop (--unwind) was reached",
        ),
        ("__asm__ volatile (\"nop\" : \"=r\"(n)); \nHERE = 1;", &[], "not covered: unsupported: "),
        (
            "if (n == 4) {\nHERE = 1; __VERIFIER_assume(n == 5); }",
            &[],
            "not covered: reached, but no input continues: an assumption does not hold, or there is a finding",
        ),
        (
            "if (n == 3)\nHERE = 1;",
            &["--cover", "errors"],
            "not covered: only in tests that were not kept",
        ),
        (
            "if (n == 3) {\nHERE = 1; while (1) sum++; }",
            &["--max-steps", "1000", "--property", "unreach-call"],
            "not covered: reached, but not the end of the program: cut: the limit of 1000 instructions (--max-steps) was reached",
        ),
    ];
    for (number, (body, options, expected)) in cases.iter().enumerate() {
        let folder = folder(&format!("why-{number}"));
        let text = format!(
            "int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); unsigned sum;\n\
             int main(void) {{ int n = __VERIFIER_nondet_int(); int here = 0;\n{}\nreturn here; }}\n",
            body.replace("HERE", "here")
        );
        std::fs::write(folder.join("program.c"), text).unwrap();
        tested(&folder, options);
        let listing = std::fs::read_to_string(folder.join("tests/coverage.txt")).unwrap();
        let mut lines = listing.lines().skip_while(|line| !line.contains("| here = 1;"));
        let (line, note) = (lines.next().unwrap(), lines.next().unwrap());
        assert_eq!(line.split('|').next().unwrap().trim(), "0", "{listing}");
        assert!(note.contains(expected), "{expected}:\n{listing}");
    }
}

#[test]
fn only_tests_that_add_something_are_kept() {
    let folder = folder("kept");
    let text = "int __VERIFIER_nondet_int(void); int divide(int a, int b) { return a / b; }\n\
                int main(void) { int n = __VERIFIER_nondet_int(), sum = 0;\n\
                for (int i = 0; i < 5; i++) if (n >> i & 1) sum += i;\n\
                if (sum == 7) return divide(sum, n - 24);\nreturn 0; }\n";
    std::fs::write(folder.join("program.c"), text).unwrap();
    let mut counts = Vec::new();
    for cover in [&[][..], &["--cover", "branches"], &["--cover", "lines"], &["--cover", "errors"]]
    {
        let _ = std::fs::remove_dir_all(folder.join("tests"));
        let report = tested(&folder, &[cover, &["--property", "division-by-zero"]].concat());
        assert_eq!(report["verdict"], "false");
        counts.push(report["tests"].as_u64().unwrap());
        let files = std::fs::read_dir(folder.join("tests")).unwrap();
        let replays =
            files.filter(|it| it.as_ref().unwrap().path().extension().unwrap() == "ktest");
        assert_eq!(replays.count() as u64, *counts.last().unwrap());
        let branches = report["coverage"]["branches"]["covered"].as_u64().unwrap();
        assert_eq!(branches == 6, cover != ["--cover", "errors"], "{cover:?} {branches}");
    }
    let [all, branches, lines, errors] = counts[..] else { panic!("{counts:?}") };
    assert!(all > 30 && branches < 8 && lines <= branches && errors == 1, "{counts:?}");
}
