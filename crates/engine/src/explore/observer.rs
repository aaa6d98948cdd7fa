//! Observers of an exploration, and the end of a path: reports paths that ended, paths that were lost, and
//! findings, and records how a run of a state halted.
//!
//! It does not know what observers do with a path. `parallel::worker` calls it after each turn.

use std::sync::Mutex;

use ir::Ty;
use memory::Memory;
use term::Term;

use crate::explore::Explorer;
use crate::explore::run::Halt;
use crate::explore::search::Waiting;
use crate::findings::end::{End, Violation};
use crate::findings::input_heap::InputHeap;
use crate::findings::outcome::{Cut, Finding, InputValue};
use crate::program::origin::Program;
use crate::state::coverage::Covered;
use crate::state::frames::State;
use crate::state::path::{Decision, Witness};

/// An observer of an exploration that runs.
pub trait Observer {
    /// Reports progress from time to time: paths that ended, states that wait.
    fn progress(&mut self, paths: u64, waiting: usize);

    /// Returns whether the observer wants each path, with a witness and with its coverage.
    fn wants_paths(&self) -> bool {
        false
    }

    /// Reports a path that terminated normally or a finding, if they are wanted.
    fn path(&mut self, _: Program<'_>, _: &Ended<'_>) {}

    /// Reports a path that ended otherwise, and at the end each state that is left.
    fn lost(&mut self, _: Program<'_>, _: &Lost, _: &Covered) {}
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn progress(&mut self, paths: u64, waiting: usize) {
        (**self).progress(paths, waiting);
    }

    fn wants_paths(&self) -> bool {
        (**self).wants_paths()
    }

    fn path(&mut self, program: Program<'_>, path: &Ended<'_>) {
        (**self).path(program, path);
    }

    fn lost(&mut self, program: Program<'_>, lost: &Lost, covered: &Covered) {
        (**self).lost(program, lost, covered);
    }
}

/// An observer that several workers share.
pub type SharedObserver<'o> = Mutex<dyn Observer + Send + 'o>;

/// A path that ended.
pub struct Ended<'a> {
    /// The decisions of the path.
    pub path: &'a [Decision],
    /// The inputs of a witness of the path, in order.
    pub inputs: &'a [InputValue],
    /// The input heap of the function, where a function is checked by itself.
    pub input_heap: Option<&'a InputHeap>,
    /// The kind of end.
    pub how: PathEnd<'a>,
    /// The coverage of the path.
    pub covered: &'a Covered,
}

impl<'a> Ended<'a> {
    /// Returns the path of a finding.
    #[must_use]
    pub fn by(found: &'a Finding) -> Ended<'a> {
        let Finding { violation, path, inputs, input_heap, covered, .. } = found;
        Ended {
            path,
            inputs,
            input_heap: input_heap.as_ref(),
            how: PathEnd::Violation(violation),
            covered,
        }
    }
}

/// The kinds of ends of a path.
#[derive(Clone, Copy)]
pub enum PathEnd<'a> {
    /// The end of `main` or a call of `exit`, with this status.
    Exit(i32),
    /// A call of `abort`.
    Abort,
    /// A violation.
    Violation(&'a Violation),
}

/// Reasons why no input is known that takes a path to an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lost {
    /// The path was cut.
    Cut(Cut),
    /// The path has no continuation: an assumption does not hold, or the behaviour is undefined under every
    /// input.
    DeadEnd,
    /// The solver returned unknown.
    NoInput,
}

/// The observer that ignores everything.
impl Observer for () {
    fn progress(&mut self, _: u64, _: usize) {}
}

impl<M: Memory> Waiting for State<M> {
    fn visits(&self) -> u64 {
        self.visits
    }
}

impl<M: Memory> Explorer<'_, M> {
    /// Reports a path that ended.
    pub(crate) fn hand_on_path(
        &mut self,
        observer: &mut dyn Observer,
        state: &State<M>,
        end: &End,
    ) {
        let lost = match end {
            End::Exit(_) | End::Abort => match self.witness_at_end(state) {
                Some(witness) => return self.hand_on_end(observer, state, end, &witness),
                None => Lost::NoInput,
            },
            End::Violation(finding)
                if !self.machine.options.properties.has(finding.kind.property()) =>
            {
                Lost::Cut(Cut::Undefined(self.machine.undefined(finding)))
            }
            // A new finding is reported by `hand_on_finding`.
            End::Violation(_) | End::Infeasible => Lost::DeadEnd,
            End::Unsupported(unsupported) => Lost::Cut(Cut::Unsupported(unsupported.clone())),
            End::Limit(limit) => Lost::Cut(Cut::Limit(*limit)),
            End::Interrupted => Lost::Cut(Cut::Interrupted),
            End::Covered => return,
        };
        self.hand_on_lost(observer, state, &lost);
    }

    /// Reports a path that terminated normally.
    fn hand_on_end(
        &mut self,
        observer: &mut dyn Observer,
        state: &State<M>,
        end: &End,
        witness: &Witness,
    ) {
        let how = match end {
            End::Exit(status) => {
                let status = self.machine.operate().term(Ty::I32, *status);
                PathEnd::Exit(witness.number(&self.machine.terms, status) as i32)
            }
            _ => PathEnd::Abort,
        };
        let inputs = self.machine.input_values(state, witness);
        let input_heap = self.machine.input_heap(state, witness);
        let (input_heap, covered) = (input_heap.as_ref(), &Covered::by(state));
        let path: Vec<Decision> = state.path.decisions.items().into_iter().cloned().collect();
        let ended = Ended { path: &path, inputs: &inputs, input_heap, how, covered };
        observer.path(self.machine.program(), &ended);
    }

    /// Reports a path that did not.
    pub(crate) fn hand_on_lost(&self, observer: &mut dyn Observer, state: &State<M>, lost: &Lost) {
        observer.lost(self.machine.program(), lost, &Covered::by(state));
    }

    /// Reports a finding.
    pub(crate) fn hand_on_finding(&self, observer: &mut dyn Observer, found: &Finding) {
        observer.path(self.machine.program(), &Ended::by(found));
    }

    /// Records why a run of a state halted; returns `true` if the exploration is over.
    pub(crate) fn halted(&mut self, state: &mut State<M>, halt: Halt) -> bool {
        match halt {
            Halt::Ended(end) => self.ended(state, end),
            Halt::Enough => {
                self.leaves_groups(state);
                self.outcome.paths += 1;
                true
            }
            Halt::TurnOver | Halt::AtJoin | Halt::AtHeader => false,
        }
    }

    /// Records how a path ended; returns `true` if the exploration is over.
    pub(crate) fn ended(&mut self, state: &mut State<M>, end: End) -> bool {
        self.leaves_groups(state);
        if !matches!(end, End::Covered | End::Infeasible) {
            self.outcome.paths += 1;
        }
        // Where one finding is enough, the search ends with it.
        if end != End::Infeasible && self.check_end(state, &end).is_err() {
            return true;
        }
        match end {
            End::Exit(_) | End::Abort | End::Covered | End::Infeasible => false,
            End::Violation(finding) => self.found_at_end(state, *finding, Term::TRUE).is_err(),
            End::Unsupported(unsupported) => {
                self.outcome.cut(Cut::Unsupported(unsupported));
                false
            }
            End::Limit(limit) => {
                self.outcome.cut(Cut::Limit(limit));
                false
            }
            End::Interrupted => {
                self.outcome.cut(Cut::Interrupted);
                true
            }
        }
    }
}
