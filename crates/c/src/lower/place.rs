//! Lvalues: where an object is, how it is read and written.

use ir::{CheckKind, Instr, Operand, Reg, Ty};

use super::function::{FunctionLowering, Home};
use super::symbol::MAY_BE_MISSING;
use crate::tree::{DeclId, DeclKind, Expr, ExprKind};
use crate::types::{BitField, QualType, TypeKind};

/// Where an object is.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Register(Reg, Ty),
    Memory(Operand),
    /// Some bits of the record at the address, which has this size.
    Bits(Operand, BitField, u64),
    /// Only after an error.
    Nowhere,
}

impl FunctionLowering<'_, '_> {
    /// Implements `VAR`, `PTR`, `ARRAY` and `FIELD` of *SL CPA*.
    pub(super) fn place(&mut self, expr: &Expr) -> Place {
        match &expr.kind {
            ExprKind::Decl(id) => self.decl_place(*id),
            ExprKind::Str(id) => {
                let global = self.unit.string_id(*id);
                Place::Memory(self.global_address(global))
            }
            ExprKind::Deref(pointer) if matches!(pointer.kind, ExprKind::PointerAdd { .. }) => {
                Place::Memory(self.at(pointer, |it| it.pointer_add(pointer, CheckKind::Index)))
            }
            ExprKind::Deref(pointer) => Place::Memory(self.value(pointer)),
            ExprKind::Member(base, member) => {
                let base_pointer = if base.is_lvalue() {
                    match self.place(base) {
                        Place::Memory(pointer) => pointer,
                        _ => return Place::Nowhere,
                    }
                } else {
                    self.aggregate(base)
                };
                match member.bits {
                    Some(bits) => Place::Bits(base_pointer, bits, member.record_size),
                    None => Place::Memory(self.builder.offset_by(base_pointer, member.offset)),
                }
            }
            ExprKind::CompoundLiteral(id, init) => {
                if let Some(home) = self.homes.get(id).copied() {
                    self.initialize(*id, home, init);
                }
                self.decl_place(*id)
            }
            ExprKind::Bounds(bounds, inner) if inner.is_lvalue() => {
                self.compute_bounds(bounds);
                self.place(inner)
            }
            // A value of struct type stands for its address.
            _ if self.unit.unit.types.record_id(expr.ty.ty).is_some() => {
                Place::Memory(self.aggregate(expr))
            }
            _ => Place::Nowhere,
        }
    }

    fn decl_place(&mut self, id: DeclId) -> Place {
        match self.homes.get(&id) {
            Some(Home::Register(reg, ty)) => return Place::Register(*reg, *ty),
            Some(Home::Memory(pointer, _)) => return Place::Memory(Operand::Reg(*pointer)),
            None => {}
        }
        match self.unit.unit.decl(id).kind {
            DeclKind::Global(_) => {
                self.refuse_missing(id);
                let global = self.unit.global_id(id);
                Place::Memory(self.global_address(global))
            }
            DeclKind::Function(_) => Place::Memory(self.function_address(id)),
            DeclKind::Local => Place::Nowhere,
        }
    }

    pub(super) fn global_address(&mut self, global: ir::GlobalId) -> Operand {
        let dst = self.builder.temporary(Ty::Ptr);
        self.builder.emit(Instr::GlobalAddr { dst, global });
        Operand::Reg(dst)
    }

    /// A weak name without a definition in this unit: nobody knows whether there is one.
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

    /// The address of an lvalue.
    pub(super) fn address(&mut self, expr: &Expr) -> Operand {
        match self.place(expr) {
            Place::Memory(pointer) => pointer,
            _ => Operand::Const(0),
        }
    }

    /// The scalar at a place.
    pub(super) fn read(&mut self, place: Place, ty: QualType) -> Operand {
        match place {
            Place::Register(reg, _) => Operand::Reg(reg),
            Place::Memory(pointer) => match self.unit.unit.scalar(ty.ty) {
                Some(scalar) => self.builder.load(scalar, pointer),
                None => Operand::Const(0),
            },
            Place::Bits(pointer, bits, size) => self.read_bits(pointer, bits, size, ty.ty),
            Place::Nowhere => Operand::Const(0),
        }
    }

    /// Writes a scalar, and gives what the object then holds: a bit-field may hold less than was written.
    pub(super) fn write(&mut self, place: Place, ty: QualType, value: Operand) -> Operand {
        match place {
            Place::Register(dst, scalar) => {
                self.builder.copy_to(dst, scalar, value);
                Operand::Reg(dst)
            }
            Place::Memory(ptr) => {
                if let Some(scalar) = self.unit.unit.scalar(ty.ty) {
                    self.builder.emit(Instr::Store { ty: scalar, ptr, value });
                }
                value
            }
            Place::Bits(pointer, bits, size) => self.write_bits(pointer, bits, size, ty.ty, value),
            Place::Nowhere => value,
        }
    }

    /// Whether a type is `_Bool`.
    pub(super) fn is_bool(&self, ty: crate::types::Type) -> bool {
        self.unit.unit.types.kind(ty) == &TypeKind::Bool
    }
}
