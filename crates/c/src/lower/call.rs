//! Lowering of calls.

use ir::{Arg, Call, Callee, Instr, Operand, Terminator, Ty};

use super::function::{FunctionLowering, Home};
use crate::tree::{DeclId, DeclKind, Expr, ExprKind};

impl FunctionLowering<'_, '_> {
    /// Lowers a call and returns its scalar result; a struct goes to the hidden local `result`.
    pub(super) fn call(
        &mut self,
        expr: &Expr,
        callee: &Expr,
        args: &[Expr],
        result: Option<DeclId>,
    ) -> Operand {
        let function_type = self.unit.unit.types.pointee(callee.ty.ty).map(|to| to.ty);
        let Some(mut signature) = function_type.and_then(|ty| self.unit.signature(ty)) else {
            return Operand::Const(0);
        };
        let known = direct(callee);
        if let Some(id) = known
            && !signature.prototype
            && let Some(later) = self.unit.signature(self.unit.unit.decl(id).ty.ty)
        {
            // The caller saw `f()` only; the unit has a prototype.
            signature = later;
        }
        let target = match known {
            Some(id) => {
                self.refuse_missing(id);
                Callee::Direct(self.unit.function_id(id))
            }
            None => Callee::Indirect(self.value(callee)),
        };
        let mut passed = Vec::with_capacity(args.len() + 1);
        if signature.result_by_pointer {
            let home = result.and_then(|id| self.homes.get(&id).copied());
            let address = match home {
                Some(Home::Memory(reg, _)) => Operand::Reg(reg),
                _ => Operand::Const(0),
            };
            passed.push(Arg { ty: Ty::Ptr, value: address });
        }
        for arg in args {
            let arg = self.argument(arg, signature.params.get(passed.len()).copied());
            passed.push(arg);
        }
        let fixed = if signature.prototype {
            signature.params.len().min(passed.len())
        } else {
            passed.len()
        };
        let returns = self.unit.unit.scalar(expr.ty.ty);
        let dst = returns.map(|ty| self.builder.temporary(ty));
        self.builder.emit(Instr::Call(Box::new(Call {
            dst,
            returns,
            callee: target,
            args: passed,
            fixed: u32::try_from(fixed).unwrap_or(u32::MAX),
        })));
        if known.is_some_and(|id| self.never_returns(id)) {
            self.builder.terminate(Terminator::Unreachable);
        }
        dst.map_or(Operand::Const(0), Operand::Reg)
    }

    fn never_returns(&self, id: DeclId) -> bool {
        matches!(&self.unit.unit.decl(id).kind, DeclKind::Function(function) if function.noreturn)
    }

    /// Lowers an argument; `expected` is the parameter's type, which differs only if the caller saw no prototype.
    fn argument(&mut self, arg: &Expr, expected: Option<Ty>) -> Arg {
        let Some(ty) = self.unit.unit.scalar(arg.ty.ty) else {
            return Arg { ty: Ty::Ptr, value: self.aggregate(arg) };
        };
        let value = self.value(arg);
        match expected {
            Some(expected) if expected != ty && expected.is_int() && ty.is_int() => {
                let signed = self.unit.unit.types.is_signed(arg.ty.ty);
                Arg { ty: expected, value: self.resize(value, ty, expected, signed) }
            }
            Some(expected) if expected != ty && expected.is_float() && ty.is_float() => {
                let op = ir::CastOp::FloatToFloat;
                Arg { ty: expected, value: self.builder.cast(op, ty, expected, value) }
            }
            _ => Arg { ty, value },
        }
    }
}

/// Returns the function of a call by name, also through `*` and `&`.
fn direct(callee: &Expr) -> Option<DeclId> {
    match &callee.kind {
        ExprKind::Decay(inner) | ExprKind::AddressOf(inner) => match &inner.kind {
            ExprKind::Decl(id) => Some(*id),
            ExprKind::Deref(pointer) => direct(pointer),
            _ => None,
        },
        _ => None,
    }
}
