//! The C front end: preprocessed C to the IR.
//!
//! It knows no terms and no engine. No input makes it panic, hang or overflow the stack: nesting and sizes are limited,
//! and every error is a [`Diagnostic`] with its location in the original file.
//!
//! | module | what it does |
//! |---|---|
//! | `preprocess` | calls the system's compiler as a preprocessor, and parses its messages |
//! | `lex`, `token` | characters to tokens; line markers to positions |
//! | `parse` | the grammar; hands each construct to `sema` as it is read, because C can't be parsed without knowing types |
//! | `sema`, `types`, `layout` | names, types, conversions, constants, initialisers, layout |
//! | `tree`, `unit` | the typed tree of a unit, and its tables |
//! | `lower` | the typed tree to the IR, with a `check` for each operation that may be undefined |
//! | `link` | links several units to one program |
//! | `stack` | the deep stack on which all of it runs |
//!
//! The parser is part of this crate: a published one stopped at the first syntax error, could not read comments, and overflowed
//! the stack at deep nesting.

mod layout;
mod lex;
mod link;
mod lower;
mod parse;
pub mod preprocess;
mod sema;
mod stack;
mod token;
mod tree;
mod types;
mod unit;

pub use ir::diagnostic::{Diagnostic, Severity, SourceLoc};
pub use lower::Options;

use ir::{DataModel, Module};

/// A preprocessed translation unit.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The file of the lines before the first line marker.
    pub name: &'a str,
    /// Its text, in any encoding that extends ASCII.
    pub text: &'a [u8],
    /// The text before preprocessing: columns refer to it.
    pub original: Option<&'a [u8]>,
}

/// The result of compiling.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program, unless there was an error.
    pub module: Option<Module>,
    /// All diagnostics, in the order of the units.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles and links translation units to one program.
pub fn compile(sources: &[Source<'_>], model: DataModel, options: Options) -> Compiled {
    let result = stack::with_deep_stack(|| compile_here(sources, model, options));
    result.unwrap_or_else(|message| {
        let location = SourceLoc::default();
        let diagnostic =
            Diagnostic { severity: Severity::Error, location, message, notes: Vec::new() };
        Compiled { module: None, diagnostics: vec![diagnostic] }
    })
}

fn compile_here(sources: &[Source<'_>], model: DataModel, options: Options) -> Compiled {
    let mut linker = link::Linker::new(model);
    let mut diagnostics = Vec::new();
    for source in sources {
        let mut unit = parse::parse(source, model);
        if !unit.has_errors() {
            lower::lower(&mut unit, &mut linker, options);
        }
        diagnostics.append(&mut unit.diagnostics);
    }
    let (module, mut linking) = linker.finish();
    diagnostics.append(&mut linking);
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    Compiled { module: (!failed).then_some(module), diagnostics }
}
