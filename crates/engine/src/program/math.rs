//! The mathematical functions that the engine evaluates on concrete arguments, by name.
//!
//! This file has the table alone; `library/math.rs` carries out the calls.

use ir::Ty;

use Math::{Double1, Double2, Float1, Float2, Fma, Fmod, Sqrt};

/// A mathematical function, by the formats of its arguments and of its result.
#[derive(Clone, Copy, Debug)]
pub enum Math {
    /// A function of one `double`.
    Double1(fn(f64) -> f64),
    /// A function of two `double`s.
    Double2(fn(f64, f64) -> f64),
    /// A function of one `float`.
    Float1(fn(f32) -> f32),
    /// A function of two `float`s.
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

/// Returns the function of a name.
pub fn math(name: &str) -> Option<Math> {
    FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
}

impl Math {
    /// Returns the type of the parameters and of the result, and the number of parameters.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_not_listed_twice() {
        for (index, (name, _)) in FUNCTIONS.iter().enumerate() {
            assert!(FUNCTIONS[..index].iter().all(|(other, _)| other != name), "{name}");
        }
    }
}
