//! Explores all paths: takes states from a searcher, runs them, and keeps what was found.
//!
//! A path ends by itself, at a limit, or at something unsupported. Every end but the first kind is
//! a cut, and a cut is a reason not to say that the program is right.

use std::collections::BTreeMap;
use std::time::Instant;

use memory::{Memory, Site};

use crate::end::{End, Finding, Limit, Unsupported};
use crate::machine::Machine;
use crate::path::{Decision, Input, InputType};
use crate::search::{Searcher, Waiting};
use crate::state::State;

/// What is explored, and how far.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Paths.
    pub paths: Option<u64>,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Whether all findings are wanted, not only the first.
    pub keep_going: bool,
}

/// A violation, with an input that shows it.
#[derive(Clone, Debug)]
pub struct Found {
    /// What, and where.
    pub finding: Finding,
    /// What the program is given, in order.
    pub inputs: Vec<InputValue>,
    /// The decisions that lead there.
    pub path: Vec<Decision>,
}

/// An input with its value.
#[derive(Clone, Debug)]
pub struct InputValue {
    /// What it is called.
    pub name: String,
    /// Its type.
    pub ty: InputType,
    /// Where it was asked for.
    pub site: Site,
    /// The value.
    pub value: term::Bits,
}

impl InputValue {
    pub(crate) fn of(input: &Input, value: term::Bits) -> InputValue {
        InputValue { name: input.name.clone(), ty: input.ty.clone(), site: input.site, value }
    }
}

/// A reason why something may have been missed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cut {
    /// A limit was reached.
    Limit(Limit),
    /// Something is not supported.
    Unsupported(Box<Unsupported>),
    /// The solver did not know: why, and where it was asked.
    Solver(String, Site),
    /// The exploration was stopped from outside.
    Interrupted,
}

/// What an exploration came to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Violations, each place and kind once.
    pub found: Vec<Found>,
    /// Reasons why something may have been missed, each once, with how often.
    pub cuts: Vec<(Cut, u64)>,
    /// Paths that ended, of any kind.
    pub paths: u64,
    /// Instructions.
    pub instructions: u64,
    /// Functions without a body whose results were taken as unknown.
    pub assumed: BTreeMap<String, Site>,
}

impl Outcome {
    /// Adds a reason.
    pub fn cut(&mut self, cut: Cut) {
        match self.cuts.iter_mut().find(|(other, _)| *other == cut) {
            Some((_, count)) => *count += 1,
            None => self.cuts.push((cut, 1)),
        }
    }
}

impl<M: Memory> Waiting for State<M> {
    fn visits(&self) -> u64 {
        self.visits
    }
}

/// Something to look at while an exploration runs.
pub trait Observer {
    /// Called now and then: paths that ended, states that wait.
    fn progress(&mut self, outcome: &Outcome, waiting: usize);
}

/// Nobody looks.
impl Observer for () {
    fn progress(&mut self, _: &Outcome, _: usize) {}
}

impl<M: Memory> Machine<'_, M> {
    /// Explores everything from a state on.
    pub fn explore(
        &mut self,
        first: State<M>,
        searcher: &mut dyn Searcher<State<M>>,
        bounds: &Bounds,
        observer: &mut dyn Observer,
    ) -> Outcome {
        self.first = Some(first.clone());
        searcher.put(first);
        self.keep_going = bounds.keep_going;
        let turn = searcher.turn();
        while let Some(mut state) = searcher.next() {
            if let Some(cut) = self.must_stop(bounds) {
                self.outcome.cut(cut);
                break;
            }
            let before = state.steps;
            self.forks_left = turn.forks;
            self.turn_ends = match searcher.waiting() {
                0 => u64::MAX,
                _ => before.saturating_add(turn.steps),
            };
            let end = self.run(&mut state);
            self.outcome.instructions += state.steps - before;
            self.forks.drain(..).for_each(|fork| searcher.put(fork));
            if end == End::Paused {
                searcher.put(state);
            } else if self.ended(&mut state, end) {
                break;
            }
            observer.progress(&self.outcome, searcher.waiting());
        }
        std::mem::take(&mut self.outcome)
    }

    /// Why no further state is to be run.
    fn must_stop(&self, bounds: &Bounds) -> Option<Cut> {
        if self.interrupted() {
            return Some(Cut::Interrupted);
        }
        if bounds.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Cut::Limit(Limit::Time));
        }
        let enough = bounds.paths.is_some_and(|most| self.outcome.paths >= most);
        enough.then_some(Cut::Limit(Limit::Paths))
    }

    /// Takes note of how a state ended; `true` if the exploration is over.
    pub(crate) fn ended(&mut self, state: &mut State<M>, end: End) -> bool {
        let mut end = end;
        if !matches!(end, End::Forked | End::Paused | End::Infeasible) {
            self.outcome.paths += 1;
        }
        if !matches!(end, End::Forked | End::Paused | End::Infeasible | End::Stop) {
            // Where one finding is enough, no other is looked for.
            if end != End::Stop
                && let Err(other) = self.check_end(state, &end)
            {
                end = other;
            }
        }
        match end {
            End::Exit(_) | End::Abort | End::Forked | End::Paused | End::Infeasible => {}
            End::Stop => return true,
            End::Finding(finding) => {
                if let Err(End::Stop) = self.found_at_end(state, *finding) {
                    return true;
                }
            }
            End::Unsupported(unsupported) => self.outcome.cut(Cut::Unsupported(unsupported)),
            End::Limit(limit) => self.outcome.cut(Cut::Limit(limit)),
            End::Interrupted => {
                self.outcome.cut(Cut::Interrupted);
                return true;
            }
        }
        false
    }
}
