//! Typing of names, members, elements, addresses, and literals.

use ir::Position;

use super::{Entity, Sema};
use crate::token::{Encoding, FloatSuffix, IntLiteral, Name};
use crate::tree::{DeclKind, Expr, ExprKind, Member, StringId, StringLiteral, Within};
use crate::types::{IntKind, Length, QualType, RecordId, Type};

/// The maximal nesting of anonymous records in a search for a member.
const MAX_ANONYMOUS: u32 = 64;

impl Sema {
    /// Types a name. `called` allows C89's implicit declaration of functions.
    pub(crate) fn name(&mut self, name: Name, called: bool, position: Position) -> Expr {
        match self.scopes.find(name) {
            Some(Entity::Decl(id)) => {
                let ty = self.unit.decl(id).ty;
                self.make(ExprKind::Decl(id), ty, position)
            }
            Some(Entity::Constant(value, ty)) => self.unit.constant(value, ty, position),
            Some(Entity::Typedef(..)) => {
                let text = self.unit.names.text(name);
                self.wrong(position, format!("'{text}' is a type, not a value"))
            }
            None if called => self.implicit_function(name, position),
            None => {
                let text = self.unit.names.text(name);
                let wrong = self.wrong(position, format!("'{text}' is not declared"));
                // Further uses in this scope cause no further errors.
                let decl = crate::tree::Decl {
                    name: Some(name),
                    ty: self.unit.types.error.into(),
                    position,
                    kind: DeclKind::Local,
                    align: None,
                    address_taken: false,
                };
                let id = self.unit.add_decl(decl);
                self.scopes.insert(name, Entity::Decl(id), position);
                wrong
            }
        }
    }

    /// Finds a field of a record, through anonymous members: its offset, bits and type.
    pub(crate) fn find_field(
        &self,
        id: RecordId,
        name: Name,
        depth: u32,
    ) -> Option<(Member, QualType)> {
        let record = self.unit.types.record(id);
        for (index, field) in record.fields.iter().enumerate() {
            let last = record.is_union || index + 1 == record.fields.len();
            if field.name == Some(name) {
                let member = Member {
                    offset: field.offset,
                    bits: field.bits,
                    record_size: record.size,
                    last,
                    align: field.align,
                };
                return Some((member, field.ty));
            }
            if field.name.is_none()
                && depth < MAX_ANONYMOUS
                && let Some(inner) = self.unit.types.record_id(field.ty.ty)
                && let Some((mut member, ty)) = self.find_field(inner, name, depth + 1)
            {
                member.offset += field.offset;
                if let Some(bits) = &mut member.bits {
                    bits.bit_offset += field.offset * 8;
                }
                member.record_size = record.size;
                member.last &= last;
                return Some((member, ty.with(field.ty.quals)));
            }
        }
        None
    }

    /// Returns the alignment from the declaration of an object or a member, for `_Alignof`.
    pub(crate) fn declared_align(&self, lvalue: &Expr) -> Option<u64> {
        match &lvalue.kind {
            ExprKind::Decl(id) => self.unit.decl(*id).align,
            ExprKind::Member(_, member) => Some(member.align),
            _ => None,
        }
    }

    /// Types `base.name`.
    pub(crate) fn member(&mut self, base: Expr, name: Name, position: Position) -> Expr {
        if self.is_error(&base) {
            return base;
        }
        let text = self.unit.names.text(name);
        let Some(id) = self.unit.types.record_id(base.ty.ty) else {
            let ty = self.describe(base.ty);
            return self.wrong(
                position,
                format!("'{ty}' is no struct or union and has no member '{text}'"),
            );
        };
        if !self.unit.types.record(id).complete {
            let ty = self.describe(base.ty);
            return self.wrong(position, format!("'{ty}' is incomplete"));
        }
        match self.find_field(id, name, 0) {
            Some((member, ty)) => {
                let ty = ty.with(base.ty.quals);
                self.make(ExprKind::Member(Box::new(base), member), ty, position)
            }
            None => {
                let ty = self.describe(base.ty);
                self.wrong(position, format!("'{ty}' has no member '{text}'"))
            }
        }
    }

    /// Types `base->name`.
    pub(crate) fn arrow(&mut self, base: Expr, name: Name, position: Position) -> Expr {
        let base = self.deref(base, position);
        self.member(base, name, position)
    }

    /// Types `*pointer`.
    pub(crate) fn deref(&mut self, pointer: Expr, position: Position) -> Expr {
        let pointer = self.rvalue(pointer);
        if self.is_error(&pointer) {
            return pointer;
        }
        match self.unit.types.pointee(pointer.ty.ty) {
            Some(to) => self.make(ExprKind::Deref(Box::new(pointer)), to, position),
            None => {
                let text = self.describe(pointer.ty);
                self.wrong(position, format!("'{text}' is not a pointer"))
            }
        }
    }

    /// Types `a[b]`.
    pub(crate) fn index(&mut self, a: Expr, b: Expr, position: Position) -> Expr {
        let array = if self.unit.types.is_array(b.ty.ty) { &b } else { &a };
        let bounds = self.unit.types.is_array(array.ty.ty).then(|| self.array_bounds(array));
        let mut sum = self.binary(crate::tree::BinaryOp::Add, a, b, position);
        if let ExprKind::PointerAdd { within, .. } = &mut sum.kind {
            *within = bounds;
        }
        self.deref(sum, position)
    }

    /// Returns the bounds for subscripts of an array. As in gcc's `-fsanitize=bounds`, the last member of a struct behind
    /// a pointer may have more elements than declared.
    fn array_bounds(&self, array: &Expr) -> Within {
        let within = match self.unit.types.element(array.ty.ty) {
            Some((_, Length::Fixed(length @ 1..))) => Within::Length(length),
            Some((_, Length::Variable(hidden))) => Within::Variable(hidden),
            _ => return Within::Memory,
        };
        let whole = matches!(
            array.kind,
            ExprKind::Decl(_) | ExprKind::Str(_) | ExprKind::CompoundLiteral(..)
        );
        let open_ended = is_trailing(array) && is_behind_pointer(array);
        if whole || open_ended || !array.is_lvalue() {
            return Within::Memory;
        }
        within
    }

    /// Types `&operand`.
    pub(crate) fn address_of(&mut self, operand: Expr, position: Position) -> Expr {
        if self.is_error(&operand) {
            return operand;
        }
        if super::convert::bit_field_of(&operand).is_some() {
            return self.wrong(position, "a bit-field has no address");
        }
        let pointer = self.unit.types.pointer(operand.ty);
        if let ExprKind::Deref(inner) = operand.kind {
            // `&*p` is `p`, without an access.
            return Expr { ty: pointer.into(), position, ..*inner };
        }
        if !operand.is_lvalue() {
            return self.wrong(position, "only an object or a function has an address");
        }
        self.mark_address_taken(&operand);
        self.make(ExprKind::AddressOf(Box::new(operand)), pointer, position)
    }

    fn mark_address_taken(&mut self, operand: &Expr) {
        let mut operand = operand;
        while let ExprKind::Member(base, _) = &operand.kind {
            operand = base;
        }
        if let ExprKind::Decl(id) = operand.kind {
            self.unit.decl_mut(id).address_taken = true;
        }
    }

    /// Types an integer constant by the first type of its list that can represent it (C11 6.4.4.1).
    pub(crate) fn int_literal(&mut self, literal: IntLiteral, position: Position) -> Expr {
        use IntKind::*;
        let candidates = [Int, UInt, Long, ULong, LongLong, ULongLong, Int128, UInt128];
        let first = match literal.longs {
            0 => 0,
            1 => 2,
            _ => 4,
        };
        let model = self.unit.types.model;
        let fits = |kind: &&IntKind| {
            let sign_allowed = if kind.signed() {
                !literal.unsigned
            } else {
                literal.unsigned || !literal.decimal
            };
            let bits = kind.bits(model) - u32::from(kind.signed());
            sign_allowed && (bits >= 128 || literal.value >> bits == 0)
        };
        match candidates[first..].iter().find(fits) {
            Some(kind) => {
                self.unit.constant(literal.value as i128, self.unit.types.int(*kind), position)
            }
            None => {
                self.unit.constant(literal.value as i128, self.unit.types.int(UInt128), position)
            }
        }
    }

    pub(crate) fn float_literal(
        &mut self,
        digits: &str,
        suffix: FloatSuffix,
        position: Position,
    ) -> Expr {
        let types = &self.unit.types;
        let (ty, scalar) = match suffix {
            FloatSuffix::None => (types.double, ir::Ty::F64),
            FloatSuffix::Float => (types.float, ir::Ty::F32),
            FloatSuffix::Long | FloatSuffix::Float128 => (types.long_double, ir::Ty::F80),
        };
        match ir::eval::parse_float(scalar, digits) {
            Some(bits) => Expr { kind: ExprKind::Const(bits), ty: ty.into(), position, depth: 1 },
            None => self.wrong(position, "the float constant is malformed"),
        }
    }

    pub(crate) fn character(&mut self, value: u32, encoding: Encoding, position: Position) -> Expr {
        let kind = match encoding {
            Encoding::Plain | Encoding::Wide => IntKind::Int,
            Encoding::Utf16 => IntKind::UShort,
            Encoding::Utf32 => IntKind::UInt,
        };
        self.unit.constant(i128::from(value as i32), self.unit.types.int(kind), position)
    }

    /// Adds a string literal with its terminating zero.
    pub(crate) fn add_string(&mut self, mut units: Vec<u32>, encoding: Encoding) -> StringId {
        units.push(0);
        self.unit.strings.push(StringLiteral { units: units.into(), encoding });
        StringId(
            u32::try_from(self.unit.strings.len() - 1).expect("a unit has fewer than 2^32 strings"),
        )
    }

    /// Makes an expression for a string literal.
    pub(crate) fn string(&mut self, id: StringId, position: Position) -> Expr {
        let literal = self.unit.string(id);
        let length = literal.units.len() as u64;
        let element = self.character_type(literal.encoding);
        let ty = self.unit.types.array(element.into(), Length::Fixed(length));
        self.make(ExprKind::Str(id), ty, position)
    }

    /// Returns the type of an element of a string.
    pub(crate) fn character_type(&self, encoding: Encoding) -> Type {
        self.unit.types.int(match encoding {
            Encoding::Plain => IntKind::Char,
            Encoding::Wide => IntKind::Int,
            Encoding::Utf16 => IntKind::UShort,
            Encoding::Utf32 => IntKind::UInt,
        })
    }

    /// Makes an expression for `__func__`.
    pub(crate) fn function_name(&mut self, position: Position) -> Expr {
        let Some(function) = &self.function else {
            let id = self.add_string(Vec::new(), Encoding::Plain);
            return self.string(id, position);
        };
        let name = function.name.clone();
        let id = match function.func_name {
            Some(id) => id,
            None => self.add_string(name.bytes().map(u32::from).collect(), Encoding::Plain),
        };
        if let Some(function) = &mut self.function {
            function.func_name = Some(id);
        }
        let mut expr = self.string(id, position);
        let element =
            QualType::from(self.unit.types.int(IntKind::Char)).with(crate::types::Quals::CONST);
        expr.ty = self.unit.types.array(element, Length::Fixed(name.len() as u64 + 1)).into();
        expr
    }
}

/// Whether an lvalue is the last member of a record that is itself the last member of one, and so on.
fn is_trailing(lvalue: &Expr) -> bool {
    let mut at = lvalue;
    while let ExprKind::Member(base, member) = &at.kind {
        if !member.last {
            return false;
        }
        at = base;
    }
    matches!(lvalue.kind, ExprKind::Member(..))
}

/// Whether an lvalue designates a part of an object behind a pointer.
pub(super) fn is_behind_pointer(lvalue: &Expr) -> bool {
    let mut at = lvalue;
    loop {
        at = match &at.kind {
            ExprKind::Member(base, _) => base,
            ExprKind::Deref(pointer) => match &pointer.kind {
                ExprKind::PointerAdd { pointer, .. } => match &pointer.kind {
                    ExprKind::Decay(array) => array,
                    _ => return true,
                },
                ExprKind::AddressOf(inner) | ExprKind::Decay(inner) => inner,
                _ => return true,
            },
            _ => return false,
        };
    }
}
