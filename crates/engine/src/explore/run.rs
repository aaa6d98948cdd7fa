//! Runs a state until its path ends or its turn is over: decoded code as far as possible, and single
//! instructions otherwise.
//!
//! It does not know which state is next. Workers, `leaks`, `all_layouts` and `merge::alone` rely on it, and
//! find the forks of a run in `Explorer::forks`.

use std::convert::Infallible;

use ir::Rounding;
use memory::{Memory, Site};

use crate::explore::Explorer;
use crate::explore::pause::Pause;
use crate::findings::end::End;
use crate::findings::outcome::Cut;
use crate::interp::step::Stepped;
use crate::options::Heap;
use crate::state::frames::{ExecutionPoint, Frame, State};

/// The number of instructions after which a run of decoded code checks for an interrupt.
const SLICE: u64 = 1 << 16;

/// Reasons why a run of a state halts.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// The path ended.
    Ended(End),
    /// The turn is over; the state continues in a later turn.
    TurnOver,
    /// The state waits at a join point for the states from which it forked.
    AtJoin,
    /// There is a finding, and one is enough.
    Enough,
    /// The state stands at the header of a loop, and runs halt there.
    AtHeader,
}

impl From<End> for Halt {
    fn from(end: End) -> Halt {
        Halt::Ended(end)
    }
}

/// The result of a step that may halt the run of a state.
pub(crate) type Run<T> = Result<T, Halt>;

impl<M: Memory> Explorer<'_, M> {
    /// Runs a program to its end, without turns.
    pub fn run_to_end(&mut self, state: &mut State<M>) -> End {
        match self.run(state) {
            Halt::Ended(end) => end,
            Halt::TurnOver | Halt::AtJoin | Halt::Enough | Halt::AtHeader => End::Interrupted,
        }
    }

    /// Runs a state until its path ends or its turn is over.
    pub(crate) fn run(&mut self, state: &mut State<M>) -> Halt {
        match self.run_frames(state) {
            Ok(never) => match never {},
            Err(Halt::Ended(end)) => Halt::Ended(self.machine.as_selected(state, end)),
            Err(halt) => halt,
        }
    }

    fn run_frames(&mut self, state: &mut State<M>) -> Run<Infallible> {
        loop {
            if state.is_at_join() {
                return Err(Halt::AtJoin);
            }
            if let Some(limit) = self.fast_until(state) {
                let code = self.machine.code[state.frame.function.index()].clone();
                self.machine.run_fast(&code, state, limit);
            }
            if state.is_at_join() {
                return Err(Halt::AtJoin);
            }
            if self.machine.until.is_some_and(|until| self.execution_point(state) == until) {
                return Err(Halt::TurnOver);
            }
            self.advance(state)?;
            if self.machine.interrupted() {
                return Err(Halt::Ended(End::Interrupted));
            }
            // A state that follows one input through the program is part of an instruction of another path.
            let may_pause = state.path.guide.is_none();
            let is_over = state.steps >= self.turn_ends || self.forks_left == 0;
            // A state that has come to its join point waits there. Put back instead, it would be visited, and be taken for
            // covered by itself when it goes on from there.
            if (is_over || (may_pause && self.is_to_pause())) && !state.is_at_join() {
                return Err(Halt::TurnOver);
            }
        }
    }

    /// Carries out the next instruction, and takes over its forks and notes.
    pub(crate) fn advance(&mut self, state: &mut State<M>) -> Run<()> {
        if state.frame.at == 0 {
            self.at_block(state)?;
            self.halt_at_header(state)?;
        }
        self.note_width(state);
        let (others, end) = match self.machine.step(state) {
            Stepped::Continue => (Vec::new(), None),
            Stepped::Fork { others, end } => (others, end),
            Stepped::End(end) => (Vec::new(), Some(end)),
        };
        if !others.is_empty() {
            self.take_forks(state, others);
        }
        if state.path.has_strayed() {
            self.outcome.cut(Cut::Strayed);
            return Err(End::Infeasible.into());
        }
        self.take_records()?;
        end.map_or(Ok(()), |end| Err(end.into()))
    }

    /// Adds the forks of a state to those that wait for their turn.
    fn take_forks(&mut self, state: &mut State<M>, mut others: Vec<State<M>>) {
        self.plan_join(state, &mut others);
        self.forks_left = self.forks_left.saturating_sub(others.len() as u64);
        if self.forks_left == 0
            && let Some(last) = others.last()
        {
            // This state now waits like its forks.
            state.visits = self.machine.visits(Site(last.path.moment().site));
        }
        self.forks.append(&mut others);
    }

    /// Returns the number of steps up to which decoded code may run; `None` if it must not.
    fn fast_until(&self, state: &State<M>) -> Option<u64> {
        // Lazy initialisation inspects every value that is loaded.
        let plain = !state.inputs.in_use || self.machine.options.lazy.heap != Heap::Lazy;
        // Decoded code does not stop in the middle of a block: the last block belongs to the machine.
        let last = self.machine.until.map_or(Some(u64::MAX), |until| until.steps.checked_sub(1))?;
        // A slice bounds the run, so that an infinite loop can be cancelled.
        let slice = state.steps.saturating_add(SLICE).min(self.turn_ends);
        // Decoded code uses the rounding mode of the host.
        let plain = plain && state.rounding == Rounding::Nearest;
        let plain = plain && !state.path.is_to_stop_at_a_loop();
        let plain = plain && self.headers.is_none();
        let allowed = self.machine.options.limits.unwind.is_none() && plain && state.steps <= last;
        allowed.then(|| self.machine.options.limits.steps.min(slice).min(last))
    }

    /// Returns whether a pause is requested.
    pub(crate) fn is_to_pause(&mut self) -> bool {
        self.take_turns();
        self.pause.as_mut().is_some_and(Pause::is_due)
    }

    /// Returns the execution point of a state; no two instructions of a path have the same one.
    pub(crate) fn execution_point(&self, state: &State<M>) -> ExecutionPoint {
        let Frame { function, block, at, .. } = state.frame;
        let site = self.machine.loaded.sites.site(function, block, at);
        ExecutionPoint { steps: state.steps, depth: state.callers.len(), site }
    }
}
