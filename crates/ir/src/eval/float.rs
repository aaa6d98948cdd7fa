//! Float operators on bits, as x86 computes them: each operation in its own format, rounded once, in a rounding mode.
//!
//! An operation on numbers that yields a NaN sets its sign, as the hardware does; a NaN operand is returned as a quiet NaN.

use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

use crate::ops::{FloatCompareOp, FloatOp, Rounding};
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

impl Rounding {
    fn to_apfloat(self) -> Round {
        match self {
            Rounding::Nearest => Round::NearestTiesToEven,
            Rounding::Down => Round::TowardNegative,
            Rounding::Up => Round::TowardPositive,
            Rounding::Zero => Round::TowardZero,
        }
    }
}

/// Computes an operator of two operands, rounding to nearest.
pub fn float(op: FloatOp, ty: Ty, a: u128, b: u128) -> u128 {
    float_in(Rounding::Nearest, op, ty, a, b)
}

/// Computes an operator of two operands in a rounding mode.
pub fn float_in(rounding: Rounding, op: FloatOp, ty: Ty, a: u128, b: u128) -> u128 {
    // The host computes doubles as x86 does; only the sign of a new NaN is set here.
    match (ty, rounding) {
        (Ty::F64, Rounding::Nearest) => {
            host_double(op, f64::from_bits(a as u64), f64::from_bits(b as u64))
        }
        _ => with_format!(ty, arithmetic(rounding.to_apfloat(), op, a, b)),
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
        arithmetic::<Double>(Round::NearestTiesToEven, op, a.to_bits().into(), b.to_bits().into())
    } else {
        result.to_bits().into()
    }
}

fn arithmetic<F: Float>(round: Round, op: FloatOp, a: u128, b: u128) -> u128 {
    let (a, b) = (F::from_bits(a), F::from_bits(b));
    let result = match op {
        FloatOp::Add => a.add_r(b, round),
        FloatOp::Sub => a.sub_r(b, round),
        FloatOp::Mul => a.mul_r(b, round),
        FloatOp::Div => a.div_r(b, round),
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

/// Computes `a * b + c`, rounded once.
pub fn float_fma(rounding: Rounding, ty: Ty, a: u128, b: u128, c: u128) -> u128 {
    with_format!(ty, fused(rounding, ty, a, b, c))
}

fn fused<F: Float>(rounding: Rounding, ty: Ty, a: u128, b: u128, c: u128) -> u128 {
    let numbers = [a, b, c].map(F::from_bits);
    if numbers.iter().all(|number| number.is_finite()) {
        let round = rounding.to_apfloat();
        return numbers[0].mul_add_r(numbers[1], numbers[2], round).value.to_bits();
    }
    if numbers[..2].iter().all(|number| number.is_finite()) {
        // The exact product is finite, and the infinity absorbs it. The rounded product could be infinite itself.
        return float_in(rounding, FloatOp::Add, ty, c, c);
    }
    let product = float_in(rounding, FloatOp::Mul, ty, a, b);
    float_in(rounding, FloatOp::Add, ty, product, c)
}

/// Computes the square root.
pub fn float_sqrt(rounding: Rounding, ty: Ty, a: u128) -> u128 {
    // The precision with the leading bit, and the exponent bias.
    let (precision, bias, explicit) = match ty {
        Ty::F32 => (24, 127, false),
        Ty::F80 => (64, 16383, true),
        _ => (53, 1023, false),
    };
    with_format!(ty, root(rounding, ty, a, (precision, bias, explicit)))
}

fn root<F: Float>(
    rounding: Rounding,
    ty: Ty,
    bits: u128,
    (precision, bias, explicit): (u32, i32, bool),
) -> u128 {
    let value = F::from_bits(bits);
    if value.is_zero() || value.is_nan() || (value.is_infinite() && !value.is_negative()) {
        // A zero keeps its sign, and a NaN becomes quiet.
        return if value.is_zero() {
            bits
        } else {
            float_in(rounding, FloatOp::Add, ty, bits, bits)
        };
    }
    if value.is_negative() {
        // The NaN that the hardware makes.
        return float_in(rounding, FloatOp::Div, ty, 0, 0);
    }
    let stored = if explicit { precision } else { precision - 1 };
    let fraction = (bits & ((1 << stored) - 1)) as u64;
    let exponent = (bits >> stored) as i32;
    let leading = if explicit || exponent == 0 { 0 } else { 1 << stored };
    let significand = fraction | leading;
    let shift = significand.leading_zeros();
    // The value is `normal * 2^power`, and the first bit of `normal` is set.
    let normal = significand << shift;
    let power = exponent.max(1) - bias - (precision as i32 - 1) - shift as i32;
    // An even power of a number so large that the root has as many bits as the format.
    let widened = 2 * precision as i32 - 64;
    let widened = widened - (power - widened).rem_euclid(2);
    let wide = u128::from(normal);
    // Formats of less than 64 bits have zeros at the end of `normal`, all that is cut off here.
    let square = if widened >= 0 { wide << widened } else { wide >> -widened };
    let whole = square.isqrt();
    let rest = square - whole * whole;
    // There is no tie: the square of half an odd number is not whole.
    let up = match rounding {
        Rounding::Nearest => rest > whole,
        Rounding::Up => rest > 0,
        Rounding::Down | Rounding::Zero => false,
    };
    let rounded = whole + u128::from(up);
    let carry = i32::from(rounded >> precision != 0);
    let rounded = rounded >> carry;
    let exponent = (power - widened) / 2 + precision as i32 - 1 + bias + carry;
    let fraction = if explicit { rounded } else { rounded & ((1 << stored) - 1) };
    (u128::from(exponent as u16) << stored) | fraction
}

/// Compares two floats.
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

/// Flips the sign.
pub fn float_neg(ty: Ty, a: u128) -> u128 {
    with_format!(ty, negate(a))
}

fn negate<F: Float>(a: u128) -> u128 {
    (-F::from_bits(a)).to_bits()
}

/// Whether the float, truncated, is representable in an integer of this width.
pub fn float_fits(is_signed: bool, from: Ty, bits: u32, a: u128) -> bool {
    to_int(from, a, is_signed, bits).1
}

/// Truncates a float to an integer, and says whether the result is representable. If not, the result is the "integer indefinite" of x86:
/// the lowest number.
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

pub(super) fn from_int(rounding: Rounding, to: Ty, value: i128) -> u128 {
    with_format!(to, round_signed(rounding.to_apfloat(), value))
}

fn round_signed<F: Float>(round: Round, value: i128) -> u128 {
    F::from_i128_r(value, round).value.to_bits()
}

pub(super) fn from_unsigned(rounding: Rounding, to: Ty, value: u128) -> u128 {
    with_format!(to, round_unsigned(rounding.to_apfloat(), value))
}

fn round_unsigned<F: Float>(round: Round, value: u128) -> u128 {
    F::from_u128_r(value, round).value.to_bits()
}

pub(super) fn convert(rounding: Rounding, from: Ty, to: Ty, a: u128) -> u128 {
    with_format!(from, convert_from(rounding.to_apfloat(), to, a))
}

fn convert_from<F>(round: Round, to: Ty, a: u128) -> u128
where
    F: FloatConvert<Single> + FloatConvert<Double> + FloatConvert<X87DoubleExtended>,
{
    let value = F::from_bits(a);
    let mut loses = false;
    match to {
        Ty::F32 => FloatConvert::<Single>::convert_r(value, round, &mut loses).value.to_bits(),
        Ty::F80 => {
            FloatConvert::<X87DoubleExtended>::convert_r(value, round, &mut loses).value.to_bits()
        }
        _ => FloatConvert::<Double>::convert_r(value, round, &mut loses).value.to_bits(),
    }
}

/// Returns the float nearest to a decimal or hexadecimal number in C's spelling, without a suffix.
pub fn parse_float(ty: Ty, text: &str) -> Option<u128> {
    parse_float_in(Rounding::Nearest, ty, text)
}

/// Returns the float of such a number in a rounding mode.
pub fn parse_float_in(rounding: Rounding, ty: Ty, text: &str) -> Option<u128> {
    with_format!(ty, parse(rounding.to_apfloat(), text))
}

fn parse<F: Float>(round: Round, text: &str) -> Option<u128> {
    F::from_str_r(text, round).ok().map(|result| result.value.to_bits())
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
        assert_eq!(
            convert(Rounding::Nearest, Ty::F64, Ty::F32, THREE),
            u128::from(3.0f32.to_bits())
        );
        assert_eq!(
            convert(
                Rounding::Nearest,
                Ty::F80,
                Ty::F64,
                convert(Rounding::Nearest, Ty::F64, Ty::F80, ONE)
            ),
            ONE
        );
        assert_eq!(to_int(Ty::F64, (-2.9f64).to_bits().into(), true, 32), ((-2i128) as u128, true));
        assert!(!float_fits(true, Ty::F64, 32, 3e9f64.to_bits().into()));
        assert!(float_fits(false, Ty::F64, 32, 3e9f64.to_bits().into()));
        assert!(float_fits(false, Ty::F64, 32, (-0.5f64).to_bits().into()));
        assert_eq!(parse_float(Ty::F32, "0x1.8p1"), Some(3.0f32.to_bits().into()));
        assert_eq!(parse_float(Ty::F64, "bad"), None);
    }
}
