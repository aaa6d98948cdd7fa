//! Bit-vector values of any width, with every operation of SMT-LIB's bit-vector theory.
//!
//! This file does not know terms. Constant folding and the evaluator compute with it, so simplicity comes before speed:
//! values of more than 64 bits use schoolbook arithmetic on 64-bit words. Values of at most 64 bits, which is nearly
//! all of C, are one machine word and do not allocate.
//!
//! Properties that others rely on: bits above the width are zero, so `==`, `Hash` and `Ord` (unsigned, between values
//! of the same width) are those of the number.

use std::cmp::Ordering;
use std::fmt;

/// The number of bits in a machine word.
const WORD: u32 = 64;

/// A bit-vector value: `width` bits, at least one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    width: u32,
    words: Words,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Words {
    /// For widths up to 64.
    Small(u64),
    /// For wider values: least significant word first, exactly as many words as the width needs.
    Large(Box<[u64]>),
}

/// Returns the mask that keeps the low `width` bits of a word.
#[must_use]
#[inline]
pub fn mask(width: u32) -> u64 {
    if width >= WORD { u64::MAX } else { (1 << width) - 1 }
}

/// Returns the low `width` bits of `value`, read as a two's complement number.
#[must_use]
#[inline]
pub fn sign_extend_word(value: u64, width: u32) -> i64 {
    let shift = WORD - width.clamp(1, WORD);
    ((value << shift) as i64) >> shift
}

fn words_for(width: u32) -> usize {
    width.div_ceil(WORD) as usize
}

impl Bits {
    /// Returns `value` modulo `2^width`.
    ///
    /// # Panics
    /// If `width` is zero: there is no such sort.
    #[must_use]
    pub fn new(width: u32, value: u64) -> Bits {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= WORD {
            return Bits { width, words: Words::Small(value & mask(width)) };
        }
        let mut words = vec![0; words_for(width)];
        words[0] = value;
        Bits { width, words: Words::Large(words.into()) }
    }

    /// Returns the value of the words, least significant first, modulo `2^width`; missing words are zero.
    #[must_use]
    pub fn from_words(width: u32, words: &[u64]) -> Bits {
        if width <= WORD {
            return Bits::new(width, words.first().copied().unwrap_or(0));
        }
        let mut own = vec![0; words_for(width)];
        for (to, from) in own.iter_mut().zip(words) {
            *to = *from;
        }
        if !width.is_multiple_of(WORD) {
            let top = own.len() - 1;
            own[top] &= mask(width % WORD);
        }
        Bits { width, words: Words::Large(own.into()) }
    }

    /// Returns the value whose bit `i` is `bit(i)`.
    #[must_use]
    pub fn from_fn(width: u32, mut bit: impl FnMut(u32) -> bool) -> Bits {
        if width <= WORD {
            let word = (0..width).fold(0, |word, i| word | (u64::from(bit(i)) << i));
            return Bits::new(width, word);
        }
        let mut words = vec![0u64; words_for(width)];
        for i in 0..width {
            words[(i / WORD) as usize] |= u64::from(bit(i)) << (i % WORD);
        }
        Bits::from_words(width, &words)
    }

    /// Returns the value with all bits zero.
    #[must_use]
    pub fn zero(width: u32) -> Bits {
        Bits::new(width, 0)
    }

    /// Returns the number one.
    #[must_use]
    pub fn one(width: u32) -> Bits {
        Bits::new(width, 1)
    }

    /// Returns the value with all bits one.
    #[must_use]
    pub fn ones(width: u32) -> Bits {
        Bits::zero(width).not()
    }

    /// Returns the smallest signed value: only the sign bit set.
    #[must_use]
    pub fn signed_min(width: u32) -> Bits {
        Bits::from_fn(width, |i| i + 1 == width)
    }

    /// Parses the digits of a number in base 2, 10 or 16, modulo `2^width`; `None` if a character is not a digit of
    /// that base or there is none.
    #[must_use]
    pub fn parse(width: u32, digits: &str, base: u32) -> Option<Bits> {
        if digits.is_empty() {
            return None;
        }
        let mut words = vec![0u64; words_for(width)];
        for c in digits.chars() {
            let mut carry = u128::from(c.to_digit(base)?);
            for word in &mut words {
                let sum = u128::from(*word) * u128::from(base) + carry;
                *word = sum as u64;
                carry = sum >> WORD;
            }
        }
        Some(Bits::from_words(width, &words))
    }

    /// Returns the number of bits.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the words of the value, least significant first.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        match &self.words {
            Words::Small(word) => std::slice::from_ref(word),
            Words::Large(words) => words,
        }
    }

    /// Returns bit `i`, counted from the least significant; bits above the width are zero.
    #[must_use]
    pub fn bit(&self, i: u32) -> bool {
        i < self.width && (self.words()[(i / WORD) as usize] >> (i % WORD)) & 1 == 1
    }

    /// Returns the most significant bit.
    #[must_use]
    pub fn sign(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Returns the value as a machine word, if it fits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        let (low, high) = self.words().split_first()?;
        high.iter().all(|&word| word == 0).then_some(*low)
    }

    /// Returns the low 64 bits.
    #[must_use]
    pub fn low_word(&self) -> u64 {
        self.words()[0]
    }

    /// Returns whether every bit is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// Returns whether the value is the number one.
    #[must_use]
    pub(crate) fn is_one(&self) -> bool {
        self.to_u64() == Some(1)
    }

    /// Returns whether every bit is one.
    #[must_use]
    pub fn is_ones(&self) -> bool {
        self.not().is_zero()
    }

    /// Returns the number of zero bits below the lowest one; the width for zero.
    #[must_use]
    pub fn trailing_zeros(&self) -> u32 {
        let mut count = 0;
        for &word in self.words() {
            if word != 0 {
                return count + word.trailing_zeros();
            }
            count += WORD;
        }
        self.width
    }

    /// Returns the exponent, if the value is a power of two.
    #[must_use]
    pub fn log2(&self) -> Option<u32> {
        let set: u32 = self.words().iter().map(|word| word.count_ones()).sum();
        (set == 1).then(|| self.trailing_zeros())
    }

    fn map(&self, f: impl Fn(u64) -> u64) -> Bits {
        match &self.words {
            Words::Small(word) => Bits::new(self.width, f(*word)),
            Words::Large(words) => {
                let words: Vec<u64> = words.iter().map(|&word| f(word)).collect();
                Bits::from_words(self.width, &words)
            }
        }
    }

    fn zip(&self, other: &Bits, f: impl Fn(u64, u64) -> u64) -> Bits {
        debug_assert_eq!(self.width, other.width);
        match (&self.words, &other.words) {
            (Words::Small(a), Words::Small(b)) => Bits::new(self.width, f(*a, *b)),
            _ => {
                let pairs = self.words().iter().zip(other.words());
                let words: Vec<u64> = pairs.map(|(&a, &b)| f(a, b)).collect();
                Bits::from_words(self.width, &words)
            }
        }
    }

    /// Computes `bvnot`.
    #[must_use]
    pub fn not(&self) -> Bits {
        self.map(|word| !word)
    }

    /// Computes `bvand`.
    #[must_use]
    pub fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }

    /// Computes `bvor`.
    #[must_use]
    pub fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a | b)
    }

    /// Computes `bvxor`.
    #[must_use]
    pub fn xor(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a ^ b)
    }

    /// Computes `bvneg`.
    #[must_use]
    pub fn neg(&self) -> Bits {
        self.not().add(&Bits::one(self.width))
    }

    /// Computes `bvadd`.
    #[must_use]
    pub fn add(&self, other: &Bits) -> Bits {
        if let (Words::Small(a), Words::Small(b)) = (&self.words, &other.words) {
            return Bits::new(self.width, a.wrapping_add(*b));
        }
        let mut carry = false;
        let mut words = Vec::with_capacity(self.words().len());
        for (&a, &b) in self.words().iter().zip(other.words()) {
            let (sum, first) = a.overflowing_add(b);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            words.push(sum);
        }
        Bits::from_words(self.width, &words)
    }

    /// Computes `bvsub`.
    #[must_use]
    pub fn sub(&self, other: &Bits) -> Bits {
        self.add(&other.neg())
    }

    /// Computes `bvmul`.
    #[must_use]
    pub fn mul(&self, other: &Bits) -> Bits {
        if let (Words::Small(a), Words::Small(b)) = (&self.words, &other.words) {
            return Bits::new(self.width, a.wrapping_mul(*b));
        }
        let length = self.words().len();
        let mut words = vec![0u64; length];
        for (i, &a) in self.words().iter().enumerate() {
            let mut carry = 0u128;
            for (j, &b) in other.words().iter().enumerate().take(length - i) {
                let sum = u128::from(a) * u128::from(b) + u128::from(words[i + j]) + carry;
                words[i + j] = sum as u64;
                carry = sum >> WORD;
            }
        }
        Bits::from_words(self.width, &words)
    }

    /// Computes `bvudiv`: all ones when the divisor is zero.
    #[must_use]
    pub fn udiv(&self, divisor: &Bits) -> Bits {
        if divisor.is_zero() { Bits::ones(self.width) } else { self.divide(divisor).0 }
    }

    /// Computes `bvurem`: the dividend when the divisor is zero.
    #[must_use]
    pub fn urem(&self, divisor: &Bits) -> Bits {
        if divisor.is_zero() { self.clone() } else { self.divide(divisor).1 }
    }

    /// Returns the quotient and the remainder of a division by a nonzero divisor; for wide values bit by bit.
    fn divide(&self, divisor: &Bits) -> (Bits, Bits) {
        if let (Words::Small(a), Words::Small(b)) = (&self.words, &divisor.words) {
            return (Bits::new(self.width, a / b), Bits::new(self.width, a % b));
        }
        // The running remainder can reach twice the divisor before it is reduced, so it has one more bit.
        let wide = divisor.zero_extend(1);
        let mut remainder = Bits::zero(self.width + 1);
        let mut quotient = vec![0u64; self.words().len()];
        for i in (0..self.width).rev() {
            remainder = remainder.shift_left(1);
            if self.bit(i) {
                remainder = remainder.or(&Bits::one(self.width + 1));
            }
            if !remainder.ult(&wide) {
                remainder = remainder.sub(&wide);
                quotient[(i / WORD) as usize] |= 1 << (i % WORD);
            }
        }
        (Bits::from_words(self.width, &quotient), remainder.extract(self.width - 1, 0))
    }

    fn abs(&self) -> Bits {
        if self.sign() { self.neg() } else { self.clone() }
    }

    /// Computes `bvsdiv`: rounds towards zero.
    #[must_use]
    pub fn sdiv(&self, divisor: &Bits) -> Bits {
        let quotient = self.abs().udiv(&divisor.abs());
        if self.sign() == divisor.sign() { quotient } else { quotient.neg() }
    }

    /// Computes `bvsrem`: the remainder of `sdiv`, with the sign of the dividend.
    #[must_use]
    pub fn srem(&self, divisor: &Bits) -> Bits {
        let remainder = self.abs().urem(&divisor.abs());
        if self.sign() { remainder.neg() } else { remainder }
    }

    /// Computes `bvsmod`: the remainder with the sign of the divisor.
    #[must_use]
    pub fn smod(&self, divisor: &Bits) -> Bits {
        let remainder = self.srem(divisor);
        if remainder.is_zero() || self.sign() == divisor.sign() {
            remainder
        } else {
            remainder.add(divisor)
        }
    }

    /// Shifts left by a number of bits that may exceed the width.
    #[must_use]
    pub fn shift_left(&self, by: u32) -> Bits {
        match &self.words {
            _ if by >= self.width => Bits::zero(self.width),
            Words::Small(word) => Bits::new(self.width, word << by),
            Words::Large(_) => Bits::from_fn(self.width, |i| i >= by && self.bit(i - by)),
        }
    }

    /// Shifts right by a number of bits that may exceed the width, filling with `fill`.
    fn shift_right(&self, by: u32, fill: bool) -> Bits {
        let by = by.min(self.width);
        match &self.words {
            Words::Small(word) if !fill => Bits::new(self.width, word.checked_shr(by).unwrap_or(0)),
            _ => {
                Bits::from_fn(
                    self.width,
                    |i| {
                        if i < self.width - by { self.bit(i + by) } else { fill }
                    },
                )
            }
        }
    }

    /// Caps a shift amount at the width, beyond which all amounts have the same effect.
    fn amount(&self) -> u32 {
        self.to_u64().map_or(self.width, |amount| amount.min(u64::from(self.width)) as u32)
    }

    /// Computes `bvshl`.
    #[must_use]
    pub fn shl(&self, amount: &Bits) -> Bits {
        self.shift_left(amount.amount())
    }

    /// Computes `bvlshr`.
    #[must_use]
    pub fn lshr(&self, amount: &Bits) -> Bits {
        self.shift_right(amount.amount(), false)
    }

    /// Computes `bvashr`.
    #[must_use]
    pub fn ashr(&self, amount: &Bits) -> Bits {
        self.shift_right(amount.amount(), self.sign())
    }

    /// Computes `concat`: `self` becomes the high part.
    #[must_use]
    pub fn concat(&self, low: &Bits) -> Bits {
        let width = self.width + low.width;
        if let (Words::Small(high), Words::Small(word)) = (&self.words, &low.words)
            && width <= WORD
        {
            return Bits::new(width, (high << low.width) | word);
        }
        Bits::from_fn(width, |i| if i < low.width { low.bit(i) } else { self.bit(i - low.width) })
    }

    /// Computes `(_ extract high low)`.
    ///
    /// # Panics
    /// If the range is empty or reaches beyond the width.
    #[must_use]
    pub fn extract(&self, high: u32, low: u32) -> Bits {
        assert!(low <= high && high < self.width, "extract out of range");
        match &self.words {
            Words::Small(word) => Bits::new(high - low + 1, word >> low),
            Words::Large(_) => Bits::from_fn(high - low + 1, |i| self.bit(i + low)),
        }
    }

    /// Computes `(_ zero_extend by)`.
    #[must_use]
    pub fn zero_extend(&self, by: u32) -> Bits {
        Bits::from_words(self.width + by, self.words())
    }

    /// Computes `(_ sign_extend by)`.
    #[must_use]
    pub fn sign_extend(&self, by: u32) -> Bits {
        if !self.sign() {
            return self.zero_extend(by);
        }
        Bits::from_fn(self.width + by, |i| i >= self.width || self.bit(i))
    }

    /// Returns the inverse modulo `2^width` of an odd value.
    #[must_use]
    pub fn inverse(&self) -> Option<Bits> {
        if !self.bit(0) {
            return None;
        }
        // Newton's iteration: x right in k low bits makes x * (2 - a * x) right in 2k.
        let two = Bits::new(self.width, 2);
        let mut x = self.clone();
        let mut right = 3;
        while right < self.width {
            x = x.mul(&two.sub(&self.mul(&x)));
            right *= 2;
        }
        Some(x)
    }

    /// Computes `bvult`.
    #[must_use]
    pub fn ult(&self, other: &Bits) -> bool {
        self.cmp(other) == Ordering::Less
    }

    /// Computes `bvslt`.
    #[must_use]
    pub fn slt(&self, other: &Bits) -> bool {
        match (self.sign(), other.sign()) {
            (a, b) if a != b => a,
            _ => self.ult(other),
        }
    }
}

impl PartialOrd for Bits {
    fn partial_cmp(&self, other: &Bits) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Bits {
    /// Compares unsigned values; values of different widths are ordered by width.
    fn cmp(&self, other: &Bits) -> Ordering {
        let widths = self.width.cmp(&other.width);
        widths.then_with(|| self.words().iter().rev().cmp(other.words().iter().rev()))
    }
}

impl fmt::Display for Bits {
    /// Prints an SMT-LIB literal: hexadecimal if the width is a multiple of four, else binary.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.width.is_multiple_of(4) {
            f.write_str("#b")?;
            return (0..self.width)
                .rev()
                .try_for_each(|i| f.write_str(if self.bit(i) { "1" } else { "0" }));
        }
        f.write_str("#x")?;
        (0..self.width / 4).rev().try_for_each(|digit| {
            let nibble = (self.words()[(digit / 16) as usize] >> (digit % 16 * 4)) & 0xf;
            write!(f, "{nibble:x}")
        })
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares every operation on all pairs of values of small widths with 128-bit arithmetic of the host.
    #[test]
    fn small_widths_agree_with_host_arithmetic() {
        for width in 1..=5u32 {
            let size = 1i128 << width;
            let signed = |x: i128| if x >= size / 2 { x - size } else { x };
            for a in 0..size {
                for b in 0..size {
                    let (x, y) = (Bits::new(width, a as u64), Bits::new(width, b as u64));
                    let check = |got: Bits, want: i128, what: &str| {
                        assert_eq!(
                            i128::from(got.to_u64().unwrap()),
                            want.rem_euclid(size),
                            "{what} {a} {b} at width {width}"
                        );
                    };
                    check(x.add(&y), a + b, "add");
                    check(x.sub(&y), a - b, "sub");
                    check(x.mul(&y), a * b, "mul");
                    check(x.udiv(&y), if b == 0 { -1 } else { a / b }, "udiv");
                    check(x.urem(&y), if b == 0 { a } else { a % b }, "urem");
                    let (s, t) = (signed(a), signed(b));
                    let sdiv = if t == 0 { if s < 0 { 1 } else { -1 } } else { s / t };
                    check(x.sdiv(&y), sdiv, "sdiv");
                    check(x.srem(&y), if t == 0 { s } else { s % t }, "srem");
                    let smod = if t == 0 { s } else { ((s % t) + t) % t };
                    check(x.smod(&y), smod, "smod");
                    check(x.shl(&y), if b >= width.into() { 0 } else { a << b }, "shl");
                    check(x.lshr(&y), if b >= width.into() { 0 } else { a >> b }, "lshr");
                    check(x.ashr(&y), s >> b.min(127), "ashr");
                    assert_eq!(x.ult(&y), a < b);
                    assert_eq!(x.slt(&y), s < t);
                    if a % 2 == 1 {
                        assert!(x.mul(&x.inverse().unwrap()).is_one());
                    }
                }
            }
        }
    }

    /// Checks wide arithmetic by laws, because it shares no code with narrow arithmetic.
    #[test]
    fn wide_values_obey_the_laws_of_division_and_shifts() {
        for width in [65u32, 100, 128, 129, 300] {
            let a = Bits::parse(width, "123456789abcdef0fedcba98765432100f1e2d3c4b5a6978", 16);
            let b = Bits::parse(width, "fedcba9876543210f", 16);
            let (a, b) = (a.unwrap(), b.unwrap());
            let (quotient, remainder) = (a.udiv(&b), a.urem(&b));
            assert!(remainder.ult(&b));
            assert_eq!(quotient.mul(&b).add(&remainder), a);
            assert_eq!(a.shl(&Bits::new(width, 7)), a.mul(&Bits::new(width, 128)));
            assert_eq!(a.lshr(&Bits::new(width, 7)), a.udiv(&Bits::new(width, 128)));
            assert_eq!(a.extract(width - 1, 64).concat(&a.extract(63, 0)), a);
            assert_eq!(a.sub(&b).add(&b), a);
            assert_eq!(a.neg().neg(), a);
            assert!(b.mul(&b.inverse().unwrap()).is_one());
            assert_eq!(a.sign_extend(9).extract(width - 1, 0), a);
        }
    }

    #[test]
    fn literals_print_and_parse() {
        assert_eq!(Bits::new(8, 0x2f).to_string(), "#x2f");
        assert_eq!(Bits::new(3, 5).to_string(), "#b101");
        let wide = Bits::parse(72, "123456789abcdef012", 16).unwrap();
        assert_eq!(wide.to_string(), "#x123456789abcdef012");
        assert_eq!(Bits::parse(8, "300", 10), Some(Bits::new(8, 44)));
        assert_eq!(Bits::parse(8, "12g", 16), None);
        assert_eq!(Bits::parse(8, "", 2), None);
    }
}
