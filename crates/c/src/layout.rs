//! Sizes, alignments and offsets, as in gcc on x86, for both data models.
//!
//! Bit-fields follow gcc's rule: a bit-field may not span more units of its type's alignment than its type has; if it would,
//! it starts at the next unit. `packed` removes that rule and all alignment; `#pragma pack(n)` removes it too, and caps
//! alignment at `n`.

use ir::Layout;

use crate::types::{BitField, Field, FloatKind, Length, QualType, Type, TypeKind, Types};

/// The attributes of a struct declaration that affect its layout.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RecordOptions {
    pub(crate) packed: bool,
    /// The `aligned(n)` of the record.
    pub(crate) align: Option<u64>,
    /// The `#pragma pack(n)` in force.
    pub(crate) pack: Option<u64>,
}

/// The declaration of a member, as far as it affects the layout.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) name: Option<crate::token::Name>,
    pub(crate) ty: QualType,
    /// The width of a bit-field.
    pub(crate) width: Option<u32>,
    pub(crate) packed: bool,
    /// The `aligned(n)` or `_Alignas` of the member.
    pub(crate) align: Option<u64>,
    /// The alignment of its type, if a typedef sets it.
    pub(crate) type_align: Option<u64>,
    /// Whether it is padding only: without a name, and no anonymous record.
    pub(crate) padding: bool,
}

/// The fields with their offsets, and the layout of the record.
pub(crate) struct RecordLayout {
    pub(crate) fields: Vec<Field>,
    pub(crate) size: u64,
    pub(crate) align: u64,
}

impl Types {
    /// Returns the layout of a complete type of constant size. `None` for other types, and for sizes that no object can have.
    pub(crate) fn layout(&self, ty: Type) -> Option<Layout> {
        let mut count = 1u64;
        let mut ty = ty;
        loop {
            let layout = match self.kind(ty) {
                TypeKind::Error | TypeKind::Void | TypeKind::Function(_) => return None,
                TypeKind::Bool => Layout::new(1, 1),
                TypeKind::Int(_) | TypeKind::Enum(_) => {
                    self.model.int(u64::from(self.int_bits(ty) / 8))
                }
                TypeKind::Bits(width, _) => {
                    self.model.int(u64::from(crate::types::container_bits(*width) / 8))
                }
                TypeKind::Float(FloatKind::Float) => Layout::new(4, 4),
                TypeKind::Float(FloatKind::Double) => self.model.double(),
                TypeKind::Float(FloatKind::LongDouble) => self.model.long_double(),
                TypeKind::Float(FloatKind::Float128) => Layout::new(16, 16),
                TypeKind::Pointer(_) => self.model.pointer(),
                TypeKind::Record(id) => {
                    let record = self.record(*id);
                    if !record.complete {
                        return None;
                    }
                    Layout::new(record.size, record.align)
                }
                TypeKind::Array(element, Length::Fixed(length)) => {
                    count = count.checked_mul(*length)?;
                    ty = element.ty;
                    continue;
                }
                TypeKind::Array(..) => return None,
            };
            let size = layout.size.checked_mul(count)?;
            return (size <= self.model.max_object()).then_some(Layout::new(size, layout.align));
        }
    }

    /// Returns the alignment of a type, also of an array of unknown length.
    pub(crate) fn align_of(&self, ty: Type) -> Option<u64> {
        let mut ty = ty;
        while let Some((element, _)) = self.element(ty) {
            ty = element.ty;
        }
        self.layout(ty).map(|layout| layout.align)
    }

    /// Lays out a struct or union. Returns `None` if it is larger than any object can be.
    pub(crate) fn lay_out(
        &self,
        is_union: bool,
        members: &[Member],
        options: RecordOptions,
    ) -> Option<RecordLayout> {
        let mut builder =
            Builder { types: self, options, bits: 0, size_bits: 0, align: 1, fields: Vec::new() };
        for member in members {
            if is_union {
                builder.bits = 0;
            }
            builder.place(member)?;
            builder.size_bits = builder.size_bits.max(builder.bits);
        }
        let align = options.align.map_or(builder.align, |asked| builder.align.max(asked));
        let size = builder.size_bits.div_ceil(8).checked_next_multiple_of(align)?;
        (size <= self.model.max_object()).then_some(RecordLayout {
            fields: builder.fields,
            size,
            align,
        })
    }
}

struct Builder<'a> {
    types: &'a Types,
    options: RecordOptions,
    /// The first bit after the members so far.
    bits: u64,
    size_bits: u64,
    align: u64,
    fields: Vec<Field>,
}

impl Builder<'_> {
    /// Implements `VAR`, `PTR`, `ARRAY` and `FIELD` of *SL CPA*.
    fn place(&mut self, member: &Member) -> Option<()> {
        match member.width {
            Some(width) => self.place_bits(member, width),
            None => self.place_whole(member),
        }
    }

    /// Returns the alignment of a member, after packing.
    fn alignment(&self, member: &Member) -> u64 {
        let natural = member.type_align.or_else(|| self.types.align_of(member.ty.ty)).unwrap_or(1);
        let packed = self.options.packed || member.packed;
        let mut align = if packed { 1 } else { natural };
        if let Some(asked) = member.align {
            align = align.max(asked);
        }
        self.options.pack.map_or(align, |cap| align.min(cap))
    }

    fn place_whole(&mut self, member: &Member) -> Option<()> {
        let align = self.alignment(member);
        let offset = self.bits.div_ceil(8).checked_next_multiple_of(align)?;
        // A flexible array member adds nothing.
        let size = self.types.layout(member.ty.ty).map_or(0, |layout| layout.size);
        self.bits = offset.checked_add(size)?.checked_mul(8)?;
        self.align = self.align.max(align);
        self.fields.push(Field { name: member.name, ty: member.ty, offset, align, bits: None });
        Some(())
    }

    fn place_bits(&mut self, member: &Member, width: u32) -> Option<()> {
        let layout = self.types.layout(member.ty.ty)?;
        let type_align = member.type_align.unwrap_or(layout.align);
        let unit = type_align.checked_mul(8)?;
        if width == 0 {
            self.bits = self.bits.checked_next_multiple_of(unit)?;
            return Some(());
        }
        let packed = self.options.packed || member.packed;
        let cap = self.options.pack.unwrap_or(u64::MAX);
        let asked = member.align.unwrap_or(1).min(cap);
        if member.align.is_some() {
            self.bits = self.bits.checked_next_multiple_of(asked.checked_mul(8)?)?;
        }
        let spans = (self.bits % unit).checked_add(u64::from(width))?.div_ceil(unit);
        if !packed && self.options.pack.is_none() && spans > (layout.size * 8) / unit {
            self.bits = self.bits.checked_next_multiple_of(unit)?;
        }
        if !member.padding {
            // A cap replaces `packed` here.
            let natural =
                if packed && self.options.pack.is_none() { 1 } else { type_align.min(cap) };
            self.align = self.align.max(natural.max(asked));
            let bits = BitField { bit_offset: self.bits, width };
            self.fields.push(Field {
                name: member.name,
                ty: member.ty,
                offset: self.bits / 8,
                align: 1,
                bits: Some(bits),
            });
        }
        self.bits = self.bits.checked_add(u64::from(width))?;
        Some(())
    }
}
