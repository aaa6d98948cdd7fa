//! What a query has of arrays and functions.

use std::rc::Rc;

use term::{Op, Term, TermMap, TermSet, Terms};

use super::run::{Run, Runs};

/// The reads, writes, applications and equalities of arrays below some assumptions.
#[derive(Default)]
pub(super) struct Scene {
    /// Reads.
    pub selects: Vec<Term>,
    /// Applications of functions.
    pub applications: Vec<Term>,
    /// Equalities of arrays.
    pub equalities: Vec<Term>,
    /// Every term of an array sort, but for the inner ones of runs.
    pub arrays: Vec<Term>,
    /// The runs among them, by the last store.
    pub runs: TermMap<Rc<Run>>,
    /// The arrays that are made from an array, and the equalities it is in.
    pub users: TermMap<Vec<Term>>,
    seen: TermSet,
}

impl Scene {
    /// The scene of some assumptions.
    pub fn of(terms: &Terms, runs: &mut Runs, assumptions: &[Term]) -> Scene {
        let mut scene = Scene::default();
        scene.add_all(terms, runs, assumptions);
        scene
    }

    /// Adds what is below some more formulas.
    pub fn add_all(&mut self, terms: &Terms, runs: &mut Runs, formulas: &[Term]) {
        let mut stack = formulas.to_vec();
        while let Some(term) = stack.pop() {
            if self.seen.insert(term) {
                self.add(terms, runs, term, &mut stack);
            }
        }
        // The stack visits them in an order that depends on the query; ids do not.
        for list in [&mut self.selects, &mut self.applications, &mut self.equalities] {
            list.sort_unstable();
        }
    }

    /// Whether there is nothing but bits.
    pub fn is_plain(&self) -> bool {
        self.selects.is_empty() && self.applications.is_empty() && self.equalities.is_empty()
    }

    /// Whether a term was met.
    pub fn has(&self, term: Term) -> bool {
        self.seen.contains(&term)
    }

    fn add(&mut self, terms: &Terms, runs: &mut Runs, term: Term, stack: &mut Vec<Term>) {
        if terms.sort(term).is_array() {
            self.arrays.push(term);
            if let Some(run) = runs.of(terms, term) {
                self.users.entry(run.base).or_default().push(term);
                stack.push(run.base);
                stack.extend(&run.unknown_elements);
                self.runs.insert(term, run);
                return;
            }
        }
        match terms.op(term) {
            Op::Select => self.selects.push(term),
            Op::Apply(..) => self.applications.push(term),
            Op::Eq if terms.sort(terms.arg(term, 0)).is_array() => {
                self.equalities.push(term);
                self.use_arrays(terms, term);
            }
            Op::Store | Op::Ite => self.use_arrays(terms, term),
            _ => {}
        }
        stack.extend(terms.args(term));
    }

    fn use_arrays(&mut self, terms: &Terms, term: Term) {
        for &arg in terms.args(term) {
            if terms.sort(arg).is_array() {
                self.users.entry(arg).or_default().push(term);
            }
        }
    }
}
