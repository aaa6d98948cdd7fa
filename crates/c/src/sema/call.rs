//! Typing of calls: arguments and parameters, and implicit declarations of functions.

use std::rc::Rc;

use ir::{Linkage, Position};

use super::{Entity, Sema};
use crate::token::Name;
use crate::tree::{Decl, DeclKind, Expr, ExprKind, FunctionDecl, Init, InitEntry, InitValue};
use crate::types::{FloatKind, FunctionType, IntKind, QualType, TypeKind};

impl Sema {
    /// Types `callee(args)`.
    pub(crate) fn call(&mut self, callee: Expr, args: Vec<Expr>, position: Position) -> Expr {
        let callee = self.rvalue(callee);
        if self.is_error(&callee) {
            return callee;
        }
        let function =
            self.unit.types.pointee(callee.ty.ty).and_then(|to| self.unit.types.function(to.ty));
        let Some(function) = function else {
            let text = self.describe(callee.ty);
            return self.wrong(position, format!("'{text}' can't be called"));
        };
        let returns = function.returns.ty;
        if !self.unit.types.is_void(returns) && !self.unit.types.is_complete(returns) {
            let text = self.describe(function.returns);
            return self
                .wrong(position, format!("the function returns the incomplete type '{text}'"));
        }
        if function.prototype && args.len() < function.params.len() {
            return self.wrong(position, wrong_count(function.params.len(), args.len()));
        }
        if function.prototype && !function.variadic && args.len() > function.params.len() {
            return self.wrong(position, wrong_count(function.params.len(), args.len()));
        }
        let mut converted = Vec::with_capacity(args.len());
        for (index, arg) in args.into_iter().enumerate() {
            let arg = match function.params.get(index).filter(|_| function.prototype) {
                Some(param) => self.pass(arg, *param, index),
                None => self.promote_argument(arg),
            };
            if self.is_error(&arg) {
                return self.error_expr(position);
            }
            converted.push(arg);
        }
        let result = self.hidden_record(returns, position);
        self.make(
            ExprKind::Call { callee: Box::new(callee), args: converted, result },
            returns,
            position,
        )
    }

    /// Declares a hidden local for a value of this type, if it is a struct and there is a current function.
    pub(crate) fn hidden_record(
        &mut self,
        ty: crate::types::Type,
        position: Position,
    ) -> Option<crate::tree::DeclId> {
        let needed = self.unit.types.record_id(ty).is_some() && self.function.is_some();
        needed.then(|| self.declare_local(None, ty.into(), None, position))
    }

    fn pass(&mut self, arg: Expr, param: QualType, index: usize) -> Expr {
        let what = format!("argument {}", index + 1);
        let transparent = self
            .unit
            .types
            .record_id(param.ty)
            .filter(|id| self.unit.types.record(*id).transparent);
        match transparent {
            Some(id) if arg.ty.ty != param.ty => {
                // The argument initialises the first member; all members have the same representation.
                let position = arg.position;
                let record = self.unit.types.record(id);
                let (size, first) = (record.size, record.fields.first().map(|field| field.ty));
                let Some(first) = first else {
                    return self.error_expr(position);
                };
                let value = self.cast(arg, first, position);
                let entry = InitEntry {
                    offset: 0,
                    bits: None,
                    object_size: size,
                    value: InitValue::Expr(value),
                };
                let init = Init::of_member(param.ty, 0, entry);
                let literal = self.compound_literal(param, init, position);
                self.rvalue(literal)
            }
            _ => self.assign_convert(arg, param, &what),
        }
    }

    /// Applies the default argument promotions.
    fn promote_argument(&mut self, arg: Expr) -> Expr {
        let arg = self.rvalue(arg);
        if self.unit.types.is_void(arg.ty.ty) {
            let position = arg.position;
            return self.wrong(position, "an argument has no value");
        }
        if self.unit.types.float_kind(arg.ty.ty) == Some(FloatKind::Float) {
            let double = self.unit.types.double;
            return self.convert(arg, double);
        }
        if let Some(id) = self.hidden_record(arg.ty.ty, arg.position) {
            let (ty, position) = (arg.ty, arg.position);
            return self.make(ExprKind::Copied(id, Box::new(arg)), ty, position);
        }
        self.promote(arg)
    }

    /// Whether a name denotes something other than a declared function without a definition.
    pub(crate) fn is_defined(&self, name: Name) -> bool {
        match self.scopes.find(name) {
            Some(Entity::Decl(id)) => match &self.unit.decl(id).kind {
                DeclKind::Function(function) => function.defined,
                DeclKind::Global(_) | DeclKind::Local => true,
            },
            Some(_) => true,
            None => false,
        }
    }

    /// Declares a function that is called without a declaration: as a builtin, or as `int name()`.
    pub(crate) fn implicit_function(&mut self, name: Name, position: Position) -> Expr {
        let text = self.unit.names.text(name);
        let builtin = self.unit.names.intern(&format!("__builtin_{text}"));
        let ty = match self.scopes.linked.get(&builtin) {
            Some(id) => self.unit.decl(*id).ty,
            None => {
                let function = FunctionType {
                    returns: self.unit.types.int(IntKind::Int).into(),
                    params: Vec::new(),
                    variadic: false,
                    prototype: false,
                };
                self.unit.types.intern(TypeKind::Function(Rc::new(function))).into()
            }
        };
        self.unit.warning(position, format!("'{text}' is called without a declaration"));
        let id = match self.scopes.linked.get(&name) {
            Some(id) => *id,
            None => {
                let kind = DeclKind::Function(FunctionDecl {
                    linkage: Linkage::External,
                    noreturn: false,
                    defined: false,
                    alias: None,
                    inline: false,
                    weak: false,
                });
                let decl = Decl {
                    name: Some(name),
                    ty,
                    position,
                    kind,
                    align: None,
                    address_taken: false,
                };
                let id = self.unit.add_decl(decl);
                self.scopes.linked.insert(name, id);
                id
            }
        };
        self.scopes.insert(name, Entity::Decl(id), position);
        let ty = self.unit.decl(id).ty;
        self.make(ExprKind::Decl(id), ty, position)
    }
}

fn wrong_count(expected: usize, found: usize) -> String {
    format!("the function takes {expected} arguments, and is given {found}")
}
