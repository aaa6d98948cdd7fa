//! How findings read: the wording, and the place in the source.

use engine::{Access, End, FindingKind, Limit, Machine, Note, What};
use ir::CheckKind;
use memory::Site;

use crate::program::Shown;
use crate::runtime;

/// The report about the end of a path, unless it is a plain one.
pub fn report(machine: &Machine<'_>, end: &End) -> Option<String> {
    let mut shown = Shown::default();
    match end {
        End::Exit(_) | End::Abort => None,
        End::Finding(finding) => {
            let message = message(&finding.kind);
            let notes: Vec<(Site, &str)> =
                finding.notes.iter().map(|&(site, note)| (site, note_text(note))).collect();
            let site = own_site(machine, finding.site, &finding.calls);
            Some(render(machine, &mut shown, &message, site, &notes))
        }
        End::Unsupported(unsupported) => {
            let message = format!("not supported: {}", what(machine, &unsupported.what));
            let site = own_site(machine, unsupported.site, &unsupported.calls);
            Some(render(machine, &mut shown, &message, site, &[]))
        }
        End::Limit(limit) => Some(format!("vellum: a limit was reached: {}", limit_text(*limit))),
    }
}

/// The innermost place that is the program's own, and not in the library.
fn own_site(machine: &Machine<'_>, site: Site, calls: &[Site]) -> Site {
    let own = |&site: &Site| {
        let location = machine.sites.locate(&machine.module, site);
        let file = location.and_then(|it| machine.module.files.get(it.position.file.index()));
        file.is_some_and(|file| !runtime::is_runtime(file))
    };
    std::iter::once(site).chain(calls.iter().copied()).find(own).unwrap_or(site)
}

fn render(
    machine: &Machine<'_>,
    shown: &mut Shown,
    message: &str,
    site: Site,
    notes: &[(Site, &str)],
) -> String {
    let place = |site: Site| {
        let location = machine.sites.locate(&machine.module, site)?;
        let position = location.position;
        let file = machine.module.files.get(position.file.index())?.clone();
        Some(c::Place { file, line: position.line, column: position.column })
    };
    let unknown = || c::Place { file: String::new(), line: 0, column: 0 };
    let notes = notes.iter().filter_map(|&(site, text)| Some((place(site)?, text.to_owned())));
    let diagnostic = c::Diagnostic {
        severity: c::Severity::Error,
        place: place(site).unwrap_or_else(unknown),
        message: message.to_owned(),
        notes: notes.collect(),
    };
    shown.rendered(&diagnostic)
}

fn verb(access: Access) -> &'static str {
    match access {
        Access::Read => "read",
        Access::Write => "write",
    }
}

fn message(kind: &FindingKind) -> String {
    match kind {
        FindingKind::NullPointer(access) => format!("{} through a null pointer", verb(*access)),
        FindingKind::WildPointer(access) => {
            format!("{} through a pointer that points to no object", verb(*access))
        }
        FindingKind::OutOfBounds { access, offset, length, size } => format!(
            "{} of {} at offset {offset} of a block of {}",
            verb(*access),
            bytes(*length),
            bytes(*size)
        ),
        FindingKind::UseAfterFree(access) => format!("{} of memory that was freed", verb(*access)),
        FindingKind::UseAfterScope(access) => {
            format!("{} of a variable whose scope was left", verb(*access))
        }
        FindingKind::WriteToConstant => "write to an object that is constant".to_owned(),
        FindingKind::FreeOfNonHeap => "free of memory that is not from malloc".to_owned(),
        FindingKind::FreeInside => "free of a pointer into the middle of a block".to_owned(),
        FindingKind::DoubleFree => "free of memory that was freed before".to_owned(),
        FindingKind::Check(kind) => check_text(*kind).to_owned(),
        FindingKind::Assertion(text) => format!("assertion failed: {text}"),
        FindingKind::BadCall => {
            "call of something that is no function, or not one with these arguments".to_owned()
        }
        FindingKind::Uninitialised => "a decision depends on a value that was never set".to_owned(),
        FindingKind::Library(rule) => rule.clone(),
    }
}

fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

fn check_text(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::SignedOverflow => "signed overflow",
        CheckKind::DivisionByZero => "division by zero",
        CheckKind::Shift => "shift by a negative amount, or by the width or more",
        CheckKind::Unreachable => "a place is reached that must not be",
        CheckKind::ArrayLength => "an array whose length is not positive",
        CheckKind::FloatToInt => "a float too large for the integer it is converted to",
    }
}

fn note_text(note: Note) -> &'static str {
    match note {
        Note::Born => "the block was made here",
        Note::Freed => "the block was freed here",
        Note::Ended => "its scope was left here",
    }
}

fn what(machine: &Machine<'_>, what: &What) -> String {
    match what {
        What::Message(id) => machine.module.messages.get(id.index()).cloned().unwrap_or_default(),
        What::External(name) => format!("the function '{name}', which has no body"),
        What::Other(text) => (*text).to_owned(),
    }
}

fn limit_text(limit: Limit) -> &'static str {
    match limit {
        Limit::Steps => "the number of instructions",
        Limit::Depth => "the depth of calls (a recursion without end?)",
        Limit::Memory => "memory: the address space, or the bytes of one block that can be kept",
    }
}
