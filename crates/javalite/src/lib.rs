//! The Javalite front end: text to the IR.
//!
//! Javalite is the language of "Uber-lazy Symbolic Execution" (Person, Rungta, Mercer, Hillery), figure 1: classes with
//! typed fields, methods with one parameter, and expressions. `docs/javalite.md` describes it and what was added to it.
//!
//! It knows no terms and no engine. No input makes it panic, hang or overflow the stack: nesting is limited, and everything
//! wrong is a [`Diagnostic`] with its position.
//!
//! | module | what it does |
//! |---|---|
//! | `reader` | characters to lists of words |
//! | `check` | lists of words to the typed tree: names, types, everything that may be wrong |
//! | [`tree`] | the typed tree; the reference machine of the tests runs it too |
//! | `lower` | the typed tree to the IR |

mod check;
mod lower;
mod reader;
pub mod tree;

pub use ir::diagnostic::{Diagnostic, Severity, SourceLoc};
pub use lower::{ENTRY, lower};

use ir::{DataModel, Module};
use tree::Program;

/// The typed tree of a file.
///
/// # Errors
/// All that is wrong with it, in the order of the file.
pub fn read(name: &str, text: &[u8]) -> Result<Program, Vec<Diagnostic>> {
    let text = String::from_utf8_lossy(text);
    let mut problems = reader::Problems::default();
    let data = reader::read(&text, &mut problems);
    let program =
        if problems.is_empty() { check::check(&data, &text, &mut problems) } else { None };
    program.ok_or_else(|| problems.into_diagnostics(name))
}

/// Compiles a file.
///
/// # Errors
/// All that is wrong with it, in the order of the file.
pub fn compile(name: &str, text: &[u8], model: DataModel) -> Result<Module, Vec<Diagnostic>> {
    read(name, text).map(|program| lower(&program, name, model))
}
