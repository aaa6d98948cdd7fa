//! Lowering of arithmetic with its checks, comparisons, and conversions between scalar types.

use ir::{CastOp, CheckKind, CompareOp, FitsOp, Instr, Operand, Ty};

use super::function::FunctionLowering;
use crate::sema::{compare_op, float_compare_op, float_op, integer_op};
use crate::tree::BinaryOp;
use crate::types::Type;

impl FunctionLowering<'_, '_> {
    /// Lowers `a op b` in the type `ty`; the amount of a shift may have another type.
    pub(super) fn arithmetic(
        &mut self,
        op: BinaryOp,
        ty: Type,
        a: Operand,
        b: Operand,
        amount: Type,
    ) -> Operand {
        let scalar = self.unit.unit.scalar(ty).unwrap_or(Ty::I32);
        if scalar.is_float() {
            self.reject_quad(ty);
            return match float_op(op) {
                Some(op) => {
                    let dst = self.builder.temporary(scalar);
                    self.builder.emit(Instr::Float { op, ty: scalar, dst, a, b });
                    Operand::Reg(dst)
                }
                None => Operand::Const(0),
            };
        }
        let signed = self.unit.unit.types.is_signed(ty);
        let mut b = b;
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul if signed => {
                self.check_overflow(op, scalar, a, b)
            }
            BinaryOp::Div | BinaryOp::Rem => self.check_division(scalar, signed, a, b),
            BinaryOp::Shl | BinaryOp::Shr => {
                b = self.check_amount(ty, scalar, b, amount);
                if op == BinaryOp::Shl && signed {
                    self.check_shifted(scalar, a, b);
                }
                // If that check is off, the amount is taken modulo the width, as machines do.
                let below_width = Operand::Const(u64::from(scalar.bits(64)) - 1);
                b = self.builder.binary(ir::BinaryOp::And, scalar, b, below_width);
            }
            _ => {}
        }
        let Some(operator) = integer_op(op, signed) else { return Operand::Const(0) };
        let result = self.builder.binary(operator, scalar, a, b);
        self.narrowed_result(ty, scalar, (a, b), result)
    }

    /// Lowers an operation in the type of a wide bit-field, which is narrower than its container.
    fn narrowed_result(
        &mut self,
        ty: Type,
        scalar: Ty,
        (a, b): (Operand, Operand),
        result: Operand,
    ) -> Operand {
        if self.unit.unit.types.narrow_bits(ty).is_none() {
            return result;
        }
        let narrowed = self.narrow(result, ty);
        if self.unit.unit.types.is_signed(ty) {
            let holds = self.builder.compare(CompareOp::Eq, scalar, narrowed, result);
            self.builder.check(CheckKind::SignedOverflow, holds, scalar, a, b);
        }
        narrowed
    }

    /// Truncates and extends a value of the type of a wide bit-field in its container; other values are unchanged.
    pub(super) fn narrow(&mut self, value: Operand, ty: Type) -> Operand {
        let types = &self.unit.unit.types;
        let (Some(width), Some(scalar)) = (types.narrow_bits(ty), self.unit.unit.scalar(ty)) else {
            return value;
        };
        self.extract(scalar, value, 0, width, ty)
    }

    fn check_overflow(&mut self, op: BinaryOp, ty: Ty, a: Operand, b: Operand) {
        let op = match op {
            BinaryOp::Add => FitsOp::Add,
            BinaryOp::Sub => FitsOp::Sub,
            _ => FitsOp::Mul,
        };
        let holds = self.builder.fits(op, true, ty, a, b);
        self.builder.check(CheckKind::SignedOverflow, holds, ty, a, b);
    }

    fn check_division(&mut self, ty: Ty, signed: bool, a: Operand, b: Operand) {
        let holds = self.builder.compare(CompareOp::Ne, ty, b, Operand::Const(0));
        self.builder.check(CheckKind::DivisionByZero, holds, ty, a, b);
        let bits = ty.bits(64);
        let minus_one = ir::eval::mask(u128::MAX, bits);
        let harmless = b.constant().is_some_and(|b| u128::from(b) != minus_one);
        if signed && !harmless {
            let holds = self.builder.fits(FitsOp::Div, true, ty, a, b);
            self.builder.check(CheckKind::DivisionOverflow, holds, ty, a, b);
        }
    }

    /// Checks that the amount of a shift is below the width. The amount has the type of the shifted value.
    fn check_amount(
        &mut self,
        shifted: Type,
        ty: Ty,
        amount: Operand,
        amount_type: Type,
    ) -> Operand {
        let from = self.unit.unit.scalar(amount_type).unwrap_or(Ty::I32);
        let narrow = self.unit.unit.types.narrow_bits(shifted);
        let width = Operand::Const(u64::from(narrow.unwrap_or(ty.bits(64))));
        let holds = self.builder.compare(CompareOp::Ult, from, amount, width);
        self.builder.check(CheckKind::Shift, holds, from, amount, width);
        self.resize(amount, from, ty, false)
    }

    /// Checks by C11 6.5.7 that a signed value that is shifted to the left is not negative, and neither is the result.
    fn check_shifted(&mut self, ty: Ty, a: Operand, b: Operand) {
        let positive = self.builder.compare(CompareOp::Sle, ty, Operand::Const(0), a);
        let fits = self.builder.fits(FitsOp::Shl, true, ty, a, b);
        let holds = match (positive, fits) {
            (Operand::Const(0), _) | (_, Operand::Const(0)) => Operand::Const(0),
            (Operand::Const(_), other) | (other, Operand::Const(_)) => other,
            _ => self.builder.binary(ir::BinaryOp::And, Ty::I1, positive, fits),
        };
        self.builder.check(CheckKind::SignedOverflow, holds, ty, a, b);
    }

    /// Lowers a comparison to one bit.
    pub(super) fn comparison(&mut self, op: BinaryOp, ty: Type, a: Operand, b: Operand) -> Operand {
        let scalar = self.unit.unit.scalar(ty).unwrap_or(Ty::I32);
        if scalar.is_float() {
            self.reject_quad(ty);
            let Some((op, exchanged)) = float_compare_op(op) else {
                return Operand::Const(0);
            };
            let (a, b) = if exchanged { (b, a) } else { (a, b) };
            let dst = self.builder.temporary(Ty::I1);
            self.builder.emit(Instr::FloatCompare { op, ty: scalar, dst, a, b });
            return Operand::Reg(dst);
        }
        let Some((op, exchanged)) = compare_op(op, self.unit.unit.types.is_signed(ty)) else {
            return Operand::Const(0);
        };
        let (a, b) = if exchanged { (b, a) } else { (a, b) };
        self.builder.compare(op, scalar, a, b)
    }

    /// Converts a scalar to another scalar type.
    /// Implements `CAST` of *SL CPA*.
    pub(super) fn convert(&mut self, value: Operand, from: Type, to: Type) -> Operand {
        if from == to {
            return value;
        }
        let (Some(source), Some(target)) = (self.unit.unit.scalar(from), self.unit.unit.scalar(to))
        else {
            return value;
        };
        if self.is_bool(to) {
            let bit = self.nonzero(value, from);
            return self.builder.cast(CastOp::ZExt, Ty::I1, Ty::I8, bit);
        }
        let signed = self.unit.unit.types.is_signed(from);
        match (source, target) {
            (Ty::Ptr, Ty::Ptr) => value,
            (Ty::Ptr, _) => {
                let word = self.builder.word();
                let address = self.builder.cast(CastOp::PtrToInt, Ty::Ptr, word, value);
                self.resize(address, word, target, false)
            }
            (_, Ty::Ptr) => {
                let word = self.builder.word();
                let address = self.resize(value, source, word, signed);
                self.builder.cast(CastOp::IntToPtr, word, Ty::Ptr, address)
            }
            _ if source.is_float() || target.is_float() => {
                self.convert_float(value, from, to, source, target)
            }
            _ => {
                let resized = self.resize(value, source, target, signed);
                self.narrow(resized, to)
            }
        }
    }

    fn convert_float(
        &mut self,
        value: Operand,
        from: Type,
        to: Type,
        source: Ty,
        target: Ty,
    ) -> Operand {
        self.reject_quad(from);
        self.reject_quad(to);
        if source == target {
            return value;
        }
        let types = &self.unit.unit.types;
        let (from_signed, to_signed) = (types.is_signed(from), types.is_signed(to));
        if source.is_float() && target.is_float() {
            return self.builder.cast(CastOp::FloatToFloat, source, target, value);
        }
        if target.is_float() {
            let op = if from_signed { CastOp::SignedToFloat } else { CastOp::UnsignedToFloat };
            return self.builder.cast(op, source, target, value);
        }
        let holds = self.builder.temporary(Ty::I1);
        self.builder.emit(Instr::FloatFits {
            signed: to_signed,
            from: source,
            to: target,
            dst: holds,
            a: value,
        });
        self.builder.check(CheckKind::FloatToInt, Operand::Reg(holds), source, value, value);
        let op = if to_signed { CastOp::FloatToSigned } else { CastOp::FloatToUnsigned };
        let result = self.builder.cast(op, source, target, value);
        self.narrow(result, to)
    }
}
