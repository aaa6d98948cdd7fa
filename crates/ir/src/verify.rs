//! Checks that a module is well formed. Engines may rely on the properties listed here, and do not check them again.
//!
//! The module:
//! 1. every type id, file id, message id, function id and global id is in its table;
//! 2. a complete record's fields lie inside it (a flexible array member may begin at its end), its alignment is a power of two;
//!    bit-fields start in their byte;
//! 3. no array type contains itself;
//! 4. a global's bytes are no longer than the global; its relocations are in order, apart, inside, and lie over zero bytes or
//!    after the given bytes; an external global has neither; its alignment is a power of two;
//! 5. of the functions and globals with external linkage, no two have the same name.
//!
//! Each function:
//! 6. a function with `result_by_pointer` returns no scalar and has a pointer as its first parameter;
//! 7. a body has blocks, scopes (scope 0 without a parent, every other with one before it), and as many registers as parameters at
//!    least, the first with the parameters' types;
//! 8. origins have the shape of the blocks, and their scopes exist;
//! 9. variables of scopes are in registers that exist; those in memory in a `ptr`.
//!
//! Each instruction:
//! 10. registers, locals and blocks exist;
//! 11. each operand that is a register has the type that the instruction says, and each constant fits it;
//! 12. the result register has the type of the result;
//! 13. operands have the types that the operators are defined on: integers, pointers or floats; casts have the right direction;
//! 14. `load`, `store` and `vaarg` move types that live in memory (not `i1`); alignments are powers of two;
//! 15. a direct call passes the declared arguments, unless the function was declared without a parameter list;
//!     `fixed` is at most the number of arguments; only a call with a result has a destination;
//! 16. a `return` has a value of the function's type, or none;
//! 17. the cases of a switch are ordered within and do not overlap.

mod function;

use std::collections::HashMap;
use std::fmt;

use crate::ids::{BlockId, FuncId, TypeId};
use crate::module::{Global, Linkage, Module, Target};
use crate::source::{Position, Record, SourceType};

/// A violated property, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The function, for an error in a function.
    pub function: Option<FuncId>,
    /// The block and the number of the instruction, for an error in an instruction.
    pub instruction: Option<(BlockId, usize)>,
    /// The violated property.
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(function) = self.function {
            write!(f, "{function} ")?;
        }
        if let Some((block, index)) = self.instruction {
            write!(f, "{block} instruction {index} ")?;
        }
        f.write_str(&self.message)
    }
}

/// Returns all errors of a module; none if it is well formed.
pub fn verify(module: &Module) -> Vec<VerifyError> {
    let mut errors = Errors::default();
    for (id, ty) in module.types.iter() {
        verify_type(&mut errors, module, id, ty);
    }
    for (index, global) in module.globals.iter().enumerate() {
        verify_global(&mut errors, module, index, global);
    }
    verify_names(&mut errors, module);
    for (index, function) in module.functions.iter().enumerate() {
        errors.function = Some(FuncId::new(index));
        function::verify(&mut errors, module, function);
        errors.function = None;
        errors.instruction = None;
    }
    errors.found
}

/// The errors so far, and the function and instruction of the next one.
#[derive(Default)]
struct Errors {
    found: Vec<VerifyError>,
    function: Option<FuncId>,
    instruction: Option<(BlockId, usize)>,
}

impl Errors {
    fn add(&mut self, message: String) {
        self.found.push(VerifyError {
            function: self.function,
            instruction: self.instruction,
            message,
        });
    }

    fn require(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.add(message());
        }
    }

    fn source_type(&mut self, module: &Module, id: TypeId) {
        self.require(module.types.contains(id), || format!("{id} is not a type"));
    }

    fn position(&mut self, module: &Module, position: Position) {
        let known = position.line == 0 || position.file.index() < module.files.len();
        self.require(known, || format!("{} is not a file", position.file));
    }
}

fn verify_type(errors: &mut Errors, module: &Module, id: TypeId, ty: &SourceType) {
    match ty {
        SourceType::Void | SourceType::Int { .. } | SourceType::Bool | SourceType::Float { .. } => {
        }
        SourceType::Pointer(to) => errors.source_type(module, *to),
        SourceType::Array { element, .. } => {
            errors.source_type(module, *element);
            errors.require(!array_is_cyclic(module, id), || format!("{id} is an array of itself"));
        }
        SourceType::Function { returns, params, .. } => {
            errors.source_type(module, *returns);
            params.iter().for_each(|param| errors.source_type(module, *param));
        }
        SourceType::Record(record) => verify_record(errors, module, id, record),
    }
}

/// Whether an array type contains itself. Follows elements at most as often as there are types.
fn array_is_cyclic(module: &Module, mut id: TypeId) -> bool {
    for _ in 0..=module.types.len() {
        match module.types.contains(id).then(|| module.types.get(id)) {
            Some(SourceType::Array { element, .. }) => id = *element,
            _ => return false,
        }
    }
    true
}

fn verify_record(errors: &mut Errors, module: &Module, id: TypeId, record: &Record) {
    if !record.complete {
        return;
    }
    errors
        .require(record.align.is_power_of_two(), || format!("{id} has alignment {}", record.align));
    for field in &record.fields {
        errors.source_type(module, field.ty);
        let bytes = match field.bits {
            Some(bits) => {
                errors.require(bits.start < 8 && bits.width > 0, || {
                    format!("{id}: bit-field {:?} is malformed", field.name)
                });
                u64::from((bits.start + bits.width).div_ceil(8))
            }
            // A record inside itself has no layout here, because it is not complete before it is laid out; the sizes of
            // arrays are checked for overflow by `layout`.
            None => module.types.layout(field.ty, module.model).map_or(0, |layout| layout.size),
        };
        let inside = field.offset.checked_add(bytes).is_some_and(|end| end <= record.size);
        errors.require(inside, || format!("{id}: field {:?} is not inside", field.name));
    }
}

fn verify_global(errors: &mut Errors, module: &Module, index: usize, global: &Global) {
    errors.source_type(module, global.ty);
    errors.position(module, global.position);
    errors.require(global.align.is_power_of_two(), || {
        format!("g{index} has alignment {}", global.align)
    });
    errors.require(global.bytes.len() as u64 <= global.size, || {
        format!("g{index} has more bytes than its size")
    });
    let empty = global.bytes.is_empty() && global.relocations.is_empty();
    errors.require(!global.external || empty, || format!("g{index} is external and has a value"));
    let width = module.model.pointer_bytes();
    let mut free_from = 0;
    for relocation in &global.relocations {
        let known = match relocation.target {
            Target::Global(id) => id.index() < module.globals.len(),
            Target::Function(id) => id.index() < module.functions.len(),
        };
        errors.require(known, || format!("g{index} points to nothing at {}", relocation.offset));
        let end = relocation.offset.saturating_add(width);
        let fits = relocation.offset >= free_from && end <= global.size;
        errors.require(fits, || {
            format!("g{index}: the pointer at {} is misplaced", relocation.offset)
        });
        let covered = global.bytes.iter().skip(relocation.offset as usize).take(width as usize);
        errors.require(covered.into_iter().all(|byte| *byte == 0), || {
            format!("g{index}: the pointer at {} lies over bytes", relocation.offset)
        });
        free_from = end;
    }
}

fn verify_names(errors: &mut Errors, module: &Module) {
    let globals = module.globals.iter().map(|global| (&global.name, global.linkage));
    let functions = module.functions.iter().map(|function| (&function.name, function.linkage));
    let mut seen = HashMap::new();
    for (name, linkage) in globals.chain(functions) {
        let again = linkage == Linkage::External && seen.insert(name, ()).is_some();
        errors.require(!again, || format!("{name:?} is defined twice"));
    }
}
