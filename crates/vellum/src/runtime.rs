//! The part of the C library that is written in C, compiled by our own front end.

use c::{Options, Source};
use ir::{DataModel, Module};

/// What each file of the runtime begins with, instead of including it.
const HEADER: &str = include_str!("../../../runtime/vellum.h");

/// What stands before the names of its files in positions.
const FOLDER: &str = engine::RUNTIME;

macro_rules! files {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../../../runtime/", $name)))),*]
    };
}

/// The files, with their names in positions.
static FILES: [(&str, &str); 20] = files![
    "assert.c",
    "ctype.c",
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

/// Gives a program what it calls and does not define.
///
/// # Panics
/// If the runtime does not compile: a bug in Vellum, which a test would have shown.
pub fn supply(program: &mut Module) {
    let undefined = program.functions.iter().any(|function| function.body.is_none());
    if undefined {
        // Handlers are run by `exit`, also where the program only returns from `main`.
        let handlers = program.function_named("atexit").is_some();
        let wanted: &[&str] = if handlers { &["exit"] } else { &[] };
        ir::supply::supply(program, &compiled(program.model), wanted);
    }
}

/// Whether a file named in a position is part of the runtime.
pub fn is_runtime(file: &str) -> bool {
    file.strip_prefix(FOLDER)
        .is_some_and(|name| name == "vellum.h" || FILES.iter().any(|(known, _)| *known == name))
}

fn compiled(model: DataModel) -> Module {
    let texts: Vec<String> = FILES.iter().map(|(name, text)| whole(name, text)).collect();
    let sources: Vec<Source<'_>> = FILES
        .iter()
        .zip(&texts)
        .map(|(&(name, _), text)| Source { name, text: text.as_bytes() })
        .collect();
    let compiled = c::compile(&sources, model, Options { promote: true });
    let said: Vec<String> = compiled.diagnostics.iter().map(ToString::to_string).collect();
    match compiled.module {
        Some(module) => module,
        None => panic!("the runtime does not compile:\n{}", said.join("\n")),
    }
}

/// A file with the header in front, and markers so that positions are those of the files.
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
            let module = compiled(model);
            assert!(module.function_named("printf").is_some());
            let wrong = ir::verify::verify(&module);
            assert!(wrong.is_empty(), "{}", wrong[0]);
        }
    }
}
