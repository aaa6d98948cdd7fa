//! Typing of `__sync_*` and `__atomic_*`, with their meaning in one thread.

use ir::Position;

use super::Sema;
use crate::tree::{BinaryOp, Builtin, Expr, ExprKind};
use crate::types::{IntKind, QualType, Type};

impl Sema {
    /// Types an atomic builtin, without the prefix of its name. `Err` returns the arguments if the name is unknown.
    pub(super) fn atomic(
        &mut self,
        name: &str,
        args: Vec<Expr>,
        position: Position,
    ) -> Result<Expr, Vec<Expr>> {
        match name {
            "synchronize" | "thread_fence" | "signal_fence" => {
                return self.plain(Builtin::Nothing, args, usize::MAX, position);
            }
            "is_lock_free" | "always_lock_free" => {
                let size = args.first().and_then(|arg| self.unit.eval_int(arg));
                let free = size.is_some_and(|size| matches!(size, 1 | 2 | 4 | 8));
                return Ok(self.int(i128::from(free), position));
            }
            _ => {}
        }
        let Some(first) = args.first() else {
            return Err(args);
        };
        let pointer = self.rvalue(first.clone());
        let Some(to) = self.unit.types.pointee(pointer.ty.ty) else {
            return Err(args);
        };
        if matches!(name, "test_and_set" | "clear") {
            return Ok(self.atomic_flag(name, pointer, position));
        }
        if matches!(name, "load" | "store" | "exchange" | "compare_exchange" | "compare_exchange_n")
        {
            return self.atomic_through_memory(name, pointer, to, args, position);
        }
        if !self.unit.types.is_scalar(to.ty) {
            return Err(args);
        }
        let operand = |sema: &mut Sema, index: usize| {
            args.get(index)
                .cloned()
                .map(|arg| sema.assign_convert(arg, to.ty.into(), "the operand"))
        };
        match name {
            "load_n" => {
                let lvalue = self.deref(pointer, position);
                Ok(self.rvalue(lvalue))
            }
            "store_n" | "lock_release" => {
                let value = operand(self, 1).unwrap_or_else(|| self.int(0, position));
                let lvalue = self.deref(pointer, position);
                let assign = self.assign(lvalue, value, position);
                let void = self.unit.types.void;
                Ok(self.cast(assign, void.into(), position))
            }
            "lock_test_and_set" | "exchange_n" => {
                let Some(value) = operand(self, 1) else {
                    return Err(args);
                };
                Ok(self.make(
                    ExprKind::Builtin(Builtin::Exchange, vec![pointer, value]),
                    to.ty,
                    position,
                ))
            }
            "bool_compare_and_swap" | "val_compare_and_swap" => {
                let (Some(old), Some(new)) = (operand(self, 1), operand(self, 2)) else {
                    return Err(args);
                };
                let as_bool = name.starts_with("bool");
                let ty = if as_bool { self.unit.types.bool } else { to.ty };
                let builtin = Builtin::CompareSwap { as_bool };
                Ok(self.make(ExprKind::Builtin(builtin, vec![pointer, old, new]), ty, position))
            }
            _ => self.fetch_and_compute(name, pointer, to.ty, args, position),
        }
    }

    /// Types `fetch_add` and the like; the result is the old or the new value. Pointers move by bytes.
    fn fetch_and_compute(
        &mut self,
        name: &str,
        pointer: Expr,
        ty: Type,
        args: Vec<Expr>,
        position: Position,
    ) -> Result<Expr, Vec<Expr>> {
        let before = name.strip_prefix("fetch_and_").or(name.strip_prefix("fetch_"));
        let after = name.strip_suffix("_and_fetch").or(name.strip_suffix("_fetch"));
        let (new, op) = match (before, after) {
            (Some(op), _) => (false, op),
            (None, Some(op)) => (true, op),
            (None, None) => return Err(args),
        };
        let (op, nand) = match op {
            "add" => (BinaryOp::Add, false),
            "sub" => (BinaryOp::Sub, false),
            "and" => (BinaryOp::And, false),
            "or" => (BinaryOp::Or, false),
            "xor" => (BinaryOp::Xor, false),
            "nand" => (BinaryOp::And, true),
            _ => return Err(args),
        };
        let moves = matches!(op, BinaryOp::Add | BinaryOp::Sub);
        let operand_type = if self.unit.types.is_integer(ty) {
            ty
        } else if self.unit.types.is_pointer(ty) && moves {
            self.unit.types.size_type()
        } else {
            return Err(args);
        };
        let Some(value) = args.get(1).cloned() else {
            return Err(args);
        };
        let value = self.assign_convert(value, operand_type.into(), "the operand");
        let builtin = Builtin::FetchOp { op, nand, new };
        Ok(self.make(ExprKind::Builtin(builtin, vec![pointer, value]), ty, position))
    }

    /// Types `load(p, result)`, `store(p, value)`, `exchange(p, value, result)`, `compare_exchange(p, expected, desired)`: all arguments
    /// are pointers to one type, except for the value of `compare_exchange_n`.
    fn atomic_through_memory(
        &mut self,
        name: &str,
        pointer: Expr,
        to: QualType,
        args: Vec<Expr>,
        position: Position,
    ) -> Result<Expr, Vec<Expr>> {
        let plain = QualType::from(to.ty);
        let pointer_type = self.unit.types.pointer(plain);
        let count = match name {
            "load" | "store" => 2,
            _ => 3,
        };
        if args.len() < count {
            return Ok(self.wrong(position, format!("the builtin takes {count} arguments")));
        }
        let mut operands = vec![pointer];
        for (index, arg) in args.into_iter().enumerate().take(count).skip(1) {
            let value = name == "compare_exchange_n" && index == 2;
            let expected = if value { to.ty } else { pointer_type };
            operands.push(self.assign_convert(arg, expected.into(), "the operand"));
        }
        if operands.iter().any(|operand| self.is_error(operand)) {
            return Ok(self.error_expr(position));
        }
        if !self.unit.types.is_complete(to.ty) {
            return Ok(self.wrong(position, "the builtin takes pointers to complete types"));
        }
        let (builtin, ty) = match name {
            "load" => (Builtin::AtomicLoad, self.unit.types.void),
            "store" => (Builtin::AtomicStore, self.unit.types.void),
            "exchange" => (Builtin::AtomicExchange, self.unit.types.void),
            _ => {
                let number = self.unit.types.is_integer(to.ty) || self.unit.types.is_pointer(to.ty);
                if !number {
                    let text = self.describe(to);
                    let message = format!("an atomic comparison of '{text}' is not supported");
                    return Ok(self.wrong(position, message));
                }
                let by_value = name == "compare_exchange_n";
                (Builtin::AtomicCompareExchange { by_value }, self.unit.types.bool)
            }
        };
        Ok(self.make(ExprKind::Builtin(builtin, operands), ty, position))
    }

    /// Types `test_and_set(p)` and `clear(p)`, on a byte.
    fn atomic_flag(&mut self, name: &str, pointer: Expr, position: Position) -> Expr {
        let byte = self.unit.types.int(IntKind::UChar);
        let byte_pointer = self.unit.types.pointer(byte);
        let pointer = self.cast(pointer, byte_pointer.into(), position);
        if self.is_error(&pointer) {
            return pointer;
        }
        let value = self.unit.constant(i128::from(name == "test_and_set"), byte, position);
        let old =
            self.make(ExprKind::Builtin(Builtin::Exchange, vec![pointer, value]), byte, position);
        let result = if name == "clear" { self.unit.types.void } else { self.unit.types.bool };
        self.cast(old, result.into(), position)
    }
}
