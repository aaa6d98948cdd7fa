//! Provenance: the points-to set of a pointer, read off its term.
//!
//! Every pointer that a well-defined program computes is, under guards, `Base(block) + offset`. `targets` splits the
//! term into these parts; it is `toOffset` of the paper on pointers as arrays, for all guards at once. It does not
//! decide whether a guard is satisfiable.

use crate::op::{AllocId, Op};
use crate::store::{Term, TermMap, Terms};
use crate::visit::post_order_until;

/// One element of a points-to set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The condition under which the pointer is this target.
    pub guard: Term,
    /// The block that it points into; `None` for null, for integers, and where the provenance is lost.
    pub block: Option<AllocId>,
    /// The offset from the block's address; without a block, the whole value.
    pub offset: Term,
}

/// Returns the points-to set of a pointer. The guards are disjoint and cover all cases. No two targets have the same
/// block and offset.
/// Implements `toOffset` of *Sel/Upd*.
#[must_use]
pub fn targets(terms: &mut Terms, pointer: Term) -> Vec<Target> {
    let mut known: TermMap<Vec<Target>> = TermMap::default();
    for term in post_order_until(terms, &[pointer], |term| !is_transparent(terms, term)) {
        let found = match terms.op(term) {
            Op::Base(block) => {
                let offset = terms.word(terms.width(term), 0);
                vec![Target { guard: Term::TRUE, block: Some(block), offset }]
            }
            Op::Ite if is_transparent(terms, term) => choice(terms, term, &known),
            Op::Cases(_) if is_transparent(terms, term) => choice_of_many(terms, term, &known),
            Op::BvAdd if is_transparent(terms, term) => sum(terms, term, &known),
            _ => plain(term),
        };
        known.insert(term, found);
    }
    known.remove(&pointer).unwrap_or_default()
}

/// Returns whether the targets of a term follow from those of its arguments.
fn is_transparent(terms: &Terms, term: Term) -> bool {
    matches!(terms.op(term), Op::Ite | Op::Cases(_) | Op::BvAdd) && terms.mentions_base(term)
}

fn plain(term: Term) -> Vec<Target> {
    vec![Target { guard: Term::TRUE, block: None, offset: term }]
}

fn choice(terms: &mut Terms, term: Term, known: &TermMap<Vec<Target>>) -> Vec<Target> {
    let (condition, then, otherwise) = (terms.arg(term, 0), terms.arg(term, 1), terms.arg(term, 2));
    let not = terms.not(condition);
    let mut all = Vec::new();
    for (guard, side) in [(condition, then), (not, otherwise)] {
        for target in &known[&side] {
            let guard = terms.and(guard, target.guard);
            add(terms, &mut all, Target { guard, ..*target });
        }
    }
    all
}

fn choice_of_many(terms: &mut Terms, term: Term, known: &TermMap<Vec<Target>>) -> Vec<Target> {
    let (variable, sides) = (terms.args(term)[0], terms.sides(term).collect::<Vec<_>>());
    let mut all = Vec::new();
    let mut passed = Term::TRUE;
    for (at, (_, side)) in sides.iter().enumerate() {
        let next = sides.get(at + 1).map(|&(start, _)| {
            let start = terms.word(terms.width(variable), start);
            terms.ult(variable, start)
        });
        let here = next.map_or(passed, |is_below| terms.and(passed, is_below));
        for target in &known[side] {
            let guard = terms.and(here, target.guard);
            add(terms, &mut all, Target { guard, ..*target });
        }
        passed = next.map_or(Term::FALSE, |is_below| terms.not(is_below));
    }
    all
}

fn sum(terms: &mut Terms, term: Term, known: &TermMap<Vec<Target>>) -> Vec<Target> {
    let (left, right) = (&known[&terms.arg(term, 0)], &known[&terms.arg(term, 1)]);
    let mut all = Vec::new();
    for a in left {
        for b in right {
            let guard = terms.and(a.guard, b.guard);
            let (block, offset) = match (a.block, b.block) {
                (Some(block), None) | (None, Some(block)) => {
                    (Some(block), terms.add(a.offset, b.offset))
                }
                (None, None) => (None, terms.add(a.offset, b.offset)),
                // The sum of two addresses is not a pointer.
                (Some(_), Some(_)) => (None, term),
            };
            add(terms, &mut all, Target { guard, block, offset });
        }
    }
    all
}

fn add(terms: &mut Terms, all: &mut Vec<Target>, new: Target) {
    if new.guard == Term::FALSE {
        return;
    }
    let same = all.iter_mut().find(|old| (old.block, old.offset) == (new.block, new.offset));
    match same {
        Some(old) => old.guard = terms.or(old.guard, new.guard),
        None => all.push(new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bits, Sort};

    #[test]
    fn a_guarded_pointer_has_a_target_for_each_guard() {
        let mut terms = Terms::new();
        let (a, base_a) = terms.base(Bits::new(64, 0x1000));
        let (b, base_b) = terms.base(Bits::new(64, 0x2000));
        let c = terms.symbol("c", Sort::Bool);
        let i = terms.symbol("i", Sort::Bits(64));
        let [four, eight, null] = [4, 8, 0].map(|n| terms.word(64, n));
        let p = terms.add(base_a, four);
        let q = terms.ite(c, p, base_b);
        let moved = terms.add(q, i);
        let again = terms.add(moved, eight);
        let d = terms.symbol("d", Sort::Bool);
        let maybe = terms.ite(d, again, null);
        let found = targets(&mut terms, maybe);
        let blocks: Vec<_> = found.iter().map(|target| target.block).collect();
        assert_eq!(blocks, [Some(a), Some(b), None]);
        let twelve = terms.word(64, 12);
        assert_eq!(found[0].offset, terms.add(i, twelve));
        assert_eq!(found[1].offset, terms.add(i, eight));
        assert_eq!(found[2].offset, null);
        assert_eq!(found[0].guard, terms.and(c, d));
    }

    #[test]
    fn a_choice_among_many_has_the_targets_of_its_sides() {
        let mut terms = Terms::new();
        let variable = terms.symbol("v", Sort::Bits(32));
        let bases: Vec<_> = (1..6).map(|at| terms.base(Bits::new(64, at << 12))).collect();
        let sides: Vec<_> = (0..).zip(bases.iter().map(|base| base.1)).collect();
        let cases = terms.cases(variable, &sides);
        let found = targets(&mut terms, cases);
        let blocks: Vec<_> = found.iter().map(|target| target.block).collect();
        assert_eq!(blocks, bases.iter().map(|base| Some(base.0)).collect::<Vec<_>>());
        let [two, three] = [2, 3].map(|value| terms.word(32, value));
        let (from, below) = (terms.uge(variable, two), terms.ult(variable, three));
        assert_eq!(found[2].guard, terms.and(from, below));
    }

    #[test]
    fn the_difference_of_pointers_into_one_block_is_a_number() {
        let mut terms = Terms::new();
        let (_, base) = terms.base(Bits::new(64, 0x1000));
        let i = terms.symbol("i", Sort::Bits(64));
        let p = terms.add(base, i);
        let difference = terms.sub(p, base);
        assert_eq!(difference, i);
        assert_eq!(targets(&mut terms, difference)[0].block, None);
    }

    #[test]
    fn a_pointer_keeps_its_block_through_its_bytes() {
        let mut terms = Terms::new();
        let (block, base) = terms.base(Bits::new(64, 0x1000));
        let i = terms.symbol("i", Sort::Bits(64));
        let p = terms.add(base, i);
        let bytes: Vec<Term> = (0..8).map(|k| terms.extract(8 * k + 7, 8 * k, p)).collect();
        let again = bytes[1..].iter().fold(bytes[0], |low, &byte| terms.concat(byte, low));
        assert_eq!(again, p);
        assert_eq!(targets(&mut terms, again)[0].block, Some(block));
        // A mask loses the provenance. The value is still right, and the block must be found by its address.
        let mask = terms.word(64, !7);
        let masked = terms.bvand(p, mask);
        assert_eq!(targets(&mut terms, masked)[0].block, None);
    }
}
