//! Proves that a template and an invariant summarise a loop; no guess is taken for granted.
//!
//! Let `A(k)` be the invariant, and `C(k)` the conditions of an iteration from the state that the template
//! describes for `k`. The solver decides, for an arbitrary `k`:
//!
//! 1. `A(0)` holds.
//! 2. `A(k)` and `C(k)` imply `A(k+1)`, within the bounds: no state that arrives at the header again is
//!    lost.
//! 3. `A(k+1)` implies `A(k)` and `C(k)`: each state that the template describes is reachable.
//! 4. The iteration leads from the template for `k` to the template for `k+1`: registers and cells are
//!    equal (`template` has asked that), moving addresses are distinct and a constant stride apart, and no
//!    writes of any two iterations overlap.
//!
//! By induction `A(k)` is the exact condition under which `k` iterations are feasible, and the template is
//! the state after them. `search` relies on that. This file does not know how template and invariant were
//! guessed.

use memory::{Memory, Site, Value};
use term::targets::targets;
use term::visit::post_order;
use term::{AllocId, Op, Term};

use super::invariant::Invariant;
use super::iteration::Iteration;
use super::template::{Move, Template, register};
use super::{Fit, Misfit, MisfitKind};
use crate::explore::Explorer;
use crate::solve::path_solver::Feasibility;
use crate::state::frames::{State, UNINITIALISED};
use crate::state::path::Path;

/// The proof obligation.
pub(super) struct Claim<'a, M> {
    /// The state before the first iteration.
    pub first: &'a State<M>,
    pub template: &'a Template,
    pub invariant: &'a Invariant,
    /// The state that the template describes.
    pub start: &'a State<M>,
    /// One iteration from `start`.
    pub iteration: &'a Iteration<M>,
}

impl<M: Memory> Explorer<'_, M> {
    /// Proves a claim; returns the condition under which the summary covers one iteration more.
    pub(super) fn prove(&mut self, claim: &Claim<'_, M>) -> Fit<Term> {
        let iterations = claim.template.iterations;
        let header = self.machine.site(claim.first);
        let spoken_of = self.is_spoken_of(iterations, claim.invariant);
        let next = self.successor(iterations);
        let wrapped = self.is_zero(next);
        self.prove_symbols(claim)?;
        self.prove_invariant(claim, spoken_of).map_err(|what| Misfit { what, site: header })?;
        let path = self.assuming(&claim.iteration.after.path, &[spoken_of]);
        self.prove_moves(claim, &path)?;
        self.prove_apart(claim, &path)?;
        Ok(match self.starts_over(claim) {
            true => self.machine.terms.or(spoken_of, wrapped),
            false => spoken_of,
        })
    }

    /// Returns whether the iteration leads to the first state again where the number of iterations wraps
    /// around.
    fn starts_over(&mut self, claim: &Claim<'_, M>) -> bool {
        let Template { iterations, registers, cells, moves } = claim.template;
        let next = self.successor(*iterations);
        let wrapped = self.is_zero(next);
        let (path, after) =
            (self.assuming(&claim.iteration.after.path, &[wrapped]), &claim.iteration.after);
        moves.is_empty()
            && registers
                .iter()
                .all(|(reg, form)| self.are_same(&path, form.first, register(after, *reg)))
            && cells.iter().all(|cell| {
                let value = self.cell_value(after, cell.pointer, cell.bytes);
                self.are_same(&path, cell.form.first, value)
            })
    }

    /// Returns whether two values of one type are equal on a path.
    fn are_same(&mut self, path: &Path, a: Value, b: Value) -> bool {
        match (a, b) {
            _ if a == b => true,
            (UNINITIALISED, _) | (_, UNINITIALISED) => false,
            (Value::Term(a), b) | (b, Value::Term(a)) => {
                let b = self.like(b, a);
                self.are_equal(path, a, b)
            }
            _ => false,
        }
    }

    /// Returns the formula that the number of iterations plus one is within the bounds and has not wrapped
    /// around.
    fn is_spoken_of(&mut self, iterations: Term, invariant: &Invariant) -> Term {
        let next = self.successor(iterations);
        let wrapped = self.is_zero(next);
        let mut spoken_of = self.machine.terms.not(wrapped);
        for &bound in &invariant.bounds {
            let later = self.with_iterations(bound, iterations, next);
            spoken_of = self.machine.terms.and(spoken_of, later);
        }
        spoken_of
    }

    fn prove_invariant(&mut self, claim: &Claim<'_, M>, spoken_of: Term) -> Result<(), MisfitKind> {
        let iterations = claim.template.iterations;
        let (zero, next) = (
            self.machine.terms.zero_of(self.machine.terms.sort(iterations)),
            self.successor(iterations),
        );
        let now: Vec<Term> = claim.invariant.all().collect();
        let mut at = |count: Term| -> Vec<Term> {
            now.iter().map(|&it| self.with_iterations(it, iterations, count)).collect()
        };
        let (at_first, later) = (at(zero), at(next));
        for fact in at_first {
            self.must(&claim.first.path, fact, MisfitKind::Condition)?;
        }
        let path = self.assuming(&claim.iteration.after.path, &[spoken_of]);
        for &fact in &later {
            self.must(&path, fact, MisfitKind::Condition)?;
        }
        let wrapped = self.is_zero(next);
        let not_wrapped = self.machine.terms.not(wrapped);
        let path = self.assuming(&claim.first.path, &[not_wrapped]);
        let path = self.assuming(&path, &later);
        let conditions = claim.iteration.conditions(claim.start);
        for fact in now.into_iter().chain(conditions) {
            self.must(&path, fact, MisfitKind::Condition)?;
        }
        Ok(())
    }

    /// Proves that neither the template nor the conditions mention a symbol that the iteration created.
    fn prove_symbols(&mut self, claim: &Claim<'_, M>) -> Fit<()> {
        let Template { iterations, registers, cells, moves } = claim.template;
        let mut all: Vec<(Value, Site)> = Vec::new();
        let here = self.machine.site(claim.first);
        all.extend(registers.iter().map(|(_, form)| (form.now, here)));
        all.extend(cells.iter().map(|cell| (cell.form.now, cell.store.site)));
        for write in moves {
            all.push((Value::Term(write.pointer), write.store.site));
            all.push((Value::Term(write.value), write.store.site));
        }
        let conditions = claim.iteration.conditions(claim.start);
        all.extend(conditions.into_iter().map(|it| (Value::Term(it), here)));
        for (value, site) in all {
            let Value::Term(term) = value else { continue };
            let is_new = |part: &Term| {
                matches!(self.machine.terms.op(*part), Op::Symbol(_))
                    && *part > *iterations
                    && !self.machine.names.is_uninitialised(*part)
                    && self.loops.distance != Some(*part)
            };
            if post_order(&self.machine.terms, &[term]).iter().any(is_new) {
                return Err(Misfit { what: MisfitKind::Register, site });
            }
        }
        Ok(())
    }

    /// Proves that moving addresses move by a constant stride, and that no address is written twice.
    fn prove_moves(&mut self, claim: &Claim<'_, M>, path: &Path) -> Fit<()> {
        let iterations = claim.template.iterations;
        let (none, last) = (self.is_zero(iterations), self.predecessor(iterations));
        for write in &claim.template.moves {
            let Move { pointer, bytes, value, step, store } = *write;
            let misfit = |what| Misfit { what, site: store.site };
            let stride = step.unsigned_abs();
            if stride < u64::from(bytes) {
                return Err(misfit(MisfitKind::Place));
            }
            let before = self.with_iterations(pointer, iterations, last);
            let moved = self.machine.terms.sub(pointer, before);
            let constant = self.machine.terms.word(self.machine.pointer, step as u64);
            let steady = self.machine.terms.eq(moved, constant);
            let steady = self.machine.terms.or(none, steady);
            self.must(path, steady, MisfitKind::Place).map_err(misfit)?;
            // The writes of all iterations fit into the address space, one behind the other.
            let width = self.machine.terms.width(iterations).max(self.machine.pointer);
            let count = self.resized(iterations, width);
            let most = term::bits::mask(self.machine.pointer) / stride;
            let most = self.machine.terms.word(width, most);
            let fits = self.machine.terms.ule(count, most);
            self.must(&claim.start.path, fits, MisfitKind::Place).map_err(misfit)?;
            let open = self.machine.references_in(Value::Term(value));
            if self.machine.terms.mentions_base(value) || !open.is_empty() {
                return Err(misfit(MisfitKind::Stored));
            }
        }
        Ok(())
    }

    /// Proves that no writes of any two iterations overlap, except writes to one cell.
    fn prove_apart(&mut self, claim: &Claim<'_, M>, path: &Path) -> Fit<()> {
        let mut places: Vec<Written> = Vec::new();
        let Template { cells, moves, .. } = claim.template;
        for cell in cells {
            let pointer = cell.pointer.to_term(&mut self.machine.terms, self.machine.pointer);
            places.push(self.written(pointer, cell.bytes, 0, cell.store.site)?);
        }
        for write in moves {
            places.push(self.written(write.pointer, write.bytes, write.step, write.store.site)?);
        }
        for (index, one) in places.iter().enumerate() {
            for other in &places[..index] {
                let apart = one.block != other.block
                    || match (one.step, other.step) {
                        (0, _) | (_, 0) => self.never_meet(path, one, other),
                        (a, b) => a == b && self.interleave(path, one, other),
                    };
                if !apart {
                    return Err(Misfit { what: MisfitKind::Overlap, site: one.site });
                }
            }
        }
        Ok(())
    }

    /// Returns a write of an iteration by its block and offset; its pointer must have a single pointee.
    fn written(&mut self, pointer: Term, bytes: u32, step: i64, site: Site) -> Fit<Written> {
        let targets = targets(&mut self.machine.terms, pointer);
        match targets[..] {
            [only] if let Some(block) = only.block => {
                Ok(Written { block, offset: only.offset, bytes, step, site })
            }
            _ => Err(Misfit { what: MisfitKind::Place, site }),
        }
    }

    /// Proves that two writes of one iteration do not overlap. One of them does not move, so that the
    /// writes of any two iterations do not overlap either.
    fn never_meet(&mut self, path: &Path, one: &Written, other: &Written) -> bool {
        let (there, back) = (
            self.machine.terms.sub(other.offset, one.offset),
            self.machine.terms.sub(one.offset, other.offset),
        );
        let mine = self.machine.terms.word(self.machine.pointer, u64::from(one.bytes));
        let theirs = self.machine.terms.word(self.machine.pointer, u64::from(other.bytes));
        let (behind, before) =
            (self.machine.terms.ule(mine, there), self.machine.terms.ule(theirs, back));
        let apart = self.machine.terms.and(behind, before);
        self.must(path, apart, MisfitKind::Overlap).is_ok()
    }

    /// Proves that two writes with the same stride have a constant distance that leaves room for both in
    /// each stride.
    fn interleave(&mut self, path: &Path, one: &Written, other: &Written) -> bool {
        let distance = self.machine.terms.sub(other.offset, one.offset);
        let Some(solver) = &mut self.machine.solver else { return false };
        let Feasibility::Feasible(witness) =
            solver.feasibility(&mut self.machine.terms, path, Term::TRUE)
        else {
            return false;
        };
        let number = witness.number(&self.machine.terms, distance);
        let constant = self.machine.terms.word(self.machine.pointer, number);
        let steady = self.machine.terms.eq(distance, constant);
        let (stride, signed) =
            (one.step.unsigned_abs(), term::bits::sign_extend_word(number, self.machine.pointer));
        let rest = signed.rem_euclid(stride as i64) as u64;
        rest >= u64::from(one.bytes)
            && rest + u64::from(other.bytes) <= stride
            && self.must(path, steady, MisfitKind::Overlap).is_ok()
    }

    /// Proves that a condition holds on a path; otherwise returns the reason why the loop does not fit.
    fn must(
        &mut self,
        path: &Path,
        condition: Term,
        otherwise: MisfitKind,
    ) -> Result<(), MisfitKind> {
        let not = self.machine.terms.not(condition);
        let Some(solver) = &mut self.machine.solver else { return Err(otherwise) };
        match solver.feasibility(&mut self.machine.terms, path, not) {
            Feasibility::Infeasible => Ok(()),
            Feasibility::Feasible(_) => Err(otherwise),
            Feasibility::Unknown(_) => Err(MisfitKind::Solver),
        }
    }

    /// Returns whether two terms are equal on a path.
    pub(super) fn are_equal(&mut self, path: &Path, a: Term, b: Term) -> bool {
        if a == b {
            return true;
        }
        if self.machine.terms.sort(a) != self.machine.terms.sort(b) {
            return false;
        }
        let same = self.machine.terms.eq(a, b);
        self.must(path, same, MisfitKind::Register).is_ok()
    }

    /// Returns a path extended by assumptions.
    pub(super) fn assuming(&mut self, path: &Path, facts: &[Term]) -> Path {
        let mut path = path.clone();
        if let Some(solver) = &mut self.machine.solver {
            for &fact in facts {
                path.assume(&mut self.machine.terms, &mut solver.index, fact);
            }
        }
        path
    }
}

/// A write of an iteration: its block and offset, and its stride.
struct Written {
    block: AllocId,
    offset: Term,
    bytes: u32,
    step: i64,
    site: Site,
}
