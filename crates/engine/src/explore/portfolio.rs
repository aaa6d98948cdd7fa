//! The effort of an exploration, and its turns as a contestant of a portfolio.
//!
//! It does not know which contestant wins (`solve::portfolio`); `loops` relies on `effort` for its budgets.

use memory::Memory;

use crate::explore::Explorer;
use crate::solve::portfolio::{FEW_STATES, INSTRUCTIONS};

impl<M: Memory> Explorer<'_, M> {
    /// Waits for the next turn, if the exploration is a contestant of a portfolio.
    pub(crate) fn take_turns(&mut self) {
        let turns = self.machine.solver.as_mut().and_then(|solver| solver.turns.as_mut());
        let Some(turns) = turns else { return };
        turns.left -= 1;
        if turns.left > 0 {
            return;
        }
        turns.left = INSTRUCTIONS;
        let is_worth_merging = self.machine.splits >= FEW_STATES;
        let effort = self.effort();
        let turns = self.machine.solver.as_mut().and_then(|solver| solver.turns.as_mut());
        if let Some(turns) = turns {
            turns.done = effort;
            if effort >= turns.until {
                turns.wait(is_worth_merging);
            }
        }
    }

    /// Returns the effort so far, in units that take about as long as a simple instruction: some hundredths
    /// of a microsecond.
    pub(crate) fn effort(&self) -> u64 {
        let asked = self.machine.solver.as_ref().map_or(0, |solver| solver.effort());
        let made = TERM * self.machine.terms.len() as u64 + STATE * self.machine.splits;
        self.outcome.instructions + made + asked
    }
}

/// The effort of a term, as measured on the programs of `bench`.
const TERM: u64 = 60;
/// The effort of a fork.
const STATE: u64 = 450;
