//! `vellum ir`: the lowered program as text.

use std::io::Write;

use crate::arguments::IrArguments;
use crate::exit::Exit;
use crate::program;

/// Does what was typed.
pub fn run(arguments: &IrArguments) -> Exit {
    let module = match program::load(&arguments.program, false) {
        Ok(module) => module,
        Err(exit) => return exit,
    };
    let wrong = ir::verify::verify(&module);
    if !wrong.is_empty() {
        for error in &wrong {
            eprintln!("vellum: internal error: {error}");
        }
        return Exit::Internal;
    }
    // Nobody may be reading: that is no error of ours.
    let _ = std::io::stdout().write_all(ir::text::print(&module).as_bytes());
    Exit::Success
}
