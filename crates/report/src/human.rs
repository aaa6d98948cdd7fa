//! Results as text for a terminal.

mod comparison;
mod coverage;
mod statistics;
mod trace;

use std::fmt::Write as _;
use std::io::{self, Write};

use ir::diagnostic::{Diagnostic, Severity, visible};

pub(crate) use self::comparison::comparison_table;
pub use self::coverage::coverage_listing;
use self::coverage::summary_line;
pub use self::statistics::{solver_layers, statistics_table};
pub(crate) use self::trace::SOME_FUNCTION;
use crate::check::{Check, Confirmation, Cut, Finding, FunctionCheck, Functions, Input};
use crate::sink::{Settings, Sink};
use crate::source::diagnostic_text;
use crate::trace::Step;
use crate::{address_dependence, known};

/// The format.
pub struct Human<'a>(pub Settings<'a>);

impl Sink for Human<'_> {
    fn step(&mut self, step: Step, out: &mut dyn Write) -> io::Result<()> {
        trace::write(&step, out)
    }

    fn check(&self, check: &Check, out: &mut dyn Write) -> io::Result<()> {
        if check.is_single_path {
            writeln!(out)?;
        }
        self.findings(check, out)?;
        for cut in &check.cuts {
            writeln!(out, "{}", cut_line(cut))?;
        }
        for name in &check.assumptions {
            writeln!(out, "assumed: {name}")?;
        }
        if let Some(note) = &check.note {
            writeln!(out, "note: {note}")?;
        }
        if let Some(tests) = &check.tests {
            writeln!(out, "tests: {}", tests.written)?;
            writeln!(out, "covered: {}", summary_line(&tests.coverage.shares))?;
        }
        writeln!(out, "{}", summary(check))
    }

    fn function(&self, function: &FunctionCheck, out: &mut dyn Write) -> io::Result<()> {
        self.findings(&function.check, out)
    }

    fn functions(&self, functions: &Functions, out: &mut dyn Write) -> io::Result<()> {
        if let Some(cut) = &functions.stopped {
            writeln!(out, "{}", cut_line(cut))?;
            return writeln!(out, "{}: {}", functions.verdict().name(), counted(0, "function"));
        }
        out.write_all(table(functions).as_bytes())
    }
}

impl Human<'_> {
    fn findings(&self, check: &Check, out: &mut dyn Write) -> io::Result<()> {
        check.findings.iter().try_for_each(|finding| {
            writeln!(out, "{}\n", self.finding(finding, check.command.as_deref()))
        })
    }

    /// Returns a finding as text: its lines, its inputs, and the command that repeats it.
    fn finding(&self, finding: &Finding, command: Option<&str>) -> String {
        let mut text = self.lines(finding);
        if !finding.inputs.is_empty() {
            text.push_str("\n  = with these inputs:");
        }
        for input in &finding.inputs {
            text.push_str(&input_line(input));
        }
        let code = finding.heap.iter().flat_map(|heap| &heap.code);
        for (index, line) in code.enumerate() {
            let title = if index == 0 { "\n  = with this heap:" } else { "" };
            let _ = write!(text, "{title}\n      {line}");
        }
        if let Some(layout) = &finding.layout {
            let dependence = address_dependence(layout.location.as_ref());
            let property = &finding.property;
            let _ = match layout.is_violated_in_all_layouts {
                true => write!(
                    text,
                    "\n  = {dependence}; with all other addresses these inputs violate {property}, too, here or later"
                ),
                false => {
                    write!(text, "\n  = with other addresses this may not happen: {dependence}")
                }
            };
        }
        confirmation_lines(&mut text, &finding.confirmation);
        if let (Some(command), Some(path)) = (command, &finding.path) {
            let _ = write!(text, "\n  = to see the path: {command} --path '{path}'");
        }
        text
    }

    /// Returns the message of a finding with the lines of the source.
    fn lines(&self, finding: &Finding) -> String {
        let notes = finding.notes.iter();
        let notes = notes.filter_map(|note| {
            Some((known(note.location.as_ref())?.clone(), note.message.clone()))
        });
        let diagnostic = Diagnostic {
            severity: Severity::Error,
            location: finding.location.clone().unwrap_or_default(),
            message: finding.message.clone(),
            notes: notes.collect(),
        };
        diagnostic_text(&diagnostic, self.0.sources, self.0.colours)
    }
}

fn input_line(input: &Input) -> String {
    // A place in the library does not help the reader.
    let own = known(input.location.as_ref()).filter(|location| !location.is_runtime());
    let ty = Some(input.ty.clone()).filter(|ty| !ty.is_empty());
    let remarks: Vec<String> =
        ty.into_iter().chain(own.map(|location| location.line_text())).collect();
    let mut line = format!("\n      {} = {}", input.name, input.value);
    if !remarks.is_empty() {
        let _ = write!(line, "   ({})", remarks.join(", "));
    }
    line
}

fn confirmation_lines(text: &mut String, confirmation: &Confirmation) {
    let Confirmation { confirmed, message, replay, unconfined } = confirmation;
    if !message.is_empty() {
        let result = match confirmed {
            Some(true) => "confirmed",
            Some(false) => "not confirmed",
            None => "cannot be confirmed",
        };
        let _ = write!(text, "\n  = {result}: {message}");
    }
    if let Some(missing) = unconfined.as_ref().filter(|it| !it.is_empty()) {
        let missing = missing.join(", ");
        let _ =
            write!(text, "\n  = the program ran unconfined: this system cannot confine {missing}");
    }
    if let Some(replay) = replay {
        let _ = write!(text, "\n  = replay: {}", visible(&replay.display().to_string()));
    }
}

fn cut_line(cut: &Cut) -> String {
    let times = if cut.count == 1 { String::new() } else { format!(" ({} times)", cut.count) };
    format!("not fully explored: {}{times}", cut.text())
}

fn summary(check: &Check) -> String {
    let paths = counted(check.statistics.paths, "path");
    let findings = match check.findings.len() as u64 {
        0 => String::new(),
        count => format!(", {}", counted(count, "finding")),
    };
    let seconds = check.statistics.time.as_secs_f64();
    format!("{}: {paths}{findings}, {seconds:.2} s", check.verdict.name())
}

/// Returns a number of things.
pub(crate) fn counted(number: u64, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// Returns a row for each function.
fn table(functions: &Functions) -> String {
    let all = &functions.functions;
    let width = all.iter().map(|row| row.function.len()).max().unwrap_or(0).max(8);
    let mut text = format!("{:width$}  verdict   paths  seconds  findings\n", "function");
    for FunctionCheck { function, check, .. } in all {
        let statistics = &check.statistics;
        let _ = writeln!(
            text,
            "{function:width$}  {:7}  {:6}  {:7.2}  {}",
            check.verdict.name(),
            statistics.paths,
            statistics.time.as_secs_f64(),
            findings_or_reason(check)
        );
    }
    let mut assumed: Vec<&String> = all.iter().flat_map(|row| &row.check.assumptions).collect();
    assumed.sort_unstable();
    assumed.dedup();
    for assumption in assumed {
        let _ = writeln!(text, "assumed: {assumption}");
    }
    for row in all {
        for expression in &row.not_assumed {
            let _ = writeln!(text, "not assumed of '{}': {expression}", row.function);
        }
    }
    let count = counted(all.len() as u64, "function");
    let _ = writeln!(text, "{}: {count}", functions.verdict().name());
    text
}

fn findings_or_reason(check: &Check) -> String {
    let kinds: Vec<&str> = check.findings.iter().map(|finding| finding.kind.as_str()).collect();
    match check.reason().or_else(|| check.note.clone()) {
        Some(reason) if kinds.is_empty() => format!("({reason})"),
        _ => kinds.join(", "),
    }
}
