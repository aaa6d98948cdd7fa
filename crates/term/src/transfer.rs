//! Copies terms from one store into another.

use crate::op::Op;
use crate::store::{Term, TermMap, Terms};
use crate::visit::post_order_until;

/// Returns the term of another store that is built as `root` is in its own. `known` has the terms of that store for
/// some terms of the first one, among them all symbols that occur above no other known term. `None` if a symbol is
/// not known, or if the term has addresses of allocations, functions, or constants of more than 64 bits.
pub fn transferred(
    from: &Terms,
    root: Term,
    into: &mut Terms,
    known: &TermMap<Term>,
) -> Option<Term> {
    let mut done = known.clone();
    for term in post_order_until(from, &[root], |term| known.contains_key(&term)) {
        if done.contains_key(&term) {
            continue;
        }
        let op = from.op(term);
        if matches!(op, Op::Symbol(_) | Op::Base(_) | Op::Wide(_) | Op::Apply(..) | Op::Cases(_)) {
            return None;
        }
        let args: Option<Vec<Term>> =
            from.args(term).iter().map(|arg| done.get(arg).copied()).collect();
        done.insert(term, into.make(op, &args?));
    }
    done.get(&root).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;

    #[test]
    fn a_copy_is_built_alike_over_other_symbols() {
        let (mut from, mut into) = (Terms::new(), Terms::new());
        let other = into.symbol("other", Sort::Bits(8));
        let new = into.symbol("new", Sort::Bits(8));
        let x = from.symbol("x", Sort::Bits(8));
        let two = from.word(8, 2);
        let sum = from.add(x, two);
        let fact = from.ult(sum, x);
        let known = TermMap::from_iter([(x, new)]);
        let copy = transferred(&from, fact, &mut into, &known).unwrap();
        let two = into.word(8, 2);
        let sum = into.add(new, two);
        assert_eq!(copy, into.ult(sum, new));
        assert_ne!(copy, into.ult(sum, other));
    }

    #[test]
    fn a_term_with_an_unknown_symbol_has_no_copy() {
        let (mut from, mut into) = (Terms::new(), Terms::new());
        let x = from.symbol("x", Sort::Bits(8));
        let zero = from.word(8, 0);
        let fact = from.eq(x, zero);
        assert_eq!(transferred(&from, fact, &mut into, &TermMap::default()), None);
    }
}
