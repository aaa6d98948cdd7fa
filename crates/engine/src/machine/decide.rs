//! Decisions: the branch that a path takes, the conditions that it requires and assumes, and the violations of
//! these.
//!
//! Concrete conditions decide themselves. About a symbolic condition the machine asks the path solver. If both
//! sides are feasible the state forks: a copy starts over at the current instruction, with the other decision to
//! replay.
//!
//! **Invariant:** an instruction makes all its decisions before it changes the state. Forks rely on this.
//!
//! Without a solver (`vellum run`), a decision on a symbolic condition is a violation: the value is
//! uninitialised.
//!
//! This file does not know whether a violation is reported as a finding: `explore/violations.rs` judges it.

use std::rc::Rc;

use ir::{Callee, CheckKind, Instr, Operand, Terminator, Ty};
use memory::{Memory, Site, Value};
use term::{Op, Term};

use crate::findings::end::{End, Limit, Note, Violation, ViolationKind};
use crate::findings::outcome::Cut;
use crate::findings::property::{Continuation, Property};
use crate::machine::records::WitnessedViolation;
use crate::machine::{Machine, Step};
use crate::solve::path_solver::Feasibility;
use crate::state::frames::{Frame, State};
use crate::state::path::{Decision, Moment, Witness};

/// The kind of a violation, and further sites that explain it.
pub(crate) type Wrong = (ViolationKind, Vec<(Site, Note)>);

/// The number of innermost calls that are recorded where the path depends on inputs.
const MAX_FRAMES: usize = 4;

impl<M: Memory> Machine<'_, M> {
    /// Decides an operand; forks if both truth values are feasible.
    pub(crate) fn decide(&mut self, state: &mut State<M>, condition: Operand) -> Step<bool> {
        match self.get(state, Ty::I1, condition) {
            Value::Bits(bit) => Ok(bit & 1 == 1),
            value => {
                let condition = self.operate().term(Ty::I1, value);
                self.decide_term(state, condition)
            }
        }
    }

    /// Decides a condition; forks if both truth values are feasible.
    /// Implements `IFTRUE` and `IFFALSE` of *Sel/Upd*; `ASSUME+` of *SL CPA*.
    pub(crate) fn decide_term(&mut self, state: &mut State<M>, condition: Term) -> Step<bool> {
        if state.path.is_in_any_layout() && self.is_about_our_layout(condition) {
            self.mark_layout_dependent(state);
        }
        if let Some(truth) = self.known(condition) {
            return Ok(truth);
        }
        debug_assert!(self.references_in(Value::Term(condition)).is_empty(), "all is settled");
        self.must_be_determinate(state, condition)?;
        if self.solver.is_none() {
            return Err(self.violation(state, ViolationKind::Uninitialised));
        }
        match state.path.ahead.pop_front() {
            Some(Decision::Holds(truth)) => {
                self.take(state, condition, truth, true);
                return Ok(truth);
            }
            Some(Decision::Try(_) | Decision::Summary(_)) => return Err(End::Infeasible),
            None => {}
        }
        if self.until.is_some() {
            // A path that is replayed for another machine has all its decisions, or all its inputs: if it has not, this
            // replay has diverged.
            let truth = self.decided_by_inputs(state, condition).ok_or(End::Infeasible)?;
            self.take(state, condition, truth, true);
            return Ok(truth);
        }
        // Truth values that the path condition implies are decisions, too: a replay of the path may know less.
        if let Some(truth) = self.known_on(state, condition) {
            self.take(state, condition, truth, false);
            return Ok(truth);
        }
        if let Some(log) = &mut self.log {
            log.next = Some(condition);
            return Err(End::Limit(Limit::Path));
        }
        let Some(solver) = &mut self.solver else { return Err(End::Infeasible) };
        if self
            .options
            .limits
            .decisions
            .is_some_and(|most| state.path.decisions.len() as u64 >= most)
        {
            return Err(End::Limit(Limit::Decisions));
        }
        let not = self.terms.not(condition);
        // The side that the witness takes is feasible; the other side is a query.
        let first = match &state.path.witness {
            Some(witness) => {
                solver.counts.queries += 1;
                solver.counts.by_witness += 1;
                witness.holds(&self.terms, condition)
            }
            None => match solver.feasibility(&mut self.terms, &state.path, condition) {
                Feasibility::Feasible(witness) => {
                    state.path.witness = Some(witness);
                    true
                }
                Feasibility::Infeasible => false,
                Feasibility::Unknown(_) => true,
            },
        };
        let other = if first { not } else { condition };
        match solver.feasibility(&mut self.terms, &state.path, other) {
            Feasibility::Infeasible => {
                self.take(state, condition, first, false);
                Ok(first)
            }
            Feasibility::Feasible(witness) => Ok(self.fork(state, condition, first, Some(witness))),
            Feasibility::Unknown(_) => Ok(self.fork(state, condition, first, None)),
        }
    }

    /// Returns the truth value of a condition under the inputs that a replay follows, if it follows inputs.
    fn decided_by_inputs(&self, state: &State<M>, condition: Term) -> Option<bool> {
        let witness = state.path.witness.as_ref().filter(|_| self.follows.is_some())?;
        Some(witness.holds(&self.terms, condition))
    }

    /// Returns the truth value that the terms alone decide.
    pub(crate) fn known(&self, condition: Term) -> Option<bool> {
        match condition {
            Term::TRUE => Some(true),
            Term::FALSE => Some(false),
            condition => self.terms.domain(condition).decided(),
        }
    }

    /// Returns the truth value that the terms or the path condition decide.
    fn known_on(&mut self, state: &State<M>, condition: Term) -> Option<bool> {
        if let Some(truth) = self.known(condition) {
            return Some(truth);
        }
        if state.path.knows(condition) {
            return Some(true);
        }
        let not = self.terms.not(condition);
        if state.path.knows(not) {
            return Some(false);
        }
        let solver = self.solver.as_mut()?;
        let here = state.path.narrowed(&mut self.terms, &mut solver.index.diagrams, condition);
        self.known(here)
    }

    /// Whether the instruction is replayed, so that its violations are known; a trace looks at them again.
    pub(crate) fn repeats(&self, state: &State<M>) -> bool {
        self.was_here(state) && self.log.is_none()
    }

    /// Whether the path is being replayed.
    fn was_here(&self, state: &State<M>) -> bool {
        !state.path.ahead.is_empty() || self.until.is_some()
    }

    /// Returns the current instance of the current instruction.
    pub(crate) fn moment(&self, state: &State<M>) -> Moment {
        Moment { steps: state.steps, site: self.site(state).0 }
    }

    /// Takes one side of a decision.
    fn take(&mut self, state: &mut State<M>, condition: Term, truth: bool, assume: bool) {
        let moment = self.moment(state);
        state.path.decided(moment, Decision::Holds(truth));
        if let Some(log) = &mut self.log {
            log.decisions.push((condition, truth, state.path.conditions.len()));
        }
        let side = if truth { condition } else { self.terms.not(condition) };
        match &mut self.solver {
            Some(solver) if assume => state.path.assume(&mut self.terms, &mut solver.index, side),
            _ => self.learn(state, side),
        }
    }

    /// Records a condition that the path condition implies.
    fn learn(&mut self, state: &mut State<M>, condition: Term) {
        if let Some(solver) = &mut self.solver {
            state.path.learn(&mut self.terms, &mut solver.index.diagrams, condition);
        }
    }

    /// Takes one side of a decision and forks a copy that takes the other, with a witness if one is known.
    /// Implements `IFTRUE` and `IFFALSE` of *Sel/Upd*.
    fn fork(
        &mut self,
        state: &mut State<M>,
        condition: Term,
        mut truth: bool,
        mut witness: Option<Rc<Witness>>,
    ) -> bool {
        self.note_choice(state);
        if witness.is_some() && self.ends_soon(state, !truth) {
            std::mem::swap(&mut state.path.witness, &mut witness);
            truth = !truth;
        }
        let other = self.starting_over(state, &[Decision::Holds(!truth)], witness);
        self.forks.push(other);
        self.splits += 1;
        self.take(state, condition, truth, true);
        truth
    }

    /// Whether the block behind this side of a branch ends the program, as where an assertion fails. The state
    /// takes that side first, so that its violation does not wait for the queries of the other side.
    fn ends_soon(&self, state: &State<M>, truth: bool) -> bool {
        let Frame { function, block, at, .. } = state.frame;
        let Some(body) = &self.loaded.module.function(function).body else { return false };
        let block = body.block(block);
        let target = match &block.terminator {
            Terminator::Branch { then, otherwise, .. } if at > block.instrs.len() => {
                if truth {
                    *then
                } else {
                    *otherwise
                }
            }
            _ => return false,
        };
        body.block(target).instrs.iter().any(|instr| match instr {
            Instr::Call(call) => match call.callee {
                Callee::Direct(callee) => self.loaded.module.function(callee).noreturn,
                Callee::Indirect(_) => false,
            },
            _ => false,
        })
    }

    /// Returns a copy that starts over at the current instruction.
    pub(crate) fn starting_over(
        &mut self,
        state: &State<M>,
        next: &[Decision],
        witness: Option<Rc<Witness>>,
    ) -> State<M> {
        let mut other = state.clone();
        other.path = state.path.start_over(self.moment(state), next);
        other.path.witness = witness;
        other.frame.at = state.frame.at.saturating_sub(1);
        other.visits = self.visits(self.site(state));
        other
    }

    /// Counts a fork at a site; returns the number of forks there, including this one.
    pub(crate) fn visits(&mut self, site: Site) -> u64 {
        let count = self.forked_at.entry(site).or_insert(0);
        *count += 1;
        *count
    }

    /// Removes the choices (`ite` and `cases`) from a value; the state forks for each. A value that is symbolic
    /// only by such choices becomes concrete.
    pub(crate) fn without_choices(&mut self, state: &mut State<M>, value: Value) -> Step<Value> {
        let mut value = value;
        while let Value::Term(term) = value {
            let parts = term::visit::post_order(&self.terms, &[term]);
            let is_choice = |it: &Term| matches!(self.terms.op(*it), Op::Ite | Op::Cases(_));
            let Some(choice) = parts.into_iter().find(is_choice) else { break };
            let known = match self.terms.op(choice) {
                Op::Ite => {
                    let condition = self.terms.arg(choice, 0);
                    (condition, Term::from(self.decide_term(state, condition)?))
                }
                _ => (choice, self.terms.tree_of_cases(choice)),
            };
            let known = [known].into_iter().collect();
            let term = term::visit::substitute(&mut self.terms, term, &known);
            value = Value::of_term(&self.terms, term);
        }
        Ok(value)
    }

    /// Returns a feasible concrete value of a term, and records it as a decision to try.
    pub(crate) fn number_to_try(&mut self, state: &mut State<M>, term: Term) -> Step<u64> {
        let Some(solver) = &mut self.solver else {
            return Err(self.violation(state, ViolationKind::Uninitialised));
        };
        let number = match state.path.ahead.pop_front() {
            Some(Decision::Try(number)) => number,
            Some(Decision::Holds(_) | Decision::Summary(_)) => {
                return Err(End::Infeasible);
            }
            None if self.until.is_some() && self.follows.is_none() => return Err(End::Infeasible),
            None => {
                if state.path.witness.is_none() {
                    match solver.feasibility(&mut self.terms, &state.path, Term::TRUE) {
                        Feasibility::Feasible(witness) => state.path.witness = Some(witness),
                        Feasibility::Infeasible => return Err(End::Infeasible),
                        Feasibility::Unknown(why) => {
                            self.undecided(state, &why.to_string());
                            return Err(End::Infeasible);
                        }
                    }
                }
                let witness = state.path.witness.as_ref();
                witness.map_or(0, |witness| witness.number(&self.terms, term))
            }
        };
        let moment = self.moment(state);
        state.path.decided(moment, Decision::Try(number));
        Ok(number)
    }

    /// Assumes a condition.
    /// Implements `ASSUME+` of *SL CPA*.
    pub(crate) fn assume(&mut self, state: &mut State<M>, condition: Term) -> Step<()> {
        if state.path.is_in_any_layout() {
            // The inputs that violate the condition end here, on a path of their own.
            let holds = self.decide_term(state, condition)?;
            return if holds { Ok(()) } else { Err(End::Infeasible) };
        }
        match self.known_on(state, condition) {
            Some(true) => return Ok(()),
            Some(false) => return Err(End::Infeasible),
            None => {}
        }
        let was_here = self.was_here(state);
        let Some(solver) = &mut self.solver else {
            return Err(self.violation(state, ViolationKind::Uninitialised));
        };
        if was_here {
            state.path.assume(&mut self.terms, &mut solver.index, condition);
            return Ok(());
        }
        let witness = match solver.feasibility(&mut self.terms, &state.path, condition) {
            Feasibility::Infeasible => return Err(End::Infeasible),
            Feasibility::Feasible(witness) => Some(witness),
            Feasibility::Unknown(_) => None,
        };
        state.path.witness = witness;
        state.path.assume(&mut self.terms, &mut solver.index, condition);
        self.note_choice(state);
        Ok(())
    }

    /// Assumes the negation of a condition: another state covers the inputs that satisfy the condition.
    pub(crate) fn drop_inputs_of_others(
        &mut self,
        state: &mut State<M>,
        condition: Term,
    ) -> Step<()> {
        let not = self.terms.not(condition);
        let Some(solver) = self.solver.as_mut().filter(|_| condition != Term::FALSE) else {
            return Ok(());
        };
        if state.path.ahead.is_empty() {
            match solver.feasibility(&mut self.terms, &state.path, not) {
                Feasibility::Infeasible => return Err(End::Covered),
                Feasibility::Feasible(witness) => state.path.witness = Some(witness),
                Feasibility::Unknown(_) => state.path.witness = None,
            }
        }
        state.path.assume(&mut self.terms, &mut solver.index, not);
        Ok(())
    }

    /// Requires a condition. An input that violates it is a violation, or undefined behaviour if the property was
    /// not selected. The path goes on with the inputs that satisfy the condition.
    pub(crate) fn require(
        &mut self,
        state: &mut State<M>,
        condition: Term,
        property: Property,
        wrong: impl FnOnce(&mut Self, &State<M>, &Witness) -> Wrong,
    ) -> Step<()> {
        if state.path.is_in_any_layout() {
            if self.decide_term(state, condition)? {
                return Ok(());
            }
            let (kind, notes) = wrong(self, state, &Witness::new(Rc::default()));
            return Err(self.violation_with(state, kind, notes));
        }
        let known = self.known_on(state, condition);
        if known == Some(true) {
            return Ok(());
        }
        // No input goes on from here.
        let ends = known == Some(false) && !self.options.properties.has(property);
        if self.solver.is_none() || ends {
            let nothing = Witness::new(Rc::default());
            let (kind, notes) = match known {
                Some(_) => wrong(self, state, &nothing),
                None => (ViolationKind::Uninitialised, Vec::new()),
            };
            return Err(self.violation_with(state, kind, notes));
        }
        if !self.repeats(state)
            && !self.is_known_undefined(state, property)
            && self.look_for(state, condition, wrong)?
        {
            self.learn(state, condition);
            return Ok(());
        }
        self.assume(state, condition)
    }

    /// Whether a property was not selected, and an input that violates it here is known.
    fn is_known_undefined(&self, state: &State<M>, property: Property) -> bool {
        let mut known = self.known_undefined.iter().filter(|(it, _)| *it == property);
        // The list is empty most of the time, and the site of a state is expensive to compute.
        if self.options.properties.has(property) || known.clone().next().is_none() {
            return false;
        }
        let here = self.program().own_site(self.site(state), &self.calls(state));
        known.any(|(_, site)| *site == here)
    }

    /// Asks for an input that violates a condition, and records the violation; returns `true` if there is none.
    fn look_for(
        &mut self,
        state: &mut State<M>,
        condition: Term,
        wrong: impl FnOnce(&mut Self, &State<M>, &Witness) -> Wrong,
    ) -> Step<bool> {
        let not = self.terms.not(condition);
        let Some(solver) = &mut self.solver else { return Ok(false) };
        match solver.feasibility(&mut self.terms, &state.path, not) {
            Feasibility::Infeasible => Ok(true),
            Feasibility::Feasible(witness) => {
                let (kind, notes) = wrong(self, state, &witness);
                let End::Violation(finding) = self.violation_with(state, kind, notes) else {
                    return Ok(false);
                };
                self.report(state, *finding, not, witness);
                Ok(false)
            }
            Feasibility::Unknown(why) => {
                self.undecided(state, &why.to_string());
                Ok(false)
            }
        }
    }

    /// Goes on with the inputs that satisfy a condition; the program ends for the others, as by `abort`.
    pub(crate) fn abort_unless(&mut self, state: &mut State<M>, condition: Term) -> Step<()> {
        let matters = self.options.properties.has(Property::ValidMemtrack)
            || self.options.properties.has(Property::ValidMemcleanup);
        if !matters && self.known(condition).is_none() {
            // No property that is checked depends on the end of the program.
            return self.assume(state, condition);
        }
        match self.decide_term(state, condition)? {
            true => Ok(()),
            false => Err(self.ends_here(state, End::Abort)),
        }
    }

    /// Replaces the end of a path by `abort`, where it is a violation whose property was not selected and which
    /// aborts.
    pub(crate) fn as_selected(&self, state: &mut State<M>, end: End) -> End {
        match end {
            End::Violation(it)
                if !self.is_selected(&it.kind)
                    && it.kind.when_unselected() == Continuation::Aborts =>
            {
                state.last = (it.site, it.calls);
                End::Abort
            }
            end => end,
        }
    }

    /// Whether violations of a kind are reported.
    pub(crate) fn is_selected(&self, kind: &ViolationKind) -> bool {
        self.options.properties.has(kind.property())
    }

    /// Whether execution goes on where a check fails: its property was not selected, and compilers give the
    /// operation a meaning.
    fn ignores(&self, kind: CheckKind) -> bool {
        let kind = ViolationKind::Check(kind);
        !self.is_selected(&kind) && kind.when_unselected() == Continuation::Continues
    }

    /// Returns the checks that have no effect.
    pub(crate) fn ignored_checks(&self) -> Vec<CheckKind> {
        CheckKind::ALL.iter().copied().filter(|&kind| self.ignores(kind)).collect()
    }

    /// Carries out a `check` instruction.
    pub(crate) fn check(
        &mut self,
        state: &mut State<M>,
        kind: CheckKind,
        condition: Operand,
    ) -> Step<()> {
        let condition = match self.get(state, Ty::I1, condition) {
            Value::Bits(bit) if bit & 1 == 1 => return Ok(()),
            value => self.operate().term(Ty::I1, value),
        };
        let finding = ViolationKind::Check(kind);
        let property = finding.property();
        if self.ignores(kind) {
            return Ok(());
        }
        if kind == CheckKind::Bounds && self.solver.is_some() && !state.path.is_in_any_layout() {
            return self.look_for_bounds(state, condition);
        }
        self.require(state, condition, property, |_, _, _| (finding, Vec::new()))
    }

    /// Looks for an index out of the bounds of an array. Such an access may still lie inside of the object, so
    /// the path goes on with all inputs: the access itself is checked where it happens.
    fn look_for_bounds(&mut self, state: &mut State<M>, condition: Term) -> Step<()> {
        let known = self.known_on(state, condition) == Some(true);
        let finding = ViolationKind::Check(CheckKind::Bounds);
        if !known
            && !self.repeats(state)
            && self.look_for(state, condition, |_, _, _| (finding, Vec::new()))?
        {
            self.learn(state, condition);
        }
        Ok(())
    }

    /// Records a cut: the solver did not decide a query.
    pub(crate) fn undecided(&mut self, state: &State<M>, why: &str) {
        let cut = Cut::Solver(why.to_owned(), self.site(state));
        self.records.cuts.push(cut);
    }

    /// Records a violation; the explorer judges it when the instruction is over. If its property was not asked
    /// for, it is a cut. The witness takes the path and satisfies the condition.
    pub(crate) fn report(
        &mut self,
        state: &State<M>,
        violation: Violation,
        condition: Term,
        witness: Rc<Witness>,
    ) {
        if state.path.is_in_any_layout() {
            return;
        }
        if !self.is_selected(&violation.kind) {
            debug_assert_eq!(
                violation.kind.when_unselected(),
                Continuation::Undefined,
                "the others have a meaning"
            );
            let undefined = self.undefined(&violation);
            return self.records.cuts.push(Cut::Undefined(undefined));
        }
        let state = state.clone();
        self.records.violations.push(WitnessedViolation { state, violation, condition, witness });
    }

    /// Records that the path depends on an input from here on, and where.
    fn note_choice(&mut self, state: &State<M>) {
        if self.records.choices == 0 {
            let frames = std::iter::once(&state.frame).chain(state.callers.iter().rev());
            let places = frames.take(MAX_FRAMES).map(|frame| (frame.function, frame.block));
            self.records.choice_at.clear();
            self.records.choice_at.extend(places);
        }
        self.records.choices += 1;
    }
}
