//! Loops in one step: a state that stands for any number of rounds.
//!
//! A state comes to the header of a loop that has forked before. One round is run on a copy, and from
//! what changed it is guessed what any number of rounds leaves (`template`) and when they can be made
//! (`invariant`). If the guess can be proved (`proof`), the state is replaced by one that has made `k`
//! rounds, where `k` is a new symbol. It goes on as any other state: all ways out of the loop and all
//! checks within are looked at, after an arbitrary number of rounds. Where it comes back to the header
//! by the way that was proved, it has made `k+1` rounds, which is among what it stands for: it ends
//! there. Nothing is approximated, and what does not fit goes on round by round.
//!
//! This is compact symbolic execution (Slaby, Strejček and Trtík, ATVA 2013), with these departures:
//! 1. A template is made for a state, not for a program, and for one cyclic path at a time, the one
//!    that can be taken from there. Other ways round come to the header as states of their own.
//! 2. Conditions for all rounds have no quantifier: they are said by a closed form, or it does not fit.
//! 3. Memory is part of it: writes at places that move become a multi-write (*SEGY*, section 3).
//!
//! A path notes where this was done (`Decision::Rounds`), so that it is repeated at the same place.

mod invariant;
mod numbers;
mod proof;
mod round;
mod search;
mod template;

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use ir::{BlockId, FuncId};
use memory::{Memory, Site, Value};
use term::Term;

use crate::explore::Explorer;
use crate::findings::end::End;
use crate::findings::outcome::Outcome;
use crate::findings::property::Property;
use crate::machine::Step;
use crate::program::decode::Op;
use crate::solve::path_solver::PathSolver;
use crate::state::frames::{State, UNWRITTEN};
use crate::state::marks::{Mark, Rounds};
use crate::state::path::Decision;
use search::OneStep;

/// After so many attempts in a row that came to nothing, a loop is left alone.
const PATIENCE: u64 = 4;
/// After so many choices in the body of a loop, the loop is looked at even if its end is no choice.
const MANY_CHOICES: u32 = 1 << 10;
/// After so many times in one step it is looked whether that pays.
const ENOUGH: u64 = 16;
/// A question about many rounds that is harder than this is not worth its answer: one round may be easy.
const MAX_CONFLICTS: u64 = 20_000;
/// What the queries of one attempt may cost, in labour (`Machine::labour`): some seconds, many times what an attempt that
/// succeeds takes, but for those after thousands of unrolled iterations. An interrupt ends an attempt earlier.
const MAX_LABOUR: u64 = 1 << 28;

/// Why a loop is not done in one step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MisfitKind {
    /// A round does something that has no closed form: it allocates, is given something, and so on.
    Effect,
    /// No way leads round that all rounds could take.
    Way,
    /// A loop within goes round as often as an input says.
    Inner,
    /// A round is too long.
    Long,
    /// A round depends on where blocks lie in memory.
    Layout,
    /// A variable changes in a way that has no closed form.
    Register,
    /// A place that is written to does not move by the same step in each round.
    Place,
    /// What is written is a pointer, or has no closed form.
    Stored,
    /// Writes of one round may meet those of another.
    Overlap,
    /// A condition that held in the last round need not have held in all before.
    Condition,
    /// The memory model needs to know places and numbers.
    Model,
    /// No guess came true.
    Unsettled,
    /// The solver did not know.
    Solver,
    /// The attempt took more labour than it may.
    Labour,
}

/// Why, and where.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Misfit {
    /// What does not fit.
    pub what: MisfitKind,
    /// The instruction.
    pub site: Site,
}

/// What is found out about a loop, if it fits.
type Fit<T> = Result<T, Misfit>;

/// What became of one loop of the program.
#[derive(Clone, Default, Debug)]
pub struct LoopReport {
    /// How often it was done in one step.
    pub done: u64,
    /// How often a state came back that was among those it stood for.
    pub covered: u64,
    /// Why it was not, and how often.
    pub misfits: BTreeMap<Misfit, u64>,
}

impl LoopReport {
    /// Whether the rounds of this loop are few: hardly any state came back that could be left out.
    fn is_in_vain(&self) -> bool {
        self.done >= ENOUGH && self.covered < self.done / 2
    }
}

impl LoopReport {
    /// Adds what another machine came to.
    pub fn add(&mut self, other: &LoopReport) {
        self.done += other.done;
        self.covered += other.covered;
        for (&why, count) in &other.misfits {
            *self.misfits.entry(why).or_default() += count;
        }
    }
}

/// The loops of the program.
#[derive(Default)]
pub struct Loops {
    /// Whether loops are done in one step where they can.
    pub compact: bool,
    /// How many choices there were in the bodies of loops.
    choices: HashMap<(FuncId, BlockId), u32>,
    /// The loops that have forked.
    forked: HashMap<(FuncId, BlockId), Forked>,
    /// Whether a round is being tried.
    trying: bool,
    /// The labour up to which it is.
    until: u64,
    /// A symbol for the distance of a place from a pointer.
    distance: Option<Term>,
    /// What became of them, by where their headers stand.
    pub reports: BTreeMap<Site, LoopReport>,
}

/// A loop that has forked.
struct Forked {
    /// Attempts that came to nothing since the last one that did not.
    failures: u64,
    /// What `fast` does at its header; where it stops instead, so that the header is seen.
    first: Op,
}

impl Loops {
    /// Whether a round is being tried, by a state that nobody waits for.
    pub(crate) fn is_trying(&self) -> bool {
        self.trying
    }
}

impl<M> State<M> {
    /// Whether a loop was done in one step after so many decisions.
    pub(crate) fn made_rounds_since(&self, decided: usize) -> bool {
        let decisions = self.path.decisions.items_since(decided);
        decisions.into_iter().any(|it| matches!(it, Decision::Rounds(_)))
    }

    /// It became one with another: it comes back to no loop as it was.
    pub(crate) fn forget_rounds(&mut self) {
        let frames = self.callers.iter_mut().chain([&mut self.frame]);
        frames.for_each(|frame| frame.loops = Rounds::default());
    }
}

impl<M: Memory> Explorer<'_, M> {
    /// What a state did depended on its inputs: the loop that it is in is worth looking at, if it is its number of
    /// iterations that does. A loop whose number of iterations is known is rather not made one of an unknown number.
    pub(crate) fn note_choices_in_loop(&mut self, choices: u32) {
        // Whether a value was never written is seen by its term, and that of many rounds has all of them.
        let apart = self.machine.limits.unwind.is_some()
            || self.machine.properties.has(Property::Initialised);
        if !self.loops.compact || apart || self.loops.trying {
            return;
        }
        let places = std::mem::take(&mut self.machine.notes.choice_at);
        for (calls, (function, block)) in places.into_iter().enumerate() {
            let found = self.machine.loops_of(function);
            let Some(around) = found.iter().find(|it| it.contains(block)) else { continue };
            let key = (function, around.header);
            let known = self.loops.choices.entry(key).or_default();
            *known = known.saturating_add(choices);
            // What a call decides is often what it returns.
            if calls > 0 || around.may_leave(block) || *known >= MANY_CHOICES {
                self.stop_at(function, around.header);
            }
            return;
        }
    }

    /// From now on, states stop at a header.
    fn stop_at(&mut self, function: FuncId, header: BlockId) {
        if self.loops.forked.contains_key(&(function, header)) {
            return;
        }
        let first = self.replace_first(function, header, Op::General);
        self.loops.forked.insert((function, header), Forked { failures: 0, first });
    }

    /// Puts another operation at the start of a block; gives the one that was there.
    fn replace_first(&mut self, function: FuncId, block: BlockId, op: Op) -> Op {
        let code = Rc::make_mut(&mut self.machine.code[function.index()]);
        std::mem::replace(&mut code.blocks[block.index()][0], op)
    }

    /// A state is before the first instruction of a block. If that is the header of a loop, it may have
    /// been there before, or become one that stands for many.
    pub(crate) fn at_block(&mut self, state: &mut State<M>) -> Step<()> {
        // A fork that starts over at the first instruction did not come here anew.
        let again = state.frame.loops.arrived == Some(state.steps);
        // Who follows one input takes each round for itself.
        if again || self.loops.trying || state.path.guide.is_some() {
            return Ok(());
        }
        let header = state.frame.block;
        let repeated = match state.path.ahead.front() {
            Some(Decision::Rounds(steps)) => Some(*steps == state.steps),
            Some(_) => Some(false),
            None => None,
        };
        let key = (state.frame.function, header);
        if repeated != Some(true) && !self.loops.forked.contains_key(&key) {
            return Ok(());
        }
        state.frame.loops.arrived = Some(state.steps);
        self.leave_covered(state)?;
        match repeated {
            Some(true) => {
                state.path.ahead.pop_front();
                self.stop_at(key.0, key.1);
                // What was proved once is proved again, unless the solver gave up this time.
                self.compacted(state).map_err(|_| match self.machine.interrupted() {
                    true => End::Interrupted,
                    false => End::Infeasible,
                })
            }
            Some(false) => Ok(()),
            None => {
                self.try_to_compact(state);
                Ok(())
            }
        }
    }

    /// Ends a state that comes back to a header by the way that was proved; where it may have made more
    /// rounds than the proof speaks of, it goes on with these.
    fn leave_covered(&mut self, state: &mut State<M>) -> Step<()> {
        let header = state.frame.block;
        let marks = &mut state.frame.loops.marks;
        let Some(position) = marks.iter().position(|mark| mark.header == header) else {
            return Ok(());
        };
        let mark = marks.remove(position);
        let decided = state.path.decisions.items_since(mark.decided);
        if state.steps != mark.returns || decided.into_iter().ne(&mark.way) {
            return Ok(());
        }
        let site = self.machine.loaded.sites.site(state.frame.function, header, 0);
        if state.path.ahead.is_empty() {
            self.loops.reports.entry(site).or_default().covered += 1;
        }
        self.machine.drop_inputs_of_others(state, mark.covered)?;
        self.put_number_of_rounds(state, mark.rounds);
        Ok(())
    }

    /// Where a number of rounds can be only one, registers are what they are then.
    fn put_number_of_rounds(&mut self, state: &mut State<M>, rounds: Term) {
        let Some(witness) = state.path.witness.clone() else { return };
        let number = witness.number(&self.machine.terms, rounds);
        let number = self.machine.terms.word(self.machine.terms.width(rounds), number);
        if !self.are_equal(&state.path, rounds, number) {
            return;
        }
        for index in state.frame.base..state.registers.len() {
            if let Value::Term(term) = state.registers[index] {
                let known = self.with_rounds(term, rounds, number);
                state.registers[index] = match state.registers[index] {
                    UNWRITTEN => UNWRITTEN,
                    _ => Value::of_term(&self.machine.terms, known),
                };
            }
        }
    }

    /// Does a loop in one step, if it fits; otherwise keeps why.
    fn try_to_compact(&mut self, state: &mut State<M>) {
        let key = (state.frame.function, state.frame.block);
        let site = self.machine.loaded.sites.site(key.0, key.1, 0);
        let given_up = self.loops.forked.get(&key).is_none_or(|it| it.failures >= PATIENCE);
        let in_vain = self.loops.reports.get(&site).is_some_and(LoopReport::is_in_vain);
        // A trace shows what happened, and decides nothing by itself.
        if given_up || in_vain || self.machine.log.is_some() {
            return;
        }
        let fit = self.compacted(state);
        let report = self.loops.reports.entry(site).or_default();
        let Some(forked) = self.loops.forked.get_mut(&key) else { return };
        match fit {
            Ok(()) => {
                report.done += 1;
                forked.failures = 0;
            }
            Err(why) => {
                *report.misfits.entry(why).or_default() += 1;
                forked.failures += 1;
                if forked.failures >= PATIENCE {
                    let first = forked.first;
                    self.replace_first(key.0, key.1, first);
                }
            }
        }
    }

    /// Replaces a state at a header by one that stands for any number of rounds.
    fn compacted(&mut self, state: &mut State<M>) -> Fit<()> {
        self.loops.trying = true;
        // What is tried is no part of what is told or counted.
        let (log, counts) = (self.machine.log.take(), self.machine.names.counts);
        let limit = self.machine.solver.as_mut().map(|solver| {
            solver.set_budget(Some(MAX_LABOUR));
            solver.limit_conflicts(MAX_CONFLICTS)
        });
        self.loops.until = self.labour().saturating_add(MAX_LABOUR);
        let found = self.quietly(|explorer| explorer.one_step(state));
        let found =
            found.map_err(|why| Misfit { what: self.why_ended().unwrap_or(why.what), ..why });
        if let (Some(solver), Some(limit)) = (&mut self.machine.solver, limit) {
            solver.set_limits(limit);
            solver.set_budget(None);
        }
        (self.machine.log, self.machine.names.counts) = (log, counts);
        self.loops.trying = false;
        let OneStep { template, invariant, way, steps, covered } = found?;
        let mut next = self.generalised(state, &template)?;
        next.path = self.assuming(&state.path, &invariant);
        next.path.noted(Decision::Rounds(state.steps));
        let decided = next.path.decisions.len();
        let (header, returns, rounds) = (state.frame.block, state.steps + steps, template.rounds);
        let mark = Mark { header, returns, decided, way, rounds, covered };
        next.frame.loops.marks.push(Rc::new(mark));
        *state = next;
        if let Some(log) = &mut self.machine.log {
            log.rounds = Some(template.rounds);
        }
        Ok(())
    }

    /// Why an attempt is not to go on, if it is not: its labour is used up, or somebody asked to stop.
    fn why_ended(&self) -> Option<MisfitKind> {
        if self.machine.interrupted() {
            return Some(MisfitKind::Solver);
        }
        let spent = self.machine.solver.as_ref().is_some_and(PathSolver::is_spent);
        (spent || self.labour() >= self.loops.until).then_some(MisfitKind::Labour)
    }

    /// Does something whose findings, forks and cuts are nobody's.
    pub(crate) fn quietly<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let forks = std::mem::take(&mut self.forks);
        let outcome = self.replace_outcome(Outcome::default());
        let notes = std::mem::take(&mut self.machine.notes);
        let (keep_going, forks_left) = (self.keep_going, self.forks_left);
        (self.keep_going, self.forks_left) = (true, u64::MAX);
        let result = work(self);
        (self.forks, self.machine.notes) = (forks, notes);
        self.replace_outcome(outcome);
        (self.keep_going, self.forks_left) = (keep_going, forks_left);
        result
    }
}
