//! Rules for arrays.
//!
//! Normal form: a read passes every write whose index certainly differs, and never meets a write whose index is
//! certainly the same. The solver's array lemmas decide the remaining reads.

use super::linear::linear;
use super::{Args, Rule};
use crate::op::Op;
use crate::store::{Term, Terms};

/// The number of writes with symbolic indices that a read may pass. Constant writes cost little to pass at a constant
/// index and do not count.
const MAX_PASSED: usize = 64;

pub(super) static ARRAY: &[Rule] = &[
    Rule {
        name: "select-written",
        apply: select_written,
        applies: &[
            "(select (store a x y) x)",
            "(select (store (store a x y) (bvadd x (_ bv1 $w)) z) x)",
            "(select ((as const (Array (_ BitVec $w) (_ BitVec $w))) y) x)",
            "(select (store a (_ bv1 $w) y) (_ bv2 $w))",
        ],
        not: &["(select (store a x y) z)", "(select a x)"],
    },
    Rule {
        name: "store-again",
        apply: store_again,
        applies: &["(store (store a x y) x z)"],
        not: &["(store (store a x y) z x)"],
    },
    Rule {
        name: "store-same-element",
        apply: store_same_element,
        applies: &[
            "(store a x (select a x))",
            "(store ((as const (Array (_ BitVec $w) (_ BitVec $w))) y) x y)",
        ],
        not: &["(store a x (select b x))"],
    },
];

impl Terms {
    /// Returns whether two bit-vectors of one width differ under every model, by cheap sufficient conditions.
    fn certainly_differ(&self, a: Term, b: Term) -> bool {
        if a == b {
            return false;
        }
        if self.is_constant(a) && self.is_constant(b) {
            return true;
        }
        if self.domain(a).disjoint(self.domain(b)) {
            return true;
        }
        let (Some(a), Some(b)) = (linear(self, a), linear(self, b)) else {
            return false;
        };
        a.summands == b.summands && a.constant != b.constant
    }
}

/// match: a read of a write at the same index, of a write at a different index, or of a constant array;
/// result: the written element, the read below the write, or the constant
fn select_written(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    if op != Op::Select {
        return None;
    }
    let [mut array, index, _] = args;
    let constant = terms.is_constant(index);
    let mut passed = 0;
    loop {
        match terms.op(array) {
            Op::ConstArray { .. } => return Some(terms.arg(array, 0)),
            Op::Store if terms.arg(array, 1) == index => return Some(terms.arg(array, 2)),
            Op::Store => {
                let written = terms.arg(array, 1);
                let cheap = constant && terms.is_constant(written);
                passed += usize::from(!cheap);
                if passed > MAX_PASSED || !terms.certainly_differ(written, index) {
                    break;
                }
                array = terms.arg(array, 0);
            }
            _ => break,
        }
    }
    (array != args[0]).then(|| terms.intern(Op::Select, &[array, index]))
}

/// match: `(store (store a i v) i w)`; result: `(store a i w)`
fn store_again(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let [array, index, element] = args;
    if op != Op::Store || terms.op(array) != Op::Store || terms.arg(array, 1) != index {
        return None;
    }
    let before = terms.arg(array, 0);
    Some(terms.store(before, index, element))
}

/// match: a write of the element that a read at the same index yields; result: the array before the write
fn store_same_element(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
    let [array, index, element] = args;
    if op != Op::Store {
        return None;
    }
    let same_read = terms.op(element) == Op::Select
        && (terms.arg(element, 0), terms.arg(element, 1)) == (array, index);
    let same_everywhere =
        matches!(terms.op(array), Op::ConstArray { .. }) && terms.arg(array, 0) == element;
    (same_read || same_everywhere).then_some(array)
}
