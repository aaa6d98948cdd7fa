//! Searches a loop summary: alternates between running an iteration and improving the guess, until the
//! guess is stable and can be proved.
//!
//! It does not know the shape of closed forms (`template`) or of bounds (`invariant`). `mod.rs` relies on a
//! result being proved.

use memory::Memory;
use term::{Sort, Term};

use super::iteration::CyclicPath;
use super::proof::Claim;
use super::template::{Improved, Template, iterations_width, register};
use super::{Fit, Misfit, MisfitKind};
use crate::explore::Explorer;
use crate::state::frames::State;
use crate::state::path::Decision;

/// The limit on improvements of a template.
const MAX_GUESSES: usize = 8;

/// A loop summary that was proved.
pub(super) struct ProvedSummary {
    pub template: Template,
    pub invariant: Vec<Term>,
    /// The decisions of one iteration.
    pub decisions: Vec<Decision>,
    /// The steps of one iteration.
    pub steps: u64,
    /// The condition under which the summary covers one iteration more.
    pub covered: Term,
}

impl<M: Memory> Explorer<'_, M> {
    /// Searches and proves a summary of the loop at whose header the state is.
    pub(super) fn proved_summary(&mut self, first: &State<M>) -> Fit<ProvedSummary> {
        if first.memory.needs_numbers() {
            return Err(Misfit { what: MisfitKind::Model, site: self.next_site(first) });
        }
        let natural = self.machine.loops_of(first.frame.function);
        let header = first.frame.block;
        let Some(around) = natural.iter().find(|it| it.header == header) else {
            return Err(Misfit { what: MisfitKind::CyclicPath, site: self.next_site(first) });
        };
        let mut cycle = CyclicPath::default();
        let mut iteration = self.iteration(first, around, &mut cycle)?;
        let width = self.width_of_iterations(first, &iteration.after);
        let iterations = self.machine.terms.symbol("iterations", Sort::Bits(width));
        let mut template = Template::new(iterations);
        let mut start = first.clone();
        let mut invariant = None;
        for _ in 0..MAX_GUESSES {
            let next = self.successor(iterations);
            let wrapped = self.is_zero(next);
            let not_wrapped = self.machine.terms.not(wrapped);
            let path = self.assuming(&iteration.after.path, &[not_wrapped]);
            let improved = self.improved(first, &template, &mut iteration, &path)?;
            match (improved, &invariant) {
                (Improved::Forms(better), _) => {
                    template = better;
                    invariant = None;
                }
                (Improved::Moves(better), Some(_)) => template = better,
                (improved, None) => {
                    // Whether writes overlap depends on the invariant of the number of iterations.
                    if let Improved::Moves(better) = improved {
                        template = better;
                    }
                    let conditions = iteration.conditions(&start);
                    let witness = self.witness_of_an_iteration(iterations, &path);
                    let witness = witness.ok_or_else(|| Misfit {
                        what: MisfitKind::CyclicPath,
                        site: self.next_site(first),
                    })?;
                    invariant = Some(self.invariant(iterations, &conditions, &witness));
                }
                (Improved::Nothing, Some(invariant)) => {
                    let claim = Claim {
                        first,
                        template: &template,
                        invariant,
                        start: &start,
                        iteration: &iteration,
                    };
                    let covered = self.prove(&claim)?;
                    let decisions =
                        iteration.after.path.decisions.items_since(start.path.decisions.len());
                    let decisions = decisions.into_iter().cloned().collect();
                    let invariant = invariant.all().collect();
                    let steps = iteration.after.steps - start.steps;
                    return Ok(ProvedSummary { template, invariant, decisions, steps, covered });
                }
            }
            start = self.generalised(first, &template)?;
            if let Some(invariant) = &invariant {
                let all: Vec<Term> = invariant.all().collect();
                start.path = self.assuming(&start.path, &all);
            }
            iteration = self.iteration(&start, around, &mut cycle)?;
        }
        Err(Misfit { what: MisfitKind::Unsettled, site: self.next_site(first) })
    }

    /// Returns the width of the number of iterations.
    fn width_of_iterations(&mut self, first: &State<M>, after: &State<M>) -> u32 {
        let loaded = self.machine.loaded.clone();
        let module = &loaded.module;
        let Some(body) = &module.function(first.frame.function).body else {
            return self.machine.pointer;
        };
        let registers = self.registers_of_loop(first, after);
        let changed =
            registers.into_iter().filter(|&reg| register(first, reg) != register(after, reg));
        iterations_width(changed.map(|reg| body.registers[reg.index()]), self.machine.pointer)
    }
}
