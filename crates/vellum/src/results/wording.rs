//! The words for violations, unsupported features and limits.

use engine::findings::{Access, End, Feature, Limit, Note, Violation, ViolationKind};
use engine::program::Program;
use ir::CheckKind;
use ir::diagnostic::{Diagnostic, Severity, visible};
use memory::Site;

use crate::results::check;
use crate::supervise::warden;

/// Returns the diagnostic about the end of a path, unless the end is normal or a limit.
pub fn end(program: Program<'_>, end: &End) -> Option<Diagnostic> {
    match end {
        End::Violation(finding) => {
            let Violation { kind, site, calls, notes } = &**finding;
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
        | End::Covered
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
    let location = known(site).unwrap_or_default();
    Diagnostic { severity: Severity::Error, location, message, notes: notes.collect() }
}

fn verb(access: Access) -> &'static str {
    match access {
        Access::Read => "read",
        Access::Write => "write",
    }
}

/// Returns a violation in one line.
pub fn message(kind: &ViolationKind) -> String {
    match kind {
        ViolationKind::NullPointer(access) => format!("{} through a null pointer", verb(*access)),
        ViolationKind::WildPointer(access) => {
            format!("{} through a pointer that points to no object", verb(*access))
        }
        ViolationKind::OutOfBounds { access, offset, length, size } => format!(
            "{} of {} at offset {offset} of an object of {}",
            verb(*access),
            bytes(*length),
            bytes(*size)
        ),
        ViolationKind::UseAfterFree(access) => format!("{} of freed memory", verb(*access)),
        ViolationKind::UseAfterScope(access) => {
            format!("{} of a variable after its scope ended", verb(*access))
        }
        ViolationKind::WriteToConstant => "write to a constant object".to_owned(),
        ViolationKind::FreeOfNonHeap => "free of memory that is not on the heap".to_owned(),
        ViolationKind::FreeInside => {
            "free of a pointer into the middle of an allocation".to_owned()
        }
        ViolationKind::DoubleFree => "double free: the memory is already freed".to_owned(),
        ViolationKind::Leak => "memory leak: the allocation is unreachable".to_owned(),
        ViolationKind::NotFreed => "memory is not freed at the end of the program".to_owned(),
        ViolationKind::ErrorCall(name) => format!("call of {name}"),
        ViolationKind::Check(kind) => check_text(*kind).to_owned(),
        ViolationKind::Assertion(text) if text.is_empty() => "assertion failed".to_owned(),
        ViolationKind::Assertion(text) => format!("assertion failed: {}", visible(text)),
        ViolationKind::NoFunction => "call through a pointer that points to no function".to_owned(),
        ViolationKind::BadCall => {
            "call of a function with arguments that it does not take".to_owned()
        }
        ViolationKind::Uninitialised => "a decision depends on an uninitialised value".to_owned(),
        ViolationKind::OverlappingCopy => {
            "assignment between objects that partly overlap".to_owned()
        }
        ViolationKind::Library(rule) => rule.clone(),
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
        CheckKind::Unreachable => "code is reached that the program declares unreachable",
        CheckKind::ArrayLength | CheckKind::EmptyArray => "an array whose length is not positive",
        CheckKind::FloatToInt => {
            "conversion of a floating-point value that the integer type cannot hold"
        }
        CheckKind::Index => "access out of bounds: the index is beyond any object",
        CheckKind::PointerOverflow => "pointer arithmetic beyond any object",
        CheckKind::Bounds => "the index is outside of the array, which is part of a larger object",
        CheckKind::ErrorLabel => "the label ERROR is reached",
    }
}

/// Returns what happened at a place that explains a finding.
pub fn note(note: Note) -> &'static str {
    match note {
        Note::Allocated => "allocated here",
        Note::Freed => "freed here",
        Note::Ended => "its scope ended here",
    }
}

/// Returns what is not supported.
pub fn unsupported(program: Program<'_>, what: &Feature) -> String {
    match what {
        Feature::Message(id) => {
            program.module.messages.get(id.index()).cloned().unwrap_or_default()
        }
        Feature::External(name) => format!("the function '{name}', which has no body"),
        Feature::Other(text) => text.clone().into_owned(),
    }
}

/// The limits of a run, for messages.
#[derive(Clone, Copy, Default)]
pub struct GivenLimits {
    pub steps: Option<u64>,
    pub depth: Option<usize>,
    pub paths: Option<u64>,
    pub decisions: Option<u64>,
    pub unwind: Option<u64>,
    /// Time and memory.
    pub run: warden::Limits,
}

/// Returns which limit was reached, with its value and its option.
pub fn limit(limit: Limit, given: &GivenLimits) -> String {
    match limit {
        Limit::Steps => reached(given.steps, ["instruction", "instructions"], "--max-steps"),
        Limit::Paths => reached(given.paths, ["path", "paths"], "--max-paths"),
        Limit::Decisions => {
            reached(given.decisions, ["decision on a path", "decisions on a path"], "--max-depth")
        }
        Limit::Unwind => {
            reached(given.unwind, ["iteration of a loop", "iterations of a loop"], "--unwind")
        }
        Limit::Depth => match given.depth {
            Some(depth) => {
                format!("more than {depth} nested calls, perhaps a recursion without end")
            }
            None => "too many nested calls, perhaps a recursion without end".to_owned(),
        },
        Limit::Memory => match given.run.memory {
            Some(bytes) => format!(
                "out of memory: the limit of {} MB (--memory-limit) was reached, or the address space is full",
                bytes >> 20
            ),
            None => "out of memory: the limit was reached, or the address space is full".to_owned(),
        },
        Limit::Time => match given.run.time {
            Some(time) => {
                format!("the limit of {} s (--time-limit) was reached", time.as_secs_f64())
            }
            None => "the limit on time (--time-limit) was reached".to_owned(),
        },
        Limit::Path => "only the given path was explored (--path)".to_owned(),
    }
}

fn reached(limit: Option<u64>, [thing, things]: [&str; 2], option: &str) -> String {
    match limit {
        Some(1) => format!("the limit of 1 {thing} ({option}) was reached"),
        Some(limit) => format!("the limit of {limit} {things} ({option}) was reached"),
        None => format!("the limit on {things} ({option}) was reached"),
    }
}
