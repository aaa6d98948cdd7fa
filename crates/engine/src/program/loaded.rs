//! A program that is ready to run, made once and shared by all machines that run it.
//!
//! It is read only, and machines of several threads hold it at the same time.

use std::sync::Arc;

use ir::{Callee, GlobalId, Instr, Module};

use crate::program::decode::{Code, decode};
use crate::program::natives::{Native, Shortcut, is_error, native, rounds_in_any_mode, shortcut};
use crate::program::origin::is_runtime;
use crate::program::sites::Sites;
use crate::program::ways::Ways;

/// The program, and what is known of it before it runs.
pub struct Loaded {
    /// What it consists of.
    pub module: Module,
    /// The numbers of instructions.
    pub sites: Sites,
    /// The numbers of the ways out of blocks.
    pub ways: Ways,
    /// Functions of the library that the engine itself carries out.
    pub(crate) natives: Vec<Option<Native>>,
    /// Ways around the bodies of functions of the runtime.
    pub(crate) shortcuts: Vec<Option<Shortcut>>,
    /// The functions, decoded.
    pub(crate) code: Arc<[Code]>,
    /// Functions of the runtime whose results depend on rounding in ways that only hold to nearest.
    pub(crate) to_nearest: Vec<bool>,
    /// Whether the program, and not only the library, looks at `errno`.
    pub(crate) looks_at_errno: bool,
    /// The object behind `errno`, where something mentions it.
    pub(crate) errno: Option<GlobalId>,
}

impl Loaded {
    /// Gets a program ready.
    #[must_use]
    pub fn new(module: Module) -> Loaded {
        let pointer = module.model.pointer_bits();
        let functions = || module.functions.iter();
        let natives = functions().map(|function| match function.body {
            Some(_) if !is_error(&function.name) => None,
            _ => native(&function.name),
        });
        let code = functions().map(|function| match &function.body {
            Some(body) => decode(body, pointer),
            None => Code::default(),
        });
        let shortcuts = functions().map(|function| {
            let runtime = is_runtime(&module, function);
            shortcut(&function.name).filter(|_| runtime)
        });
        let to_nearest = functions().map(|function| {
            let file = module.files.get(function.position.file.index());
            let of_math = file
                .is_some_and(|file| file.strip_prefix(ir::diagnostic::RUNTIME) == Some("math.c"));
            of_math && is_runtime(&module, function) && !rounds_in_any_mode(&function.name)
        });
        Loaded {
            to_nearest: to_nearest.collect(),
            looks_at_errno: looks_at_errno(&module),
            errno: module
                .globals
                .iter()
                .position(|it| it.name == "__vellum_errno")
                .map(GlobalId::new),
            natives: natives.collect(),
            shortcuts: shortcuts.collect(),
            code: code.collect(),
            sites: Sites::of(&module),
            ways: Ways::of(&module),
            module,
        }
    }
}

fn looks_at_errno(module: &Module) -> bool {
    let own = module.functions.iter().filter(|function| !is_runtime(module, function));
    let mut instrs =
        own.flat_map(|it| &it.body).flat_map(|body| &body.blocks).flat_map(|it| &it.instrs);
    instrs.any(|instr| match instr {
        Instr::Call(call) => match call.callee {
            Callee::Direct(id) => module.function(id).name == "__errno_location",
            _ => false,
        },
        _ => false,
    })
}
