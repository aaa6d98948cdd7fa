//! Numbers, characters and strings.

use super::{Lexer, is_name_part};
use crate::token::{Encoding, FloatSuffix, IntLiteral, Kind};

/// Returns the encoding that a prefix before a quote stands for.
pub(super) fn encoding(word: &[u8]) -> Option<Encoding> {
    Some(match word {
        b"L" => Encoding::Wide,
        b"u" => Encoding::Utf16,
        b"U" => Encoding::Utf32,
        b"u8" => Encoding::Plain,
        _ => return None,
    })
}

impl Lexer<'_> {
    /// Reads a number: a whole preprocessing number, which is then parsed.
    pub(super) fn number(&mut self) -> Kind {
        let start = self.at;
        while let Some(byte) = self.peek(0) {
            let previous = self.text[self.at.saturating_sub(1).max(start)];
            let sign = matches!(byte, b'+' | b'-')
                && self.at > start
                && is_exponent(self.text, start, previous);
            if !(is_name_part(byte) || byte == b'.' || sign) {
                break;
            }
            self.at += 1;
        }
        let text = String::from_utf8_lossy(&self.text[start..self.at]).to_ascii_lowercase();
        match parse_number(&text) {
            Some(kind) => kind,
            None => {
                self.at = start;
                self.error(format!("'{text}' is not a number"));
                self.at = start + text.len();
                Kind::Int(IntLiteral { value: 0, decimal: true, unsigned: false, longs: 0 })
            }
        }
    }

    pub(super) fn character(&mut self, encoding: Encoding) -> Kind {
        let units = self.quoted(b'\'', encoding);
        if units.is_empty() {
            self.error("the character constant is empty");
        }
        // A multi-character constant is one number with the last character in the lowest byte, as in gcc.
        let value = match encoding {
            Encoding::Plain if units.len() == 1 => units[0] as u8 as i8 as i32 as u32,
            Encoding::Plain => units.iter().fold(0u32, |value, unit| (value << 8) | (unit & 0xff)),
            _ => units.last().copied().unwrap_or(0),
        };
        Kind::Char(value, encoding)
    }

    pub(super) fn string(&mut self, encoding: Encoding) -> Kind {
        Kind::Str(self.quoted(b'"', encoding).into(), encoding)
    }

    /// Reads the code units between two quotes.
    fn quoted(&mut self, quote: u8, encoding: Encoding) -> Vec<u32> {
        let start = self.position();
        self.at += 1;
        let mut units = Vec::new();
        loop {
            match self.peek(0) {
                None | Some(b'\n') => {
                    self.out.errors.push((start, "the quote does not end on its line".to_owned()));
                    return units;
                }
                Some(byte) if byte == quote => {
                    self.at += 1;
                    return units;
                }
                Some(b'\\') if self.peek(1) == Some(b'\n') => {
                    self.at += 1;
                    self.newline();
                }
                Some(b'\\') => self.escape(encoding, &mut units),
                Some(_) => self.plain_character(encoding, &mut units),
            }
        }
    }

    fn plain_character(&mut self, encoding: Encoding, units: &mut Vec<u32>) {
        let rest = &self.text[self.at..];
        if encoding == Encoding::Plain || rest[0] < 0x80 {
            units.push(u32::from(rest[0]));
            self.at += 1;
            return;
        }
        let longest = rest.len().min(4);
        let decoded = (1..=longest).find_map(|length| std::str::from_utf8(&rest[..length]).ok());
        match decoded.and_then(|text| text.chars().next()) {
            Some(character) => {
                push_character(encoding, character, units);
                self.at += character.len_utf8();
            }
            None => {
                units.push(u32::from(rest[0]));
                self.at += 1;
            }
        }
    }

    fn escape(&mut self, encoding: Encoding, units: &mut Vec<u32>) {
        let start = self.position();
        self.at += 1;
        let Some(byte) = self.peek(0) else { return };
        self.at += 1;
        let simple = match byte {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'v' => 11,
            b'e' | b'E' => 27,
            b'0'..=b'7' => {
                self.at -= 1;
                units.push(self.digits(8, 3).unwrap_or(0));
                return;
            }
            b'x' => {
                match self.digits(16, usize::MAX) {
                    Some(value) => units.push(value),
                    None => self.out.errors.push((start, "\\x without digits".to_owned())),
                }
                return;
            }
            b'u' | b'U' => {
                let value = self.digits(16, if byte == b'u' { 4 } else { 8 });
                match value.and_then(char::from_u32) {
                    Some(character) => push_character(encoding, character, units),
                    None => {
                        self.out.errors.push((start, "not a universal character name".to_owned()))
                    }
                }
                return;
            }
            other => other,
        };
        units.push(u32::from(simple));
    }

    /// Reads a number of at most `longest` digits, and returns its low 32 bits.
    fn digits(&mut self, radix: u32, longest: usize) -> Option<u32> {
        let mut value = None;
        for _ in 0..longest {
            let Some(digit) = self.peek(0).and_then(|byte| char::from(byte).to_digit(radix)) else {
                break;
            };
            value = Some(value.unwrap_or(0u32).wrapping_mul(radix).wrapping_add(digit));
            self.at += 1;
        }
        value
    }
}

fn push_character(encoding: Encoding, character: char, units: &mut Vec<u32>) {
    match encoding {
        Encoding::Plain => units.extend(character.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
        Encoding::Utf16 => {
            units.extend(character.encode_utf16(&mut [0; 2]).iter().map(|unit| u32::from(*unit)))
        }
        Encoding::Wide | Encoding::Utf32 => units.push(u32::from(character)),
    }
}

/// Whether a sign after `previous` continues the number that begins at `start`.
fn is_exponent(text: &[u8], start: usize, previous: u8) -> bool {
    let hexadecimal = text[start] == b'0' && matches!(text.get(start + 1), Some(b'x' | b'X'));
    if hexadecimal { matches!(previous, b'p' | b'P') } else { matches!(previous, b'e' | b'E') }
}

fn parse_number(text: &str) -> Option<Kind> {
    let hexadecimal = text.starts_with("0x");
    let is_float =
        text.contains('.') || if hexadecimal { text.contains('p') } else { text.contains('e') };
    if is_float && !text.starts_with("0b") {
        parse_float(text, hexadecimal)
    } else {
        parse_int(text).map(Kind::Int)
    }
}

fn parse_float(text: &str, hexadecimal: bool) -> Option<Kind> {
    let (digits, suffix) = if let Some(digits) = text.strip_suffix("f128") {
        (digits, FloatSuffix::Float128)
    } else if let Some(digits) = text.strip_suffix("f64x") {
        (digits, FloatSuffix::Long)
    } else if let Some(digits) = text.strip_suffix("f64").or_else(|| text.strip_suffix("f32x")) {
        (digits, FloatSuffix::None)
    } else if let Some(digits) = text.strip_suffix("f32") {
        (digits, FloatSuffix::Float)
    } else if let Some(digits) =
        text.strip_suffix('f').filter(|_| !hexadecimal || text.contains('p'))
    {
        (digits, FloatSuffix::Float)
    } else if let Some(digits) = text.strip_suffix('l') {
        (digits, FloatSuffix::Long)
    } else if let Some(digits) = text.strip_suffix('q') {
        (digits, FloatSuffix::Float128)
    } else {
        (text, FloatSuffix::None)
    };
    well_formed(digits, hexadecimal).then(|| Kind::Float(digits.into(), suffix))
}

/// The maximal length of a float constant: conversion takes quadratic time.
const LONGEST_FLOAT: usize = 5000;

/// Whether a text is digits with at most one point, and an exponent with digits, which is required for a hexadecimal number.
fn well_formed(text: &str, hexadecimal: bool) -> bool {
    let body = if hexadecimal { &text[2..] } else { text };
    let (radix, mark) = if hexadecimal { (16, 'p') } else { (10, 'e') };
    let (mantissa, exponent) = match body.split_once(mark) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (body, None),
    };
    let digits = mantissa.chars().filter(|c| *c != '.');
    let mantissa_fine = mantissa.matches('.').count() <= 1
        && digits.clone().next().is_some()
        && digits.clone().all(|c| c.is_digit(radix));
    let exponent_fine = match exponent {
        None => !hexadecimal,
        Some(exponent) => {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        }
    };
    text.len() <= LONGEST_FLOAT && mantissa_fine && exponent_fine
}

fn parse_int(text: &str) -> Option<IntLiteral> {
    let (radix, body) = if let Some(body) = text.strip_prefix("0x") {
        (16, body)
    } else if let Some(body) = text.strip_prefix("0b") {
        (2, body)
    } else if text.len() > 1 && text.starts_with('0') {
        (8, &text[1..])
    } else {
        (10, text)
    };
    let end = body.find(|c: char| !c.is_digit(radix)).unwrap_or(body.len());
    let (digits, suffix) = body.split_at(end);
    let value = if digits.is_empty() && radix == 8 {
        0
    } else {
        u128::from_str_radix(digits, radix).ok()?
    };
    let (unsigned, longs) = match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ul" | "lu" => (true, 1),
        "ll" => (false, 2),
        "ull" | "llu" => (true, 2),
        _ => return None,
    };
    Some(IntLiteral { value, decimal: radix == 10, unsigned, longs })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<u128> {
        parse_int(text).map(|literal| literal.value)
    }

    #[test]
    fn integers_in_all_radixes() {
        assert_eq!(value("0x1full"), Some(31));
        assert_eq!(value("0"), Some(0));
        assert_eq!(value("017"), Some(15));
        assert_eq!(value("0b101u"), Some(5));
        assert_eq!(value("09"), None);
        assert_eq!(value("1uu"), None);
        assert_eq!(value("999999999999999999999999999999999999999999"), None);
    }

    #[test]
    fn floats_with_suffixes() {
        assert!(matches!(parse_number("1.5f"), Some(Kind::Float(_, FloatSuffix::Float))));
        assert!(matches!(parse_number("0x1.8p3"), Some(Kind::Float(_, FloatSuffix::None))));
        assert!(matches!(parse_number("1e5l"), Some(Kind::Float(_, FloatSuffix::Long))));
        assert!(parse_number("1e").is_none());
    }
}
