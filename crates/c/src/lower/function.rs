//! Lowering of a function: the storage of its variables, its scopes, its entry and its end.

use std::collections::{HashMap, HashSet};

use ir::{
    BlockId, Instr, Local, LocalId, Operand, Position, Reg, Scope, ScopeId, Storage, Terminator,
    Ty, Variable,
};

use super::Lowering;
use super::symbol::Signature;
use crate::tree::{DeclId, DeclKind, FunctionBody, LabelId, ScopeRef};
use ir::Builder;

/// The storage of a local.
#[derive(Clone, Copy)]
pub(super) enum Home {
    /// In a register of this type.
    Register(Reg, Ty),
    /// In memory, at the address in the register.
    Memory(Reg, LocalId),
}

/// The targets of `break` and `continue`.
#[derive(Clone, Copy)]
pub(super) struct Exits {
    pub(super) on_break: (BlockId, ScopeRef),
    pub(super) on_continue: Option<(BlockId, ScopeRef)>,
}

/// The state of lowering a function.
pub(super) struct FunctionLowering<'l, 'a> {
    pub(super) unit: &'l mut Lowering<'a>,
    pub(super) source: &'l FunctionBody,
    pub(super) builder: Builder,
    pub(super) homes: HashMap<DeclId, Home>,
    pub(super) labels: HashMap<LabelId, BlockId>,
    pub(super) exits: Vec<Exits>,
    pub(super) scope: ScopeRef,
    /// The scopes that contain a named label, at any depth: a jump may skip declarations in them.
    labelled: HashSet<ScopeRef>,
    /// The scopes with a label before the current position: a backward jump may execute the next declarations again.
    pub(super) repeatable: HashSet<ScopeRef>,
    pub(super) signature: Signature,
}

impl Lowering<'_> {
    pub(super) fn define_function(&mut self, source: &FunctionBody) {
        let func = self.function_id(source.decl);
        let decl = self.unit.decl(source.decl);
        let Some(signature) = self.signature(decl.ty.ty) else {
            return;
        };
        let is_main = &*self.unit.name(decl.name) == "main";
        // Another unit has the definition of an inline function, or an error was reported.
        if self.linker.module.functions[func.index()].body.is_some() {
            return;
        }
        let pointer = self.pointer_bits();
        let mut lowering = FunctionLowering {
            unit: self,
            source,
            builder: Builder::new(pointer),
            homes: HashMap::new(),
            labels: HashMap::new(),
            exits: Vec::new(),
            scope: ScopeRef(0),
            labelled: HashSet::new(),
            repeatable: HashSet::new(),
            signature,
        };
        lowering.run(is_main);
        let body = lowering.builder.finish();
        let unit = self.unit;
        let function = &mut self.linker.module.functions[func.index()];
        let hidden = usize::from(function.result_by_pointer);
        for (param, id) in function.params.iter_mut().skip(hidden).zip(&source.params) {
            param.name = unit.name(unit.decl(*id).name).to_string();
        }
        function.body = Some(body);
    }
}

impl FunctionLowering<'_, '_> {
    fn run(&mut self, is_main: bool) {
        self.builder.body.registers = self.signature.params.clone();
        let position = self.unit.unit.decl(self.source.decl).position;
        self.builder.position = self.unit.position(position);
        self.builder.body.scopes = self
            .source
            .scopes
            .iter()
            .map(|scope| Scope { parent: scope.parent.map(scope_id), variables: Vec::new() })
            .collect();
        self.settle_parameters();
        for index in 0..self.source.scopes.len() {
            self.settle_scope(ScopeRef(u32::try_from(index).unwrap_or(u32::MAX)));
        }
        for label in self.source.labels.iter().filter(|label| label.name.is_some()) {
            let around = self.scopes_around(label.scope.unwrap_or(ScopeRef(0)));
            self.labelled.extend(around);
        }
        self.enter_scope(ScopeRef(0));
        self.receive_parameters();
        self.compute_bounds(&self.source.bounds);
        self.block(&self.source.body);
        self.builder.position = self.unit.position(self.source.end);
        // The end of the body returns zero from `main`, and no value from other functions.
        let value = (is_main && self.signature.returns.is_some()).then_some(Operand::Const(0));
        self.builder.terminate(Terminator::Return(value));
    }

    /// Assigns storage to the parameters. A scalar stays in its register unless its address is taken.
    fn settle_parameters(&mut self) {
        let hidden = usize::from(self.signature.result_by_pointer);
        for (index, id) in self.source.params.iter().enumerate() {
            if let Some(ty) = self.promoted(*id) {
                self.homes.insert(*id, Home::Register(Reg::new(index + hidden), ty));
            }
        }
    }

    /// Returns the register type of a local, if it can be promoted.
    fn promoted(&self, id: DeclId) -> Option<Ty> {
        let decl = self.unit.unit.decl(id);
        // Hidden lengths are always in registers.
        if decl.address_taken || (!self.unit.options.promote && decl.name.is_some()) {
            return None;
        }
        self.unit.unit.scalar(decl.ty.ty)
    }

    /// Assigns storage to each local of a scope.
    fn settle_scope(&mut self, scope: ScopeRef) {
        for id in &self.source.scopes[scope.0 as usize].locals {
            let decl = self.unit.unit.decl(*id);
            if self.unit.unit.types.is_error(decl.ty.ty) {
                continue;
            }
            let ty = self.unit.source_type(decl.ty.ty);
            if !matches!(decl.kind, DeclKind::Local) {
                let storage = Storage::Global(self.unit.global_id(*id));
                let name = self.unit.unit.name(decl.name).to_string();
                let variable = Variable { name, ty, storage };
                self.builder.body.scopes[scope.0 as usize].variables.push(variable);
                continue;
            }
            let home = match (self.homes.get(id), self.promoted(*id)) {
                (Some(home), _) => *home,
                (None, Some(ty)) => Home::Register(self.builder.register(ty), ty),
                (None, None) => {
                    let name = self.unit.unit.name(decl.name).to_string();
                    let position = self.unit.position(decl.position);
                    self.builder.body.locals.push(Local { name, ty, position });
                    let local = LocalId::new(self.builder.body.locals.len() - 1);
                    Home::Memory(self.builder.register(Ty::Ptr), local)
                }
            };
            self.homes.insert(*id, home);
            if decl.name.is_some() {
                let storage = match home {
                    Home::Register(reg, _) => Storage::Register(reg),
                    Home::Memory(reg, _) => Storage::Memory(reg),
                };
                let name = self.unit.unit.name(decl.name).to_string();
                self.builder.body.scopes[scope.0 as usize].variables.push(Variable {
                    name,
                    ty,
                    storage,
                });
            }
        }
    }

    /// Makes a constant local read-only after its initialisation.
    pub(super) fn protect_constant(&mut self, id: DeclId) {
        if let Some(Home::Memory(_, local)) = self.homes.get(&id).copied()
            && self.unit.is_constant(self.unit.unit.decl(id).ty)
        {
            self.builder.emit(Instr::Protect { local });
        }
    }

    fn receive_parameters(&mut self) {
        let hidden = usize::from(self.signature.result_by_pointer);
        for (index, id) in self.source.params.iter().enumerate() {
            let Some(Home::Memory(pointer, _)) = self.homes.get(id).copied() else {
                continue;
            };
            let incoming = Operand::Reg(Reg::new(index + hidden));
            let ty = self.unit.unit.decl(*id).ty.ty;
            match self.unit.unit.scalar(ty) {
                Some(scalar) => {
                    self.builder.emit(Instr::Store {
                        ty: scalar,
                        ptr: pointer.into(),
                        value: incoming,
                    });
                }
                None => {
                    let size = self.unit.unit.types.layout(ty).map_or(0, |layout| layout.size);
                    let size = Operand::Const(size);
                    self.builder.emit(Instr::Copy { to: pointer.into(), from: incoming, size });
                }
            }
            self.protect_constant(*id);
        }
    }

    /// Enters a block at its start.
    pub(super) fn enter_block(&mut self, scope: ScopeRef) {
        self.enter_scope(scope);
        if self.labelled.contains(&scope) {
            self.forget_registers(scope);
        }
    }

    /// Makes the locals of a scope in registers indeterminate: a new lifetime starts, and a jump may skip their
    /// declarations (C11 6.2.4p6).
    fn forget_registers(&mut self, scope: ScopeRef) {
        for id in &self.source.scopes[scope.0 as usize].locals {
            if let Some(Home::Register(dst, _)) = self.homes.get(id).copied()
                && !self.source.params.contains(id)
            {
                self.builder.emit(Instr::Undef { dst });
            }
        }
    }

    /// Returns a scope and its enclosing scopes, the innermost first.
    fn scopes_around(&self, scope: ScopeRef) -> Vec<ScopeRef> {
        let parent = |scope: &ScopeRef| self.source.scopes[scope.0 as usize].parent;
        std::iter::successors(Some(scope), parent).collect()
    }

    /// Records a named label: a backward jump to it executes the declarations that follow again.
    pub(super) fn pass_label(&mut self) {
        let around = self.scopes_around(self.scope);
        self.repeatable.extend(around);
    }

    /// Makes a local in memory indeterminate, because its declaration is executed again: copies an uninitialised object
    /// to it.
    pub(super) fn forget_memory(&mut self, id: DeclId, to: Operand) {
        let decl = self.unit.unit.decl(id);
        let Some(layout) = self.unit.unit.types.layout(decl.ty.ty).filter(|it| it.size > 0) else {
            return;
        };
        let ty = self.unit.source_type(decl.ty.ty);
        let position = self.unit.position(decl.position);
        self.builder.body.locals.push(Local { name: String::new(), ty, position });
        let local = LocalId::new(self.builder.body.locals.len() - 1);
        let from = self.builder.temporary(Ty::Ptr);
        let size = Operand::Const(layout.size);
        self.builder.emit(Instr::Begin { dst: from, local, size, align: 1 });
        self.builder.emit(Instr::Copy { to, from: from.into(), size });
        self.builder.emit(Instr::End { local });
    }

    /// Allocates the locals of a scope. A variable array is allocated at its declaration.
    pub(super) fn enter_scope(&mut self, scope: ScopeRef) {
        self.scope = scope;
        self.builder.scope = scope_id(scope);
        let info = &self.source.scopes[scope.0 as usize];
        let position = self.builder.position;
        for id in info.locals.iter().filter(|id| info.variable != Some(**id)) {
            let Some(Home::Memory(dst, local)) = self.homes.get(id).copied() else {
                continue;
            };
            let decl = self.unit.unit.decl(*id);
            let layout = self.unit.unit.types.layout(decl.ty.ty).unwrap_or(ir::Layout::new(0, 1));
            let align = decl.align.unwrap_or(layout.align);
            let align = u32::try_from(align).unwrap_or(1);
            // Reports show the declaration as the position of the allocation.
            self.builder.position = self.unit.position(decl.position);
            self.builder.emit(Instr::Begin {
                dst,
                local,
                size: Operand::Const(layout.size),
                align,
            });
        }
        self.builder.position = position;
    }

    /// Deallocates the locals of the current scope, and makes the enclosing scope current. Pointers
    /// in registers end as well: an allocation that only they reach leaks here.
    fn leave_scope(&mut self) {
        let info = &self.source.scopes[self.scope.0 as usize];
        for id in info.locals.iter().rev() {
            match self.homes.get(id).copied() {
                Some(Home::Memory(_, local)) => self.builder.emit(Instr::End { local }),
                Some(Home::Register(dst, Ty::Ptr)) => self.builder.emit(Instr::Undef { dst }),
                Some(Home::Register(..)) | None => {}
            }
        }
        self.scope = info.parent.unwrap_or(ScopeRef(0));
        self.builder.scope = scope_id(self.scope);
    }

    /// Leaves scopes until `target` is the current one. Emits nothing in unreachable code.
    pub(super) fn leave_to(&mut self, target: ScopeRef) {
        while self.scope != target && self.scope != ScopeRef(0) {
            if self.builder.is_open() {
                self.leave_scope();
            } else {
                self.scope =
                    self.source.scopes[self.scope.0 as usize].parent.unwrap_or(ScopeRef(0));
                self.builder.scope = scope_id(self.scope);
            }
        }
    }

    /// Jumps to a block in another scope: leaves scopes on the way out, enters scopes on the way in. The current scope stays the
    /// same.
    pub(super) fn jump_to(&mut self, target: BlockId, target_scope: ScopeRef, position: Position) {
        let here = self.scope;
        let entered = self.path_from_common(here, target_scope);
        let common = entered
            .first()
            .and_then(|scope| self.source.scopes[scope.0 as usize].parent)
            .unwrap_or(target_scope);
        self.leave_to(common);
        for scope in entered {
            if self.source.scopes[scope.0 as usize].variable.is_some() {
                self.unit.error(position, "the jump enters the scope of a variable-length array");
            }
            self.enter_scope(scope);
            self.forget_registers(scope);
        }
        self.builder.jump_here(target);
        self.scope = here;
        self.builder.scope = scope_id(here);
    }

    /// Returns the scopes that a jump from `from` to `to` enters, outermost first.
    fn path_from_common(&self, from: ScopeRef, to: ScopeRef) -> Vec<ScopeRef> {
        let around: HashSet<ScopeRef> = self.scopes_around(from).into_iter().collect();
        let mut path = Vec::new();
        let mut at = Some(to);
        while let Some(scope) = at {
            if around.contains(&scope) {
                break;
            }
            path.push(scope);
            at = self.source.scopes[scope.0 as usize].parent;
        }
        path.reverse();
        path
    }

    /// Returns the block of a label.
    pub(super) fn label_block(&mut self, label: LabelId) -> BlockId {
        if let Some(block) = self.labels.get(&label) {
            return *block;
        }
        let block = self.builder.new_block();
        self.labels.insert(label, block);
        block
    }

    pub(super) fn unsupported(&mut self, what: &str) {
        let message = self.unit.linker.module.message(what);
        self.builder.emit(Instr::Unsupported { message });
    }
}

pub(super) fn scope_id(scope: ScopeRef) -> ScopeId {
    ScopeId(scope.0)
}
