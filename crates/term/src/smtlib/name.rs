//! Names as SMT-LIB writes them.
//!
//! A store may give any name to a symbol. Most are printed as they are or between bars. Some cannot
//! be: `|and|` is `and`, and a bar cannot stand between bars. These get a name that begins with
//! `$`; so do the terms that the printer names, and so does a symbol whose own name begins with
//! `$`. That keeps different things apart.

use std::borrow::Cow;

use super::lexer::is_symbol_byte;
use super::operators;
use crate::op::{FunctionId, SymbolId};
use crate::store::Terms;

/// What the names that the printer makes up begin with.
const MADE_UP: char = '$';

/// Words of the language that are no names.
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

/// Names of the theories that a script may use for itself, but that confuse some solvers.
const AVOIDED: &[&str] = &["const", "BitVec", "Array", "Int", "Real", "String"];

/// Whether a name has a meaning of its own that no declaration may change.
pub(super) fn is_reserved(name: &str) -> bool {
    let operator = operators::find(name);
    RESERVED.contains(&name) || operator.is_some_and(|operator| operator.indices == 0)
}

/// Whether it is better not to print a name as it is.
fn is_avoided(name: &str) -> bool {
    is_reserved(name) || AVOIDED.contains(&name) || operators::find(name).is_some()
}

/// A name as it is written: between bars where it must be.
#[must_use]
pub fn quote(name: &str) -> Cow<'_, str> {
    let digit_first = name.as_bytes().first().is_none_or(u8::is_ascii_digit);
    if !digit_first && name.bytes().all(is_symbol_byte) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(format!("|{name}|"))
}

/// The name under which a symbol is printed.
#[must_use]
pub fn symbol_name(terms: &Terms, symbol: SymbolId) -> Cow<'_, str> {
    printed(&terms.symbol_info(symbol).name, 's', symbol.index())
}

/// The name under which a function is printed.
#[must_use]
pub fn function_name(terms: &Terms, function: FunctionId) -> Cow<'_, str> {
    printed(&terms.function_info(function).name, 'f', function.index())
}

/// The name under which a term is printed that the printer names.
pub(super) fn definition_name(index: usize) -> String {
    format!("{MADE_UP}{index}")
}

/// The name of a constant that is equal to a term whose value will be asked for.
pub(super) fn value_name(index: usize) -> String {
    format!("{MADE_UP}v{index}")
}

fn printed(name: &str, kind: char, index: usize) -> Cow<'_, str> {
    // Names that begin with `@` or `.` belong to solvers.
    let clashes = name.starts_with([MADE_UP, '@', '.']) || name.contains(['|', '\\']);
    if clashes || name.chars().any(char::is_control) || is_avoided(name) || !name.is_ascii() {
        return Cow::Owned(format!("{MADE_UP}{kind}{index}"));
    }
    quote(name)
}
