//! Turns violations (raw) into findings (reported) with inputs, one for each place and kind.
//!
//! The interpreter reports a violation with the state in which it happened and a witness. This file makes a
//! finding of it: on a path of its own if the state was merged (`merge::alone`), and tested in all layouts
//! if its path depends on one (`all_layouts`). It does not know how violations are detected. `run` calls
//! `take_records` after each instruction.

use std::rc::Rc;

use memory::Memory;
use term::Term;

use crate::explore::Explorer;
use crate::explore::run::{Halt, Run};
use crate::findings::end::Violation;
use crate::findings::outcome::{Cut, Finding, Outcome, Reach};
use crate::machine::records::WitnessedViolation;
use crate::solve::path_solver::Feasibility;
use crate::state::coverage::Covered;
use crate::state::frames::State;
use crate::state::path::{Decision, Witness};

impl<M: Memory> Explorer<'_, M> {
    /// Takes over the notes of an instruction: violations, cuts and assumptions.
    #[inline]
    pub(crate) fn take_records(&mut self) -> Run<()> {
        if self.machine.records.is_empty() { Ok(()) } else { self.take_some_records() }
    }

    #[cold]
    fn take_some_records(&mut self) -> Run<()> {
        match std::mem::take(&mut self.machine.records.choices) {
            0 => {}
            choices => self.note_choices_in_loop(choices),
        }
        self.take_cuts_and_assumptions();
        let violations = std::mem::take(&mut self.machine.records.violations);
        violations.into_iter().try_for_each(|violation| self.judge(violation))
    }

    /// Takes over cuts and assumptions. The start of a program notes them, too, and must not leave them to a replay, whose
    /// outcome is dropped.
    pub(crate) fn take_cuts_and_assumptions(&mut self) {
        let cuts = std::mem::take(&mut self.machine.records.cuts);
        let is_undefined = |cut: &Cut| matches!(cut, Cut::Undefined(_));
        let knows_more = cuts.iter().any(is_undefined);
        cuts.into_iter().for_each(|cut| self.outcome.cut(cut));
        if knows_more {
            self.know_undefined();
        }
        for (what, site) in std::mem::take(&mut self.machine.records.assumed) {
            self.outcome.assumed.entry(what).or_insert(site);
        }
    }

    /// Replaces the current outcome; returns the former one.
    pub(crate) fn replace_outcome(&mut self, outcome: Outcome) -> Outcome {
        let before = std::mem::replace(&mut self.outcome, outcome);
        self.know_undefined();
        before
    }

    /// Tells the interpreter which undefined behaviour has a cut already and need not be detected again.
    /// The outcome is authoritative: cuts that are dropped from it must be detected again.
    pub(crate) fn know_undefined(&mut self) {
        self.machine.known_undefined = self.outcome.undefined().collect();
    }

    /// Keeps the violation as a finding, one for each place and kind; halts the exploration if one is
    /// enough.
    fn judge(&mut self, witnessed: WitnessedViolation<M>) -> Run<()> {
        let WitnessedViolation { state, violation, condition, witness } = &witnessed;
        if let Some(headers) = &mut self.headers {
            headers.alarm = Some(violation.clone());
            return Err(Halt::Enough);
        }
        let place = self.machine.program().own_site(violation.site, &violation.calls);
        let layout = state.path.layout;
        let path: Vec<Decision> = state.path.decisions.items().into_iter().cloned().collect();
        let known = self.outcome.known(place, &violation.kind);
        let merged = state.path.merged;
        // A stronger reach is computed only where it is wanted.
        let reach = if layout.is_none() { Reach::Itself } else { Reach::OneLayout };
        // To reproduce a violation of a merged state costs a run of the program: any known finding is as
        // good.
        let is_better = |known: &Finding| match merged {
            true => reach < known.reach(),
            false => known.yields_to(reach, &path),
        };
        if known.is_some_and(|known| !is_better(known)) {
            return Ok(());
        }
        if merged && let Some(found) = self.found_alone(state, violation, witness) {
            return self.keep_on(state, found);
        }
        let inputs = self.machine.input_values(state, witness);
        let (input_heap, covered) = (self.machine.input_heap(state, witness), Covered::by(state));
        let needed: Vec<Term> = state.path.conditions.iter().copied().chain([*condition]).collect();
        let is_indeterminate = self.machine.mentions_indeterminate(state, &needed);
        let found = Finding {
            violation: violation.clone(),
            place,
            inputs,
            input_heap,
            path,
            merged,
            layout,
            in_all_layouts: false,
            covered,
            is_indeterminate,
        };
        self.keep_on(state, found)
    }

    /// Keeps a finding of a path; tests other layouts if the path depends on one.
    fn keep_on(&mut self, state: &State<M>, found: Finding) -> Run<()> {
        let in_all_layouts = self.is_violated_in_all_layouts(state, &found);
        self.keep(Finding { in_all_layouts, ..found })
    }

    /// Returns whether two violations have the same kind and place.
    pub(crate) fn is_same(&self, one: &Violation, other: &Violation) -> bool {
        let program = self.machine.program();
        let place = |finding: &Violation| program.own_site(finding.site, &finding.calls);
        one.kind.name() == other.kind.name() && place(one) == place(other)
    }

    /// Keeps a finding, unless a better one is known; halts the exploration if one is enough.
    pub(crate) fn keep(&mut self, found: Finding) -> Run<()> {
        let is_enough = !self.keep_going && found.is_proof();
        self.outcome.keep(found);
        // A finding counts when its turn is over: the turn ends here, so that no interrupt discards the
        // finding.
        if self.turn_ends != u64::MAX {
            self.turn_ends = 0;
        }
        if is_enough { Err(Halt::Enough) } else { Ok(()) }
    }

    /// Returns a witness of the whole path; `None` if the solver has none.
    pub(crate) fn witness_at_end(&mut self, state: &State<M>) -> Option<Rc<Witness>> {
        let solver = self.machine.solver.as_mut()?;
        match solver.feasibility(&mut self.machine.terms, &state.path, Term::TRUE) {
            Feasibility::Feasible(witness) => Some(witness),
            Feasibility::Infeasible | Feasibility::Unknown(_) => None,
        }
    }

    /// Keeps a violation at the end of a path as a finding, if it is feasible.
    pub(crate) fn found_at_end(
        &mut self,
        state: &mut State<M>,
        finding: Violation,
        condition: Term,
    ) -> Run<()> {
        let Some(solver) = &mut self.machine.solver else { return Ok(()) };
        match solver.feasibility(&mut self.machine.terms, &state.path, condition) {
            Feasibility::Feasible(witness) => {
                self.machine.report(state, finding, condition, witness);
                self.take_records()
            }
            Feasibility::Infeasible => Ok(()),
            Feasibility::Unknown(why) => {
                let cut = Cut::Solver(why.to_string(), finding.site);
                self.outcome.cut(cut);
                Ok(())
            }
        }
    }
}
