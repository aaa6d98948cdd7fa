//! The types of C, interned: two types are the same if their numbers are equal.
//!
//! Qualifiers are beside a type ([`QualType`]), not in it. Records and enumerations have identity: they are the same only if they
//! come from the same declaration. Sizes are in [`crate::layout`], rules of conversion in [`crate::sema`].

use std::collections::HashMap;
use std::rc::Rc;

use ir::DataModel;

use crate::token::{Name, Names};
use crate::tree::DeclId;

/// An interned type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Type(pub(crate) u32);

/// A type with its qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct QualType {
    pub(crate) ty: Type,
    pub(crate) quals: Quals,
}

/// `const`, `volatile`, `restrict` and `_Atomic`, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Quals(pub(crate) u8);

impl Quals {
    pub(crate) const NONE: Quals = Quals(0);
    pub(crate) const CONST: Quals = Quals(1);
    pub(crate) const VOLATILE: Quals = Quals(2);
    pub(crate) const RESTRICT: Quals = Quals(4);
    pub(crate) const ATOMIC: Quals = Quals(8);

    pub(crate) fn with(self, other: Quals) -> Quals {
        Quals(self.0 | other.0)
    }

    pub(crate) fn is_const(self) -> bool {
        self.0 & Quals::CONST.0 != 0
    }
}

impl From<Type> for QualType {
    fn from(ty: Type) -> QualType {
        QualType { ty, quals: Quals::NONE }
    }
}

impl QualType {
    pub(crate) fn with(self, quals: Quals) -> QualType {
        QualType { ty: self.ty, quals: self.quals.with(quals) }
    }
}

/// The kind of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TypeKind {
    /// The type after a reported error, which causes no further errors.
    Error,
    Void,
    Bool,
    Int(IntKind),
    /// The promoted type of a bit-field wider than `int`, as in gcc: an integer of exactly its width, and
    /// whether it is signed. Registers and memory hold it extended to [`container_bits`].
    Bits(u32, bool),
    Float(FloatKind),
    Pointer(QualType),
    Array(QualType, Length),
    Function(Rc<FunctionType>),
    Record(RecordId),
    Enum(EnumId),
}

/// The integer types apart from `_Bool`, in the order of their rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) enum IntKind {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

impl IntKind {
    pub(crate) const ALL: [IntKind; 13] = [
        IntKind::Char,
        IntKind::SChar,
        IntKind::UChar,
        IntKind::Short,
        IntKind::UShort,
        IntKind::Int,
        IntKind::UInt,
        IntKind::Long,
        IntKind::ULong,
        IntKind::LongLong,
        IntKind::ULongLong,
        IntKind::Int128,
        IntKind::UInt128,
    ];

    pub(crate) fn signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SChar | Short | Int | Long | LongLong | Int128)
    }

    /// Returns the unsigned type of the same rank.
    pub(crate) fn to_unsigned(self) -> IntKind {
        use IntKind::*;
        match self {
            Char | SChar | UChar => UChar,
            Short | UShort => UShort,
            Int | UInt => UInt,
            Long | ULong => ULong,
            LongLong | ULongLong => ULongLong,
            Int128 | UInt128 => UInt128,
        }
    }

    /// Returns the conversion rank; the same for a signed type and its unsigned counterpart.
    pub(crate) fn rank(self) -> u8 {
        self.to_unsigned() as u8
    }

    pub(crate) fn bits(self, model: DataModel) -> u32 {
        use IntKind::*;
        match self {
            Char | SChar | UChar => 8,
            Short | UShort => 16,
            Int | UInt => 32,
            Long | ULong => model.pointer_bits(),
            LongLong | ULongLong => 64,
            Int128 | UInt128 => 128,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        use IntKind::*;
        match self {
            Char => "char",
            SChar => "signed char",
            UChar => "unsigned char",
            Short => "short",
            UShort => "unsigned short",
            Int => "int",
            UInt => "unsigned int",
            Long => "long",
            ULong => "unsigned long",
            LongLong => "long long",
            ULongLong => "unsigned long long",
            Int128 => "__int128",
            UInt128 => "unsigned __int128",
        }
    }
}

/// Returns the width of the integer that holds a value of [`TypeKind::Bits`].
pub(crate) fn container_bits(width: u32) -> u32 {
    if width <= 64 { 64 } else { 128 }
}

/// The float types, in the order of their rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) enum FloatKind {
    Float,
    Double,
    LongDouble,
    /// Declared by headers; using a value of it is unsupported.
    Float128,
}

impl FloatKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::LongDouble => "long double",
            FloatKind::Float128 => "_Float128",
        }
    }
}

/// The length of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Length {
    Fixed(u64),
    /// `[]`: incomplete, or a flexible member.
    Unknown,
    /// Computed when the declaration is executed, and held in this hidden variable.
    Variable(DeclId),
}

/// A function type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FunctionType {
    pub(crate) returns: QualType,
    pub(crate) params: Vec<QualType>,
    pub(crate) variadic: bool,
    /// Whether it was declared with a parameter list.
    pub(crate) prototype: bool,
}

/// The identity of a struct or union.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct RecordId(pub(crate) u32);

/// The identity of an enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct EnumId(pub(crate) u32);

/// A struct or a union.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) tag: Option<Name>,
    /// The first name that a typedef gave it, if it has no tag.
    pub(crate) alias: Option<Name>,
    pub(crate) is_union: bool,
    pub(crate) complete: bool,
    pub(crate) fields: Vec<Field>,
    pub(crate) size: u64,
    pub(crate) align: u64,
    /// `__attribute__((transparent_union))`: accepts an argument of any member's type.
    pub(crate) transparent: bool,
    /// For a type that is not supported: its name in messages. Such a type has a size, and nothing else.
    pub(crate) opaque: Option<&'static str>,
}

/// A member.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// `None` for an anonymous struct or union. Unnamed bit-fields are no members.
    pub(crate) name: Option<Name>,
    pub(crate) ty: QualType,
    /// In bytes; for a bit-field, the byte of its lowest bit.
    pub(crate) offset: u64,
    /// Its alignment in the layout.
    pub(crate) align: u64,
    pub(crate) bits: Option<BitField>,
}

/// The position of a bit-field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BitField {
    /// From the start of the record.
    pub(crate) bit_offset: u64,
    pub(crate) width: u32,
}

/// An enumeration; only its integer type matters.
#[derive(Clone, Debug)]
pub(crate) struct Enum {
    pub(crate) tag: Option<Name>,
    /// The first name that a typedef gave it, if it has no tag.
    pub(crate) alias: Option<Name>,
    pub(crate) complete: bool,
    pub(crate) underlying: IntKind,
}

/// All types of a unit.
pub(crate) struct Types {
    pub(crate) model: DataModel,
    kinds: Vec<TypeKind>,
    /// The derivation depth of each type: how many pointers, arrays and functions it nests.
    depths: Vec<u32>,
    index: HashMap<TypeKind, Type>,
    pub(crate) records: Vec<Record>,
    pub(crate) enums: Vec<Enum>,
    pub(crate) error: Type,
    pub(crate) void: Type,
    pub(crate) bool: Type,
    ints: [Type; 13],
    pub(crate) float: Type,
    pub(crate) double: Type,
    pub(crate) long_double: Type,
}

impl Types {
    pub(crate) fn new(model: DataModel) -> Types {
        let nothing = Type(0);
        let mut types = Types {
            model,
            kinds: Vec::new(),
            depths: Vec::new(),
            index: HashMap::new(),
            records: Vec::new(),
            enums: Vec::new(),
            error: nothing,
            void: nothing,
            bool: nothing,
            ints: [nothing; 13],
            float: nothing,
            double: nothing,
            long_double: nothing,
        };
        types.error = types.intern(TypeKind::Error);
        types.void = types.intern(TypeKind::Void);
        types.bool = types.intern(TypeKind::Bool);
        for kind in IntKind::ALL {
            types.ints[kind as usize] = types.intern(TypeKind::Int(kind));
        }
        types.float = types.intern(TypeKind::Float(FloatKind::Float));
        types.double = types.intern(TypeKind::Float(FloatKind::Double));
        types.long_double = types.intern(TypeKind::Float(FloatKind::LongDouble));
        types
    }

    pub(crate) fn intern(&mut self, kind: TypeKind) -> Type {
        if let Some(ty) = self.index.get(&kind) {
            return *ty;
        }
        let ty = Type(u32::try_from(self.kinds.len()).expect("a unit has fewer than 2^32 types"));
        let depth = match &kind {
            TypeKind::Pointer(inner) | TypeKind::Array(inner, _) => 1 + self.depth(inner.ty),
            TypeKind::Function(function) => {
                let params =
                    function.params.iter().map(|param| self.depth(param.ty)).max().unwrap_or(0);
                1 + params.max(self.depth(function.returns.ty))
            }
            _ => 0,
        };
        self.kinds.push(kind.clone());
        self.depths.push(depth);
        self.index.insert(kind, ty);
        ty
    }

    pub(crate) fn kind(&self, ty: Type) -> &TypeKind {
        &self.kinds[ty.0 as usize]
    }

    /// Returns the derivation depth of a type, which bounds recursion over it.
    pub(crate) fn depth(&self, ty: Type) -> u32 {
        self.depths[ty.0 as usize]
    }

    pub(crate) fn int(&self, kind: IntKind) -> Type {
        self.ints[kind as usize]
    }

    pub(crate) fn pointer(&mut self, to: impl Into<QualType>) -> Type {
        self.intern(TypeKind::Pointer(to.into()))
    }

    pub(crate) fn array(&mut self, element: QualType, length: Length) -> Type {
        self.intern(TypeKind::Array(element, length))
    }

    /// Returns `size_t`.
    pub(crate) fn size_type(&self) -> Type {
        self.int(match self.model {
            DataModel::Lp64 => IntKind::ULong,
            DataModel::Ilp32 => IntKind::UInt,
        })
    }

    /// Returns `ptrdiff_t`.
    pub(crate) fn difference_type(&self) -> Type {
        self.int(match self.model {
            DataModel::Lp64 => IntKind::Long,
            DataModel::Ilp32 => IntKind::Int,
        })
    }

    pub(crate) fn new_record(&mut self, tag: Option<Name>, is_union: bool) -> (RecordId, Type) {
        let id = RecordId(
            u32::try_from(self.records.len()).expect("a unit has fewer than 2^32 records"),
        );
        self.records.push(Record {
            tag,
            alias: None,
            is_union,
            complete: false,
            fields: Vec::new(),
            size: 0,
            align: 1,
            transparent: false,
            opaque: None,
        });
        (id, self.intern(TypeKind::Record(id)))
    }

    /// Returns an unsupported type: two with one tag are the same.
    pub(crate) fn opaque_type(
        &mut self,
        tag: Name,
        what: &'static str,
        size: u64,
        align: u64,
    ) -> Type {
        let same = |record: &Record| record.tag == Some(tag) && record.opaque == Some(what);
        if let Some(index) = self.records.iter().position(same) {
            let id = RecordId(u32::try_from(index).unwrap_or(u32::MAX));
            return self.intern(TypeKind::Record(id));
        }
        let (id, ty) = self.new_record(Some(tag), false);
        let record = &mut self.records[id.0 as usize];
        (record.size, record.align, record.complete) = (size, align, true);
        record.opaque = Some(what);
        ty
    }

    /// Returns the name of an unsupported type.
    pub(crate) fn opaque(&self, ty: Type) -> Option<&'static str> {
        self.record_id(ty).and_then(|id| self.record(id).opaque)
    }

    pub(crate) fn new_enum(&mut self, tag: Option<Name>) -> (EnumId, Type) {
        let id = EnumId(
            u32::try_from(self.enums.len()).expect("a unit has fewer than 2^32 enumerations"),
        );
        self.enums.push(Enum { tag, alias: None, complete: false, underlying: IntKind::UInt });
        (id, self.intern(TypeKind::Enum(id)))
    }

    /// Gives a record or enumeration without a tag the name of its first typedef.
    pub(crate) fn name_by_typedef(&mut self, ty: Type, name: Name) {
        let (tag, alias) = match *self.kind(ty) {
            TypeKind::Record(id) => {
                let record = &mut self.records[id.0 as usize];
                (record.tag, &mut record.alias)
            }
            TypeKind::Enum(id) => {
                let it = &mut self.enums[id.0 as usize];
                (it.tag, &mut it.alias)
            }
            _ => return,
        };
        if tag.is_none() {
            alias.get_or_insert(name);
        }
    }

    pub(crate) fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// Whether the last member of a struct is a flexible array member.
    pub(crate) fn ends_flexibly(&self, ty: Type) -> bool {
        let TypeKind::Record(id) = *self.kind(ty) else { return false };
        let last = self.record(id).fields.last();
        last.is_some_and(|it| matches!(self.element(it.ty.ty), Some((_, Length::Unknown))))
    }

    /// Returns the integer kind of an integer or enumeration type. `_Bool` has none.
    pub(crate) fn int_kind(&self, ty: Type) -> Option<IntKind> {
        match self.kind(ty) {
            TypeKind::Int(kind) => Some(*kind),
            TypeKind::Enum(id) => Some(self.enums[id.0 as usize].underlying),
            _ => None,
        }
    }

    pub(crate) fn is_integer(&self, ty: Type) -> bool {
        matches!(
            self.kind(ty),
            TypeKind::Bool | TypeKind::Int(_) | TypeKind::Bits(..) | TypeKind::Enum(_)
        )
    }

    pub(crate) fn is_signed(&self, ty: Type) -> bool {
        match self.kind(ty) {
            TypeKind::Bits(_, signed) => *signed,
            _ => self.int_kind(ty).is_some_and(IntKind::signed),
        }
    }

    /// Returns the width of an integer type; that of `_Bool` is 8, as in memory.
    pub(crate) fn int_bits(&self, ty: Type) -> u32 {
        match self.kind(ty) {
            TypeKind::Bits(width, _) => *width,
            _ => self.int_kind(ty).map_or(8, |kind| kind.bits(self.model)),
        }
    }

    /// Returns the type of a bit-field's value after integer promotion (C11 6.3.1.1; beyond `int`, as gcc). The type of
    /// the bit-field itself was entered by [`Types::enter_bit_field`].
    pub(crate) fn promoted_bit_field(&self, width: u32, declared: Type) -> Type {
        let signed = self.is_signed(declared);
        let int = if width < 32 || signed { IntKind::Int } else { IntKind::UInt };
        if width <= 32 {
            return self.int(int);
        }
        self.index.get(&TypeKind::Bits(width, signed)).copied().unwrap_or(declared)
    }

    /// Enters the type of the values of a bit-field, if no other type has its width.
    pub(crate) fn enter_bit_field(&mut self, width: u32, declared: Type) {
        if width > 32 && width < self.int_bits(declared) {
            self.intern(TypeKind::Bits(width, self.is_signed(declared)));
        }
    }

    /// Returns the width of a type that is narrower than its container.
    pub(crate) fn narrow_bits(&self, ty: Type) -> Option<u32> {
        match self.kind(ty) {
            TypeKind::Bits(width, _) => Some(*width),
            _ => None,
        }
    }

    pub(crate) fn float_kind(&self, ty: Type) -> Option<FloatKind> {
        match self.kind(ty) {
            TypeKind::Float(kind) => Some(*kind),
            _ => None,
        }
    }

    pub(crate) fn is_arithmetic(&self, ty: Type) -> bool {
        self.is_integer(ty) || self.float_kind(ty).is_some()
    }

    pub(crate) fn pointee(&self, ty: Type) -> Option<QualType> {
        match self.kind(ty) {
            TypeKind::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    pub(crate) fn is_pointer(&self, ty: Type) -> bool {
        self.pointee(ty).is_some()
    }

    pub(crate) fn is_scalar(&self, ty: Type) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    pub(crate) fn element(&self, ty: Type) -> Option<(QualType, Length)> {
        match self.kind(ty) {
            TypeKind::Array(element, length) => Some((*element, *length)),
            _ => None,
        }
    }

    pub(crate) fn is_array(&self, ty: Type) -> bool {
        self.element(ty).is_some()
    }

    pub(crate) fn function(&self, ty: Type) -> Option<Rc<FunctionType>> {
        match self.kind(ty) {
            TypeKind::Function(function) => Some(function.clone()),
            _ => None,
        }
    }

    pub(crate) fn is_function(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Function(_))
    }

    pub(crate) fn record_id(&self, ty: Type) -> Option<RecordId> {
        match self.kind(ty) {
            TypeKind::Record(id) => Some(*id),
            _ => None,
        }
    }

    pub(crate) fn is_void(&self, ty: Type) -> bool {
        ty == self.void
    }

    pub(crate) fn is_error(&self, ty: Type) -> bool {
        ty == self.error
    }

    /// Whether the size is known only at run time.
    pub(crate) fn is_variable_array(&self, ty: Type) -> bool {
        let mut ty = ty;
        while let Some((element, length)) = self.element(ty) {
            if matches!(length, Length::Variable(_)) {
                return true;
            }
            ty = element.ty;
        }
        false
    }

    /// Whether a type is variably modified: it is or contains a variable array (C11 6.7.6p3).
    pub(crate) fn is_variably_modified(&self, ty: Type) -> bool {
        let mut ty = ty;
        loop {
            ty = match self.kind(ty) {
                TypeKind::Array(_, Length::Variable(_)) => return true,
                TypeKind::Array(inner, _) | TypeKind::Pointer(inner) => inner.ty,
                TypeKind::Function(function) => function.returns.ty,
                _ => return false,
            };
        }
    }

    /// Whether a type is complete.
    pub(crate) fn is_complete(&self, ty: Type) -> bool {
        let mut ty = ty;
        loop {
            match self.kind(ty) {
                TypeKind::Void | TypeKind::Function(_) => return false,
                TypeKind::Record(id) => return self.record(*id).complete,
                TypeKind::Enum(id) => return self.enums[id.0 as usize].complete,
                TypeKind::Array(_, Length::Unknown) => return false,
                TypeKind::Array(element, _) => ty = element.ty,
                _ => return true,
            }
        }
    }

    /// Returns the element type of an array, with the qualifiers of the array.
    pub(crate) fn qualified_array_element(&self, array: QualType) -> Option<QualType> {
        self.element(array.ty).map(|(element, _)| element.with(array.quals))
    }

    /// Returns the spelling of a type in C, for messages.
    pub(crate) fn describe(&self, ty: QualType, names: &Names) -> String {
        let mut text = String::new();
        if ty.quals.is_const() {
            text.push_str("const ");
        }
        text + &self.describe_plain(ty.ty, names, 0)
    }

    fn describe_plain(&self, ty: Type, names: &Names, depth: u32) -> String {
        if depth > 20 {
            return "...".to_owned();
        }
        let tagged = |keyword: &str, tag: Option<Name>, alias: Option<Name>| match (tag, alias) {
            (Some(tag), _) => format!("{keyword} {}", names.text(tag)),
            (None, Some(alias)) => names.text(alias).to_string(),
            (None, None) => format!("{keyword} <anonymous>"),
        };
        match self.kind(ty) {
            TypeKind::Error => "<error>".to_owned(),
            TypeKind::Void => "void".to_owned(),
            TypeKind::Bool => "_Bool".to_owned(),
            TypeKind::Int(kind) => kind.name().to_owned(),
            TypeKind::Bits(width, signed) => {
                let kind = if *signed { IntKind::LongLong } else { IntKind::ULongLong };
                format!("{}:{width}", kind.name())
            }
            TypeKind::Float(kind) => kind.name().to_owned(),
            TypeKind::Pointer(to) => {
                let constant = if to.quals.is_const() { "const " } else { "" };
                format!("{constant}{} *", self.describe_plain(to.ty, names, depth + 1))
            }
            TypeKind::Array(element, length) => {
                let length = match length {
                    Length::Fixed(length) => length.to_string(),
                    Length::Unknown => String::new(),
                    Length::Variable(_) => "*".to_owned(),
                };
                format!("{}[{length}]", self.describe_plain(element.ty, names, depth + 1))
            }
            TypeKind::Function(function) => {
                let params: Vec<_> = function
                    .params
                    .iter()
                    .map(|param| self.describe_plain(param.ty, names, depth + 1))
                    .collect();
                format!(
                    "{} ({})",
                    self.describe_plain(function.returns.ty, names, depth + 1),
                    params.join(", ")
                )
            }
            TypeKind::Record(id) => {
                let record = self.record(*id);
                let keyword = if record.is_union { "union" } else { "struct" };
                tagged(keyword, record.tag, record.alias)
            }
            TypeKind::Enum(id) => {
                let it = &self.enums[id.0 as usize];
                tagged("enum", it.tag, it.alias)
            }
        }
    }
}
