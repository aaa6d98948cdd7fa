//! The verdicts and findings that the runs of a program allow for some selected properties, compared with a report.

use std::collections::BTreeSet;

use serde_json::Value;

use super::native::{Effect, Event, Trace};

/// The result of one run for the selected properties.
enum Outcome<'a> {
    /// None is violated.
    Clean,
    /// One is: any of the first findings shows it, and the others may be reported as well.
    Violated(Vec<&'a Event>, Vec<&'a Event>),
    /// There is undefined behaviour of another kind before, after which nothing is known.
    Undefined(&'a Event),
}

/// The result of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// The report is correct.
    Same,
    /// The verdict is `unknown`, with this reason.
    Unknown(String),
    /// The report is wrong: the kind of difference, and the details.
    Different(String, String),
}

/// Findings of these have the line where an allocation became unreachable, or where the program ended; runs do not have it.
const WITHOUT_LINE: [&str; 2] = ["valid-memtrack", "valid-memcleanup"];

fn outcome<'a>(trace: &'a Trace, asked: &dyn Fn(&str) -> bool) -> Outcome<'a> {
    for (at, event) in trace.events.iter().enumerate() {
        if asked(&event.property) {
            let rest = &trace.events[at..];
            return Outcome::Violated(alternatives(rest, asked), behind_bounds(rest, asked));
        }
        if event.effect == Effect::Undefined {
            return Outcome::Undefined(event);
        }
    }
    Outcome::Clean
}

/// Returns the first event, and those of the same statement, whose order is unspecified; and those that are reported at the
/// end of a path beside the first.
fn alternatives<'a>(events: &'a [Event], asked: &dyn Fn(&str) -> bool) -> Vec<&'a Event> {
    let line = events.iter().find(|it| !has_no_line(it)).map_or(0, |it| it.line);
    let belongs = |it: &&Event| asked(&it.property) && (has_no_line(it) || it.line == line);
    events.iter().filter(belongs).collect()
}

/// Returns the events after an index that is outside of its array and inside of the object, where paths continue: up to the
/// first event of another kind.
fn behind_bounds<'a>(events: &'a [Event], asked: &dyn Fn(&str) -> bool) -> Vec<&'a Event> {
    let is_last = |it: &Event| asked(&it.property) && it.property != "bounds";
    let end = events.iter().position(is_last).unwrap_or(events.len());
    let bounds = events[..end].iter().filter(|it| asked(&it.property));
    bounds.chain(alternatives(&events[end..], asked)).collect()
}

fn has_no_line(event: &Event) -> bool {
    WITHOUT_LINE.contains(&event.property.as_str())
}

/// A finding, or an event: the property, and the line if it is known.
type Found = (String, usize);

fn found(property: &str, line: usize) -> Found {
    let line = if WITHOUT_LINE.contains(&property) { 0 } else { line };
    (property.to_owned(), line)
}

/// Compares a report with the runs. `asked` tells whether a property is selected; `all`, whether all findings are reported
/// or only the first.
#[must_use]
pub fn compare(
    traces: &[Trace],
    asked: &dyn Fn(&str) -> bool,
    all: bool,
    report: &Value,
) -> Comparison {
    let verdict = report["verdict"].as_str().unwrap_or("");
    let findings: BTreeSet<Found> =
        report["findings"].as_array().into_iter().flatten().map(finding).collect();
    let outcomes: Vec<Outcome> = traces.iter().map(|trace| outcome(trace, asked)).collect();
    let mut allowed = BTreeSet::new();
    let mut undefined = None;
    for outcome in &outcomes {
        match outcome {
            Outcome::Clean => {}
            Outcome::Violated(first, others) => {
                let events = first.iter().chain(others);
                allowed.extend(events.map(|it| found(&it.property, it.line)));
            }
            Outcome::Undefined(event) => undefined = Some(*event),
        }
    }
    // The findings of an `unknown` verdict depend on addresses, and are no claim.
    let added = findings.iter().find(|it| verdict != "unknown" && !allowed.contains(it));
    if let Some((property, line)) = added {
        return different("added", format!("{property} at line {line}"));
    }
    match verdict {
        "true" => match (allowed.first(), undefined) {
            (Some((property, line)), _) => {
                different("true", format!("but {property} at line {line}"))
            }
            (None, Some(event)) => different(
                "true-undefined",
                format!("but undefined: {} at line {}", event.property, event.line),
            ),
            (None, None) => Comparison::Same,
        },
        "false" if findings.is_empty() => different("false", "without a finding".to_owned()),
        "false" if all && report["reason"].is_null() => {
            missed(traces, &outcomes, &findings).unwrap_or(Comparison::Same)
        }
        "false" => Comparison::Same,
        // Nothing else can be compared.
        _ if allowed.is_empty() && undefined.is_some() => Comparison::Same,
        _ => Comparison::Unknown(reason(report)),
    }
}

/// Returns a run whose violation is not among the findings.
fn missed(
    traces: &[Trace],
    outcomes: &[Outcome],
    findings: &BTreeSet<Found>,
) -> Option<Comparison> {
    outcomes.iter().zip(traces).find_map(|(outcome, trace)| {
        let Outcome::Violated(events, _) = outcome else { return None };
        let is_found = events.iter().any(|it| findings.contains(&found(&it.property, it.line)));
        let what = || {
            format!("{} at line {}, inputs {}", events[0].property, events[0].line, trace.inputs)
        };
        (!is_found).then(|| different("missed", what()))
    })
}

fn different(way: &str, details: String) -> Comparison {
    Comparison::Different(way.to_owned(), details)
}

fn finding(finding: &Value) -> Found {
    let line = finding["location"]["line"].as_u64().unwrap_or(0) as usize;
    found(finding["property"].as_str().unwrap_or(""), line)
}

/// Returns the first words of a reason, without the details of the program.
fn reason(report: &Value) -> String {
    let text =
        report["reason"].as_str().map_or_else(|| report["reason"].to_string(), str::to_owned);
    let words =
        text.split(|letter: char| letter == ':' || letter == '(' || letter.is_ascii_digit());
    words.map(str::trim).find(|it| !it.is_empty()).unwrap_or("").chars().take(60).collect()
}
