//! What `vellum check` says: the verdict, the findings and the reasons, as text and as JSON.

use std::fmt::Write;

use engine::{Cut, Decisions, Found, InputType, InputValue, Limit, Machine, Outcome, Undefined};
use ir::{Module, SourceType};
use memory::{Memory, Site};
use serde_json::{Value, json};

use crate::cli::arguments::CheckArguments;
use crate::cli::diagnostics::Stream;
use crate::cli::exit::Exit;
use crate::cli::files;
use crate::replay::confirm::Confirmation;
use crate::results::findings;
use crate::results::input_heap;
use crate::supervise::warden::{Stopped, Warden};

/// The verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No input breaks the program.
    True,
    /// An input does.
    False,
    /// Something was cut off, or is not supported.
    Unknown,
}

impl Verdict {
    /// The verdict of an exploration.
    pub fn of(outcome: &Outcome) -> Verdict {
        // What comes about in one layout only is no proof.
        match outcome.found.iter().any(Found::is_proof) {
            true => Verdict::False,
            false if outcome.cuts.is_empty() => Verdict::True,
            false => Verdict::Unknown,
        }
    }

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::True => "true",
            Verdict::False => "false",
            Verdict::Unknown => "unknown",
        }
    }

    /// The exit code that says it.
    pub fn exit(self) -> Exit {
        match self {
            Verdict::True => Exit::Success,
            Verdict::False => Exit::Finding,
            Verdict::Unknown => Exit::Unknown,
        }
    }
}

/// What a `true` says less than it seems to, if it does: where nothing comes to an end, what is assumed may be what no input meets.
pub fn note(outcome: &Outcome, arguments: &CheckArguments) -> Option<&'static str> {
    let nothing_ended = Verdict::of(outcome) == Verdict::True && outcome.paths == 0;
    (nothing_ended && !arguments.assume.is_empty()).then_some(
        "no path comes to an end: no input meets what is assumed, or the function never returns",
    )
}

/// What a decision on an address means.
const ADDRESSES: &str = "what happens depends on where blocks lie in memory";

/// What it means that something undefined was not asked for.
const UNDEFINED: &str = "after which nothing is known; it is reported with";

/// What it means that a path was not found again.
const STRAYED: &str = "a path went another way when it was repeated, which is a bug in Vellum";

/// Why the verdict is not `true`: words, what they mean, and how often.
pub fn reasons<M: Memory>(
    machine: &Machine<'_, M>,
    outcome: &Outcome,
    warden: &Warden,
) -> Vec<(&'static str, String, u64)> {
    let mut reasons: Vec<(&'static str, String, u64)> = Vec::new();
    for (cut, count) in &outcome.cuts {
        let (word, text) = reason(machine, cut, warden.stopped());
        // Several places may be in one line.
        match reasons.iter_mut().find(|it| (it.0, &it.1) == (word, &text)) {
            Some((.., times)) => *times += count,
            None => reasons.push((word, text, *count)),
        }
    }
    reasons
}

/// Why the verdict is not `true`: a word, and what it means.
fn reason<M: Memory>(
    machine: &Machine<'_, M>,
    cut: &Cut,
    stopped: Option<Stopped>,
) -> (&'static str, String) {
    match cut {
        Cut::Limit(limit) => limit_reason(*limit),
        Cut::Unsupported(unsupported) => {
            let what = findings::what(machine, &unsupported.what);
            let site = findings::own_site(machine, unsupported.site, &unsupported.calls);
            ("unsupported", format!("{what}, at {}", findings::place_text(machine, site)))
        }
        Cut::Solver(why, site) => {
            ("solver", format!("{why}, at {}", findings::place_text(machine, *site)))
        }
        Cut::Layout(site) => {
            let place = findings::place_text(machine, *site);
            ("addresses", format!("{ADDRESSES}, at {place}"))
        }
        Cut::Undefined(Undefined { kind, property, place }) => {
            let (place, property) = (findings::place_text(machine, *place), property.name());
            ("undefined", format!("{kind}, at {place}, {UNDEFINED} --property {property}"))
        }
        Cut::Strayed => ("internal", STRAYED.to_owned()),
        Cut::Interrupted => match stopped {
            Some(why) => stop_reason(why),
            None => stop_reason(Stopped::ByUser),
        },
    }
}

/// The same in a few words, for what was not covered because of it.
pub fn cut_text<M: Memory>(
    machine: &Machine<'_, M>,
    cut: &Cut,
    stopped: Option<Stopped>,
) -> String {
    let (word, text) = reason(machine, cut, stopped);
    match word {
        "unsupported" | "solver" | "addresses" | "undefined" | "internal" | "interrupted" => {
            format!("{word}: {text}")
        }
        _ => format!("cut by a limit: {text}"),
    }
}

/// Why a run was stopped: a word, and what it means.
pub fn stop_reason(why: Stopped) -> (&'static str, String) {
    match why {
        Stopped::Time => limit_reason(Limit::Time),
        Stopped::Memory => limit_reason(Limit::Memory),
        Stopped::ByUser => ("interrupted", "stopped by the user".to_owned()),
    }
}

fn limit_reason(limit: Limit) -> (&'static str, String) {
    (limit.name(), findings::limit_text(limit).to_owned())
}

/// A finding as JSON.
pub fn finding_json<M: Memory>(
    machine: &Machine<'_, M>,
    found: &Found,
    confirmed: &Confirmation,
) -> Value {
    let finding = &found.finding;
    let site = findings::own_site(machine, finding.site, &finding.calls);
    let notes: Vec<Value> = finding
        .notes
        .iter()
        .map(|(site, note)| {
            json!({"location": location(machine, *site), "message": findings::note_text(*note)})
        })
        .collect();
    let inputs: Vec<Value> = inputs(machine, &found.inputs)
        .into_iter()
        .map(|input| {
            json!({
                "name": input.name, "type": input.ty, "value": input.value,
                "location": location(machine, input.site),
            })
        })
        .collect();
    let mut report = json!({
        "kind": finding.kind.name(),
        "property": finding.kind.property().name(),
        "message": findings::message(&finding.kind),
        "location": location(machine, site),
        "notes": notes,
        "inputs": inputs,
        "path": (!found.merged).then(|| Decisions(&found.path).to_string()),
        "confirmed": confirmed.confirmed,
    });
    if let Some(site) = found.layout {
        report["depends_on_addresses"] = location(machine, site);
        report["property_broken_with_all_addresses"] = json!(found.everywhere);
    }
    if let Some(picture) = &found.picture {
        report["heap"] = input_heap::json(&machine.module, picture);
    }
    if !confirmed.words.is_empty() {
        report["confirmation"] = json!(confirmed.words);
    }
    if let Some(missing) = confirmed.unconfined() {
        report["unconfined"] = json!(missing);
    }
    if let Some(replay) = &confirmed.replay {
        report["replay"] = json!(replay.display().to_string());
    }
    report
}

fn location<M: Memory>(machine: &Machine<'_, M>, site: Site) -> Value {
    let Some(found) = machine.loaded.sites.locate(&machine.module, site) else { return json!({}) };
    let position = found.position;
    let file = machine.module.files.get(position.file.index()).cloned().unwrap_or_default();
    let function = &machine.module.function(found.function).name;
    json!({
        "file": file, "line": position.line, "column": position.column, "function": function,
    })
}

/// An input, ready to be shown.
pub struct ShownInput {
    /// What it is called.
    pub name: String,
    /// Its type in the source.
    pub ty: String,
    /// Its value.
    pub value: String,
    /// Where it was asked for.
    pub site: Site,
}

/// The inputs of a finding; the bytes of one object together.
pub fn inputs<M: Memory>(machine: &Machine<'_, M>, inputs: &[InputValue]) -> Vec<ShownInput> {
    let mut shown: Vec<ShownInput> = Vec::new();
    let module = &machine.module;
    for input in inputs {
        let (name, site) = (input.name.clone(), input.site);
        match &input.ty {
            InputType::Flag => {
                let value = if input.value.low_word() == 1 { "yes" } else { "no" };
                shown.push(ShownInput { name, ty: String::new(), value: value.to_owned(), site });
            }
            InputType::Written { index, bytes } => {
                let value = term::bits::sign_extend_word(input.value.low_word(), 8 * bytes);
                let ty = format!("written at offset {index}, {}", findings::bytes((*bytes).into()));
                shown.push(ShownInput { name, ty, value: value.to_string(), site });
            }
            InputType::Scalar(ty) => {
                let value = scalar(module, *ty, &input.value);
                shown.push(ShownInput { name, ty: module.types.describe(*ty), value, site });
            }
            InputType::Part { index, bytes, of } => {
                let number = input.value.low_word();
                let text = match (*bytes, *of) {
                    (1, 2..) | (2, _) if name == "stdin" && number == 0xffff => "end".to_owned(),
                    (1, 2..) | (2, _) if name == "stdin" => byte(number as u8),
                    (1, 2..) => byte(number as u8),
                    (bytes, _) => term::bits::sign_extend_word(number, 8 * bytes).to_string(),
                };
                match shown.last_mut() {
                    Some(last) if *index > 0 && last.name == name => {
                        last.value.push(' ');
                        last.value.push_str(&text);
                    }
                    _ => {
                        let ty = findings::bytes(*of);
                        shown.push(ShownInput { name, ty, value: text, site });
                    }
                }
            }
        }
    }
    shown
}

/// A byte, as a character where it is one.
fn byte(byte: u8) -> String {
    match byte {
        b'\'' | b'\\' => format!("'\\{}'", char::from(byte)),
        b' '..=b'~' => format!("'{}'", char::from(byte)),
        _ => byte.to_string(),
    }
}

/// A number in the terms of its type.
pub fn scalar(module: &Module, ty: ir::TypeId, value: &term::Bits) -> String {
    let word = value.low_word();
    match module.types.get(ty) {
        SourceType::Int { signed: true, .. } if value.width() <= 64 => {
            term::bits::sign_extend_word(word, value.width()).to_string()
        }
        SourceType::Float { bits: 32, .. } => f32::from_bits(word as u32).to_string(),
        SourceType::Float { bits: 64, .. } => f64::from_bits(word).to_string(),
        SourceType::Pointer(_) => format!("{word:#x}"),
        _ if value.width() <= 64 => word.to_string(),
        _ => value.to_string(),
    }
}

/// A finding as text: the lines, the input, and by which command to see it again.
pub fn finding_text<M: Memory>(
    machine: &Machine<'_, M>,
    found: &Found,
    confirmed: &Confirmation,
    command: Option<&str>,
) -> String {
    let finding = &found.finding;
    let mut text = findings::finding_report(machine, finding, Stream::Output);
    let inputs = inputs(machine, &found.inputs);
    if !inputs.is_empty() {
        text.push_str("\n  = with these inputs:");
        for input in inputs {
            // A place in the library says nothing to whoever reads it.
            let own = machine.program().is_own(input.site);
            let place = own.then(|| findings::place_text(machine, input.site));
            let ty = Some(input.ty).filter(|ty| !ty.is_empty());
            let remarks: Vec<String> = ty.into_iter().chain(place).collect();
            let _ = write!(text, "\n      {} = {}", input.name, input.value);
            if !remarks.is_empty() {
                let _ = write!(text, "   ({})", remarks.join(", "));
            }
        }
    }
    if let Some(picture) = &found.picture {
        let lines = input_heap::code(&machine.module, picture);
        if !lines.is_empty() {
            text.push_str("\n  = with this heap:");
        }
        for line in lines {
            let _ = write!(text, "\n      {line}");
        }
    }
    if let Some(site) = found.layout {
        let place = findings::place_text(machine, site);
        let property = found.finding.kind.property().name();
        let _ = match found.everywhere {
            true => write!(
                text,
                "\n  = {ADDRESSES}, at {place}; wherever that is, these inputs break {property}, here or later"
            ),
            false => write!(text, "\n  = this may not come about: {ADDRESSES}, at {place}"),
        };
    }
    if let Some(line) = confirmed.line() {
        let _ = write!(text, "\n  = {line}");
    }
    if let Some(missing) = confirmed.unconfined().filter(|it| !it.is_empty()) {
        let missing = missing.join(", ");
        let _ =
            write!(text, "\n  = the program ran unconfined: this system cannot confine {missing}");
    }
    if let Some(replay) = &confirmed.replay {
        let _ = write!(text, "\n  = replay: {}", files::shown(replay));
    }
    if let Some(command) = command.filter(|_| !found.merged) {
        let path = Decisions(&found.path);
        let _ = write!(text, "\n  = to see the path: {command} --path '{path}'");
    }
    text
}
