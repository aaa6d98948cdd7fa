//! Coverage as text: the source with the number of tests that execute each line, and why something is not covered. `coverage`
//! computes it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use engine::Lost;
use engine::findings::Cut;
use ir::diagnostic::{picture, visible};
use ir::{FileId, Module};
use report::{CoverageShare, FileCoverage, LineCoverage, coverage_summary};

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
    /// Why a unit is in no test.
    fn of(&self, coverage: &Coverage, unit: &Unit) -> String {
        match coverage.missed(unit) {
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
        }
    }
}

/// Returns how much is covered, of one file or of all.
fn shares(coverage: &Coverage, file: Option<FileId>) -> Vec<CoverageShare> {
    let share = |kind: Kind| {
        let Share { covered, total } = coverage.share(kind, file);
        CoverageShare { kind: kind.plural(), covered, total }
    };
    Kind::ALL.map(share).into()
}

/// Returns how many tests execute each line and take each outcome of its branches.
pub fn summary(module: &Module, coverage: &Coverage) -> report::Coverage {
    let files = files(module, coverage).into_iter().map(|(name, file)| {
        let lines = by_line(coverage, file).into_iter().map(|(line, here)| {
            let of = |kind: Kind| here.iter().filter(move |unit| unit.kind == kind);
            let branches: Vec<u64> = of(Kind::Branch).map(|unit| unit.tests).collect();
            let tests = of(Kind::Line).map(|unit| unit.tests).sum::<u64>();
            LineCoverage { line, tests, branches }
        });
        FileCoverage { file: name.to_owned(), lines: lines.collect() }
    });
    report::Coverage { shares: shares(coverage, None), files: files.collect() }
}

/// The files that hold code, with their names.
fn files<'a>(module: &'a Module, coverage: &Coverage) -> Vec<(&'a str, FileId)> {
    let files: BTreeSet<FileId> = coverage.units().iter().map(|unit| unit.position.file).collect();
    let name = |file: FileId| module.files.get(file.index()).map_or("", String::as_str);
    files.into_iter().map(|file| (name(file), file)).collect()
}

/// Returns the units of each line of a file.
fn by_line(coverage: &Coverage, file: FileId) -> BTreeMap<usize, Vec<&Unit>> {
    let mut lines: BTreeMap<usize, Vec<&Unit>> = BTreeMap::new();
    for unit in coverage.units().iter().filter(|unit| unit.position.file == file) {
        lines.entry(unit.position.line as usize).or_default().push(unit);
    }
    lines
}

/// The listing of all files; `source` gives their text, where it is there.
pub fn listing(
    module: &Module,
    coverage: &Coverage,
    reasons: &Reasons<'_>,
    source: &dyn Fn(&str) -> Option<String>,
) -> String {
    let mut text = String::new();
    for (name, file) in files(module, coverage) {
        let lines = source(name).unwrap_or_default();
        let lines: Vec<&str> = lines.lines().collect();
        let _ = writeln!(
            text,
            "{}: {}\n",
            visible(name),
            coverage_summary(&shares(coverage, Some(file)))
        );
        file_listing(&mut text, coverage, reasons, file, &lines);
        text.push('\n');
    }
    text
}

/// The listing of one file.
fn file_listing(
    text: &mut String,
    coverage: &Coverage,
    reasons: &Reasons<'_>,
    file: FileId,
    lines: &[&str],
) {
    let units = by_line(coverage, file);
    // A program counts its lines as it likes, by `#line`.
    let beyond = units.keys().copied().filter(|number| *number > lines.len());
    for number in (1..=lines.len()).chain(beyond) {
        let here = units.get(&number).map_or(&[][..], Vec::as_slice);
        let line = here.iter().find(|unit| unit.kind == Kind::Line);
        let count = line.map_or_else(String::new, |unit| unit.tests.to_string());
        let source = number.checked_sub(1).and_then(|index| lines.get(index));
        let source = source.copied().unwrap_or_default().chars();
        let source: String = source.map(|c| if c == '\t' { c } else { picture(c) }).collect();
        let _ = writeln!(text, "{}", format!("{count:>9} | {number:>5} | {source}").trim_end());
        for note in notes(coverage, reasons, here, line.is_some_and(|line| line.tests > 0)) {
            let _ = writeln!(text, "{:>9} | {:>5} | ^ {note}", "", "");
        }
    }
}

/// Returns the notes about a line that is not covered, or of which some branches are not.
fn notes(coverage: &Coverage, reasons: &Reasons<'_>, here: &[&Unit], covered: bool) -> Vec<String> {
    let silent = here.iter().filter(|unit| unit.tests == 0);
    let told = silent.filter(|unit| match unit.kind {
        Kind::Line => true,
        // Where the whole line is not covered, that is enough.
        Kind::Branch => covered,
        Kind::Function => false,
    });
    let note = |unit: &&Unit| {
        let reason = reasons.of(coverage, unit);
        match unit.kind {
            Kind::Branch => {
                format!("column {}: never {}: {reason}", unit.position.column, unit.name)
            }
            Kind::Line | Kind::Function => format!("not covered: {reason}"),
        }
    };
    told.map(note).collect()
}
