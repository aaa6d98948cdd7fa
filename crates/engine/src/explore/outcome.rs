//! What an exploration comes to: what is kept when a path ends, and what observers are told.
//!
//! A path ends by itself, at a limit, or at something unsupported. Every end but the first kind is
//! a cut, and a cut is a reason not to say that the program is right.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Instant;

use ir::Ty;
use memory::{Memory, Site};
use term::Term;

use crate::explore::search::Waiting;
use crate::findings::end::{End, Finding, FindingKind, Limit, Unsupported};
use crate::findings::property::Property;
use crate::interp::machine::Machine;
use crate::interp::text::RUNTIME;
use crate::lazy::Picture;
use crate::program::sites::Sites;
use crate::state::coverage::{Covered, Ways};
use crate::state::frames::State;
use crate::state::path::{Decision, Input, InputType, Witness};

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
    /// The innermost place of it that is the program's own.
    pub place: Site,
    /// What the program is given, in order.
    pub inputs: Vec<InputValue>,
    /// The heap that the function is given, where one is checked by itself.
    pub picture: Option<Picture>,
    /// The decisions that lead there.
    pub path: Vec<Decision>,
    /// Whether they lead only near it: it was found for several paths together, and by none alone.
    pub merged: bool,
    /// Where the path depends on the addresses of blocks: with other ones it may not come about.
    pub layout: Option<Site>,
    /// Whether the same inputs break the same property with all other ones too, if not here.
    pub everywhere: bool,
    /// What is executed up to there, where somebody wants to know.
    pub covered: Covered,
    /// Whether it depends on what memory holds that was never written: no input can say that.
    pub unwritten: bool,
}

impl Found {
    /// Whether it shows that the program breaks the property, wherever blocks lie.
    #[must_use]
    pub fn is_proof(&self) -> bool {
        self.reach() != Reach::OneLayout
    }

    /// How far it depends on where blocks lie.
    pub(crate) fn reach(&self) -> Reach {
        match (self.layout, self.everywhere) {
            (None, _) => Reach::Itself,
            (Some(_), true) => Reach::Property,
            (Some(_), false) => Reach::OneLayout,
        }
    }

    /// Whether another path to the same finding is to stand for it: one that reaches further says more, and
    /// of others the shortest one, in an order that does not depend on who was first.
    pub(crate) fn yields_to(&self, reach: Reach, path: &[Decision]) -> bool {
        let (own, other) = ((self.reach(), self.path.len()), (reach, path.len()));
        other < own || (other == own && *path < self.path[..])
    }
}

/// What comes about wherever blocks lie, the most first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// The finding.
    Itself,
    /// A finding of the same property.
    Property,
    /// Nothing that is known.
    OneLayout,
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
    /// The behaviour is undefined for some inputs, nobody asked for the property that reports it, and nothing is known of
    /// what follows.
    Undefined(Undefined),
    /// A path that was to be repeated went another way, and what comes after it was not looked at.
    Strayed,
    /// The exploration was stopped from outside.
    Interrupted,
}

/// Undefined behaviour that nobody asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undefined {
    /// The name of the kind of violation.
    pub kind: Cow<'static, str>,
    /// The property that reports it.
    pub property: Property,
    /// The innermost place of it that is the program's own.
    pub place: Site,
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
        self.cut_often(cut, 1);
    }

    /// Adds a reason that there was so often.
    pub fn cut_often(&mut self, cut: Cut, times: u64) {
        match self.cuts.iter_mut().find(|(other, _)| *other == cut) {
            Some((_, count)) => *count += times,
            None => self.cuts.push((cut, times)),
        }
    }

    /// The undefined behaviour that is a reason already, by property and place.
    pub(crate) fn undefined(&self) -> impl Iterator<Item = (Property, Site)> + '_ {
        self.cuts.iter().filter_map(|(cut, _)| match cut {
            Cut::Undefined(undefined) => Some((undefined.property, undefined.place)),
            _ => None,
        })
    }

    /// What was found of a kind at a place.
    pub(crate) fn known(&self, place: Site, kind: &FindingKind) -> Option<&Found> {
        self.found.iter().find(|it| it.place == place && it.finding.kind.name() == kind.name())
    }

    /// Keeps a violation, unless a better one of its kind is known at its place.
    pub fn keep(&mut self, found: Found) {
        let same = |other: &Found| {
            other.place == found.place && other.finding.kind.name() == found.finding.kind.name()
        };
        match self.found.iter().position(same) {
            None => self.found.push(found),
            Some(known) if self.found[known].yields_to(found.reach(), &found.path) => {
                self.found[known] = found;
            }
            Some(_) => {}
        }
    }

    /// Adds what another part of the exploration came to.
    pub fn absorb(&mut self, other: Outcome) {
        other.found.into_iter().for_each(|found| self.keep(found));
        other.cuts.into_iter().for_each(|(cut, times)| self.cut_often(cut, times));
        self.paths += other.paths;
        self.instructions += other.instructions;
        for (name, site) in other.assumed {
            self.assumed.entry(name).or_insert(site);
        }
    }

    /// Puts everything into an order that does not depend on who was first: by place, then by kind.
    pub(crate) fn sort(&mut self) {
        self.found.sort_by_key(|found| (found.place, found.finding.kind.name()));
        self.cuts.sort_by_key(|(cut, _)| cut.place());
    }
}

impl Cut {
    /// Where it is, if it is somewhere; those that are nowhere come last.
    fn place(&self) -> (bool, Option<Site>) {
        let site = match self {
            Cut::Unsupported(unsupported) => Some(unsupported.site),
            Cut::Solver(_, site) | Cut::Layout(site) => Some(*site),
            Cut::Undefined(undefined) => Some(undefined.place),
            Cut::Limit(_) | Cut::Interrupted | Cut::Strayed => None,
        };
        (site.is_none(), site)
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
    /// What was decided on it.
    pub path: &'a [Decision],
    /// What the program is given, in order.
    pub inputs: &'a [InputValue],
    /// The heap that the function was given, where one is checked by itself.
    pub picture: Option<&'a Picture>,
    /// How it ended.
    pub how: How<'a>,
    /// What was executed on it.
    pub covered: &'a Covered,
}

impl<'a> Ended<'a> {
    /// The path of a finding.
    #[must_use]
    pub fn by(found: &'a Found) -> Ended<'a> {
        let Found { finding, path, inputs, picture, covered, .. } = found;
        Ended { path, inputs, picture: picture.as_ref(), how: How::Finding(finding), covered }
    }
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
    fn progress(&mut self, _: u64, _: usize) {}
}

impl<M: Memory> Machine<'_, M> {
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
            End::Finding(finding) if !self.properties.has(finding.kind.property()) => {
                Lost::Cut(Cut::Undefined(self.undefined(finding)))
            }
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
        let path: Vec<Decision> = state.path.decisions.items().into_iter().cloned().collect();
        let ended = Ended { path: &path, inputs: &inputs, picture, how, covered };
        observer.path(self.program(), &ended);
    }

    /// Tells of a path that did not.
    pub(crate) fn hand_on_lost(&self, observer: &mut dyn Observer, state: &State<M>, lost: &Lost) {
        observer.lost(self.program(), lost, &Covered::by(state));
    }

    /// Tells of a finding.
    pub(crate) fn hand_on_finding(&self, observer: &mut dyn Observer, found: &Found) {
        observer.path(self.program(), &Ended::by(found));
    }

    /// The program that is explored.
    #[must_use]
    pub fn program(&self) -> Program<'_> {
        Program { module: &self.module, sites: &self.loaded.sites, ways: &self.loaded.ways }
    }

    /// What a violation is to whoever did not ask for it.
    pub(crate) fn undefined(&self, finding: &Finding) -> Undefined {
        Undefined {
            kind: finding.kind.name().into(),
            property: finding.kind.property(),
            place: self.program().own_site(finding.site, &finding.calls),
        }
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
