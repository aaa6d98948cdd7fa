//! Fills the coverage data of crate `report`: how many tests cover each line and each outcome of its branches, and why no test
//! does. `coverage` computes it.

use std::collections::{BTreeMap, BTreeSet};

use engine::Lost;
use engine::findings::Cut;
use ir::{FileId, Module};
use report::{BranchCoverage, CoverageShare, FileCoverage, LineCoverage};

use crate::results::coverage::{Coverage, Kind, Missed, Share, Unit};

/// Why things were not covered.
pub struct Reasons<'a> {
    /// What no path reached, if all of them were explored.
    pub unreachable: String,
    /// All cuts, if there are any.
    pub cuts: Option<String>,
    /// A cut in words.
    pub cut: &'a dyn Fn(&Cut) -> String,
}

impl Reasons<'_> {
    /// Returns why no test covers a unit; `None` if one does.
    fn of(&self, coverage: &Coverage, unit: &Unit) -> Option<String> {
        (unit.tests == 0).then(|| match coverage.missed(unit) {
            None => self.cuts.as_ref().unwrap_or(&self.unreachable).clone(),
            Some(Missed::Dropped) => "only in tests that were not kept".to_owned(),
            Some(Missed::Lost(Lost::Cut(cut))) => {
                format!("reached, but not the end of the program: {}", (self.cut)(cut))
            }
            Some(Missed::Lost(Lost::DeadEnd)) => {
                let why = "reached, but no input continues: an assumption does not hold, or there is a finding";
                let others = self.cuts.iter().map(|cuts| format!("; of other paths: {cuts}"));
                why.to_owned() + &others.collect::<String>()
            }
            Some(Missed::Lost(Lost::NoInput)) => {
                "reached, but the solver gave no input for it".to_owned()
            }
        })
    }
}

/// Returns what tests cover, and why they do not cover the rest.
pub fn of(module: &Module, coverage: &Coverage, reasons: &Reasons<'_>) -> report::Coverage {
    let units = coverage.units().iter();
    let files: BTreeSet<FileId> = units.map(|unit| unit.position.file).collect();
    let files = files.into_iter().map(|file| FileCoverage {
        file: module.files.get(file.index()).cloned().unwrap_or_default(),
        shares: shares(coverage, Some(file)),
        lines: lines(coverage, reasons, file),
    });
    report::Coverage { shares: shares(coverage, None), files: files.collect() }
}

/// Returns how much is covered, of one file or of all.
fn shares(coverage: &Coverage, file: Option<FileId>) -> Vec<CoverageShare> {
    let share = |kind: Kind| {
        let Share { covered, total } = coverage.share(kind, file);
        CoverageShare { kind: kind.plural(), covered, total }
    };
    Kind::ALL.map(share).into()
}

/// Returns the lines of a file that hold code.
fn lines(coverage: &Coverage, reasons: &Reasons<'_>, file: FileId) -> Vec<LineCoverage> {
    let mut units: BTreeMap<u32, Vec<&Unit>> = BTreeMap::new();
    for unit in coverage.units().iter().filter(|unit| unit.position.file == file) {
        units.entry(unit.position.line).or_default().push(unit);
    }
    let branch = |unit: &Unit| BranchCoverage {
        column: unit.position.column,
        outcome: unit.name.clone(),
        tests: unit.tests,
        missed: reasons.of(coverage, unit),
    };
    let line = |(line, units): (u32, Vec<&Unit>)| {
        let of = |kind: Kind| units.iter().copied().filter(move |unit| unit.kind == kind);
        LineCoverage {
            line: line as usize,
            tests: of(Kind::Line).map(|unit| unit.tests).sum(),
            missed: of(Kind::Line).find_map(|unit| reasons.of(coverage, unit)),
            branches: of(Kind::Branch).map(branch).collect(),
        }
    };
    units.into_iter().map(line).collect()
}
