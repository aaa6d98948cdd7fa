//! Loop summaries: replaces a state at a loop header by one state that stands for any number of iterations.
//!
//! A state arrives at the header of a loop that has forked before. The explorer runs one iteration on a
//! copy of the state. From the changes it guesses the state after any number of iterations (`template`) and
//! the condition under which that many iterations are feasible (`invariant`). If the solver proves the
//! guess (`proof`), a state after `k` iterations replaces the state at the header; `k` is a new symbol. The
//! new state continues like any other: all exits of the loop and all checks of its body are explored after
//! an arbitrary number of iterations. Where the new state arrives at the header again along the path that
//! was proved, it has completed `k+1` iterations, which the summary covers: its path ends. A summary
//! approximates nothing, and a loop that does not fit is unrolled.
//!
//! The method is compact symbolic execution (Slabý, Strejček and Trtík, ATVA 2013), with these departures:
//! 1. A template belongs to a state, not to a program, and to one cyclic path at a time: one that is
//!    feasible from that state. Other cyclic paths arrive at the header as states of their own.
//! 2. Conditions on all iterations have no quantifier: they have a closed form, or the loop does not fit.
//! 3. Memory is part of the summary: writes whose address moves become a multi-write (*SEGY*, section 3).
//!
//! A path records where a loop was summarised (`Decision::Summary`), so that a replay summarises the loop at
//! the same step. Merging (`merge`), traces (`trace`) and the search for the statement of a leak (`leaks`)
//! rely on this record. This folder knows neither the search order nor the number of workers.

mod invariant;
mod iteration;
mod numbers;
mod proof;
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
use crate::state::frames::{State, UNINITIALISED};
use crate::state::marks::{LoopMarks, Mark};
use crate::state::path::Decision;
use search::ProvedSummary;

/// The number of failed attempts in a row after which a loop is unrolled for good.
const PATIENCE: u64 = 4;
/// The number of symbolic choices in a loop body after which the explorer tries to summarise the loop even
/// if no choice decides whether the loop is left.
const MANY_CHOICES: u32 = 1 << 10;
/// The number of summaries of a loop after which the explorer tests whether they pay off.
const ENOUGH: u64 = 16;
/// The limit on the conflicts of a query about many iterations. Above it the answer is not worth the
/// effort: one iteration may be easy.
const MAX_CONFLICTS: u64 = 20_000;
/// The budget of the queries of one attempt, in effort (`Explorer::effort`): some seconds, many times what
/// an attempt that succeeds takes, except for attempts after thousands of unrolled iterations. An interrupt
/// ends an attempt earlier.
const MAX_EFFORT: u64 = 1 << 28;

/// Reasons why a loop is not summarised.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MisfitKind {
    /// An iteration has an effect without a closed form: it allocates, reads an input, and so on.
    Effect,
    /// No cyclic path exists that all iterations could take.
    CyclicPath,
    /// The number of iterations of an inner loop depends on an input.
    Inner,
    /// An iteration has too many instructions.
    Long,
    /// An iteration is layout-dependent.
    Layout,
    /// The value of a variable has no closed form.
    Register,
    /// The address of a store does not move by the same stride in each iteration.
    Place,
    /// The stored value is a pointer, or has no closed form.
    Stored,
    /// Writes of one iteration may overlap those of another.
    Overlap,
    /// A condition that held in the last iteration need not have held in all iterations before.
    Condition,
    /// The memory model needs concrete addresses and values.
    Model,
    /// No guess became stable.
    Unsettled,
    /// The solver returned unknown.
    Solver,
    /// The attempt exceeded its budget.
    Budget,
}

/// A reason why a loop does not fit, with its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Misfit {
    /// The reason.
    pub what: MisfitKind,
    /// The instruction at fault.
    pub site: Site,
}

/// The result of a step of an attempt, or the reason why the loop does not fit.
type Fit<T> = Result<T, Misfit>;

/// Statistics of one loop of the program.
#[derive(Clone, Default, Debug)]
pub struct LoopReport {
    /// The number of summaries of the loop.
    pub summaries: u64,
    /// The number of states that arrived at the header again and were covered by a summary.
    pub covered: u64,
    /// The reasons why the loop was unrolled, with their counts.
    pub misfits: BTreeMap<Misfit, u64>,
}

impl LoopReport {
    /// Returns whether the summaries of this loop do not pay off: hardly any state was covered.
    fn is_in_vain(&self) -> bool {
        self.summaries >= ENOUGH && self.covered < self.summaries / 2
    }
}

impl LoopReport {
    /// Adds the statistics of another explorer.
    pub fn add(&mut self, other: &LoopReport) {
        self.summaries += other.summaries;
        self.covered += other.covered;
        for (&why, count) in &other.misfits {
            *self.misfits.entry(why).or_default() += count;
        }
    }
}

/// The loops of the program.
#[derive(Default)]
pub struct Loops {
    /// The number of symbolic choices in the body of each loop.
    choices: HashMap<(FuncId, BlockId), u32>,
    /// The loops that have forked.
    forked: HashMap<(FuncId, BlockId), Forked>,
    /// Whether an attempt runs an iteration.
    trying: bool,
    /// The effort at which the current attempt ends.
    until: u64,
    /// The symbol for the distance of an address from the lowest address of a multi-write.
    distance: Option<Term>,
    /// Statistics, by the site of the loop header.
    pub reports: BTreeMap<Site, LoopReport>,
}

/// A loop that has forked.
struct Forked {
    /// The failed attempts since the last successful one.
    failures: u64,
    /// The decoded operation at the loop header. `Op::General` replaces it, so that decoded code stops
    /// there and the explorer sees the header.
    first: Op,
}

impl Loops {
    /// Returns whether an attempt runs an iteration, on a copy of a state that is not explored.
    pub(crate) fn is_trying(&self) -> bool {
        self.trying
    }
}

impl<M> State<M> {
    /// Returns whether a loop was summarised after the first `decided` decisions.
    pub(crate) fn has_summary_since(&self, decided: usize) -> bool {
        let decisions = self.path.decisions.items_since(decided);
        decisions.into_iter().any(|it| matches!(it, Decision::Summary(_)))
    }

    /// Forgets the loops of all frames: after a merge, no summary covers the state when it arrives at a
    /// header.
    pub(crate) fn forget_rounds(&mut self) {
        let frames = self.callers.iter_mut().chain([&mut self.frame]);
        frames.for_each(|frame| frame.loops = LoopMarks::default());
    }
}

impl<M: Memory> Explorer<'_, M> {
    /// Records symbolic choices in the loop around them, and selects the loop for summaries if a choice
    /// decides its number of iterations. A loop whose number of iterations is concrete stays as it is: a
    /// summary would make that number symbolic.
    pub(crate) fn note_choices_in_loop(&mut self, choices: u32) {
        // An uninitialised value is recognised by its term, and the term of a summary contains the values
        // of all iterations.
        let apart = self.machine.options.limits.unwind.is_some()
            || self.machine.options.properties.has(Property::Initialised);
        if !self.machine.options.summarise_loops || apart || self.loops.trying {
            return;
        }
        let places = std::mem::take(&mut self.machine.records.choice_at);
        for (calls, (function, block)) in places.into_iter().enumerate() {
            let found = self.machine.loops_of(function);
            let Some(around) = found.iter().find(|it| it.contains(block)) else { continue };
            let key = (function, around.header);
            let known = self.loops.choices.entry(key).or_default();
            *known = known.saturating_add(choices);
            // A choice within a call often decides the value that the call returns.
            if calls > 0 || around.may_leave(block) || *known >= MANY_CHOICES {
                self.stop_at(function, around.header);
            }
            return;
        }
    }

    /// Makes states stop at a loop header from now on.
    fn stop_at(&mut self, function: FuncId, header: BlockId) {
        if self.loops.forked.contains_key(&(function, header)) {
            return;
        }
        let first = self.replace_first(function, header, Op::General);
        self.loops.forked.insert((function, header), Forked { failures: 0, first });
    }

    /// Replaces the operation at the start of a block; returns the former one.
    fn replace_first(&mut self, function: FuncId, block: BlockId, op: Op) -> Op {
        let code = Rc::make_mut(&mut self.machine.code[function.index()]);
        std::mem::replace(&mut code.blocks[block.index()][0], op)
    }

    /// Handles a state before the first instruction of a block. If the block is the header of a loop that
    /// forked, the state may be covered by a summary, or is summarised itself.
    pub(crate) fn at_block(&mut self, state: &mut State<M>) -> Step<()> {
        // A fork that restarts at the first instruction did not arrive anew.
        let again = state.frame.loops.arrived == Some(state.steps);
        // A state that follows one input makes each iteration separately.
        if again || self.loops.trying || state.path.guide.is_some() {
            return Ok(());
        }
        let header = state.frame.block;
        let repeated = match state.path.ahead.front() {
            Some(Decision::Summary(steps)) => Some(*steps == state.steps),
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
                // A summary that was proved once is proved again, unless the solver was interrupted this
                // time.
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

    /// Ends a state that arrives at a header again along the path that was proved; if it may have made more
    /// iterations than the proof covers, the state continues with those.
    fn leave_covered(&mut self, state: &mut State<M>) -> Step<()> {
        let header = state.frame.block;
        let marks = &mut state.frame.loops.marks;
        let Some(position) = marks.iter().position(|mark| mark.header == header) else {
            return Ok(());
        };
        let mark = marks.remove(position);
        let decided = state.path.decisions.items_since(mark.decided);
        if state.steps != mark.returns || decided.into_iter().ne(&mark.decisions) {
            return Ok(());
        }
        let site = self.machine.loaded.sites.site(state.frame.function, header, 0);
        if state.path.ahead.is_empty() {
            self.loops.reports.entry(site).or_default().covered += 1;
        }
        self.machine.drop_inputs_of_others(state, mark.covered)?;
        self.put_number_of_iterations(state, mark.iterations);
        Ok(())
    }

    /// Substitutes the number of iterations in registers where the path allows only one.
    fn put_number_of_iterations(&mut self, state: &mut State<M>, iterations: Term) {
        let Some(witness) = state.path.witness.clone() else { return };
        let number = witness.number(&self.machine.terms, iterations);
        let number = self.machine.terms.word(self.machine.terms.width(iterations), number);
        if !self.are_equal(&state.path, iterations, number) {
            return;
        }
        for index in state.frame.base..state.registers.len() {
            if let Value::Term(term) = state.registers[index] {
                let known = self.with_iterations(term, iterations, number);
                state.registers[index] = match state.registers[index] {
                    UNINITIALISED => UNINITIALISED,
                    _ => Value::of_term(&self.machine.terms, known),
                };
            }
        }
    }

    /// Summarises a loop if it fits; otherwise records the reason.
    fn try_to_compact(&mut self, state: &mut State<M>) {
        let key = (state.frame.function, state.frame.block);
        let site = self.machine.loaded.sites.site(key.0, key.1, 0);
        let given_up = self.loops.forked.get(&key).is_none_or(|it| it.failures >= PATIENCE);
        let in_vain = self.loops.reports.get(&site).is_some_and(LoopReport::is_in_vain);
        // A trace reports a path and makes no choice of its own.
        if given_up || in_vain || self.machine.log.is_some() {
            return;
        }
        let fit = self.compacted(state);
        let report = self.loops.reports.entry(site).or_default();
        let Some(forked) = self.loops.forked.get_mut(&key) else { return };
        match fit {
            Ok(()) => {
                report.summaries += 1;
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

    /// Replaces a state at a header by one that stands for any number of iterations.
    fn compacted(&mut self, state: &mut State<M>) -> Fit<()> {
        self.loops.trying = true;
        // An attempt is neither traced nor counted.
        let (log, counts) = (self.machine.log.take(), self.machine.names.counts);
        let limit = self.machine.solver.as_mut().map(|solver| {
            solver.set_budget(Some(MAX_EFFORT));
            solver.limit_conflicts(MAX_CONFLICTS)
        });
        self.loops.until = self.effort().saturating_add(MAX_EFFORT);
        let found = self.quietly(|explorer| explorer.proved_summary(state));
        let found =
            found.map_err(|why| Misfit { what: self.why_ended().unwrap_or(why.what), ..why });
        if let (Some(solver), Some(limit)) = (&mut self.machine.solver, limit) {
            solver.set_limits(limit);
            solver.set_budget(None);
        }
        (self.machine.log, self.machine.names.counts) = (log, counts);
        self.loops.trying = false;
        let ProvedSummary { template, invariant, decisions, steps, covered } = found?;
        let mut next = self.generalised(state, &template)?;
        next.path = self.assuming(&state.path, &invariant);
        next.path.noted(Decision::Summary(state.steps));
        let decided = next.path.decisions.len();
        let (header, returns, iterations) =
            (state.frame.block, state.steps + steps, template.iterations);
        let mark = Mark { header, returns, decided, decisions, iterations, covered };
        next.frame.loops.marks.push(Rc::new(mark));
        *state = next;
        if let Some(log) = &mut self.machine.log {
            log.iterations = Some(template.iterations);
        }
        Ok(())
    }

    /// Returns why an attempt must end, if it must: its budget of effort is spent, or it was cancelled.
    fn why_ended(&self) -> Option<MisfitKind> {
        if self.machine.interrupted() {
            return Some(MisfitKind::Solver);
        }
        let spent = self.machine.solver.as_ref().is_some_and(PathSolver::is_spent);
        (spent || self.effort() >= self.loops.until).then_some(MisfitKind::Budget)
    }

    /// Runs `work` and discards its findings, forks and cuts.
    pub(crate) fn quietly<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let forks = std::mem::take(&mut self.forks);
        let outcome = self.replace_outcome(Outcome::default());
        let notes = std::mem::take(&mut self.machine.records);
        let (keep_going, forks_left) = (self.keep_going, self.forks_left);
        (self.keep_going, self.forks_left) = (true, u64::MAX);
        let result = work(self);
        (self.forks, self.machine.records) = (forks, notes);
        self.replace_outcome(outcome);
        (self.keep_going, self.forks_left) = (keep_going, forks_left);
        result
    }
}
