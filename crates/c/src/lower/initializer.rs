//! Lowering of initialisers of locals: zeros first, then each value.
//!
//! Members and elements without a value become zero. Padding, and the bytes of a union outside of its initialised member, stay
//! indeterminate.

use ir::{Instr, Operand, Ty};

use super::function::{FunctionLowering, Home};
use super::implicit::implicit_parts;
use super::lvalue::Lvalue;
use crate::tree::{DeclId, Init, InitEntry, InitValue};

impl FunctionLowering<'_, '_> {
    pub(super) fn initialize(&mut self, id: DeclId, home: Home, init: &Init) {
        match home {
            Home::Register(dst, ty) => {
                let value = match init.entries.last().map(|entry| &entry.value) {
                    Some(InitValue::Expr(expr)) => self.value(expr),
                    // `int x = {};`
                    _ => Operand::Const(0),
                };
                self.builder.copy_to(dst, ty, value);
            }
            Home::Memory(pointer, _) => self.initialize_memory(id, pointer.into(), init),
        }
    }

    fn initialize_memory(&mut self, id: DeclId, pointer: Operand, init: &Init) {
        let ty = self.unit.unit.decl(id).ty.ty;
        let size = self.unit.unit.types.layout(ty).map_or(0, |layout| layout.size);
        if init.zero && size > 0 && !self.covers(init, size) {
            for (offset, size) in implicit_parts(&self.unit.unit.types, ty, init) {
                let mark = self.builder.mark();
                let ptr = self.builder.offset_by(pointer, offset);
                let (value, size) = (Operand::Const(0), Operand::Const(size));
                self.builder.emit(Instr::Fill { ptr, value, size });
                self.builder.release(mark);
            }
        }
        for entry in &init.entries {
            let mark = self.builder.mark();
            self.entry(pointer, entry);
            self.builder.release(mark);
        }
    }

    /// Whether the entries, in order, cover every byte.
    fn covers(&self, init: &Init, size: u64) -> bool {
        let mut end = 0;
        for entry in &init.entries {
            let width = match &entry.value {
                InitValue::Str(_, length) => *length,
                InitValue::Expr(expr) => match self.unit.unit.types.layout(expr.ty.ty) {
                    Some(layout)
                        if entry.bits.is_none()
                            && self.unit.unit.scalar(expr.ty.ty) != Some(Ty::F80) =>
                    {
                        layout.size
                    }
                    _ => return false,
                },
            };
            if entry.offset != end {
                return false;
            }
            end += width;
        }
        end == size
    }

    fn entry(&mut self, pointer: Operand, entry: &InitEntry) {
        match &entry.value {
            InitValue::Str(id, length) => {
                let global = self.unit.string_id(*id);
                let from = self.global_address(global);
                let to = self.builder.offset_by(pointer, entry.offset);
                self.builder.emit(Instr::Copy { to, from, size: Operand::Const(*length) });
            }
            InitValue::Expr(expr) => {
                if self.unit.unit.scalar(expr.ty.ty).is_none() {
                    let from = self.aggregate(expr);
                    let to = self.builder.offset_by(pointer, entry.offset);
                    let size =
                        self.unit.unit.types.layout(expr.ty.ty).map_or(0, |layout| layout.size);
                    self.builder.emit(Instr::Copy { to, from, size: Operand::Const(size) });
                    return;
                }
                let value = self.value(expr);
                let lvalue = match entry.bits {
                    Some(bits) => Lvalue::Bits(pointer, bits, entry.object_size),
                    None => Lvalue::Memory(self.builder.offset_by(pointer, entry.offset)),
                };
                self.write(lvalue, expr.ty, value);
            }
        }
    }
}
