//! Circuits of the bit-vector operators, from words of edges to words of edges.
//!
//! A word is a nonempty slice of edges, least significant first. This file does not know terms or clauses. `gates`
//! folds constants and shares equal gates, and the circuits are written to profit from that: comparisons and
//! subtractions of the same words use the same carry gates, and constant bits remove whole rows of products and
//! quotients.

use crate::gates::{Edge, Gates};

/// The bits of a word, least significant first.
pub type Word = Vec<Edge>;

// ----- bitwise operators -----

/// Computes `~a`.
pub fn not(a: &[Edge]) -> Word {
    a.iter().map(|&bit| !bit).collect()
}

/// Computes `a op b` for each bit.
pub fn bitwise(
    gates: &mut Gates,
    op: fn(&mut Gates, Edge, Edge) -> Edge,
    a: &[Edge],
    b: &[Edge],
) -> Word {
    a.iter().zip(b).map(|(&a, &b)| op(gates, a, b)).collect()
}

/// Computes `condition ? a : b`.
pub fn ite(gates: &mut Gates, condition: Edge, a: &[Edge], b: &[Edge]) -> Word {
    a.iter().zip(b).map(|(&a, &b)| gates.ite(condition, a, b)).collect()
}

/// Computes `a == b`, by a chain from the top, so that comparisons with several constants share its start.
pub fn equal(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    let mut all = Edge::TRUE;
    for (&a, &b) in a.iter().zip(b).rev() {
        let same = gates.iff(a, b);
        all = gates.and(all, same);
        if all == Edge::FALSE {
            break;
        }
    }
    all
}

fn any(gates: &mut Gates, bits: &[Edge]) -> Edge {
    bits.iter().fold(Edge::FALSE, |any, &bit| gates.or(any, bit))
}

// ----- sums -----

/// Computes `a + b + carry`.
pub fn add(gates: &mut Gates, a: &[Edge], b: &[Edge], carry: Edge) -> Word {
    let (mut carry, width) = (carry, a.len());
    let mut sum = Word::with_capacity(width);
    for (i, (&a, &b)) in a.iter().zip(b).enumerate() {
        sum.push(gates.xor3(a, b, carry));
        if i + 1 < width {
            carry = gates.majority(a, b, carry);
        }
    }
    sum
}

/// Computes `a - b`.
pub fn subtract(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Word {
    add(gates, a, &not(b), Edge::TRUE)
}

/// Computes `-a`.
pub fn negate(gates: &mut Gates, a: &[Edge]) -> Word {
    negate_if(gates, Edge::TRUE, a)
}

/// Computes `condition ? -a : a`.
fn negate_if(gates: &mut Gates, condition: Edge, a: &[Edge]) -> Word {
    let mut carry = condition;
    let mut result = Word::with_capacity(a.len());
    for &bit in a {
        let bit = gates.xor(bit, condition);
        result.push(gates.xor(bit, carry));
        carry = gates.and(bit, carry);
    }
    result
}

// ----- comparisons -----

/// Computes the unsigned `a < b`: the borrow of `a - b`.
pub fn less(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    let bits = a.iter().zip(b);
    bits.fold(Edge::FALSE, |borrow, (&a, &b)| gates.majority(!a, b, borrow))
}

/// Computes the signed `a < b`: the unsigned comparison with the sign bits swapped.
pub fn signed_less(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    let top = a.len() - 1;
    let borrow = less(gates, &a[..top], &b[..top]);
    gates.majority(a[top], !b[top], borrow)
}

// ----- shifts -----

/// Computes `a << amount`.
pub fn shift_left(gates: &mut Gates, a: &[Edge], amount: &[Edge]) -> Word {
    shift(gates, a, amount, Edge::FALSE, |i, by| i.checked_sub(by))
}

/// Computes `a >> amount`, with `fill` as the new high bits.
pub fn shift_right(gates: &mut Gates, a: &[Edge], amount: &[Edge], fill: Edge) -> Word {
    shift(gates, a, amount, fill, |i, by| Some(i + by))
}

/// Builds a barrel shifter: one row of `ite`s for each bit of the amount up to the width of the word; any higher bit
/// shifts everything out. `from` returns the origin of bit `i`.
fn shift(
    gates: &mut Gates,
    a: &[Edge],
    amount: &[Edge],
    fill: Edge,
    from: impl Fn(usize, usize) -> Option<usize>,
) -> Word {
    let rows = (a.len().next_power_of_two().trailing_zeros() as usize).min(amount.len());
    let mut word = a.to_vec();
    for (row, &bit) in amount[..rows].iter().enumerate() {
        if bit == Edge::FALSE {
            continue;
        }
        let moved = |i| from(i, 1 << row).and_then(|j| word.get(j).copied()).unwrap_or(fill);
        word = (0..word.len()).map(|i| gates.ite(bit, moved(i), word[i])).collect();
    }
    let out = any(gates, &amount[rows..]);
    word.iter().map(|&bit| gates.ite(out, fill, bit)).collect()
}

// ----- products -----

/// Computes `a * b`, by adding one row after the other.
///
/// Carry-save trees have fewer gates, but SAT solvers reason worse about them. To refute that a product is not
/// associative (4 to 6 bits) took 34,000 conflicts with rows, 85,000 with Wallace's tree, and 106,000 with columns
/// summed from the bottom; the same holds for distributivity and overflow, and to a lesser degree for factoring.
pub fn multiply(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Word {
    let (a, b) = if rows(a).len() <= rows(b).len() { (a, b) } else { (b, a) };
    let mut sum = vec![Edge::FALSE; a.len()];
    for Row { place, bit, negative } in rows(a) {
        add_row(gates, &mut sum[place..], b, bit, negative);
    }
    sum
}

/// A summand of a product: the other factor if `bit` holds, shifted to `place`, and subtracted if `negative`.
struct Row {
    place: usize,
    bit: Edge,
    negative: bool,
}

/// Returns the rows of a factor.
fn rows(factor: &[Edge]) -> Vec<Row> {
    if factor.iter().all(|bit| bit.is_constant()) {
        return rows_of_constant(factor);
    }
    let length = signed_length(factor);
    let row = |(place, &bit): (usize, &Edge)| {
        // The last bit represents all its copies above: it counts negative.
        let negative = place + 1 == length && length < factor.len();
        Row { place, bit, negative }
    };
    let bits = factor[..length].iter().enumerate();
    bits.filter(|&(_, &bit)| bit != Edge::FALSE).map(row).collect()
}

/// Returns the rows of a constant. Its digits are recoded to 1, 0 and -1 so that no two neighbours are nonzero; on
/// average a third of the digits give a row.
fn rows_of_constant(factor: &[Edge]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut carry = false;
    for (place, &bit) in factor.iter().enumerate() {
        let bit = bit == Edge::TRUE;
        let next = factor.get(place + 1) == Some(&Edge::TRUE);
        // The digit is bit + carry; a two, or a one below another one, becomes a carry.
        let odd = bit != carry;
        let negative = odd && next;
        if odd {
            rows.push(Row { place, bit: Edge::TRUE, negative });
        }
        carry = (bit && carry) || negative;
    }
    rows
}

/// Returns the length of a word without the copies of its top bit, whose sign extension is the word.
fn signed_length(word: &[Edge]) -> usize {
    let Some(&top) = word.last() else { return 0 };
    let copies = word.iter().rev().take_while(|&&bit| bit == top).count();
    word.len() - copies + 1
}

/// Adds `bit & b` to the sum, or subtracts it.
fn add_row(gates: &mut Gates, sum: &mut [Edge], b: &[Edge], bit: Edge, negative: bool) {
    let row: Word = b.iter().map(|&b| gates.and(b, bit).complement_if(negative)).collect();
    let new = add(gates, sum, &row[..sum.len()], Edge::from(negative));
    sum.copy_from_slice(&new);
}

// ----- quotients -----

/// Computes the unsigned `(a / b, a % b)`; all ones and `a` for a zero `b`.
///
/// This is restoring division. A remainder is less than the divisor, so it needs no more bits than the divisor has
/// possibly nonzero ones: small divisors have small circuits. A zero divisor violates that bound and is handled
/// separately if it is possible.
pub fn divide(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> (Word, Word) {
    let width = a.len();
    let length = width - b.iter().rev().take_while(|&&bit| bit == Edge::FALSE).count();
    let divisor = &b[..length];
    let mut remainder: Word = Vec::with_capacity(length + 1);
    let mut quotient = vec![Edge::FALSE; width];
    for i in (0..width).rev() {
        remainder.insert(0, a[i]);
        quotient[i] = divide_step(gates, &mut remainder, divisor);
    }
    remainder.resize(width, Edge::FALSE);
    if length == width {
        // Nothing was truncated, so the circuit is right for a zero divisor too.
        return (quotient, remainder);
    }
    let some = any(gates, divisor);
    let quotient = quotient.iter().map(|&bit| gates.or(bit, !some)).collect();
    let remainder = ite(gates, some, &remainder, a);
    (quotient, remainder)
}

/// Subtracts the divisor if it fits, and returns that as the digit of the quotient. The remainder enters with one bit
/// more than before and leaves with at most as many bits as the divisor.
fn divide_step(gates: &mut Gates, remainder: &mut Word, divisor: &[Edge]) -> Edge {
    let (low, high) = divisor.split_at(remainder.len().min(divisor.len()));
    let borrow = less(gates, &remainder[..low.len()], low);
    // A divisor bit above the remainder makes the divisor too large; a remainder bit above the divisor makes it fit.
    let too_large = any(gates, high);
    let borrow = gates.or(borrow, too_large);
    let fits = match remainder.get(divisor.len()) {
        Some(&top) => gates.or(top, !borrow),
        None => !borrow,
    };
    let difference = subtract(gates, &remainder[..low.len()], low);
    remainder.truncate(low.len());
    *remainder = ite(gates, fits, &difference, remainder);
    fits
}

/// Computes the signed `(a / b, a % b)`, rounded towards zero; the remainder has the sign of `a`.
pub fn signed_divide(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> (Word, Word) {
    let (a_sign, b_sign) = (a[a.len() - 1], b[b.len() - 1]);
    let (a, b) = (negate_if(gates, a_sign, a), negate_if(gates, b_sign, b));
    let (quotient, remainder) = divide(gates, &a, &b);
    let sign = gates.xor(a_sign, b_sign);
    (negate_if(gates, sign, &quotient), negate_if(gates, a_sign, &remainder))
}
