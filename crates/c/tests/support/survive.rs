//! The property that the front end has on any text. The tests check it on broken programs, and the fuzzer in `fuzz/` does too.

use ir::DataModel;

/// Compiles any text, and checks that the module is well formed, or that there is an error. The length of the text chooses
/// the data model and whether locals are promoted, so that one corpus covers all.
pub fn survive(text: &[u8]) -> c::Compiled {
    let source = c::Source { name: "broken.c", text, original: None };
    let model = if text.len() & 1 == 0 { DataModel::Lp64 } else { DataModel::Ilp32 };
    let options = c::Options { promote: text.len() & 2 == 0, keep_shape: text.len() & 4 == 0 };
    let compiled = c::compile(&[source], model, options);
    match &compiled.module {
        Some(module) => {
            let problems = ir::verify::verify(module);
            assert!(problems.is_empty(), "{problems:?}\n{}", String::from_utf8_lossy(text));
        }
        None => assert!(!compiled.diagnostics.is_empty()),
    }
    compiled
}
