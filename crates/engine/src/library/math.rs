//! Functions of `<math.h>` that need more than exact operations on bits, which are in
//! `runtime/math.c`.
//!
//! Those on `double` and `float` are Rust's, which call the mathematical library of the system that
//! Vellum runs on: results are those of the same program compiled there. (Cube roots are an
//! exception: Rust's own, rounded correctly.) Square roots and fused products are exact in every format and
//! rounding mode, and remainders need no rounding; what the others give in a mode that is not to nearest is not known.
//! None sets `errno`: where the system's would, a program that looks at it gets one answer of two.

use Math::{Double1, Double2, Float1, Float2, Fma, Fmod, Sqrt};
use ir::{CastOp, Rounding, Ty, eval};
use memory::{Memory, Value};

use crate::findings::end::What;
use crate::machine::{Machine, Step};
use crate::state::frames::State;

/// A function of numbers, by the format of its arguments and of its result.
#[derive(Clone, Copy, Debug)]
pub enum Math {
    /// Of one `double`.
    Double1(fn(f64) -> f64),
    /// Of two.
    Double2(fn(f64, f64) -> f64),
    /// Of one `float`.
    Float1(fn(f32) -> f32),
    /// Of two.
    Float2(fn(f32, f32) -> f32),
    /// The square root.
    Sqrt(Ty),
    /// `a * b + c`.
    Fma(Ty),
    /// The remainder of a division, with the sign of the dividend.
    Fmod(Ty),
}

/// The functions by name.
const FUNCTIONS: [(&str, Math); 48] = [
    ("sqrt", Sqrt(Ty::F64)),
    ("sqrtf", Sqrt(Ty::F32)),
    ("sqrtl", Sqrt(Ty::F80)),
    ("cbrt", Double1(f64::cbrt)),
    ("cbrtf", Float1(f32::cbrt)),
    ("hypot", Double2(f64::hypot)),
    ("hypotf", Float2(f32::hypot)),
    ("fma", Fma(Ty::F64)),
    ("fmaf", Fma(Ty::F32)),
    ("fmal", Fma(Ty::F80)),
    ("fmod", Fmod(Ty::F64)),
    ("fmodf", Fmod(Ty::F32)),
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
            Float1(_) => (Ty::F32, 1),
            Float2(_) => (Ty::F32, 2),
            Sqrt(ty) => (ty, 1),
            Fmod(ty) => (ty, 2),
            Fma(ty) => (ty, 3),
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
        if state.rounding != Rounding::Nearest && !matches!(math, Sqrt(_) | Fma(_) | Fmod(_)) {
            let what = "a function of <math.h> in a rounding mode other than to nearest";
            return Err(self.unsupported(state, What::Other(what.into())));
        }
        if matches!(math, Double1(_) | Double2(_) | Float1(_) | Float2(_)) {
            let what = "functions such as sin() round as the library of this system does";
            self.assumed(state, what.to_owned());
        }
        let double = bits.map(|bits| f64::from_bits(bits as u64));
        let float = bits.map(|bits| f32::from_bits(bits as u32));
        let of_double = |value: f64| u128::from(value.to_bits());
        let of_float = |value: f32| u128::from(value.to_bits());
        let result = match math {
            Double1(f) => of_double(f(double[0])),
            Double2(f) => of_double(f(double[0], double[1])),
            Float1(f) => of_float(f(float[0])),
            Float2(f) => of_float(f(float[0], float[1])),
            Sqrt(ty) => eval::float_sqrt(state.rounding, ty, bits[0]),
            Fma(ty) => eval::float_fma(state.rounding, ty, bits[0], bits[1], bits[2]),
            Fmod(Ty::F32) => of_float(float[0] % float[1]),
            Fmod(_) => of_double(double[0] % double[1]),
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

#[cfg(test)]
mod tests {
    use ir::FloatOp;

    use super::*;

    fn extended(text: &str) -> u128 {
        eval::parse_float(Ty::F80, text).unwrap()
    }

    fn sqrt(bits: u128) -> u128 {
        eval::float_sqrt(Rounding::Nearest, Ty::F80, bits)
    }

    fn fma(a: u128, b: u128, c: u128) -> u128 {
        eval::float_fma(Rounding::Nearest, Ty::F80, a, b, c)
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
            assert_eq!(sqrt(square), root, "{text}");
        }
        // The least number, and the greatest.
        assert_eq!(sqrt(1), extended("0x1.6a09e667f3bcc908p-8223"));
        let greatest = (0x7ffe_u128 << 64) | u128::from(u64::MAX);
        assert_eq!(sqrt(greatest), extended("0x1.fffffffffffffffep8191"));
    }

    #[test]
    fn special_numbers_have_the_roots_of_the_hardware() {
        let (negative, infinity) = (1 << 79, extended("inf"));
        assert_eq!(sqrt(0), 0);
        assert_eq!(sqrt(negative), negative);
        assert_eq!(sqrt(infinity), infinity);
        for wrong in [infinity | negative, extended("1") | negative] {
            assert_eq!(sqrt(wrong), extended("nan") | negative);
        }
    }

    #[test]
    fn a_fused_product_is_rounded_once() {
        // (1 + e)(1 - e) - 1 = -e^2, which a rounded product loses.
        let (above, below) =
            (extended("0x1.0000000000000002p0"), extended("0x1.fffffffffffffffcp-1"));
        let minus_one = extended("1") | (1 << 79);
        assert_eq!(fma(above, below, minus_one), extended("0x1p-126") | (1 << 79));
        let nan = fma(extended("inf"), 0, 0);
        assert_eq!(nan, extended("nan") | (1 << 79));
    }
}
