//! The result of a check: verdict, findings, and why not everything was explored.

use engine::findings::{Cut, Decisions, InputValue, Limit, Outcome, Undefined};
use engine::program::Program;
use engine::statistics::Statistics;
use memory::Site;
use report::{Check, Confirmation, Finding, Input, LayoutDependence, Note, SourceLoc, Verdict};

use crate::cli::arguments::CheckArguments;
use crate::cli::command_line;
use crate::results::wording::GivenLimits;
use crate::results::{heap, statistics, values, wording};
use crate::supervise::setup;
use crate::supervise::warden::{Limits, Stopped, Warden};

/// Returns the place of an instruction, with its function.
pub fn location(program: Program<'_>, site: Site) -> Option<SourceLoc> {
    let found = program.sites.locate(program.module, site)?;
    let function = program.module.function(found.function).name.clone();
    Some(SourceLoc { function: Some(function), ..program.module.source_loc(found.position) })
}

/// Returns a place as `file:line`.
pub fn place_text(program: Program<'_>, site: Site) -> String {
    report::place_text(location(program, site).as_ref())
}

/// Sorts findings by their places in the source.
pub fn sort(program: Program<'_>, found: &mut [engine::findings::Finding]) {
    found.sort_by_key(|found| {
        let location = program.sites.locate(program.module, found.place);
        location.map(|it| (it.position.file, it.position.line, it.position.column))
    });
}

/// Returns the verdict of an exploration.
fn verdict(outcome: &Outcome) -> Verdict {
    // A finding that depends on the addresses of this run is no proof.
    match outcome.found.iter().any(engine::findings::Finding::is_proof) {
        true => Verdict::False,
        false if outcome.cuts.is_empty() => Verdict::True,
        false => Verdict::Unknown,
    }
}

/// Returns the result of an exploration, before confirmation.
pub fn check(
    program: Program<'_>,
    arguments: &CheckArguments,
    outcome: &Outcome,
    statistics: &Statistics,
    time: std::time::Duration,
    warden: &Warden,
) -> Check {
    let verdict = verdict(outcome);
    let is_single_path = arguments.path.is_some();
    let mut cuts = cuts(program, outcome, &given_limits(arguments, warden), warden.stopped());
    if let Some(unproved) = &statistics.unproved {
        let why = statistics::why_unproved(program, unproved);
        for cut in cuts.iter_mut().filter(|cut| cut.class == NO_PROOF) {
            cut.message = why.clone();
        }
    }
    if verdict == Verdict::False && is_single_path {
        // The user gave the path.
        cuts.retain(|cut| cut.class != "path");
    }
    Check {
        verdict,
        findings: outcome.found.iter().map(|found| finding(program, found)).collect(),
        cuts,
        assumptions: outcome.assumed.keys().cloned().collect(),
        note: note(verdict, outcome, arguments).map(str::to_owned),
        is_single_path,
        // The command line has the option already.
        command: (!is_single_path).then(|| command_line::command(arguments)),
        tests: None,
        statistics: statistics::of(program, statistics, outcome, time, arguments.memory.name()),
    }
}

/// Returns a reservation about a `true` if no path ends: perhaps no input satisfies the assumptions.
fn note(verdict: Verdict, outcome: &Outcome, arguments: &CheckArguments) -> Option<&'static str> {
    let nothing_ended = verdict == Verdict::True && outcome.paths == 0;
    (nothing_ended && !arguments.assume.is_empty()).then_some(
        "no path ends: no input satisfies the assumptions, or the function never returns",
    )
}

/// The message about a replay that diverged.
const DIVERGED: &str = "a repeated path diverged, which is a bug in Vellum: please report it";

/// The class of the reason that no proof was found.
const NO_PROOF: &str = "proof";

/// Returns the limits of a check.
pub fn given_limits(arguments: &CheckArguments, warden: &Warden) -> GivenLimits {
    GivenLimits {
        steps: arguments.max_steps,
        depth: Some(setup::DEPTH),
        paths: arguments.max_paths,
        decisions: arguments.max_depth,
        unwind: arguments.unwind,
        run: warden.limits(),
    }
}

/// Returns why not everything was explored, each reason once.
fn cuts(
    program: Program<'_>,
    outcome: &Outcome,
    limits: &GivenLimits,
    stopped: Option<Stopped>,
) -> Vec<report::Cut> {
    let mut reasons: Vec<report::Cut> = Vec::new();
    for (cut, count) in &outcome.cuts {
        let new = report::Cut { count: *count, ..reason(program, cut, limits, stopped) };
        // Several places may be in one line.
        let same = |it: &&mut report::Cut| (it.class, &it.message) == (new.class, &new.message);
        match reasons.iter_mut().find(same) {
            Some(known) => known.count += count,
            None => reasons.push(new),
        }
    }
    reasons
}

fn cut(class: &'static str, message: impl Into<String>) -> report::Cut {
    report::Cut { class, message: message.into(), count: 1 }
}

/// Returns the reason for a cut.
fn reason(
    program: Program<'_>,
    reason: &Cut,
    limits: &GivenLimits,
    stopped: Option<Stopped>,
) -> report::Cut {
    match reason {
        Cut::Limit(limit) => limit_reason(*limit, limits),
        Cut::Unsupported(unsupported) => {
            let what = wording::unsupported(program, &unsupported.what);
            let site = program.own_site(unsupported.site, &unsupported.calls);
            cut("unsupported", format!("{what}, at {}", place_text(program, site)))
        }
        Cut::Solver(why, site) => {
            cut("solver", format!("{why}, at {}", place_text(program, *site)))
        }
        Cut::Layout(site) => {
            cut("addresses", report::address_dependence(location(program, *site).as_ref()))
        }
        Cut::Undefined(Undefined { kind, property, place }) => {
            let (place, property) = (place_text(program, *place), property.name());
            let hint = format!("to report it, add --property {property}");
            cut("undefined", format!("{kind}, at {place}, is undefined behaviour; {hint}"))
        }
        Cut::Strayed => cut("internal", DIVERGED),
        Cut::NoProof => cut(NO_PROOF, "none was found, and nothing was explored (--proofs only)"),
        Cut::Interrupted => stop_reason(stopped.unwrap_or(Stopped::ByUser), limits.run),
    }
}

/// Returns the reason for a cut in a few words, for code that was not covered because of it.
pub fn cut_text(
    program: Program<'_>,
    cut: &Cut,
    limits: &GivenLimits,
    stopped: Option<Stopped>,
) -> String {
    let reason = reason(program, cut, limits, stopped);
    match reason.class {
        "unsupported" | "solver" | "addresses" | "undefined" | "internal" | "interrupted" => {
            reason.text()
        }
        _ => format!("cut: {}", reason.message),
    }
}

/// Returns why a run was stopped.
pub fn stop_reason(why: Stopped, run: Limits) -> report::Cut {
    let limits = GivenLimits { run, ..GivenLimits::default() };
    match why {
        Stopped::Time => limit_reason(Limit::Time, &limits),
        Stopped::Memory => limit_reason(Limit::Memory, &limits),
        Stopped::ByUser => cut("interrupted", "stopped by the user"),
    }
}

fn limit_reason(limit: Limit, limits: &GivenLimits) -> report::Cut {
    cut(limit.name(), wording::limit(limit, limits))
}

fn finding(program: Program<'_>, found: &engine::findings::Finding) -> Finding {
    let engine::findings::Violation { kind, site, calls, notes } = &found.violation;
    let note = |(site, note): &(Site, engine::findings::Note)| Note {
        location: location(program, *site),
        message: wording::note(*note).to_owned(),
    };
    let input = |input: values::ShownInput| Input {
        location: location(program, input.site),
        name: input.name,
        ty: input.ty,
        value: input.value,
    };
    Finding {
        kind: kind.name().to_owned(),
        property: kind.property().name().to_owned(),
        message: wording::message(kind),
        location: location(program, program.own_site(*site, calls)),
        notes: notes.iter().map(note).collect(),
        inputs: inputs(program, &found.inputs).into_iter().map(input).collect(),
        heap: found.input_heap.as_ref().map(|input_heap| heap::of(program.module, input_heap)),
        path: (!found.merged).then(|| Decisions(&found.path).to_string()),
        layout: found.layout.map(|site| LayoutDependence {
            location: location(program, site),
            is_violated_in_all_layouts: found.in_all_layouts,
        }),
        confirmation: Confirmation::default(),
    }
}

fn inputs(program: Program<'_>, inputs: &[InputValue]) -> Vec<values::ShownInput> {
    values::inputs(program.module, inputs)
}
