//! Sizes and alignments of the basic types, as gcc has them on x86.
//!
//! Knows no C types: only facts of the machine on which front ends and engines must agree.

use std::fmt;

/// The x86 ABI that the program is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DataModel {
    /// x86-64 Linux: `long` and pointers have 64 bits.
    #[default]
    Lp64,
    /// i386 Linux: `int`, `long` and pointers have 32 bits.
    Ilp32,
}

/// The size and alignment of a type in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Bytes from one element of an array to the next.
    pub size: u64,
    /// The alignment of a member of this type in a struct; on i386 an 8-byte member is aligned to 4 only.
    pub align: u64,
}

impl Layout {
    /// Makes a layout.
    pub const fn new(size: u64, align: u64) -> Layout {
        Layout { size, align }
    }
}

impl DataModel {
    /// Returns the width of a pointer, of `size_t` and of `long`, in bits.
    #[inline]
    pub fn pointer_bits(self) -> u32 {
        match self {
            DataModel::Lp64 => 64,
            DataModel::Ilp32 => 32,
        }
    }

    /// Returns the width of a pointer in bytes.
    #[inline]
    pub fn pointer_bytes(self) -> u64 {
        u64::from(self.pointer_bits() / 8)
    }

    /// Returns the layout of an integer of 1, 2, 4, 8 or 16 bytes.
    pub fn int(self, bytes: u64) -> Layout {
        let align = match self {
            DataModel::Lp64 => bytes,
            DataModel::Ilp32 => bytes.min(4),
        };
        Layout::new(bytes, align)
    }

    /// Returns the layout of a pointer.
    pub fn pointer(self) -> Layout {
        self.int(self.pointer_bytes())
    }

    /// Returns the layout of `double`.
    pub fn double(self) -> Layout {
        self.int(8)
    }

    /// Returns the layout of `long double`, the x87 format with its padding.
    pub fn long_double(self) -> Layout {
        match self {
            DataModel::Lp64 => Layout::new(16, 16),
            DataModel::Ilp32 => Layout::new(12, 4),
        }
    }

    /// Returns the alignment of `__attribute__((aligned))` without a number, and of `malloc`.
    pub fn max_align(self) -> u64 {
        16
    }

    /// Returns the size of the largest possible object: a difference of pointers into it must fit `ptrdiff_t`.
    pub fn max_object(self) -> u64 {
        match self {
            DataModel::Lp64 => i64::MAX as u64,
            DataModel::Ilp32 => i32::MAX as u64,
        }
    }

    /// Returns the size of the address space. No 64-bit processor maps more than 57 bits of an address.
    pub fn address_space(self) -> u64 {
        match self {
            DataModel::Lp64 => 1 << 57,
            DataModel::Ilp32 => u32::MAX as u64,
        }
    }

    /// Returns the spelling in the text form and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            DataModel::Lp64 => "lp64",
            DataModel::Ilp32 => "ilp32",
        }
    }

    /// Returns the data model with this name.
    pub fn from_name(name: &str) -> Option<DataModel> {
        [DataModel::Lp64, DataModel::Ilp32].into_iter().find(|model| model.name() == name)
    }
}

impl fmt::Display for DataModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
