//! Runs the compiler as a preprocessor, under limits.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use ir::DataModel;
use process::{Excess, Failure, Finished, Invocation, Limits, Scratch};

use super::{Settings, arguments, files_of_rule, lacks_header, messages, search_list};
use ir::diagnostic::{Diagnostic, Severity, SourceLoc};

/// The preprocessed text with the compiler's diagnostics, or only these after an error.
pub type Preprocessed = Result<(Vec<u8>, Vec<Diagnostic>), Vec<Diagnostic>>;

/// Preprocesses a file. If the headers of 32-bit programs are missing, uses those of 64-bit programs. Adds the files that the
/// compiler read to `opened`, from its own list: line markers can name any file.
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
    // If the list of files cannot be written, `opened` stays as it is.
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
        // Its lines are indented, to set them apart from other output.
        let text = text.trim().replace('\n', "\n    ");
        said.push(plain_error(path, format!("the preprocessor failed: {text}")));
    }
    Err(said)
}

/// Preprocesses a 32-bit program on a machine that has only the headers of 64-bit programs. These are the same files, but
/// they are not on the compiler's search path under `-m32`. Only `gnu/stubs-32.h`, a list of functions that do nothing, is part
/// of the 32-bit library. Returns `None` if the compiler does not print its search path.
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

/// Returns the message for a compiler that exceeded a limit.
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
    let location = SourceLoc::new(path.to_string_lossy().into_owned(), 0, 0);
    Diagnostic { severity: Severity::Error, location, message, notes: Vec::new() }
}
