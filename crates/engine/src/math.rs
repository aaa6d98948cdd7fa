//! Functions of `<math.h>` that need more than exact operations on bits, which are in
//! `runtime/math.c`.
//!
//! Those on `double` and `float` are Rust's, which call the mathematical library of the system that
//! Vellum runs on: results are those of the same program compiled there. (Cube roots are an
//! exception: Rust's own, rounded correctly.) The two of the extended format are computed here and
//! rounded correctly. None sets `errno`: where the system's would, a program that looks at it gets one
//! answer of two.

use ir::{CastOp, FloatOp, Ty, eval};
use memory::{Memory, Value};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::X87DoubleExtended;

use crate::end::What;
use crate::machine::{Machine, Step};
use crate::state::State;

/// A function of numbers, by the format of its arguments and of its result.
#[derive(Clone, Copy, Debug)]
pub enum Math {
    /// Of one `double`.
    Double1(fn(f64) -> f64),
    /// Of two.
    Double2(fn(f64, f64) -> f64),
    /// Of three.
    Double3(fn(f64, f64, f64) -> f64),
    /// Of one `float`.
    Float1(fn(f32) -> f32),
    /// Of two.
    Float2(fn(f32, f32) -> f32),
    /// Of three.
    Float3(fn(f32, f32, f32) -> f32),
    /// Of the bits of one `long double`.
    Extended1(fn(u128) -> u128),
    /// Of three.
    Extended3(fn(u128, u128, u128) -> u128),
}

use Math::{Double1, Double2, Double3, Extended1, Extended3, Float1, Float2, Float3};

/// The functions by name.
const FUNCTIONS: [(&str, Math); 48] = [
    ("sqrt", Double1(f64::sqrt)),
    ("sqrtf", Float1(f32::sqrt)),
    ("sqrtl", Extended1(extended_sqrt)),
    ("cbrt", Double1(f64::cbrt)),
    ("cbrtf", Float1(f32::cbrt)),
    ("hypot", Double2(f64::hypot)),
    ("hypotf", Float2(f32::hypot)),
    ("fma", Double3(f64::mul_add)),
    ("fmaf", Float3(f32::mul_add)),
    ("fmal", Extended3(extended_fma)),
    ("fmod", Double2(|a, b| a % b)),
    ("fmodf", Float2(|a, b| a % b)),
    ("sin", Double1(f64::sin)),
    ("sinf", Float1(f32::sin)),
    ("cos", Double1(f64::cos)),
    ("cosf", Float1(f32::cos)),
    ("tan", Double1(f64::tan)),
    ("tanf", Float1(f32::tan)),
    ("asin", Double1(f64::asin)),
    ("asinf", Float1(f32::asin)),
    ("acos", Double1(f64::acos)),
    ("acosf", Float1(f32::acos)),
    ("atan", Double1(f64::atan)),
    ("atanf", Float1(f32::atan)),
    ("atan2", Double2(f64::atan2)),
    ("atan2f", Float2(f32::atan2)),
    ("sinh", Double1(f64::sinh)),
    ("sinhf", Float1(f32::sinh)),
    ("cosh", Double1(f64::cosh)),
    ("coshf", Float1(f32::cosh)),
    ("tanh", Double1(f64::tanh)),
    ("tanhf", Float1(f32::tanh)),
    ("exp", Double1(f64::exp)),
    ("expf", Float1(f32::exp)),
    ("exp2", Double1(f64::exp2)),
    ("exp2f", Float1(f32::exp2)),
    ("expm1", Double1(f64::exp_m1)),
    ("expm1f", Float1(f32::exp_m1)),
    ("log", Double1(f64::ln)),
    ("logf", Float1(f32::ln)),
    ("log2", Double1(f64::log2)),
    ("log2f", Float1(f32::log2)),
    ("log10", Double1(f64::log10)),
    ("log10f", Float1(f32::log10)),
    ("log1p", Double1(f64::ln_1p)),
    ("log1pf", Float1(f32::ln_1p)),
    ("pow", Double2(f64::powf)),
    ("powf", Float2(f32::powf)),
];

/// The function of a name.
pub fn math(name: &str) -> Option<Math> {
    FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
}

impl Math {
    /// The type of its parameters and of its result, and how many parameters there are.
    pub(crate) fn signature(self) -> (Ty, usize) {
        match self {
            Double1(_) => (Ty::F64, 1),
            Double2(_) => (Ty::F64, 2),
            Double3(_) => (Ty::F64, 3),
            Float1(_) => (Ty::F32, 1),
            Float2(_) => (Ty::F32, 2),
            Float3(_) => (Ty::F32, 3),
            Extended1(_) => (Ty::F80, 1),
            Extended3(_) => (Ty::F80, 3),
        }
    }
}

impl<M: Memory> Machine<'_, M> {
    /// The result of a function of numbers.
    pub(crate) fn math(&mut self, state: &mut State<M>, math: Math, args: &[Value]) -> Step<Value> {
        let (ty, count) = math.signature();
        let mut bits = [0; 3];
        for (bits, value) in bits.iter_mut().zip(args) {
            let value = self.without_choices(state, *value)?;
            let Some(number) = self.operate().number(ty, value) else {
                return Err(
                    self.unsupported(state, What::Other("a function of an unknown float".into()))
                );
            };
            *bits = number;
        }
        let double = bits.map(|bits| f64::from_bits(bits as u64));
        let float = bits.map(|bits| f32::from_bits(bits as u32));
        let of_double = |value: f64| u128::from(value.to_bits());
        let of_float = |value: f32| u128::from(value.to_bits());
        let result = match math {
            Double1(f) => of_double(f(double[0])),
            Double2(f) => of_double(f(double[0], double[1])),
            Double3(f) => of_double(f(double[0], double[1], double[2])),
            Float1(f) => of_float(f(float[0])),
            Float2(f) => of_float(f(float[0], float[1])),
            Float3(f) => of_float(f(float[0], float[1], float[2])),
            Extended1(f) => f(bits[0]),
            Extended3(f) => f(bits[0], bits[1], bits[2]),
        };
        if self.loaded.looks_at_errno && may_set_errno(ty, &bits[..count], result) {
            let what = "errno, which functions of <math.h> do not set here";
            self.one_answer(state, what.to_owned());
        }
        Ok(self.operate().of_number(ty, result))
    }
}

/// Whether a function that has such a result may say by `errno` that it is none: a NaN or an infinity that did not come from one, or
/// next to nothing.
fn may_set_errno(ty: Ty, arguments: &[u128], result: u128) -> bool {
    let number = |bits: u128| match ty {
        Ty::F32 => f64::from(f32::from_bits(bits as u32)),
        Ty::F64 => f64::from_bits(bits as u64),
        _ => {
            let double = eval::cast(CastOp::FloatToFloat, Ty::F80, Ty::F64, bits, 64);
            f64::from_bits(double as u64)
        }
    };
    let least = if ty == Ty::F32 { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE };
    let comes_from = |kind: fn(f64) -> bool| arguments.iter().any(|&it| kind(number(it)));
    match number(result) {
        it if it.is_nan() => !comes_from(f64::is_nan),
        it if it.is_infinite() => !comes_from(f64::is_infinite),
        // The logarithm of one is nothing too.
        it => it.abs() < least && (it != 0.0 || comes_from(|it| it.abs() > 1.0)),
    }
}

/// The square root in the extended format.
fn extended_sqrt(bits: u128) -> u128 {
    let value = X87DoubleExtended::from_bits(bits);
    if value.is_zero() || value.is_nan() || (value.is_infinite() && !value.is_negative()) {
        // `x + 0` leaves these as they are, and makes a NaN quiet.
        return eval::float(FloatOp::Add, Ty::F80, bits, bits);
    }
    if value.is_negative() {
        // The NaN that the hardware makes.
        return eval::float(FloatOp::Div, Ty::F80, 0, 0);
    }
    let significand = bits as u64;
    let shift = significand.leading_zeros();
    // The value is `normal * 2^power`, and the first bit of `normal` is set.
    let normal = significand << shift;
    let power = ((bits >> 64) as i32).max(1) - 16383 - 63 - shift as i32;
    // An even power of a number of 127 or 128 bits, so that the root has 64.
    let widened = if power % 2 == 0 { 64 } else { 63 };
    let square = u128::from(normal) << widened;
    let root = square.isqrt();
    // There is no tie: the square of half an odd number is not whole.
    let rounded = root + u128::from(square - root * root > root);
    let exponent = (power - widened) / 2 + 63 + 16383;
    (u128::from(exponent as u16) << 64) | rounded
}

/// `a * b + c` in the extended format, rounded once.
fn extended_fma(a: u128, b: u128, c: u128) -> u128 {
    let numbers = [a, b, c].map(X87DoubleExtended::from_bits);
    if numbers.iter().all(|number| number.is_finite()) {
        return numbers[0].mul_add(numbers[1], numbers[2]).value.to_bits();
    }
    let product = eval::float(FloatOp::Mul, Ty::F80, a, b);
    eval::float(FloatOp::Add, Ty::F80, product, c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extended(text: &str) -> u128 {
        eval::parse_float(Ty::F80, text).unwrap()
    }

    #[test]
    fn names_are_not_listed_twice() {
        for (index, (name, _)) in FUNCTIONS.iter().enumerate() {
            assert!(FUNCTIONS[..index].iter().all(|(other, _)| other != name), "{name}");
        }
    }

    #[test]
    fn roots_of_squares_are_exact() {
        for text in ["1", "1.5", "3", "0x1.23456789p100", "0x1.fffffffep-8000", "0x1p8191"] {
            let root = extended(text);
            let square = eval::float(FloatOp::Mul, Ty::F80, root, root);
            assert_eq!(extended_sqrt(square), root, "{text}");
        }
        // The least number, and the greatest.
        assert_eq!(extended_sqrt(1), extended("0x1.6a09e667f3bcc908p-8223"));
        let greatest = (0x7ffe_u128 << 64) | u128::from(u64::MAX);
        assert_eq!(extended_sqrt(greatest), extended("0x1.fffffffffffffffep8191"));
    }

    #[test]
    fn special_numbers_have_the_roots_of_the_hardware() {
        let (negative, infinity) = (1 << 79, extended("inf"));
        assert_eq!(extended_sqrt(0), 0);
        assert_eq!(extended_sqrt(negative), negative);
        assert_eq!(extended_sqrt(infinity), infinity);
        for wrong in [infinity | negative, extended("1") | negative] {
            assert_eq!(extended_sqrt(wrong), extended("nan") | negative);
        }
    }

    #[test]
    fn a_fused_product_is_rounded_once() {
        // (1 + e)(1 - e) - 1 = -e^2, which a rounded product loses.
        let (above, below) =
            (extended("0x1.0000000000000002p0"), extended("0x1.fffffffffffffffcp-1"));
        let minus_one = extended("1") | (1 << 79);
        assert_eq!(extended_fma(above, below, minus_one), extended("0x1p-126") | (1 << 79));
        let nan = extended_fma(extended("inf"), 0, 0);
        assert_eq!(nan, extended("nan") | (1 << 79));
    }
}
