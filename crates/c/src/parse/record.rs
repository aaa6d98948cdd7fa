//! Structs, unions and enumerations (C11 6.7.2).

use ir::Position;

use super::attribute::Attributes;
use super::{Parsed, Parser};
use crate::layout::{Member, RecordOptions};
use crate::sema::{StorageClass, Tag};
use crate::token::{Kind, Kw, Name, P};
use crate::types::{EnumId, IntKind, QualType, RecordId, Type, TypeKind};

/// The lowest and the highest constant of an enumeration, and the constants that do not fit an `int`.
type Enumerators = ((i128, i128), Vec<(Name, i128)>);

impl Parser {
    /// Parses a struct or union specifier, from its keyword on.
    pub(super) fn record_specifier(&mut self) -> Parsed<Type> {
        let keyword = if self.is_keyword(Kw::Union) { Kw::Union } else { Kw::Struct };
        self.bump();
        let mut attributes = self.attributes()?;
        let position = self.position();
        let tag = self.optional_tag();
        if !self.is(P::LBrace) {
            return match tag {
                Some(tag) => Ok(self.reference(keyword, tag, position)),
                None => self.unexpected("a tag or '{'"),
            };
        }
        let (id, ty) = self.begin_record(keyword, tag, position);
        let pack = self.pack();
        self.bump();
        let mut members = Vec::new();
        let result = self.nested(|parser| parser.members(&mut members, keyword == Kw::Union));
        if result.is_err() {
            // The members so far are kept, so that uses of the record cause no further errors.
            self.skip_to_brace();
        }
        attributes.merge(self.attributes()?);
        let options = RecordOptions { packed: attributes.packed, align: attributes.aligned, pack };
        self.finish_record(id, keyword, &members, options, attributes.transparent_union, position);
        Ok(ty)
    }

    fn optional_tag(&mut self) -> Option<Name> {
        match *self.peek() {
            Kind::Ident(name) => {
                self.bump();
                Some(name)
            }
            _ => None,
        }
    }

    fn skip_to_brace(&mut self) {
        while !matches!(self.peek(), Kind::Punct(P::RBrace) | Kind::Eof) {
            self.recover();
        }
        self.take(P::RBrace);
    }

    /// Resolves `struct tag` without a body: an earlier one, or a new incomplete one. `struct tag;` declares it here.
    fn reference(&mut self, keyword: Kw, tag: Name, position: Position) -> Type {
        let here = self.is(P::Semicolon);
        let known =
            if here { self.sema.scopes.find_tag_here(tag) } else { self.sema.scopes.find_tag(tag) };
        if let Some(known) = known {
            if known.keyword != keyword {
                let text = self.sema.unit.names.text(tag);
                self.sema.error(position, format!("'{text}' is declared as another kind of tag"));
                self.sema.unit.note(known.position, "declared here");
                return self.sema.unit.types.error;
            }
            return known.ty;
        }
        let ty = match keyword {
            Kw::Enum => self.sema.unit.types.new_enum(Some(tag)).1,
            _ => self.sema.unit.types.new_record(Some(tag), keyword == Kw::Union).1,
        };
        self.sema.scopes.insert_tag(tag, Tag { ty, keyword, position });
        ty
    }

    fn begin_record(
        &mut self,
        keyword: Kw,
        tag: Option<Name>,
        position: Position,
    ) -> (RecordId, Type) {
        if let Some(tag) = tag
            && let Some(known) = self.sema.scopes.find_tag_here(tag)
        {
            match self.sema.unit.types.record_id(known.ty) {
                Some(id)
                    if known.keyword == keyword && !self.sema.unit.types.record(id).complete =>
                {
                    return (id, known.ty);
                }
                _ => {
                    let text = self.sema.unit.names.text(tag);
                    self.sema.error(position, format!("'{text}' is defined twice"));
                    self.sema.unit.note(known.position, "the earlier definition");
                }
            }
        }
        let (id, ty) = self.sema.unit.types.new_record(tag, keyword == Kw::Union);
        if let Some(tag) = tag {
            self.sema.scopes.insert_tag(tag, Tag { ty, keyword, position });
        }
        (id, ty)
    }

    fn members(&mut self, members: &mut Vec<Member>, is_union: bool) -> Parsed<()> {
        while !self.take(P::RBrace) {
            if self.take(P::Semicolon) {
                continue;
            }
            if *self.peek() == Kind::Eof {
                return self.unexpected("'}'");
            }
            if self.is_keyword(Kw::StaticAssert) {
                self.static_assert()?;
                continue;
            }
            if self.member_declaration(members, is_union).is_err() {
                self.recover();
            }
        }
        Ok(())
    }

    fn member_declaration(&mut self, members: &mut Vec<Member>, is_union: bool) -> Parsed<()> {
        let position = self.position();
        let specifiers = self.specifiers()?;
        if specifiers.storage != StorageClass::None {
            self.sema.error(position, "a member cannot have a storage class");
        }
        if self.take(P::Semicolon) {
            // Only a record without a tag is an anonymous member; `struct tag;` declares no member.
            let record = self.sema.unit.types.record_id(specifiers.ty.ty);
            if record.is_some_and(|id| self.sema.unit.types.record(id).tag.is_none()) {
                let mut member = plain_member(None, specifiers.ty, specifiers.attributes);
                member.type_align = specifiers.type_align;
                members.push(member);
            }
            return Ok(());
        }
        loop {
            let position = self.position();
            let mut member = plain_member(None, specifiers.ty, specifiers.attributes);
            let mut attributes = specifiers.attributes;
            if !self.is(P::Colon) {
                let declarator = self.declarator(specifiers.ty, false)?;
                attributes.merge(declarator.attributes);
                member.name = declarator.name;
                member.ty = declarator.ty;
                if !self.check_member(&member, is_union, position) {
                    // A record that contains itself would make traversals endless.
                    member.ty = self.sema.unit.types.error.into();
                }
            }
            if self.take(P::Colon) {
                let width = self.bit_width(member.ty, member.name.is_some())?;
                member.width = Some(width);
                member.padding = member.name.is_none();
                attributes.merge(self.attributes()?);
            }
            member.packed = attributes.packed;
            member.align = attributes.aligned;
            member.type_align = specifiers.align_for(member.ty, &self.sema.unit.types);
            if let Some(name) = member.name
                && members.iter().any(|other| other.name == Some(name))
            {
                let text = self.sema.unit.names.text(name);
                self.sema.error(position, format!("two members are called '{text}'"));
            }
            members.push(member);
            if self.take(P::Semicolon) {
                return Ok(());
            }
            self.expect(P::Comma)?;
            self.attributes()?;
        }
    }

    /// Checks the type of a member, and reports an error.
    fn check_member(&mut self, member: &Member, is_union: bool, position: Position) -> bool {
        let types = &self.sema.unit.types;
        if types.is_function(member.ty.ty) {
            self.sema.error(position, "a member can't be a function");
        } else if types.is_variable_array(member.ty.ty) {
            self.sema.unsupported(position, "a member of variable length");
        } else if !types.is_complete(member.ty.ty)
            && !types.is_error(member.ty.ty)
            && (is_union || !types.is_array(member.ty.ty))
        {
            let text = self.sema.describe(member.ty);
            self.sema.error(position, format!("a member has the incomplete type '{text}'"));
        } else {
            return true;
        }
        false
    }

    fn bit_width(&mut self, ty: QualType, named: bool) -> Parsed<u32> {
        let position = self.position();
        let value = self.constant_expression()?;
        let types = &self.sema.unit.types;
        let limit = if types.kind(ty.ty) == &TypeKind::Bool { 1 } else { types.int_bits(ty.ty) };
        if !types.is_integer(ty.ty) {
            if !types.is_error(ty.ty) {
                self.sema.error(position, "a bit-field must have an integer type");
            }
            return Ok(1);
        }
        let Some(value) = value else { return Ok(1) };
        match u32::try_from(value) {
            Ok(0) if named => {
                self.sema.error(position, "a bit-field of width zero cannot have a name")
            }
            Ok(width) if width <= limit => {
                self.sema.unit.types.enter_bit_field(width, ty.ty);
                return Ok(width);
            }
            _ => self.sema.error(
                position,
                format!("the width of the bit-field is not between 0 and {limit}"),
            ),
        }
        Ok(1)
    }

    fn finish_record(
        &mut self,
        id: RecordId,
        keyword: Kw,
        members: &[Member],
        options: RecordOptions,
        transparent: bool,
        position: Position,
    ) {
        // Only the last member may be an array of unknown length.
        let flexible = members.iter().rev().skip(1).find(|member| {
            self.sema.unit.types.element(member.ty.ty).is_some()
                && !self.sema.unit.types.is_complete(member.ty.ty)
        });
        if flexible.is_some() {
            self.sema.error(position, "only the last member can be an array without a length");
        }
        let layout = self.sema.unit.types.lay_out(keyword == Kw::Union, members, options);
        let record = &mut self.sema.unit.types.records[id.0 as usize];
        record.complete = true;
        record.transparent = transparent;
        match layout {
            Some(layout) => {
                record.fields = layout.fields;
                record.size = layout.size;
                record.align = layout.align;
            }
            None => self.sema.error(position, "the record is larger than any object can be"),
        }
    }

    /// Parses an enumeration specifier, from `enum` on.
    pub(super) fn enum_specifier(&mut self) -> Parsed<Type> {
        self.bump();
        let mut attributes = self.attributes()?;
        let position = self.position();
        let tag = self.optional_tag();
        if !self.is(P::LBrace) {
            return match tag {
                Some(tag) => Ok(self.reference(Kw::Enum, tag, position)),
                None => self.unexpected("a tag or '{'"),
            };
        }
        let (id, ty) = self.begin_enum(tag, position);
        self.bump();
        let (range, wide) = self.enumerators()?;
        attributes.merge(self.attributes()?);
        let kind = match attributes.mode {
            Some(bits) => of_mode(range, bits),
            None => underlying(range, attributes.packed, self.sema.unit.types.model),
        };
        let record = &mut self.sema.unit.types.enums[id.0 as usize];
        record.complete = true;
        record.underlying = kind;
        // A constant that does not fit an `int` gets the type of the enumeration, which is known now.
        for (name, value) in wide {
            let ty = self.sema.unit.types.int(kind);
            self.sema.scopes.replace_constant(name, value, ty);
        }
        Ok(ty)
    }

    fn begin_enum(&mut self, tag: Option<Name>, position: Position) -> (EnumId, Type) {
        if let Some(tag) = tag
            && let Some(known) = self.sema.scopes.find_tag_here(tag)
        {
            match *self.sema.unit.types.kind(known.ty) {
                TypeKind::Enum(id) if !self.sema.unit.types.enums[id.0 as usize].complete => {
                    return (id, known.ty);
                }
                _ => {
                    let text = self.sema.unit.names.text(tag);
                    self.sema.error(position, format!("'{text}' is defined twice"));
                    self.sema.unit.note(known.position, "the earlier definition");
                }
            }
        }
        let (id, ty) = self.sema.unit.types.new_enum(tag);
        if let Some(tag) = tag {
            self.sema.scopes.insert_tag(tag, Tag { ty, keyword: Kw::Enum, position });
        }
        (id, ty)
    }

    /// Parses the constants of an enumeration.
    fn enumerators(&mut self) -> Parsed<Enumerators> {
        let (mut low, mut high) = (0, 0);
        let mut wide = Vec::new();
        let mut next = 0i128;
        while !self.take(P::RBrace) {
            let position = self.position();
            let name = self.expect_name()?;
            self.attributes()?;
            if self.take(P::Assign) {
                next = self.constant_expression()?.unwrap_or(next);
            }
            let fits_int = i32::try_from(next).is_ok();
            let kind = if fits_int {
                IntKind::Int
            } else if u32::try_from(next).is_ok() {
                IntKind::UInt
            } else if i64::try_from(next).is_ok() {
                IntKind::LongLong
            } else {
                IntKind::ULongLong
            };
            if !fits_int {
                wide.push((name, next));
            }
            let ty = self.sema.unit.types.int(kind);
            self.sema.declare_constant(name, next, ty, position);
            low = low.min(next);
            high = high.max(next);
            next = next.saturating_add(1);
            if !self.take(P::Comma) {
                self.expect(P::RBrace)?;
                break;
            }
        }
        Ok(((low, high), wide))
    }
}

fn plain_member(name: Option<Name>, ty: QualType, attributes: Attributes) -> Member {
    Member {
        name,
        ty,
        width: None,
        packed: attributes.packed,
        align: attributes.aligned,
        type_align: None,
        padding: false,
    }
}

/// Returns the integer type of an enumeration whose `mode` has this width.
fn of_mode((low, _): (i128, i128), bits: u32) -> IntKind {
    let kind = match bits {
        8 => IntKind::SChar,
        16 => IntKind::Short,
        64 => IntKind::LongLong,
        128 => IntKind::Int128,
        _ => IntKind::Int,
    };
    if low < 0 { kind } else { kind.to_unsigned() }
}

/// Returns the integer type that gcc chooses for an enumeration with constants in this range.
fn underlying((low, high): (i128, i128), packed: bool, model: ir::DataModel) -> IntKind {
    use IntKind::*;
    let candidates: &[IntKind] = match (packed, low < 0) {
        (true, true) => &[SChar, Short, Int, LongLong],
        (true, false) => &[UChar, UShort, UInt, ULongLong],
        (false, true) => &[Int, Long, LongLong],
        (false, false) => &[UInt, ULong, ULongLong],
    };
    let fits = |kind: &&IntKind| {
        let bits = kind.bits(model);
        if kind.signed() {
            low >= -(1 << (bits - 1)) && high < 1 << (bits - 1)
        } else {
            high < 1 << bits
        }
    };
    candidates.iter().find(fits).or(candidates.last()).copied().unwrap_or(Int)
}
