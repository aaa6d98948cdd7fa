//! Hand-written programs, one file for each part of the language, print the same in the interpreter and when `cc` compiles them.

mod support;

use std::path::Path;

use support::interp::{Stop, run};

fn agrees_with_cc(directory: &str, name: &str, flags: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(directory).join(name);
    let scratch = support::scratch(name);
    let Some(text) = support::preprocess(&path, flags) else {
        return;
    };
    let (expected, code) =
        support::native(&path, flags, &scratch).expect("cc compiles the program");
    let _ = std::fs::remove_dir_all(&scratch);
    for promote in [true, false] {
        let source = c::Source { name, text: &text, original: None };
        let compiled = c::compile(
            &[source],
            ir::DataModel::Lp64,
            c::Options { promote, ..c::Options::default() },
        );
        let module =
            compiled.module.clone().unwrap_or_else(|| panic!("{:#?}", support::errors(&compiled)));
        support::check_module(&module);
        let outcome = run(&module, 100_000_000);
        let (ours, theirs) =
            (String::from_utf8_lossy(&outcome.output), String::from_utf8_lossy(&expected));
        assert_eq!(ours, theirs, "promote: {promote}, {:?}", outcome.stop);
        assert_eq!(outcome.stop, Stop::Exit(code.unwrap_or(-1)), "promote: {promote}");
    }
}

macro_rules! programs {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            agrees_with_cc("programs", concat!(stringify!($name), ".c"), &[]);
        })*
    };
}

programs! {
    integers floats structs arrays control functions initializers extensions lists headers builtins atomics declarations
    bit_fields alignment object_size odd_declarations odd_scopes odd_typeof odd_expressions odd_statements odd_initializers
}

/// A few small programs of `csmith`, which run without it. Each is named by its seed.
#[test]
fn kept_csmith_programs() {
    let include = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/tests/csmith");
    for seed in [10, 12, 25, 36, 56] {
        agrees_with_cc("csmith", &format!("seed{seed}.c"), &[include]);
    }
}
