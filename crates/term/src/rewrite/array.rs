//! Rules for arrays.
//!
//! Normal form: a read passes every write that is surely elsewhere, and meets none that is surely
//! there. What remains is for the solver's lemmas.

use super::linear::linear;
use super::{Args, Rule};
use crate::op::Op;
use crate::store::{Term, Terms};

/// A read looks back at so many writes with unknown indices; writes at constant indices, read at
/// a constant index, are cheap to pass and not counted.
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
        name: "store-what-is-there",
        apply: store_what_is_there,
        applies: &[
            "(store a x (select a x))",
            "(store ((as const (Array (_ BitVec $w) (_ BitVec $w))) y) x y)",
        ],
        not: &["(store a x (select b x))"],
    },
];

impl Terms {
    /// Whether two bit-vectors of one width differ under every model, as far as a glance tells.
    #[must_use]
    pub fn surely_different(&self, a: Term, b: Term) -> bool {
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

/// match: a read of an array that was just written there, or surely elsewhere, or is the same
/// everywhere; result: what was written, or the read before that write
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
                if passed > MAX_PASSED || !terms.surely_different(written, index) {
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

/// match: a write of what a read of the same place yields; result: the array as it was
fn store_what_is_there(terms: &mut Terms, op: Op, args: Args) -> Option<Term> {
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
