//! Reproduces a finding of a merged state on a path that was not merged.
//!
//! The explorer runs the program once more from the start with the witness of the finding: every decision
//! follows that input, no solver is queried, and nothing is merged. The finding is then reported with the
//! decisions of this one path. So a finding of a merged state can be replayed like any other, and is
//! confirmed before it is reported. This file does not know how states are merged; `violations` and `leaks`
//! rely on it.

use memory::Memory;
use term::Bits;

use crate::explore::Explorer;
use crate::findings::end::Violation;
use crate::findings::outcome::{Finding, Outcome};
use crate::state::frames::State;
use crate::state::path::{Guide, Input, Witness};

/// The number of instructions by which the path of one input may exceed the steps of the merged state.
const MAX_MORE: u64 = 1 << 20;

impl<M: Memory> Explorer<'_, M> {
    /// Returns the finding that the witness of a violation in a merged state reproduces. (There may be none
    /// where uninitialised memory matters: no input determines its contents.)
    pub(crate) fn found_alone(
        &mut self,
        merged: &State<M>,
        finding: &Violation,
        witness: &Witness,
    ) -> Option<Finding> {
        let found = self.alone(merged, witness);
        found.into_iter().find(|found| self.is_same(&found.violation, finding))
    }

    /// Returns all findings of one input of a merged state.
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
        let limits =
            (self.keep_going, self.forks_left, self.turn_ends, self.machine.options.limits.steps);
        (self.keep_going, self.forks_left, self.turn_ends) = (true, u64::MAX, u64::MAX);
        // Loops that were summarised are unrolled here.
        self.machine.options.limits.steps =
            self.machine.options.limits.steps.min(merged.steps.saturating_add(MAX_MORE));
        let notes = std::mem::take(&mut self.machine.records);
        let halt = self.run(&mut state);
        self.halted(&mut state, halt);
        (self.keep_going, self.forks_left, self.turn_ends, self.machine.options.limits.steps) =
            limits;
        (self.forks, self.machine.records) = (forks, notes);
        let mut found = self.replace_outcome(before).found;
        // This run used a single layout; the merged path was tested with others.
        found.iter_mut().for_each(|it| it.layout = it.layout.or(merged.path.layout));
        found
    }
}
