//! The loop invariant: the condition under which a number of iterations is feasible, without the quantifier
//! "for all iterations".
//!
//! A condition that is monotonic in the number of iterations held in all of them if it held in the last
//! one; a counter that must differ from a value has not reached that value yet. Both hold as long as
//! nothing wraps around, and bounds state for how many iterations that is. This file guesses all of it from
//! the shape of the conditions and does not know whether a guess is right: `proof` asks the solver.
//! `search` calls it for each new set of conditions.

use std::rc::Rc;

use memory::Memory;
use term::bits::{mask, sign_extend_word};
use term::rewrite::linear;
use term::visit::post_order;
use term::{Op, Sort, Term};

use crate::explore::Explorer;
use crate::solve::path_solver::Feasibility;
use crate::state::path::{Path, Witness};

/// The conditions that hold after a number of iterations.
#[derive(Clone, Default)]
pub(super) struct Invariant {
    /// The conditions of each iteration, as conditions on the number of iterations.
    pub needed: Vec<Term>,
    /// Upper bounds on the number of iterations that the summary covers; iterations beyond them belong to
    /// other states.
    pub bounds: Vec<Term>,
}

impl Invariant {
    /// Returns all conditions.
    pub fn all(&self) -> impl Iterator<Item = Term> {
        self.needed.iter().chain(&self.bounds).copied()
    }
}

impl<M: Memory> Explorer<'_, M> {
    /// Guesses the invariant from the conditions of one iteration.
    pub(super) fn invariant(
        &mut self,
        iterations: Term,
        conditions: &[Term],
        witness: &Witness,
    ) -> Invariant {
        let mut found = Invariant::default();
        for condition in self.conjuncts(conditions) {
            let reached = self.not_reached(iterations, condition, witness);
            let needed = match reached {
                Some(not_reached) => not_reached,
                None => {
                    self.bounds_of(iterations, condition, witness, &mut found.bounds);
                    self.held_in_the_last(iterations, condition)
                }
            };
            found.needed.push(needed);
        }
        found.bounds.sort_unstable();
        found.bounds.dedup();
        found
    }

    /// Returns the conjuncts of conditions.
    fn conjuncts(&mut self, conditions: &[Term]) -> Vec<Term> {
        let mut parts = Vec::new();
        let mut work: Vec<Term> = conditions.iter().rev().copied().collect();
        while let Some(part) = work.pop() {
            match self.machine.terms.op(part) {
                Op::And => work.extend(self.machine.terms.args(part).to_vec().into_iter().rev()),
                Op::Not if self.machine.terms.op(self.machine.terms.arg(part, 0)) == Op::Or => {
                    let either = self.machine.terms.args(self.machine.terms.arg(part, 0)).to_vec();
                    work.extend(either.into_iter().rev().map(|it| self.machine.terms.not(it)));
                }
                _ => parts.push(part),
            }
        }
        parts
    }

    /// Returns the formula that no iteration has run, or that the condition held in the last one.
    fn held_in_the_last(&mut self, iterations: Term, condition: Term) -> Term {
        let (none, last) = (self.is_zero(iterations), self.predecessor(iterations));
        let held = self.with_iterations(condition, iterations, last);
        self.machine.terms.or(none, held)
    }

    /// Handles a disequality of two terms whose difference changes by a power of two in each iteration:
    /// returns the formula that the terms have not become equal yet, or never will.
    fn not_reached(
        &mut self,
        iterations: Term,
        condition: Term,
        witness: &Witness,
    ) -> Option<Term> {
        let equal = match self.machine.terms.op(condition) {
            Op::Not => self.machine.terms.arg(condition, 0),
            _ => return None,
        };
        if self.machine.terms.op(equal) != Op::Eq || !self.mentions(equal, &[iterations]) {
            return None;
        }
        let (a, b) = (self.machine.terms.arg(equal, 0), self.machine.terms.arg(equal, 1));
        let Sort::Bits(width @ 1..=64) = self.machine.terms.sort(a) else { return None };
        let distance = self.machine.terms.sub(a, b);
        let step = self.slope_under(distance, iterations, witness);
        if !step.unsigned_abs().is_power_of_two() {
            return None;
        }
        let first = self.at_first(distance, iterations);
        let far = if step < 0 { first } else { self.machine.terms.neg(first) };
        let turns = self.divided(far, step.unsigned_abs());
        let low = step.unsigned_abs().trailing_zeros();
        let not_yet = self.at_most(iterations, turns);
        if low == 0 {
            return Some(not_yet);
        }
        let rest = self.machine.terms.extract(low.min(width) - 1, 0, far);
        let zero = self.machine.terms.zero_of(self.machine.terms.sort(rest));
        let never = self.machine.terms.distinct(rest, zero);
        Some(self.machine.terms.or(never, not_yet))
    }

    /// Collects the numbers of iterations up to which the operands of comparisons do not wrap around.
    fn bounds_of(
        &mut self,
        iterations: Term,
        condition: Term,
        witness: &Witness,
        bounds: &mut Vec<Term>,
    ) {
        let mut work = Vec::new();
        for part in post_order(&self.machine.terms, &[condition]) {
            let signed = match self.machine.terms.op(part) {
                Op::BvUlt => false,
                Op::BvSlt => true,
                _ => continue,
            };
            work.extend(self.machine.terms.args(part).iter().map(|&side| (side, signed)));
        }
        while let Some((side, signed)) = work.pop() {
            if !self.mentions(side, &[iterations]) {
                continue;
            }
            if let Some(inner) = self.extended(side) {
                work.push(inner);
                continue;
            }
            // A sum may contain narrower terms that are extended.
            let summands =
                linear(&self.machine.terms, side).map(|sum| sum.summands).unwrap_or_default();
            for (_, summand) in summands {
                work.extend(self.extended(summand));
            }
            if let Some(bound) = self.no_wrap(iterations, side, signed, witness) {
                bounds.push(bound);
            }
        }
    }

    /// Returns the operand of an extension, and whether the extension is signed.
    fn extended(&self, term: Term) -> Option<(Term, bool)> {
        match self.machine.terms.op(term) {
            Op::SignExtend(_) => Some((self.machine.terms.arg(term, 0), true)),
            Op::Concat
                if self.machine.terms.as_word(self.machine.terms.arg(term, 0)) == Some(0) =>
            {
                Some((self.machine.terms.arg(term, 1), false))
            }
            _ => None,
        }
    }

    /// Returns the bound up to which a term does not wrap around.
    fn no_wrap(
        &mut self,
        iterations: Term,
        term: Term,
        signed: bool,
        witness: &Witness,
    ) -> Option<Term> {
        let Sort::Bits(width @ 2..=64) = self.machine.terms.sort(term) else { return None };
        let step = self.slope_under(term, iterations, witness);
        if step == 0 {
            return None;
        }
        let first = self.at_first(term, iterations);
        let last = match (signed, step > 0) {
            (false, true) => mask(width),
            (false, false) => 0,
            (true, true) => mask(width - 1),
            (true, false) => 1 << (width - 1),
        };
        let last = self.machine.terms.word(width, last);
        let room = match step > 0 {
            true => self.machine.terms.sub(last, first),
            false => self.machine.terms.sub(first, last),
        };
        let turns = self.divided(room, step.unsigned_abs());
        let bound = self.at_most(iterations, turns);
        (self.machine.terms.domain(bound).decided() != Some(true)).then_some(bound)
    }

    /// Returns the formula that a number of iterations is at most another number, of any width.
    fn at_most(&mut self, iterations: Term, most: Term) -> Term {
        let width = self.machine.terms.width(iterations).max(self.machine.terms.width(most));
        let (iterations, most) = (self.resized(iterations, width), self.resized(most, width));
        self.machine.terms.ule(iterations, most)
    }

    /// Returns a term before the first iteration.
    fn at_first(&mut self, term: Term, iterations: Term) -> Term {
        let zero = self.machine.terms.zero_of(self.machine.terms.sort(iterations));
        self.with_iterations(term, iterations, zero)
    }

    /// Returns the growth of a term in the last iteration, under some witness of a path that made one.
    pub(super) fn slope(&mut self, term: Term, iterations: Term, path: &Path) -> i64 {
        let witness = self.witness_of_an_iteration(iterations, path);
        witness.map_or(0, |witness| self.slope_under(term, iterations, &witness))
    }

    /// Returns a witness of a path that made exactly one iteration: nothing has wrapped around then.
    pub(super) fn witness_of_an_iteration(
        &mut self,
        iterations: Term,
        path: &Path,
    ) -> Option<Rc<Witness>> {
        let one = self.machine.terms.word(self.machine.terms.width(iterations), 1);
        let once = self.machine.terms.eq(iterations, one);
        match self.machine.solver.as_mut()?.feasibility(&mut self.machine.terms, path, once) {
            Feasibility::Feasible(witness) => Some(witness),
            Feasibility::Infeasible | Feasibility::Unknown(_) => None,
        }
    }

    fn slope_under(&mut self, term: Term, iterations: Term, witness: &Witness) -> i64 {
        let width = self.machine.terms.width(term);
        let last = self.predecessor(iterations);
        let before = self.with_iterations(term, iterations, last);
        let [before, now] = [before, term].map(|it| witness.number(&self.machine.terms, it));
        sign_extend_word(now.wrapping_sub(before) & mask(width), width)
    }
}
