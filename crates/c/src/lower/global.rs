//! Lowering of the initial values of objects of static lifetime: bytes and relocations.

use std::collections::BTreeMap;

use ir::{GlobalId, Position, Relocation, Target};

use super::Lowering;
use super::symbol::{MAY_BE_MISSING, trimmed};
use crate::sema::{Base, Value};
use crate::tree::{DeclKind, Expr, ExprKind, Init, InitEntry, InitValue};
use crate::types::BitField;

/// The maximal size of an initialised part of an object, whose bytes are held in memory.
const MAX_BYTES: u64 = 1 << 28;

/// The value under construction.
#[derive(Default)]
struct Image {
    /// The position of the object, for errors in a string.
    position: Position,
    bytes: Vec<u8>,
    /// The relocations by offset.
    relocations: BTreeMap<u64, Relocation>,
}

impl Lowering<'_> {
    pub(super) fn initial_value(
        &mut self,
        global: GlobalId,
        init: &Init,
        size: u64,
        position: Position,
    ) {
        let mut image = Image { position, ..Image::default() };
        self.write_init(&mut image, init, 0);
        let entry = &mut self.linker.module.globals[global.index()];
        // An initialised flexible array member may extend the object beyond the size of its type.
        let reached = image
            .relocations
            .keys()
            .next_back()
            .map_or(0, |last| last + self.unit.types.model.pointer_bytes());
        entry.size = size.max(image.bytes.len() as u64).max(reached);
        entry.bytes = trimmed(image.bytes);
        entry.relocations = image.relocations.into_values().collect();
    }

    fn write_init(&mut self, image: &mut Image, init: &Init, base: u64) {
        for entry in &init.entries {
            match &entry.value {
                InitValue::Str(..) if base + entry.offset > MAX_BYTES => {
                    self.error(image.position, "the initialiser reaches too far into the object");
                }
                InitValue::Str(id, length) => {
                    let bytes = self.unit.string_bytes(*id);
                    let length = usize::try_from(*length).unwrap_or(usize::MAX).min(bytes.len());
                    image.write(base + entry.offset, &bytes[..length]);
                }
                InitValue::Expr(expr) => self.write_expr(image, entry, expr, base),
            }
        }
    }

    fn write_expr(&mut self, image: &mut Image, entry: &InitEntry, expr: &Expr, base: u64) {
        let offset = base + entry.offset;
        if offset > MAX_BYTES {
            self.error(expr.position, "the initialiser reaches too far into the object");
            return;
        }
        if self.unit.types.record_id(expr.ty.ty).is_some() {
            self.write_record(image, expr, offset);
            return;
        }
        let Some(scalar) = self.unit.scalar(expr.ty.ty) else {
            return;
        };
        let width = scalar.bytes(self.pointer_bits()) as usize;
        match self.unit.eval(expr) {
            Some(Value::Bits(value)) => match entry.bits {
                Some(bits) => image
                    .write_bits(BitField { bit_offset: bits.bit_offset + base * 8, ..bits }, value),
                None => image.write(offset, &value.to_le_bytes()[..width]),
            },
            Some(Value::Address(Base::Decl(id), _)) if self.may_be_missing(id) => {
                self.error(expr.position, format!("{MAY_BE_MISSING} is not supported here"));
            }
            Some(Value::Address(target, addend)) => {
                let pointer = self.unit.types.model.pointer_bytes() as usize;
                image.write(offset, &vec![0; width.max(pointer)]);
                let target = match target {
                    Base::Str(id) => Target::Global(self.string_id(id)),
                    Base::Decl(id) if matches!(self.unit.decl(id).kind, DeclKind::Function(_)) => {
                        Target::Function(self.function_id(id))
                    }
                    Base::Decl(id) => Target::Global(self.global_id(id)),
                };
                image.relocations.insert(offset, Relocation { offset, target, addend });
            }
            None => self.error(expr.position, "the initialiser of a static object is not constant"),
        }
    }

    /// Writes the value of a compound literal, which may initialise a struct in GNU C, and is an object of its own at file scope.
    fn write_record(&mut self, image: &mut Image, expr: &Expr, offset: u64) {
        if let ExprKind::Load(inner) = &expr.kind {
            match &inner.kind {
                ExprKind::CompoundLiteral(_, init) => return self.write_init(image, init, offset),
                ExprKind::Decl(id) => {
                    let decl = self.unit.decl(*id);
                    if let (None, DeclKind::Global(global)) = (decl.name, &decl.kind)
                        && let Some(init) = &global.init
                    {
                        return self.write_init(image, init, offset);
                    }
                }
                _ => {}
            }
        }
        self.error(expr.position, "the initialiser of a static object is not constant");
    }
}

impl Image {
    fn write(&mut self, offset: u64, bytes: &[u8]) {
        let start = offset as usize;
        let end = start + bytes.len();
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[start..end].copy_from_slice(bytes);
        // Later entries override earlier ones, relocations too.
        while let Some((gone, _)) = self.relocations.range(start as u64..end as u64).next() {
            let gone = *gone;
            self.relocations.remove(&gone);
        }
    }

    fn write_bits(&mut self, bits: BitField, value: u128) {
        for index in 0..u64::from(bits.width) {
            let at = bits.bit_offset + index;
            let byte = (at / 8) as usize;
            if self.bytes.len() <= byte {
                self.bytes.resize(byte + 1, 0);
            }
            let mask = 1u8 << (at % 8);
            if (value >> index) & 1 == 1 {
                self.bytes[byte] |= mask;
            } else {
                self.bytes[byte] &= !mask;
            }
        }
    }
}
