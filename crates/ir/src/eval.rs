//! The operators on concrete bits: the only definition, shared by constant folding, interpreters and the concrete part of the engine.
//!
//! A value is a `u128` with the bits of its type, zero-extended. Nothing here panics: an operator without a result (division by zero)
//! returns `None`; a `check` before the instruction reports it.

mod float;
mod int;

pub use float::{
    float, float_compare, float_fits, float_fma, float_in, float_neg, float_sqrt, parse_float,
    parse_float_in,
};
pub use int::{binary, compare, fits, mask, signed, unary};

use crate::ops::{CastOp, Rounding};
use crate::scalar::Ty;

/// Converts a value, rounding to nearest. `pointer` is the width of a pointer in bits.
pub fn cast(op: CastOp, from: Ty, to: Ty, a: u128, pointer: u32) -> u128 {
    cast_in(Rounding::Nearest, op, from, to, a, pointer)
}

/// Converts a value in a rounding mode. A conversion of a float to an integer truncates in every mode.
pub fn cast_in(rounding: Rounding, op: CastOp, from: Ty, to: Ty, a: u128, pointer: u32) -> u128 {
    let (from_bits, to_bits) = (from.bits(pointer), to.bits(pointer));
    match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bits => {
            mask(a, to_bits)
        }
        CastOp::SExt => mask(signed(a, from_bits) as u128, to_bits),
        CastOp::FloatToFloat => float::convert(rounding, from, to, a),
        CastOp::FloatToSigned => mask(float::to_int(from, a, true, to_bits).0, to_bits),
        CastOp::FloatToUnsigned => mask(float::to_int(from, a, false, to_bits).0, to_bits),
        CastOp::SignedToFloat => float::from_int(rounding, to, signed(a, from_bits)),
        CastOp::UnsignedToFloat => float::from_unsigned(rounding, to, mask(a, from_bits)),
    }
}
