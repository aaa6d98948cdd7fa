//! Lowering of lvalues: designated objects, and reads and writes of them.

use ir::{CheckKind, Instr, Operand, Reg, Ty};

use super::function::{FunctionLowering, Home};
use super::symbol::MAY_BE_MISSING;
use crate::tree::{DeclId, DeclKind, Expr, ExprKind};
use crate::types::{BitField, QualType, TypeKind};

/// A lowered lvalue: the object that it designates.
#[derive(Clone, Copy)]
pub(super) enum Lvalue {
    Register(Reg, Ty),
    Memory(Operand),
    /// A bit-field of the record at an address, and the size of the record.
    Bits(Operand, BitField, u64),
    /// After an error.
    Invalid,
}

impl FunctionLowering<'_, '_> {
    /// Implements `VAR`, `PTR`, `ARRAY` and `FIELD` of *SL CPA*.
    pub(super) fn lvalue(&mut self, expr: &Expr) -> Lvalue {
        match &expr.kind {
            ExprKind::Decl(id) => self.decl_lvalue(*id),
            ExprKind::Str(id) => {
                let global = self.unit.string_id(*id);
                Lvalue::Memory(self.global_address(global))
            }
            ExprKind::Deref(pointer) if matches!(pointer.kind, ExprKind::PointerAdd { .. }) => {
                Lvalue::Memory(self.at(pointer, |it| it.pointer_add(pointer, CheckKind::Index)))
            }
            ExprKind::Deref(pointer) => Lvalue::Memory(self.value(pointer)),
            ExprKind::Member(base, member) => {
                let base_pointer = if base.is_lvalue() {
                    match self.lvalue(base) {
                        Lvalue::Memory(pointer) => pointer,
                        _ => return Lvalue::Invalid,
                    }
                } else {
                    self.aggregate(base)
                };
                match member.bits {
                    Some(bits) => Lvalue::Bits(base_pointer, bits, member.record_size),
                    None => Lvalue::Memory(self.builder.offset_by(base_pointer, member.offset)),
                }
            }
            ExprKind::CompoundLiteral(id, init) => {
                if let Some(home) = self.homes.get(id).copied() {
                    self.initialize(*id, home, init);
                }
                self.decl_lvalue(*id)
            }
            ExprKind::Bounds(bounds, inner) if inner.is_lvalue() => {
                self.compute_bounds(bounds);
                self.lvalue(inner)
            }
            // An rvalue of struct type is represented by its address.
            _ if self.unit.unit.types.record_id(expr.ty.ty).is_some() => {
                Lvalue::Memory(self.aggregate(expr))
            }
            _ => Lvalue::Invalid,
        }
    }

    fn decl_lvalue(&mut self, id: DeclId) -> Lvalue {
        match self.homes.get(&id) {
            Some(Home::Register(reg, ty)) => return Lvalue::Register(*reg, *ty),
            Some(Home::Memory(pointer, _)) => return Lvalue::Memory(Operand::Reg(*pointer)),
            None => {}
        }
        match self.unit.unit.decl(id).kind {
            DeclKind::Global(_) => {
                self.refuse_missing(id);
                let global = self.unit.global_id(id);
                Lvalue::Memory(self.global_address(global))
            }
            DeclKind::Function(_) => Lvalue::Memory(self.function_address(id)),
            DeclKind::Local => Lvalue::Invalid,
        }
    }

    pub(super) fn global_address(&mut self, global: ir::GlobalId) -> Operand {
        let dst = self.builder.temporary(Ty::Ptr);
        self.builder.emit(Instr::GlobalAddr { dst, global });
        Operand::Reg(dst)
    }

    /// Reports a weak symbol without a definition in this unit: another unit may define it or not.
    pub(super) fn refuse_missing(&mut self, id: DeclId) {
        if self.unit.may_be_missing(id) {
            self.unsupported(MAY_BE_MISSING);
        }
    }

    pub(super) fn function_address(&mut self, id: DeclId) -> Operand {
        self.refuse_missing(id);
        let func = self.unit.function_id(id);
        let dst = self.builder.temporary(Ty::Ptr);
        self.builder.emit(Instr::FuncAddr { dst, func });
        Operand::Reg(dst)
    }

    /// Returns the address of an lvalue.
    pub(super) fn address(&mut self, expr: &Expr) -> Operand {
        match self.lvalue(expr) {
            Lvalue::Memory(pointer) => pointer,
            _ => Operand::Const(0),
        }
    }

    /// Reads the scalar in an lvalue.
    pub(super) fn read(&mut self, lvalue: Lvalue, ty: QualType) -> Operand {
        match lvalue {
            Lvalue::Register(reg, _) => Operand::Reg(reg),
            Lvalue::Memory(pointer) => match self.unit.unit.scalar(ty.ty) {
                Some(scalar) => self.builder.load(scalar, pointer),
                None => Operand::Const(0),
            },
            Lvalue::Bits(pointer, bits, size) => self.read_bits(pointer, bits, size, ty.ty),
            Lvalue::Invalid => Operand::Const(0),
        }
    }

    /// Writes a scalar, and returns the new value of the object: a bit-field truncates it.
    pub(super) fn write(&mut self, lvalue: Lvalue, ty: QualType, value: Operand) -> Operand {
        match lvalue {
            Lvalue::Register(dst, scalar) => {
                self.builder.copy_to(dst, scalar, value);
                Operand::Reg(dst)
            }
            Lvalue::Memory(ptr) => {
                if let Some(scalar) = self.unit.unit.scalar(ty.ty) {
                    self.builder.emit(Instr::Store { ty: scalar, ptr, value });
                }
                value
            }
            Lvalue::Bits(pointer, bits, size) => self.write_bits(pointer, bits, size, ty.ty, value),
            Lvalue::Invalid => value,
        }
    }

    /// Whether a type is `_Bool`.
    pub(super) fn is_bool(&self, ty: crate::types::Type) -> bool {
        self.unit.unit.types.kind(ty) == &TypeKind::Bool
    }
}
