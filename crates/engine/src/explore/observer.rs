//! What observers are told while an exploration runs: paths that ended, and those that were lost.

use std::time::Instant;

use ir::Ty;
use memory::Memory;
use term::Term;

use crate::explore::Explorer;
use crate::explore::run::Halt;
use crate::explore::search::Waiting;
use crate::findings::end::{End, Violation};
use crate::findings::outcome::{Cut, Finding, InputValue};
use crate::findings::picture::Picture;
use crate::program::origin::Program;
use crate::state::coverage::Covered;
use crate::state::frames::State;
use crate::state::path::{Decision, Witness};

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

/// Something to look at while an exploration runs.
pub trait Observer {
    /// Called now and then: paths that ended, states that wait.
    fn progress(&mut self, paths: u64, waiting: usize);

    /// Whether each path is wanted, with an input that takes it, and with what it executes.
    fn wants_paths(&self) -> bool {
        false
    }

    /// Called for each path that came to its own end, and for each finding, if they are wanted.
    fn path(&mut self, _: Program<'_>, _: &Ended<'_>) {}

    /// Called for each path that ended without that, and at the end for all that are left.
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

/// A path that ended.
pub struct Ended<'a> {
    /// What was decided on it.
    pub path: &'a [Decision],
    /// What the program is given, in order.
    pub inputs: &'a [InputValue],
    /// The heap that the function was given, where one is checked by itself.
    pub picture: Option<&'a Picture>,
    /// How it ended.
    pub how: PathEnd<'a>,
    /// What was executed on it.
    pub covered: &'a Covered,
}

impl<'a> Ended<'a> {
    /// The path of a finding.
    #[must_use]
    pub fn by(found: &'a Finding) -> Ended<'a> {
        let Finding { violation, path, inputs, picture, covered, .. } = found;
        Ended {
            path,
            inputs,
            picture: picture.as_ref(),
            how: PathEnd::Violation(violation),
            covered,
        }
    }
}

/// How a path ended.
#[derive(Clone, Copy)]
pub enum PathEnd<'a> {
    /// By the end of `main`, or by `exit`, with this status.
    Exit(i32),
    /// By `abort`.
    Abort,
    /// With a finding.
    Violation(&'a Violation),
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

/// NoHost looks.
impl Observer for () {
    fn progress(&mut self, _: u64, _: usize) {}
}

impl<M: Memory> Waiting for State<M> {
    fn visits(&self) -> u64 {
        self.visits
    }
}

impl<M: Memory> Explorer<'_, M> {
    /// Tells of a path that ended.
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
            End::Violation(finding) if !self.machine.properties.has(finding.kind.property()) => {
                Lost::Cut(Cut::Undefined(self.machine.undefined(finding)))
            }
            // If it is a new one, it is handed on as such.
            End::Violation(_) | End::Infeasible => Lost::DeadEnd,
            End::Unsupported(unsupported) => Lost::Cut(Cut::Unsupported(unsupported.clone())),
            End::Limit(limit) => Lost::Cut(Cut::Limit(*limit)),
            End::Interrupted => Lost::Cut(Cut::Interrupted),
            End::Covered => return,
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
                let status = self.machine.operate().term(Ty::I32, *status);
                PathEnd::Exit(witness.number(&self.machine.terms, status) as i32)
            }
            _ => PathEnd::Abort,
        };
        let inputs = self.machine.input_values(state, witness);
        let picture = self.machine.picture(state, witness);
        let (picture, covered) = (picture.as_ref(), &Covered::by(state));
        let path: Vec<Decision> = state.path.decisions.items().into_iter().cloned().collect();
        let ended = Ended { path: &path, inputs: &inputs, picture, how, covered };
        observer.path(self.machine.program(), &ended);
    }

    /// Tells of a path that did not.
    pub(crate) fn hand_on_lost(&self, observer: &mut dyn Observer, state: &State<M>, lost: &Lost) {
        observer.lost(self.machine.program(), lost, &Covered::by(state));
    }

    /// Tells of a finding.
    pub(crate) fn hand_on_finding(&self, observer: &mut dyn Observer, found: &Finding) {
        observer.path(self.machine.program(), &Ended::by(found));
    }

    /// Takes note of why a run of a state stopped; `true` if the exploration is over.
    pub(crate) fn halted(&mut self, state: &mut State<M>, halt: Halt) -> bool {
        match halt {
            Halt::Ended(end) => self.ended(state, end),
            Halt::Enough => {
                self.leaves_groups(state);
                self.outcome.paths += 1;
                true
            }
            Halt::TurnOver | Halt::AtJoin => false,
        }
    }

    /// Takes note of how a path ended; `true` if the exploration is over.
    pub(crate) fn ended(&mut self, state: &mut State<M>, end: End) -> bool {
        self.leaves_groups(state);
        if !matches!(end, End::Covered | End::Infeasible) {
            self.outcome.paths += 1;
        }
        // Where one finding is enough, no other is looked for.
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
