//! Whether a property is broken wherever blocks lie in memory.
//!
//! A finding on a path that depends on the layout shows that the program goes wrong in one of them. Here
//! its inputs are given to the program once more, from the start, and the layout is one more input:
//! a truth value that depends on addresses is a formula over symbols for them, and the path forks
//! on it like on any other. A pointer that says by its number alone where it points is looked for in all
//! blocks, one path for each that it can lie in and one for none. If each of these paths ends with a
//! finding of the same property, it is broken in every layout, if not everywhere in the same way.
//!
//! Nothing is told of these paths, and nothing is guessed: whatever ends one in another way, is
//! out of reach or takes too long leaves it open. What is known of layouts (`layout`) is all that
//! is assumed of the symbols, so there may be more layouts here than there are, never fewer. What memory
//! holds that was never written must not matter either. A variable whose address is never taken has
//! none: no pointer that was made in another way may be used for it.

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

/// So many findings are looked at.
const MAX_TRIALS: u32 = 64;
/// So many paths of one.
const MAX_PATHS: usize = 64;
/// So many decisions on each.
const MAX_DECISIONS: u64 = 512;
/// All of them together make at most so many instructions more than the path of the finding.
const MAX_MORE: u64 = 1 << 20;
/// A question about addresses takes at most so many conflicts.
const MAX_CONFLICTS: u64 = 10_000;

impl<M: Memory> Explorer<'_, M> {
    /// Whether the property of a finding is broken in every layout, given the inputs of the finding.
    pub(crate) fn breaks_everywhere(&mut self, state: &State<M>, found: &Finding) -> bool {
        let property = found.violation.kind.property();
        // Whoever gives a function its inputs may have blocks that nobody knows.
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
        let kept = (self.machine.limits, self.turn_ends, self.machine.splits);
        let (log, until) = (self.machine.log.take(), self.machine.until.take());
        let asked =
            self.machine.solver.as_mut().map(|solver| solver.limit_conflicts(MAX_CONFLICTS));
        let most = self.machine.limits.decisions.unwrap_or(MAX_DECISIONS);
        (self.machine.limits.decisions, self.turn_ends) = (Some(most.min(MAX_DECISIONS)), u64::MAX);
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
        (self.machine.limits, self.turn_ends, self.machine.splits) = kept;
        (self.machine.log, self.machine.until) = (log, until);
        if let (Some(solver), Some(limits)) = (&mut self.machine.solver, asked) {
            solver.set_limits(limits);
        }
        breaks
    }

    /// The state from which everything is explored, with inputs given and the layout open.
    fn in_any_layout(&mut self, inputs: Rc<[Bits]>) -> Option<State<M>> {
        let mut state = self.first.clone()?;
        let before = state.path.inputs.items().into_iter().zip(&*inputs);
        let given: Vec<(Term, Bits)> =
            before.map(|(input, bits): (&Input, _)| (input.term, bits.clone())).collect();
        let witness = state.path.witness.take()?;
        state.path.witness = Some(witness.with(&self.machine.terms, &given));
        state.path.guide = Some(Guide { inputs, any_layout: true });
        // Where one path is repeated, its decisions are those of our layout.
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

    /// Whether a state ends with findings of one property, by all ways, within so many instructions.
    fn all_break(&mut self, first: State<M>, property: Property, steps: u64) -> bool {
        let (mut work, mut paths, mut left) =
            (vec![first], 0, steps.min(self.machine.limits.steps));
        while let Some(mut state) = work.pop() {
            paths += 1;
            let before = state.steps;
            self.machine.limits.steps = before.saturating_add(left);
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

/// Whether a path that breaks a property ends there.
fn ends_paths(property: Property) -> bool {
    !matches!(property, Property::ValidMemtrack | Property::ValidMemcleanup | Property::Initialised)
}
