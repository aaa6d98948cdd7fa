//! `vellum test`: the tests of a program take its paths. The judge is the system's compiler: each replay must
//! end as it says.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const PROGRAM: &str = "#include <stdio.h>\n#include <stdlib.h>\n\
    int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void);\n\
    void klee_make_symbolic(void *, unsigned long, const char *);\n\
    int main(int argc, char **argv) {\n\
    int n = __VERIFIER_nondet_int(); unsigned char c = __VERIFIER_nondet_uchar();\n\
    char name[3]; klee_make_symbolic(name, 3, \"na<me\");\n\
    if (n == -123456) return 3;\n\
    if (c == 200 && name[1] == '\"') exit(4);\n\
    if (getchar() == 'x') abort();\n\
    if (argv[1][0] == 'a' && name[2] == 7) return 100 / (n + 1);\n\
    if (name[0] > 100) return name[0];\n\
    }\n";

/// A folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("test-files").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn vellum(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    command.arg("test").args(arguments).env("SOURCE_DATE_EPOCH", "86400");
    command.current_dir(folder).output().unwrap()
}

/// The files in a folder that end in something.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|it| it.extension().is_some_and(|it| it == ending)).collect();
    files.sort();
    files
}

/// Compiles and runs a replay by the commands in it; gives what it says about its end, and the end.
fn replayed(folder: &Path, replay: &Path) -> (String, Option<i32>) {
    let text = std::fs::read_to_string(replay).unwrap();
    let (first, _) = text.split_once('\n').unwrap();
    let commands: Vec<&str> = text.lines().filter_map(|it| it.strip_prefix(" *   ")).collect();
    let output =
        Command::new("sh").args(["-c", &commands.join(" && ")]).current_dir(folder).output();
    let output = output.unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("replay: "), "{}: {errors}", replay.display());
    (first.replace("/* A replay by vellum: ", ""), output.status.code())
}

#[test]
fn every_path_has_a_test_that_takes_it() {
    let folder = folder("paths");
    std::fs::write(folder.join("program.c"), PROGRAM).unwrap();
    let options = ["--out", "tests", "--symbolic-args", "1,1", "program.c"];
    let output = vellum(&folder, &options);
    assert_eq!(output.status.code(), Some(10));
    let said = String::from_utf8_lossy(&output.stdout);
    let tests = folder.join("tests");
    let count = files(&tests, "c").len();
    assert!(said.contains(&format!("\ntests: {count}\n")), "{said}");
    assert_eq!((files(&tests, "xml").len(), files(&tests, "ktest").len()), (count + 1, count));
    let ends: BTreeSet<(String, Option<i32>)> =
        files(&tests, "c").iter().map(|file| replayed(&folder, file)).collect();
    // The shell's exit code for a signal is 128 more.
    let expected = [
        ("a path that ends with abort", 134),
        ("a path to the end of the program, with status 0", 0),
        ("a path to the end of the program, with status 3", 3),
        ("a path to the end of the program, with status 4", 4),
        ("division-by-zero at program.c:11", 1),
        ("signed-overflow at program.c:11", 1),
    ];
    for (end, code) in expected {
        assert!(ends.contains(&(end.to_owned(), Some(code))), "{end} {code}: {ends:?}");
    }
    for (end, code) in ends {
        let status = end.strip_prefix("a path to the end of the program, with status ");
        let expected = match (status, end.as_str()) {
            (Some(status), _) => status.parse().unwrap(),
            (None, "a path that ends with abort") => 134,
            (None, _) => 1,
        };
        assert_eq!(code, Some(expected), "{end}");
    }
}

/// A big-endian word, taken from the front.
fn number(bytes: &mut &[u8]) -> usize {
    let (word, rest) = bytes.split_first_chunk::<4>().unwrap();
    *bytes = rest;
    u32::from_be_bytes(*word) as usize
}

fn sized<'a>(bytes: &mut &'a [u8]) -> &'a [u8] {
    let length = number(bytes);
    let (first, rest) = bytes.split_at(length);
    *bytes = rest;
    first
}

/// The objects of a `.ktest` file of a program, which has nothing else.
fn ktest_objects<'a>(bytes: &'a [u8], program: &str) -> Vec<(&'a [u8], &'a [u8])> {
    let mut rest = bytes.strip_prefix(b"KTEST").unwrap();
    assert_eq!((number(&mut rest), number(&mut rest)), (3, 1));
    assert_eq!(sized(&mut rest), program.as_bytes());
    assert_eq!((number(&mut rest), number(&mut rest)), (0, 0));
    let count = number(&mut rest);
    let objects = (0..count).map(|_| (sized(&mut rest), sized(&mut rest))).collect();
    assert_eq!(rest, b"");
    objects
}

/// The elements of a file of Test-Comp, as they open: their names with their attributes. All that the
/// definitions of its two kinds of documents say is checked.
fn elements(xml: &str) -> Vec<&str> {
    let (head, mut rest) = xml.split_once(".dtd\">\n").unwrap();
    let (declaration, doctype) = head.split_once('\n').unwrap();
    assert_eq!(declaration, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>");
    let root = doctype.strip_prefix("<!DOCTYPE ").unwrap().split(' ').next().unwrap();
    let (mut open, mut elements) = (Vec::new(), Vec::new());
    while let Some((text, after)) = rest.split_once('<') {
        let is_entity =
            |it: &str| ["amp;", "lt;", "gt;", "quot;"].iter().any(|name| it.starts_with(name));
        assert!(text.split('&').skip(1).all(is_entity), "{text}");
        assert!(open.len() == 2 || text.trim().is_empty(), "{text}");
        let (tag, behind) = after.split_once('>').unwrap();
        rest = behind;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{xml}");
            continue;
        }
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let words: Vec<&str> = attributes.split('"').step_by(2).map(str::trim).collect();
        match (open.len(), root) {
            (0, _) => assert!(name == root && ["", "coversError="].contains(&words[0]), "{tag}"),
            (1, "testcase") => {
                assert_eq!((name, &words[..]), ("input", &["variable=", "type=", ""][..]), "{tag}");
            }
            _ => assert!(open.len() == 1 && attributes.is_empty(), "{tag}"),
        }
        open.push(name);
        elements.push(tag);
    }
    assert!(open.is_empty() && rest == "\n" && !elements.is_empty(), "{xml}");
    elements
}

/// Validates all files of Test-Comp in a folder by an independent validator.
fn validate(folder: &Path) {
    if Command::new("xmllint").arg("--version").output().is_err() {
        eprintln!("SKIPPED: xmllint is not installed, so it judges nothing here");
        return;
    }
    let definitions = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/test-format");
    let (metadata, cases): (Vec<PathBuf>, Vec<PathBuf>) =
        files(folder, "xml").into_iter().partition(|file| file.ends_with("metadata.xml"));
    assert!(metadata.len() == 1 && !cases.is_empty());
    for (definition, files) in [("testcase", &cases), ("test-metadata", &metadata)] {
        let mut command = Command::new("xmllint");
        command.args(["--noout", "--nonet", "--dtdvalid"]);
        command.arg(definitions.join(format!("{definition}-1.1.dtd"))).args(files);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Complains about a file that is not whole.
fn check_whole(folder: &Path, file: &Path) {
    let bytes = std::fs::read(file).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    match file.extension().and_then(|it| it.to_str()) {
        Some("xml") => drop(elements(&text)),
        Some("ktest") => assert_eq!(ktest_objects(&bytes, "program.c").len(), 1),
        Some("c") => {
            let mut compiler = Command::new("cc");
            compiler.args(["-fsyntax-only", "-w"]).arg(file).current_dir(folder);
            assert!(compiler.status().unwrap().success(), "{}", file.display());
        }
        _ => panic!("what is {}?", file.display()),
    }
}

/// A run that is killed leaves whole files; what it was writing has a name that says so.
#[test]
fn a_run_that_is_killed_leaves_whole_files() {
    let folder = folder("killed");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/json.c");
    std::fs::copy(example, folder.join("program.c")).unwrap();
    let tests = folder.join("tests");
    let mut seen = 0;
    for round in 0..12 {
        let _ = std::fs::remove_dir_all(&tests);
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.args(["test", "-DLENGTH=6", "--out", "tests", "program.c"]).current_dir(&folder);
        let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Some are killed before there is any test, the others while tests are written.
        let wait = |it: u64| std::thread::sleep(Duration::from_millis(it));
        while round > 2 && !tests.join("test-000001.xml").exists() {
            wait(1);
        }
        wait(round * round * 37 % 100);
        run.kill().unwrap();
        run.wait().unwrap();
        if !tests.exists() {
            continue;
        }
        assert!(files(&tests, "unfinished").len() <= 1);
        let replays = files(&tests, "c");
        let whole = ["xml", "ktest"].map(|it| files(&tests, it)).concat();
        // Of what is compiled, the newest is enough.
        for file in whole.iter().chain(replays.last()) {
            check_whole(&folder, file);
        }
        seen += replays.len();
        let others = replays.len() + whole.len() + files(&tests, "unfinished").len();
        assert_eq!(std::fs::read_dir(&tests).unwrap().count(), others);
    }
    assert!(seen > 20, "only {seen} tests were written");
}

#[test]
fn the_formats_are_those_of_others() {
    let folder = folder("formats");
    std::fs::write(folder.join("program.c"), PROGRAM).unwrap();
    let output = vellum(&folder, &["--out", "tests", "--property", "unreach-call", "program.c"]);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let tests = folder.join("tests");
    let chosen = files(&tests, "c")
        .into_iter()
        .find(|file| std::fs::read_to_string(file).unwrap().contains(", 0xfffe1dc0, 0}"));
    let chosen = chosen.unwrap();
    let xml = std::fs::read_to_string(chosen.with_extension("xml")).unwrap();
    assert_eq!(
        elements(&xml)[..2],
        ["testcase", "input variable=\"__VERIFIER_nondet_int\" type=\"int\""]
    );
    let inputs: Vec<&str> = xml.lines().filter(|line| line.contains("<input")).collect();
    let first = "  <input variable=\"__VERIFIER_nondet_int\" type=\"int\">-123456</input>";
    assert_eq!((inputs[0], inputs.len()), (first, 5), "{xml}");
    assert!(inputs[2].starts_with("  <input variable=\"na&lt;me\" type=\"1 bytes\">"), "{xml}");
    assert!(xml.contains("\n<testcase>\n") && xml.ends_with("</testcase>\n"), "{xml}");

    let bytes = std::fs::read(chosen.with_extension("ktest")).unwrap();
    let objects = ktest_objects(&bytes, "program.c");
    assert_eq!(objects[0], (&b"__VERIFIER_nondet_int"[..], &(-123_456i32).to_le_bytes()[..]));
    assert_eq!((objects[2].0, objects[2].1.len(), objects.len()), (&b"na<me"[..], 3, 3));

    let metadata = std::fs::read_to_string(tests.join("metadata.xml")).unwrap();
    let names = [
        "test-metadata",
        "sourcecodelang",
        "producer",
        "specification",
        "programfile",
        "programhash",
        "entryfunction",
        "architecture",
        "creationtime",
    ];
    assert_eq!(elements(&metadata), names);
    validate(&tests);
    for line in [
        "<specification>COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )</specification>",
        "<programfile>program.c</programfile>",
        "<entryfunction>main</entryfunction>",
        "<architecture>64bit</architecture>",
        "<creationtime>1970-01-02T00:00:00Z</creationtime>",
    ] {
        assert!(metadata.contains(line), "{metadata}");
    }
}

#[test]
fn errors_are_covered_and_folders_of_others_stay() {
    let folder = folder("errors");
    let text = "void reach_error(void); int __VERIFIER_nondet_int(void);\n\
                int main(void) { if (__VERIFIER_nondet_int() == 9) reach_error(); return 0; }\n";
    std::fs::write(folder.join("program.c"), text).unwrap();
    assert_eq!(vellum(&folder, &["--out", "tests", "program.c"]).status.code(), Some(10));
    let covers: Vec<String> = files(&folder.join("tests"), "xml")
        .iter()
        .map(|file| std::fs::read_to_string(file).unwrap())
        .filter(|text| text.contains("<testcase coversError=\"true\">"))
        .collect();
    assert!(covers.len() == 1 && covers[0].contains(">9</input>"), "{covers:?}");
    let again = vellum(&folder, &["--out", "tests", "program.c"]);
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("it is not empty"));
    assert_eq!(vellum(&folder, &["program.c"]).status.code(), Some(1));
}

/// What a finding says about how to see its path holds while the tests are there.
#[test]
fn a_path_is_shown_without_writing_tests() {
    let folder = folder("shown");
    let text = "int __VERIFIER_nondet_int(void);\n\
                int main(void) { int n = __VERIFIER_nondet_int(); int m = n == 4 ? 0 : 1;\n\
                return 7 / m; }\n";
    std::fs::write(folder.join("program.c"), text).unwrap();
    let said = vellum(&folder, &["--out", "tests", "program.c"]).stdout;
    let said = String::from_utf8_lossy(&said);
    let (_, hint) = said.split_once("to see the path: vellum test ").unwrap();
    let words: Vec<&str> = hint.lines().next().unwrap().split(' ').collect();
    let words: Vec<&str> = words.iter().map(|word| word.trim_matches('\'')).collect();
    let before = std::fs::read_dir(folder.join("tests")).unwrap().count();
    let output = vellum(&folder, &words);
    assert_eq!(output.status.code(), Some(10), "{output:?}");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("division by zero"), "{shown}");
    assert_eq!(std::fs::read_dir(folder.join("tests")).unwrap().count(), before);
}
