//! The types of registers. Aggregates live in memory.

use std::fmt;

/// A scalar type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Ty {
    /// One bit: the result of a comparison, the condition of a branch. Never in memory.
    I1,
    /// 8 bits.
    I8,
    /// 16 bits.
    I16,
    /// 32 bits.
    I32,
    /// 64 bits.
    I64,
    /// 128 bits.
    I128,
    /// A pointer; as wide as the module's data model says.
    Ptr,
    /// IEEE single precision.
    F32,
    /// IEEE double precision.
    F64,
    /// The x87 extended format: 80 bits of value. A load or a store touches ten bytes.
    F80,
}

impl Ty {
    /// Every type, in the order of the enum.
    pub const ALL: [Ty; 10] =
        [Ty::I1, Ty::I8, Ty::I16, Ty::I32, Ty::I64, Ty::I128, Ty::Ptr, Ty::F32, Ty::F64, Ty::F80];

    /// Returns the integer type of exactly `bits` bits, if there is one.
    pub fn int(bits: u32) -> Option<Ty> {
        Some(match bits {
            1 => Ty::I1,
            8 => Ty::I8,
            16 => Ty::I16,
            32 => Ty::I32,
            64 => Ty::I64,
            128 => Ty::I128,
            _ => return None,
        })
    }

    /// Returns the width of a value in bits, where a pointer has `pointer` bits.
    #[inline]
    pub fn bits(self, pointer: u32) -> u32 {
        match self {
            Ty::I1 => 1,
            Ty::I8 => 8,
            Ty::I16 => 16,
            Ty::I32 | Ty::F32 => 32,
            Ty::I64 | Ty::F64 => 64,
            Ty::I128 => 128,
            Ty::Ptr => pointer,
            Ty::F80 => 80,
        }
    }

    /// How many bytes a load or a store of this type touches.
    #[inline]
    pub fn bytes(self, pointer: u32) -> u64 {
        u64::from(self.bits(pointer).div_ceil(8))
    }

    /// One of the `i*` types.
    pub fn is_int(self) -> bool {
        matches!(self, Ty::I1 | Ty::I8 | Ty::I16 | Ty::I32 | Ty::I64 | Ty::I128)
    }

    /// One of the `f*` types.
    pub fn is_float(self) -> bool {
        matches!(self, Ty::F32 | Ty::F64 | Ty::F80)
    }

    /// Returns the spelling in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Ty::I1 => "i1",
            Ty::I8 => "i8",
            Ty::I16 => "i16",
            Ty::I32 => "i32",
            Ty::I64 => "i64",
            Ty::I128 => "i128",
            Ty::Ptr => "ptr",
            Ty::F32 => "f32",
            Ty::F64 => "f64",
            Ty::F80 => "f80",
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
