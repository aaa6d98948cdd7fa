//! Links a library on demand: adds the definitions that a program uses and does not have.
//!
//! The definitions of the program win: a program may define `strlen` itself
//! and still use the library's `strcpy`. Only reachable definitions are added, so a program without library
//! calls stays as it is. A program may declare a function of the library with other types; its calls become indirect then. It
//! may also call an object as the library calls a function: then that of the library gets internal linkage.

use std::collections::HashMap;

use crate::disagreeing_calls;
use crate::ids::{FileId, FuncId, GlobalId, MessageId, TypeId};
use crate::instr::{Callee, Instr};
use crate::module::{Body, Function, Global, Linkage, Module, Storage, Target};
use crate::source::{Position, SourceType};

/// Adds to a program the definitions of a library that it needs, and the functions with the names in `wanted`.
/// Both modules must have the same data model.
pub fn link_library(program: &mut Module, library: &Module, wanted: &[&str]) {
    let mut linker = LibraryLinker {
        types: TypeId::new(program.types.len()).0,
        files: FileId::new(program.files.len()).0,
        messages: MessageId::new(program.messages.len()).0,
        functions: HashMap::new(),
        globals: HashMap::new(),
        program_functions: names(program.functions.iter().map(|f| (&f.name, f.linkage))),
        program_globals: names(program.globals.iter().map(|g| (&g.name, g.linkage))),
        worklist: Vec::new(),
        program,
        library,
    };
    for &name in wanted {
        if let Some(id) = linker.library.function_named(name) {
            linker.function(id);
        }
    }
    if linker.start() {
        linker.take_tables();
        linker.finish();
        disagreeing_calls::make_indirect(program);
    }
}

/// Returns the table indices of names with external linkage.
fn names<'a>(all: impl Iterator<Item = (&'a String, Linkage)>) -> HashMap<String, usize> {
    let external = all.enumerate().filter(|(_, (_, linkage))| *linkage == Linkage::External);
    external.map(|(index, (name, _))| (name.clone(), index)).collect()
}

struct LibraryLinker<'a> {
    program: &'a mut Module,
    library: &'a Module,
    /// The offsets of the library's ids in tables that are appended as a whole.
    types: u32,
    files: u32,
    messages: u32,
    /// The ids of the library that have an id in the program.
    functions: HashMap<FuncId, FuncId>,
    globals: HashMap<GlobalId, GlobalId>,
    program_functions: HashMap<String, usize>,
    program_globals: HashMap<String, usize>,
    /// The worklist: definitions that have an id in the program and are not copied yet.
    worklist: Vec<Definition>,
}

enum Definition {
    Function(FuncId),
    Global(GlobalId),
}

impl LibraryLinker<'_> {
    /// Finds the definitions that the program lacks and the library has. Whether there are any.
    fn start(&mut self) -> bool {
        for (index, function) in self.library.functions.iter().enumerate() {
            let wanted = function.linkage == Linkage::External && function.body.is_some();
            let lacking = |&position: &usize| self.program.functions[position].body.is_none();
            if wanted && self.program_functions.get(&function.name).is_some_and(lacking) {
                self.function(FuncId::new(index));
            }
        }
        for (index, global) in self.library.globals.iter().enumerate() {
            let wanted = global.linkage == Linkage::External && !global.external;
            let lacking = |&position: &usize| self.program.globals[position].external;
            if wanted && self.program_globals.get(&global.name).is_some_and(lacking) {
                self.global(GlobalId::new(index));
            }
        }
        !self.worklist.is_empty()
    }

    /// Appends the types, files and messages of the library to those of the program.
    fn take_tables(&mut self) {
        let types: Vec<SourceType> = self.library.types.iter().map(|(_, ty)| self.ty(ty)).collect();
        for ty in types {
            self.program.types.add(ty);
        }
        self.program.files.extend(self.library.files.iter().cloned());
        self.program.messages.extend(self.library.messages.iter().cloned());
    }

    fn finish(&mut self) {
        while let Some(definition) = self.worklist.pop() {
            match definition {
                Definition::Function(id) => {
                    let copy = self.copied_function(self.library.function(id));
                    let to = self.functions[&id];
                    self.program.functions[to.index()] = copy;
                }
                Definition::Global(id) => {
                    let copy = self.copied_global(self.library.global(id));
                    let to = self.globals[&id];
                    self.program.globals[to.index()] = copy;
                }
            }
        }
    }

    /// Returns the program's id of a function of the library.
    fn function(&mut self, id: FuncId) -> FuncId {
        if let Some(&known) = self.functions.get(&id) {
            return known;
        }
        let function = self.library.function(id);
        let own = (function.linkage == Linkage::External)
            .then(|| self.program_functions.get(&function.name).copied())
            .flatten();
        let defined = own.is_some_and(|own| self.program.functions[own].body.is_some());
        let to = own.unwrap_or_else(|| {
            self.program.functions.push(Function { body: None, ..function.clone() });
            self.program.functions.len() - 1
        });
        let to = FuncId::new(to);
        self.functions.insert(id, to);
        // A function that the library only declares is copied as a declaration.
        if !defined && (function.body.is_some() || own.is_none()) {
            self.worklist.push(Definition::Function(id));
        }
        to
    }

    /// Returns the program's id of a global of the library.
    fn global(&mut self, id: GlobalId) -> GlobalId {
        if let Some(&known) = self.globals.get(&id) {
            return known;
        }
        let global = self.library.global(id);
        let own = (global.linkage == Linkage::External)
            .then(|| self.program_globals.get(&global.name).copied())
            .flatten();
        let defined = own.is_some_and(|own| !self.program.globals[own].external);
        let to = own.unwrap_or_else(|| {
            self.program.globals.push(global.clone());
            self.program.globals.len() - 1
        });
        let to = GlobalId::new(to);
        self.globals.insert(id, to);
        if !defined {
            self.worklist.push(Definition::Global(id));
        }
        to
    }

    fn type_id(&self, id: TypeId) -> TypeId {
        TypeId(id.0 + self.types)
    }

    fn position(&self, position: Position) -> Position {
        Position { file: FileId(position.file.0 + self.files), ..position }
    }

    /// Returns a type of the library with the ids of the program.
    fn ty(&self, ty: &SourceType) -> SourceType {
        let mut ty = ty.clone();
        match &mut ty {
            SourceType::Pointer(to) => *to = self.type_id(*to),
            SourceType::Array { element, .. } => *element = self.type_id(*element),
            SourceType::Record(record) => {
                record.fields.iter_mut().for_each(|field| field.ty = self.type_id(field.ty));
            }
            SourceType::Function { returns, params, .. } => {
                *returns = self.type_id(*returns);
                params.iter_mut().for_each(|param| *param = self.type_id(*param));
            }
            SourceType::Void
            | SourceType::Int { .. }
            | SourceType::Bool
            | SourceType::Float { .. } => {}
        }
        ty
    }

    fn copied_global(&mut self, global: &Global) -> Global {
        let mut copy = global.clone();
        if self.program_functions.contains_key(&copy.name) {
            copy.linkage = Linkage::Internal;
        }
        copy.ty = self.type_id(copy.ty);
        copy.position = self.position(copy.position);
        for relocation in &mut copy.relocations {
            relocation.target = match relocation.target {
                Target::Global(id) => Target::Global(self.global(id)),
                Target::Function(id) => Target::Function(self.function(id)),
            };
        }
        copy
    }

    fn copied_function(&mut self, function: &Function) -> Function {
        let mut copy = function.clone();
        if self.program_globals.contains_key(&copy.name) {
            copy.linkage = Linkage::Internal;
        }
        copy.ty = self.type_id(copy.ty);
        copy.returns_source = self.type_id(copy.returns_source);
        copy.position = self.position(copy.position);
        copy.params.iter_mut().for_each(|param| param.source = self.type_id(param.source));
        if let Some(body) = &mut copy.body {
            self.adapt(body);
        }
        copy
    }

    fn adapt(&mut self, body: &mut Body) {
        for local in &mut body.locals {
            local.ty = self.type_id(local.ty);
            local.position = self.position(local.position);
        }
        for variable in body.scopes.iter_mut().flat_map(|scope| &mut scope.variables) {
            variable.ty = self.type_id(variable.ty);
            if let Storage::Global(id) = variable.storage {
                variable.storage = Storage::Global(self.global(id));
            }
        }
        for origin in body.origins.iter_mut().flatten() {
            origin.position = self.position(origin.position);
        }
        for instr in body.blocks.iter_mut().flat_map(|block| &mut block.instrs) {
            match instr {
                Instr::GlobalAddr { global, .. } => *global = self.global(*global),
                Instr::FuncAddr { func, .. } => *func = self.function(*func),
                Instr::Unsupported { message } => message.0 += self.messages,
                Instr::Call(call) => {
                    if let Callee::Direct(id) = call.callee {
                        call.callee = Callee::Direct(self.function(id));
                    }
                }
                _ => {}
            }
        }
    }
}
