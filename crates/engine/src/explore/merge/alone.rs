//! A finding of a merged state, on a path of its own.
//!
//! The input that shows it is given to the program once more, from the start: every decision is taken
//! as this input takes it, nobody is asked, and nothing is merged. What is found then is told with the decisions of that one
//! path. So a merged finding can be repeated like any other, and is seen twice before it is told.

use memory::Memory;
use term::Bits;

use crate::explore::Explorer;
use crate::findings::end::Violation;
use crate::findings::outcome::{Finding, Outcome};
use crate::state::frames::State;
use crate::state::path::{Guide, Input, Witness};

/// An input is followed for so many instructions more than the merged state has made.
const MAX_MORE: u64 = 1 << 20;

impl<M: Memory> Explorer<'_, M> {
    /// What the input that shows a finding of a merged state shows by itself. (It may show nothing where
    /// memory that was never written matters: no input says what it holds.)
    pub(crate) fn found_alone(
        &mut self,
        merged: &State<M>,
        finding: &Violation,
        witness: &Witness,
    ) -> Option<Finding> {
        let found = self.alone(merged, witness);
        found.into_iter().find(|found| self.is_same(&found.violation, finding))
    }

    /// Everything that one input of a merged state shows.
    pub(crate) fn alone(&mut self, merged: &State<M>, witness: &Witness) -> Vec<Finding> {
        let Some(mut state) = self.first.clone() else { return Vec::new() };
        let values: Vec<Bits> = self
            .machine
            .input_values(merged, witness)
            .into_iter()
            .map(|input| input.value)
            .collect();
        let before = state.path.inputs.items().into_iter().zip(&values);
        let given: Vec<_> =
            before.map(|(input, bits): (&Input, _)| (input.term, bits.clone())).collect();
        state.path.witness = Some(witness.with(&self.machine.terms, &given));
        state.path.guide = Some(Guide { inputs: values.into(), any_layout: false });
        let before = self.replace_outcome(Outcome::default());
        let forks = std::mem::take(&mut self.forks);
        let limits = (self.keep_going, self.forks_left, self.turn_ends, self.machine.limits.steps);
        (self.keep_going, self.forks_left, self.turn_ends) = (true, u64::MAX, u64::MAX);
        // Each round of a loop that was done in one step is made for itself.
        self.machine.limits.steps =
            self.machine.limits.steps.min(merged.steps.saturating_add(MAX_MORE));
        let notes = std::mem::take(&mut self.machine.notes);
        let halt = self.run(&mut state);
        self.halted(&mut state, halt);
        (self.keep_going, self.forks_left, self.turn_ends, self.machine.limits.steps) = limits;
        (self.forks, self.machine.notes) = (forks, notes);
        let mut found = self.replace_outcome(before).found;
        // One layout was looked at here; the merged path was looked at with others.
        found.iter_mut().for_each(|it| it.layout = it.layout.or(merged.path.layout));
        found
    }
}
