//! Which types the program treats as elements of arrays: it adds to pointers to them.
//!
//! Read off the code of the functions that can be reached from the start, without running it. Registers
//! have no source types, so what they point to is worked out from variables, fields, globals and results. An
//! addition that is not a constant, to a pointer of which nothing is known, counts for all types. What is missed
//! (a pointer that went through `void *`) is one object, and the verdict says so.

use std::collections::BTreeSet;

use ir::{Body, Callee, FuncId, Instr, Module, Operand, Place, SourceType, Target, Ty, TypeId};

use crate::machine::is_runtime;

/// The types.
#[derive(Default)]
pub struct Indexed {
    /// As they read: equal types may have several ids.
    names: BTreeSet<String>,
    ids: BTreeSet<TypeId>,
    all: bool,
}

impl Indexed {
    /// The types that the program's own functions among some treat so.
    pub fn in_functions(module: &Module, functions: &BTreeSet<FuncId>) -> Indexed {
        let mut indexed = Indexed::default();
        for &id in functions {
            let function = module.function(id);
            if let Some(body) = &function.body
                && !is_runtime(module, function)
            {
                Pointees::of(module, id, body).look_for_sums(body, &mut indexed);
            }
        }
        let described = |(id, _)| indexed.names.contains(&module.types.describe(id)).then_some(id);
        indexed.ids = module.types.iter().filter_map(described).collect();
        indexed
    }

    /// Whether a type is one.
    pub fn has(&self, ty: TypeId) -> bool {
        self.all || self.ids.contains(&ty)
    }
}

/// The functions that a function can call, itself among them.
pub fn reachable(module: &Module, start: FuncId) -> BTreeSet<FuncId> {
    let mut reached = BTreeSet::from([start]);
    let mut work = vec![start];
    // Whose address is in a global can be called from anywhere.
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

/// No type nests deeper, or it is not looked into: a table that was read from text may be cyclic.
const NESTING: usize = 64;

/// What registers point to.
struct Pointees<'m> {
    module: &'m Module,
    of: Vec<Option<TypeId>>,
}

impl<'m> Pointees<'m> {
    fn of(module: &'m Module, id: FuncId, body: &Body) -> Pointees<'m> {
        let mut pointees = Pointees { module, of: vec![None; body.registers.len()] };
        for (index, param) in module.function(id).params.iter().enumerate() {
            let target = match module.types.get(param.source) {
                // A struct that is handed over by address.
                SourceType::Record(_) => Some(param.source),
                _ => pointees.behind(param.source),
            };
            pointees.learn(index, target);
        }
        for variable in body.scopes.iter().flat_map(|scope| &scope.variables) {
            match variable.place {
                Place::Register(reg) => {
                    let target = pointees.behind(variable.ty);
                    pointees.learn(reg.index(), target);
                }
                Place::Memory(reg) => {
                    pointees.learn(reg.index(), Some(variable.ty));
                }
                Place::Global(_) => {}
            }
        }
        let instrs = || body.blocks.iter().flat_map(|block| &block.instrs);
        while instrs().fold(false, |changed, instr| pointees.follow(body, instr) | changed) {}
        pointees
    }

    /// Notes what a register points to; the first to say so is right. Whether that is news.
    fn learn(&mut self, reg: usize, target: Option<TypeId>) -> bool {
        match self.of.get_mut(reg) {
            Some(known @ None) if target.is_some() => {
                *known = target;
                true
            }
            _ => false,
        }
    }

    fn operand(&self, operand: Operand) -> Option<TypeId> {
        match operand {
            Operand::Reg(reg) => self.of.get(reg.index()).copied().flatten(),
            Operand::Const(_) => None,
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

    /// The type of what lies at an offset in an object of a type: the largest that begins there.
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

    /// The pointer that begins an object.
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

    /// What an instruction says of its result; whether that is news.
    fn follow(&mut self, body: &Body, instr: &Instr) -> bool {
        let target = match *instr {
            Instr::Move { src, .. } => self.operand(src),
            Instr::Select { a, b, .. } => self.operand(a).or_else(|| self.operand(b)),
            Instr::Load { ty: Ty::Ptr, ptr, .. } => {
                self.operand(ptr).and_then(|ty| self.first_pointer(ty))
            }
            Instr::PtrAdd { ptr, offset, .. } => {
                self.operand(ptr).and_then(|ty| match (offset, self.module.types.get(ty)) {
                    (Operand::Const(offset), _) => match self.size(ty) {
                        Some(size) if offset >= size => Some(ty),
                        _ => self.at(ty, offset),
                    },
                    (Operand::Reg(_), SourceType::Array { element, .. }) => Some(*element),
                    (Operand::Reg(_), _) => Some(ty),
                })
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
        match instr.dst() {
            Some(dst) => self.learn(dst.index(), target),
            None => false,
        }
    }

    /// Notes the types to whose pointers is added.
    fn look_for_sums(&self, body: &Body, indexed: &mut Indexed) {
        for instr in body.blocks.iter().flat_map(|block| &block.instrs) {
            let Instr::PtrAdd { ptr, offset, .. } = *instr else { continue };
            let ty = match (self.operand(ptr), offset) {
                (Some(ty), Operand::Const(offset)) => {
                    (self.size(ty).is_some_and(|size| offset >= size)).then_some(ty)
                }
                (Some(ty), Operand::Reg(_)) => Some(ty),
                (None, Operand::Reg(_)) => {
                    indexed.all = true;
                    None
                }
                (None, Operand::Const(_)) => None,
            };
            if let Some(ty) = ty {
                indexed.names.insert(self.module.types.describe(ty));
                if let SourceType::Array { element, .. } = self.module.types.get(ty) {
                    // A pointer to an element that came from elsewhere may go the same way.
                    indexed.names.insert(self.module.types.describe(*element));
                }
            }
        }
    }
}
