//! A static analysis that finds the types whose objects the program treats as elements of arrays, because it does
//! arithmetic on pointers to them.
//!
//! The analysis reads the code of the functions that are reachable from the start, without running it. Registers
//! have no source types, so the analysis derives the types that they point to from variables, fields, globals and
//! results. A register for temporaries may point to another type in every statement: the latest assignment in the
//! same block counts, and where the value comes from another block, all assignments that reach the end of any
//! block. An addition of a non-constant offset to a pointer with an unknown pointee counts for all types.
//!
//! The analysis is heuristic: it misses pointers that went through `void *`. An input pointer to a type that it
//! misses points to a single object, and the verdict states this assumption. `lazy/` relies on the result; this
//! file knows no state.

use std::collections::{BTreeMap, BTreeSet};

use ir::{
    Block, Body, Callee, FuncId, Instr, Module, Operand, SourceType, Storage, Target, Ty, TypeId,
};

use crate::program::origin::is_runtime;

/// The types whose objects are elements of arrays.
#[derive(Default)]
pub struct Indexed {
    /// The descriptions of the types, since equal types may have several ids.
    names: BTreeSet<String>,
    ids: BTreeSet<TypeId>,
    all: bool,
}

impl Indexed {
    /// Collects the types from the program's own functions among `functions`.
    pub fn in_functions(module: &Module, functions: &BTreeSet<FuncId>) -> Indexed {
        let mut indexed = Indexed::default();
        for &id in functions {
            let function = module.function(id);
            if let Some(body) = &function.body
                && !is_runtime(module, function)
            {
                let mut pointees = Pointees::of(module, id, body);
                for block in &body.blocks {
                    pointees.walk(body, block, Some(&mut indexed));
                }
            }
        }
        let described = |(id, _)| indexed.names.contains(&module.types.describe(id)).then_some(id);
        indexed.ids = module.types.iter().filter_map(described).collect();
        indexed
    }

    /// Whether objects of a type are elements of arrays.
    pub fn has(&self, ty: TypeId) -> bool {
        self.all || self.ids.contains(&ty)
    }
}

/// Returns the functions that are reachable in the call graph from a function, including itself.
pub fn reachable(module: &Module, start: FuncId) -> BTreeSet<FuncId> {
    let mut reached = BTreeSet::from([start]);
    let mut work = vec![start];
    // A function whose address is in a global can be called from anywhere.
    let relocations = module.globals.iter().flat_map(|global| &global.relocations);
    let named = relocations.filter_map(|relocation| match relocation.target {
        Target::Function(function) => Some(function),
        Target::Global(_) => None,
    });
    work.extend(named.filter(|&function| reached.insert(function)));
    while let Some(function) = work.pop() {
        let blocks = module.function(function).body.iter().flat_map(|body| &body.blocks);
        for instr in blocks.flat_map(|block| &block.instrs) {
            let called = match instr {
                Instr::FuncAddr { func, .. } => Some(*func),
                Instr::Call(call) => match call.callee {
                    Callee::Direct(function) => Some(function),
                    Callee::Indirect(_) => None,
                },
                _ => None,
            };
            work.extend(called.filter(|&function| reached.insert(function)));
        }
    }
    reached
}

/// The deepest nesting of types that the analysis inspects: a table that was read from text may be cyclic.
const NESTING: usize = 64;

/// The types that a pointer may point to.
type Types = BTreeSet<TypeId>;

/// The types that the registers of a function point to.
struct Pointees<'m> {
    module: &'m Module,
    /// The pointees of variables' registers, as declared.
    declared: Vec<Option<TypeId>>,
    /// The pointees of the other registers at the ends of blocks, for all blocks together.
    left: Vec<Types>,
    /// The pointees of the other registers inside of the block that is being walked.
    given: BTreeMap<usize, Types>,
}

impl<'m> Pointees<'m> {
    fn of(module: &'m Module, id: FuncId, body: &Body) -> Pointees<'m> {
        let count = body.registers.len();
        let mut pointees = Pointees {
            module,
            declared: vec![None; count],
            left: vec![Types::new(); count],
            given: BTreeMap::new(),
        };
        for (index, param) in module.function(id).params.iter().enumerate() {
            let target = match module.types.get(param.source) {
                // A struct that is passed by address.
                SourceType::Record(_) => Some(param.source),
                _ => pointees.behind(param.source),
            };
            pointees.declare(index, target);
        }
        for variable in body.scopes.iter().flat_map(|scope| &scope.variables) {
            match variable.storage {
                Storage::Register(reg) => {
                    let target = pointees.behind(variable.ty);
                    pointees.declare(reg.index(), target);
                }
                Storage::Memory(reg) => pointees.declare(reg.index(), Some(variable.ty)),
                Storage::Global(_) => {}
            }
        }
        while body.blocks.iter().fold(false, |news, block| pointees.walk(body, block, None) | news)
        {
        }
        pointees
    }

    /// Records the pointee of a variable's register; the first declaration wins.
    fn declare(&mut self, reg: usize, target: Option<TypeId>) {
        if let Some(known @ None) = self.declared.get_mut(reg) {
            *known = target;
        }
    }

    /// Walks through a block and records the types to whose pointers it adds. Returns whether a register has a
    /// new pointee at the end of the block.
    fn walk(&mut self, body: &Body, block: &Block, mut indexed: Option<&mut Indexed>) -> bool {
        for instr in &block.instrs {
            if let Some(indexed) = indexed.as_deref_mut() {
                self.look_for_sum(instr, indexed);
            }
            if let Some(dst) = instr.dst() {
                let targets = self.result(body, instr);
                self.given.insert(dst.index(), targets);
            }
        }
        let mut news = false;
        for (reg, targets) in std::mem::take(&mut self.given) {
            if let Some(left) = self.left.get_mut(reg) {
                let before = left.len();
                left.extend(targets);
                news |= left.len() > before;
            }
        }
        news
    }

    fn operand(&self, operand: Operand) -> Types {
        let Operand::Reg(reg) = operand else { return Types::new() };
        let reg = reg.index();
        match self.declared.get(reg) {
            Some(Some(target)) => Types::from([*target]),
            _ => self.given.get(&reg).or_else(|| self.left.get(reg)).cloned().unwrap_or_default(),
        }
    }

    fn behind(&self, ty: TypeId) -> Option<TypeId> {
        match self.module.types.get(ty) {
            SourceType::Pointer(target) => Some(*target),
            _ => None,
        }
    }

    fn size(&self, ty: TypeId) -> Option<u64> {
        self.module.types.layout(ty, self.module.model).map(|layout| layout.size)
    }

    /// Returns the type at an offset in an object of a type: the largest that begins there.
    fn at(&self, ty: TypeId, offset: u64) -> Option<TypeId> {
        let (mut ty, mut offset) = (ty, offset);
        for _ in 0..NESTING {
            if offset == 0 {
                return Some(ty);
            }
            match self.module.types.get(ty) {
                SourceType::Record(record) => {
                    let holds = |field: &&ir::Field| {
                        let size = self.size(field.ty).unwrap_or(u64::MAX);
                        field.offset <= offset && offset - field.offset < size.max(1)
                    };
                    let field = record.fields.iter().find(holds)?;
                    offset -= field.offset;
                    ty = field.ty;
                }
                SourceType::Array { element, .. } => {
                    offset %= self.size(*element).filter(|&size| size > 0)?;
                    ty = *element;
                }
                _ => return None,
            }
        }
        None
    }

    /// Returns the pointee of the pointer at offset 0 of an object.
    fn first_pointer(&self, ty: TypeId) -> Option<TypeId> {
        let mut ty = ty;
        for _ in 0..NESTING {
            ty = match self.module.types.get(ty) {
                SourceType::Pointer(target) => return Some(*target),
                SourceType::Record(record) => record.fields.first()?.ty,
                SourceType::Array { element, .. } => *element,
                _ => return None,
            };
        }
        None
    }

    /// Returns the pointees of an instruction's result.
    fn result(&self, body: &Body, instr: &Instr) -> Types {
        let target = match *instr {
            Instr::Move { src, .. } => return self.operand(src),
            Instr::Select { a, b, .. } => return &self.operand(a) | &self.operand(b),
            Instr::Load { ty: Ty::Ptr, ptr, .. } => {
                let all = self.operand(ptr).into_iter();
                return all.filter_map(|ty| self.first_pointer(ty)).collect();
            }
            Instr::PtrAdd { ptr, offset, .. } => {
                let all = self.operand(ptr).into_iter();
                return all.filter_map(|ty| self.after_sum(ty, offset)).collect();
            }
            Instr::GlobalAddr { global, .. } => Some(self.module.globals[global.index()].ty),
            Instr::Begin { local, .. } => {
                let ty = body.locals[local.index()].ty;
                (!matches!(self.module.types.get(ty), SourceType::Void)).then_some(ty)
            }
            Instr::Call(ref call) => match call.callee {
                Callee::Direct(function) => {
                    self.behind(self.module.function(function).returns_source)
                }
                Callee::Indirect(_) => None,
            },
            _ => None,
        };
        target.into_iter().collect()
    }

    /// Returns the pointee of a pointer to `ty` after an addition.
    fn after_sum(&self, ty: TypeId, offset: Operand) -> Option<TypeId> {
        match (offset, self.module.types.get(ty)) {
            (Operand::Const(offset), _) => match self.size(ty) {
                Some(size) if offset >= size => Some(ty),
                _ => self.at(ty, offset),
            },
            (Operand::Reg(_), SourceType::Array { element, .. }) => Some(*element),
            (Operand::Reg(_), _) => Some(ty),
        }
    }

    /// Records the types to whose pointers an instruction adds.
    fn look_for_sum(&self, instr: &Instr, indexed: &mut Indexed) {
        let Instr::PtrAdd { ptr, offset, .. } = *instr else { return };
        let types = self.operand(ptr);
        indexed.all |= types.is_empty() && matches!(offset, Operand::Reg(_));
        for ty in types {
            let beyond = |offset: u64| self.size(ty).is_some_and(|size| offset >= size);
            if let Operand::Const(offset) = offset
                && !beyond(offset)
            {
                continue;
            }
            indexed.names.insert(self.module.types.describe(ty));
            if let SourceType::Array { element, .. } = self.module.types.get(ty) {
                // A pointer to an element that comes from elsewhere may be moved in the same way.
                indexed.names.insert(self.module.types.describe(*element));
            }
        }
    }
}
