//! The labour of an exploration, and its turns beside another one.

use memory::Memory;

use crate::explore::Explorer;
use crate::solve::portfolio::{FEW_STATES, INSTRUCTIONS, Side};

impl<M: Memory> Explorer<'_, M> {
    /// Waits for its turn, where it takes part in a contest.
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

    /// What was done so far, in units that take about as long as a simple instruction,
    /// some hundredths of a microsecond.
    pub(crate) fn labour(&self) -> u64 {
        let asked = self.machine.solver.as_ref().map_or(0, |solver| solver.labour());
        let made = TERM * self.machine.terms.len() as u64 + STATE * self.machine.splits;
        self.outcome.instructions + made + asked
    }
}

/// The labour of a term, as measured on the programs of `bench`.
const TERM: u64 = 60;
/// That of a state that is split off.
const STATE: u64 = 450;
