//! Floats as `printf` formats them: exact, whatever the precision.
//!
//! The value has the x87 format, which represents every `float` and `double`. Its decimal expansion is finite and is
//! computed in full with integers; rounding is half to even on that expansion. This file knows no memory and no terms.

/// The flags of a conversion.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flags {
    /// `-`
    pub left: bool,
    /// `+`
    pub plus: bool,
    /// a space
    pub space: bool,
    /// `#`
    pub alternate: bool,
    /// `0`
    pub zero: bool,
    /// Whether the argument is a `long double`.
    pub long_double: bool,
}

impl Flags {
    /// Returns the flags as the runtime encodes them.
    #[must_use]
    pub fn from_bits(bits: u64) -> Flags {
        let bit = |i: u32| (bits >> i) & 1 == 1;
        Flags {
            left: bit(0),
            plus: bit(1),
            space: bit(2),
            alternate: bit(3),
            zero: bit(4),
            long_double: bit(5),
        }
    }
}

/// Returns the text of a value in the x87 format for one conversion, as C's `printf` does.
#[must_use]
pub fn format_float(
    conversion: char,
    flags: Flags,
    width: usize,
    precision: Option<usize>,
    bits: u128,
) -> String {
    let upper = conversion.is_ascii_uppercase();
    let number = Number::of(bits);
    let sign = match (number.negative, flags.plus, flags.space) {
        (true, ..) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        _ => "",
    };
    let (prefix, body) = match number.kind {
        Kind::Infinite => (sign.to_owned(), "inf".to_owned()),
        Kind::NotANumber => (sign.to_owned(), "nan".to_owned()),
        Kind::Finite if conversion.eq_ignore_ascii_case(&'a') => {
            (format!("{sign}0x"), hexadecimal(&number, precision, flags))
        }
        Kind::Finite => {
            let body = match conversion.to_ascii_lowercase() {
                'f' => fixed(&number, precision.unwrap_or(6), flags.alternate),
                'e' => scientific(&number, precision.unwrap_or(6), flags.alternate),
                _ => general(&number, precision.unwrap_or(6), flags.alternate),
            };
            (sign.to_owned(), body)
        }
    };
    let text = padded(&prefix, &body, width, flags, number.kind == Kind::Finite);
    if upper { text.to_ascii_uppercase() } else { text }
}

fn padded(prefix: &str, body: &str, width: usize, flags: Flags, finite: bool) -> String {
    let room = width.saturating_sub(prefix.len() + body.len());
    match (flags.left, flags.zero && finite) {
        (true, _) => format!("{prefix}{body}{}", " ".repeat(room)),
        (false, true) => format!("{prefix}{}{body}", "0".repeat(room)),
        (false, false) => format!("{}{prefix}{body}", " ".repeat(room)),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Finite,
    Infinite,
    NotANumber,
}

/// A decoded float: `significand * 2^exponent`.
struct Number {
    negative: bool,
    kind: Kind,
    significand: u64,
    exponent: i32,
}

impl Number {
    fn of(bits: u128) -> Number {
        let significand = bits as u64;
        let biased = ((bits >> 64) & 0x7fff) as i32;
        let kind = match (biased, significand << 1) {
            (0x7fff, 0) => Kind::Infinite,
            (0x7fff, _) => Kind::NotANumber,
            _ => Kind::Finite,
        };
        let exponent = biased.max(1) - 16383 - 63;
        Number { negative: (bits >> 79) & 1 == 1, kind, significand, exponent }
    }

    /// Returns all decimal digits and the number of them before the point; no digits for zero.
    fn digits(&self) -> Decimal {
        let mut whole = Big::from(self.significand);
        let mut point = 0;
        if self.exponent >= 0 {
            whole.shift_left(self.exponent as u32);
        } else {
            // n / 2^k = n * 5^k / 10^k
            let places = self.exponent.unsigned_abs();
            whole.times_power_of_five(places);
            point = places as usize;
        }
        let digits = whole.into_digits();
        let before = digits.len() as i64 - point as i64;
        Decimal { digits, before }
    }
}

/// A number `0.d1 d2 d3 ... * 10^before`; the first digit is not zero.
struct Decimal {
    digits: Vec<u8>,
    before: i64,
}

impl Decimal {
    /// Rounds to a number of digits, half to even.
    fn round(&mut self, keep: i64) {
        if keep >= self.digits.len() as i64 {
            return;
        }
        if keep < 0 {
            self.digits.clear();
            return;
        }
        let keep = keep as usize;
        let rest = self.digits.split_off(keep);
        let odd = self.digits.last().is_some_and(|digit| digit % 2 == 1);
        let above = rest[0] > 5 || (rest[0] == 5 && rest[1..].iter().any(|&digit| digit > 0));
        let half = rest[0] == 5 && !above;
        if above || (half && odd) {
            self.increment();
        }
    }

    fn increment(&mut self) {
        for digit in self.digits.iter_mut().rev() {
            if *digit < 9 {
                *digit += 1;
                return;
            }
            *digit = 0;
        }
        self.digits.insert(0, 1);
        self.before += 1;
    }

    /// Returns the digit at a position: 0 is the units digit, 1 the digit left of it, -1 the first after the
    /// point.
    fn at(&self, place: i64) -> char {
        let index = self.before - 1 - place;
        let digit = usize::try_from(index).ok().and_then(|index| self.digits.get(index));
        char::from(b'0' + digit.copied().unwrap_or(0))
    }
}

fn fixed(number: &Number, precision: usize, point: bool) -> String {
    let mut decimal = number.digits();
    decimal.round(decimal.before + precision as i64);
    let mut text: String =
        (0..decimal.before.max(1)).rev().map(|place| decimal.at(place)).collect();
    if precision > 0 || point {
        text.push('.');
    }
    text.extend((1..=precision as i64).map(|place| decimal.at(-place)));
    text
}

/// Returns the rounded digits for scientific notation, and the exponent.
fn rounded(number: &Number, precision: usize) -> (Decimal, i64) {
    let mut decimal = number.digits();
    decimal.round(precision as i64 + 1);
    let exponent = if decimal.digits.is_empty() { 0 } else { decimal.before - 1 };
    (decimal, exponent)
}

fn scientific(number: &Number, precision: usize, point: bool) -> String {
    let (decimal, exponent) = rounded(number, precision);
    let mut text = String::from(decimal.at(exponent));
    if precision > 0 || point {
        text.push('.');
    }
    text.extend((1..=precision as i64).map(|place| decimal.at(exponent - place)));
    let sign = if exponent < 0 { '-' } else { '+' };
    text + &format!("e{sign}{:02}", exponent.abs())
}

fn general(number: &Number, precision: usize, alternate: bool) -> String {
    let precision = precision.max(1);
    let (_, exponent) = rounded(number, precision - 1);
    let text = if exponent < -4 || exponent >= precision as i64 {
        scientific(number, precision - 1, alternate)
    } else {
        let places = precision as i64 - 1 - exponent;
        fixed(number, places.max(0) as usize, alternate)
    };
    if alternate { text } else { without_trailing_zeros(&text) }
}

fn without_trailing_zeros(text: &str) -> String {
    let (mantissa, exponent) = match text.find('e') {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let mantissa = match mantissa.contains('.') {
        true => mantissa.trim_end_matches('0').trim_end_matches('.'),
        false => mantissa,
    };
    format!("{mantissa}{exponent}")
}

/// Returns the text after `0x`. A `double` has one bit before the point, a `long double` four, as in glibc.
fn hexadecimal(number: &Number, precision: Option<usize>, flags: Flags) -> String {
    let mut significand = number.significand;
    // The value is significand / 2^63 * 2^exponent.
    let mut exponent = i64::from(number.exponent) + 63;
    if significand == 0 {
        exponent = 0;
    } else if !flags.long_double {
        let shift = significand.leading_zeros();
        significand <<= shift;
        exponent -= i64::from(shift);
        if exponent < -1022 {
            // Subnormal numbers of `double` keep its least exponent.
            significand = significand.checked_shr((-1022 - exponent) as u32).unwrap_or(0);
            exponent = -1022;
        }
    }
    let before = if flags.long_double { 4 } else { 1 };
    if flags.long_double && significand != 0 {
        exponent -= 3;
    }
    let mut whole = significand >> (64 - before);
    let mut fraction = significand << before;
    let mut digits: Vec<u8> = Vec::new();
    while fraction != 0 {
        digits.push((fraction >> 60) as u8);
        fraction <<= 4;
    }
    if let Some(precision) = precision {
        round_hexadecimal(&mut whole, &mut digits, precision);
    }
    let mut text = format!("{whole:x}");
    if !digits.is_empty() || flags.alternate {
        text.push('.');
    }
    text.extend(digits.iter().filter_map(|&digit| char::from_digit(digit.into(), 16)));
    text + &format!("p{exponent:+}")
}

fn round_hexadecimal(whole: &mut u64, digits: &mut Vec<u8>, precision: usize) {
    if precision >= digits.len() {
        digits.resize(precision, 0);
        return;
    }
    let rest = digits.split_off(precision);
    let above = rest[0] > 8 || (rest[0] == 8 && rest[1..].iter().any(|&digit| digit > 0));
    let odd = digits.last().map_or(*whole % 2 == 1, |digit| digit % 2 == 1);
    if above || (rest[0] == 8 && odd) {
        for digit in digits.iter_mut().rev() {
            if *digit < 15 {
                *digit += 1;
                return;
            }
            *digit = 0;
        }
        *whole += 1;
    }
}

/// A natural number of arbitrary size, least significant word first.
struct Big {
    words: Vec<u32>,
}

impl From<u64> for Big {
    fn from(value: u64) -> Big {
        Big { words: vec![value as u32, (value >> 32) as u32] }
    }
}

impl Big {
    fn multiply(&mut self, factor: u32) {
        let mut carry = 0u64;
        for word in &mut self.words {
            let product = u64::from(*word) * u64::from(factor) + carry;
            *word = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            self.words.push(carry as u32);
        }
    }

    fn shift_left(&mut self, by: u32) {
        let mut words = vec![0; (by / 32) as usize];
        words.append(&mut self.words);
        self.words = words;
        self.multiply(1 << (by % 32));
    }

    fn times_power_of_five(&mut self, exponent: u32) {
        /// The exponent of the largest power of five in a word.
        const LARGEST: u32 = 13;
        for _ in 0..exponent / LARGEST {
            self.multiply(5u32.pow(LARGEST));
        }
        self.multiply(5u32.pow(exponent % LARGEST));
    }

    /// Returns the decimal digits, most significant first; none for zero.
    fn into_digits(mut self) -> Vec<u8> {
        let mut digits = Vec::new();
        while !self.words.is_empty() {
            let mut remainder = 0u64;
            for word in self.words.iter_mut().rev() {
                let value = (remainder << 32) | u64::from(*word);
                *word = (value / 1_000_000_000) as u32;
                remainder = value % 1_000_000_000;
            }
            while self.words.last() == Some(&0) {
                self.words.pop();
            }
            for _ in 0..9 {
                digits.push((remainder % 10) as u8);
                remainder /= 10;
            }
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        digits.reverse();
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::{CastOp, Ty, eval};

    fn shown(spec: &str, value: f64) -> String {
        let bits = eval::cast(CastOp::FloatToFloat, Ty::F64, Ty::F80, value.to_bits().into(), 64);
        let conversion = spec.chars().last().unwrap();
        let middle = &spec[..spec.len() - 1];
        let flags: String = middle.chars().take_while(|c| "-+ #0".contains(*c)).collect();
        let rest = &middle[flags.len()..];
        let (width, precision) = match rest.split_once('.') {
            Some((width, precision)) => (width, Some(precision.parse().unwrap_or(0))),
            None => (rest, None),
        };
        let flags = Flags {
            left: flags.contains('-'),
            plus: flags.contains('+'),
            space: flags.contains(' '),
            alternate: flags.contains('#'),
            zero: flags.contains('0'),
            long_double: false,
        };
        format_float(conversion, flags, width.parse().unwrap_or(0), precision, bits)
    }

    #[test]
    fn conversions() {
        for (spec, value, expected) in [
            ("f", 0.0, "0.000000"),
            ("f", -0.0, "-0.000000"),
            ("f", 1.5, "1.500000"),
            (".0f", 0.5, "0"),
            (".0f", 1.5, "2"),
            (".0f", 2.5, "2"),
            (".1f", 0.25, "0.2"),
            (".2f", 999.995, "1000.00"),
            ("#.0f", 3.0, "3."),
            ("8.2f", -3.14259, "   -3.14"),
            ("08.2f", -3.14259, "-0003.14"),
            ("-8.2f|", 1.0, "1.00    "),
            ("+.1f", 2.0, "+2.0"),
            (" .1f", 2.0, " 2.0"),
            ("e", 0.0, "0.000000e+00"),
            ("e", 12345.678, "1.234568e+04"),
            (".0e", 95.0, "1e+02"),
            (".3E", 1e-300, "1.000E-300"),
            ("g", 100000.0, "100000"),
            ("g", 1000000.0, "1e+06"),
            ("g", 0.0001, "0.0001"),
            ("g", 0.00001, "1e-05"),
            ("g", 0.1, "0.1"),
            ("#g", 1.0, "1.00000"),
            (".17g", 0.1, "0.10000000000000001"),
            (".30f", 0.1, "0.100000000000000005551115123126"),
            ("f", 1e22, "10000000000000000000000.000000"),
            ("f", f64::INFINITY, "inf"),
            ("010F", f64::NEG_INFINITY, "      -INF"),
            ("a", 1.0, "0x1p+0"),
            ("a", 0.1, "0x1.999999999999ap-4"),
            (".1a", 1.97, "0x2.0p+0"),
            ("a", 0.0, "0x0p+0"),
            ("A", -255.5, "-0X1.FFP+7"),
            ("a", f64::MIN_POSITIVE / 4.0, "0x0.4p-1022"),
        ] {
            let spec = spec.trim_end_matches('|');
            assert_eq!(shown(spec, value), expected, "%{spec} of {value}");
        }
    }
}
