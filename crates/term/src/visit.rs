//! Traversal and substitution of terms, without recursion: terms may be deeper than any stack.

use crate::op::Op;
use crate::store::{Term, TermMap, TermSet, Terms};

/// Returns every term that is reachable from `roots` once, arguments before the terms that use them.
#[must_use]
pub fn post_order(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    post_order_until(terms, roots, |_| false)
}

/// Works like `post_order`, but does not descend below terms for which `stop` holds.
#[must_use]
pub fn post_order_until(terms: &Terms, roots: &[Term], stop: impl Fn(Term) -> bool) -> Vec<Term> {
    let mut seen: TermSet = TermSet::default();
    let mut order = Vec::new();
    // A term is pushed twice: to be entered, and (marked) to be left after its arguments.
    let mut stack: Vec<(Term, bool)> = roots.iter().rev().map(|&root| (root, false)).collect();
    while let Some((term, leaving)) = stack.pop() {
        if leaving {
            order.push(term);
        } else if seen.insert(term) {
            stack.push((term, true));
            if !stop(term) {
                stack.extend(terms.args(term).iter().rev().map(|&arg| (arg, false)));
            }
        }
    }
    order
}

/// Replaces all occurrences of some terms by others of the same sort, simultaneously.
pub fn substitute(terms: &mut Terms, root: Term, replacement: &TermMap<Term>) -> Term {
    Substitution::new(replacement.clone()).apply(terms, root)
}

/// A substitution that is applied to many terms with shared parts.
pub struct Substitution {
    /// The replacements, and every term that was rebuilt so far.
    done: TermMap<Term>,
}

impl Substitution {
    /// Creates the substitution that replaces terms by others of the same sort, simultaneously.
    #[must_use]
    pub fn new(replacement: TermMap<Term>) -> Substitution {
        Substitution { done: replacement }
    }

    /// Applies the substitution to a term.
    pub fn apply(&mut self, terms: &mut Terms, root: Term) -> Term {
        for term in post_order_until(terms, &[root], |term| self.done.contains_key(&term)) {
            if !self.done.contains_key(&term) {
                let args: Vec<Term> = terms.args(term).iter().map(|arg| self.done[arg]).collect();
                let new = terms.rebuild(term, &args);
                self.done.insert(term, new);
            }
        }
        self.done[&root]
    }
}

impl Terms {
    /// Returns the term with the same operator and other arguments of the same sorts.
    pub(crate) fn rebuild(&mut self, term: Term, args: &[Term]) -> Term {
        if self.args(term) == args {
            return term;
        }
        match self.op(term) {
            Op::Apply(function, _) => self.apply(function, args),
            Op::Cases(_) => self.rebuild_cases(term, args),
            op => self.make(op, args),
        }
    }
}
