//! `vellum ir`: the lowered program as text.

use std::io::Write;

use crate::cli::arguments::IrArguments;
use crate::cli::exit::Exit;
use crate::cli::stream::{Stream, is_written};
use crate::load::program;
use crate::supervise::warden::Warden;

/// Runs the subcommand.
pub fn run(arguments: &IrArguments, warden: &Warden) -> Exit {
    let module = match program::load(&arguments.program, false) {
        Ok(module) => module,
        Err(exit) => return exit,
    };
    let wrong = ir::verify::verify(&module);
    if !wrong.is_empty() {
        for error in &wrong {
            Stream::Errors.line(&format!("vellum: internal error: {error}"));
        }
        return Exit::Internal;
    }
    let text = ir::text::print(&module);
    warden.speak();
    is_written(std::io::stdout().write_all(text.as_bytes()));
    Exit::Success
}
