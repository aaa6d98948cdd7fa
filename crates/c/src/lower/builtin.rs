//! Builtins that are instructions.

use ir::{CastOp, CheckKind, CompareOp, FitsOp, FloatCompareOp, Instr, Operand, Terminator, Ty};

use super::function::FunctionLowering;
use crate::tree::{BinaryOp, Builtin, Expr};
use crate::types::Type;

impl FunctionLowering<'_, '_> {
    /// A builtin whose result has the type `ty`.
    pub(super) fn builtin(&mut self, builtin: Builtin, args: &[Expr], ty: Type) -> Operand {
        let types: Vec<Ty> =
            args.iter().map(|arg| self.unit.unit.scalar(arg.ty.ty).unwrap_or(Ty::Ptr)).collect();
        if builtin == Builtin::Nothing {
            args.iter().for_each(|arg| self.effect(arg));
            return Operand::Const(0);
        }
        let values: Vec<Operand> = args.iter().map(|arg| self.value(arg)).collect();
        let first = values.first().copied().unwrap_or(Operand::Const(0));
        let second = values.get(1).copied().unwrap_or(first);
        let first_type = types.first().copied().unwrap_or(Ty::I32);
        match builtin {
            Builtin::VaStart => self.builder.emit(Instr::VaStart { list: first }),
            Builtin::VaEnd => self.builder.emit(Instr::VaEnd { list: first }),
            Builtin::VaCopy => self.builder.emit(Instr::VaCopy { to: first, from: second }),
            Builtin::Nothing => {}
            Builtin::Unreachable => {
                let zero = Operand::Const(0);
                self.builder.check(CheckKind::Unreachable, zero, Ty::I1, zero, zero);
                self.builder.terminate(Terminator::Unreachable);
            }
            Builtin::Alloca => return self.alloca(first),
            Builtin::Bits(op) => return self.count_bits(op, first_type, first, ty),
            Builtin::FindFirstSet => return self.find_first_set(first_type, first),
            Builtin::Parity => {
                let ones = self.builder.unary(ir::UnaryOp::Ones, first_type, first);
                let odd =
                    self.builder.binary(ir::BinaryOp::And, first_type, ones, Operand::Const(1));
                return self.resize(odd, first_type, Ty::I32, false);
            }
            Builtin::Overflow(op) => return self.overflow(op, args, &values),
            Builtin::Unordered => {
                return self.float_test(FloatCompareOp::Unordered, first_type, first, second);
            }
            Builtin::FloatCompare(op) => {
                let bit = self.comparison(op, args[0].ty.ty, first, second);
                return self.builder.cast(CastOp::ZExt, Ty::I1, Ty::I32, bit);
            }
            Builtin::SignBit => return self.sign_bit(first_type, first),
            Builtin::FloatAbs => return self.float_abs(first_type, first),
            Builtin::IsFinite | Builtin::IsInfinite => {
                let absolute = self.float_abs(first_type, first);
                let infinity = ir::eval::parse_float(first_type, "inf").unwrap_or(0);
                let infinity = self.builder.constant(first_type, infinity);
                let op = if builtin == Builtin::IsFinite {
                    FloatCompareOp::Lt
                } else {
                    FloatCompareOp::Eq
                };
                return self.float_test(op, first_type, absolute, infinity);
            }
            Builtin::FetchOp { op, nand, new } => {
                let scalar = self.unit.unit.scalar(ty).unwrap_or(Ty::I32);
                let old = self.builder.load(scalar, first);
                let result = self.wrapping(op, scalar, old, second);
                let result = if nand {
                    self.builder.unary(ir::UnaryOp::Not, scalar, result)
                } else {
                    result
                };
                self.builder.emit(Instr::Store { ty: scalar, ptr: first, value: result });
                return if new { result } else { old };
            }
            Builtin::Exchange => {
                let scalar = self.unit.unit.scalar(ty).unwrap_or(Ty::I32);
                let old = self.builder.load(scalar, first);
                self.builder.emit(Instr::Store { ty: scalar, ptr: first, value: second });
                return old;
            }
            Builtin::CompareSwap { as_bool } => return self.compare_swap(as_bool, &types, &values),
        }
        Operand::Const(0)
    }

    /// A block that lives until the function returns.
    fn alloca(&mut self, size: Operand) -> Operand {
        let ty = self.unit.source_type(self.unit.unit.types.void);
        let position = self.builder.position;
        self.builder.body.locals.push(ir::Local { name: String::new(), ty, position });
        let local = ir::LocalId::new(self.builder.body.locals.len() - 1);
        let dst = self.builder.temporary(Ty::Ptr);
        self.builder.emit(Instr::Begin { dst, local, size, align: 16 });
        Operand::Reg(dst)
    }

    fn count_bits(&mut self, op: ir::UnaryOp, from: Ty, value: Operand, result: Type) -> Operand {
        if matches!(op, ir::UnaryOp::LeadingZeros | ir::UnaryOp::TrailingZeros) {
            // Undefined for zero.
            let holds = self.builder.compare(CompareOp::Ne, from, value, Operand::Const(0));
            self.builder.check(CheckKind::Unreachable, holds, from, value, value);
        }
        let counted = self.builder.unary(op, from, value);
        let target = self.unit.unit.scalar(result).unwrap_or(Ty::I32);
        self.resize(counted, from, target, false)
    }

    /// One plus the number of the lowest set bit, or zero.
    fn find_first_set(&mut self, from: Ty, value: Operand) -> Operand {
        let zeros = self.builder.unary(ir::UnaryOp::TrailingZeros, from, value);
        let next = self.builder.binary(ir::BinaryOp::Add, from, zeros, Operand::Const(1));
        let next = self.resize(next, from, Ty::I32, false);
        let cond = self.builder.compare(CompareOp::Ne, from, value, Operand::Const(0));
        let dst = self.builder.temporary(Ty::I32);
        self.builder.emit(Instr::Select { ty: Ty::I32, dst, cond, a: next, b: Operand::Const(0) });
        Operand::Reg(dst)
    }

    /// Exact in 128 bits, wrapped into the target; the result says whether anything was lost.
    fn overflow(&mut self, op: FitsOp, args: &[Expr], values: &[Operand]) -> Operand {
        let types = &self.unit.unit.types;
        let target = types.pointee(args[2].ty.ty).map_or(args[0].ty.ty, |to| to.ty);
        let target_signed = types.is_signed(target);
        if [args[0].ty.ty, args[1].ty.ty, target].iter().any(|ty| types.int_bits(*ty) > 64) {
            self.unsupported("arithmetic with overflow in 128 bits");
        }
        let mut wide = Vec::new();
        for (arg, value) in args.iter().zip(values).take(2) {
            let scalar = self.unit.unit.scalar(arg.ty.ty).unwrap_or(Ty::I32);
            let signed = self.unit.unit.types.is_signed(arg.ty.ty);
            wide.push(self.resize(*value, scalar, Ty::I128, signed));
        }
        let exact = self.builder.fits(op, true, Ty::I128, wide[0], wide[1]);
        let op = match op {
            FitsOp::Add => ir::BinaryOp::Add,
            FitsOp::Sub => ir::BinaryOp::Sub,
            _ => ir::BinaryOp::Mul,
        };
        let result = self.builder.binary(op, Ty::I128, wide[0], wide[1]);
        let scalar = self.unit.unit.scalar(target).unwrap_or(Ty::I32);
        let wrapped = self.resize(result, Ty::I128, scalar, false);
        self.builder.emit(Instr::Store { ty: scalar, ptr: values[2], value: wrapped });
        let back = self.resize(wrapped, scalar, Ty::I128, target_signed);
        let same = self.builder.compare(CompareOp::Eq, Ty::I128, back, result);
        let fine = self.builder.binary(ir::BinaryOp::And, Ty::I1, same, exact);
        let lost = self.builder.not(fine);
        self.builder.cast(CastOp::ZExt, Ty::I1, Ty::I8, lost)
    }

    /// A float comparison as an `int`.
    fn float_test(&mut self, op: FloatCompareOp, ty: Ty, a: Operand, b: Operand) -> Operand {
        let dst = self.builder.temporary(Ty::I1);
        self.builder.emit(Instr::FloatCompare { op, ty, dst, a, b });
        self.builder.cast(CastOp::ZExt, Ty::I1, Ty::I32, Operand::Reg(dst))
    }

    /// The bits of a float of 32 or 64 bits; an extended one is narrowed first, which keeps its sign.
    fn float_bits(&mut self, ty: Ty, value: Operand) -> (Ty, Operand) {
        match ty {
            Ty::F32 => (Ty::I32, self.builder.cast(CastOp::Bits, Ty::F32, Ty::I32, value)),
            Ty::F64 => (Ty::I64, self.builder.cast(CastOp::Bits, Ty::F64, Ty::I64, value)),
            _ => {
                let narrow = self.builder.cast(CastOp::FloatToFloat, ty, Ty::F64, value);
                (Ty::I64, self.builder.cast(CastOp::Bits, Ty::F64, Ty::I64, narrow))
            }
        }
    }

    fn sign_bit(&mut self, ty: Ty, value: Operand) -> Operand {
        let (int, bits) = self.float_bits(ty, value);
        let top = Operand::Const(u64::from(int.bits(64) - 1));
        let sign = self.builder.binary(ir::BinaryOp::LShr, int, bits, top);
        self.resize(sign, int, Ty::I32, false)
    }

    fn float_abs(&mut self, ty: Ty, value: Operand) -> Operand {
        if ty == Ty::F80 {
            // Negated if its sign is set: the format has no integer type of its width.
            let sign = self.sign_bit(ty, value);
            let cond = self.builder.compare(CompareOp::Ne, Ty::I32, sign, Operand::Const(0));
            let negated = self.builder.temporary(ty);
            self.builder.emit(Instr::FloatNeg { ty, dst: negated, a: value });
            let dst = self.builder.temporary(ty);
            self.builder.emit(Instr::Select { ty, dst, cond, a: negated.into(), b: value });
            return Operand::Reg(dst);
        }
        let (int, bits) = self.float_bits(ty, value);
        let rest = ir::eval::mask(u128::MAX, int.bits(64) - 1);
        let rest = self.builder.constant(int, rest);
        let absolute = self.builder.binary(ir::BinaryOp::And, int, bits, rest);
        self.builder.cast(CastOp::Bits, int, ty, absolute)
    }

    fn wrapping(&mut self, op: BinaryOp, ty: Ty, a: Operand, b: Operand) -> Operand {
        let op = crate::sema::integer_op(op, false).unwrap_or(ir::BinaryOp::Add);
        self.builder.binary(op, ty, a, b)
    }

    fn compare_swap(&mut self, as_bool: bool, types: &[Ty], values: &[Operand]) -> Operand {
        let ty = types[1];
        let (pointer, expected, new) = (values[0], values[1], values[2]);
        let old = self.builder.load(ty, pointer);
        let equal = self.builder.compare(CompareOp::Eq, ty, old, expected);
        let dst = self.builder.temporary(ty);
        self.builder.emit(Instr::Select { ty, dst, cond: equal, a: new, b: old });
        self.builder.emit(Instr::Store { ty, ptr: pointer, value: dst.into() });
        if as_bool { self.builder.cast(CastOp::ZExt, Ty::I1, Ty::I8, equal) } else { old }
    }
}
