//! The loaded program: everything that is computed once, before execution.
//!
//! A loaded program is immutable. All machines share it, across threads. It knows no state and no term.

use std::sync::Arc;

use ir::{Callee, FuncId, GlobalId, Instr, Module, Target};

use crate::program::decode::{Code, decode};
use crate::program::edges::Edges;
use crate::program::natives::{Native, Shortcut, is_error, native, rounds_in_any_mode, shortcut};
use crate::program::origin::{Program, is_runtime};
use crate::program::sites::Sites;

/// A program with the tables that are computed before it runs.
pub struct Loaded {
    /// The program itself.
    pub module: Module,
    /// The numbers of its instructions.
    pub sites: Sites,
    /// The numbers of the outgoing edges of its blocks.
    pub edges: Edges,
    /// By function: the native function that the engine carries out in place of a body.
    pub(crate) natives: Vec<Option<Native>>,
    /// By function: the shortcut that replaces the body of a function of the runtime.
    pub(crate) shortcuts: Vec<Option<Shortcut>>,
    /// By function: the decoded code.
    pub(crate) code: Arc<[Code]>,
    /// By function: whether it belongs to the runtime and is correct only with rounding to nearest.
    pub(crate) to_nearest: Vec<bool>,
    /// Whether the program itself, and not only the library, reads or writes `errno`.
    pub(crate) looks_at_errno: bool,
    /// The global behind `errno`, if the program mentions one.
    pub(crate) errno: Option<GlobalId>,
}

impl Loaded {
    /// Gets a program ready. Debug builds verify it first: everything behind this relies on it.
    #[must_use]
    pub fn new(module: Module) -> Loaded {
        debug_assert_eq!(ir::verify::verify(&module).first(), None, "the program is well formed");
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
            edges: Edges::of(&module),
            module,
        }
    }

    /// Returns the program with the tables that name its parts.
    #[must_use]
    pub fn program(&self) -> Program<'_> {
        Program { module: &self.module, sites: &self.sites, edges: &self.edges }
    }
}

fn looks_at_errno(module: &Module) -> bool {
    let own = module.functions.iter().filter(|function| !is_runtime(module, function));
    let mut instrs =
        own.flat_map(|it| &it.body).flat_map(|body| &body.blocks).flat_map(|it| &it.instrs);
    let called_or_taken = |instr: &Instr| match instr {
        Instr::Call(call) => match call.callee {
            Callee::Direct(function) => Some(function),
            Callee::Indirect(_) => None,
        },
        Instr::FuncAddr { func, .. } => Some(*func),
        _ => None,
    };
    let is_location = |id: FuncId| module.function(id).name == "__errno_location";
    let relocations = module.globals.iter().flat_map(|global| &global.relocations);
    instrs.any(|instr| called_or_taken(instr).is_some_and(is_location))
        || relocations.into_iter().any(|it| match it.target {
            Target::Function(id) => is_location(id),
            Target::Global(_) => false,
        })
}
