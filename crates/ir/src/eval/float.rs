//! Float operators on bits, as x86 computes them: rounding to nearest even, each operation in its own format.
//!
//! A NaN that an operation makes from numbers has its sign set, as the hardware's has; a NaN that goes in comes out, made
//! quiet.

use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

use crate::ops::{FloatCompareOp, FloatOp};
use crate::scalar::Ty;

/// Calls a generic function with the format of a float type.
macro_rules! with_format {
    ($ty:expr, $function:ident($($arg:expr),*)) => {
        match $ty {
            Ty::F32 => $function::<Single>($($arg),*),
            Ty::F80 => $function::<X87DoubleExtended>($($arg),*),
            _ => $function::<Double>($($arg),*),
        }
    };
}

/// An operator of two operands.
pub fn float(op: FloatOp, ty: Ty, a: u128, b: u128) -> u128 {
    // The host computes these two formats as x86 does; only the sign of a new NaN is set here.
    match ty {
        Ty::F64 => host_double(op, f64::from_bits(a as u64), f64::from_bits(b as u64)),
        _ => with_format!(ty, arithmetic(op, a, b)),
    }
}

fn host_double(op: FloatOp, a: f64, b: f64) -> u128 {
    let result = match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
    };
    if result.is_nan() {
        arithmetic::<Double>(op, a.to_bits().into(), b.to_bits().into())
    } else {
        result.to_bits().into()
    }
}

fn arithmetic<F: Float>(op: FloatOp, a: u128, b: u128) -> u128 {
    let (a, b) = (F::from_bits(a), F::from_bits(b));
    let result = match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
    }
    .value;
    if !result.is_nan() {
        return result.to_bits();
    }
    let source = if a.is_nan() {
        a
    } else if b.is_nan() {
        b
    } else {
        -F::qnan(None).abs()
    };
    // Multiplying by one makes a signalling NaN quiet and keeps the rest.
    if source.is_signaling() {
        (source * F::from_u128(1).value).value.to_bits()
    } else {
        source.to_bits()
    }
}

/// A comparison.
pub fn float_compare(op: FloatCompareOp, ty: Ty, a: u128, b: u128) -> bool {
    with_format!(ty, compare(op, a, b))
}

fn compare<F: Float>(op: FloatCompareOp, a: u128, b: u128) -> bool {
    let order = F::from_bits(a).partial_cmp(&F::from_bits(b));
    match op {
        FloatCompareOp::Eq => order == Some(std::cmp::Ordering::Equal),
        FloatCompareOp::Ne => order != Some(std::cmp::Ordering::Equal),
        FloatCompareOp::Lt => order == Some(std::cmp::Ordering::Less),
        FloatCompareOp::Le => order.is_some_and(std::cmp::Ordering::is_le),
        FloatCompareOp::Unordered => order.is_none(),
    }
}

/// The sign flipped.
pub fn float_neg(ty: Ty, a: u128) -> u128 {
    with_format!(ty, negate(a))
}

fn negate<F: Float>(a: u128) -> u128 {
    (-F::from_bits(a)).to_bits()
}

/// Whether the float, cut towards zero, is representable in an integer of this width.
pub fn float_fits(is_signed: bool, from: Ty, bits: u32, a: u128) -> bool {
    to_int(from, a, is_signed, bits).1
}

/// Cut towards zero, and whether that was representable. What is not gives the "integer indefinite" of x86: the lowest
/// number.
pub(super) fn to_int(from: Ty, a: u128, is_signed: bool, bits: u32) -> (u128, bool) {
    with_format!(from, cut(a, is_signed, bits))
}

fn cut<F: Float>(a: u128, is_signed: bool, bits: u32) -> (u128, bool) {
    let value = F::from_bits(a);
    let mut exact = false;
    let (result, status) = if is_signed {
        let result = value.to_i128_r(bits as usize, Round::TowardZero, &mut exact);
        (result.value as u128, result.status)
    } else {
        let result = value.to_u128_r(bits as usize, Round::TowardZero, &mut exact);
        (result.value, result.status)
    };
    let fits = !status.contains(rustc_apfloat::Status::INVALID_OP);
    (if fits { result } else { 1 << (bits.clamp(1, 128) - 1) }, fits)
}

pub(super) fn from_int(to: Ty, value: i128) -> u128 {
    with_format!(to, round_signed(value))
}

fn round_signed<F: Float>(value: i128) -> u128 {
    F::from_i128(value).value.to_bits()
}

pub(super) fn from_unsigned(to: Ty, value: u128) -> u128 {
    with_format!(to, round_unsigned(value))
}

fn round_unsigned<F: Float>(value: u128) -> u128 {
    F::from_u128(value).value.to_bits()
}

pub(super) fn convert(from: Ty, to: Ty, a: u128) -> u128 {
    match from {
        Ty::F32 => convert_from::<Single>(to, a),
        Ty::F80 => convert_from::<X87DoubleExtended>(to, a),
        _ => convert_from::<Double>(to, a),
    }
}

fn convert_from<F>(to: Ty, a: u128) -> u128
where
    F: FloatConvert<Single> + FloatConvert<Double> + FloatConvert<X87DoubleExtended>,
{
    let value = F::from_bits(a);
    let mut loses = false;
    match to {
        Ty::F32 => FloatConvert::<Single>::convert(value, &mut loses).value.to_bits(),
        Ty::F80 => FloatConvert::<X87DoubleExtended>::convert(value, &mut loses).value.to_bits(),
        _ => FloatConvert::<Double>::convert(value, &mut loses).value.to_bits(),
    }
}

/// The float nearest to a decimal or hexadecimal number as C spells it, without a suffix.
pub fn parse_float(ty: Ty, text: &str) -> Option<u128> {
    with_format!(ty, parse(text))
}

fn parse<F: Float>(text: &str) -> Option<u128> {
    F::from_str_r(text, Round::NearestTiesToEven).ok().map(|result| result.value.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: u128 = 0x3ff0_0000_0000_0000;
    const THREE: u128 = 0x4008_0000_0000_0000;

    #[test]
    fn double_arithmetic_agrees_with_the_host() {
        let values = [0.0, -0.0, 1.0, -1.5, 1e300, -1e-310, f64::INFINITY, 0.1];
        for a in values {
            for b in values {
                for (op, host) in [
                    (FloatOp::Add, a + b),
                    (FloatOp::Sub, a - b),
                    (FloatOp::Mul, a * b),
                    (FloatOp::Div, a / b),
                ] {
                    let ours =
                        f64::from_bits(
                            float(op, Ty::F64, a.to_bits().into(), b.to_bits().into()) as u64
                        );
                    assert!(
                        ours == host || (ours.is_nan() && host.is_nan()),
                        "{op} {a} {b}: {ours} and {host}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_new_nan_is_negative_and_an_old_one_comes_out() {
        let nan = float(FloatOp::Div, Ty::F64, 0, 0);
        assert_eq!(nan, 0xfff8_0000_0000_0000);
        assert_eq!(float(FloatOp::Add, Ty::F64, 0x7ff8_0000_0000_0001, ONE), 0x7ff8_0000_0000_0001);
        assert!(float_compare(FloatCompareOp::Ne, Ty::F64, nan, nan));
        assert!(float_compare(FloatCompareOp::Unordered, Ty::F64, nan, ONE));
    }

    #[test]
    fn conversions_round_and_cut() {
        assert_eq!(convert(Ty::F64, Ty::F32, THREE), u128::from(3.0f32.to_bits()));
        assert_eq!(convert(Ty::F80, Ty::F64, convert(Ty::F64, Ty::F80, ONE)), ONE);
        assert_eq!(to_int(Ty::F64, (-2.9f64).to_bits().into(), true, 32), ((-2i128) as u128, true));
        assert!(!float_fits(true, Ty::F64, 32, 3e9f64.to_bits().into()));
        assert!(float_fits(false, Ty::F64, 32, 3e9f64.to_bits().into()));
        assert!(float_fits(false, Ty::F64, 32, (-0.5f64).to_bits().into()));
        assert_eq!(parse_float(Ty::F32, "0x1.8p1"), Some(3.0f32.to_bits().into()));
        assert_eq!(parse_float(Ty::F64, "bad"), None);
    }
}
