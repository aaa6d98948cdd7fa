//! The type checker: turns the constructs of the parser into typed nodes, with implicit conversions made explicit.
//!
//! The parser calls one function here for each construct; none of them looks at tokens. A function that finds an error reports it and
//! returns a node of the error type, which every other function accepts silently.

mod access;
mod atomic;
mod builtin;
mod call;
mod compat;
mod constant;
mod convert;
mod declare;
mod init;
mod object_size;
mod operator;
mod scope;

pub(crate) use builtin::{linkage_name, prelude};
pub(crate) use constant::{Base, Value, compare_op, float_compare_op, float_op, integer_op};
pub(crate) use declare::{ObjectSpec, StorageClass};
pub(crate) use init::{Designator, Initializer};
pub(crate) use scope::{Entity, Tag};

use std::collections::HashMap;

use ir::Position;

use crate::token::{Encoding, Names};
use crate::tree::{
    Bound, DeclId, Expr, ExprKind, FunctionScope, Label, LabelId, MAX_DEPTH, ScopeRef,
};
use crate::types::{QualType, Types};
use crate::unit::Unit;
use scope::Scopes;

/// The state of typing a unit.
pub(crate) struct Sema {
    pub(crate) unit: Unit,
    pub(crate) scopes: Scopes,
    /// The current function.
    pub(crate) function: Option<FunctionContext>,
    /// The lengths of variable arrays in the current declarator or type name.
    pub(crate) bounds: Vec<Bound>,
    /// The hidden variables of lengths in the current parameter list.
    pub(crate) parameter_lengths: Vec<DeclId>,
    /// The alignments of the types of objects that come from typedefs; `typeof` keeps these, and drops those of the objects themselves.
    pub(crate) type_aligns: HashMap<DeclId, u64>,
}

/// The context of the current function.
pub(crate) struct FunctionContext {
    pub(crate) name: std::rc::Rc<str>,
    pub(crate) returns: QualType,
    pub(crate) variadic: bool,
    pub(crate) scopes: Vec<FunctionScope>,
    pub(crate) scope: ScopeRef,
    pub(crate) labels: Vec<Label>,
    pub(crate) label_names: HashMap<crate::token::Name, LabelId>,
    pub(crate) func_name: Option<crate::tree::StringId>,
    /// The first unsupported construct in it.
    pub(crate) unsupported: Option<(Position, String)>,
}

impl Sema {
    pub(crate) fn new(types: Types, names: Names, files: Vec<String>) -> Sema {
        let unit = Unit {
            types,
            names,
            files,
            decls: Vec::new(),
            strings: Vec::new(),
            functions: Vec::new(),
            diagnostics: Vec::new(),
            muted: false,
        };
        Sema {
            unit,
            scopes: Scopes::default(),
            function: None,
            bounds: Vec::new(),
            parameter_lengths: Vec::new(),
            type_aligns: HashMap::new(),
        }
    }

    pub(crate) fn error(&mut self, position: Position, message: impl Into<String>) {
        // The error may be a consequence of an unsupported construct.
        if self.function.as_ref().is_none_or(|function| function.unsupported.is_none()) {
            self.unit.error(position, message);
        }
    }

    /// Reports an unsupported construct. Inside a function it is an error only if the function is called, and no further
    /// errors of the function are reported.
    pub(crate) fn unsupported(&mut self, position: Position, what: impl Into<String>) {
        let what = what.into();
        match &mut self.function {
            Some(function) => {
                function.unsupported.get_or_insert((position, what));
            }
            None => self.unit.error(position, format!("{what}: not supported")),
        }
    }

    /// Reports an error and returns a node of the error type.
    pub(crate) fn wrong(&mut self, position: Position, message: impl Into<String>) -> Expr {
        self.error(position, message);
        self.error_expr(position)
    }

    pub(crate) fn error_expr(&self, position: Position) -> Expr {
        Expr { kind: ExprKind::Error, ty: self.unit.types.error.into(), position, depth: 1 }
    }

    /// Makes a node. All nodes with children are made here, which limits the depth of trees.
    pub(crate) fn make(
        &mut self,
        kind: ExprKind,
        ty: impl Into<QualType>,
        position: Position,
    ) -> Expr {
        let ty = ty.into();
        if let Some(what) = self.unit.types.opaque(ty.ty) {
            self.unsupported(position, what);
            return self.error_expr(position);
        }
        let depth = kind.child_depth() + 1;
        if depth > MAX_DEPTH {
            return self.wrong(position, "the expression nests too deeply");
        }
        Expr { kind, ty, position, depth }
    }

    pub(crate) fn int(&self, value: i128, position: Position) -> Expr {
        self.unit.constant(value, self.unit.types.int(crate::types::IntKind::Int), position)
    }

    pub(crate) fn size(&self, value: u64, position: Position) -> Expr {
        self.unit.constant(i128::from(value), self.unit.types.size_type(), position)
    }

    pub(crate) fn describe(&self, ty: QualType) -> String {
        self.unit.describe(ty)
    }

    pub(crate) fn is_error(&self, expr: &Expr) -> bool {
        self.unit.types.is_error(expr.ty.ty)
    }
}

/// Returns the size of a code unit in bytes.
pub(crate) fn unit_bytes(encoding: Encoding) -> usize {
    match encoding {
        Encoding::Plain => 1,
        Encoding::Utf16 => 2,
        Encoding::Wide | Encoding::Utf32 => 4,
    }
}
