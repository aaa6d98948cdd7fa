//! Evaluation of constant expressions: integers, floats and addresses (C11 6.6).
//!
//! Expressions that gcc folds beyond the standard without its optimiser are folded too: comparisons of addresses in one object,
//! casts of addresses to integers of their width. Signed overflow wraps here; code keeps its checks.

use ir::{BinaryOp as IrOp, CompareOp, FloatCompareOp, FloatOp};

use crate::tree::{BinaryOp, DeclId, Expr, ExprKind, StringId, UnaryOp};
use crate::types::{Type, TypeKind};
use crate::unit::Unit;

/// The value of a constant expression: a number or an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    /// The bits of the expression's scalar type.
    Bits(u128),
    /// An address.
    Address(Base, i64),
}

/// An object or function with a constant address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    /// An object of static lifetime, or a function.
    Decl(DeclId),
    /// A string literal.
    Str(StringId),
}

impl Unit {
    /// Evaluates a constant expression.
    pub(crate) fn eval(&self, expr: &Expr) -> Option<Value> {
        match &expr.kind {
            ExprKind::Const(bits) => Some(Value::Bits(*bits)),
            // Lowering numbers labels in the same way.
            ExprKind::LabelAddress(label) => Some(Value::Bits(u128::from(label.0) + 1)),
            ExprKind::Decay(inner) | ExprKind::AddressOf(inner) => self.eval_address(inner),
            ExprKind::Cast(inner) => self.eval_cast(inner, expr.ty.ty),
            ExprKind::Unary(op, inner) => self.eval_unary(*op, inner),
            ExprKind::Not(inner) => Some(Value::Bits(u128::from(!self.eval_condition(inner)?))),
            ExprKind::Binary(op, a, b) => self.eval_binary(*op, a, b),
            ExprKind::PointerAdd { pointer, index, size, negative, .. } => {
                let index = self.eval_int(index)?;
                let step = index.checked_mul(self.eval_int(size)?)?;
                let step =
                    i64::try_from(if *negative { step.checked_neg()? } else { step }).ok()?;
                match self.eval(pointer)? {
                    Value::Bits(bits) => {
                        let width = self.types.model.pointer_bits();
                        Some(Value::Bits(ir::eval::mask(bits.wrapping_add(step as u128), width)))
                    }
                    Value::Address(base, offset) => {
                        Some(Value::Address(base, offset.checked_add(step)?))
                    }
                }
            }
            ExprKind::PointerDifference { a, b, size } => {
                let size = self.eval_int(size)?;
                let bytes = match (self.eval(a)?, self.eval(b)?) {
                    (Value::Address(x, m), Value::Address(y, n)) if x == y => {
                        i128::from(m) - i128::from(n)
                    }
                    (Value::Bits(m), Value::Bits(n)) => (m as i128).wrapping_sub(n as i128),
                    _ => return None,
                };
                let quotient = bytes.checked_div(size)?;
                Some(Value::Bits(ir::eval::mask(quotient as u128, self.types.model.pointer_bits())))
            }
            ExprKind::Logical { and, a, b } => {
                let first = self.eval_condition(a)?;
                let result = if first == *and { self.eval_condition(b)? } else { first };
                Some(Value::Bits(u128::from(result)))
            }
            ExprKind::Conditional(cond, a, b) => {
                if self.eval_condition(cond)? {
                    self.eval(a)
                } else {
                    self.eval(b)
                }
            }
            ExprKind::ConditionalOmitted { value, otherwise } => {
                if self.eval_condition(value)? {
                    self.eval(value)
                } else {
                    self.eval(otherwise)
                }
            }
            _ => None,
        }
    }

    /// Evaluates an integer constant expression.
    pub(crate) fn eval_int(&self, expr: &Expr) -> Option<i128> {
        if !self.types.is_integer(expr.ty.ty) {
            return None;
        }
        match self.eval(expr)? {
            Value::Bits(bits) => Some(self.signed_value(bits, expr.ty.ty)),
            Value::Address(..) => None,
        }
    }

    fn signed_value(&self, bits: u128, ty: Type) -> i128 {
        if self.types.is_signed(ty) {
            ir::eval::signed(bits, self.types.int_bits(ty))
        } else {
            bits as i128
        }
    }

    /// Evaluates whether a scalar constant is not zero.
    pub(crate) fn eval_condition(&self, expr: &Expr) -> Option<bool> {
        match self.eval(expr)? {
            Value::Bits(bits) => {
                self.convert_bits(bits, expr.ty.ty, self.types.bool).map(|bit| bit != 0)
            }
            Value::Address(..) => Some(true),
        }
    }

    /// Evaluates the address of an lvalue of static lifetime.
    fn eval_address(&self, lvalue: &Expr) -> Option<Value> {
        match &lvalue.kind {
            ExprKind::Decl(id) | ExprKind::CompoundLiteral(id, _) => {
                let is_static = !matches!(self.decl(*id).kind, crate::tree::DeclKind::Local);
                is_static.then_some(Value::Address(Base::Decl(*id), 0))
            }
            ExprKind::Str(id) => Some(Value::Address(Base::Str(*id), 0)),
            ExprKind::Deref(pointer) => self.eval(pointer),
            ExprKind::Member(base, member) => {
                let offset = i64::try_from(member.offset).ok()?;
                match self.eval_address(base)? {
                    Value::Address(base, at) => Some(Value::Address(base, at.checked_add(offset)?)),
                    Value::Bits(bits) => Some(Value::Bits(bits.wrapping_add(offset as u128))),
                }
            }
            _ => None,
        }
    }

    fn eval_cast(&self, inner: &Expr, to: Type) -> Option<Value> {
        match self.eval(inner)? {
            Value::Bits(bits) => self.convert_bits(bits, inner.ty.ty, to).map(Value::Bits),
            Value::Address(..) if self.types.kind(to) == &TypeKind::Bool => Some(Value::Bits(1)),
            address => {
                let keeps = self.types.is_pointer(to)
                    || (self.types.is_integer(to)
                        && self.types.int_bits(to) >= self.types.model.pointer_bits());
                keeps.then_some(address)
            }
        }
    }

    fn eval_unary(&self, op: UnaryOp, inner: &Expr) -> Option<Value> {
        let Value::Bits(bits) = self.eval(inner)? else {
            return None;
        };
        let scalar = self.scalar(inner.ty.ty)?;
        let width = scalar.bits(self.types.model.pointer_bits());
        let result = match op {
            UnaryOp::Neg if scalar.is_float() => ir::eval::float_neg(scalar, bits),
            UnaryOp::Neg => ir::eval::unary(ir::UnaryOp::Neg, width, bits),
            UnaryOp::BitNot => ir::eval::unary(ir::UnaryOp::Not, width, bits),
        };
        Some(Value::Bits(self.narrowed(result, inner.ty.ty)))
    }

    fn eval_binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Value> {
        let (x, y) = match (self.eval(a)?, self.eval(b)?) {
            (Value::Bits(x), Value::Bits(y)) => (x, y),
            (Value::Address(base_x, x), Value::Address(base_y, y))
                if base_x == base_y && op.is_comparison() =>
            {
                return Some(Value::Bits(u128::from(compare_signed(
                    op,
                    i128::from(x),
                    i128::from(y),
                ))));
            }
            // The address of an object is not zero.
            (Value::Address(..), Value::Bits(0)) | (Value::Bits(0), Value::Address(..)) => {
                return match op {
                    BinaryOp::Eq => Some(Value::Bits(0)),
                    BinaryOp::Ne => Some(Value::Bits(1)),
                    _ => None,
                };
            }
            (Value::Address(base, offset), Value::Bits(bits))
            | (Value::Bits(bits), Value::Address(base, offset))
                if op == BinaryOp::Add =>
            {
                let delta = i64::try_from(self.signed_value(bits, a.ty.ty)).ok()?;
                return Some(Value::Address(base, offset.checked_add(delta)?));
            }
            (Value::Address(base, offset), Value::Bits(bits)) if op == BinaryOp::Sub => {
                let delta = i64::try_from(self.signed_value(bits, a.ty.ty)).ok()?;
                return Some(Value::Address(base, offset.checked_sub(delta)?));
            }
            _ => return None,
        };
        let scalar = self.scalar(a.ty.ty)?;
        if scalar.is_float() {
            return eval_float(op, scalar, x, y).map(Value::Bits);
        }
        let width = scalar.bits(self.types.model.pointer_bits());
        let signed = self.types.is_signed(a.ty.ty);
        if op.is_comparison() {
            let (x, y) = if signed {
                (ir::eval::signed(x, width), ir::eval::signed(y, width))
            } else {
                // Flipping the top bit maps the unsigned order to the signed one.
                ((x ^ (1 << 127)) as i128, (y ^ (1 << 127)) as i128)
            };
            return Some(Value::Bits(u128::from(compare_signed(op, x, y))));
        }
        if op.is_shift() && self.signed_value(y, b.ty.ty) < 0 {
            return None;
        }
        let result = ir::eval::binary(integer_op(op, signed)?, width, x, y)?;
        Some(Value::Bits(self.narrowed(result, a.ty.ty)))
    }
}

/// Returns the IR operator of an integer operator that is no comparison.
pub(crate) fn integer_op(op: BinaryOp, signed: bool) -> Option<IrOp> {
    Some(match op {
        BinaryOp::Add => IrOp::Add,
        BinaryOp::Sub => IrOp::Sub,
        BinaryOp::Mul => IrOp::Mul,
        BinaryOp::Div if signed => IrOp::SDiv,
        BinaryOp::Div => IrOp::UDiv,
        BinaryOp::Rem if signed => IrOp::SRem,
        BinaryOp::Rem => IrOp::URem,
        BinaryOp::Shl => IrOp::Shl,
        BinaryOp::Shr if signed => IrOp::AShr,
        BinaryOp::Shr => IrOp::LShr,
        BinaryOp::And => IrOp::And,
        BinaryOp::Or => IrOp::Or,
        BinaryOp::Xor => IrOp::Xor,
        _ => return None,
    })
}

/// Returns the IR operator of a comparison of integers, and whether its operands are swapped.
pub(crate) fn compare_op(op: BinaryOp, signed: bool) -> Option<(CompareOp, bool)> {
    let (less, less_equal) =
        if signed { (CompareOp::Slt, CompareOp::Sle) } else { (CompareOp::Ult, CompareOp::Ule) };
    Some(match op {
        BinaryOp::Eq => (CompareOp::Eq, false),
        BinaryOp::Ne => (CompareOp::Ne, false),
        BinaryOp::Lt => (less, false),
        BinaryOp::Gt => (less, true),
        BinaryOp::Le => (less_equal, false),
        BinaryOp::Ge => (less_equal, true),
        _ => return None,
    })
}

/// Returns the IR operator of a comparison of floats, and whether its operands are swapped.
pub(crate) fn float_compare_op(op: BinaryOp) -> Option<(FloatCompareOp, bool)> {
    Some(match op {
        BinaryOp::Eq => (FloatCompareOp::Eq, false),
        BinaryOp::Ne => (FloatCompareOp::Ne, false),
        BinaryOp::Lt => (FloatCompareOp::Lt, false),
        BinaryOp::Gt => (FloatCompareOp::Lt, true),
        BinaryOp::Le => (FloatCompareOp::Le, false),
        BinaryOp::Ge => (FloatCompareOp::Le, true),
        _ => return None,
    })
}

/// Returns the IR operator of float arithmetic.
pub(crate) fn float_op(op: BinaryOp) -> Option<FloatOp> {
    Some(match op {
        BinaryOp::Add => FloatOp::Add,
        BinaryOp::Sub => FloatOp::Sub,
        BinaryOp::Mul => FloatOp::Mul,
        BinaryOp::Div => FloatOp::Div,
        _ => return None,
    })
}

fn eval_float(op: BinaryOp, scalar: ir::Ty, x: u128, y: u128) -> Option<u128> {
    if let Some(op) = float_op(op) {
        return Some(ir::eval::float(op, scalar, x, y));
    }
    let (op, exchanged) = float_compare_op(op)?;
    let (x, y) = if exchanged { (y, x) } else { (x, y) };
    Some(u128::from(ir::eval::float_compare(op, scalar, x, y)))
}

fn compare_signed(op: BinaryOp, x: i128, y: i128) -> bool {
    match op {
        BinaryOp::Eq => x == y,
        BinaryOp::Ne => x != y,
        BinaryOp::Lt => x < y,
        BinaryOp::Gt => x > y,
        BinaryOp::Le => x <= y,
        _ => x >= y,
    }
}
