//! The calls that a store takes from the interpreter to the bytes of the default memory model.
//!
//! The calls are listed here; the measurement fails if one is not in the source, so that a refactoring renews the list.
//! A method is found by its name: which implementation of a trait a call reaches, the list says.

use super::text::{after_word, block, word};
use super::{Crate, Module};

/// The functions that a symbolic store passes through, each with its crate and module.
const STORE: [(&str, &str, &str); 6] = [
    ("engine", "interp::step", "instruction"),
    ("engine", "access::checked", "store"),
    ("memory", "blockwise", "store"),
    ("memory", "segments::segment", "store"),
    ("memory", "logged_contents", "put"),
    ("memory", "paged_bytes", "store"),
];

/// The functions that a store of a concrete word to a constant address passes through.
const CONCRETE_STORE: [(&str, &str, &str); 4] = [
    ("engine", "access::checked", "store"),
    ("memory", "blockwise", "poke"),
    ("memory", "segments::segment", "poke"),
    ("memory", "paged_bytes", "poke"),
];

/// Returns the number of calls of a symbolic store and of a concrete one.
///
/// # Errors
/// A call is not in the source; the error names it.
pub fn hops(crates: &[Crate]) -> Result<(usize, usize), String> {
    Ok((calls(crates, &STORE)?, calls(crates, &CONCRETE_STORE)?))
}

fn calls(crates: &[Crate], chain: &[(&str, &str, &str)]) -> Result<usize, String> {
    for pair in chain.windows(2) {
        let [(folder, module, function), (.., called)] = [pair[0], pair[1]];
        let owner = crates.iter().find(|it| it.name == folder);
        let text = owner.and_then(|it| it.modules.iter().find(|it| it.name() == module));
        if !text.is_some_and(|it| does_call(it, function, called)) {
            return Err(format!("{folder}::{module}: no call of {called} in {function}"));
        }
    }
    Ok(chain.len() - 1)
}

/// Whether a function of a name in a module calls a method of a name.
fn does_call(module: &Module, function: &str, called: &str) -> bool {
    let definitions = after_word(&module.text, "fn").filter(|it| word(it.trim_start()) == function);
    let bodies = definitions.filter_map(|it| it.find('{').map(|at| block(&it[at..])));
    let call = format!(".{called}(");
    bodies.into_iter().any(|body| body.contains(&call))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_listed_calls_are_in_the_source() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
        let read = |name: &str| Crate::read(&folder.join(name)).unwrap();
        let crates = [read("engine"), read("memory")];
        assert!(hops(&crates).is_ok_and(|(symbolic, concrete)| concrete < symbolic));
        let other =
            [("engine", "interp::step", "instruction"), ("memory", "blockwise", "no_method")];
        assert!(calls(&crates, &other).is_err());
    }
}
