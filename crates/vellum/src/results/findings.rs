//! How findings read: the wording, and the place in the source.

use engine::{Access, End, Finding, FindingKind, Found, Limit, Machine, Note, Program, What};
use ir::CheckKind;
use ir::diagnostic::visible;
use memory::{Memory, Site};

use crate::cli::diagnostics::Stream;
use crate::load::program::Shown;

/// The report about the end of a path, unless it is a plain one.
pub fn report<M: Memory>(machine: &Machine<'_, M>, end: &End) -> Option<String> {
    match end {
        End::Finding(finding) => Some(finding_report(machine, finding, Stream::Errors)),
        End::Unsupported(unsupported) => {
            let message = format!("not supported: {}", what(machine, &unsupported.what));
            let site = own_site(machine, unsupported.site, &unsupported.calls);
            Some(render(machine, Stream::Errors, &message, site, &[]))
        }
        End::Limit(limit) => Some(format!("vellum: a limit was reached: {}", limit_text(*limit))),
        End::Exit(_)
        | End::Abort
        | End::Infeasible
        | End::Forked
        | End::Paused
        | End::Arrived
        | End::Repeated
        | End::Stop
        | End::Interrupted => None,
    }
}

/// A finding with its lines, for a stream.
pub fn finding_report<M: Memory>(
    machine: &Machine<'_, M>,
    finding: &Finding,
    stream: Stream,
) -> String {
    let notes: Vec<(Site, &str)> =
        finding.notes.iter().map(|&(site, note)| (site, note_text(note))).collect();
    let site = own_site(machine, finding.site, &finding.calls);
    render(machine, stream, &message(&finding.kind), site, &notes)
}

/// The innermost place that is the program's own, and not in the library.
pub fn own_site<M: Memory>(machine: &Machine<'_, M>, site: Site, calls: &[Site]) -> Site {
    machine.program().own_site(site, calls)
}

/// Puts findings into the order in which a reader comes to them in the source.
pub fn sort<M: Memory>(machine: &Machine<'_, M>, found: &mut [Found]) {
    found.sort_by_key(|found| {
        let location = machine.loaded.sites.locate(&machine.module, found.place);
        location.map(|it| (it.position.file, it.position.line, it.position.column))
    });
}

/// A place as `file:line`.
pub fn place_text<M: Memory>(machine: &Machine<'_, M>, site: Site) -> String {
    place_in(machine.program(), site)
}

/// The same, for a program that is not at rest.
pub fn place_in(program: Program<'_>, site: Site) -> String {
    let location = program.sites.locate(program.module, site);
    let place = location.and_then(|it| {
        let file = program.module.files.get(it.position.file.index())?;
        Some(format!("{}:{}", visible(file), it.position.line))
    });
    place.unwrap_or_else(|| "an unknown place".to_owned())
}

fn render<M: Memory>(
    machine: &Machine<'_, M>,
    stream: Stream,
    message: &str,
    site: Site,
    notes: &[(Site, &str)],
) -> String {
    let place = |site: Site| {
        let location = machine.loaded.sites.locate(&machine.module, site)?;
        let position = location.position;
        let file = machine.module.files.get(position.file.index())?.clone();
        Some(c::SourceLoc::new(file, position.line, position.column))
    };
    let unknown = || c::SourceLoc::default();
    let notes = notes.iter().filter_map(|&(site, text)| Some((place(site)?, text.to_owned())));
    let diagnostic = c::Diagnostic {
        severity: c::Severity::Error,
        place: place(site).unwrap_or_else(unknown),
        message: message.to_owned(),
        notes: notes.collect(),
    };
    Shown::on(stream).rendered(&diagnostic)
}

fn verb(access: Access) -> &'static str {
    match access {
        Access::Read => "read",
        Access::Write => "write",
    }
}

pub fn message(kind: &FindingKind) -> String {
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
        FindingKind::Leak => "memory leak: nothing points to the block any more".to_owned(),
        FindingKind::NotFreed => "memory was not freed at the end of the program".to_owned(),
        FindingKind::ErrorCall(name) => format!("call of {name}"),
        FindingKind::Check(kind) => check_text(*kind).to_owned(),
        FindingKind::Assertion(text) if text.is_empty() => "assertion failed".to_owned(),
        FindingKind::Assertion(text) => format!("assertion failed: {}", visible(text)),
        FindingKind::NoFunction => "call through a pointer that points to no function".to_owned(),
        FindingKind::BadCall => {
            "call of a function with arguments that it does not take".to_owned()
        }
        FindingKind::Uninitialised => "a decision depends on a value that was never set".to_owned(),
        FindingKind::OverlappingCopy => {
            "assignment of an object to one that overlaps it partly".to_owned()
        }
        FindingKind::Library(rule) => rule.clone(),
    }
}

/// So many bytes.
pub fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

fn check_text(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::SignedOverflow | CheckKind::DivisionOverflow => "signed overflow",
        CheckKind::DivisionByZero => "division by zero",
        CheckKind::Shift => "shift by a negative amount, or by the width or more",
        CheckKind::Unreachable => "a place is reached that must not be",
        CheckKind::ArrayLength | CheckKind::EmptyArray => "an array whose length is not positive",
        CheckKind::FloatToInt => "a float too large for the integer it is converted to",
        CheckKind::Index => "access out of bounds: the index is beyond any object",
        CheckKind::PointerOverflow => "pointer arithmetic beyond any object",
        CheckKind::Bounds => "the index is outside of the array, which is part of a larger object",
        CheckKind::ErrorLabel => "the label ERROR is reached",
    }
}

pub fn note_text(note: Note) -> &'static str {
    match note {
        Note::Born => "the block was made here",
        Note::Freed => "the block was freed here",
        Note::Ended => "its scope was left here",
    }
}

pub fn what<M: Memory>(machine: &Machine<'_, M>, what: &What) -> String {
    match what {
        What::Message(id) => machine.module.messages.get(id.index()).cloned().unwrap_or_default(),
        What::External(name) => format!("the function '{name}', which has no body"),
        What::Other(text) => text.clone().into_owned(),
    }
}

pub fn limit_text(limit: Limit) -> &'static str {
    match limit {
        Limit::Steps => "the number of instructions",
        Limit::Depth => "the depth of calls (a recursion without end?)",
        Limit::Memory => "there was no room for more: in the address space, or in what may be used",
        Limit::Time => "the time was up",
        Limit::Paths => "the number of paths",
        Limit::Decisions => "the number of decisions on one path",
        Limit::Unwind => "the number of rounds of a loop",
        Limit::Path => "only the path that was given was looked at",
    }
}
