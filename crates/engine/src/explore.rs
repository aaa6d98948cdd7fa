//! Explores all paths: takes states from a searcher, runs them, and keeps what was found.
//!
//! A path ends by itself, at a limit, or at something unsupported. Every end but the first kind is
//! a cut, and a cut is a reason not to say that the program is right.

use std::collections::BTreeMap;
use std::time::Instant;

use ir::Ty;
use memory::{Memory, Site};
use term::Term;

use crate::coverage::{Covered, Taken, Ways};
use crate::end::{End, Finding, Limit, Unsupported};
use crate::lazy::Picture;
use crate::machine::Machine;
use crate::merge::Merge;
use crate::path::{Decision, Input, InputType, Witness};
use crate::search::{Searcher, Waiting};
use crate::sites::Sites;
use crate::state::State;
use crate::text::RUNTIME;

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
    /// The heap that the function is given, where one is checked by itself.
    pub picture: Option<Picture>,
    /// The decisions that lead there.
    pub path: Vec<Decision>,
    /// Where the path depends on the addresses of blocks: with other ones it may not come about.
    pub layout: Option<Site>,
    /// What is executed up to there, where somebody wants to know.
    pub covered: Covered,
    /// Whether it depends on what memory holds that was never written: no input can say that.
    pub unwritten: bool,
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
    /// What happens from here on depends on where blocks lie in memory, and one layout was looked at.
    Layout(Site),
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

    /// Whether each path is wanted, with an input that takes it, and with what it executes.
    fn wants_paths(&self) -> bool {
        false
    }

    /// Called for each path that came to its own end, and for each finding, if they are wanted.
    fn path(&mut self, _: Program<'_>, _: &Ended<'_>) {}

    /// Called for each path that ended without that, and at the end for all that are left.
    fn lost(&mut self, _: Program<'_>, _: &Lost, _: &Covered) {}
}

/// The program that is explored.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    /// What it consists of.
    pub module: &'a ir::Module,
    /// Where its instructions stand.
    pub sites: &'a Sites,
    /// The ways out of its blocks.
    pub ways: &'a Ways,
}

impl Program<'_> {
    /// Whether a place is in the program itself, and not in the library.
    #[must_use]
    pub fn is_own(&self, site: Site) -> bool {
        let location = self.sites.locate(self.module, site);
        let file = location.and_then(|it| self.module.files.get(it.position.file.index()));
        file.is_some_and(|file| !file.starts_with(RUNTIME))
    }

    /// The innermost place that is the program's own, of one and the calls around it.
    #[must_use]
    pub fn own_site(&self, site: Site, calls: &[Site]) -> Site {
        let mut places = std::iter::once(site).chain(calls.iter().copied());
        places.find(|&place| self.is_own(place)).unwrap_or(site)
    }
}

/// A path that ended.
pub struct Ended<'a> {
    /// What the program is given, in order.
    pub inputs: &'a [InputValue],
    /// The heap that the function was given, where one is checked by itself.
    pub picture: Option<&'a Picture>,
    /// How it ended.
    pub how: How<'a>,
    /// What was executed on it.
    pub covered: &'a Covered,
}

/// How a path ended.
#[derive(Clone, Copy)]
pub enum How<'a> {
    /// By the end of `main`, or by `exit`, with this status.
    Exit(i32),
    /// By `abort`.
    Abort,
    /// With a finding.
    Finding(&'a Finding),
}

/// Why no input is known that takes a path to an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lost {
    /// It was cut off.
    Cut(Cut),
    /// None goes on: an assumption does not hold, or a rule is broken whatever the input is.
    DeadEnd,
    /// The solver did not say.
    NoInput,
}

/// Nobody looks.
impl Observer for () {
    fn progress(&mut self, _: &Outcome, _: usize) {}
}

impl<M: Memory> Machine<'_, M> {
    /// Explores everything from a state on.
    pub fn explore(
        &mut self,
        mut first: State<M>,
        searcher: &mut dyn Searcher<State<M>>,
        bounds: &Bounds,
        observer: &mut dyn Observer,
    ) -> Outcome {
        if observer.wants_paths() {
            first.taken = Taken::room(&self.ways);
            // Whoever wants paths wants each with its own rounds.
            self.loops.compact = false;
        }
        self.first = Some(first.clone());
        searcher.put(first);
        self.keep_going = bounds.keep_going;
        let turn = searcher.turn();
        let mut told = 0;
        if observer.wants_paths() {
            self.merging.how = Merge::Never;
        }
        while let Some(mut state) = self.next(searcher) {
            if let Some(cut) = self.must_stop(bounds) {
                self.hand_on_lost(observer, &state, &Lost::Cut(cut.clone()));
                self.outcome.cut(cut);
                break;
            }
            let before = state.steps;
            self.forks_left = turn.forks;
            // Alone, it is put back now and then all the same, to see whether it was there before.
            let longer = if searcher.waiting() == 0 { 64 } else { 1 };
            self.turn_ends = before.saturating_add(turn.steps.saturating_mul(longer));
            let end = self.run(&mut state);
            self.outcome.instructions += state.steps - before;
            // Whoever wants every path wants also those that come to a state that was there before.
            let all = observer.wants_paths();
            let mut over = false;
            for fork in std::mem::take(&mut self.forks) {
                self.joins_groups(&fork);
                over |= self.put(searcher, fork, all);
            }
            over |= match end {
                End::Paused => self.put(searcher, state, all),
                End::Arrived => self.arrives(state).is_some_and(|it| self.put(searcher, it, all)),
                end => {
                    self.hand_on_path(observer, &state, &end);
                    self.ended(&mut state, end)
                }
            };
            for state in self.met() {
                over |= self.put(searcher, state, all);
            }
            told = self.hand_on_findings(observer, told);
            if over {
                break;
            }
            observer.progress(&self.outcome, searcher.waiting());
        }
        if observer.wants_paths()
            && let Some((cut, _)) = self.outcome.cuts.last()
        {
            let left = Lost::Cut(cut.clone());
            while let Some(state) = searcher.next() {
                self.hand_on_lost(observer, &state, &left);
            }
        }
        std::mem::take(&mut self.outcome)
    }

    /// The state that is next; where none is left but those that wait for others, one of these.
    fn next(&mut self, searcher: &mut dyn Searcher<State<M>>) -> Option<State<M>> {
        if searcher.waiting() == 0 {
            let left = self.all_who_wait();
            debug_assert!(left.is_empty(), "a group is complete when nobody is under way");
            left.into_iter().for_each(|state| searcher.put(state));
        }
        searcher.next()
    }

    /// Tells of a path that ended.
    fn hand_on_path(&mut self, observer: &mut dyn Observer, state: &State<M>, end: &End) {
        if !observer.wants_paths() {
            return;
        }
        let lost = match end {
            End::Exit(_) | End::Abort => match self.witness_at_end(state) {
                Some(witness) => return self.hand_on_end(observer, state, end, &witness),
                None => Lost::NoInput,
            },
            // If it is a new one, it is handed on as such.
            End::Finding(_) | End::Infeasible => Lost::DeadEnd,
            End::Unsupported(unsupported) => Lost::Cut(Cut::Unsupported(unsupported.clone())),
            End::Limit(limit) => Lost::Cut(Cut::Limit(*limit)),
            End::Interrupted => Lost::Cut(Cut::Interrupted),
            End::Forked | End::Paused | End::Arrived | End::Repeated | End::Stop => return,
        };
        self.hand_on_lost(observer, state, &lost);
    }

    /// Tells of a path that came to its own end.
    fn hand_on_end(
        &mut self,
        observer: &mut dyn Observer,
        state: &State<M>,
        end: &End,
        witness: &Witness,
    ) {
        let how = match end {
            End::Exit(status) => {
                let status = self.operate().term(Ty::I32, *status);
                How::Exit(witness.number(&self.terms, status) as i32)
            }
            _ => How::Abort,
        };
        let inputs = self.input_values(state, witness);
        let picture = self.picture(state, witness);
        let (picture, covered) = (picture.as_ref(), &Covered::by(state));
        observer.path(self.program(), &Ended { inputs: &inputs, picture, how, covered });
    }

    fn hand_on_lost(&self, observer: &mut dyn Observer, state: &State<M>, lost: &Lost) {
        if observer.wants_paths() {
            observer.lost(self.program(), lost, &Covered::by(state));
        }
    }

    /// Tells of findings from a number on; gives the number of the next one.
    fn hand_on_findings(&self, observer: &mut dyn Observer, from: usize) -> usize {
        if observer.wants_paths() {
            for Found { finding, inputs, picture, covered, .. } in &self.outcome.found[from..] {
                let (picture, how) = (picture.as_ref(), How::Finding(finding));
                observer.path(self.program(), &Ended { inputs, picture, how, covered });
            }
        }
        self.outcome.found.len()
    }

    /// The program that is explored.
    #[must_use]
    pub fn program(&self) -> Program<'_> {
        Program { module: &self.module, sites: &self.sites, ways: &self.ways }
    }

    /// Puts a state in, unless one like it was there before; `true` if the exploration is over.
    fn put(
        &mut self,
        searcher: &mut dyn Searcher<State<M>>,
        mut state: State<M>,
        always: bool,
    ) -> bool {
        if always || !self.seen_before(&state) {
            searcher.put(state);
            return false;
        }
        // What it has lost so far was lost on its own way.
        self.ended(&mut state, End::Repeated)
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
        self.leaves_groups(state);
        if !matches!(end, End::Forked | End::Paused | End::Repeated | End::Infeasible) {
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
            End::Exit(_)
            | End::Abort
            | End::Forked
            | End::Paused
            | End::Arrived
            | End::Repeated
            | End::Infeasible => {}
            End::Stop => return true,
            End::Finding(finding) => {
                if let Err(End::Stop) = self.found_at_end(state, *finding, Term::TRUE) {
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
