//! Facts about the source: positions, and types with their layout.
//!
//! Lazily initialised inputs need the types, to know what a pointer points to, and so do reports, which show fields by
//! name. The types have a layout and none of the rules of C: no qualifiers, no conversions, no typedefs.

use crate::data_model::{DataModel, Layout};
use crate::ids::{FileId, TypeId};

/// A position in a source file. Line and column count from one; line 0 means that there is no position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Position {
    /// The original file, as the line markers of the preprocessor name it.
    pub file: FileId,
    /// From one.
    pub line: u32,
    /// From one, in bytes.
    pub column: u32,
}

impl Position {
    /// No position: code that no source line corresponds to.
    pub const NONE: Position = Position { file: FileId(0), line: 0, column: 0 };
}

impl Default for Position {
    fn default() -> Self {
        Position::NONE
    }
}

/// A source-level type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SourceType {
    /// No value; the target of a pointer to any object.
    Void,
    /// An integer, an enumeration, a character.
    Int {
        /// As the source spells it.
        name: String,
        /// Width in memory.
        bits: u32,
        /// Two's complement, or unsigned.
        signed: bool,
    },
    /// A byte that holds 0 or 1.
    Bool,
    /// A float; `bits` is 32, 64 or 80, or 128 for a format without operations.
    Float {
        /// As the source spells it.
        name: String,
        /// Width of the value.
        bits: u32,
    },
    /// A pointer.
    Pointer(TypeId),
    /// An array; without a length it is incomplete, flexible or variable.
    Array {
        /// The element.
        element: TypeId,
        /// The number of elements.
        length: Option<u64>,
    },
    /// A struct or a union.
    Record(Record),
    /// A function.
    Function {
        /// The type of the result.
        returns: TypeId,
        /// Its parameters.
        params: Vec<TypeId>,
        /// Whether it is variadic.
        variadic: bool,
    },
}

/// A struct or a union.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Record {
    /// Its tag, or the name of a typedef where there is none; empty without either.
    pub name: String,
    /// Whether the name is that of a typedef.
    pub by_typedef: bool,
    /// A union: all members are at offset zero.
    pub is_union: bool,
    /// Whether it is defined. If not, size and fields have no meaning.
    pub complete: bool,
    /// Bytes, padding included.
    pub size: u64,
    /// Bytes.
    pub align: u64,
    /// The members in the order of the source, without unnamed bit-fields; anonymous members have an empty name.
    pub fields: Vec<Field>,
}

/// A member of a record.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// Empty for an anonymous struct or union.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Bytes from the start of the record; for a bit-field, of the byte with its lowest bit.
    pub offset: u64,
    /// For a bit-field, its first bit within that byte and its width.
    pub bits: Option<BitRange>,
}

/// The bits of a bit-field, counted from the lowest bit of the byte at the field's offset (little endian).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitRange {
    /// 0 to 7.
    pub start: u32,
    /// 1 to 128.
    pub width: u32,
}

/// The types of a module. A type is entered once; records are entered first and filled in later, because they may
/// contain pointers to themselves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TypeTable {
    types: Vec<SourceType>,
}

impl TypeTable {
    /// Adds a type, without looking for an equal one: a type that is added twice has two ids.
    pub fn add(&mut self, ty: SourceType) -> TypeId {
        self.types.push(ty);
        TypeId::new(self.types.len() - 1)
    }

    /// Replaces the type at `id`, to complete a record.
    pub fn set(&mut self, id: TypeId, ty: SourceType) {
        self.types[id.index()] = ty;
    }

    /// Returns the type with this id.
    pub fn get(&self, id: TypeId) -> &SourceType {
        &self.types[id.index()]
    }

    /// Whether the id is in the table.
    pub fn contains(&self, id: TypeId) -> bool {
        id.index() < self.types.len()
    }

    /// Returns all types, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &SourceType)> {
        self.types.iter().enumerate().map(|(index, ty)| (TypeId::new(index), ty))
    }

    /// Returns the number of types.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there are no types.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// Returns size and alignment, for types that have them.
    pub fn layout(&self, id: TypeId, model: DataModel) -> Option<Layout> {
        // A loop, not a recursion: arrays of arrays may nest deeply.
        let mut count = 1u64;
        let mut id = id;
        loop {
            let layout = match self.types.get(id.index())? {
                SourceType::Void | SourceType::Function { .. } => return None,
                SourceType::Int { bits, .. } => model.int(u64::from(*bits / 8)),
                SourceType::Bool => Layout::new(1, 1),
                SourceType::Float { bits: 80, .. } => model.long_double(),
                SourceType::Float { bits: 128, .. } => Layout::new(16, 16),
                SourceType::Float { bits, .. } => model.int(u64::from(*bits / 8)),
                SourceType::Pointer(_) => model.pointer(),
                SourceType::Record(record) if record.complete => {
                    Layout::new(record.size, record.align)
                }
                SourceType::Record(_) => return None,
                SourceType::Array { element, length } => {
                    count = count.checked_mul((*length)?)?;
                    id = *element;
                    continue;
                }
            };
            return Some(Layout::new(layout.size.checked_mul(count)?, layout.align));
        }
    }

    /// Returns the spelling of a type in messages: that of C, with declarators simplified (`int *`, `int[3]`, `struct node`).
    pub fn describe(&self, id: TypeId) -> String {
        let mut suffix = String::new();
        let mut id = id;
        // Bounded, because a table read from text may be cyclic.
        for _ in 0..64 {
            match self.types.get(id.index()) {
                None => return format!("{id}{suffix}"),
                Some(SourceType::Void) => return format!("void{suffix}"),
                Some(SourceType::Bool) => return format!("_Bool{suffix}"),
                Some(SourceType::Int { name, .. } | SourceType::Float { name, .. }) => {
                    return format!("{name}{suffix}");
                }
                Some(SourceType::Record(record)) => {
                    let keyword = if record.is_union { "union" } else { "struct" };
                    return match record.name.as_str() {
                        "" => format!("{keyword} <anonymous>{suffix}"),
                        name if record.by_typedef => format!("{name}{suffix}"),
                        name => format!("{keyword} {name}{suffix}"),
                    };
                }
                Some(SourceType::Function { returns, .. }) => {
                    suffix = format!("(){suffix}");
                    id = *returns;
                }
                Some(SourceType::Pointer(to)) => {
                    suffix = if suffix.starts_with('*') {
                        format!("*{suffix}")
                    } else {
                        format!(" *{suffix}")
                    };
                    suffix = suffix.replace("* *", "**");
                    id = *to;
                }
                Some(SourceType::Array { element, length }) => {
                    let length = length.map_or_else(String::new, |length| length.to_string());
                    suffix = format!("[{length}]{suffix}");
                    id = *element;
                }
            }
        }
        format!("...{suffix}")
    }
}
