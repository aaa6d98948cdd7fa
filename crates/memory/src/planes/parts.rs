//! Planes and parts of values: sizes, halves, default values.

use term::AllocId;

use crate::memory::{Context, Initial, Item};
use crate::value::Value;

/// The number of planes: values of 1, 2, 4, 8 and 16 bytes.
pub const PLANES: usize = 5;

/// Returns the plane of values of a size. Sizes without a plane are in the plane of bytes.
pub fn plane_of(bytes: u32) -> usize {
    match bytes {
        2 | 4 | 8 | 16 => bytes.trailing_zeros() as usize,
        _ => 0,
    }
}

/// The default value `δ` of a plane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Zeros.
    Zero,
    /// The uninitialised bytes of a block.
    Uninitialised(AllocId),
}

impl Origin {
    pub fn new(owner: AllocId, initial: Initial) -> Origin {
        match initial {
            Initial::Zero => Origin::Zero,
            Initial::Uninitialised => Origin::Uninitialised(owner),
        }
    }

    /// Returns `δ` at an address.
    /// Implements the default value of *SEGY*.
    pub fn read(self, cx: &mut Context<'_>, at: Value, bytes: u32) -> Value {
        let Origin::Uninitialised(block) = self else { return zero(cx, bytes) };
        let (array, at) = (cx.names.uninitialised(cx.terms, block), cx.address(at));
        let mut whole = None;
        for i in 0..u64::from(bytes) {
            let distance = cx.number(i);
            let place = cx.terms.add(at, distance);
            let byte = cx.terms.select(array, place);
            whole = Some(whole.map_or(byte, |low| cx.terms.concat(byte, low)));
        }
        whole.map_or(Value::ZERO, |term| Value::of_term(cx.terms, term))
    }

    /// Describes it.
    pub fn describe(self, items: &mut Vec<Item>) {
        items.push(match self {
            Origin::Zero => Item::Word(0),
            Origin::Uninitialised(block) => Item::Uninitialised(block),
        });
    }
}

/// Returns the zero of a size.
pub fn zero(cx: &mut Context<'_>, bytes: u32) -> Value {
    if bytes <= 8 {
        return Value::ZERO;
    }
    Value::Term(cx.terms.word(8 * bytes, 0))
}

/// Returns the size of the lower half of a value: a power of two.
pub fn lower_half(bytes: u32) -> u32 {
    if bytes.is_power_of_two() { bytes / 2 } else { 1 << bytes.ilog2() }
}

/// Adds a distance to an address.
pub fn offset_by(cx: &mut Context<'_>, at: Value, distance: u32) -> Value {
    if let Value::Bits(at) = at {
        return Value::Bits(at.wrapping_add(u64::from(distance)));
    }
    let (at, distance) = (cx.address(at), cx.number(u64::from(distance)));
    let place = cx.terms.add(at, distance);
    Value::of_term(cx.terms, place)
}

/// Concatenates two adjacent values.
pub fn join_halves(
    cx: &mut Context<'_>,
    low: Value,
    low_bytes: u32,
    high: Value,
    high_bytes: u32,
) -> Value {
    if let (Value::Bits(low), Value::Bits(high)) = (low, high)
        && low_bytes + high_bytes <= 8
    {
        return Value::Bits(low | (high << (8 * low_bytes)));
    }
    let (low, high) =
        (low.to_term(cx.terms, 8 * low_bytes), high.to_term(cx.terms, 8 * high_bytes));
    let whole = cx.terms.concat(high, low);
    Value::of_term(cx.terms, whole)
}

/// Whether a value mentions the address of a block.
pub fn mentions_block(cx: &Context<'_>, value: Value) -> bool {
    match value {
        Value::Bits(_) => false,
        Value::Pointer { .. } => true,
        Value::Term(term) => cx.terms.mentions_base(term),
    }
}
