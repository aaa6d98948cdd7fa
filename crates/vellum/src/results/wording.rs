//! The words for what the engine finds and cannot do.

use engine::{Access, End, Finding, FindingKind, Limit, Note, Program, What};
use ir::CheckKind;
use ir::diagnostic::{Diagnostic, Severity, visible};
use memory::Site;

use crate::results::check;

/// Returns the diagnostic about the end of a path, unless the end is a plain one.
pub fn end(program: Program<'_>, end: &End) -> Option<Diagnostic> {
    match end {
        End::Finding(finding) => {
            let Finding { kind, site, calls, notes } = &**finding;
            let notes = notes.iter().map(|&(site, it)| (site, note(it)));
            Some(diagnostic(program, message(kind), program.own_site(*site, calls), notes))
        }
        End::Unsupported(it) => {
            let message = format!("not supported: {}", unsupported(program, &it.what));
            let site = program.own_site(it.site, &it.calls);
            Some(diagnostic(program, message, site, std::iter::empty()))
        }
        End::Limit(_)
        | End::Exit(_)
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

fn diagnostic(
    program: Program<'_>,
    message: String,
    site: Site,
    notes: impl Iterator<Item = (Site, &'static str)>,
) -> Diagnostic {
    let known = |site| check::location(program, site).filter(|it| !it.file.is_empty());
    let notes = notes.filter_map(|(site, text)| Some((known(site)?, text.to_owned())));
    let place = known(site).unwrap_or_default();
    Diagnostic { severity: Severity::Error, place, message, notes: notes.collect() }
}

fn verb(access: Access) -> &'static str {
    match access {
        Access::Read => "read",
        Access::Write => "write",
    }
}

/// Returns a violation in one line.
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

/// Returns a number of bytes.
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

/// Returns what happened at a place that explains a finding.
pub fn note(note: Note) -> &'static str {
    match note {
        Note::Born => "the block was made here",
        Note::Freed => "the block was freed here",
        Note::Ended => "its scope was left here",
    }
}

/// Returns what is not supported.
pub fn unsupported(program: Program<'_>, what: &What) -> String {
    match what {
        What::Message(id) => program.module.messages.get(id.index()).cloned().unwrap_or_default(),
        What::External(name) => format!("the function '{name}', which has no body"),
        What::Other(text) => text.clone().into_owned(),
    }
}

/// Returns which limit was reached.
pub fn limit(limit: Limit) -> &'static str {
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
