//! Sorts: the types of terms.

use std::fmt;

/// The sort of a term. Arrays map bit-vectors to bit-vectors, as in SMT-LIB's `QF_ABV`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Booleans.
    Bool,
    /// Bit-vectors of the given width, at least one.
    Bits(u32),
    /// Arrays with indices and elements of these widths.
    Array {
        /// The width of an index.
        index: u32,
        /// The width of an element.
        element: u32,
    },
}

impl Sort {
    /// Returns the width, if this is a bit-vector sort.
    #[must_use]
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::Bits(width) => Some(width),
            Sort::Bool | Sort::Array { .. } => None,
        }
    }

    /// Returns whether this is an array sort.
    #[must_use]
    pub fn is_array(self) -> bool {
        matches!(self, Sort::Array { .. })
    }
}

impl fmt::Display for Sort {
    /// Prints SMT-LIB's notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Bits(width) => write!(f, "(_ BitVec {width})"),
            Sort::Array { index, element } => {
                write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))")
            }
        }
    }
}
