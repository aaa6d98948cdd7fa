//! Walking over terms and rebuilding them, without recursion: terms may be deeper than any stack.

use crate::op::Op;
use crate::store::{Term, TermMap, TermSet, Terms};

/// Every term reachable from `roots`, each once, arguments before the terms that use them.
#[must_use]
pub fn post_order(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    post_order_until(terms, roots, |_| false)
}

/// As `post_order`, but does not look below terms for which `stop` holds.
#[must_use]
pub fn post_order_until(terms: &Terms, roots: &[Term], stop: impl Fn(Term) -> bool) -> Vec<Term> {
    let mut seen: TermSet = TermSet::default();
    let mut order = Vec::new();
    // A term is pushed to be entered, and again (marked) to be left after its arguments.
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

/// The term with every occurrence of some terms replaced by others of the same sort, all at once.
pub fn substitute(terms: &mut Terms, root: Term, replacement: &TermMap<Term>) -> Term {
    Substitution::new(replacement.clone()).apply(terms, root)
}

/// A replacement of some terms by others, for many terms that share parts.
pub struct Substitution {
    /// What was asked for, and everything that was rebuilt so far.
    done: TermMap<Term>,
}

impl Substitution {
    /// The replacement of terms by others of the same sort, all at once.
    #[must_use]
    pub fn new(replacement: TermMap<Term>) -> Substitution {
        Substitution { done: replacement }
    }

    /// The term with the replacement made.
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
    /// The term with the same operator and other arguments of the same sorts.
    pub fn rebuild(&mut self, term: Term, args: &[Term]) -> Term {
        if self.args(term) == args {
            return term;
        }
        match self.op(term) {
            Op::Apply(function, _) => self.apply(function, args),
            Op::Cases(_) => self.other_cases(term, args),
            op => self.make(op, args),
        }
    }
}
