//! Eager expansion of a read over the writes before it, for reads on which lemmas about single writes make little
//! progress.

use term::{Op, Term, Terms};

use super::chain::Chains;

/// The number of writes up to which a read is expanded; the array before them is read as an array.
const MAX_WRITES: usize = 4096;

/// One step towards the base array.
enum Step {
    /// A write: the read yields this element if it is at the write's index.
    Write { here: Term, element: Term },
    /// A chain of writes: the read passes it if it is outside of its indices.
    Table { outside: Term, element: Term },
}

/// Expands a read to `ite`s over the writes before it; returns `None` if there is nothing to expand.
pub(super) fn expand(terms: &mut Terms, chains: &mut Chains, select: Term) -> Option<Term> {
    if terms.op(select) != Op::Select {
        return None;
    }
    let (mut array, index) = (terms.arg(select, 0), terms.arg(select, 1));
    let mut steps = Vec::new();
    while steps.len() < MAX_WRITES {
        if let Some(chain) = chains.of(terms, array) {
            let (Some(element), Some(outside)) =
                (chain.tree(terms, index), chains.outside(terms, array, index))
            else {
                break;
            };
            steps.push(Step::Table { outside, element });
            array = chain.base;
        } else if terms.op(array) == Op::Store {
            let (below, written, element) =
                (terms.arg(array, 0), terms.arg(array, 1), terms.arg(array, 2));
            let here = terms.eq(index, written);
            steps.push(Step::Write { here, element });
            array = below;
        } else {
            break;
        }
    }
    if steps.is_empty() {
        return None;
    }
    let first = terms.select(array, index);
    Some(steps.into_iter().rev().fold(first, |rest, step| match step {
        Step::Write { here, element } => terms.ite(here, element, rest),
        Step::Table { outside, element } => terms.ite(outside, rest, element),
    }))
}
