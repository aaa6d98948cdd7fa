//! Lowering of expressions.
//!
//! An expression is lowered in one of three ways: [`effect`](FunctionLowering::effect) for its effects,
//! [`value`](FunctionLowering::value) to a scalar, [`aggregate`](FunctionLowering::aggregate) to the address of a struct.
//! Conditions become branches directly.

use ir::{BlockId, CastOp, CheckKind, CompareOp, FitsOp, Instr, Operand, Ty};

use super::function::{FunctionLowering, Home};
use crate::tree::{BinaryOp, Block, DeclId, Expr, ExprKind, UnaryOp, Within};
use crate::types::{FloatKind, Type};

impl FunctionLowering<'_, '_> {
    /// Lowers `inner` at the position of an expression.
    pub(super) fn at<T>(&mut self, expr: &Expr, inner: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.builder.position;
        self.builder.position = self.unit.position(expr.position);
        let result = inner(self);
        self.builder.position = outer;
        result
    }

    /// Implements `EXPRESSION` of *Sel/Upd*.
    pub(super) fn effect(&mut self, expr: &Expr) {
        let types = &self.unit.unit.types;
        match &expr.kind {
            // A value that is not used is read only if it is volatile or behind a pointer.
            ExprKind::Decl(_) | ExprKind::Const(_) | ExprKind::Str(_) => {}
            ExprKind::Cast(inner) if types.is_void(expr.ty.ty) => self.effect(inner),
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.effect(b);
            }
            ExprKind::Conditional(cond, a, b) => {
                let (then, otherwise, end) =
                    (self.builder.new_block(), self.builder.new_block(), self.builder.new_block());
                self.branch(cond, then, otherwise);
                for (block, branch) in [(then, a), (otherwise, b)] {
                    self.builder.switch_to(block);
                    self.effect(branch);
                    self.builder.jump(end);
                }
                self.builder.switch_to(end);
            }
            ExprKind::Logical { and, a, b } => {
                let (second, end) = (self.builder.new_block(), self.builder.new_block());
                if *and {
                    self.branch(a, second, end);
                } else {
                    self.branch(a, end, second);
                }
                self.builder.switch_to(second);
                self.effect(b);
                self.builder.jump(end);
                self.builder.switch_to(end);
            }
            ExprKind::Statements(block) => {
                self.statements(block);
            }
            // The old value is not needed.
            ExprKind::Step { target, increment, size, .. } => {
                self.at(expr, |lowering| lowering.step(target, *increment, false, size.as_deref()));
            }
            ExprKind::Bounds(bounds, inner) => {
                self.compute_bounds(bounds);
                self.effect(inner);
            }
            _ if types.is_scalar(expr.ty.ty) || types.is_void(expr.ty.ty) => {
                self.value(expr);
            }
            _ if types.record_id(expr.ty.ty).is_some() => self.at(expr, |lowering| {
                let address = lowering.aggregate(expr);
                if expr.is_lvalue() {
                    lowering.read_ends(address, expr.ty.ty);
                }
            }),
            _ => {
                if expr.is_lvalue() {
                    self.lvalue(expr);
                }
            }
        }
    }

    /// Lowers a scalar expression and returns its value; for `void`, an arbitrary operand.
    pub(super) fn value(&mut self, expr: &Expr) -> Operand {
        self.at(expr, |lowering| lowering.value_inner(expr))
    }

    /// Implements `CONST`, `LHS`, `ADDRESSOF` and `BINEXP` of *SL CPA*.
    fn value_inner(&mut self, expr: &Expr) -> Operand {
        let ty = expr.ty.ty;
        match &expr.kind {
            ExprKind::Error => Operand::Const(0),
            ExprKind::Const(bits) => match self.unit.unit.scalar(ty) {
                Some(scalar) => self.builder.constant(scalar, *bits),
                None => Operand::Const(0),
            },
            ExprKind::LabelAddress(label) => Operand::Const(u64::from(label.0) + 1),
            ExprKind::Load(inner) => {
                let lvalue = self.lvalue(inner);
                self.read(lvalue, inner.ty)
            }
            ExprKind::Decay(inner) => match &inner.kind {
                ExprKind::Decl(id) if self.unit.unit.types.is_function(inner.ty.ty) => {
                    self.function_address(*id)
                }
                ExprKind::Deref(pointer) => self.value(pointer),
                _ => self.address(inner),
            },
            ExprKind::AddressOf(inner) => match inner.kind {
                ExprKind::Decl(id) if self.unit.unit.types.is_function(inner.ty.ty) => {
                    self.function_address(id)
                }
                _ => self.address(inner),
            },
            ExprKind::Cast(inner) => {
                if self.unit.unit.types.is_void(ty) {
                    self.effect(inner);
                    return Operand::Const(0);
                }
                let value = self.value(inner);
                self.convert(value, inner.ty.ty, ty)
            }
            ExprKind::Member(..) => {
                // A member of a struct that is an rvalue.
                let lvalue = self.lvalue(expr);
                self.read(lvalue, expr.ty)
            }
            ExprKind::Decl(_)
            | ExprKind::Str(_)
            | ExprKind::Deref(_)
            | ExprKind::CompoundLiteral(..) => {
                let lvalue = self.lvalue(expr);
                self.read(lvalue, expr.ty)
            }
            ExprKind::Unary(op, inner) => self.unary(*op, inner),
            ExprKind::Not(_) | ExprKind::Logical { .. } => self.truth_value(expr),
            ExprKind::Binary(op, ..) if op.is_comparison() => self.truth_value(expr),
            ExprKind::Binary(op, a, b) => {
                let x = self.value(a);
                let y = self.value(b);
                self.arithmetic(*op, a.ty.ty, x, y, b.ty.ty)
            }
            ExprKind::PointerAdd { .. } => self.pointer_add(expr, CheckKind::PointerOverflow),
            ExprKind::PointerDifference { a, b, size } => self.pointer_difference(a, b, size),
            ExprKind::Conditional(cond, a, b) => self.conditional(cond, a, b),
            ExprKind::ConditionalOmitted { value, otherwise } => {
                self.conditional_omitted(value, otherwise)
            }
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.value(b)
            }
            ExprKind::Assign(target, value) => self.assign(target, value),
            ExprKind::AssignOp { op, target, value, compute } => {
                self.assign_op(*op, target, value, *compute)
            }
            ExprKind::AssignPointer { target, index, size, negative } => {
                let lvalue = self.lvalue(target);
                let offset = self.scaled(index, size, *negative, None, CheckKind::PointerOverflow);
                let old = self.read(lvalue, target.ty);
                let new = self.builder.offset(old, offset);
                self.write(lvalue, target.ty, new)
            }
            ExprKind::Step { target, increment, postfix, size } => {
                self.step(target, *increment, *postfix, size.as_deref())
            }
            ExprKind::Call { callee, args, result } => self.call(expr, callee, args, *result),
            ExprKind::Copied(_, inner) => self.value(inner),
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args, ty),
            ExprKind::Statements(block) => self.statements(block),
            ExprKind::VaArg(list) => {
                let list = self.value(list);
                let scalar = self.unit.unit.scalar(ty).unwrap_or(Ty::I32);
                let dst = self.builder.temporary(scalar);
                self.builder.emit(Instr::VaArg { ty: scalar, dst, list, aggregate: None });
                Operand::Reg(dst)
            }
            ExprKind::Bounds(bounds, inner) => {
                self.compute_bounds(bounds);
                self.value(inner)
            }
        }
    }

    /// Lowers an expression of struct type and returns the address of its value, which is valid until the end of the scope.
    pub(super) fn aggregate(&mut self, expr: &Expr) -> Operand {
        self.at(expr, |lowering| lowering.aggregate_inner(expr))
    }

    fn aggregate_inner(&mut self, expr: &Expr) -> Operand {
        match &expr.kind {
            ExprKind::Load(inner) => self.address(inner),
            ExprKind::Call { callee, args, result } => {
                self.call(expr, callee, args, *result);
                result.map_or(Operand::Const(0), |id| self.hidden_address(id))
            }
            ExprKind::Copied(id, inner) => {
                let from = self.aggregate(inner);
                let to = self.hidden_address(*id);
                self.copy(to, from, expr.ty.ty);
                to
            }
            ExprKind::Assign(target, value) => {
                // The value is evaluated before the address of the target.
                let from = self.aggregate(value);
                let to = self.address(target);
                self.copy(to, from, expr.ty.ty);
                to
            }
            ExprKind::Conditional(cond, a, b) => {
                let result = self.builder.temporary(Ty::Ptr);
                let (then, otherwise, end) =
                    (self.builder.new_block(), self.builder.new_block(), self.builder.new_block());
                self.branch(cond, then, otherwise);
                for (block, branch) in [(then, a), (otherwise, b)] {
                    self.builder.switch_to(block);
                    let address = self.aggregate(branch);
                    self.builder.copy_to(result, Ty::Ptr, address);
                    self.builder.jump(end);
                }
                self.builder.switch_to(end);
                Operand::Reg(result)
            }
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.aggregate(b)
            }
            ExprKind::Statements(block) => self.statements(block),
            ExprKind::VaArg(list) => {
                let list = self.value(list);
                let size = self.unit.unit.types.layout(expr.ty.ty).map_or(0, |layout| layout.size);
                let dst = self.builder.temporary(Ty::Ptr);
                self.builder.emit(Instr::VaArg { ty: Ty::Ptr, dst, list, aggregate: Some(size) });
                Operand::Reg(dst)
            }
            ExprKind::Bounds(bounds, inner) => {
                self.compute_bounds(bounds);
                self.aggregate(inner)
            }
            ExprKind::Cast(inner) => self.aggregate(inner),
            _ => self.address(expr),
        }
    }

    fn hidden_address(&self, id: DeclId) -> Operand {
        match self.homes.get(&id) {
            Some(Home::Memory(reg, _)) => Operand::Reg(*reg),
            _ => Operand::Const(0),
        }
    }

    pub(super) fn copy(&mut self, to: Operand, from: Operand, ty: Type) {
        let size = self.unit.unit.types.layout(ty).map_or(0, |layout| layout.size);
        if size > 0 {
            self.builder.emit(Instr::Copy { to, from, size: Operand::Const(size) });
        }
    }

    /// Reads the first and the last byte of a struct whose value is not used, so that the access is checked like that of a scalar.
    fn read_ends(&mut self, address: Operand, ty: Type) {
        let size = self.unit.unit.types.layout(ty).map_or(0, |layout| layout.size);
        let Some(last) = size.checked_sub(1) else { return };
        self.builder.load(Ty::I8, address);
        let end = self.builder.offset_by(address, last);
        self.builder.load(Ty::I8, end);
    }

    /// Lowers a statement expression: returns its value, or the address of a struct value.
    fn statements(&mut self, block: &Block) -> Operand {
        let outer = self.scope;
        let Some(value) = &block.value else {
            self.block(block);
            return Operand::Const(0);
        };
        self.block_open(block);
        let result = match block.result {
            Some(id) => {
                let from = self.aggregate(value);
                let to = self.hidden_address(id);
                self.copy(to, from, value.ty.ty);
                to
            }
            None => match self.unit.unit.scalar(value.ty.ty) {
                // The value is copied, because it may be a register of the block.
                Some(ty) => {
                    let operand = self.value(value);
                    let result = self.builder.temporary(ty);
                    self.builder.copy_to(result, ty, operand);
                    Operand::Reg(result)
                }
                None => {
                    self.effect(value);
                    Operand::Const(0)
                }
            },
        };
        self.leave_to(outer);
        result
    }

    /// Lowers the truth value of a scalar to one bit.
    pub(super) fn condition(&mut self, expr: &Expr) -> Operand {
        self.at(expr, |lowering| lowering.condition_inner(expr))
    }

    fn condition_inner(&mut self, expr: &Expr) -> Operand {
        match &expr.kind {
            ExprKind::Not(inner) => {
                let bit = self.condition(inner);
                self.builder.not(bit)
            }
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let x = self.value(a);
                let y = self.value(b);
                self.comparison(*op, a.ty.ty, x, y)
            }
            ExprKind::Logical { .. } => {
                let result = self.builder.temporary(Ty::I1);
                let (yes, no, end) =
                    (self.builder.new_block(), self.builder.new_block(), self.builder.new_block());
                self.branch(expr, yes, no);
                for (block, bit) in [(yes, 1), (no, 0)] {
                    self.builder.switch_to(block);
                    self.builder.copy_to(result, Ty::I1, Operand::Const(bit));
                    self.builder.jump(end);
                }
                self.builder.switch_to(end);
                Operand::Reg(result)
            }
            // A widening conversion keeps the truth value.
            ExprKind::Cast(inner) if self.widens(inner.ty.ty, expr.ty.ty) => self.condition(inner),
            _ => {
                let value = self.value(expr);
                self.nonzero(value, expr.ty.ty)
            }
        }
    }

    fn widens(&self, from: Type, to: Type) -> bool {
        let types = &self.unit.unit.types;
        types.is_integer(from) && types.is_integer(to) && types.int_bits(to) >= types.int_bits(from)
    }

    pub(super) fn nonzero(&mut self, value: Operand, ty: Type) -> Operand {
        let scalar = self.unit.unit.scalar(ty).unwrap_or(Ty::I32);
        if scalar.is_float() {
            let dst = self.builder.temporary(Ty::I1);
            let op = ir::FloatCompareOp::Ne;
            self.builder.emit(Instr::FloatCompare {
                op,
                ty: scalar,
                dst,
                a: value,
                b: Operand::Const(0),
            });
            return Operand::Reg(dst);
        }
        self.builder.compare(CompareOp::Ne, scalar, value, Operand::Const(0))
    }

    /// Lowers `!`, `&&`, `||` or a comparison to an `int`.
    fn truth_value(&mut self, expr: &Expr) -> Operand {
        let bit = self.condition(expr);
        self.builder.cast(CastOp::ZExt, Ty::I1, Ty::I32, bit)
    }

    /// Branches to one of two blocks.
    pub(super) fn branch(&mut self, cond: &Expr, then: BlockId, otherwise: BlockId) {
        self.at(cond, |lowering| match &cond.kind {
            ExprKind::Not(inner) => lowering.branch(inner, otherwise, then),
            ExprKind::Logical { and, a, b } => {
                let second = lowering.builder.new_block();
                if *and {
                    lowering.branch(a, second, otherwise);
                } else {
                    lowering.branch(a, then, second);
                }
                lowering.builder.switch_to(second);
                lowering.branch(b, then, otherwise);
            }
            ExprKind::Cast(inner) if lowering.widens(inner.ty.ty, cond.ty.ty) => {
                lowering.branch(inner, then, otherwise)
            }
            _ => {
                let bit = lowering.condition(cond);
                lowering.builder.branch(bit, then, otherwise);
            }
        });
    }

    fn conditional(&mut self, cond: &Expr, a: &Expr, b: &Expr) -> Operand {
        let Some(ty) = self.unit.unit.scalar(a.ty.ty) else {
            let (then, otherwise, end) =
                (self.builder.new_block(), self.builder.new_block(), self.builder.new_block());
            self.branch(cond, then, otherwise);
            for (block, branch) in [(then, a), (otherwise, b)] {
                self.builder.switch_to(block);
                self.effect(branch);
                self.builder.jump(end);
            }
            self.builder.switch_to(end);
            return Operand::Const(0);
        };
        // The branches have no effects, so `select` avoids a fork. A choice between 0 and 1 does not count as a branch of the source.
        let is_truth = matches!(
            (&a.kind, &b.kind),
            (ExprKind::Const(0), ExprKind::Const(1)) | (ExprKind::Const(1), ExprKind::Const(0))
        );
        let simple = is_truth || !self.unit.options.keep_shape;
        if simple && self.is_ready(a) && self.is_ready(b) {
            let cond = self.condition(cond);
            let (a, b) = (self.value(a), self.value(b));
            if let Operand::Const(bit) = cond {
                return if bit != 0 { a } else { b };
            }
            let dst = self.builder.temporary(ty);
            self.builder.emit(Instr::Select { ty, dst, cond, a, b });
            return Operand::Reg(dst);
        }
        let result = self.builder.temporary(ty);
        let (then, otherwise, end) =
            (self.builder.new_block(), self.builder.new_block(), self.builder.new_block());
        self.branch(cond, then, otherwise);
        for (block, branch) in [(then, a), (otherwise, b)] {
            self.builder.switch_to(block);
            let value = self.value(branch);
            self.builder.copy_to(result, ty, value);
            self.builder.jump(end);
        }
        self.builder.switch_to(end);
        Operand::Reg(result)
    }

    /// Whether an expression is a constant or a variable in a register.
    fn is_ready(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Const(_) => true,
            ExprKind::Load(inner) => match inner.kind {
                ExprKind::Decl(id) => matches!(self.homes.get(&id), Some(Home::Register(..))),
                _ => false,
            },
            _ => false,
        }
    }

    fn conditional_omitted(&mut self, value: &Expr, otherwise: &Expr) -> Operand {
        let ty = self.unit.unit.scalar(value.ty.ty).unwrap_or(Ty::I32);
        let result = self.builder.temporary(ty);
        let first = self.value(value);
        self.builder.copy_to(result, ty, first);
        let bit = self.nonzero(Operand::Reg(result), value.ty.ty);
        let (other, end) = (self.builder.new_block(), self.builder.new_block());
        self.builder.branch(bit, end, other);
        self.builder.switch_to(other);
        let second = self.value(otherwise);
        self.builder.copy_to(result, ty, second);
        self.builder.jump(end);
        self.builder.switch_to(end);
        Operand::Reg(result)
    }

    fn unary(&mut self, op: UnaryOp, inner: &Expr) -> Operand {
        let ty = inner.ty.ty;
        let scalar = self.unit.unit.scalar(ty).unwrap_or(Ty::I32);
        let value = self.value(inner);
        match op {
            UnaryOp::BitNot => {
                let result = self.builder.unary(ir::UnaryOp::Not, scalar, value);
                self.narrow(result, ty)
            }
            UnaryOp::Neg if scalar.is_float() => {
                self.reject_quad(ty);
                if let Some(bits) = value.constant().filter(|_| scalar != Ty::F80) {
                    return self.builder.constant(scalar, ir::eval::float_neg(scalar, bits.into()));
                }
                let dst = self.builder.temporary(scalar);
                self.builder.emit(Instr::FloatNeg { ty: scalar, dst, a: value });
                Operand::Reg(dst)
            }
            UnaryOp::Neg => self.arithmetic(BinaryOp::Sub, ty, Operand::Const(0), value, ty),
        }
    }

    /// Reports arithmetic in `_Float128`, which is not supported.
    pub(super) fn reject_quad(&mut self, ty: Type) {
        if self.unit.unit.types.float_kind(ty) == Some(FloatKind::Float128) {
            self.unsupported("_Float128 arithmetic");
        }
    }

    /// Lowers `pointer + index * size`; `kind` says whether the sum is the address of an access (`Index`) or only an address.
    /// Implements `PTRARITHMETIC` of *SL CPA*.
    pub(super) fn pointer_add(&mut self, sum: &Expr, kind: CheckKind) -> Operand {
        let ExprKind::PointerAdd { pointer, index, size, negative, within } = &sum.kind else {
            return self.value(sum);
        };
        let pointer = match &pointer.kind {
            // The inner subscript of `m[i][j]` belongs to an access, even if only the address of the element is taken.
            ExprKind::Decay(array) if matches!(array.kind, ExprKind::Deref(_)) => {
                self.at(pointer, |lowering| lowering.address(array))
            }
            _ => self.value(pointer),
        };
        let offset = self.scaled(index, size, *negative, *within, kind);
        self.builder.offset(pointer, offset)
    }

    /// Lowers `index * size`. Checks the index against the length of the array, if that is known (one past the last
    /// element is allowed for an address), and that the product does not overflow.
    fn scaled(
        &mut self,
        index: &Expr,
        size: &Expr,
        negative: bool,
        within: Option<Within>,
        kind: CheckKind,
    ) -> Operand {
        let word = self.builder.word();
        let exact = self.cannot_overflow(index, size);
        let index = self.value(index);
        let length = match within {
            Some(Within::Length(length)) => Some(Operand::Const(length)),
            Some(Within::Variable(hidden)) => self.hidden_length(hidden),
            Some(Within::Memory) | None => None,
        };
        if let Some(length) = length {
            let is_access = kind == CheckKind::Index;
            let op = if is_access { CompareOp::Ult } else { CompareOp::Ule };
            let holds = self.builder.compare(op, word, index, length);
            self.builder.check(CheckKind::Bounds, holds, word, index, length);
        }
        let size = self.value(size);
        if !exact {
            let holds = self.builder.fits(FitsOp::Mul, true, word, index, size);
            self.builder.check(kind, holds, word, index, size);
        }
        let offset = self.builder.binary(ir::BinaryOp::Mul, word, index, size);
        if negative { self.builder.unary(ir::UnaryOp::Neg, word, offset) } else { offset }
    }

    fn hidden_length(&self, hidden: DeclId) -> Option<Operand> {
        match self.homes.get(&hidden) {
            Some(Home::Register(reg, _)) => Some(Operand::Reg(*reg)),
            _ => None,
        }
    }

    /// Whether the product of an index and a size cannot overflow a word, by the type of the index before its conversion.
    fn cannot_overflow(&self, index: &Expr, size: &Expr) -> bool {
        let types = &self.unit.unit.types;
        let ExprKind::Const(size) = size.kind else { return false };
        let mut inner = index;
        while let ExprKind::Cast(from) = &inner.kind
            && types.is_integer(from.ty.ty)
            && types.int_bits(from.ty.ty) <= types.int_bits(inner.ty.ty)
        {
            inner = from;
        }
        // The absolute value is less than this, or equal to it if the index is negative.
        let bits = types.int_bits(inner.ty.ty) - u32::from(types.is_signed(inner.ty.ty));
        let limit = 1u128 << (types.model.pointer_bits() - 1);
        size <= 1 || (bits < 64 && size.checked_shl(bits).is_some_and(|most| most <= limit))
    }

    fn pointer_difference(&mut self, a: &Expr, b: &Expr, size: &Expr) -> Operand {
        let (x, y) = (self.value(a), self.value(b));
        let word = self.builder.word();
        let dst = self.builder.temporary(word);
        self.builder.emit(Instr::PtrSub { dst, a: x, b: y });
        let size = self.value(size);
        let ty = self.unit.unit.types.difference_type();
        self.arithmetic(BinaryOp::Div, ty, Operand::Reg(dst), size, ty)
    }
}
