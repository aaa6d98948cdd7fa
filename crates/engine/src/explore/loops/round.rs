//! One round of a loop, on a copy of a state: from the header along one way back to it, with what was
//! stored on the way.
//!
//! The round is run by the machine itself, instruction by instruction, and quietly: what is found on
//! it is found again by the state that goes on. A round does nothing but compute, load, store, check
//! and call functions that do no more than that; anything else ends the attempt with its reason. This
//! file does not know what a loop comes to in many rounds.

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

/// Longer rounds are not tried.
const MAX_INSTRUCTIONS: usize = 2048;

/// What came of a round.
pub(super) struct Round<M> {
    /// The state, back at the header.
    pub after: State<M>,
    /// What was stored, in order.
    pub stores: Vec<Stored>,
}

impl<M> Round<M> {
    /// What had to hold for the round to be made, besides what held before it.
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
    /// The instruction.
    pub site: Site,
}

/// The position of a state: how deep its calls are, and the instruction that comes next. A call within a block
/// returns into that block, so a block alone is no position.
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

/// The way that rounds take: the position after each block that is left.
#[derive(Default)]
pub(super) struct Way {
    positions: Vec<Position>,
    /// It was taken once: from then on it is followed.
    known: bool,
}

impl<M: Memory> Explorer<'_, M> {
    /// Makes a round.
    pub(super) fn round(&mut self, from: &State<M>, around: &Loop, way: &mut Way) -> Fit<Round<M>> {
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
            let wanted = if way.known { way.positions.get(turns).copied() } else { None };
            let choice =
                Choice { around: (!inner).then_some(around), wanted: wanted.map(|it| it.block) };
            self.steer(&mut state, &block.terminator, &choice)?;
            self.quiet_step(&mut state)?;
            let position = Position::of(&state);
            match wanted {
                Some(wanted) if wanted != position => {
                    return Err(self.misfit(&state, MisfitKind::Way));
                }
                None if way.known => return Err(self.misfit(&state, MisfitKind::Way)),
                Some(_) => {}
                None => way.positions.push(position),
            }
            turns += 1;
            self.refuse_inner_rounds(&state, position, &mut visited)?;
            let outside = position.depth == header.depth && !around.contains(position.block);
            if position.depth < header.depth || outside {
                return Err(self.misfit(&state, MisfitKind::Way));
            }
            if position == header {
                way.known = true;
                self.nothing_else_happened(from, &state)?;
                return Ok(Round { after: state, stores });
            }
        }
        Err(self.misfit(&state, MisfitKind::Long))
    }

    /// A loop within the round goes round as often as numbers say. Where that is for an input to say, each
    /// number of inner rounds would be a way of its own.
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

    /// An instruction that is no terminator.
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

    /// Whether a call does nothing by itself: it enters a function, or it says what must hold.
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

    /// Chooses the side of a branch that the round takes: an input that takes it is put at hand.
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
                    None => Err(Misfit { what: MisfitKind::Way, site: self.next_site(state) }),
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
        Err(Misfit { what: MisfitKind::Way, site })
    }

    /// Carries out an instruction; if the path ends there, that was no round.
    fn quiet_step(&mut self, state: &mut State<M>) -> Fit<()> {
        let done = self.machine.step(state);
        let notes = std::mem::take(&mut self.machine.notes);
        // Undefined behaviour is found again, as findings are.
        let mut cuts = notes.cuts.iter();
        let what = match (done, cuts.find(|cut| !matches!(cut, Cut::Undefined(_)))) {
            (Stepped::Continue | Stepped::Fork { end: None, .. }, None) => return Ok(()),
            (_, Some(Cut::Layout(_))) => MisfitKind::Layout,
            (_, Some(Cut::Solver(..))) | (Stepped::End(End::Interrupted), _) => MisfitKind::Solver,
            _ => MisfitKind::Way,
        };
        Err(self.misfit(state, what))
    }

    /// Nothing was given to the program, and nothing became known of what it was given before.
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

    /// Why it does not fit, at the instruction that was just carried out.
    pub(super) fn misfit(&self, state: &State<M>, what: MisfitKind) -> Misfit {
        Misfit { what, site: self.machine.site(state) }
    }

    /// Where the instruction stands that comes next.
    pub(super) fn next_site(&self, state: &State<M>) -> Site {
        self.machine.loaded.sites.site(state.frame.function, state.frame.block, state.frame.at)
    }
}

/// Which blocks a round may go to.
struct Choice<'a> {
    /// Within the function of the loop, those of the loop.
    around: Option<&'a Loop>,
    /// Where the way is known, one.
    wanted: Option<BlockId>,
}

impl Choice<'_> {
    fn allows(&self, target: BlockId) -> bool {
        self.around.is_none_or(|it| it.contains(target))
            && self.wanted.is_none_or(|wanted| wanted == target)
    }
}
