//! Runs the compiler as a preprocessor, under limits.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use ir::DataModel;
use process::{Excess, Failure, Finished, Invocation, Limits, Scratch};

use super::{Settings, arguments, files_of_rule, lacks_header, messages, search_list};
use ir::diagnostic::{Diagnostic, Severity, SourceLoc};

/// The text, and what the compiler said; or only what it said.
pub type Preprocessed = Result<(Vec<u8>, Vec<Diagnostic>), Vec<Diagnostic>>;

/// Preprocesses a file. Where 32-bit programs have no headers of their own, those of 64-bit programs serve. The files that the
/// compiler read are added to `opened`, where it says which: line markers name any file that the program likes.
pub fn preprocess(
    settings: &Settings,
    path: &Path,
    limits: &Limits,
    opened: &mut Vec<PathBuf>,
) -> Preprocessed {
    let first = preprocess_once(settings, path, limits, opened);
    match first {
        Err(said) if settings.model == DataModel::Ilp32 && lacks_header(&said) => {
            preprocess_with_wide_headers(settings, path, limits, opened).unwrap_or(Err(said))
        }
        first => first,
    }
}

fn preprocess_once(
    settings: &Settings,
    path: &Path,
    limits: &Limits,
    opened: &mut Vec<PathBuf>,
) -> Preprocessed {
    let failure = |message: String| vec![plain_error(path, message)];
    // Without a place for the list of files, nothing is known of them.
    let scratch = Scratch::new("preprocess").ok();
    let list = scratch.as_ref().map(|it| it.path().join("files"));
    let listing = list.iter().flat_map(|list| ["-MD".into(), "-MF".into(), list.into()]);
    let words = listing.chain(arguments(settings, path)).collect();
    let finished = start(settings, words, limits);
    opened
        .extend(list.and_then(|it| std::fs::read(it).ok()).iter().flat_map(|it| files_of_rule(it)));
    let finished = finished.map_err(|error| {
        let name = compiler(settings);
        let name = name.to_string_lossy();
        failure(format!("the file has preprocessor directives, and the compiler '{name}' can't be started: {error}"))
    })?;
    if let Some(excess) = finished.excess {
        return Err(failure(exceeded(excess, limits)));
    }
    let mut said = messages(&String::from_utf8_lossy(&finished.errors));
    if finished.status.success() {
        return Ok((finished.output, said));
    }
    if !said.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        let text = String::from_utf8_lossy(&finished.errors);
        // Its lines are not ours.
        let text = text.trim().replace('\n', "\n    ");
        said.push(plain_error(path, format!("the preprocessor failed: {text}")));
    }
    Err(said)
}

/// For a machine that has the headers of 64-bit programs only. They are the same files as those of 32-bit programs, but
/// lie where the compiler does not look under `-m32`; only `gnu/stubs-32.h`, a list of functions that do nothing, comes
/// with the 32-bit library alone. None if the compiler does not say where its headers are.
fn preprocess_with_wide_headers(
    settings: &Settings,
    path: &Path,
    limits: &Limits,
    opened: &mut Vec<PathBuf>,
) -> Option<Preprocessed> {
    let asked = start(settings, super::search_arguments(), limits).ok()?;
    let directories = search_list(&asked.errors);
    let stubs = Scratch::new("headers").ok()?;
    let gnu = stubs.path().join("gnu");
    std::fs::create_dir(&gnu).and_then(|()| std::fs::write(gnu.join("stubs-32.h"), "")).ok()?;
    let mut settings = settings.clone();
    for directory in directories.into_iter().chain([stubs.path().to_owned()]) {
        settings.extra.push("-idirafter".into());
        settings.extra.push(directory.into());
    }
    Some(preprocess_once(&settings, path, limits, opened))
}

fn start(
    settings: &Settings,
    arguments: Vec<OsString>,
    limits: &Limits,
) -> Result<Finished, Failure> {
    process::run(&Invocation::new(compiler(settings)).with(arguments), limits)
}

fn compiler(settings: &Settings) -> OsString {
    settings.compiler.clone().unwrap_or_else(|| "cc".into())
}

/// What is said of a compiler that was ended at a limit.
fn exceeded(excess: Excess, limits: &Limits) -> String {
    match (excess, limits.time) {
        (Excess::Time, Some(time)) => {
            format!("the preprocessor took longer than {} seconds", time.as_secs_f64())
        }
        (Excess::Memory, _) => "the preprocessor used too much memory".to_owned(),
        (Excess::Output, _) => {
            format!("the preprocessed text has more than {} bytes", limits.output)
        }
        _ => format!("the preprocessor was ended by its limit of {}", excess.name()),
    }
}

fn plain_error(path: &Path, message: String) -> Diagnostic {
    let place = SourceLoc::new(path.to_string_lossy(), 0, 0);
    Diagnostic { severity: Severity::Error, place, message, notes: Vec::new() }
}
