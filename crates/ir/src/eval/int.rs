//! Integer operators on bits.

use crate::ops::{BinaryOp, CompareOp, FitsOp, UnaryOp};

/// Returns the low `bits` bits.
#[inline]
pub fn mask(value: u128, bits: u32) -> u128 {
    if bits >= 128 { value } else { value & ((1u128 << bits) - 1) }
}

/// Returns the low `bits` bits as a signed number.
#[inline]
pub fn signed(value: u128, bits: u32) -> i128 {
    if bits == 0 || bits >= 128 {
        return value as i128;
    }
    ((value << (128 - bits)) as i128) >> (128 - bits)
}

/// Computes an operator of one operand at a width.
pub fn unary(op: UnaryOp, bits: u32, a: u128) -> u128 {
    let a = mask(a, bits);
    let result = match op {
        UnaryOp::Neg => a.wrapping_neg(),
        UnaryOp::Not => !a,
        UnaryOp::LeadingZeros => u128::from(a.leading_zeros() - (128 - bits.min(128))),
        UnaryOp::TrailingZeros => u128::from(a.trailing_zeros().min(bits)),
        UnaryOp::Ones => u128::from(a.count_ones()),
        UnaryOp::SwapBytes => a.swap_bytes() >> (128 - bits.min(128)),
    };
    mask(result, bits)
}

/// Computes an operator of two operands at a width. Returns `None` for a zero divisor only. A quotient that overflows wraps; a shift
/// by the width or more is a shift by one, repeated.
pub fn binary(op: BinaryOp, bits: u32, a: u128, b: u128) -> Option<u128> {
    let (a, b) = (mask(a, bits), mask(b, bits));
    let divides = matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem);
    if divides && b == 0 {
        return None;
    }
    let amount = u32::try_from(b).unwrap_or(u32::MAX);
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a / b,
        BinaryOp::URem => a % b,
        BinaryOp::SDiv => signed(a, bits).wrapping_div(signed(b, bits)) as u128,
        BinaryOp::SRem => signed(a, bits).wrapping_rem(signed(b, bits)) as u128,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl if amount >= bits => 0,
        BinaryOp::Shl => a << amount,
        BinaryOp::LShr if amount >= bits => 0,
        BinaryOp::LShr => a >> amount,
        BinaryOp::AShr => (signed(a, bits) >> amount.min(bits.saturating_sub(1)).min(127)) as u128,
    };
    Some(mask(result, bits))
}

/// Compares two values at a width.
#[inline]
pub fn compare(op: CompareOp, bits: u32, a: u128, b: u128) -> bool {
    let (a, b) = (mask(a, bits), mask(b, bits));
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Slt => signed(a, bits) < signed(b, bits),
        CompareOp::Sle => signed(a, bits) <= signed(b, bits),
    }
}

/// Whether the exact result of `a op b` is representable in `bits` bits.
pub fn fits(op: FitsOp, is_signed: bool, bits: u32, a: u128, b: u128) -> bool {
    let (a, b) = (mask(a, bits), mask(b, bits));
    if is_signed {
        fits_signed(op, bits, signed(a, bits), signed(b, bits), b)
    } else {
        fits_unsigned(op, bits, a, b)
    }
}

fn fits_signed(op: FitsOp, bits: u32, a: i128, b: i128, amount: u128) -> bool {
    let exact = match op {
        FitsOp::Add => a.checked_add(b),
        FitsOp::Sub => a.checked_sub(b),
        FitsOp::Mul => a.checked_mul(b),
        FitsOp::Div if b == 0 => return true,
        FitsOp::Div => a.checked_div(b),
        FitsOp::Shl if amount >= u128::from(bits) => return true,
        // `a * 2^b`, for a negative `a` too. The front end checks whether a negative `a` is allowed.
        FitsOp::Shl => {
            let shifted = a.wrapping_shl(amount as u32);
            (shifted.wrapping_shr(amount as u32) == a).then_some(shifted)
        }
    };
    exact.is_some_and(|exact| signed(exact as u128, bits) == exact)
}

fn fits_unsigned(op: FitsOp, bits: u32, a: u128, b: u128) -> bool {
    let exact = match op {
        FitsOp::Add => a.checked_add(b),
        FitsOp::Sub => a.checked_sub(b),
        FitsOp::Mul => a.checked_mul(b),
        FitsOp::Div => return true,
        FitsOp::Shl if b >= u128::from(bits) => return true,
        FitsOp::Shl => (a.leading_zeros() >= b as u32).then(|| a << (b as u32)),
    };
    exact.is_some_and(|exact| mask(exact, bits) == exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of 4-bit numbers, judged by plain arithmetic on `i32`.
    #[test]
    fn fits_is_exact_on_a_small_width() {
        for a in 0..16u128 {
            for b in 0..16u128 {
                let (x, y) = (signed(a, 4) as i32, signed(b, 4) as i32);
                let in_range = |value: i32| (-8..8).contains(&value);
                assert_eq!(fits(FitsOp::Add, true, 4, a, b), in_range(x + y));
                assert_eq!(fits(FitsOp::Sub, true, 4, a, b), in_range(x - y));
                assert_eq!(fits(FitsOp::Mul, true, 4, a, b), in_range(x * y));
                assert_eq!(fits(FitsOp::Div, true, 4, a, b), y == 0 || in_range(x / y));
                assert_eq!(fits(FitsOp::Shl, true, 4, a, b), b >= 4 || in_range(x << b));
                let (x, y) = (a as i32, b as i32);
                let in_range = |value: i32| (0..16).contains(&value);
                assert_eq!(fits(FitsOp::Add, false, 4, a, b), in_range(x + y));
                assert_eq!(fits(FitsOp::Sub, false, 4, a, b), in_range(x - y));
                assert_eq!(fits(FitsOp::Mul, false, 4, a, b), in_range(x * y));
                assert_eq!(fits(FitsOp::Shl, false, 4, a, b), b >= 4 || in_range(x << b));
            }
        }
    }

    #[test]
    fn bit_counts_depend_on_the_width() {
        assert_eq!(unary(UnaryOp::LeadingZeros, 32, 1), 31);
        assert_eq!(unary(UnaryOp::LeadingZeros, 64, 0), 64);
        assert_eq!(unary(UnaryOp::TrailingZeros, 16, 0), 16);
        assert_eq!(unary(UnaryOp::SwapBytes, 32, 0x1234_5678), 0x7856_3412);
    }

    #[test]
    fn division_by_zero_has_no_result_and_overflow_wraps() {
        assert_eq!(binary(BinaryOp::SDiv, 32, 7, 0), None);
        assert_eq!(binary(BinaryOp::SDiv, 32, 0x8000_0000, 0xffff_ffff), Some(0x8000_0000));
        assert_eq!(binary(BinaryOp::SRem, 128, 1 << 127, u128::MAX), Some(0));
        assert_eq!(binary(BinaryOp::AShr, 8, 0x80, 200), Some(0xff));
    }
}
