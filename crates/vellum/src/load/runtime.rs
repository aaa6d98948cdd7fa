//! The part of the C library that is written in C, compiled by Vellum's front end.

use std::collections::HashSet;

use c::{Options, Source};
use ir::{DataModel, Module};

/// The header, which is put before each file of the runtime instead of included.
const HEADER: &str = include_str!("../../../../runtime/vellum.h");

/// The prefix of the names of its files in positions.
const FOLDER: &str = ir::diagnostic::RUNTIME;

macro_rules! files {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../../../../runtime/", $name)))),*]
    };
}

/// The files, with their names in positions.
static FILES: [(&str, &str); 21] = files![
    "assert.c",
    "ctype.c",
    "err.c",
    "errno.c",
    "fenv.c",
    "fortify.c",
    "getopt.c",
    "locale.c",
    "math.c",
    "stdio.c",
    "stdio_printf.c",
    "stdio_scanf.c",
    "stdlib.c",
    "stdlib_number.c",
    "stdlib_random.c",
    "stdlib_sort.c",
    "string.c",
    "strings.c",
    "time.c",
    "unistd.c",
    "wchar.c"
];

/// Links the functions and objects that a program uses and does not define.
///
/// # Panics
/// If the runtime does not compile: a bug in Vellum, which a test would have shown.
pub fn supply(program: &mut Module) {
    let functions = program.functions.iter().filter(|function| function.body.is_none());
    let objects = program.globals.iter().filter(|global| global.external);
    let functions = functions.map(|function| function.name.as_str());
    let mut wanted: Vec<&str> = functions.chain(objects.map(|it| it.name.as_str())).collect();
    if wanted.is_empty() {
        return;
    }
    // `exit` runs the handlers, also if the program returns from `main`.
    let handlers = program.function_named("atexit").is_some();
    let extra: &[&str] = if handlers { &["exit"] } else { &[] };
    wanted.extend(extra);
    let files = files_for(&wanted);
    if !files.is_empty() {
        ir::library::link_library(program, &compiled(program.model, &files), extra);
    }
}

/// Returns the files that define some names, and those that these files need. The words of a file decide
/// that: a superfluous file only costs time.
fn files_for(names: &[&str]) -> Vec<usize> {
    let words: Vec<HashSet<&str>> = FILES.iter().map(|(_, text)| words(text)).collect();
    let defined: Vec<HashSet<&str>> = FILES.iter().map(|(_, text)| definitions(text)).collect();
    let defines = |file: usize, name: &str| defined[file].contains(name);
    let mut files: Vec<usize> =
        (0..FILES.len()).filter(|&file| names.iter().any(|name| defines(file, name))).collect();
    let mut next = 0;
    while let Some(&file) = files.get(next) {
        next += 1;
        let needed = |other: &usize| !defined[*other].is_disjoint(&words[file]);
        let more: Vec<usize> =
            (0..FILES.len()).filter(needed).filter(|other| !files.contains(other)).collect();
        files.extend(more);
    }
    files.sort_unstable();
    files
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns all identifiers of a text, also in comments.
fn words(text: &str) -> HashSet<&str> {
    text.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect()
}

/// Returns the names that a file of the runtime defines: those before `(` or `=` or `;` or `[` in lines
/// that begin a declaration.
fn definitions(text: &str) -> HashSet<&str> {
    let begins = |line: &&str| {
        line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && !line.starts_with("static")
    };
    let name = |line: &'_ str| -> Option<(usize, usize)> {
        let end = line.find(['(', '=', ';', '['])?;
        let end = line[..end].trim_end().len();
        let start = line[..end].rfind(|c| !is_word(c)).map_or(0, |at| at + 1);
        Some((start, end))
    };
    text.lines()
        .filter(begins)
        .filter_map(|line| name(line).map(|(start, end)| &line[start..end]))
        .filter(|name| !name.is_empty())
        .collect()
}

fn compiled(model: DataModel, files: &[usize]) -> Module {
    let files: Vec<(&str, String)> = files
        .iter()
        .map(|&index| (FILES[index].0, whole(FILES[index].0, FILES[index].1)))
        .collect();
    let sources: Vec<Source<'_>> = files
        .iter()
        .map(|(name, text)| Source { name, text: text.as_bytes(), original: None })
        .collect();
    let compiled = c::compile(&sources, model, Options::default());
    let said: Vec<String> = compiled.diagnostics.iter().map(ToString::to_string).collect();
    match compiled.module {
        Some(module) => module,
        None => panic!("the runtime does not compile:\n{}", said.join("\n")),
    }
}

/// Returns a file with the header before it, and line markers, so that positions are those of the files.
fn whole(name: &str, text: &str) -> String {
    let without =
        |line: &str| if line.starts_with("#include") { String::new() } else { line.to_owned() };
    let lines: Vec<String> = text.lines().map(without).collect();
    let body = lines.join("\n");
    format!("# 1 \"{FOLDER}vellum.h\"\n{HEADER}\n# 1 \"{FOLDER}{name}\"\n{body}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runtime_compiles_for_both_data_models() {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let all: Vec<usize> = (0..FILES.len()).collect();
            let module = compiled(model, &all);
            assert!(module.function_named("printf").is_some());
            let wrong = ir::verify::verify(&module);
            assert!(wrong.is_empty(), "{}", wrong[0]);
        }
    }

    /// Programs that disagree with the runtime about a type or about what a name denotes.
    #[test]
    fn a_linked_program_is_well_formed() {
        let programs = [
            "long long time(long long *); int main(void) { return (int)time(0); }",
            "int *strchr(char *, long long); int main(void) { return strchr(\"a\", 1) == 0; }",
            "int snprintf(char *, ...); int main(void) { char t[4]; return snprintf(t, 4UL, \"\"); }",
            "int printf(const char *, int, ...); int main(void) { return printf(\"%d\", 1, 2); }",
            "void *malloc(char); char *strdup(char *);
             int main(void) { return strdup(\"a\") == malloc(1); }",
            "int strlen; char *strdup(char *); int main(void) { return *strdup(\"a\") + strlen; }",
            "int stdout(void) { return 1; } int puts(char *); int main(void) { return puts(\"a\"); }",
        ];
        for (model, text) in
            [DataModel::Lp64, DataModel::Ilp32].into_iter().flat_map(|it| programs.map(|t| (it, t)))
        {
            let source = Source { name: "a.c", text: text.as_bytes(), original: None };
            let compiled = c::compile(&[source], model, Options::default());
            let mut program = compiled.module.expect("it compiles");
            assert_eq!(ir::verify::verify(&program), []);
            supply(&mut program);
            assert_eq!(ir::verify::verify(&program), [], "{text}");
        }
    }

    /// Every function of the whole runtime is found in the files that are chosen for it, with all that
    /// it needs.
    #[test]
    fn no_file_is_missed() {
        let all: Vec<usize> = (0..FILES.len()).collect();
        let whole = compiled(DataModel::Lp64, &all);
        for (index, (_, text)) in FILES.iter().enumerate() {
            let Some(name) = whole
                .functions
                .iter()
                .filter(|function| function.body.is_some())
                .map(|function| function.name.as_str())
                .find(|name| definitions(text).contains(name))
            else {
                continue;
            };
            let files = files_for(&[name]);
            assert!(files.contains(&index), "{name}");
            let part = compiled(DataModel::Lp64, &files);
            for function in part.functions.iter().filter(|function| function.body.is_none()) {
                let there = whole.function_named(&function.name);
                let defined = there.is_some_and(|id| whole.function(id).body.is_some());
                assert!(!defined, "{name} needs {}, which was left out", function.name);
            }
        }
        let external = |function: &&ir::Function| {
            function.body.is_some() && function.linkage == ir::Linkage::External
        };
        for function in whole.functions.iter().filter(external) {
            assert!(!files_for(&[&function.name]).is_empty(), "{} is not found", function.name);
        }
    }
}
