//! Runs a state until it ends or its turn is over: decoded code as far as it goes, and single instructions otherwise.

use std::convert::Infallible;

use ir::Rounding;
use memory::Memory;

use crate::explore::Explorer;
use crate::explore::pause::Pause;
use crate::findings::end::End;
use crate::machine::Step;
use crate::machine::lazy_inputs::Heap;
use crate::state::frames::{Frame, Stand, State};

/// After so many instructions a run looks whether it is to stop.
const SLICE: u64 = 1 << 16;

impl<M: Memory> Explorer<'_, M> {
    /// Runs a state to its end.
    pub fn run(&mut self, state: &mut State<M>) -> End {
        match self.run_frames(state) {
            Ok(never) => match never {},
            Err(end) => self.machine.as_asked(state, end),
        }
    }

    fn run_frames(&mut self, state: &mut State<M>) -> Step<Infallible> {
        loop {
            if state.is_at_meeting() {
                return Err(End::Arrived);
            }
            if let Some(limit) = self.fast_until(state) {
                let code = self.machine.code[state.frame.function.index()].clone();
                self.machine.run_fast(&code, state, limit);
            }
            if state.is_at_meeting() {
                return Err(End::Arrived);
            }
            if self.machine.until.is_some_and(|until| self.stand(state) == until) {
                return Err(End::Paused);
            }
            self.advance(state)?;
            if self.machine.interrupted() {
                return Err(End::Interrupted);
            }
            // One input that is followed through the program is part of an instruction of another path.
            let may_pause = state.path.guide.is_none();
            if state.steps >= self.turn_ends || (may_pause && self.is_to_pause()) {
                return Err(End::Paused);
            }
        }
    }

    /// Carries out the next instruction, and takes over what it noted.
    pub(crate) fn advance(&mut self, state: &mut State<M>) -> Step<()> {
        if state.frame.at == 0 {
            self.at_block(state)?;
        }
        let done = self.machine.step(state);
        self.take_notes(state)?;
        done
    }

    /// The number of steps up to which decoded code may run; `None` if it may not.
    fn fast_until(&self, state: &State<M>) -> Option<u64> {
        // `lazy` looks at every value that is read.
        let plain = !state.inputs.in_use || self.machine.lazy.heap != Heap::Lazy;
        // It does not stop in the middle of a block: the last one is for the machine.
        let last = self.machine.until.map_or(Some(u64::MAX), |until| until.steps.checked_sub(1))?;
        // Now and then it comes back, so that an endless run can be stopped.
        let slice = state.steps.saturating_add(SLICE).min(self.turn_ends);
        // It rounds as the host does.
        let plain = plain && state.rounding == Rounding::Nearest;
        let plain = plain && !state.path.is_to_stop_at_a_loop();
        let allowed = self.machine.limits.unwind.is_none() && plain && state.steps <= last;
        allowed.then(|| self.machine.limits.steps.min(slice).min(last))
    }

    /// Whether somebody asked for a pause.
    pub(crate) fn is_to_pause(&mut self) -> bool {
        self.take_turns();
        self.pause.as_mut().is_some_and(Pause::is_due)
    }

    /// Where a state stands, which no other instruction of its path shares.
    pub(crate) fn stand(&self, state: &State<M>) -> Stand {
        let Frame { function, block, at, .. } = state.frame;
        let site = self.machine.loaded.sites.site(function, block, at);
        Stand { steps: state.steps, depth: state.callers.len(), site }
    }
}
