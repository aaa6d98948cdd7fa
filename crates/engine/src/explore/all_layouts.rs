//! Decides whether a finding that depends on the memory layout occurs in every layout.
//!
//! A finding on a layout-dependent path shows a violation in one layout only. This file runs the program
//! once more from the start with the inputs of the finding and a symbolic layout: a truth value that
//! depends on addresses becomes a formula over symbols for addresses, and the path forks on it as on any
//! other condition. A pointer whose pointee follows from its numeric value alone is resolved against all
//! blocks, with one path for each block that it can point into and one for none. If each of these paths
//! ends with a finding of the same property, every layout violates the property, though perhaps in
//! different ways.
//!
//! These paths are not reported, and nothing is guessed: a path that ends in another way, is infeasible or
//! exceeds a limit leaves it undecided. The symbols are constrained only by what is known of layouts
//! (room `layout`), so the analysis over-approximates the layouts. Indeterminate values of uninitialised
//! memory must not matter either. A variable whose address is never taken has no address: no pointer with
//! another origin may be used for it. `violations` relies on a positive answer being sound.

use std::rc::Rc;

use memory::Memory;
use term::{Bits, Sort, Term};

use crate::explore::Explorer;
use crate::explore::run::Halt;
use crate::findings::end::End;
use crate::findings::outcome::Finding;
use crate::findings::property::Property;
use crate::state::frames::State;
use crate::state::path::{Guide, Input};

/// The limit on findings that are tested in all layouts.
const MAX_TRIALS: u32 = 64;
/// The limit on paths for one finding.
const MAX_PATHS: usize = 64;
/// The limit on decisions of one path.
const MAX_DECISIONS: u64 = 512;
/// The limit on instructions of all paths of one finding, beyond the steps of the path that ended with it.
const MAX_MORE: u64 = 1 << 20;
/// The limit on conflicts of a query about addresses.
const MAX_CONFLICTS: u64 = 10_000;

impl<M: Memory> Explorer<'_, M> {
    /// Returns whether the property of a finding is violated in every layout, under the inputs of the
    /// finding.
    pub(crate) fn is_violated_in_all_layouts(&mut self, state: &State<M>, found: &Finding) -> bool {
        let property = found.violation.kind.property();
        // The caller that gives a function its inputs may own unknown blocks.
        let open = found.layout.is_some()
            && !found.merged
            && state.path.guide.is_none()
            && !state.inputs.in_use
            && !self.loops.is_trying()
            && ends_paths(property);
        if !open || self.trials == MAX_TRIALS {
            return false;
        }
        let inputs = found.inputs.iter().map(|it| it.value.clone()).collect();
        let Some(first) = self.in_any_layout(inputs) else { return false };
        self.trials += 1;
        let kept = (self.machine.options.limits, self.turn_ends, self.machine.splits);
        let (log, until) = (self.machine.log.take(), self.machine.until.take());
        let asked =
            self.machine.solver.as_mut().map(|solver| solver.limit_conflicts(MAX_CONFLICTS));
        let most = self.machine.options.limits.decisions.unwrap_or(MAX_DECISIONS);
        (self.machine.options.limits.decisions, self.turn_ends) =
            (Some(most.min(MAX_DECISIONS)), u64::MAX);
        let steps = state.steps.saturating_add(MAX_MORE);
        let (breaks, assumed) = self.quietly(|explorer| {
            let breaks = explorer.all_break(first, property, steps);
            (breaks, std::mem::take(&mut explorer.outcome.assumed))
        });
        if breaks {
            assumed.into_iter().for_each(|(what, site)| {
                self.outcome.assumed.entry(what).or_insert(site);
            });
        }
        (self.machine.options.limits, self.turn_ends, self.machine.splits) = kept;
        (self.machine.log, self.machine.until) = (log, until);
        if let (Some(solver), Some(limits)) = (&mut self.machine.solver, asked) {
            solver.set_limits(limits);
        }
        breaks
    }

    /// Returns the initial state with concrete inputs and a symbolic layout.
    fn in_any_layout(&mut self, inputs: Rc<[Bits]>) -> Option<State<M>> {
        let mut state = self.first.clone()?;
        let before = state.path.inputs.items().into_iter().zip(&*inputs);
        let given: Vec<(Term, Bits)> =
            before.map(|(input, bits): (&Input, _)| (input.term, bits.clone())).collect();
        let witness = state.path.witness.take()?;
        state.path.witness = Some(witness.with(&self.machine.terms, &given));
        state.path.guide = Some(Guide { inputs, any_layout: true });
        // The decisions of a path that is replayed belong to the concrete layout.
        state.path.ahead.clear();
        for (symbol, bits) in given {
            let same = match self.machine.terms.sort(symbol) {
                Sort::Bool if bits.low_word() == 1 => symbol,
                Sort::Bool => self.machine.terms.not(symbol),
                _ => {
                    let value = self.machine.terms.bits(&bits);
                    self.machine.terms.eq(symbol, value)
                }
            };
            state.path.assume(
                &mut self.machine.terms,
                &mut self.machine.solver.as_mut()?.index,
                same,
            );
        }
        Some(state)
    }

    /// Returns whether all paths of a state end with findings of one property, within `steps` instructions.
    fn all_break(&mut self, first: State<M>, property: Property, steps: u64) -> bool {
        let (mut work, mut paths, mut left) =
            (vec![first], 0, steps.min(self.machine.options.limits.steps));
        while let Some(mut state) = work.pop() {
            paths += 1;
            let before = state.steps;
            self.machine.options.limits.steps = before.saturating_add(left);
            let halt = self.run(&mut state);
            left = left.saturating_sub(state.steps - before);
            let breaks = match halt {
                Halt::Ended(End::Violation(finding)) => finding.kind.property() == property,
                _ => false,
            };
            if !breaks || paths > MAX_PATHS || !self.outcome.cuts.is_empty() {
                return false;
            }
            work.append(&mut self.forks);
        }
        true
    }
}

/// Returns whether a path that violates a property ends there.
fn ends_paths(property: Property) -> bool {
    !matches!(property, Property::ValidMemtrack | Property::ValidMemcleanup | Property::Initialised)
}
