//! What an exploration comes to: what is kept when a path ends, and what observers are told.
//!
//! A path ends by itself, at a limit, or at something unsupported. Every end but the first kind is
//! a cut, and a cut is a reason not to say that the program is right.

use std::borrow::Cow;
use std::collections::BTreeMap;

use memory::Site;

use crate::findings::end::{Limit, Unsupported, Violation, ViolationKind};
use crate::findings::picture::Picture;
use crate::findings::property::Property;
use crate::state::coverage::Covered;
use crate::state::path::{Decision, Input, InputType};

/// A violation, with an input that shows it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What, and where.
    pub violation: Violation,
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

impl Finding {
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
    pub found: Vec<Finding>,
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
    pub(crate) fn known(&self, place: Site, kind: &ViolationKind) -> Option<&Finding> {
        self.found.iter().find(|it| it.place == place && it.violation.kind.name() == kind.name())
    }

    /// Keeps a violation, unless a better one of its kind is known at its place.
    pub fn keep(&mut self, found: Finding) {
        let same = |other: &Finding| {
            other.place == found.place && other.violation.kind.name() == found.violation.kind.name()
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
        self.found.sort_by_key(|found| (found.place, found.violation.kind.name()));
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
