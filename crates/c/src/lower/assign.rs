//! Lowering of assignments, compound assignments, increments and decrements.

use ir::{CastOp, Operand, Ty};

use super::function::FunctionLowering;
use super::lvalue::Lvalue;
use crate::tree::{BinaryOp, Expr};
use crate::types::Type;

impl FunctionLowering<'_, '_> {
    /// Implements `ASSIGNLOCAL` of *Sel/Upd*.
    pub(super) fn assign(&mut self, target: &Expr, value: &Expr) -> Operand {
        if self.unit.unit.scalar(target.ty.ty).is_none() {
            let from = self.aggregate(value);
            let to = self.address(target);
            self.copy(to, from, target.ty.ty);
            return Operand::Const(0);
        }
        let value = self.value(value);
        let lvalue = self.lvalue(target);
        self.write(lvalue, target.ty, value)
    }

    pub(super) fn assign_op(
        &mut self,
        op: BinaryOp,
        target: &Expr,
        value: &Expr,
        compute: Type,
    ) -> Operand {
        let right = self.value(value);
        let lvalue = self.lvalue(target);
        let old = self.read(lvalue, target.ty);
        let left = self.convert(old, target.ty.ty, compute);
        let result = self.arithmetic(op, compute, left, right, value.ty.ty);
        let result = self.convert(result, compute, target.ty.ty);
        self.write(lvalue, target.ty, result)
    }

    /// Implements `INCPRELOCAL` and `INCPOSTLOCAL` of *Sel/Upd*.
    pub(super) fn step(
        &mut self,
        target: &Expr,
        increment: bool,
        postfix: bool,
        size: Option<&Expr>,
    ) -> Operand {
        let lvalue = self.lvalue(target);
        let mut old = self.read(lvalue, target.ty);
        if postfix && let Lvalue::Register(reg, ty) = lvalue {
            // The old value must survive the write.
            let kept = self.builder.temporary(ty);
            self.builder.copy_to(kept, ty, Operand::Reg(reg));
            old = Operand::Reg(kept);
        }
        let new = match size {
            Some(size) => {
                let word = self.builder.word();
                let size = self.value(size);
                let offset =
                    if increment { size } else { self.builder.unary(ir::UnaryOp::Neg, word, size) };
                self.builder.offset(old, offset)
            }
            None => self.step_number(old, target, increment),
        };
        let written = self.write(lvalue, target.ty, new);
        if postfix { old } else { written }
    }

    fn step_number(&mut self, old: Operand, target: &Expr, increment: bool) -> Operand {
        let ty = target.ty.ty;
        let op = if increment { BinaryOp::Add } else { BinaryOp::Sub };
        let compute = self.unit.unit.step_type(target);
        let left = self.convert(old, ty, compute);
        let one = match self.unit.unit.scalar(compute) {
            Some(scalar) if scalar.is_float() => {
                let one = ir::eval::cast(CastOp::UnsignedToFloat, Ty::I32, scalar, 1, 64);
                self.builder.constant(scalar, one)
            }
            _ => Operand::Const(1),
        };
        let result = self.arithmetic(op, compute, left, one, compute);
        self.convert(result, compute, ty)
    }
}
