//! Lowering of C types to source types of the program, which have a layout and none of the rules of C.

use ir::{BitRange, Field, Record, SourceType, TypeId};

use super::Lowering;
use crate::types::{FloatKind, Length, RecordId, Type, TypeKind};

impl Lowering<'_> {
    pub(super) fn source_type(&mut self, ty: Type) -> TypeId {
        let id = self.enter_type(ty);
        // The fields of new records come from a worklist, because records may form long chains.
        while let Some((entered, record)) = self.pending_records.pop() {
            self.fill_record(entered, record);
        }
        id
    }

    /// Enters a type; the worklist gets new records. The derivation depth of the type bounds the recursion.
    fn enter_type(&mut self, ty: Type) -> TypeId {
        if let Some(id) = self.types.get(&ty) {
            return *id;
        }
        let id = match self.unit.types.kind(ty).clone() {
            TypeKind::Error | TypeKind::Void => self.linker.add_type(SourceType::Void),
            TypeKind::Bool => self.linker.add_type(SourceType::Bool),
            TypeKind::Int(kind) => self.linker.add_type(SourceType::Int {
                name: kind.name().to_owned(),
                bits: kind.bits(self.unit.types.model),
                signed: kind.signed(),
            }),
            TypeKind::Bits(width, signed) => self.linker.add_type(SourceType::Int {
                name: self.unit.describe(ty.into()),
                bits: crate::types::container_bits(width),
                signed,
            }),
            TypeKind::Enum(id) => {
                let kind = self.unit.types.enums[id.0 as usize].underlying;
                self.linker.add_type(SourceType::Int {
                    name: self.unit.describe(ty.into()),
                    bits: kind.bits(self.unit.types.model),
                    signed: kind.signed(),
                })
            }
            TypeKind::Float(kind) => self.linker.add_type(SourceType::Float {
                name: kind.name().to_owned(),
                bits: match kind {
                    FloatKind::Float => 32,
                    FloatKind::Double => 64,
                    FloatKind::LongDouble => 80,
                    FloatKind::Float128 => 128,
                },
            }),
            TypeKind::Pointer(to) => {
                let to = self.enter_type(to.ty);
                self.linker.add_type(SourceType::Pointer(to))
            }
            TypeKind::Array(element, length) => {
                let element = self.enter_type(element.ty);
                let length = match length {
                    Length::Fixed(length) => Some(length),
                    Length::Unknown | Length::Variable(_) => None,
                };
                self.linker.add_type(SourceType::Array { element, length })
            }
            TypeKind::Function(function) => {
                let returns = self.enter_type(function.returns.ty);
                let params =
                    function.params.iter().map(|param| self.enter_type(param.ty)).collect();
                self.linker.add_type(SourceType::Function {
                    returns,
                    params,
                    variadic: function.variadic,
                })
            }
            TypeKind::Record(record) => return self.enter_record(ty, record),
        };
        self.types.insert(ty, id);
        id
    }

    fn enter_record(&mut self, ty: Type, id: RecordId) -> TypeId {
        let record = self.unit.types.record(id);
        let name = self.unit.name(record.tag.or(record.alias)).to_string();
        let mut shape = Record {
            name,
            by_typedef: record.tag.is_none() && record.alias.is_some(),
            is_union: record.is_union,
            complete: record.complete,
            size: record.size,
            align: record.align,
            fields: Vec::new(),
        };
        let void = self.linker.add_type(SourceType::Void);
        for field in &record.fields {
            shape.fields.push(Field {
                name: self.unit.name(field.name).to_string(),
                ty: void,
                offset: field.offset,
                bits: field.bits.map(|bits| BitRange {
                    start: (bits.bit_offset % 8) as u32,
                    width: bits.width,
                }),
            });
        }
        if let Some(known) = self.linker.known_record(&shape) {
            self.types.insert(ty, known);
            return known;
        }
        let entered = self.linker.add_record(shape);
        self.types.insert(ty, entered);
        self.pending_records.push((entered, id));
        entered
    }

    /// Enters the types of the fields of a record, which may refer to the record.
    fn fill_record(&mut self, entered: TypeId, id: RecordId) {
        let fields: Vec<TypeId> = self
            .unit
            .types
            .record(id)
            .fields
            .iter()
            .map(|field| self.enter_type(field.ty.ty))
            .collect();
        if let SourceType::Record(record) = self.linker.module.types.get(entered) {
            let mut record = record.clone();
            for (field, ty) in record.fields.iter_mut().zip(fields) {
                field.ty = ty;
            }
            self.linker.module.types.set(entered, SourceType::Record(record));
        }
    }
}
