//! Functions of `<math.h>` that need more than exact operations on bits, which are in `runtime/math.c`.
//!
//! Those on `double` and `float` are Rust's, which call the mathematical library of the system that Vellum runs on:
//! results are those of the same program compiled there. (Cube roots are an exception: Rust's own, rounded correctly.)
//! Square roots and fused products are exact in every format and rounding mode, and remainders need no rounding; the
//! results of the others in a mode other than to nearest are unknown. None sets `errno`: where the function of the
//! system would, a program that reads `errno` gets one of two answers, which is a cut.

use ir::{CastOp, Rounding, Ty, eval};
use memory::{Memory, Value};

use crate::findings::end::Feature;
use crate::machine::{Machine, Step};
use crate::program::math::Math;
use crate::state::frames::State;
use Math::{Double1, Double2, Float1, Float2, Fma, Fmod, Sqrt};

impl<M: Memory> Machine<'_, M> {
    /// Computes a mathematical function of concrete numbers.
    pub(crate) fn math(&mut self, state: &mut State<M>, math: Math, args: &[Value]) -> Step<Value> {
        let (ty, count) = math.signature();
        let mut bits = [0; 3];
        for (bits, value) in bits.iter_mut().zip(args) {
            let value = self.without_choices(state, *value)?;
            let Some(number) = self.operate().number(ty, value) else {
                return Err(self
                    .unsupported(state, Feature::Other("a function of an unknown float".into())));
            };
            *bits = number;
        }
        if state.rounding != Rounding::Nearest && !matches!(math, Sqrt(_) | Fma(_) | Fmod(_)) {
            let what = "a function of <math.h> in a rounding mode other than to nearest";
            return Err(self.unsupported(state, Feature::Other(what.into())));
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

/// Returns whether a function with such a result may set `errno`: a NaN or an infinity that no argument was, or an
/// underflow.
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
        // The logarithm of one is zero, too, without an underflow.
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
