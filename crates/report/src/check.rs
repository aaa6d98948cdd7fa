//! The result of a check.

use std::path::PathBuf;

use ir::diagnostic::SourceLoc;

use crate::coverage::Coverage;
use crate::heap::Heap;
use crate::statistics::Statistics;

/// The verdict on a program.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Verdict {
    /// No input violates a property.
    True,
    /// An input does.
    False,
    /// Part of the program was not explored, or is not supported.
    #[default]
    Unknown,
}

impl Verdict {
    /// Returns the verdict as it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::True => "true",
            Verdict::False => "false",
            Verdict::Unknown => "unknown",
        }
    }

    /// Returns the verdict that is written so.
    #[must_use]
    pub fn named(name: &str) -> Option<Verdict> {
        let all = [Verdict::True, Verdict::False, Verdict::Unknown];
        all.into_iter().find(|verdict| verdict.name() == name)
    }
}

/// The result of checking one function.
#[derive(Clone, Default, Debug)]
pub struct Check {
    /// The verdict.
    pub verdict: Verdict,
    /// Violations, in the order of the source.
    pub findings: Vec<Finding>,
    /// Parts of the program that were not explored, the first one first.
    pub cuts: Vec<Cut>,
    /// Facts that were assumed and not proved.
    pub assumptions: Vec<String>,
    /// A reservation about a verdict that says less than it seems to.
    pub note: Option<String>,
    /// Whether one path was repeated, and not all were explored.
    pub is_single_path: bool,
    /// The command line to which `--path` can be added; `None` where the reader has given a path.
    pub command: Option<String>,
    /// Tests that were written, if tests were wanted.
    pub tests: Option<Tests>,
    /// Costs.
    pub statistics: Statistics,
}

impl Check {
    /// Returns the result of a run in which a cut came before everything else.
    #[must_use]
    pub fn stopped(cut: Cut) -> Check {
        Check { cuts: vec![cut], ..Check::default() }
    }

    /// Returns the first reason why not everything was explored.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        self.cuts.first().map(Cut::text)
    }
}

/// A part of the program that was not explored, and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The class of the reason, in one word: `time`, `unsupported`, `solver`.
    pub class: &'static str,
    /// The reason.
    pub message: String,
    /// How often there was this reason.
    pub count: u64,
}

impl Cut {
    /// Returns the class and the reason.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}: {}", self.class, self.message)
    }
}

/// A violation, with an input that shows it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The kind of violation, such as `use-after-free`.
    pub kind: String,
    /// The property that is violated, such as `valid-deref`.
    pub property: String,
    /// One line for a reader.
    pub message: String,
    /// The innermost place of the program itself.
    pub location: Option<SourceLoc>,
    /// Other places that explain the finding.
    pub notes: Vec<Note>,
    /// The values that the program is given, in order.
    pub inputs: Vec<Input>,
    /// The heap that the checked function is given.
    pub heap: Option<Heap>,
    /// The decisions that lead to the finding; `None` if several paths lead there together.
    pub path: Option<String>,
    /// Why the finding may need the addresses of this run.
    pub layout: Option<LayoutDependence>,
    /// The result of a replay.
    pub confirmation: Confirmation,
}

/// A place that explains a finding.
#[derive(Clone, Debug)]
pub struct Note {
    /// Where.
    pub location: Option<SourceLoc>,
    /// What happened there.
    pub message: String,
}

/// A value that the program is given.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// Its type in the source; empty if it has none.
    pub ty: String,
    /// Its value as it would be written in the source.
    pub value: String,
    /// The place at which the program reads it.
    pub location: Option<SourceLoc>,
}

/// A dependence of a finding on the addresses that allocations have in this run.
#[derive(Clone, Debug)]
pub struct LayoutDependence {
    /// The place of the decision that depends on addresses.
    pub location: Option<SourceLoc>,
    /// Whether the same inputs violate the same property with all other addresses, too.
    pub is_violated_in_all_layouts: bool,
}

/// The result of a replay of a finding under a sanitizer.
#[derive(Clone, Default, Debug)]
pub struct Confirmation {
    /// Whether the sanitizer reported the finding; `None` if there is no answer, or without `--confirm`.
    pub confirmed: Option<bool>,
    /// What the sanitizer reported, or why there is no answer; empty without `--confirm`.
    pub message: String,
    /// The replay, where it is kept.
    pub replay: Option<PathBuf>,
    /// The parts of the confinement that this system lacks; `None` if the program did not run.
    pub unconfined: Option<Vec<&'static str>>,
}

/// Tests that were written.
#[derive(Clone, Debug)]
pub struct Tests {
    /// Their number.
    pub written: u64,
    /// What they cover.
    pub coverage: Coverage,
}

/// The result of checking one function of several.
#[derive(Clone, Debug)]
pub struct FunctionCheck {
    /// The name of the function.
    pub function: String,
    /// The result.
    pub check: Check,
    /// Assumptions that cannot be made about this function, and why.
    pub not_assumed: Vec<String>,
}

/// The results of checking all functions.
#[derive(Clone, Default, Debug)]
pub struct Functions {
    /// One for each, in the order of the source.
    pub functions: Vec<FunctionCheck>,
    /// Why no function was checked at all.
    pub stopped: Option<Cut>,
}

impl Functions {
    /// Returns one verdict for all.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let has = |verdict| self.functions.iter().any(|it| it.check.verdict == verdict);
        match (has(Verdict::False), has(Verdict::Unknown) || self.stopped.is_some()) {
            (true, _) => Verdict::False,
            (false, true) => Verdict::Unknown,
            (false, false) => Verdict::True,
        }
    }
}
