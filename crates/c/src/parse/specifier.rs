//! Declaration specifiers: storage classes, qualifiers and type specifiers in any order (C11 6.7).

use ir::Position;

use super::attribute::Attributes;
use super::{Parsed, Parser};
use crate::sema::{Entity, StorageClass};
use crate::token::{Kind, Kw, P};
use crate::tree::ExprKind;
use crate::types::{FloatKind, IntKind, Length, QualType, Quals, Type, TypeKind, Types};

/// The declaration specifiers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Specifiers {
    pub(super) ty: QualType,
    pub(super) storage: StorageClass,
    pub(super) inline: bool,
    pub(super) thread_local: bool,
    pub(super) attributes: Attributes,
    /// The alignment from a typedef, which may be less than the natural one.
    pub(super) type_align: Option<u64>,
    /// `__auto_type`: the type is that of the initialiser.
    pub(super) auto_type: bool,
}

impl Specifiers {
    /// Returns the alignment of the typedef, if a declared type is that of the specifiers or an array of it.
    pub(super) fn align_for(&self, declared: QualType, types: &Types) -> Option<u64> {
        let mut ty = declared.ty;
        while ty != self.ty.ty {
            ty = types.element(ty)?.0.ty;
        }
        self.type_align
    }
}

/// The counts of the keywords of a basic type.
#[derive(Default)]
struct Words {
    void: bool,
    bool: bool,
    char: bool,
    short: bool,
    int: bool,
    longs: u8,
    float: bool,
    double: bool,
    float128: bool,
    int128: bool,
    signed: bool,
    unsigned: bool,
    complex: bool,
}

impl Parser {
    /// Whether a type name or declaration starts here.
    pub(super) fn starts_type(&self) -> bool {
        self.starts_type_at(0)
    }

    pub(super) fn starts_type_at(&self, distance: usize) -> bool {
        use Kw::*;
        match self.ahead(distance) {
            Kind::Keyword(keyword) => matches!(
                keyword,
                Void | Bool
                    | Char
                    | Short
                    | Int
                    | Long
                    | Float
                    | Double
                    | Signed
                    | Unsigned
                    | Complex
                    | Int128
                    | Uint128
                    | Float32
                    | Float64
                    | Float64x
                    | Float128
                    | VaList
                    | Struct
                    | Union
                    | Enum
                    | Typeof
                    | AutoType
                    | Const
                    | Volatile
                    | Restrict
                    | Atomic
                    | Attribute
                    | Alignas
            ),
            Kind::Ident(name) => self.is_typedef_name(*name),
            _ => false,
        }
    }

    /// Whether a declaration starts here.
    pub(super) fn starts_declaration(&self) -> bool {
        use Kw::*;
        let mut distance = 0;
        while *self.ahead(distance) == Kind::Keyword(Extension) {
            distance += 1;
        }
        let storage = matches!(
            self.ahead(distance),
            Kind::Keyword(
                Typedef
                    | Extern
                    | Static
                    | Auto
                    | Register
                    | Inline
                    | Noreturn
                    | ThreadLocal
                    | StaticAssert
            )
        );
        storage || self.starts_type_at(distance)
    }

    pub(super) fn specifiers(&mut self) -> Parsed<Specifiers> {
        let start = self.position();
        let mut found = Specifiers {
            ty: self.sema.unit.types.error.into(),
            storage: StorageClass::None,
            inline: false,
            thread_local: false,
            attributes: Attributes::default(),
            type_align: None,
            auto_type: false,
        };
        let mut words = Words::default();
        let mut quals = Quals::NONE;
        let mut given: Option<QualType> = None;
        let mut any_word = false;
        loop {
            let position = self.position();
            match *self.peek() {
                Kind::Keyword(Kw::Attribute | Kw::Extension) => {
                    let attributes = self.attributes()?;
                    found.attributes.merge(attributes);
                }
                Kind::Keyword(Kw::Alignas) => {
                    self.bump();
                    let align = self.alignas()?;
                    found.attributes.aligned = found.attributes.aligned.max(align);
                }
                Kind::Keyword(keyword) => {
                    if let Some(storage) = storage_class(keyword) {
                        if found.storage != StorageClass::None && found.storage != storage {
                            self.sema.error(position, "two storage classes in one declaration");
                        }
                        found.storage = storage;
                        self.bump();
                    } else if let Some(qualifier) = qualifier(keyword) {
                        quals = quals.with(qualifier);
                        self.bump();
                        if keyword == Kw::Atomic && self.is(P::LParen) {
                            self.bump();
                            let ty = self.type_name()?;
                            self.expect(P::RParen)?;
                            given = Some(ty);
                        }
                    } else if words.add(keyword) {
                        any_word = true;
                        self.bump();
                    } else {
                        match keyword {
                            Kw::Inline => found.inline = true,
                            Kw::Noreturn => found.attributes.noreturn = true,
                            Kw::ThreadLocal => found.thread_local = true,
                            Kw::AutoType => {
                                found.auto_type = true;
                                any_word = true;
                            }
                            Kw::Typeof => {
                                let (ty, align) = self.typeof_specifier()?;
                                found.type_align = align;
                                self.check_single(&mut given, ty, position);
                                continue;
                            }
                            _ => {
                                let Some(ty) = self.compound_specifier(keyword)? else {
                                    break;
                                };
                                self.check_single(&mut given, ty, position);
                                continue;
                            }
                        }
                        self.bump();
                    }
                }
                Kind::Ident(name) if given.is_none() && !any_word => {
                    match self.sema.scopes.find(name) {
                        Some(Entity::Typedef(ty, align)) => {
                            found.type_align = align;
                            given = Some(ty);
                            self.bump();
                        }
                        _ => break,
                    }
                }
                _ => break,
            }
        }
        let base = match given {
            Some(ty) if any_word => {
                self.sema.error(start, "two types in one declaration");
                ty
            }
            Some(ty) => ty,
            None => self.basic_type(&words, any_word, start).into(),
        };
        let base = self.apply_mode(base, found.attributes.mode);
        found.ty = self.apply_vector(base, found.attributes.vector, start).with(quals);
        if let Some(what) = self.sema.unit.types.opaque(found.ty.ty)
            && self.sema.function.is_some()
        {
            self.sema.unsupported(start, what);
        }
        Ok(found)
    }

    fn check_single(&mut self, given: &mut Option<QualType>, ty: QualType, position: Position) {
        if given.is_some() {
            self.sema.error(position, "two types in one declaration");
        }
        *given = Some(ty);
    }

    /// Parses `struct`, `union`, `enum` or `__builtin_va_list`. `None` if the keyword ends the specifiers.
    fn compound_specifier(&mut self, keyword: Kw) -> Parsed<Option<QualType>> {
        match keyword {
            Kw::Struct | Kw::Union => {
                let ty = self.record_specifier()?;
                Ok(Some(ty.into()))
            }
            Kw::Enum => self.enum_specifier().map(|ty| Some(ty.into())),
            Kw::VaList => {
                self.bump();
                Ok(Some(self.va_list_type().into()))
            }
            _ => Ok(None),
        }
    }

    /// Parses `typeof`; also returns the alignment from a typedef.
    fn typeof_specifier(&mut self) -> Parsed<(QualType, Option<u64>)> {
        self.bump();
        self.expect(P::LParen)?;
        let named = if self.starts_type() {
            self.aligned_type_name()?
        } else {
            let operand = self.expression()?;
            let align = match operand.kind {
                ExprKind::Decl(id) => self.sema.type_aligns.get(&id).copied(),
                _ => None,
            };
            (self.sema.type_of(operand), align)
        };
        self.expect(P::RParen)?;
        Ok(named)
    }

    /// Returns the type of `va_list`: an array of one element, so that it is passed by reference; 24 bytes on x86-64, 4 on i386.
    pub(super) fn va_list_type(&mut self) -> Type {
        let tag = self.sema.unit.names.intern("__va_list_tag");
        let known = self
            .sema
            .unit
            .types
            .records
            .iter()
            .position(|record| record.tag == Some(tag) && record.complete);
        let record = match known {
            Some(index) => self.sema.unit.types.intern(TypeKind::Record(crate::types::RecordId(
                u32::try_from(index).unwrap_or(0),
            ))),
            None => {
                let (id, ty) = self.sema.unit.types.new_record(Some(tag), false);
                let words = match self.sema.unit.types.model {
                    ir::DataModel::Lp64 => 3,
                    ir::DataModel::Ilp32 => 1,
                };
                let layout = self.sema.unit.types.model.pointer();
                let record = &mut self.sema.unit.types.records[id.0 as usize];
                record.size = words * layout.size;
                record.align = layout.align;
                record.complete = true;
                ty
            }
        };
        self.sema.unit.types.array(record.into(), Length::Fixed(1))
    }

    fn basic_type(&mut self, words: &Words, any: bool, position: Position) -> Type {
        if !any {
            self.sema.unit.warning(position, "the declaration has no type; int is assumed");
        }
        match words.meaning() {
            Some(kind) if words.complex => {
                let part = self.sema.unit.types.intern(kind);
                self.complex_type(part)
            }
            Some(kind) => self.sema.unit.types.intern(kind),
            None => {
                self.sema.error(position, "invalid combination of type specifiers");
                self.sema.unit.types.error
            }
        }
    }

    /// Returns a complex type: unsupported, with the size of two numbers.
    fn complex_type(&mut self, part: Type) -> Type {
        let text = format!("_Complex {}", self.sema.describe(part.into()));
        let tag = self.sema.unit.names.intern(&text);
        let layout = self.sema.unit.types.layout(part).unwrap_or(ir::Layout::new(8, 8));
        let size = 2 * layout.size;
        self.sema.unit.types.opaque_type(tag, "complex numbers", size, layout.align)
    }

    /// Applies `__attribute__((vector_size(16)))`, which makes a vector of an arithmetic type.
    pub(super) fn apply_vector(
        &mut self,
        ty: QualType,
        size: Option<u64>,
        position: Position,
    ) -> QualType {
        let Some(size) = size else { return ty };
        if !self.sema.unit.types.is_arithmetic(ty.ty) {
            self.sema.unsupported(position, "a vector in a declarator");
            return ty;
        }
        let text = format!("vector of {size} bytes of {}", self.sema.describe(ty.ty.into()));
        let tag = self.sema.unit.names.intern(&text);
        let vector = self.sema.unit.types.opaque_type(tag, "vector types", size, size);
        QualType { ty: vector, quals: ty.quals }
    }

    /// Applies `__attribute__((mode(DI)))`, which replaces an integer type by one of another width.
    pub(super) fn apply_mode(&mut self, ty: QualType, mode: Option<u32>) -> QualType {
        let (Some(bits), Some(kind)) = (mode, self.sema.unit.types.int_kind(ty.ty)) else {
            return ty;
        };
        let model = self.sema.unit.types.model;
        let found = IntKind::ALL.into_iter().find(|other| {
            other.bits(model) == bits && other.signed() == kind.signed() && *other != IntKind::Char
        });
        match found {
            Some(kind) => QualType { ty: self.sema.unit.types.int(kind), quals: ty.quals },
            None => ty,
        }
    }
}

fn storage_class(keyword: Kw) -> Option<StorageClass> {
    Some(match keyword {
        Kw::Typedef => StorageClass::Typedef,
        Kw::Extern => StorageClass::Extern,
        Kw::Static => StorageClass::Static,
        Kw::Auto => StorageClass::Auto,
        Kw::Register => StorageClass::Register,
        _ => return None,
    })
}

pub(super) fn qualifier(keyword: Kw) -> Option<Quals> {
    Some(match keyword {
        Kw::Const => Quals::CONST,
        Kw::Volatile => Quals::VOLATILE,
        Kw::Restrict => Quals::RESTRICT,
        Kw::Atomic => Quals::ATOMIC,
        _ => return None,
    })
}

impl Words {
    /// Counts a keyword, if it belongs to a basic type.
    fn add(&mut self, keyword: Kw) -> bool {
        match keyword {
            Kw::Void => self.void = true,
            Kw::Bool => self.bool = true,
            Kw::Char => self.char = true,
            Kw::Short => self.short = true,
            Kw::Int => self.int = true,
            Kw::Long => self.longs = self.longs.saturating_add(1),
            Kw::Float | Kw::Float32 => self.float = true,
            Kw::Double | Kw::Float64 => self.double = true,
            Kw::Float64x => {
                self.double = true;
                self.longs = 1;
            }
            Kw::Float128 => self.float128 = true,
            Kw::Int128 => self.int128 = true,
            Kw::Uint128 => {
                self.int128 = true;
                self.unsigned = true;
            }
            Kw::Signed => self.signed = true,
            Kw::Unsigned => self.unsigned = true,
            Kw::Complex => self.complex = true,
            _ => return false,
        }
        true
    }

    /// Returns the type of the counted keywords.
    fn meaning(&self) -> Option<TypeKind> {
        let signs = u8::from(self.signed) + u8::from(self.unsigned);
        let bases =
            [self.void, self.bool, self.char, self.float, self.double, self.float128, self.int128];
        let bases = bases.iter().filter(|base| **base).count();
        let int_words = self.int || self.short || self.longs > 0;
        if signs > 1 || bases > 1 || self.longs > 2 || (self.short && self.longs > 0) {
            return None;
        }
        let long_double = self.double && self.longs == 1 && !self.int && !self.short;
        if bases == 1 && int_words && !long_double {
            return None;
        }
        if signs > 0 && (self.void || self.bool || self.float || self.double || self.float128) {
            return None;
        }
        if self.void {
            return Some(TypeKind::Void);
        }
        if self.bool {
            return Some(TypeKind::Bool);
        }
        let float = [
            (self.float, FloatKind::Float),
            (self.double && self.longs == 1, FloatKind::LongDouble),
            (self.double, FloatKind::Double),
            (self.float128, FloatKind::Float128),
        ];
        if let Some((_, kind)) = float.into_iter().find(|(found, _)| *found) {
            return Some(TypeKind::Float(kind));
        }
        let kind = if self.char {
            if self.signed { IntKind::SChar } else { IntKind::Char }
        } else if self.short {
            IntKind::Short
        } else if self.int128 {
            IntKind::Int128
        } else {
            [IntKind::Int, IntKind::Long, IntKind::LongLong][usize::from(self.longs)]
        };
        Some(TypeKind::Int(if self.unsigned { kind.to_unsigned() } else { kind }))
    }
}
