//! No name and no content of a file makes Vellum run a command, change a file other than its outputs, or leave a
//! process behind.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// After so long, something that should have happened will not.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program with a finding, that needs the preprocessor.
const PROGRAM: &str = "#define ONE 1\nint __VERIFIER_nondet_int(void);\n\
                       int main(void) { int n = __VERIFIER_nondet_int();\n  return ONE / n; }\n";

/// A program with a query that reaches the solver.
const ASKS: &str = "int __VERIFIER_nondet_int(void);\n\
                    int main(void) { int n = __VERIFIER_nondet_int();\n  return n == 77 ? 1 / (n - 77) : 0; }\n";

/// What a compiler does where it takes a file for its options, when it is called and when it calls itself: the first runs a
/// command, the second includes a file.
const HOSTILE: [&str; 2] = ["-wrapper sh,-c,echo>pwned", "-include hostile.h"];

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("security").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("hostile.h"), "#error hostile\n").unwrap();
    folder
}

fn vellum(folder: &Path, words: &[&OsStr]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    command.args(words).current_dir(folder).env_remove("CC").stdin(Stdio::null());
    command
}

fn check(folder: &Path, words: &[&str]) -> Output {
    let words: Vec<&OsStr> =
        ["check", "--format", "json"].iter().chain(words).map(OsStr::new).collect();
    vellum(folder, &words).output().unwrap()
}

/// What a program gets that has one finding, which is confirmed.
fn is_confirmed(output: &Output) -> bool {
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    report["verdict"] == "false" && report["findings"][0]["confirmed"] == true
}

fn said(output: &Output) -> String {
    let (out, errors) = (&output.stdout, &output.stderr);
    format!(
        "{} {} {}",
        output.status,
        String::from_utf8_lossy(out),
        String::from_utf8_lossy(errors)
    )
}

fn script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The preprocessor, and the compiler of a replay.
#[test]
fn no_name_of_a_file_is_an_option() {
    for (number, hostile) in HOSTILE.iter().enumerate() {
        let folder = folder(&format!("names-{number}"));
        fs::create_dir(folder.join("@out")).unwrap();
        fs::create_dir_all(folder.join("out")).unwrap();
        // As response files: the first of a source or a header, the second of a directory, the third of a replay.
        for file in ["x.c", "dir", "out/replay-1-division-by-zero.c"] {
            fs::write(folder.join(file), hostile).unwrap();
        }
        fs::create_dir(folder.join("@dir")).unwrap();
        fs::write(folder.join("@dir/one.h"), "#define ONE 1\n").unwrap();
        fs::write(folder.join("@x.c"), PROGRAM).unwrap();
        fs::write(folder.join("@x.h"), "#undef ONE\n").unwrap();
        fs::write(folder.join("x.h"), hostile).unwrap();
        let without = PROGRAM.replace("#define ONE 1", "#include \"one.h\"");
        fs::write(folder.join("-x.c"), without).unwrap();
        fs::write(folder.join("plain.c"), PROGRAM).unwrap();
        for words in [
            &["--confirm", "@x.c"][..],
            &["--confirm", "--out", "@out", "./@x.c"],
            &["--confirm", "-I", "@dir", "--", "-x.c"],
            &["--confirm", "--include", "@x.h", "plain.c"],
        ] {
            let output = check(&folder, words);
            assert!(is_confirmed(&output), "{words:?}: {}", said(&output));
        }
        for words in [["-D", "@x.c"], ["-U", "@x.c"], ["-D", "-x"]] {
            let output = check(&folder, &[words[0], words[1], "plain.c"]);
            assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        }
        for command in ["ir", "run"] {
            let output = vellum(&folder, &[OsStr::new(command), OsStr::new("@x.c")]).output();
            let text = said(&output.unwrap());
            assert!(!text.contains("hostile"), "{text}");
        }
        assert!(!folder.join("pwned").exists());
    }
}

/// A folder for temporary files is a part of the names that compilers are given.
#[test]
fn no_folder_of_the_environment_is_an_option() {
    let folder = folder("environment");
    fs::create_dir(folder.join("@tmp")).unwrap();
    fs::write(folder.join("plain.c"), PROGRAM).unwrap();
    let words = ["check", "--format", "json", "--confirm", "plain.c"].map(OsStr::new);
    let output = vellum(&folder, &words).env("TMPDIR", "@tmp").output().unwrap();
    assert!(is_confirmed(&output), "{}", said(&output));
    assert_eq!(fs::read_dir(folder.join("@tmp")).unwrap().count(), 0);
    let output = vellum(&folder, &words).env("CC", "cc -O1 -DUNUSED=;echo>pwned").output().unwrap();
    assert!(is_confirmed(&output), "{}", said(&output));
    assert!(!folder.join("pwned").exists());
}

/// Names are texts in line markers, diagnostics, JSON, and in C files that are written. The last of these would end a comment of
/// such a file and go on as code, if lines were put together as compilers do.
#[test]
fn names_have_any_characters() {
    let names: [&[u8]; 7] = [
        b"a b.c",
        b"quote\"'.c",
        b"line\nfeed.c",
        b"back\\slash\\n.c",
        b"latin\xe9\xff.c",
        b"#line 7 \"other.c\".c",
        b"*\\\n/ int x = pwned; /*.c",
    ];
    for name in names {
        let folder = folder("characters");
        let name = OsString::from_vec(name.to_vec());
        // A name with a slash is one in a folder.
        let path = folder.join(&name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, PROGRAM).unwrap();
        let mut words =
            ["check", "--format", "json", "--confirm", "--out", "o"].map(OsStr::new).to_vec();
        words.push(&name);
        let output = vellum(&folder, &words).output().unwrap();
        let is_one_line = !name.as_encoded_bytes().contains(&b'\n');
        assert_eq!(is_confirmed(&output), is_one_line, "{name:?}: {}", said(&output));
        assert_eq!(output.status.code(), Some(10), "{name:?}: {}", said(&output));
    }
}

/// A name with control sequences for a terminal: they clear it, set its title, and show a false verdict.
const ODD: &str = "odd\x1b[2J\x1b]0;title\x07\r\ntrue: 1 path, 0.00 s\n\u{9b}2J.c";

/// The same in a string literal of C.
const ODD_IN_C: &str = "odd\\033[2J\\033]0;title\\007\\r\\ntrue: 1 path, 0.00 s\\n\u{9b}2J.c";

/// Whether what was said holds nothing that a terminal obeys, and no line that is a verdict but one.
fn is_harmless(output: &Output) -> bool {
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    let forged = text.lines().any(|line| line.starts_with("true: 1 path, 0.00 s"));
    !forged && !text.contains(|c: char| c.is_control() && c != '\n' && c != '\t')
}

#[test]
fn no_name_of_a_file_reaches_a_terminal() {
    let folder = folder("terminal");
    let line = format!("#line 7 \"{ODD_IN_C}\"\n");
    let nondet = "int __VERIFIER_nondet_int(void);\n";
    let finds = format!("{nondet}{line}int main(void) {{ return 1 / __VERIFIER_nondet_int(); }}\n");
    let stops = format!("{line}int main(void) {{ __asm__(\"nop\"); return 0; }}\n");
    let wrong = format!("{line}int main(void) {{ return nowhere; }}\n#define X\n");
    let refused = format!("{line}#error odd \x1b[2J\nint x;\n");
    // Not with that name: compilers fail to make a text of it for `__FILE__`.
    let asserts = "#include <assert.h>\nint main(void) { assert(!\"\x1b[2J\"); }\n".to_owned();
    for text in [&finds, &stops, &wrong, &refused, &asserts] {
        for name in ["plain.c", ODD] {
            fs::write(folder.join(name), text).unwrap();
            for words in [
                &["check"][..],
                &["check", "--format", "json"],
                &["check", "--path", ""],
                &["check", "--confirm"],
                &["check", "--function", "all"],
                &["compare", "--memory", "segments"],
                &["run"],
            ] {
                let words: Vec<&OsStr> = words.iter().chain([&name]).map(OsStr::new).collect();
                let output = vellum(&folder, &words).output().unwrap();
                assert!(is_harmless(&output), "{words:?} {text}: {}", said(&output));
            }
            let out = folder.join("out");
            let _ = fs::remove_dir_all(&out);
            let words = ["test", "--out", "out", name].map(OsStr::new);
            let output = vellum(&folder, &words).output().unwrap();
            assert!(is_harmless(&output), "{text}: {}", said(&output));
            if let Ok(listing) = fs::read(out.join("coverage.txt")) {
                let listing = Output { stdout: listing, ..output };
                assert!(is_harmless(&listing), "{text}: {}", said(&listing));
            }
        }
    }
    for words in [&["check", ODD][..], &["solve", ODD], &["check", "--resume", ODD, "plain.c"]] {
        let _ = fs::remove_file(folder.join(ODD));
        let words: Vec<&OsStr> = words.iter().map(OsStr::new).collect();
        let output = vellum(&folder, &words).output().unwrap();
        assert!(is_harmless(&output), "{words:?}: {}", said(&output));
    }
}

/// The way to see a path again works in a shell, whatever the file is called.
#[test]
fn a_hint_is_a_command() {
    let folder = folder("hint");
    fs::write(folder.join(ODD), ASKS).unwrap();
    let output = vellum(&folder, &["check", ODD].map(OsStr::new)).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let hint = text.lines().find_map(|line| line.split_once("to see the path: ")).unwrap().1;
    let own = Path::new(env!("CARGO_BIN_EXE_vellum")).parent().unwrap().display().to_string();
    let again = Command::new("bash")
        .args(["-c", &format!("PATH={own}:$PATH; {hint}")])
        .current_dir(&folder)
        .output();
    let again = again.unwrap();
    assert_eq!(again.status.code(), Some(10), "{hint}: {}", said(&again));
}

/// A sanitizer prints such a name in two lines.
#[test]
fn a_name_of_two_lines_cannot_be_confirmed() {
    let folder = folder("two-lines");
    let text = "#include <stdlib.h>\n#line 3 \"a\\nb.c\"\n\
                int main(void) { char *p = malloc(4); if (!p) return 0; free(p); return *p; }\n";
    fs::write(folder.join("plain.c"), text).unwrap();
    let output = check(&folder, &["--confirm", "plain.c"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let finding = &report["findings"][0];
    assert_eq!(finding["kind"], "use-after-free", "{report}");
    assert_eq!(
        (&finding["confirmed"], &finding["location"]["file"]),
        (&Value::Null, &"a\nb.c".into())
    );
    assert!(finding["confirmation"].as_str().unwrap().contains("not one line"), "{report}");
}

/// Lines of files are shown where the program was read from them. What a program calls its lines by `#line`, or by line markers as
/// compilers write them, is a name and no more.
#[test]
fn no_program_has_a_file_shown() {
    let folder = folder("excerpts");
    let secret = folder.join("secret");
    fs::write(&secret, "hidden one\nhidden two\nhidden three\n").unwrap();
    fs::write(folder.join("shown.h"), "int shown(int n) {\n  return 1 / n; /* seen */ }\n")
        .unwrap();
    let call = "int __VERIFIER_nondet_int(void);\nint main(void) {\n  return 1 / __VERIFIER_nondet_int(); }\n";
    for name in [secret.to_str().unwrap(), "secret", "./secret", "/proc/kmsg"] {
        for (file, marker) in [
            ("line.c", format!("#line 1 \"{name}\"\n")),
            ("preprocessed.c", format!("#define X\n#line 1 \"{name}\"\n")),
            ("marker.c", format!("#define X\n# 1 \"{name}\" 1\n")),
            ("marker.i", format!("# 1 \"{name}\"\n")),
        ] {
            fs::write(folder.join(file), format!("{marker}{call}")).unwrap();
            for words in [
                &["check"][..],
                &["check", "--path", ""],
                &["check", "--confirm"],
                &["test", "--out", "out"],
                &["run"],
            ] {
                let _ = fs::remove_dir_all(folder.join("out"));
                let words: Vec<&OsStr> = words.iter().chain([&file]).map(OsStr::new).collect();
                let output = vellum(&folder, &words).output().unwrap();
                assert!(!said(&output).contains("hidden"), "{words:?}: {}", said(&output));
                let listing = fs::read_to_string(folder.join("out/coverage.txt"));
                assert!(!listing.unwrap_or_default().contains("hidden"), "{words:?}");
            }
        }
    }
    // A header is shown, from wherever its file is named.
    fs::create_dir(folder.join("below")).unwrap();
    let text = "#include \"../shown.h\"\nint __VERIFIER_nondet_int(void);\n\
                int main(void) { return shown(__VERIFIER_nondet_int()); }\n";
    fs::write(folder.join("below/-x.c"), text).unwrap();
    for words in [["check", "below/-x.c"], ["check", "./below/./-x.c"]] {
        let output = vellum(&folder, &words.map(OsStr::new)).output().unwrap();
        assert!(said(&output).contains("/* seen */"), "{}", said(&output));
    }
}

/// Lines count as the program says.
#[test]
fn a_listing_is_no_longer_than_the_program() {
    let folder = folder("listing");
    let text = "#line 2000000000\nint main(void) { return 0; }\n";
    fs::write(folder.join("long.c"), text).unwrap();
    let words = ["test", "--out", "out", "long.c"].map(OsStr::new);
    let output = vellum(&folder, &words).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let listing = fs::read_to_string(folder.join("out/coverage.txt")).unwrap();
    assert!(listing.contains("2000000000") && listing.len() < 1000, "{} bytes", listing.len());
}

/// An external solver gets its words as they are, and no file.
#[test]
fn no_shell_reads_the_command_of_a_solver() {
    let folder = folder("solver");
    script(&folder.join("solver"), "printf '%s|' \"$@\" > words");
    fs::write(folder.join("asks.c"), ASKS).unwrap();
    let words = "@x.c ;echo>pwned $(echo>pwned) `echo>pwned` -o";
    let output = check(&folder, &["--solver", &format!("./solver {words}"), "asks.c"]);
    assert!(matches!(output.status.code(), Some(5 | 10)), "{}", said(&output));
    let seen = fs::read_to_string(folder.join("words")).unwrap();
    assert_eq!(seen, words.replace(' ', "|") + "|");
    assert!(!folder.join("pwned").exists());
}

/// What `compare` starts is Vellum, with the words that it was given.
#[test]
fn compare_takes_files_for_files() {
    let folder = folder("compare");
    fs::write(folder.join("-x.c"), PROGRAM).unwrap();
    fs::write(folder.join("@x.c"), PROGRAM).unwrap();
    fs::write(folder.join("x.c"), HOSTILE[0]).unwrap();
    for words in [
        &["compare", "--memory", "segments", "--", "-x.c"][..],
        &["compare", "--memory", "segments", "@x.c"],
    ] {
        let words: Vec<&OsStr> = words.iter().map(OsStr::new).collect();
        let output = vellum(&folder, &words).output().unwrap();
        assert_eq!(output.status.code(), Some(10), "{}", said(&output));
    }
    assert!(!folder.join("pwned").exists());
}

/// Where files cannot be confined, the report says so.
#[test]
fn a_replay_changes_nothing_outside_its_folder() {
    let folder = folder("outside");
    let target = folder.join("target");
    let text = format!(
        "#include <stdio.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {{\n\
         FILE *file = fopen(\"{}\", \"w\"); if (file) fclose(file);\n\
         int n = __VERIFIER_nondet_int();\nreturn 1 / n; }}\n",
        target.display()
    );
    fs::write(folder.join("writes.c"), text).unwrap();
    let output = check(&folder, &["--confirm", "writes.c"]);
    assert!(is_confirmed(&output), "{}", said(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let missing = report["findings"][0]["unconfined"].as_array().unwrap();
    assert_eq!(target.exists(), missing.iter().any(|it| it == "files"), "{missing:?}");
}

/// A program that tries before `main`, and only when it is compiled for a replay, to change what is not its own. If it can it ends
/// there, without the finding.
#[test]
fn a_replay_reaches_nothing_that_is_shared() {
    let folder = folder("shared");
    let target = folder.join("target");
    fs::write(&target, "theirs").unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o666)).unwrap();
    let text = include_str!("hostile_replay.c").replace("TARGET", &target.display().to_string());
    fs::write(folder.join("hostile.c"), text).unwrap();
    let output = check(&folder, &["--confirm", "hostile.c"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let missing = report["findings"][0]["unconfined"].as_array().unwrap();
    if missing.iter().any(|it| it == "network") {
        return;
    }
    assert!(is_confirmed(&output), "{}", said(&output));
}

/// The preprocessor, the compiler and the program of a replay, and a solver.
#[test]
fn nothing_is_left_when_vellum_is_killed() {
    let folder = folder("killed");
    let made = Command::new("mkfifo").arg(folder.join("fifo")).status().unwrap();
    assert!(made.success());
    fs::write(folder.join("waits.c"), "#include \"fifo\"\n").unwrap();
    fs::write(folder.join("plain.c"), PROGRAM).unwrap();
    fs::write(folder.join("asks.c"), ASKS).unwrap();
    script(&folder.join("sleeps"), "sleep 1000 & setsid sleep 1000 & wait");
    // A compiler whose program sleeps: a replay.
    let compiler = "while test \"$1\" != -o; do shift; done\ncp sleeps \"$2\"";
    script(&folder.join("cc-of-sleeper"), compiler);
    let cases: [(&[&str], &str, &str); 4] = [
        (&["waits.c"], "", "cc1"),
        (&["--confirm", "plain.c"], "./sleeps", "sleep"),
        (&["--confirm", "plain.c"], "./cc-of-sleeper", "sleep"),
        (&["--solver", "./sleeps", "asks.c"], "", "sleep"),
    ];
    for (words, cc, name) in cases {
        let words: Vec<&OsStr> = [&["check"], words].concat().into_iter().map(OsStr::new).collect();
        let mut vellum = vellum(&folder, &words);
        if !cc.is_empty() {
            vellum.env("CC", cc);
        }
        let vellum = vellum.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        is_ended_with_its_parent(vellum, name);
    }
}

/// Waits until there is a descendant of that name, kills the process, and waits until no descendant is left.
fn is_ended_with_its_parent(mut process: Child, name: &str) {
    let mut found = Vec::new();
    until(&format!("{name} is started"), || {
        found = descendants(process.id());
        found.iter().any(|(_, it)| it == name)
    });
    process.kill().unwrap();
    process.wait().unwrap();
    until(&format!("{found:?} have ended"), || {
        let running = processes();
        !found.iter().any(|(pid, name)| running.iter().any(|it| it.0 == *pid && it.2 == *name))
    });
}

fn until(what: &str, mut happens: impl FnMut() -> bool) {
    let start = Instant::now();
    while !happens() {
        assert!(start.elapsed() < PATIENCE, "not: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The processes below one, and their names.
fn descendants(root: u32) -> Vec<(u32, String)> {
    let all = processes();
    let mut parents = vec![root];
    let mut found = Vec::new();
    while let Some(parent) = parents.pop() {
        for (pid, _, name) in all.iter().filter(|it| it.1 == parent) {
            parents.push(*pid);
            found.push((*pid, name.clone()));
        }
    }
    found
}

/// All processes that have not ended: number, parent and name.
fn processes() -> Vec<(u32, u32, String)> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter_map(|entry| {
            let pid = entry.file_name().to_str()?.parse().ok()?;
            let text = fs::read_to_string(entry.path().join("stat")).ok()?;
            let (name, fields) = text.split_once('(')?.1.rsplit_once(") ")?;
            let mut fields = fields.split(' ');
            let is_ended = fields.next()? == "Z";
            (!is_ended).then_some((pid, fields.next()?.parse().ok()?, name.to_owned()))
        })
        .collect()
}
