//! Lowering of builtins to instructions.

use ir::{CastOp, CheckKind, CompareOp, FitsOp, FloatCompareOp, Instr, Operand, Terminator, Ty};

use super::function::FunctionLowering;
use crate::tree::{BinaryOp, Builtin, Expr};
use crate::types::Type;

impl FunctionLowering<'_, '_> {
    /// Lowers a builtin whose result has the type `ty`.
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
            Builtin::Alloca(align) => return self.alloca(first, align),
            Builtin::Bits(op) => return self.count_bits(op, first_type, first, ty),
            Builtin::FindFirstSet => return self.find_first_set(first_type, first),
            Builtin::Parity => {
                let ones = self.builder.unary(ir::UnaryOp::Ones, first_type, first);
                let odd =
                    self.builder.binary(ir::BinaryOp::And, first_type, ones, Operand::Const(1));
                return self.resize(odd, first_type, Ty::I32, false);
            }
            Builtin::SignCopies => return self.sign_copies(first_type, first),
            Builtin::Overflow(op) => {
                let to = self.unit.unit.types.pointee(args[2].ty.ty);
                let target = to.map_or(args[0].ty.ty, |to| to.ty);
                let (lost, wrapped) = self.overflow(op, args, &values, target);
                let ty = self.unit.unit.scalar(target).unwrap_or(Ty::I32);
                self.builder.emit(Instr::Store { ty, ptr: values[2], value: wrapped });
                return lost;
            }
            Builtin::OverflowTest(op) => {
                return self.overflow(op, args, &values, args[2].ty.ty).0;
            }
            Builtin::Unordered => {
                return self.float_test(FloatCompareOp::Unordered, first_type, first, second);
            }
            Builtin::FloatCompare(op) => {
                let bit = self.comparison(op, args[0].ty.ty, first, second);
                return self.builder.cast(CastOp::ZExt, Ty::I1, Ty::I32, bit);
            }
            Builtin::SignBit => return self.sign_bit(first_type, first),
            Builtin::FloatAbs => return self.float_abs(first_type, first),
            Builtin::IsNormal => {
                let absolute = self.float_abs(first_type, first);
                let normal = self.is_normal(first_type, absolute);
                return self.builder.cast(CastOp::ZExt, Ty::I1, Ty::I32, normal);
            }
            Builtin::InfinitySign => {
                let absolute = self.float_abs(first_type, first);
                let infinity = self.float_literal(first_type, "inf");
                let found = self.float_bit(FloatCompareOp::Eq, first_type, absolute, infinity);
                let sign = self.sign_bit(first_type, first);
                let negative =
                    self.builder.compare(CompareOp::Ne, Ty::I32, sign, Operand::Const(0));
                let minus = Operand::Const(0xffff_ffff);
                let signed = self.select(Ty::I32, negative, minus, Operand::Const(1));
                return self.select(Ty::I32, found, signed, Operand::Const(0));
            }
            Builtin::LessGreater => {
                let less = self.float_bit(FloatCompareOp::Lt, first_type, first, second);
                let greater = self.float_bit(FloatCompareOp::Lt, first_type, second, first);
                let either = self.builder.binary(ir::BinaryOp::Or, Ty::I1, less, greater);
                return self.builder.cast(CastOp::ZExt, Ty::I1, Ty::I32, either);
            }
            Builtin::FloatClass => return self.float_class(first_type, &values),
            Builtin::IsFinite | Builtin::IsInfinite => {
                let absolute = self.float_abs(first_type, first);
                let infinity = self.float_literal(first_type, "inf");
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
                let result = if scalar == Ty::Ptr {
                    let word = self.builder.word();
                    let zero = Operand::Const(0);
                    let offset = if op == BinaryOp::Sub {
                        self.builder.binary(ir::BinaryOp::Sub, word, zero, second)
                    } else {
                        second
                    };
                    self.builder.offset(old, offset)
                } else {
                    self.wrapping(op, scalar, old, second)
                };
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
            Builtin::AtomicLoad | Builtin::AtomicStore | Builtin::AtomicExchange => {
                self.copy_atomically(builtin, args, &values);
            }
            Builtin::AtomicCompareExchange { by_value } => {
                let to = self.unit.unit.types.pointee(args[0].ty.ty);
                let ty = to.and_then(|to| self.unit.unit.scalar(to.ty)).unwrap_or(Ty::I32);
                return self.compare_exchange(by_value, ty, &values);
            }
            Builtin::CompareSwap { as_bool } => return self.compare_swap(as_bool, &types, &values),
        }
        Operand::Const(0)
    }

    /// Allocates memory that lives until the function returns.
    fn alloca(&mut self, size: Operand, align: u32) -> Operand {
        let ty = self.unit.source_type(self.unit.unit.types.void);
        let position = self.builder.position;
        self.builder.body.locals.push(ir::Local { name: String::new(), ty, position });
        let local = ir::LocalId::new(self.builder.body.locals.len() - 1);
        let dst = self.builder.temporary(Ty::Ptr);
        self.builder.emit(Instr::Begin { dst, local, size, align });
        Operand::Reg(dst)
    }

    fn count_bits(&mut self, op: ir::UnaryOp, from: Ty, value: Operand, result: Type) -> Operand {
        if matches!(op, ir::UnaryOp::LeadingZeros | ir::UnaryOp::TrailingZeros) {
            // The result is undefined for zero.
            let holds = self.builder.compare(CompareOp::Ne, from, value, Operand::Const(0));
            self.builder.check(CheckKind::Unreachable, holds, from, value, value);
        }
        let counted = self.builder.unary(op, from, value);
        let target = self.unit.unit.scalar(result).unwrap_or(Ty::I32);
        self.resize(counted, from, target, false)
    }

    /// Returns one plus the number of the lowest set bit, or zero.
    fn find_first_set(&mut self, from: Ty, value: Operand) -> Operand {
        let zeros = self.builder.unary(ir::UnaryOp::TrailingZeros, from, value);
        let next = self.builder.binary(ir::BinaryOp::Add, from, zeros, Operand::Const(1));
        let next = self.resize(next, from, Ty::I32, false);
        let cond = self.builder.compare(CompareOp::Ne, from, value, Operand::Const(0));
        let dst = self.builder.temporary(Ty::I32);
        self.builder.emit(Instr::Select { ty: Ty::I32, dst, cond, a: next, b: Operand::Const(0) });
        Operand::Reg(dst)
    }

    /// Counts the leading bits that equal the sign bit, without the sign bit itself.
    fn sign_copies(&mut self, ty: Ty, value: Operand) -> Operand {
        let bits = u64::from(ty.bits(64));
        let top = Operand::Const(bits - 1);
        let sign = self.builder.binary(ir::BinaryOp::AShr, ty, value, top);
        let folded = self.builder.binary(ir::BinaryOp::Xor, ty, value, sign);
        let zeros = self.builder.unary(ir::UnaryOp::LeadingZeros, ty, folded);
        let copies = self.builder.binary(ir::BinaryOp::Sub, ty, zeros, Operand::Const(1));
        self.resize(copies, ty, Ty::I32, false)
    }

    /// Computes in the type `target`; returns whether the operation overflows, and the wrapped result.
    fn overflow(
        &mut self,
        op: FitsOp,
        args: &[Expr],
        values: &[Operand],
        target: Type,
    ) -> (Operand, Operand) {
        let types = &self.unit.unit.types;
        let operands = [args[0].ty.ty, args[1].ty.ty];
        let target_signed = types.is_signed(target);
        let wide = |ty: &Type| types.int_bits(*ty) > 64;
        // If the target is wide, the computation has its signedness, and the operands must be representable in it.
        let signed = target_signed || !wide(&target);
        let exact = |ty: &Type| !wide(ty) && (signed || !types.is_signed(*ty)) || *ty == target;
        if (wide(&target) || operands.iter().any(wide)) && !operands.iter().all(exact) {
            self.unsupported("arithmetic with overflow that mixes types of 128 bits");
        }
        let mut wide = Vec::new();
        for (arg, value) in args.iter().zip(values).take(2) {
            let scalar = self.unit.unit.scalar(arg.ty.ty).unwrap_or(Ty::I32);
            let signed = self.unit.unit.types.is_signed(arg.ty.ty);
            wide.push(self.resize(*value, scalar, Ty::I128, signed));
        }
        let exact = self.builder.fits(op, signed, Ty::I128, wide[0], wide[1]);
        let op = match op {
            FitsOp::Add => ir::BinaryOp::Add,
            FitsOp::Sub => ir::BinaryOp::Sub,
            _ => ir::BinaryOp::Mul,
        };
        let result = self.builder.binary(op, Ty::I128, wide[0], wide[1]);
        let scalar = self.unit.unit.scalar(target).unwrap_or(Ty::I32);
        let wrapped = self.resize(result, Ty::I128, scalar, false);
        let back = self.resize(wrapped, scalar, Ty::I128, target_signed);
        let same = self.builder.compare(CompareOp::Eq, Ty::I128, back, result);
        let fine = self.builder.binary(ir::BinaryOp::And, Ty::I1, same, exact);
        let lost = self.builder.not(fine);
        (self.builder.cast(CastOp::ZExt, Ty::I1, Ty::I8, lost), wrapped)
    }

    fn float_literal(&mut self, ty: Ty, text: &str) -> Operand {
        let bits = ir::eval::parse_float(ty, text).unwrap_or(0);
        self.builder.constant(ty, bits)
    }

    fn select(&mut self, ty: Ty, cond: Operand, a: Operand, b: Operand) -> Operand {
        let dst = self.builder.temporary(ty);
        self.builder.emit(Instr::Select { ty, dst, cond, a, b });
        Operand::Reg(dst)
    }

    fn float_bit(&mut self, op: FloatCompareOp, ty: Ty, a: Operand, b: Operand) -> Operand {
        let dst = self.builder.temporary(Ty::I1);
        self.builder.emit(Instr::FloatCompare { op, ty, dst, a, b });
        Operand::Reg(dst)
    }

    /// Lowers a float comparison to an `int`.
    fn float_test(&mut self, op: FloatCompareOp, ty: Ty, a: Operand, b: Operand) -> Operand {
        let bit = self.float_bit(op, ty, a, b);
        self.builder.cast(CastOp::ZExt, Ty::I1, Ty::I32, bit)
    }

    /// Computes whether an absolute value is normal: at least the smallest normal number, and less than infinity.
    fn is_normal(&mut self, ty: Ty, absolute: Operand) -> Operand {
        let smallest = match ty {
            Ty::F32 => "0x1p-126",
            Ty::F64 => "0x1p-1022",
            _ => "0x1p-16382",
        };
        let smallest = self.float_literal(ty, smallest);
        let infinity = self.float_literal(ty, "inf");
        let large = self.float_bit(FloatCompareOp::Le, ty, smallest, absolute);
        let finite = self.float_bit(FloatCompareOp::Lt, ty, absolute, infinity);
        self.builder.binary(ir::BinaryOp::And, Ty::I1, large, finite)
    }

    /// Lowers `fpclassify`: the value, and the results for NaN, infinite, normal, subnormal, zero.
    fn float_class(&mut self, ty: Ty, values: &[Operand]) -> Operand {
        let (value, class) = (values[0], &values[1..]);
        let absolute = self.float_abs(ty, value);
        let (zero, infinity) = (self.float_literal(ty, "0"), self.float_literal(ty, "inf"));
        let is_zero = self.float_bit(FloatCompareOp::Eq, ty, absolute, zero);
        let mut found = self.select(Ty::I32, is_zero, class[4], class[3]);
        let normal = self.is_normal(ty, absolute);
        found = self.select(Ty::I32, normal, class[2], found);
        let infinite = self.float_bit(FloatCompareOp::Eq, ty, absolute, infinity);
        found = self.select(Ty::I32, infinite, class[1], found);
        let nan = self.float_bit(FloatCompareOp::Unordered, ty, value, value);
        self.select(Ty::I32, nan, class[0], found)
    }

    /// Returns the bits of a float of 32 or 64 bits; an extended one is converted to 64 bits first, which keeps its sign.
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
            // Negate it if its sign is set: there is no integer type of its width.
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

    /// Copies objects of any type between two pointers.
    fn copy_atomically(&mut self, builtin: Builtin, args: &[Expr], values: &[Operand]) {
        let types = &self.unit.unit.types;
        let object = types.pointee(args[0].ty.ty).map(|to| to.ty);
        let size = object.and_then(|ty| types.layout(ty)).map_or(0, |layout| layout.size);
        let scalar = object.and_then(|ty| self.unit.unit.scalar(ty));
        let (first, second) = (values[0], values[1]);
        match (builtin, scalar) {
            // The new value and the destination of the old one may alias.
            (Builtin::AtomicExchange, Some(ty)) => {
                let new = self.builder.load(ty, second);
                let old = self.builder.load(ty, first);
                self.builder.emit(Instr::Store { ty, ptr: first, value: new });
                self.builder.emit(Instr::Store { ty, ptr: values[2], value: old });
            }
            (Builtin::AtomicExchange, None) => {
                let size = Operand::Const(size);
                self.builder.emit(Instr::Copy { to: values[2], from: first, size });
                self.builder.emit(Instr::Copy { to: first, from: second, size });
            }
            (Builtin::AtomicLoad, _) => {
                let size = Operand::Const(size);
                self.builder.emit(Instr::Copy { to: second, from: first, size });
            }
            _ => {
                let size = Operand::Const(size);
                self.builder.emit(Instr::Copy { to: first, from: second, size });
            }
        }
    }

    fn compare_exchange(&mut self, by_value: bool, ty: Ty, values: &[Operand]) -> Operand {
        let (object, expected) = (values[0], values[1]);
        let desired = if by_value { values[2] } else { self.builder.load(ty, values[2]) };
        let old = self.builder.load(ty, object);
        let wanted = self.builder.load(ty, expected);
        let equal = self.builder.compare(CompareOp::Eq, ty, old, wanted);
        let new = self.select(ty, equal, desired, old);
        self.builder.emit(Instr::Store { ty, ptr: object, value: new });
        // The expected value becomes the old one, also if they are equal.
        self.builder.emit(Instr::Store { ty, ptr: expected, value: old });
        self.builder.cast(CastOp::ZExt, Ty::I1, Ty::I8, equal)
    }
}
