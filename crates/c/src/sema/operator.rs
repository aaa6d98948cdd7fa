//! Typing of operators: unary, binary, assignment, conditional (C11 6.5).

use ir::Position;

use super::Sema;
use crate::tree::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::types::{IntKind, QualType, Type};

impl Sema {
    fn int_type(&self) -> Type {
        self.unit.types.int(IntKind::Int)
    }

    /// Types `+`, `-`, `~`.
    pub(crate) fn unary(&mut self, op: Option<UnaryOp>, operand: Expr, position: Position) -> Expr {
        let operand = self.rvalue(operand);
        if self.is_error(&operand) {
            return operand;
        }
        let types = &self.unit.types;
        let integer = types.is_integer(operand.ty.ty);
        if !(integer || (op != Some(UnaryOp::BitNot) && types.is_arithmetic(operand.ty.ty))) {
            let text = self.describe(operand.ty);
            return self.wrong(position, format!("the operator does not take '{text}'"));
        }
        let operand = self.promote(operand);
        let ty = operand.ty.ty;
        match op {
            Some(op) => self.make(ExprKind::Unary(op, Box::new(operand)), ty, position),
            // Unary plus makes an rvalue that is no bit-field.
            None => self.make(ExprKind::Cast(Box::new(operand)), ty, position),
        }
    }

    /// Types `!`.
    pub(crate) fn not(&mut self, operand: Expr, position: Position) -> Expr {
        let operand = self.condition(operand);
        if self.is_error(&operand) {
            return operand;
        }
        let int = self.int_type();
        self.make(ExprKind::Not(Box::new(operand)), int, position)
    }

    pub(crate) fn logical(&mut self, and: bool, a: Expr, b: Expr, position: Position) -> Expr {
        let (a, b) = (self.condition(a), self.condition(b));
        if self.is_error(&a) || self.is_error(&b) {
            return self.error_expr(position);
        }
        let int = self.int_type();
        self.make(ExprKind::Logical { and, a: Box::new(a), b: Box::new(b) }, int, position)
    }

    /// Types an operator of two operands that is neither logical nor an assignment.
    pub(crate) fn binary(&mut self, op: BinaryOp, a: Expr, b: Expr, position: Position) -> Expr {
        let (a, b) = (self.rvalue(a), self.rvalue(b));
        if self.is_error(&a) || self.is_error(&b) {
            return self.error_expr(position);
        }
        let types = &self.unit.types;
        let (x, y) = (a.ty.ty, b.ty.ty);
        let (pointer_x, pointer_y) = (types.is_pointer(x), types.is_pointer(y));
        let both_arithmetic = types.is_arithmetic(x) && types.is_arithmetic(y);
        let both_integer = types.is_integer(x) && types.is_integer(y);
        match op {
            BinaryOp::Shl | BinaryOp::Shr if both_integer => {
                let (a, b) = (self.promote(a), self.promote(b));
                let ty = a.ty.ty;
                self.make(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, position)
            }
            BinaryOp::Rem | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor if both_integer => {
                self.arithmetic(op, a, b, position)
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div if both_arithmetic => {
                self.arithmetic(op, a, b, position)
            }
            BinaryOp::Add if pointer_x && types.is_integer(y) => {
                self.pointer_add(a, b, false, position)
            }
            BinaryOp::Add if pointer_y && types.is_integer(x) => {
                self.pointer_add(b, a, false, position)
            }
            BinaryOp::Sub if pointer_x && types.is_integer(y) => {
                self.pointer_add(a, b, true, position)
            }
            BinaryOp::Sub if pointer_x && pointer_y => self.pointer_difference(a, b, position),
            _ if op.is_comparison() && both_arithmetic => {
                let (a, b) = self.usual(a, b);
                let int = self.int_type();
                self.make(ExprKind::Binary(op, Box::new(a), Box::new(b)), int, position)
            }
            _ if op.is_comparison() && (pointer_x || pointer_y) => {
                self.compare_pointers(op, a, b, position)
            }
            _ => {
                let (x, y) = (self.describe(a.ty), self.describe(b.ty));
                self.wrong(position, format!("'{}' does not take '{x}' and '{y}'", op.text()))
            }
        }
    }

    fn arithmetic(&mut self, op: BinaryOp, a: Expr, b: Expr, position: Position) -> Expr {
        let (a, b) = self.usual(a, b);
        let ty = a.ty.ty;
        self.make(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, position)
    }

    fn compare_pointers(&mut self, op: BinaryOp, a: Expr, b: Expr, position: Position) -> Expr {
        let types = &self.unit.types;
        let ty = if types.is_pointer(a.ty.ty) { a.ty.ty } else { b.ty.ty };
        for side in [&a, &b] {
            let types = &self.unit.types;
            if types.is_pointer(side.ty.ty) {
                continue;
            }
            if !types.is_integer(side.ty.ty) {
                let text = self.describe(side.ty);
                return self.wrong(position, format!("a pointer can't be compared with '{text}'"));
            }
            if !self.is_null_constant(side) {
                self.unit.warning(position, "a pointer is compared with an integer");
            }
        }
        let (a, b) = (self.convert(a, ty), self.convert(b, ty));
        let int = self.int_type();
        self.make(ExprKind::Binary(op, Box::new(a), Box::new(b)), int, position)
    }

    fn pointer_add(
        &mut self,
        pointer: Expr,
        index: Expr,
        negative: bool,
        position: Position,
    ) -> Expr {
        let ty = pointer.ty.ty;
        let Some(element) = self.unit.types.pointee(ty) else {
            return self.error_expr(position);
        };
        let size = self.step_size(element, position);
        if self.is_error(&size) {
            return size;
        }
        let index = self.index_value(index);
        let kind = ExprKind::PointerAdd {
            pointer: Box::new(pointer),
            index: Box::new(index),
            size: Box::new(size),
            negative,
            within: None,
        };
        self.make(kind, ty, position)
    }

    /// Converts an index to `ptrdiff_t`.
    fn index_value(&mut self, index: Expr) -> Expr {
        let index = self.promote(index);
        let ty = self.unit.types.difference_type();
        self.convert(index, ty)
    }

    fn pointer_difference(&mut self, a: Expr, b: Expr, position: Position) -> Expr {
        let element = self.unit.types.pointee(a.ty.ty).zip(self.unit.types.pointee(b.ty.ty));
        let Some((x, y)) = element else {
            return self.error_expr(position);
        };
        if !self.compatible_types(x.ty, y.ty) {
            let (x, y) = (self.describe(a.ty), self.describe(b.ty));
            return self.wrong(position, format!("cannot subtract '{y}' from '{x}'"));
        }
        let size = self.step_size(x, position);
        if self.is_error(&size) {
            return size;
        }
        let ty = self.unit.types.difference_type();
        let kind =
            ExprKind::PointerDifference { a: Box::new(a), b: Box::new(b), size: Box::new(size) };
        self.make(kind, ty, position)
    }

    /// Checks that an expression is a modifiable lvalue, and reports an error.
    fn modifiable(&mut self, target: &Expr, position: Position) -> bool {
        if self.is_error(target) {
            return false;
        }
        let problem = if !target.is_lvalue() {
            "only an object can be assigned to"
        } else if self.unit.types.is_array(target.ty.ty) {
            "an array can't be assigned to"
        } else if self.unit.types.is_function(target.ty.ty) {
            "a function can't be assigned to"
        } else if target.ty.quals.is_const() {
            "a const object can't be assigned to"
        } else if !self.unit.types.is_complete(target.ty.ty) {
            "an object of incomplete type can't be assigned to"
        } else {
            return true;
        };
        self.error(position, problem);
        false
    }

    /// Types `target = value`.
    pub(crate) fn assign(&mut self, target: Expr, value: Expr, position: Position) -> Expr {
        if !self.modifiable(&target, position) {
            return self.error_expr(position);
        }
        let value = self.assign_convert(value, target.ty, "the assignment");
        let ty = target.ty.ty;
        self.make(ExprKind::Assign(Box::new(target), Box::new(value)), ty, position)
    }

    /// Types `target op= value`.
    pub(crate) fn assign_op(
        &mut self,
        op: BinaryOp,
        target: Expr,
        value: Expr,
        position: Position,
    ) -> Expr {
        let value = self.rvalue(value);
        if !self.modifiable(&target, position) || self.is_error(&value) {
            return self.error_expr(position);
        }
        let ty = target.ty.ty;
        if let Some(element) = self.unit.types.pointee(ty) {
            let integer = self.unit.types.is_integer(value.ty.ty);
            if !integer || !matches!(op, BinaryOp::Add | BinaryOp::Sub) {
                return self
                    .wrong(position, format!("'{}=' does not take a pointer here", op.text()));
            }
            let size = self.step_size(element, position);
            let index = self.index_value(value);
            let kind = ExprKind::AssignPointer {
                target: Box::new(target),
                index: Box::new(index),
                size: Box::new(size),
                negative: op == BinaryOp::Sub,
            };
            return self.make(kind, ty, position);
        }
        // Typing `target op value` gives the type of the computation.
        let read = self.rvalue(target.clone());
        let whole = self.binary(op, read, value, position);
        match whole.kind {
            ExprKind::Binary(op, a, value) => {
                let compute = a.ty.ty;
                let kind = ExprKind::AssignOp { op, target: Box::new(target), value, compute };
                self.make(kind, ty, position)
            }
            _ => self.error_expr(position),
        }
    }

    /// Types `++` and `--`.
    pub(crate) fn step(
        &mut self,
        target: Expr,
        increment: bool,
        postfix: bool,
        position: Position,
    ) -> Expr {
        if !self.modifiable(&target, position) {
            return self.error_expr(position);
        }
        let ty = target.ty.ty;
        let size = match self.unit.types.pointee(ty) {
            Some(element) => {
                let size = self.step_size(element, position);
                Some(Box::new(size))
            }
            None if self.unit.types.is_arithmetic(ty) => None,
            None => {
                let text = self.describe(target.ty);
                return self
                    .wrong(position, format!("'{text}' can't be incremented or decremented"));
            }
        };
        self.make(
            ExprKind::Step { target: Box::new(target), increment, postfix, size },
            ty,
            position,
        )
    }

    pub(crate) fn comma(&mut self, a: Expr, b: Expr, position: Position) -> Expr {
        let b = self.rvalue(b);
        if self.is_error(&a) || self.is_error(&b) {
            return self.error_expr(position);
        }
        let ty = b.ty;
        self.make(ExprKind::Comma(Box::new(a), Box::new(b)), ty, position)
    }

    /// Types `c ? a : b`; without `a`, `c ?: b`.
    pub(crate) fn conditional(
        &mut self,
        cond: Expr,
        a: Option<Expr>,
        b: Expr,
        position: Position,
    ) -> Expr {
        let cond = self.condition(cond);
        let omitted = a.is_none();
        let a = match a {
            Some(a) => self.rvalue(a),
            None => cond.clone(),
        };
        let b = self.rvalue(b);
        if self.is_error(&cond) || self.is_error(&a) || self.is_error(&b) {
            return self.error_expr(position);
        }
        let Some(ty) = self.conditional_type(&a, &b, position) else {
            return self.error_expr(position);
        };
        let (a, b) = (self.convert_branch(a, ty), self.convert_branch(b, ty));
        let kind = if omitted {
            ExprKind::ConditionalOmitted { value: Box::new(a), otherwise: Box::new(b) }
        } else {
            ExprKind::Conditional(Box::new(cond), Box::new(a), Box::new(b))
        };
        self.make(kind, ty, position)
    }

    fn convert_branch(&mut self, branch: Expr, ty: Type) -> Expr {
        if self.unit.types.is_void(ty) && !self.unit.types.is_void(branch.ty.ty) {
            let position = branch.position;
            return self.make(ExprKind::Cast(Box::new(branch)), ty, position);
        }
        self.convert(branch, ty)
    }

    fn conditional_type(&mut self, a: &Expr, b: &Expr, position: Position) -> Option<Type> {
        let types = &self.unit.types;
        let (x, y) = (a.ty.ty, b.ty.ty);
        if types.is_arithmetic(x) && types.is_arithmetic(y) {
            return Some(self.usual_type(a, b));
        }
        if types.is_void(x) || types.is_void(y) {
            return Some(types.void);
        }
        match (types.pointee(x), types.pointee(y)) {
            (Some(to_x), Some(to_y)) => {
                if self.is_null_constant(a) {
                    return Some(y);
                }
                if self.is_null_constant(b) {
                    return Some(x);
                }
                let quals = to_x.quals.with(to_y.quals);
                let types = &self.unit.types;
                let to = if types.is_void(to_x.ty) || types.is_void(to_y.ty) {
                    types.void
                } else if self.compatible_types(to_x.ty, to_y.ty) {
                    self.composite(to_x, to_y).ty
                } else {
                    self.unit.warning(position, "the branches have incompatible pointer types");
                    self.unit.types.void
                };
                return Some(self.unit.types.pointer(QualType { ty: to, quals }));
            }
            (Some(_), None) if types.is_integer(y) => return Some(x),
            (None, Some(_)) if types.is_integer(x) => return Some(y),
            _ => {}
        }
        if x == y {
            return Some(x);
        }
        let (x, y) = (self.describe(a.ty), self.describe(b.ty));
        self.error(position, format!("the branches have the types '{x}' and '{y}'"));
        None
    }
}
