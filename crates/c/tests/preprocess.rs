//! The system's compiler as a preprocessor.

use std::path::Path;
use std::time::Duration;

use c::preprocess::{Macro, Settings, preprocess};
use process::Limits;

const LIMITS: Limits = Limits {
    time: Some(Duration::from_secs(60)),
    memory: None,
    file_size: None,
    processes: None,
    output: 64 << 20,
};

fn file(name: &str, text: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("vellum-pp-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("a temporary file can be written");
    path
}

#[test]
fn defines_are_passed_and_positions_are_original() {
    let path =
        file("a.c", "#define TWICE(x) ((x) + (x))\n\nint y = TWICE(VALUE);\nint z = nowhere;\n");
    let settings = Settings {
        defines: vec![Macro::new("VALUE=21").expect("it has a name")],
        ..Settings::default()
    };
    let (text, _) =
        preprocess(&settings, &path, &LIMITS, &mut Vec::new()).expect("cc preprocesses");
    let name = path.to_string_lossy();
    let source = c::Source { name: &name, text: &text, original: None };
    let compiled = c::compile(&[source], ir::DataModel::Lp64, c::Options::default());
    let said: Vec<String> = compiled.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(said, [format!("{name}:4:9: error: 'nowhere' is not declared")]);
    let _ = std::fs::remove_file(path);
}

#[test]
fn errors_of_the_compiler_are_diagnostics() {
    let path = file("b.c", "#include \"no such file.h\"\n");
    let said = preprocess(&Settings::default(), &path, &LIMITS, &mut Vec::new())
        .expect_err("the file does not exist");
    assert_eq!((said[0].location.line, said[0].location.column), (1, 10), "{said:?}");
    let _ = std::fs::remove_file(path);
}

#[test]
fn a_missing_compiler_is_named() {
    let settings = Settings { compiler: Some("no-such-compiler".into()), ..Settings::default() };
    let said = preprocess(&settings, Path::new("a.c"), &LIMITS, &mut Vec::new())
        .expect_err("there is none");
    assert!(said[0].message.contains("no-such-compiler"), "{said:?}");
}

/// A file that never ends: a pipe without a writer.
#[test]
fn a_blocked_preprocessor_is_killed() {
    let fifo = file("fifo", "");
    std::fs::remove_file(&fifo).expect("it was written");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.is_ok_and(|status| status.success()));
    let path = file("waits.c", &format!("#include \"{}\"\n", fifo.display()));
    let limits = Limits { time: Some(Duration::from_millis(500)), ..LIMITS };
    let said =
        preprocess(&Settings::default(), &path, &limits, &mut Vec::new()).expect_err("it is ended");
    assert_eq!(said[0].message, "the preprocessor took longer than 0.5 seconds");
    let _ = (std::fs::remove_file(path), std::fs::remove_file(fifo));
}

/// Thirty lines that expand to gigabytes.
#[test]
fn an_endless_text_is_cut() {
    let mut text = String::from("#define A0 int x;\n");
    for level in 1..30 {
        text.push_str(&format!("#define A{level} A{0} A{0}\n", level - 1));
    }
    let path = file("long.c", &(text + "A29\n"));
    let limits = Limits { output: 1 << 16, ..LIMITS };
    let said =
        preprocess(&Settings::default(), &path, &limits, &mut Vec::new()).expect_err("it is ended");
    assert_eq!(said[0].message, "the preprocessed text has more than 65536 bytes");
    let _ = std::fs::remove_file(path);
}

/// Also if the headers of 32-bit programs are not installed.
#[test]
fn headers_serve_for_32_bits() {
    let text = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <limits.h>\n\
                int size[sizeof(long) == 4 && LONG_MAX == 2147483647 ? 1 : -1];\n\
                int main(void) { return (int)strlen(\"\") + puts(\"\"); }\n";
    let path = file("wide.c", text);
    let settings = Settings { model: ir::DataModel::Ilp32, ..Settings::default() };
    let (text, _) =
        preprocess(&settings, &path, &LIMITS, &mut Vec::new()).expect("cc preprocesses");
    let source = c::Source { name: "wide.c", text: &text, original: None };
    let compiled = c::compile(&[source], ir::DataModel::Ilp32, c::Options::default());
    assert!(compiled.module.is_some(), "{:?}", compiled.diagnostics);
    let _ = std::fs::remove_file(path);
    let prefix = format!("vellum-headers-{}-", std::process::id());
    let left = std::fs::read_dir(std::env::temp_dir()).expect("it can be listed");
    let left =
        left.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix));
    assert_eq!(left.count(), 0);
}

/// A program chooses the names in line markers and in `#line`.
#[test]
fn the_files_that_were_read_are_known() {
    let header = file("read.h", "int x;\n# 1 \"/etc/hostname\" 1\nint y;\n");
    let text = format!("#include \"{}\"\n#line 1 \"/etc/passwd\"\nint z;\n", header.display());
    let path = file("reads.c", &text);
    let mut opened = Vec::new();
    preprocess(&Settings::default(), &path, &LIMITS, &mut opened).expect("cc preprocesses");
    assert!(opened.contains(&path) && opened.contains(&header), "{opened:?}");
    assert!(!opened.iter().any(|it| it.starts_with("/etc")), "{opened:?}");
    let _ = std::fs::remove_file(path);
    let _ = std::fs::remove_file(header);
}

#[test]
fn a_missing_header_is_named_for_32_bits() {
    let path = file("nowhere.c", "#include <no/such/header.h>\n");
    let settings = Settings { model: ir::DataModel::Ilp32, ..Settings::default() };
    let said = preprocess(&settings, &path, &LIMITS, &mut Vec::new()).expect_err("there is none");
    assert!(said[0].message.contains("no/such/header.h"), "{said:?}");
    let _ = std::fs::remove_file(path);
}
