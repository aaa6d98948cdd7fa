//! Lowering: the typed tree of a unit to the IR.
//!
//! 1. A local of scalar type whose address is never taken is promoted to a register; every other local is allocated
//!    where its scope is entered and deallocated where it is left, also by a jump.
//! 2. A `check` stands before an operation that may be undefined: signed overflow, division by zero, shifts, conversions of floats that
//!    are not representable. Constants are folded, and a check that always holds is left out.
//! 3. Functions and globals that are declared but never used do not appear.
//! 4. The address of a label is its number plus one, as a pointer; `goto *` is a switch over these.

mod arithmetic;
mod assign;
mod bitfield;
mod builtin;
mod call;
mod expression;
mod function;
mod global;
mod implicit;
mod initializer;
mod lvalue;
mod source_type;
mod statement;
mod symbol;

use std::collections::HashMap;

use ir::{FuncId, GlobalId, Position, TypeId};

use crate::link::Linker;
use crate::tree::{DeclId, DeclKind, Definition, StringId};
use crate::types::Type;
use crate::unit::Unit;

/// The options of lowering.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether to promote locals to registers where possible. Otherwise every local lives in memory.
    pub promote: bool,
    /// Whether to keep the control flow of the source, to measure line and branch coverage: a conditional expression is a branch
    /// even where a `select` would do, and each label has its own block.
    pub keep_shape: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { promote: true, keep_shape: false }
    }
}

/// Lowers a unit into the program. Diagnostics of lowering go to the unit.
pub(crate) fn lower(unit: &mut Unit, linker: &mut Linker, options: Options) {
    let files = unit.files.iter().map(|file| linker.module.file(file)).collect();
    let mut lowering = Lowering {
        unit,
        linker,
        options,
        files,
        globals: HashMap::new(),
        functions: HashMap::new(),
        strings: HashMap::new(),
        types: HashMap::new(),
        pending_records: Vec::new(),
        errors: Vec::new(),
    };
    lowering.unit();
    let errors = std::mem::take(&mut lowering.errors);
    for (position, message) in errors {
        unit.error(position, message);
    }
}

/// The state of lowering a unit.
struct Lowering<'a> {
    unit: &'a Unit,
    linker: &'a mut Linker,
    options: Options,
    /// The program's file id of each file of the unit.
    files: Vec<ir::FileId>,
    globals: HashMap<DeclId, GlobalId>,
    functions: HashMap<DeclId, FuncId>,
    strings: HashMap<StringId, GlobalId>,
    types: HashMap<Type, TypeId>,
    /// The worklist: records whose fields have no types yet.
    pending_records: Vec<(TypeId, crate::types::RecordId)>,
    errors: Vec<(Position, String)>,
}

impl Lowering<'_> {
    fn unit(&mut self) {
        // Defined objects are lowered even if this unit does not use them: another unit may.
        for index in 0..self.unit.decls.len() {
            let id = DeclId(u32::try_from(index).unwrap_or(u32::MAX));
            if let DeclKind::Global(global) = &self.unit.decl(id).kind
                && global.definition != Definition::Declared
            {
                self.global(id);
            }
        }
        for function in &self.unit.functions {
            self.define_function(function);
        }
    }

    /// Returns a position with the program's file id.
    fn position(&self, position: Position) -> Position {
        let file = self.files.get(position.file.index()).copied().unwrap_or(position.file);
        Position { file, ..position }
    }

    fn error(&mut self, position: Position, message: impl Into<String>) {
        self.errors.push((position, message.into()));
    }

    fn pointer_bits(&self) -> u32 {
        self.unit.types.model.pointer_bits()
    }
}
