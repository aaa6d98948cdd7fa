//! The outcome of an exploration: findings, cuts and counters.
//!
//! A path ends by itself, at a limit, or at something unsupported. Every end but the first kind is a cut, and a
//! cut is a reason why the verdict cannot be `true`.
//!
//! This file joins outcomes in any order to the same result; `parallel/pool.rs` relies on that.

use std::borrow::Cow;
use std::collections::BTreeMap;

use memory::Site;

use crate::findings::end::{Limit, Unsupported, Violation, ViolationKind};
use crate::findings::input_heap::InputHeap;
use crate::findings::property::Property;
use crate::state::coverage::Covered;
use crate::state::path::{Decision, Input, InputType};

/// A reported violation, with an input that reproduces it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The violation.
    pub violation: Violation,
    /// The innermost site of it in the program itself, outside of the library.
    pub place: Site,
    /// The inputs of the program, in order.
    pub inputs: Vec<InputValue>,
    /// The input heap of the function, if a function was checked by itself.
    pub input_heap: Option<InputHeap>,
    /// The decisions of the path to the violation.
    pub path: Vec<Decision>,
    /// Whether the decisions lead only near it: it was found on a merged path, and no single path was found for
    /// it.
    pub merged: bool,
    /// The site at which the path became layout-dependent: in another layout, the violation may not happen.
    pub layout: Option<Site>,
    /// Whether the same inputs violate the same property in all other layouts, too, if not by the same violation.
    pub in_all_layouts: bool,
    /// The code that was executed up to the violation; empty where coverage is not recorded.
    pub covered: Covered,
    /// Whether the violation depends on uninitialised memory: no input determines that.
    pub is_indeterminate: bool,
}

impl Finding {
    /// Whether the finding proves that the program violates the property in every layout of memory.
    #[must_use]
    pub fn is_proof(&self) -> bool {
        self.reach() != Reach::OneLayout
    }

    /// Returns the layouts in which the finding is known to hold.
    pub(crate) fn reach(&self) -> Reach {
        match (self.layout, self.in_all_layouts) {
            (None, _) => Reach::Itself,
            (Some(_), true) => Reach::Property,
            (Some(_), false) => Reach::OneLayout,
        }
    }

    /// Whether another path to the same finding replaces this one. A path that proves more wins; of the others
    /// the shortest one, in an order that does not depend on which was first.
    pub(crate) fn yields_to(&self, reach: Reach, path: &[Decision]) -> bool {
        let (own, other) = ((self.reach(), self.path.len()), (reach, path.len()));
        other < own || (other == own && *path < self.path[..])
    }
}

/// The strength of a layout-dependent finding, the strongest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// The violation happens in every layout.
    Itself,
    /// A violation of the same property happens in every layout.
    Property,
    /// Only the layout that was explored is known.
    OneLayout,
}

/// An input with its value.
#[derive(Clone, Debug)]
pub struct InputValue {
    /// The name of the input.
    pub name: String,
    /// Its type.
    pub ty: InputType,
    /// The site that asked for it.
    pub site: Site,
    /// Its value.
    pub value: term::Bits,
}

impl InputValue {
    pub(crate) fn of(input: &Input, value: term::Bits) -> InputValue {
        InputValue { name: input.name.clone(), ty: input.ty.clone(), site: input.site, value }
    }
}

/// A cut: a reason why the exploration may have missed a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cut {
    /// A limit was reached.
    Limit(Limit),
    /// A feature is not supported.
    Unsupported(Box<Unsupported>),
    /// The solver returned no answer: the reason, and the site of the query.
    Solver(String, Site),
    /// The path is layout-dependent from this site on, and one layout was explored.
    Layout(Site),
    /// The behaviour is undefined for some inputs, the property that reports it was not selected, and nothing is
    /// known about what follows.
    Undefined(Undefined),
    /// A replayed path took another way, and what follows was not explored.
    Strayed,
    /// There was no exploration, and no proof was found.
    NoProof,
    /// The exploration was cancelled.
    Interrupted,
}

/// Undefined behaviour whose property was not selected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undefined {
    /// The name of the kind of violation.
    pub kind: Cow<'static, str>,
    /// The property that reports it.
    pub property: Property,
    /// The innermost site of it in the program itself, outside of the library.
    pub place: Site,
}

/// The outcome of an exploration, or of a part of one.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The findings, one for each site and kind.
    pub found: Vec<Finding>,
    /// The cuts, each once, with the number of its occurrences.
    pub cuts: Vec<(Cut, u64)>,
    /// The number of paths that ended, in any way.
    pub paths: u64,
    /// The number of instructions executed.
    pub instructions: u64,
    /// The assumptions that were made, such as unconstrained results of functions without a body, and the site of
    /// the first of each.
    pub assumed: BTreeMap<String, Site>,
}

impl Outcome {
    /// Adds a cut.
    pub fn cut(&mut self, cut: Cut) {
        self.cut_often(cut, 1);
    }

    /// Adds a cut that occurred several times.
    pub fn cut_often(&mut self, cut: Cut, times: u64) {
        match self.cuts.iter_mut().find(|(other, _)| *other == cut) {
            Some((_, count)) => *count += times,
            None => self.cuts.push((cut, times)),
        }
    }

    /// Returns the undefined behaviour among the cuts, by property and site.
    pub(crate) fn undefined(&self) -> impl Iterator<Item = (Property, Site)> + '_ {
        self.cuts.iter().filter_map(|(cut, _)| match cut {
            Cut::Undefined(undefined) => Some((undefined.property, undefined.place)),
            _ => None,
        })
    }

    /// Returns the finding of a kind at a site.
    pub(crate) fn known(&self, place: Site, kind: &ViolationKind) -> Option<&Finding> {
        self.found.iter().find(|it| it.place == place && it.violation.kind.name() == kind.name())
    }

    /// Adds a finding, unless a better one of its kind is known at its site.
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

    /// Adds the outcome of another part of the exploration.
    pub fn absorb(&mut self, other: Outcome) {
        other.found.into_iter().for_each(|found| self.keep(found));
        other.cuts.into_iter().for_each(|(cut, times)| self.cut_often(cut, times));
        self.paths += other.paths;
        self.instructions += other.instructions;
        for (name, site) in other.assumed {
            self.assumed.entry(name).or_insert(site);
        }
    }

    /// Sorts everything by site, then by kind, so that the order does not depend on which part was first.
    pub(crate) fn sort(&mut self) {
        self.found.sort_by_key(|found| (found.place, found.violation.kind.name()));
        self.cuts.sort_by_key(|(cut, _)| cut.place());
    }
}

impl Cut {
    /// Returns a key that orders cuts by site; those without a site come last.
    fn place(&self) -> (bool, Option<Site>) {
        let site = match self {
            Cut::Unsupported(unsupported) => Some(unsupported.site),
            Cut::Solver(_, site) | Cut::Layout(site) => Some(*site),
            Cut::Undefined(undefined) => Some(undefined.place),
            Cut::Limit(_) | Cut::Interrupted | Cut::Strayed | Cut::NoProof => None,
        };
        (site.is_none(), site)
    }
}
