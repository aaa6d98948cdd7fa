//! Lowering of bit-fields: they are accessed through the smallest integer that covers them and lies inside their record.
//!
//! If there is none (packed records of odd size), they are accessed byte by byte.

use ir::{BinaryOp, CastOp, Instr, Operand, Ty};

use super::function::FunctionLowering;
use crate::types::{BitField, Type};

/// The integer through which a bit-field is accessed.
struct Unit {
    ty: Ty,
    offset: u64,
    /// The lowest bit of the bit-field in it.
    shift: u32,
}

/// Finds the smallest integer inside the record that covers the bits; prefers aligned ones.
fn unit(bits: BitField, record_size: u64) -> Option<Unit> {
    let first = bits.bit_offset / 8;
    let end = bits.bit_offset + u64::from(bits.width);
    for (ty, bytes) in [(Ty::I8, 1), (Ty::I16, 2), (Ty::I32, 4), (Ty::I64, 8), (Ty::I128, 16)] {
        let aligned = first / bytes * bytes;
        let last_start = record_size.checked_sub(bytes);
        let candidates = [Some(aligned), Some(first), last_start.filter(|start| *start <= first)];
        for start in candidates.into_iter().flatten() {
            if end <= (start + bytes) * 8 && start + bytes <= record_size {
                return Some(Unit {
                    ty,
                    offset: start,
                    shift: (bits.bit_offset - start * 8) as u32,
                });
            }
        }
    }
    None
}

/// Returns the offset of the first byte of a bit-field, and the number of its bytes.
fn bytes(bits: BitField) -> (u64, u64) {
    let first = bits.bit_offset / 8;
    (first, (bits.bit_offset + u64::from(bits.width)).div_ceil(8) - first)
}

impl FunctionLowering<'_, '_> {
    pub(super) fn read_bits(
        &mut self,
        pointer: Operand,
        bits: BitField,
        record_size: u64,
        ty: Type,
    ) -> Operand {
        let (whole_type, whole, shift) = match unit(bits, record_size) {
            Some(unit) => {
                let at = self.builder.offset_by(pointer, unit.offset);
                (unit.ty, self.builder.load(unit.ty, at), unit.shift)
            }
            None => (Ty::I128, self.gather(pointer, bits), (bits.bit_offset % 8) as u32),
        };
        self.extract(whole_type, whole, shift, bits.width, ty)
    }

    /// Extracts the bits of `whole` from `shift` on as a value of the bit-field's type.
    pub(super) fn extract(
        &mut self,
        from: Ty,
        whole: Operand,
        shift: u32,
        width: u32,
        ty: Type,
    ) -> Operand {
        let total = from.bits(64);
        let left = u64::from(total - width - shift);
        let right = u64::from(total - width);
        let signed = self.unit.unit.types.is_signed(ty);
        let target = self.unit.unit.scalar(ty).unwrap_or(Ty::I32);
        let result = if signed {
            let raised = self.builder.binary(BinaryOp::Shl, from, whole, Operand::Const(left));
            self.builder.binary(BinaryOp::AShr, from, raised, Operand::Const(right))
        } else {
            let lowered =
                self.builder.binary(BinaryOp::LShr, from, whole, Operand::Const(u64::from(shift)));
            if left == 0 { lowered } else { self.mask(from, lowered, width) }
        };
        self.resize(result, from, target, signed)
    }

    fn mask(&mut self, ty: Ty, value: Operand, width: u32) -> Operand {
        let ones = ir::eval::mask(u128::MAX, width);
        let ones = self.builder.constant(ty, ones);
        self.builder.binary(BinaryOp::And, ty, value, ones)
    }

    /// Converts an integer to another width.
    pub(super) fn resize(&mut self, value: Operand, from: Ty, to: Ty, signed: bool) -> Operand {
        let (from_bits, to_bits) = (from.bits(64), to.bits(64));
        if from_bits == to_bits {
            value
        } else if from_bits > to_bits {
            self.builder.cast(CastOp::Trunc, from, to, value)
        } else {
            self.builder.cast(if signed { CastOp::SExt } else { CastOp::ZExt }, from, to, value)
        }
    }

    /// Writes a bit-field and returns its new value.
    pub(super) fn write_bits(
        &mut self,
        pointer: Operand,
        bits: BitField,
        record_size: u64,
        ty: Type,
        value: Operand,
    ) -> Operand {
        let value_type = self.unit.unit.scalar(ty).unwrap_or(Ty::I32);
        match unit(bits, record_size) {
            Some(unit) => {
                let at = self.builder.offset_by(pointer, unit.offset);
                let new = self.resize(value, value_type, unit.ty, false);
                let merged = if unit.ty.bits(64) == bits.width {
                    new
                } else {
                    let old = self.builder.load(unit.ty, at);
                    self.merge(unit.ty, old, new, unit.shift, bits.width)
                };
                self.builder.emit(Instr::Store { ty: unit.ty, ptr: at, value: merged });
            }
            None => self.scatter(pointer, bits, value, value_type),
        }
        self.extract(value_type, value, 0, bits.width, ty)
    }

    /// Replaces the bits of `old` from `shift` on by the low bits of `new`.
    fn merge(&mut self, ty: Ty, old: Operand, new: Operand, shift: u32, width: u32) -> Operand {
        let field = ir::eval::mask(u128::MAX, width) << shift;
        let keep = self.builder.constant(ty, !field);
        let kept = self.builder.binary(BinaryOp::And, ty, old, keep);
        let low = self.mask(ty, new, width);
        let placed = self.builder.binary(BinaryOp::Shl, ty, low, Operand::Const(u64::from(shift)));
        self.builder.binary(BinaryOp::Or, ty, kept, placed)
    }

    /// Reads the bytes of a bit-field as one integer.
    fn gather(&mut self, pointer: Operand, bits: BitField) -> Operand {
        let (first, count) = bytes(bits);
        let mut whole = Operand::Const(0);
        for index in 0..count {
            let at = self.builder.offset_by(pointer, first + index);
            let byte = self.builder.load(Ty::I8, at);
            let wide = self.builder.cast(CastOp::ZExt, Ty::I8, Ty::I128, byte);
            let placed =
                self.builder.binary(BinaryOp::Shl, Ty::I128, wide, Operand::Const(index * 8));
            whole = self.builder.binary(BinaryOp::Or, Ty::I128, placed, whole);
        }
        whole
    }

    fn scatter(&mut self, pointer: Operand, bits: BitField, value: Operand, value_type: Ty) {
        let (first, count) = bytes(bits);
        let old = self.gather(pointer, bits);
        let new = self.resize(value, value_type, Ty::I128, false);
        let merged = self.merge(Ty::I128, old, new, (bits.bit_offset % 8) as u32, bits.width);
        for index in 0..count {
            let shifted =
                self.builder.binary(BinaryOp::LShr, Ty::I128, merged, Operand::Const(index * 8));
            let byte = self.builder.cast(CastOp::Trunc, Ty::I128, Ty::I8, shifted);
            let at = self.builder.offset_by(pointer, first + index);
            self.builder.emit(Instr::Store { ty: Ty::I8, ptr: at, value: byte });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_lies_inside_the_record() {
        for record_size in 1..12 {
            for bit_offset in 0..record_size * 8 {
                for width in 1..=(record_size * 8 - bit_offset).min(64) {
                    let bits = BitField { bit_offset, width: width as u32 };
                    let Some(unit) = unit(bits, record_size) else {
                        continue;
                    };
                    let size = unit.ty.bytes(64);
                    assert!(unit.offset + size <= record_size);
                    assert!(u64::from(unit.shift) + width <= size * 8);
                    assert_eq!(unit.offset * 8 + u64::from(unit.shift), bit_offset);
                }
            }
        }
    }
}
