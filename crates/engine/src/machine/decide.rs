//! Decisions: which way a path goes, what must hold for it to go on, and what is found if it does
//! not.
//!
//! Numbers decide by themselves. About a term the solver is asked, and where both answers are
//! possible the state forks: a copy starts over at the current instruction with the other answer
//! given to it beforehand. So an instruction makes its decisions before it changes anything.
//!
//! Without a solver (`vellum run`) a decision on a term is a finding: the value was never set.

use std::rc::Rc;

use ir::{Callee, CheckKind, Instr, Operand, Terminator, Ty};
use memory::{Memory, Site, Value};
use term::{Op, Term};

use crate::findings::end::{End, Limit, Note, Violation, ViolationKind};
use crate::findings::outcome::Cut;
use crate::findings::property::{Property, Unasked};
use crate::machine::notes::WitnessedViolation;
use crate::machine::{Machine, Step};
use crate::solve::path_solver::Feasibility;
use crate::state::frames::{Frame, State};
use crate::state::path::{Decision, Moment, Witness};

/// What is wrong, and other places that belong to it.
pub(crate) type Wrong = (ViolationKind, Vec<(Site, Note)>);

/// So many of the innermost calls are noted where something depends on inputs.
const MAX_FRAMES: usize = 4;

impl<M: Memory> Machine<'_, M> {
    /// The truth of an operand.
    pub(crate) fn decide(&mut self, state: &mut State<M>, condition: Operand) -> Step<bool> {
        match self.get(state, Ty::I1, condition) {
            Value::Bits(bit) => Ok(bit & 1 == 1),
            value => {
                let condition = self.operate().term(Ty::I1, value);
                self.decide_term(state, condition)
            }
        }
    }

    /// The truth of a condition; forks if it can be both.
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
            Some(Decision::Try(_) | Decision::Rounds(_)) => return Err(End::Infeasible),
            None => {}
        }
        if self.until.is_some() {
            // A path that is repeated for another machine has its decisions: this one strayed.
            return Err(End::Infeasible);
        }
        // Also what the path has said before is a decision: whoever repeats the path may know less.
        if let Some(truth) = self.known_on(state, condition) {
            self.take(state, condition, truth, false);
            return Ok(truth);
        }
        if let Some(log) = &mut self.log {
            log.next = Some(condition);
            return Err(End::Limit(Limit::Path));
        }
        let Some(solver) = &mut self.solver else { return Err(End::Infeasible) };
        if self.limits.decisions.is_some_and(|most| state.path.decisions.len() as u64 >= most) {
            return Err(End::Limit(Limit::Decisions));
        }
        let not = self.terms.not(condition);
        // The side of the input at hand is possible; the other one is a question.
        let first = match &state.path.witness {
            Some(witness) => {
                solver.counts.questions += 1;
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

    /// What the terms say by themselves.
    pub(crate) fn known(&self, condition: Term) -> Option<bool> {
        match condition {
            Term::TRUE => Some(true),
            Term::FALSE => Some(false),
            condition => self.terms.domain(condition).decided(),
        }
    }

    /// What the terms say by themselves, or the path has said before.
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

    /// Whether what happens here was looked at before; for a trace, it is looked at again.
    pub(crate) fn repeats(&self, state: &State<M>) -> bool {
        self.was_here(state) && self.log.is_none()
    }

    /// Whether the path came through here before.
    fn was_here(&self, state: &State<M>) -> bool {
        !state.path.ahead.is_empty() || self.until.is_some()
    }

    pub(crate) fn moment(&self, state: &State<M>) -> Moment {
        Moment { steps: state.steps, site: self.site(state).0 }
    }

    /// Goes one way.
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

    /// A condition holds by what was assumed before.
    fn learn(&mut self, state: &mut State<M>, condition: Term) {
        if let Some(solver) = &mut self.solver {
            state.path.learn(&mut self.terms, &mut solver.index.diagrams, condition);
        }
    }

    /// Goes one way; a copy goes the other, with a witness if one is known.
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

    /// Whether the program ends in the block to which a branch leads, as where an assertion fails: what is found there is
    /// not to wait for questions that come after it on the other side.
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

    /// A copy that starts over at the current instruction.
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

    /// How often a place was forked at so far.
    pub(crate) fn visits(&mut self, site: Site) -> u64 {
        let count = self.forked_at.entry(site).or_insert(0);
        *count += 1;
        *count
    }

    /// A value that is no choice between others: the state forks for each. What is known of a value but for which way
    /// was gone is a number again then.
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

    /// A number that a term can be.
    pub(crate) fn number_to_try(&mut self, state: &mut State<M>, term: Term) -> Step<u64> {
        let Some(solver) = &mut self.solver else {
            return Err(self.violation(state, ViolationKind::Uninitialised));
        };
        let number = match state.path.ahead.pop_front() {
            Some(Decision::Try(number)) => number,
            Some(Decision::Holds(_) | Decision::Rounds(_)) => {
                return Err(End::Infeasible);
            }
            None if self.until.is_some() => return Err(End::Infeasible),
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

    /// Goes on only with inputs for which a condition holds.
    /// Implements `ASSUME+` of *SL CPA*.
    pub(crate) fn assume(&mut self, state: &mut State<M>, condition: Term) -> Step<()> {
        if state.path.is_in_any_layout() {
            // Where it does not hold nothing is found, and that must be seen.
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

    /// Goes on only with inputs for which a condition does not hold: for the others there is another state.
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

    /// A condition must hold: if some input breaks it, that is a finding, or undefined behaviour if nobody asked for
    /// the property. The path goes on with the inputs for which it holds.
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
        // Here no input goes on.
        let ends = known == Some(false) && !self.properties.has(property);
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

    /// Whether nobody asked for a property, and it is known that some input breaks it here.
    fn is_known_undefined(&self, state: &State<M>, property: Property) -> bool {
        let mut known = self.known_undefined.iter().filter(|(it, _)| *it == property);
        // Most of the time there is none, and where a state stands takes a while to say.
        if self.properties.has(property) || known.clone().next().is_none() {
            return false;
        }
        let here = self.program().own_site(self.site(state), &self.calls(state));
        known.any(|(_, site)| *site == here)
    }

    /// Looks for an input that breaks a condition, and notes the finding; `true` if there is none.
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

    /// Goes on with the inputs for which a condition holds; with the others the program ends, as by `abort`.
    pub(crate) fn abort_unless(&mut self, state: &mut State<M>, condition: Term) -> Step<()> {
        let matters = self.properties.has(Property::ValidMemtrack)
            || self.properties.has(Property::ValidMemcleanup);
        if !matters && self.known(condition).is_none() {
            // NoHost looks at how the program ends.
            return self.assume(state, condition);
        }
        match self.decide_term(state, condition)? {
            true => Ok(()),
            false => Err(self.ends_here(state, End::Abort)),
        }
    }

    /// The end of a path, as it is if nobody asked for the finding that it ends with.
    pub(crate) fn as_asked(&self, state: &mut State<M>, end: End) -> End {
        match end {
            End::Violation(it)
                if !self.asks_for(&it.kind) && it.kind.unasked() == Unasked::Aborts =>
            {
                state.last = (it.site, it.calls);
                End::Abort
            }
            end => end,
        }
    }

    /// Whether findings of a kind are asked for.
    pub(crate) fn asks_for(&self, kind: &ViolationKind) -> bool {
        self.properties.has(kind.property())
    }

    /// Whether execution goes on where a check fails: nobody asked for it, and compilers give it a meaning.
    fn ignores(&self, kind: CheckKind) -> bool {
        let kind = ViolationKind::Check(kind);
        !self.asks_for(&kind) && kind.unasked() == Unasked::GoesOn
    }

    /// The checks that mean nothing.
    pub(crate) fn ignored_checks(&self) -> Vec<CheckKind> {
        CheckKind::ALL.iter().copied().filter(|&kind| self.ignores(kind)).collect()
    }

    /// A `check` instruction.
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

    /// An index must lie inside of an array. Where it does not the access may still be one inside of the object, so the
    /// path goes on with all inputs: whether the access is valid is asked where it happens.
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

    /// Notes that the solver does not know.
    pub(crate) fn undecided(&mut self, state: &State<M>, why: &str) {
        let cut = Cut::Solver(why.to_owned(), self.site(state));
        self.notes.cuts.push(cut);
    }

    /// Reports a violation that the explorer judges when the instruction is over. If nobody asked for it, it is a reason why
    /// the verdict is not `true`. The witness is for the path and the condition.
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
        if !self.asks_for(&violation.kind) {
            debug_assert_eq!(
                violation.kind.unasked(),
                Unasked::Undefined,
                "the others have a meaning"
            );
            let undefined = self.undefined(&violation);
            return self.notes.cuts.push(Cut::Undefined(undefined));
        }
        let state = state.clone();
        self.notes.violations.push(WitnessedViolation { state, violation, condition, witness });
    }

    /// Notes that what comes next depends on an input, and where.
    fn note_choice(&mut self, state: &State<M>) {
        if self.notes.choices == 0 {
            let frames = std::iter::once(&state.frame).chain(state.callers.iter().rev());
            let places = frames.take(MAX_FRAMES).map(|frame| (frame.function, frame.block));
            self.notes.choice_at.clear();
            self.notes.choice_at.extend(places);
        }
        self.notes.choices += 1;
    }
}
