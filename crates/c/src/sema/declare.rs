//! Declarations of objects, functions and types, and redeclarations.

use ir::{Linkage, Position};

use super::{Entity, FunctionContext, Sema};
use crate::token::Name;
use crate::tree::{
    Decl, DeclId, DeclKind, Definition, Expr, ExprKind, FunctionDecl, GlobalDecl, Init, ScopeRef,
};
use crate::types::{Length, QualType};

/// The storage class of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum StorageClass {
    #[default]
    None,
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

/// The attributes of the declaration of an object or function.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ObjectSpec {
    pub(crate) storage: StorageClass,
    pub(crate) inline: bool,
    pub(crate) noreturn: bool,
    pub(crate) thread_local: bool,
    pub(crate) align: Option<u64>,
    /// The function that it is another name for.
    pub(crate) alias: Option<Name>,
    /// Whether another definition takes precedence.
    pub(crate) weak: bool,
}

impl Sema {
    pub(crate) fn declare_typedef(
        &mut self,
        name: Name,
        ty: QualType,
        align: Option<u64>,
        position: Position,
    ) {
        if let Some((old, old_position)) = self.scopes.find_here(name) {
            let same = matches!(old, Entity::Typedef(old, _) if self.compatible(old, ty));
            if !same {
                self.redeclared(name, position, old_position);
            }
        }
        self.unit.types.name_by_typedef(ty.ty, name);
        self.scopes.insert(name, Entity::Typedef(ty, align), position);
    }

    pub(crate) fn declare_constant(
        &mut self,
        name: Name,
        value: i128,
        ty: crate::types::Type,
        position: Position,
    ) {
        if let Some((_, old_position)) = self.scopes.find_here(name) {
            self.redeclared(name, position, old_position);
        }
        self.scopes.insert(name, Entity::Constant(value, ty), position);
    }

    fn redeclared(&mut self, name: Name, position: Position, old: Position) {
        let text = self.unit.names.text(name);
        self.error(position, format!("'{text}' is declared again as something else"));
        self.unit.note(old, "the earlier declaration");
    }

    /// Declares a function, also inside a block.
    pub(crate) fn declare_function(
        &mut self,
        name: Name,
        ty: QualType,
        spec: ObjectSpec,
        position: Position,
    ) -> DeclId {
        let linkage = if spec.storage == StorageClass::Static {
            Linkage::Internal
        } else {
            Linkage::External
        };
        self.check_shadowing(name, position, true);
        let id = match self.scopes.linked.get(&name).copied() {
            Some(id) => {
                self.merge_types(id, name, ty, position);
                if let DeclKind::Function(function) = &mut self.unit.decl_mut(id).kind {
                    function.noreturn |= spec.noreturn;
                    function.alias = function.alias.or(spec.alias);
                    function.weak |= spec.weak;
                    // The earlier declaration may be implicit, by a call; gcc makes the linkage internal.
                    if linkage == Linkage::Internal {
                        function.linkage = Linkage::Internal;
                    }
                    if !spec.inline || spec.storage == StorageClass::Extern {
                        function.inline = false;
                    }
                }
                id
            }
            None => {
                let kind = DeclKind::Function(FunctionDecl {
                    linkage,
                    noreturn: spec.noreturn,
                    defined: false,
                    alias: spec.alias,
                    inline: spec.inline && spec.storage == StorageClass::None,
                    weak: spec.weak,
                });
                let decl = Decl {
                    name: Some(name),
                    ty,
                    position,
                    kind,
                    align: spec.align,
                    address_taken: false,
                };
                let id = self.unit.add_decl(decl);
                self.scopes.linked.insert(name, id);
                id
            }
        };
        self.scopes.insert(name, Entity::Decl(id), position);
        id
    }

    /// Declares an object with linkage: at file scope, or `extern` in a block.
    pub(crate) fn declare_global(
        &mut self,
        name: Name,
        ty: QualType,
        spec: ObjectSpec,
        position: Position,
    ) -> DeclId {
        let linkage = if spec.storage == StorageClass::Static {
            Linkage::Internal
        } else {
            Linkage::External
        };
        let definition = if spec.storage == StorageClass::Extern {
            Definition::Declared
        } else {
            Definition::Tentative
        };
        self.check_shadowing(name, position, false);
        if spec.alias.is_some() {
            self.error(position, "an alias of an object is not supported");
        }
        let id = match self.scopes.linked.get(&name).copied() {
            Some(id) => {
                self.merge_types(id, name, ty, position);
                let decl = self.unit.decl_mut(id);
                decl.align = decl.align.max(spec.align);
                if let DeclKind::Global(global) = &mut decl.kind {
                    global.definition = global.definition.max(definition);
                    global.thread_local |= spec.thread_local;
                    global.weak |= spec.weak;
                    if definition == Definition::Tentative && global.init.is_none() {
                        decl.position = position;
                    }
                }
                id
            }
            None => {
                let global = GlobalDecl {
                    linkage,
                    definition,
                    init: None,
                    thread_local: spec.thread_local,
                    weak: spec.weak,
                };
                let kind = DeclKind::Global(global);
                let decl = Decl {
                    name: Some(name),
                    ty,
                    position,
                    kind,
                    align: spec.align,
                    address_taken: false,
                };
                let id = self.unit.add_decl(decl);
                self.scopes.linked.insert(name, id);
                id
            }
        };
        self.scopes.insert(name, Entity::Decl(id), position);
        id
    }

    /// Checks that a name does not denote an entity of another kind in the same scope.
    fn check_shadowing(&mut self, name: Name, position: Position, function: bool) {
        let Some((old, old_position)) = self.scopes.find_here(name) else {
            return;
        };
        let same_kind = match old {
            Entity::Decl(id) => match &self.unit.decl(id).kind {
                DeclKind::Function(_) => function,
                DeclKind::Global(_) => !function,
                DeclKind::Local => self.unit.types.is_error(self.unit.decl(id).ty.ty),
            },
            Entity::Typedef(..) | Entity::Constant(..) => false,
        };
        if !same_kind {
            self.redeclared(name, position, old_position);
        }
    }

    fn merge_types(&mut self, id: DeclId, name: Name, ty: QualType, position: Position) {
        let old = self.unit.decl(id).ty;
        if self.compatible(old, ty) {
            let merged = self.composite(old, ty);
            self.unit.decl_mut(id).ty = merged;
            return;
        }
        let old_position = self.unit.decl(id).position;
        let text = self.unit.names.text(name);
        let (old_text, new_text) = (self.describe(old), self.describe(ty));
        let message = format!("'{text}' has the type '{new_text}' here, and '{old_text}' before");
        // If one of them has no prototype, gcc only warns, and uses the one with a prototype.
        let prototypes = [old.ty, ty.ty]
            .map(|ty| self.unit.types.function(ty).map(|function| function.prototype));
        if let [Some(old_prototype), Some(new_prototype)] = prototypes
            && !(old_prototype && new_prototype)
        {
            self.unit.warning(position, message);
            if new_prototype {
                self.unit.decl_mut(id).ty = ty;
            }
        } else {
            self.error(position, message);
        }
        self.unit.note(old_position, "the earlier declaration");
    }

    /// Declares a local of automatic lifetime.
    pub(crate) fn declare_local(
        &mut self,
        name: Option<Name>,
        ty: QualType,
        align: Option<u64>,
        position: Position,
    ) -> DeclId {
        if let Some(name) = name
            && let Some((old, old_position)) = self.scopes.find_here(name)
        {
            let quiet = matches!(old, Entity::Decl(id) if self.unit.types.is_error(self.unit.decl(id).ty.ty));
            if !quiet {
                let text = self.unit.names.text(name);
                self.error(position, format!("'{text}' is declared twice in this scope"));
                self.unit.note(old_position, "the earlier declaration");
            }
        }
        let decl = Decl { name, ty, position, kind: DeclKind::Local, align, address_taken: false };
        let id = self.unit.add_decl(decl);
        if let Some(name) = name {
            self.scopes.insert(name, Entity::Decl(id), position);
        }
        if let Some(function) = &mut self.function {
            let scope = function.scope.0 as usize;
            function.scopes[scope].locals.push(id);
        }
        id
    }

    /// Declares a local of variable size: the rest of its block is a scope of its own.
    pub(crate) fn declare_variable_array(
        &mut self,
        name: Option<Name>,
        ty: QualType,
        position: Position,
    ) -> (DeclId, ScopeRef) {
        let opened = match &mut self.function {
            Some(function) => function.open(function.scope),
            None => ScopeRef(0),
        };
        let id = self.declare_local(name, ty, None, position);
        if let Some(function) = &mut self.function {
            let scope = function.scope.0 as usize;
            function.scopes[scope].variable = Some(id);
        }
        (id, opened)
    }

    /// Declares a static local, or a compound literal at file scope.
    pub(crate) fn declare_static(
        &mut self,
        name: Option<Name>,
        ty: QualType,
        spec: ObjectSpec,
        position: Position,
    ) -> DeclId {
        let global = GlobalDecl {
            linkage: Linkage::Block,
            definition: Definition::Full,
            init: None,
            thread_local: spec.thread_local,
            weak: false,
        };
        let kind = DeclKind::Global(global);
        let id = self.unit.add_decl(Decl {
            name,
            ty,
            position,
            kind,
            align: spec.align,
            address_taken: false,
        });
        if let Some(name) = name {
            if let Some((_, old_position)) = self.scopes.find_here(name) {
                self.redeclared(name, position, old_position);
            }
            self.scopes.insert(name, Entity::Decl(id), position);
            if let Some(function) = &mut self.function {
                // The scope has its name, but not its lifetime.
                let scope = function.scope.0 as usize;
                function.scopes[scope].locals.push(id);
            }
        }
        id
    }

    /// Initialises an object of static lifetime.
    pub(crate) fn define_global(&mut self, id: DeclId, init: Init, position: Position) {
        let DeclKind::Global(global) = &mut self.unit.decl_mut(id).kind else {
            return;
        };
        let again = global.init.is_some();
        global.definition = Definition::Full;
        global.init = Some(init);
        if again {
            self.error(position, "the object is initialised twice");
        } else {
            self.unit.decl_mut(id).position = position;
        }
    }

    /// Types `(type){...}`.
    pub(crate) fn compound_literal(
        &mut self,
        ty: QualType,
        init: Init,
        position: Position,
    ) -> Expr {
        if self.function.is_none() {
            let id = self.declare_static(None, ty, ObjectSpec::default(), position);
            self.define_global(id, init, position);
            return self.make(ExprKind::Decl(id), ty, position);
        }
        let id = self.declare_local(None, ty, None, position);
        self.unit.decl_mut(id).address_taken = true;
        self.make(ExprKind::CompoundLiteral(id, Box::new(init)), ty, position)
    }

    /// Declares the hidden variable for the length of a variable array, which is computed where the declarator is executed. Among
    /// parameters it belongs to no function yet; a definition adopts it.
    pub(crate) fn variable_length(
        &mut self,
        length: Expr,
        parameter: bool,
        position: Position,
    ) -> Length {
        if self.function.is_none() && !parameter {
            self.error(position, "the length of an array at file scope is not constant");
            return Length::Fixed(1);
        }
        let size = self.unit.types.size_type().into();
        let hidden = if parameter {
            let kind = DeclKind::Local;
            let id = self.unit.add_decl(Decl {
                name: None,
                ty: size,
                position,
                kind,
                align: None,
                address_taken: false,
            });
            self.parameter_lengths.push(id);
            id
        } else {
            self.declare_local(None, size, None, position)
        };
        let length = self.assign_convert(length, size, "the length");
        self.bounds.push(crate::tree::Bound { hidden: Some(hidden), length });
        Length::Variable(hidden)
    }

    /// Adds a parameter of a declarator to the function whose body begins.
    pub(crate) fn adopt_parameter(&mut self, id: DeclId) {
        let decl = self.unit.decl(id);
        let (name, position) = (decl.name, decl.position);
        if let Some(name) = name {
            self.scopes.insert(name, Entity::Decl(id), position);
        }
        if let Some(function) = &mut self.function {
            function.scopes[0].locals.push(id);
        }
    }

    /// Starts the body of a function; its first scope is that of the parameters.
    pub(crate) fn enter_function(&mut self, name: Name, returns: QualType, variadic: bool) {
        self.function = Some(FunctionContext {
            name: self.unit.names.text(name),
            returns,
            variadic,
            scopes: vec![crate::tree::FunctionScope::default()],
            scope: ScopeRef(0),
            labels: Vec::new(),
            label_names: std::collections::HashMap::new(),
            func_name: None,
            unsupported: None,
        });
    }
}
