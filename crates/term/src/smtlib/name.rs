//! Names in SMT-LIB's notation.
//!
//! Symbols of a store can have any name. Most names are printed unchanged or between bars. Some are not printable:
//! `|and|` is `and`, and a bar cannot stand between bars. These are printed under a generated name that starts with
//! `$`. So are the terms that the printer names, and symbols whose own name starts with `$`. Therefore distinct symbols
//! have distinct printed names.

use std::borrow::Cow;

use super::lexer::is_symbol_byte;
use super::operators;
use crate::op::{FunctionId, SymbolId};
use crate::store::Terms;

/// The prefix of generated names.
const MADE_UP: char = '$';

/// Reserved words of the language.
const RESERVED: &[&str] = &[
    "!",
    "_",
    "as",
    "let",
    "exists",
    "forall",
    "match",
    "par",
    "lambda",
    "true",
    "false",
    "Bool",
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
];

/// Names of theories that scripts may declare, but that confuse some solvers.
const AVOIDED: &[&str] = &["const", "BitVec", "Array", "Int", "Real", "String"];

/// Returns whether a name is reserved, so that it cannot be declared.
pub(super) fn is_reserved(name: &str) -> bool {
    let operator = operators::find(name);
    RESERVED.contains(&name) || operator.is_some_and(|operator| operator.indices == 0)
}

/// Returns whether a name is printed under a generated name although it is valid.
fn is_avoided(name: &str) -> bool {
    is_reserved(name) || AVOIDED.contains(&name) || operators::find(name).is_some()
}

/// Returns a name as it is written: between bars if necessary.
#[must_use]
pub fn quote(name: &str) -> Cow<'_, str> {
    let digit_first = name.as_bytes().first().is_none_or(u8::is_ascii_digit);
    if !digit_first && name.bytes().all(is_symbol_byte) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(format!("|{name}|"))
}

/// Returns the printed name of a symbol.
pub(super) fn symbol_name(terms: &Terms, symbol: SymbolId) -> Cow<'_, str> {
    printed(&terms.symbol_info(symbol).name, 's', symbol.index())
}

/// Returns the printed name of a function.
#[must_use]
pub fn function_name(terms: &Terms, function: FunctionId) -> Cow<'_, str> {
    printed(&terms.function_info(function).name, 'f', function.index())
}

/// Returns the name of a shared term that the printer defines.
pub(super) fn definition_name(index: usize) -> String {
    format!("{MADE_UP}{index}")
}

/// Returns the name of the constant that a query equates with an observed term.
pub(super) fn value_name(index: usize) -> String {
    format!("{MADE_UP}v{index}")
}

fn printed(name: &str, kind: char, index: usize) -> Cow<'_, str> {
    // Names that start with `@` or `.` are reserved for solvers.
    let clashes = name.starts_with([MADE_UP, '@', '.']) || name.contains(['|', '\\']);
    if clashes || name.chars().any(char::is_control) || is_avoided(name) || !name.is_ascii() {
        return Cow::Owned(format!("{MADE_UP}{kind}{index}"));
    }
    quote(name)
}
