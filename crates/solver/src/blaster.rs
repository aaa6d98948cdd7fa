//! Bit-blasting: translates terms to gates. Each term is translated once, and its bits are kept forever.
//!
//! Terms that are not purely bit-level (`Select`, function applications, equalities of arrays) are free leaves: their
//! bits are fresh inputs, as those of a symbol, and the terms below them are not translated. The caller interprets them
//! by further assumptions.
//!
//! The traversal does not recurse: terms may be deeper than any stack. A circuit that would exceed the limit on gates
//! is rejected before it is built.

#[cfg(test)]
mod tests;

use hashbrown::HashMap;
use term::{Bits, FxBuild, Op, Sort, Term, Terms};

use crate::circuits::{self as circuit, Word};
use crate::gates::{Edge, Gates};

/// The limit on gates: about two gigabytes of graph.
const MAX_GATES: usize = 1 << 26;

/// The mark of a term without bits.
const NONE: u32 = u32::MAX;

/// The error that the circuit of a term would be too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// A term whose bits are inputs: a symbol, or a free leaf.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// The node of the lowest bit; the others follow.
    pub first: u32,
    /// The number of bits.
    pub width: u32,
    /// The term.
    pub term: Term,
}

/// The graph of gates, and the bits of all translated terms.
#[derive(Default)]
pub struct Blaster {
    gates: Gates,
    /// The bits of all terms, concatenated.
    bits: Vec<Edge>,
    /// The start of each term's bits in `bits`, or `NONE`. May be shorter than the store.
    starts: Vec<u32>,
    /// All leaves in the order of their nodes.
    leaves: Vec<Leaf>,
    /// The starts of the quotient and the remainder of two terms, for unsigned (`false`) and signed division.
    divisions: HashMap<(Term, Term, bool), (u32, u32), FxBuild>,
    stack: Vec<Term>,
}

impl Blaster {
    /// Returns the graph.
    pub fn gates(&self) -> &Gates {
        &self.gates
    }

    /// Returns the leaf to which an input node belongs.
    pub fn leaf_of(&self, node: usize) -> Option<Leaf> {
        let after = self.leaves.partition_point(|leaf| leaf.first as usize <= node);
        self.leaves.get(after.checked_sub(1)?).copied()
    }

    /// Returns the bits of a bit-vector or Boolean (one bit) term, least significant first.
    pub fn blast(&mut self, terms: &Terms, term: Term) -> Result<&[Edge], TooLarge> {
        if !self.has(term) {
            self.starts.resize(self.starts.len().max(terms.len()), NONE);
            self.blast_all_below(terms, term)?;
        }
        Ok(self.word(terms, term))
    }

    fn blast_all_below(&mut self, terms: &Terms, term: Term) -> Result<(), TooLarge> {
        self.stack.clear();
        self.stack.push(term);
        while let Some(&top) = self.stack.last() {
            if self.has(top) {
                self.stack.pop();
                continue;
            }
            let waiting = self.stack.len();
            self.push_missing(terms, top);
            if self.stack.len() == waiting {
                self.check_size(terms, top)?;
                self.build(terms, top);
                self.stack.pop();
            }
        }
        Ok(())
    }

    fn has(&self, term: Term) -> bool {
        self.starts.get(term.index()).is_some_and(|&start| start != NONE)
    }

    fn word(&self, terms: &Terms, term: Term) -> &[Edge] {
        let start = self.starts[term.index()] as usize;
        &self.bits[start..start + width(terms, term)]
    }

    /// Pushes the arguments whose bits are needed first.
    fn push_missing(&mut self, terms: &Terms, term: Term) {
        if is_free(terms, term) {
            return;
        }
        let subtrahend = subtrahend(terms, term);
        for &arg in terms.args(term) {
            let arg = match subtrahend {
                Some((negated, inner)) if arg == negated => inner,
                _ => arg,
            };
            if !self.has(arg) {
                self.stack.push(arg);
            }
        }
    }

    /// Rejects a circuit that would make the graph too large.
    fn check_size(&self, terms: &Terms, term: Term) -> Result<(), TooLarge> {
        let width = terms.args(term).first().map_or(1, |&arg| width(terms, arg));
        let width = width.max(self::width(terms, term));
        let cost = match terms.op(term) {
            Op::BvMul => width.saturating_mul(width).saturating_mul(3),
            Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => {
                width.saturating_mul(width).saturating_mul(4)
            }
            Op::BvShl | Op::BvLshr | Op::BvAshr => width.saturating_mul(20),
            _ => width.saturating_mul(3),
        };
        let gates = self.gates.len().max(self.bits.len());
        if gates.saturating_add(cost) > MAX_GATES { Err(TooLarge) } else { Ok(()) }
    }

    /// Builds the bits of a term whose arguments have bits.
    fn build(&mut self, terms: &Terms, term: Term) {
        let op = terms.op(term);
        let start = match op {
            _ if is_free(terms, term) => {
                let word = self.leaf(terms, term);
                self.keep(&word)
            }
            Op::BvUdiv => self.division(terms, term, false).0,
            Op::BvUrem => self.division(terms, term, false).1,
            Op::BvSdiv => self.division(terms, term, true).0,
            Op::BvSrem => self.division(terms, term, true).1,
            // A part of an existing word needs no copy.
            Op::Extract { low, .. } => self.starts[terms.arg(term, 0).index()] + low,
            _ => {
                let word = self.circuit(terms, term);
                self.keep(&word)
            }
        };
        self.starts[term.index()] = start;
    }

    /// Stores bits and returns their start.
    fn keep(&mut self, word: &[Edge]) -> u32 {
        let start = self.bits.len() as u32;
        self.bits.extend_from_slice(word);
        start
    }

    /// Creates the fresh bits of a leaf.
    fn leaf(&mut self, terms: &Terms, term: Term) -> Word {
        let width = width(terms, term);
        self.leaves.push(Leaf { first: self.gates.len() as u32, width: width as u32, term });
        (0..width).map(|_| self.gates.input()).collect()
    }

    /// Returns the starts of the quotient and the remainder of a division; one circuit computes both.
    fn division(&mut self, terms: &Terms, term: Term, signed: bool) -> (u32, u32) {
        let (a, b) = (terms.arg(term, 0), terms.arg(term, 1));
        if let Some(&found) = self.divisions.get(&(a, b, signed)) {
            return found;
        }
        let divide = if signed { circuit::signed_divide } else { circuit::divide };
        let (a_word, b_word) = (self.word(terms, a).to_vec(), self.word(terms, b).to_vec());
        let (quotient, remainder) = divide(&mut self.gates, &a_word, &b_word);
        let starts = (self.keep(&quotient), self.keep(&remainder));
        self.divisions.insert((a, b, signed), starts);
        starts
    }

    /// Builds the circuit of an operator that is neither a leaf nor a division.
    fn circuit(&mut self, terms: &Terms, term: Term) -> Word {
        let args = terms.args(term);
        // Borrows only `bits`, so that the graph can grow meanwhile.
        let word = |i: usize| {
            let start = self.starts[args[i].index()] as usize;
            &self.bits[start..start + width(terms, args[i])]
        };
        let gates = &mut self.gates;
        match terms.op(term) {
            Op::True => vec![Edge::TRUE],
            Op::False => vec![Edge::FALSE],
            Op::Small { width, value } => {
                (0..width).map(|i| Edge::from(value >> i & 1 == 1)).collect()
            }
            Op::Wide(id) => constant(terms.wide_constant(id)),
            Op::Base(block) => constant(&terms.block_info(block).address),
            Op::Not | Op::BvNot => circuit::not(word(0)),
            Op::And | Op::BvAnd => circuit::bitwise(gates, Gates::and, word(0), word(1)),
            Op::Or | Op::BvOr => circuit::bitwise(gates, Gates::or, word(0), word(1)),
            Op::BvXor => circuit::bitwise(gates, Gates::xor, word(0), word(1)),
            Op::Eq => vec![circuit::equal(gates, word(0), word(1))],
            Op::Ite => circuit::ite(gates, word(0)[0], word(1), word(2)),
            Op::Cases(_) => {
                let mut bits = word(args.len() - 1).to_vec();
                for start in (2..args.len()).step_by(2).rev() {
                    let is_below = circuit::less(gates, word(0), word(start));
                    bits = circuit::ite(gates, is_below, word(start - 1), &bits);
                }
                bits
            }
            Op::BvNeg => circuit::negate(gates, word(0)),
            Op::BvAdd => match subtrahend(terms, term) {
                None => circuit::add(gates, word(0), word(1), Edge::FALSE),
                Some((negated, inner)) => {
                    let minuend = word(usize::from(args[0] == negated));
                    let start = self.starts[inner.index()] as usize;
                    circuit::subtract(gates, minuend, &self.bits[start..start + minuend.len()])
                }
            },
            Op::BvMul => circuit::multiply(gates, word(0), word(1)),
            Op::BvShl => circuit::shift_left(gates, word(0), word(1)),
            Op::BvLshr => circuit::shift_right(gates, word(0), word(1), Edge::FALSE),
            Op::BvAshr => {
                let sign = word(0)[word(0).len() - 1];
                circuit::shift_right(gates, word(0), word(1), sign)
            }
            Op::BvUlt => vec![circuit::less(gates, word(0), word(1))],
            Op::BvSlt => vec![circuit::signed_less(gates, word(0), word(1))],
            Op::Concat => [word(1), word(0)].concat(),
            Op::SignExtend(by) => {
                let mut bits = word(0).to_vec();
                bits.resize(bits.len() + by as usize, bits[bits.len() - 1]);
                bits
            }
            Op::Extract { .. } | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => {
                unreachable!("built in place")
            }
            Op::Symbol(_) | Op::Select | Op::Apply(..) | Op::Store | Op::ConstArray { .. } => {
                unreachable!("a leaf, or an array, which has no bits")
            }
        }
    }
}

/// Returns the bits of a constant.
fn constant(value: &Bits) -> Word {
    (0..value.width()).map(|i| Edge::from(value.bit(i))).collect()
}

/// Returns the number of bits of a term.
pub fn width(terms: &Terms, term: Term) -> usize {
    match terms.sort(term) {
        Sort::Bool => 1,
        Sort::Bits(width) => width as usize,
        // Arrays are excluded by free leaves; an erroneous caller gets one meaningless bit.
        Sort::Array { .. } => 1,
    }
}

/// Returns whether the bits of a term are inputs.
fn is_free(terms: &Terms, term: Term) -> bool {
    match terms.op(term) {
        Op::Symbol(_) | Op::Select | Op::Apply(..) => true,
        Op::Eq => terms.sort(terms.arg(term, 0)).is_array(),
        _ => terms.sort(term).is_array(),
    }
}

/// Matches a sum `x + -y`; returns the argument `-y`, and `y`.
fn subtrahend(terms: &Terms, term: Term) -> Option<(Term, Term)> {
    if terms.op(term) != Op::BvAdd {
        return None;
    }
    let (a, b) = (terms.arg(term, 0), terms.arg(term, 1));
    // In -x + -x both arguments match.
    let negated = [b, a].into_iter().find(|&arg| a != b && terms.op(arg) == Op::BvNeg)?;
    Some((negated, terms.arg(negated, 0)))
}
