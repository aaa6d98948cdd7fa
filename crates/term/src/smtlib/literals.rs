//! Bit-vector literals.

use super::error::{Error, ErrorKind};
use super::sexp::{Kind, Sexp};
use super::sorts::read_width;
use crate::bits::Bits;
use crate::op::MAX_WIDTH;
use crate::store::{Term, Terms};

/// Builds the constant of a literal `#b0101` or `#xbeef`.
pub(super) fn literal(terms: &mut Terms, sexp: Sexp<'_>) -> Result<Term, Error> {
    let digits = &sexp.text().as_bytes()[2..];
    let each: u32 = if sexp.kind() == Kind::Binary { 1 } else { 4 };
    let width = digits.len() as u64 * u64::from(each);
    if width > u64::from(MAX_WIDTH) {
        return Err(sexp.error(ErrorKind::Width(width)));
    }
    let value = Bits::from_fn(width as u32, |i| {
        let digit = digits[digits.len() - 1 - (i / each) as usize];
        char::from(digit).to_digit(16).unwrap_or(0) >> (i % each) & 1 == 1
    });
    Ok(terms.bits(&value))
}

/// Builds the constant of `(_ bvN width)`: the number `N` modulo `2^width`.
pub(super) fn indexed(terms: &mut Terms, sexp: Sexp<'_>) -> Result<Term, Error> {
    let form = "`(_ bvN width)`";
    let [_, name, width] = sexp.exactly(form)?;
    let digits = name.name().and_then(|name| name.strip_prefix("bv")).unwrap_or_default();
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(sexp.expected(form));
    }
    let width = read_width(width)?;
    let value = Bits::parse(width, digits, 10).ok_or_else(|| sexp.expected(form))?;
    Ok(terms.bits(&value))
}
