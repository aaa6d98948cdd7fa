//! The labour of an exploration, and its turns as a contestant of a portfolio.
//!
//! It does not know which contestant wins (`solve::portfolio`); `loops` relies on `labour` for its budgets.

use memory::Memory;

use crate::explore::Explorer;
use crate::solve::portfolio::{FEW_STATES, INSTRUCTIONS, Side};

impl<M: Memory> Explorer<'_, M> {
    /// Waits for the next turn, if the exploration is a contestant of a portfolio.
    pub(crate) fn take_turns(&mut self) {
        let contestant = self.machine.solver.as_mut().and_then(|solver| solver.contestant.as_mut());
        let Some(contestant) = contestant else { return };
        contestant.left -= 1;
        if contestant.left > 0 {
            return;
        }
        contestant.left = INSTRUCTIONS;
        let waits = contestant.side == Side::Merging || self.machine.splits >= FEW_STATES;
        let labour = self.labour();
        let contestant = self.machine.solver.as_mut().and_then(|solver| solver.contestant.as_mut());
        if let Some(contestant) = contestant {
            contestant.done = labour;
            if waits && labour >= contestant.until {
                contestant.wait();
            }
        }
    }

    /// Returns the labour so far, in units that take about as long as a simple instruction: some hundredths
    /// of a microsecond.
    pub(crate) fn labour(&self) -> u64 {
        let asked = self.machine.solver.as_ref().map_or(0, |solver| solver.labour());
        let made = TERM * self.machine.terms.len() as u64 + STATE * self.machine.splits;
        self.outcome.instructions + made + asked
    }
}

/// The labour of a term, as measured on the programs of `bench`.
const TERM: u64 = 60;
/// The labour of a fork.
const STATE: u64 = 450;
