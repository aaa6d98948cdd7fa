//! What the front end does with any text. The tests run it on broken programs, and so does the fuzzer in `fuzz/`.

use ir::DataModel;

/// Compiles anything; what comes out is well formed, and if nothing comes out it is said why. The length of the text chooses
/// the data model and whether locals are promoted, so that one corpus serves for all.
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
