//! Scopes of names. Ordinary names and tags are in separate maps of the same scope.

use std::collections::HashMap;

use ir::Position;

use super::Sema;
use crate::token::Name;
use crate::tree::{DeclId, FunctionScope, ScopeRef};
use crate::types::{QualType, Type};

/// The meaning of an ordinary name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entity {
    /// A type, and the alignment of its declaration.
    Typedef(QualType, Option<u64>),
    /// An object or a function.
    Decl(DeclId),
    /// A constant of an enumeration.
    Constant(i128, Type),
}

/// The meaning of a tag.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    pub(crate) ty: Type,
    pub(crate) keyword: crate::token::Kw,
    pub(crate) position: Position,
}

#[derive(Default)]
struct Scope {
    names: HashMap<Name, (Entity, Position)>,
    tags: HashMap<Name, Tag>,
    /// The enclosing scope of the function, which becomes current again when this one ends.
    outer: Option<ScopeRef>,
}

/// The current scope and its enclosing scopes, the outermost first.
pub(crate) struct Scopes {
    stack: Vec<Scope>,
    /// The objects and functions with linkage, by name, from all scopes.
    pub(crate) linked: HashMap<Name, DeclId>,
}

impl Default for Scopes {
    fn default() -> Scopes {
        Scopes { stack: vec![Scope::default()], linked: HashMap::new() }
    }
}

impl Scopes {
    pub(crate) fn find(&self, name: Name) -> Option<Entity> {
        self.stack.iter().rev().find_map(|scope| scope.names.get(&name)).map(|found| found.0)
    }

    pub(crate) fn find_here(&self, name: Name) -> Option<(Entity, Position)> {
        self.stack.last().and_then(|scope| scope.names.get(&name)).copied()
    }

    pub(crate) fn find_tag(&self, name: Name) -> Option<Tag> {
        self.stack.iter().rev().find_map(|scope| scope.tags.get(&name)).copied()
    }

    pub(crate) fn find_tag_here(&self, name: Name) -> Option<Tag> {
        self.stack.last().and_then(|scope| scope.tags.get(&name)).copied()
    }

    pub(crate) fn insert(&mut self, name: Name, entity: Entity, position: Position) {
        if let Some(scope) = self.stack.last_mut() {
            scope.names.insert(name, (entity, position));
        }
    }

    /// Sets the final type of a constant of an enumeration.
    pub(crate) fn replace_constant(&mut self, name: Name, value: i128, ty: Type) {
        if let Some((entity, _)) =
            self.stack.last_mut().and_then(|scope| scope.names.get_mut(&name))
        {
            *entity = Entity::Constant(value, ty);
        }
    }

    pub(crate) fn insert_tag(&mut self, name: Name, tag: Tag) {
        if let Some(scope) = self.stack.last_mut() {
            scope.tags.insert(name, tag);
        }
    }
}

impl Sema {
    /// Opens a scope for names and, inside a function, for lifetimes.
    pub(crate) fn open_scope(&mut self) -> ScopeRef {
        let mut scope = Scope::default();
        let mut opened = ScopeRef(0);
        if let Some(function) = &mut self.function {
            scope.outer = Some(function.scope);
            opened = function.open(function.scope);
        }
        self.scopes.stack.push(scope);
        opened
    }

    pub(crate) fn close_scope(&mut self) {
        if let Some(scope) = self.scopes.stack.pop()
            && let (Some(function), Some(outer)) = (&mut self.function, scope.outer)
        {
            function.scope = outer;
        }
    }
}

impl super::FunctionContext {
    /// Opens a lifetime scope within `parent`, and makes it the current one.
    pub(crate) fn open(&mut self, parent: ScopeRef) -> ScopeRef {
        let opened = ScopeRef(
            u32::try_from(self.scopes.len()).expect("a function has fewer than 2^32 scopes"),
        );
        self.scopes.push(FunctionScope {
            parent: Some(parent),
            locals: Vec::new(),
            variable: None,
        });
        self.scope = opened;
        opened
    }
}

impl Sema {
    /// Opens a scope for the names of parameters of a declarator. It is no lifetime scope, even inside a function.
    pub(crate) fn open_prototype(&mut self) {
        self.scopes.stack.push(Scope::default());
    }

    pub(crate) fn close_prototype(&mut self) {
        self.scopes.stack.pop();
    }
}
