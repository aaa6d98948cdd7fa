//! Coverage as text: a line of totals, and the source with the number of tests that execute each line.

use std::collections::BTreeMap;
use std::fmt::Write;

use ir::diagnostic::{picture, visible};

use crate::coverage::{BranchCoverage, Coverage, CoverageShare, FileCoverage, LineCoverage};
use crate::source::Sources;

/// Returns how much tests cover, in one line.
pub(crate) fn summary_line(shares: &[CoverageShare]) -> String {
    let shares = shares.iter().map(|CoverageShare { kind, covered, total }| {
        // Rounded down: only all is 100 %.
        let thousandths = (1000 * covered).checked_div(*total).unwrap_or(1000);
        let (whole, tenth) = (thousandths / 10, thousandths % 10);
        format!("{covered} of {total} {kind} ({whole}.{tenth} %)")
    });
    shares.collect::<Vec<String>>().join(", ")
}

/// Returns all files, with the number of tests before each line, and below it what is not covered there.
#[must_use]
pub fn coverage_listing(coverage: &Coverage, sources: &dyn Sources) -> String {
    let mut text = String::new();
    for file in &coverage.files {
        let source = sources.text(&file.file).unwrap_or_default();
        let source: Vec<&str> = source.lines().collect();
        let _ = writeln!(text, "{}: {}\n", visible(&file.file), summary_line(&file.shares));
        file_lines(&mut text, file, &source);
        text.push('\n');
    }
    text
}

fn file_lines(text: &mut String, file: &FileCoverage, source: &[&str]) {
    let lines: BTreeMap<usize, &LineCoverage> =
        file.lines.iter().map(|line| (line.line, line)).collect();
    // A program counts its lines as it likes, by `#line`.
    let beyond = lines.keys().copied().filter(|number| *number > source.len());
    for number in (1..=source.len()).chain(beyond) {
        let line = lines.get(&number);
        let count = line.map_or_else(String::new, |line| line.tests.to_string());
        let shown = number.checked_sub(1).and_then(|index| source.get(index));
        let shown = shown.copied().unwrap_or_default().chars();
        let shown: String = shown.map(|c| if c == '\t' { c } else { picture(c) }).collect();
        let _ = writeln!(text, "{}", format!("{count:>9} | {number:>5} | {shown}").trim_end());
        for note in line.map(|line| notes(line)).unwrap_or_default() {
            let _ = writeln!(text, "{:>9} | {:>5} | ^ {note}", "", "");
        }
    }
}

/// Returns what is not covered of a line: all of it, or some outcomes of its branches.
fn notes(line: &LineCoverage) -> Vec<String> {
    if let Some(reason) = &line.missed {
        return vec![format!("not covered: {}", visible(reason))];
    }
    let note = |BranchCoverage { column, outcome, missed, .. }: &BranchCoverage| {
        let reason = missed.as_ref()?;
        Some(format!("column {column}: never {outcome}: {}", visible(reason)))
    };
    line.branches.iter().filter_map(note).collect()
}

#[cfg(test)]
mod tests {
    use ir::diagnostic::SourceLoc;

    use super::*;

    struct OneFile(&'static str);

    impl Sources for OneFile {
        fn line(&self, _: &SourceLoc) -> Option<String> {
            None
        }

        fn text(&self, _: &str) -> Option<String> {
            Some(self.0.to_owned())
        }
    }

    fn outcome(outcome: &str, missed: Option<&str>) -> BranchCoverage {
        let (outcome, missed) = (outcome.to_owned(), missed.map(str::to_owned));
        let tests = u64::from(missed.is_none());
        BranchCoverage { column: 5, outcome, tests, missed }
    }

    #[test]
    fn a_listing_shows_what_is_not_covered() {
        let line = |line, tests, missed: Option<&str>, branches| LineCoverage {
            line,
            tests,
            missed: missed.map(str::to_owned),
            branches,
        };
        let shares = vec![CoverageShare { kind: "lines", covered: 1, total: 3 }];
        let lines = vec![
            line(2, 1, None, vec![outcome("true", Some("unreachable")), outcome("false", None)]),
            // A branch of a line that no test executes is not mentioned.
            line(3, 0, Some("unreachable"), vec![outcome("true", Some("unreachable"))]),
            line(9, 0, Some("cut: x\u{1b}"), Vec::new()),
        ];
        let file = FileCoverage { file: "a\u{1b}.c".to_owned(), shares: shares.clone(), lines };
        let coverage = Coverage { shares, files: vec![file] };
        let text = coverage_listing(&coverage, &OneFile("/* \u{1b} */\nif (n)\n\tn++;\n"));
        let expected = "a␛.c: 1 of 3 lines (33.3 %)

          |     1 | /* ␛ */
        1 |     2 | if (n)
          |       | ^ column 5: never true: unreachable
        0 |     3 | \tn++;
          |       | ^ not covered: unreachable
        0 |     9 |
          |       | ^ not covered: cut: x␛

";
        assert_eq!(text, expected);
    }
}
