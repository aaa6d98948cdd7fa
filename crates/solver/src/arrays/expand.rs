//! A read written out over the writes before it: the eager way, for reads where lemmas about one
//! write at a time do not get far.

use term::{Op, Term, Terms};

use super::run::Runs;

/// So many writes are written out; what is before them is read as an array.
const MAX_WRITES: usize = 4096;

/// One step towards the array that was there first.
enum Step {
    /// A write: this element if the read is at its index.
    Write { here: Term, element: Term },
    /// A table of writes: not this element if the read is outside of it.
    Table { outside: Term, element: Term },
}

/// What a read yields, as `ite`s over the writes before it; `None` if there is nothing to write out.
pub(super) fn expanded(terms: &mut Terms, runs: &mut Runs, select: Term) -> Option<Term> {
    if terms.op(select) != Op::Select {
        return None;
    }
    let (mut array, index) = (terms.arg(select, 0), terms.arg(select, 1));
    let mut steps = Vec::new();
    while steps.len() < MAX_WRITES {
        if let Some(run) = runs.of(terms, array) {
            let (Some(element), Some(outside)) =
                (run.tree(terms, index), runs.outside(terms, array, index))
            else {
                break;
            };
            steps.push(Step::Table { outside, element });
            array = run.base;
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
