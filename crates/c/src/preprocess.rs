//! Preprocessing by the system's compiler: its arguments, and the meaning of its output.
//!
//! Nothing here reads a file; `run` starts the process. Messages of the compiler become diagnostics.

mod run;

pub use run::{Preprocessed, preprocess};

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use ir::DataModel;

use ir::diagnostic::{Diagnostic, Severity, SourceLoc};

/// The options of preprocessing.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The compiler; `cc` by default.
    pub compiler: Option<OsString>,
    /// `-I`.
    pub include_directories: Vec<PathBuf>,
    /// `-D`, as `NAME` or `NAME=VALUE`.
    pub defines: Vec<Macro>,
    /// `-U`.
    pub undefines: Vec<Macro>,
    /// `-include`.
    pub forced_includes: Vec<PathBuf>,
    /// `-std`.
    pub standard: Option<String>,
    /// Further arguments, passed on unchanged.
    pub extra: Vec<OsString>,
    /// The data model: `-m64` or `-m32`.
    pub model: DataModel,
}

/// A macro as `NAME` or `NAME=VALUE`. It begins with an identifier: compilers pass the text to their own subprocesses as
/// a separate argument, where anything else could be an option or a response file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Macro(String);

impl Macro {
    /// Makes a macro from an argument of the command line.
    ///
    /// # Errors
    /// The text does not begin with a name.
    pub fn new(text: &str) -> Result<Macro, String> {
        match text.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$') {
            true => Ok(Macro(text.to_owned())),
            false => Err("it does not begin with the name of a macro".to_owned()),
        }
    }
}

/// Returns the arguments for preprocessing a file.
pub fn arguments(settings: &Settings, path: &Path) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = vec!["-E".into(), "-x".into(), "c".into()];
    arguments.extend(flags(settings));
    if process::has_response_file_name(path) {
        // Compilers pass such a name to their own subprocesses, but not that of a file to include.
        arguments.extend(["-include".into(), process::operand(path), "/dev/null".into()]);
    } else {
        arguments.push(process::operand(path));
    }
    arguments
}

/// Returns the arguments that affect how a file is read, for preprocessing and for compiling.
pub fn flags(settings: &Settings) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = vec![match settings.model {
        DataModel::Lp64 => "-m64".into(),
        DataModel::Ilp32 => "-m32".into(),
    }];
    if let Some(standard) = &settings.standard {
        arguments.push(format!("-std={standard}").into());
    }
    arguments.extend(settings.extra.iter().cloned());
    let mut pair = |flag: &str, value: OsString| {
        let mut argument = OsString::from(flag);
        argument.push(value);
        arguments.push(argument);
    };
    settings.include_directories.iter().for_each(|it| pair("-I", process::operand(it)));
    settings.defines.iter().for_each(|Macro(text)| pair("-D", text.into()));
    settings.undefines.iter().for_each(|Macro(name)| pair("-U", name.into()));
    for include in &settings.forced_includes {
        arguments.extend(["-include".into(), process::operand(include)]);
    }
    arguments
}

/// Returns the arguments that make the compiler print its search path for the headers of 64-bit programs.
fn search_arguments() -> Vec<OsString> {
    ["-E", "-v", "-m64", "-x", "c", "-"].map(OsString::from).into()
}

/// Parses the directories of system headers from the compiler's output under `-v`.
fn search_list(said: &[u8]) -> Vec<PathBuf> {
    let said = String::from_utf8_lossy(said);
    let list = said.lines().skip_while(|line| !line.starts_with("#include <...>")).skip(1);
    let list = list.take_while(|line| !line.starts_with("End of search list"));
    list.map(|line| PathBuf::from(line.trim())).collect()
}

/// Parses the dependencies of a file from the rule for `make` that the compiler writes under `-MD`.
fn files_of_rule(rule: &[u8]) -> Vec<PathBuf> {
    let mut names: Vec<Vec<u8>> = Vec::new();
    let mut name = Vec::new();
    let mut rest = rule;
    while let [byte, after @ ..] = rest {
        rest = after;
        match (byte, after.first()) {
            // A continued line.
            (b'\\', Some(b'\n')) => rest = &after[1..],
            (b'\\', Some(b' ' | b'\t' | b'#' | b':' | b'\\')) if is_escape(after) => {
                name.push(after[0]);
                rest = &after[1..];
            }
            (b'$', Some(b'$')) => {
                name.push(b'$');
                rest = &after[1..];
            }
            (b' ' | b'\t' | b'\n' | b'\r', _) => names.push(std::mem::take(&mut name)),
            _ => name.push(*byte),
        }
    }
    names.push(name);
    // The first is the target, with its colon.
    let files = names.into_iter().filter(|name| !name.is_empty()).skip(1);
    files.map(|name| PathBuf::from(OsString::from_vec(name))).collect()
}

/// Whether a backslash before this text is an escape. Backslashes in a name are doubled only before a space.
fn is_escape(after: &[u8]) -> bool {
    let end = after.iter().find(|byte| **byte != b'\\');
    after.first() != Some(&b'\\') || matches!(end, Some(b' ' | b'\t'))
}

/// Whether the compiler did not find a header.
fn lacks_header(said: &[Diagnostic]) -> bool {
    // The words of gcc, and of clang.
    let words = ["No such file or directory", "file not found"];
    said.iter().any(|diagnostic| words.iter().any(|word| diagnostic.message.contains(word)))
}

/// Whether a text needs a preprocessor: it has directives other than line markers and pragmas, or predefined macros.
pub fn needs_preprocessor(text: &[u8]) -> bool {
    let has = |name: &&[u8]| text.windows(name.len()).any(|part| part == *name);
    PREDEFINED.iter().any(has) || has_directive(text)
}

/// Macros that a program may use without a directive.
const PREDEFINED: [&[u8]; 6] =
    [b"__LINE__", b"__FILE__", b"__DATE__", b"__TIME__", b"__COUNTER__", b"_MAX__"];

fn has_directive(text: &[u8]) -> bool {
    text.split(|byte| *byte == b'\n').any(|line| {
        let line = line.trim_ascii_start();
        let Some(rest) = line.strip_prefix(b"#") else {
            return false;
        };
        let rest = rest.trim_ascii_start();
        let marker = rest.first().is_none_or(u8::is_ascii_digit);
        !(marker
            || rest.starts_with(b"pragma")
            || rest.starts_with(b"line")
            || rest.starts_with(b"ident"))
    })
}

/// Parses the diagnostics of the compiler: `file:line:column: severity: message`.
pub fn messages(text: &str) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for line in text.lines() {
        let Some((location, severity, message)) = message(line) else {
            continue;
        };
        match (severity, found.last_mut()) {
            ("note", Some(last)) => last.notes.push((location, message.to_owned())),
            ("note", None) => {}
            (severity, _) => found.push(Diagnostic {
                severity: if severity == "warning" { Severity::Warning } else { Severity::Error },
                location,
                message: message.to_owned(),
                notes: Vec::new(),
            }),
        }
    }
    found
}

fn message(line: &str) -> Option<(SourceLoc, &'static str, &str)> {
    let kinds = ["fatal error", "error", "warning", "note"];
    let (kind, at) =
        kinds.iter().find_map(|kind| line.find(&format!(": {kind}: ")).map(|at| (*kind, at)))?;
    let message = &line[at + kind.len() + 4..];
    let mut parts = line[..at].rsplitn(3, ':');
    let last = parts.next()?;
    let (file, line_number, column) =
        match (last.parse(), parts.next().map(|part| (part, part.parse()))) {
            (Ok(column), Some((_, Ok(line)))) => (parts.next().unwrap_or(""), line, column),
            (Ok(line), Some((file, Err(_)))) => (file, line, 0),
            _ => (&line[..at], 0, 0),
        };
    Some((SourceLoc::new(file.to_owned(), line_number, column), kind, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_keep_their_order_and_are_never_split() {
        let settings = Settings {
            include_directories: vec!["a b".into()],
            defines: Macro::new("X=1 2").into_iter().collect(),
            undefines: Macro::new("Y").into_iter().collect(),
            forced_includes: vec!["pre.h".into()],
            standard: Some("gnu11".into()),
            ..Settings::default()
        };
        let found = arguments(&settings, Path::new("-odd.c"));
        let expected = [
            "-E",
            "-x",
            "c",
            "-m64",
            "-std=gnu11",
            "-Ia b",
            "-DX=1 2",
            "-UY",
            "-include",
            "pre.h",
            "./-odd.c",
        ];
        assert_eq!(found, expected.map(OsString::from));
    }

    /// gcc and clang start themselves with `-D` and what was behind it as two words.
    #[test]
    fn no_word_is_a_response_file() {
        let strange = Settings {
            include_directories: vec!["@dir".into()],
            forced_includes: vec!["@pre.h".into()],
            ..Settings::default()
        };
        let found = arguments(&strange, Path::new("@x.c"));
        let end = ["-I./@dir", "-include", "./@pre.h", "-include", "./@x.c", "/dev/null"];
        assert_eq!(found[4..], end.map(OsString::from));
        let found = arguments(&strange, Path::new("a/@x.c"));
        assert_eq!(found[8..], ["a/@x.c", "/dev/null"].map(OsString::from));
        for wrong in ["@x", "-x", "", "=1"] {
            assert!(Macro::new(wrong).is_err());
        }
    }

    #[test]
    fn the_search_list_of_the_compiler_is_read() {
        let said = b"Target: some\n#include \"...\" search starts here:\n#include <...> search starts here:\n \
                     /usr/lib/include\n /usr/include\nEnd of search list.\n # 1 more\n";
        assert_eq!(search_list(said), ["/usr/lib/include", "/usr/include"].map(PathBuf::from));
        assert!(search_list(b"nothing of the kind").is_empty());
    }

    #[test]
    fn the_rule_for_make_is_read() {
        let rule =
            b"x.o: x.c /usr/include/a.h \\\n b\\ c/d\\#$$e.h back\\slash.h \\\n  odd\\\\\\ one.h\n";
        let expected = ["x.c", "/usr/include/a.h", "b c/d#$e.h", "back\\slash.h", "odd\\ one.h"];
        assert_eq!(files_of_rule(rule), expected.map(PathBuf::from));
        assert!(files_of_rule(b"").is_empty());
    }

    #[test]
    fn only_real_directives_need_the_preprocessor() {
        assert!(needs_preprocessor(b"int x;\n  # include <a.h>\n"));
        assert!(needs_preprocessor(b"#define A"));
        assert!(!needs_preprocessor(b"# 1 \"a.c\"\n#pragma pack(1)\n#line 4\nint x; /* # */\n"));
    }

    #[test]
    fn messages_of_the_compiler_keep_their_places() {
        let text = "In file included from a.c:1:\na.c:3:10: fatal error: x.h: No such file\n    3 | #include\n\
                    b.h:7: warning: odd\nb.h:8:1: note: here\ncc1: error: no input\n";
        let found = messages(text);
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(found[0].to_string(), "a.c:3:10: error: x.h: No such file");
        assert_eq!((found[1].location.line, found[1].notes.len()), (7, 1));
        assert_eq!(found[2].location.line, 0);
    }
}
