//! Lowering of functions, globals and strings to ids of the program; each is entered at its first use.

use ir::{FuncId, Function, Global, GlobalId, Linkage, Param, Position, Ty};

use super::Lowering;
use crate::link::Strength;
use crate::tree::{DeclId, DeclKind, Definition, FunctionDecl, StringId};
use crate::types::{Length, Type};

/// The calling convention of a function type.
pub(super) struct Signature {
    pub(super) params: Vec<Ty>,
    pub(super) returns: Option<Ty>,
    pub(super) result_by_pointer: bool,
    pub(super) variadic: bool,
    pub(super) prototype: bool,
}

/// The message for a weak symbol that may have no definition.
pub(super) const MAY_BE_MISSING: &str = "a weak symbol without a definition";

impl Lowering<'_> {
    /// Returns the calling convention of a function type. Records are passed and returned by pointer.
    pub(super) fn signature(&self, ty: Type) -> Option<Signature> {
        let function = self.unit.types.function(ty)?;
        let result_by_pointer = self.unit.types.record_id(function.returns.ty).is_some();
        let mut params = Vec::with_capacity(function.params.len() + 1);
        if result_by_pointer {
            params.push(Ty::Ptr);
        }
        params.extend(
            function.params.iter().map(|param| self.unit.scalar(param.ty).unwrap_or(Ty::Ptr)),
        );
        Some(Signature {
            params,
            returns: self.unit.scalar(function.returns.ty),
            result_by_pointer,
            variadic: function.variadic,
            prototype: function.prototype,
        })
    }

    pub(super) fn function_id(&mut self, id: DeclId) -> FuncId {
        if let Some(func) = self.functions.get(&id) {
            return *func;
        }
        let decl = self.unit.decl(id);
        let info = match &decl.kind {
            DeclKind::Function(info) => info.clone(),
            _ => FunctionDecl {
                linkage: Linkage::External,
                noreturn: false,
                defined: false,
                alias: None,
                inline: false,
                weak: false,
            },
        };
        let alias = info.alias.filter(|_| !info.defined);
        if let Some(target) = alias.and_then(|name| self.defined_function(name)) {
            let func = self.function_id(target);
            self.functions.insert(id, func);
            return func;
        }
        let function = self.declared_function(id, &info);
        let strength = match (info.defined, info.inline || info.weak) {
            (false, _) => Strength::Declared,
            (true, true) => Strength::Weak,
            (true, false) => Strength::Full,
        };
        let func = match info.linkage {
            Linkage::Internal | Linkage::Block => self.linker.add_function(function),
            Linkage::External => self.linker.external_function(function, strength),
        };
        self.functions.insert(id, func);
        func
    }

    /// Whether a symbol may have no definition, so that its address is null.
    pub(super) fn may_be_missing(&self, id: DeclId) -> bool {
        match &self.unit.decl(id).kind {
            DeclKind::Function(info) => info.weak && !info.defined && info.alias.is_none(),
            DeclKind::Global(info) => info.weak && info.definition == Definition::Declared,
            DeclKind::Local => false,
        }
    }

    /// Returns the function that this unit defines under a name, other than as an alias.
    fn defined_function(&self, name: crate::token::Name) -> Option<DeclId> {
        let found = self.unit.functions.iter().map(|function| function.decl);
        found.into_iter().find(|id| self.unit.decl(*id).name == Some(name))
    }

    fn declared_function(&mut self, id: DeclId, info: &FunctionDecl) -> Function {
        let decl = self.unit.decl(id);
        let ty = self.source_type(decl.ty.ty);
        let text = self.unit.name(decl.name);
        let name = crate::sema::linkage_name(&text).to_owned();
        let position = self.position(decl.position);
        let mut function = Function {
            name,
            linkage: info.linkage,
            ty,
            params: Vec::new(),
            returns: None,
            returns_source: ty,
            result_by_pointer: false,
            variadic: false,
            unprototyped: true,
            noreturn: info.noreturn,
            position,
            body: None,
        };
        let (Some(signature), Some(c_type)) =
            (self.signature(decl.ty.ty), self.unit.types.function(decl.ty.ty))
        else {
            return function;
        };
        function.returns = signature.returns;
        function.result_by_pointer = signature.result_by_pointer;
        function.returns_source = self.source_type(c_type.returns.ty);
        function.variadic = signature.variadic;
        function.unprototyped = !signature.prototype;
        let hidden = usize::from(signature.result_by_pointer);
        for (index, ty) in signature.params.into_iter().enumerate() {
            let param = index.checked_sub(hidden).and_then(|index| c_type.params.get(index));
            let source = match param {
                Some(param) => self.source_type(param.ty),
                None => function.returns_source,
            };
            let target = param.and_then(|param| self.unit.types.pointee(param.ty));
            let constant = target.is_some_and(|target| self.is_constant(target));
            function.params.push(Param { ty, source, constant, name: String::new() });
        }
        function
    }

    pub(super) fn global_id(&mut self, id: DeclId) -> GlobalId {
        match self.globals.get(&id) {
            Some(global) => *global,
            None => self.global(id),
        }
    }

    /// Enters an object of static lifetime with its initial value.
    pub(super) fn global(&mut self, id: DeclId) -> GlobalId {
        if let Some(global) = self.globals.get(&id) {
            return *global;
        }
        let decl = self.unit.decl(id);
        let DeclKind::Global(info) = &decl.kind else {
            // After an error elsewhere.
            return self.empty_global(decl.position);
        };
        let mut ty = decl.ty.ty;
        let external = info.definition == Definition::Declared;
        let mut layout = self.unit.types.layout(ty);
        if layout.is_none() && !external {
            // `int a[];` without a definition has one element.
            match self.unit.types.element(ty) {
                Some((element, Length::Unknown)) => {
                    ty = element.ty;
                    layout = self.unit.types.layout(ty);
                }
                _ => {
                    let text = self.unit.describe(decl.ty);
                    self.error(
                        decl.position,
                        format!("the object has the incomplete type '{text}'"),
                    );
                }
            }
        }
        let layout =
            layout.unwrap_or(ir::Layout::new(0, self.unit.types.align_of(ty).unwrap_or(1)));
        let source = self.source_type(decl.ty.ty);
        let global = Global {
            name: self.unit.name(decl.name).to_string(),
            ty: source,
            size: layout.size,
            align: decl.align.unwrap_or(layout.align),
            linkage: info.linkage,
            constant: self.is_constant(decl.ty),
            string: false,
            external,
            thread_local: info.thread_local,
            bytes: Vec::new(),
            relocations: Vec::new(),
            position: self.position(decl.position),
        };
        let strength = match info.definition {
            Definition::Declared => Strength::Declared,
            Definition::Tentative => Strength::Weak,
            Definition::Full => Strength::Full,
        };
        let global = match info.linkage {
            Linkage::Internal | Linkage::Block => self.linker.add_global(global),
            Linkage::External => self.linker.external_global(global, strength),
        };
        // It is entered before its value, which may refer to it.
        self.globals.insert(id, global);
        if let Some(init) = &info.init {
            self.initial_value(global, init, layout.size, decl.position);
        }
        global
    }

    /// Whether a type is const; for an array, its elements.
    pub(super) fn is_constant(&self, ty: crate::types::QualType) -> bool {
        let mut ty = ty;
        while let Some(element) = self.unit.types.qualified_array_element(ty) {
            ty = element;
        }
        ty.quals.is_const()
    }

    fn empty_global(&mut self, position: Position) -> GlobalId {
        let ty = self.source_type(self.unit.types.void);
        self.linker.add_global(Global {
            name: String::new(),
            ty,
            size: 0,
            align: 1,
            linkage: Linkage::Internal,
            constant: false,
            string: false,
            external: true,
            thread_local: false,
            bytes: Vec::new(),
            relocations: Vec::new(),
            position,
        })
    }

    /// Returns the global of a string literal.
    pub(super) fn string_id(&mut self, id: StringId) -> GlobalId {
        if let Some(global) = self.strings.get(&id) {
            return *global;
        }
        let literal = self.unit.string(id);
        let bytes = self.unit.string_bytes(id);
        let (element, signed, bits) = match crate::sema::unit_bytes(literal.encoding) {
            1 => ("char", true, 8),
            2 => ("unsigned short", false, 16),
            _ => ("int", true, 32),
        };
        let element =
            self.linker.add_type(ir::SourceType::Int { name: element.to_owned(), bits, signed });
        let length = Some(literal.units.len() as u64);
        let ty = self.linker.add_type(ir::SourceType::Array { element, length });
        let global = self.linker.add_global(Global {
            name: String::new(),
            ty,
            size: bytes.len() as u64,
            align: u64::from(bits / 8),
            linkage: Linkage::Internal,
            constant: true,
            string: true,
            external: false,
            thread_local: false,
            bytes: trimmed(bytes),
            relocations: Vec::new(),
            position: Position::NONE,
        });
        self.strings.insert(id, global);
        global
    }
}

/// Removes the zeros at the end.
pub(super) fn trimmed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    bytes.truncate(end);
    bytes
}
