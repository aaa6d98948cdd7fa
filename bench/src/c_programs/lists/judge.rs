//! Compares reports with the runs of programs of lists, by the judge of `differential`: it sees leaks and invalid accesses.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::ListProgram;
use crate::c_programs::Comparison;
use crate::differential::expected::{self, Comparison as Expected};
use crate::differential::native::{Effect, Event, Native, Runs, Trace};
use crate::differential::{Options, Program, reduce};

/// Compares programs, in a folder for intermediate files.
pub struct Judge {
    native: Native,
    vellum: PathBuf,
    /// Options of `vellum check`.
    flags: Vec<String>,
    folder: PathBuf,
}

/// The result for a program.
pub struct Judged {
    /// The comparison of the report with the runs.
    pub comparison: Comparison,
    /// Whether no run violates a selected property or has undefined behaviour; `None` if there are too many runs.
    pub is_safe: Option<bool>,
    /// Whether the verdict is `true`.
    pub is_proved: bool,
}

impl Judge {
    /// Compiles what all programs share.
    ///
    /// # Errors
    /// If the compiler fails.
    pub fn new(vellum: &Path, flags: &[String], folder: &Path) -> Result<Judge, String> {
        let (vellum, folder) = (vellum.to_owned(), folder.to_owned());
        Ok(Judge { native: Native::new(&folder)?, vellum, flags: flags.to_vec(), folder })
    }

    /// Checks a program with Vellum, runs it under all inputs, and compares.
    ///
    /// # Errors
    /// If the program cannot be compiled or run.
    pub fn compare(&self, program: &ListProgram) -> Result<Judged, String> {
        let runs = self.native.runs(&program.program, false)?;
        let report = match self.report(program)? {
            Ok(report) => report,
            Err(failure) => {
                let comparison = Comparison::Different(format!("failure: {failure}"));
                return Ok(Judged { comparison, is_safe: None, is_proved: false });
            }
        };
        let is_proved = report["verdict"] == "true";
        let Runs::All(traces) = runs else {
            return Ok(Judged { comparison: Comparison::Unfinished, is_safe: None, is_proved });
        };
        let options = options(program);
        let violates = |it: &Event| options.asks(&it.property) || it.effect == Effect::Undefined;
        let is_safe = Some(!traces.iter().flat_map(|trace| &trace.events).any(violates));
        Ok(Judged { comparison: compared(program, &traces, &report), is_safe, is_proved })
    }

    /// Returns the report of Vellum, or how it ended without one.
    fn report(&self, program: &ListProgram) -> Result<Result<Value, String>, String> {
        let source = self.folder.join("program.c");
        std::fs::write(&source, program.program.text()).map_err(|error| error.to_string())?;
        let options = options(program);
        let mut command = Command::new(&self.vellum);
        command.arg("check").arg(&source).args(["--format", "json"]).args(options.flags());
        let output = command.args(&self.flags).output().map_err(|error| error.to_string())?;
        Ok(serde_json::from_slice(&output.stdout).map_err(|_| {
            let said = String::from_utf8_lossy(&output.stderr);
            format!("{}: {}", output.status, said.trim())
        }))
    }

    /// Returns the smallest program found with the same kind of difference.
    #[must_use]
    pub fn reduce(&self, program: &ListProgram) -> Program {
        let kind = |candidate: &Program| {
            let candidate = ListProgram { program: candidate.clone(), ..*program };
            self.compare(&candidate).ok().and_then(|judged| kind(&judged.comparison))
        };
        let difference = kind(&program.program);
        reduce::reduce(&program.program, &|candidate| kind(candidate) == difference)
    }
}

fn options(program: &ListProgram) -> Options {
    let properties = program.properties.to_vec();
    Options { properties, keep_going: true, ..Options::usual() }
}

/// Compares a report with the runs.
fn compared(program: &ListProgram, traces: &[Trace], report: &Value) -> Comparison {
    let options = options(program);
    match expected::compare(traces, &|property| options.asks(property), true, report) {
        Expected::Same if report["incomplete"] == true => Comparison::Unfinished,
        Expected::Same => Comparison::Same,
        Expected::Unknown(_) => Comparison::Unfinished,
        // A run that was not executed may have the finding.
        Expected::Different(kind, _) if kind == "added" && program.has_other_runs => {
            Comparison::Unfinished
        }
        Expected::Different(kind, details) => Comparison::Different(format!("{kind}: {details}")),
    }
}

/// Returns the kind of a difference.
fn kind(comparison: &Comparison) -> Option<String> {
    match comparison {
        Comparison::Different(what) => what.split(':').next().map(str::to_owned),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::differential::program::Node;
    use serde_json::json;

    fn difference(events: &[&str], has_other_runs: bool, report: &Value) -> Option<String> {
        let event = |name: &&str| Event {
            property: (*name).to_owned(),
            line: 3,
            effect: Effect::Undefined,
        };
        let events = events.iter().map(event).collect();
        let trace = Trace { events, inputs: "-".to_owned(), runs: 1 };
        let program = Program { tree: Node::block(vec![]), globals: vec![] };
        let program = ListProgram { program, properties: &[], has_other_runs };
        kind(&compared(&program, &[trace], report))
    }

    #[test]
    fn a_proof_of_a_program_with_a_violation_is_a_difference() {
        let report = json!({"verdict": "true", "findings": [], "reason": null});
        assert_eq!(difference(&["valid-free"], false, &report).as_deref(), Some("true"));
        assert_eq!(difference(&["valid-memtrack"], true, &report).as_deref(), Some("true"));
        assert_eq!(difference(&[], false, &report), None);
    }

    #[test]
    fn a_finding_that_no_run_has_is_a_difference_if_all_were_executed() {
        let finding = json!({"property": "valid-deref", "location": {"line": 3}});
        let report = json!({"verdict": "false", "findings": [finding], "reason": null});
        assert_eq!(difference(&[], false, &report).as_deref(), Some("added"));
        assert_eq!(difference(&[], true, &report), None);
        assert_eq!(difference(&["valid-deref"], false, &report), None);
    }
}
