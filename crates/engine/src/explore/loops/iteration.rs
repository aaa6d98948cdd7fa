//! One iteration of a loop on a copy of a state: from the header along one cyclic path back to it, with the
//! stores on that path.
//!
//! The machine runs the iteration instruction by instruction, and violations are dropped: the state that
//! continues finds them again. An iteration may only compute, load, store, check and call functions that do
//! no more than that; anything else ends the attempt with its reason. This file does not know the effect of
//! many iterations. `search` and `proof` rely on the recorded path: a second iteration takes the same one
//! or fails.

use ir::{BlockId, Call, Callee, Instr, Terminator, Ty};
use memory::{Memory, Site, Value};
use term::Term;

use super::{Fit, Misfit, MisfitKind};
use crate::explore::Explorer;
use crate::findings::end::End;
use crate::findings::outcome::Cut;
use crate::interp::step::Stepped;
use crate::program::natives::{Dialect, Native};
use crate::program::natural::Loop;
use crate::solve::path_solver::Feasibility;
use crate::state::frames::State;

/// The limit on the instructions of an iteration.
const MAX_INSTRUCTIONS: usize = 2048;

/// An iteration that was run.
pub(super) struct Iteration<M> {
    /// The state after the iteration, at the header again.
    pub after: State<M>,
    /// The stores of the iteration, in order.
    pub stores: Vec<Stored>,
}

impl<M> Iteration<M> {
    /// Returns the conditions that the iteration added to the path condition.
    pub fn conditions(&self, before: &State<M>) -> Vec<Term> {
        self.after.path.conditions[before.path.conditions.len()..].to_vec()
    }
}

/// A store.
#[derive(Clone, Copy)]
pub(super) struct Stored {
    pub pointer: Value,
    pub bytes: u32,
    pub value: Value,
    /// The store instruction.
    pub site: Site,
}

/// A position of a state: its call depth and its next instruction. A call within a block returns into that
/// block, so that a block alone is no position.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Position {
    depth: usize,
    block: BlockId,
    at: usize,
}

impl Position {
    fn of<M>(state: &State<M>) -> Position {
        Position { depth: state.callers.len(), block: state.frame.block, at: state.frame.at }
    }
}

/// A cyclic path: the position after each block that the iteration leaves.
#[derive(Default)]
pub(super) struct CyclicPath {
    positions: Vec<Position>,
    /// Whether an iteration has taken the path; later iterations follow it.
    known: bool,
}

impl<M: Memory> Explorer<'_, M> {
    /// Runs one iteration.
    pub(super) fn iteration(
        &mut self,
        from: &State<M>,
        around: &Loop,
        cycle: &mut CyclicPath,
    ) -> Fit<Iteration<M>> {
        let mut state = from.clone();
        state.path.ahead.clear();
        state.pending_joins.clear();
        let (header, module) = (Position::of(from), self.machine.loaded.module.clone());
        let (mut stores, mut turns, mut visited) = (Vec::new(), 0, Vec::new());
        for _ in 0..MAX_INSTRUCTIONS {
            if let Some(what) = self.why_ended() {
                return Err(self.misfit(&state, what));
            }
            let body = module.function(state.frame.function).body.as_ref();
            let body = body.expect("a call that is entered has a body");
            let block = body.block(state.frame.block);
            if let Some(instr) = block.instrs.get(state.frame.at) {
                self.instruction_of_round(&mut state, instr, &mut stores)?;
                continue;
            }
            let inner = state.callers.len() > header.depth;
            let wanted = if cycle.known { cycle.positions.get(turns).copied() } else { None };
            let choice =
                Choice { around: (!inner).then_some(around), wanted: wanted.map(|it| it.block) };
            self.steer(&mut state, &block.terminator, &choice)?;
            self.quiet_step(&mut state)?;
            let position = Position::of(&state);
            match wanted {
                Some(wanted) if wanted != position => {
                    return Err(self.misfit(&state, MisfitKind::CyclicPath));
                }
                None if cycle.known => return Err(self.misfit(&state, MisfitKind::CyclicPath)),
                Some(_) => {}
                None => cycle.positions.push(position),
            }
            turns += 1;
            self.refuse_inner_rounds(&state, position, &mut visited)?;
            let outside = position.depth == header.depth && !around.contains(position.block);
            if position.depth < header.depth || outside {
                return Err(self.misfit(&state, MisfitKind::CyclicPath));
            }
            if position == header {
                cycle.known = true;
                self.nothing_else_happened(from, &state)?;
                return Ok(Iteration { after: state, stores });
            }
        }
        Err(self.misfit(&state, MisfitKind::Long))
    }

    /// Rejects an inner loop whose number of iterations depends on an input: each number of inner
    /// iterations would be a path of its own. Inner loops with concrete bounds pass.
    fn refuse_inner_rounds(
        &self,
        state: &State<M>,
        position: Position,
        visited: &mut Vec<(Position, usize)>,
    ) -> Fit<()> {
        let decided = state.path.decisions.len();
        match visited.iter_mut().find(|(other, _)| *other == position) {
            Some((_, before)) if *before != decided => Err(self.misfit(state, MisfitKind::Inner)),
            Some(_) => Ok(()),
            None => {
                visited.push((position, decided));
                Ok(())
            }
        }
    }

    /// Carries out an instruction that is no terminator.
    fn instruction_of_round(
        &mut self,
        state: &mut State<M>,
        instr: &Instr,
        stores: &mut Vec<Stored>,
    ) -> Fit<()> {
        match instr {
            Instr::Store { ty, ptr, value } => {
                let pointer = self.machine.get(state, Ty::Ptr, *ptr);
                let value = self.machine.get(state, *ty, *value);
                let value = self.machine.widened(*ty, value);
                let bytes = ty.bytes(self.machine.pointer) as u32;
                stores.push(Stored { pointer, bytes, value, site: self.next_site(state) });
            }
            Instr::Call(call) if self.is_harmless(call) => {}
            Instr::Load { .. } | Instr::Check { .. } => {}
            instr if instr.is_pure() => {}
            _ => return Err(Misfit { what: MisfitKind::Effect, site: self.next_site(state) }),
        }
        let decided = state.path.decisions.len();
        self.quiet_step(state)?;
        match state.path.decisions.len() == decided {
            true => Ok(()),
            false => Err(self.misfit(state, MisfitKind::Effect)),
        }
    }

    /// Returns whether a call has no effect of its own: it enters a function, or states a condition.
    fn is_harmless(&self, call: &Call) -> bool {
        let Callee::Direct(function) = call.callee else { return false };
        let callee = self.machine.loaded.module.function(function);
        match self.machine.loaded.natives[function.index()] {
            Some(Native::Dialect(dialect)) => {
                matches!(dialect, Dialect::Assume | Dialect::Assert | Dialect::Nothing)
            }
            Some(_) => false,
            None => {
                callee.body.is_some()
                    && !callee.variadic
                    && self.machine.loaded.shortcuts[function.index()].is_none()
            }
        }
    }

    /// Selects a feasible side of a branch for the iteration, and stores a witness of that side in the
    /// path.
    fn steer(
        &mut self,
        state: &mut State<M>,
        terminator: &Terminator,
        choice: &Choice<'_>,
    ) -> Fit<()> {
        let (cond, then, otherwise) = match terminator {
            Terminator::Branch { cond, then, otherwise } => (*cond, *then, *otherwise),
            Terminator::Switch { ty, value, .. } => {
                let value = self.machine.get(state, *ty, *value);
                return match self.machine.operate().number(*ty, value) {
                    Some(_) => Ok(()),
                    None => {
                        Err(Misfit { what: MisfitKind::CyclicPath, site: self.next_site(state) })
                    }
                };
            }
            Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => return Ok(()),
        };
        let Value::Term(_) = self.machine.get(state, Ty::I1, cond) else { return Ok(()) };
        let value = self.machine.get(state, Ty::I1, cond);
        let condition = self.machine.operate().term(Ty::I1, value);
        if self.machine.known(condition).is_some() {
            return Ok(());
        }
        let not = self.machine.terms.not(condition);
        let mut sides = vec![(condition, then), (not, otherwise)];
        if state.path.witness.as_ref().is_some_and(|it| it.holds(&self.machine.terms, not)) {
            sides.reverse();
        }
        sides.retain(|&(_, target)| choice.allows(target));
        let site = self.next_site(state);
        for (side, _) in sides {
            let Some(solver) = &mut self.machine.solver else { break };
            match solver.feasibility(&mut self.machine.terms, &state.path, side) {
                Feasibility::Feasible(witness) => {
                    state.path.witness = Some(witness);
                    return Ok(());
                }
                Feasibility::Infeasible => {}
                Feasibility::Unknown(_) => return Err(Misfit { what: MisfitKind::Solver, site }),
            }
        }
        Err(Misfit { what: MisfitKind::CyclicPath, site })
    }

    /// Carries out an instruction; if the path ends there, the iteration is rejected.
    fn quiet_step(&mut self, state: &mut State<M>) -> Fit<()> {
        let done = self.machine.step(state);
        let notes = std::mem::take(&mut self.machine.records);
        // The state that continues reports undefined behaviour again, like violations.
        let mut cuts = notes.cuts.iter();
        let what = match (done, cuts.find(|cut| !matches!(cut, Cut::Undefined(_)))) {
            (Stepped::Continue | Stepped::Fork { end: None, .. }, None) => return Ok(()),
            (_, Some(Cut::Layout(_))) => MisfitKind::Layout,
            (_, Some(Cut::Solver(..))) | (Stepped::End(End::Interrupted), _) => MisfitKind::Solver,
            _ => MisfitKind::CyclicPath,
        };
        Err(self.misfit(state, what))
    }

    /// Rejects an iteration that read inputs, or that settled lazy inputs.
    fn nothing_else_happened(&mut self, before: &State<M>, after: &State<M>) -> Fit<()> {
        let given = |state: &State<M>| {
            let mut items = Vec::new();
            state.inputs.describe(&mut items);
            let world = (state.read, state.rounding, state.escaped.clone());
            (items, state.path.inputs.len(), world, state.path.layout)
        };
        match given(before) == given(after) {
            true => Ok(()),
            false => Err(self.misfit(after, MisfitKind::Effect)),
        }
    }

    /// Returns a misfit at the instruction that was just carried out.
    pub(super) fn misfit(&self, state: &State<M>, what: MisfitKind) -> Misfit {
        Misfit { what, site: self.machine.site(state) }
    }

    /// Returns the site of the next instruction.
    pub(super) fn next_site(&self, state: &State<M>) -> Site {
        self.machine.loaded.sites.site(state.frame.function, state.frame.block, state.frame.at)
    }
}

/// The blocks that an iteration may enter.
struct Choice<'a> {
    /// The loop, within its own function.
    around: Option<&'a Loop>,
    /// The next block, where the cyclic path is known.
    wanted: Option<BlockId>,
}

impl Choice<'_> {
    fn allows(&self, target: BlockId) -> bool {
        self.around.is_none_or(|it| it.contains(target))
            && self.wanted.is_none_or(|wanted| wanted == target)
    }
}
