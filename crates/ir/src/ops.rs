//! The operators, each with its spelling in the text form. [`crate::eval`] defines what they compute.

use std::fmt;

macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            /// Every variant.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// Returns the spelling in the text form.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// Returns the variant with this spelling.
            pub fn from_name(name: &str) -> Option<$name> {
                match name { $($text => Some($name::$variant),)* _ => None }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

named! {
    /// Integer operators of one operand.
    UnaryOp {
        /// Two's complement negation; wraps.
        Neg = "neg",
        /// Every bit inverted.
        Not = "not",
        /// The number of zero bits above the highest one bit; the width for zero.
        LeadingZeros = "clz",
        /// The number of zero bits below the lowest one bit; the width for zero.
        TrailingZeros = "ctz",
        /// The number of one bits.
        Ones = "popcount",
        /// The bytes in reverse order.
        SwapBytes = "bswap",
    }
}

named! {
    /// Integer operators of two operands. All wrap; a `check` before them reports overflow where it is undefined.
    BinaryOp {
        /// Sum.
        Add = "add",
        /// Difference.
        Sub = "sub",
        /// Product.
        Mul = "mul",
        /// Unsigned quotient. A zero divisor is excluded by a `check`.
        UDiv = "udiv",
        /// Signed quotient, towards zero. A zero divisor and an overflow are excluded by a `check`.
        SDiv = "sdiv",
        /// Unsigned remainder, under the same condition.
        URem = "urem",
        /// Signed remainder, with the sign of the dividend, under the same condition.
        SRem = "srem",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Shift to the left. The amount is unsigned, of the same type; a `check` keeps it below the width.
        Shl = "shl",
        /// Logical shift to the right.
        LShr = "lshr",
        /// Arithmetic shift to the right.
        AShr = "ashr",
    }
}

named! {
    /// The operators of `fits`, whose exact result may not be representable.
    FitsOp {
        /// Sum.
        Add = "add",
        /// Difference.
        Sub = "sub",
        /// Product.
        Mul = "mul",
        /// Quotient; not representable only for the lowest signed number by minus one. True for a zero divisor.
        Div = "div",
        /// Shift to the left: `a * 2^b` is representable. True where the amount is not below the width.
        Shl = "shl",
    }
}

named! {
    /// Comparisons of integers or pointers; the result is one bit. Pointers compare by address.
    CompareOp {
        /// Equal.
        Eq = "eq",
        /// Different.
        Ne = "ne",
        /// Unsigned less.
        Ult = "ult",
        /// Unsigned less or equal.
        Ule = "ule",
        /// Signed less.
        Slt = "slt",
        /// Signed less or equal.
        Sle = "sle",
    }
}

named! {
    /// Float operators of two operands, rounding to nearest even in the type's own format.
    FloatOp {
        /// Sum.
        Add = "fadd",
        /// Difference.
        Sub = "fsub",
        /// Product.
        Mul = "fmul",
        /// Quotient.
        Div = "fdiv",
    }
}

named! {
    /// Comparisons of floats; the result is one bit.
    FloatCompareOp {
        /// Equal and neither is NaN.
        Eq = "feq",
        /// Different, or one is NaN.
        Ne = "fne",
        /// Less and neither is NaN.
        Lt = "flt",
        /// Less or equal and neither is NaN.
        Le = "fle",
        /// One is NaN.
        Unordered = "funo",
    }
}

named! {
    /// Conversions from one scalar type to another.
    CastOp {
        /// To a narrower integer: the low bits.
        Trunc = "trunc",
        /// To a wider integer, with zeros.
        ZExt = "zext",
        /// To a wider integer, with copies of the sign.
        SExt = "sext",
        /// A pointer's address as an integer of the pointer's width.
        PtrToInt = "ptrtoint",
        /// An integer of the pointer's width as a pointer.
        IntToPtr = "inttoptr",
        /// Float to float, rounding to nearest even.
        FloatToFloat = "ftof",
        /// Float to signed integer, towards zero. A `check` excludes values that are not representable.
        FloatToSigned = "ftos",
        /// Float to unsigned integer, towards zero. A `check` excludes values that are not representable.
        FloatToUnsigned = "ftou",
        /// Signed integer to float, rounding to nearest even.
        SignedToFloat = "stof",
        /// Unsigned integer to float, rounding to nearest even.
        UnsignedToFloat = "utof",
        /// The same bits, between an integer and a float of one width.
        Bits = "bits",
    }
}

named! {
    /// The language rules that a `check` guards.
    CheckKind {
        /// The exact result of a signed operation is not representable.
        SignedOverflow = "signed-overflow",
        /// The quotient of the smallest number and -1 is not representable: machines trap.
        DivisionOverflow = "division-overflow",
        /// A zero divisor.
        DivisionByZero = "division-by-zero",
        /// A shift by a negative amount, or by the width or more.
        Shift = "shift",
        /// Code that the program declared unreachable.
        Unreachable = "unreachable",
        /// A variable-length array whose length is negative.
        ArrayLength = "array-length",
        /// A variable-length array whose length is zero: in GNU C it is empty.
        EmptyArray = "empty-array",
        /// A float too large for the integer type that it is converted to.
        FloatToInt = "float-to-int",
        /// An index whose product with the size of an element exceeds any object: the access is out of bounds, even if
        /// the product wraps to a small offset.
        Index = "index",
        /// Pointer arithmetic by more bytes than any object has.
        PointerOverflow = "pointer-overflow",
        /// An index outside of an array that is part of a larger object. The access itself may be valid:
        /// if this rule is not checked, execution continues.
        Bounds = "bounds",
        /// The label `ERROR`, which marks an error in some programs. It is no rule of the
        /// language: if it is not checked, execution continues.
        ErrorLabel = "error-label",
    }
}

/// The rounding mode of a float operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rounding {
    /// To nearest, ties to even.
    #[default]
    Nearest,
    /// Towards negative infinity.
    Down,
    /// Towards positive infinity.
    Up,
    /// Towards zero.
    Zero,
}
