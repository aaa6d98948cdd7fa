//! Starts the compiler as a process: no shell, nothing on its standard input, and an end after a time limit.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ir::DataModel;

use super::{Settings, arguments, lacks_header, messages, search_list};
use ir::diagnostic::{Diagnostic, Place, Severity};

/// The text, and what the compiler said; or only what it said.
pub type Preprocessed = Result<(Vec<u8>, Vec<Diagnostic>), Vec<Diagnostic>>;

/// Preprocesses a file. Where 32-bit programs have no headers of their own, those of 64-bit programs serve.
pub fn preprocess(settings: &Settings, path: &Path, limit: Duration) -> Preprocessed {
    let first = preprocess_once(settings, path, limit);
    match first {
        Err(said) if settings.model == DataModel::Ilp32 && lacks_header(&said) => {
            preprocess_with_wide_headers(settings, path, limit).unwrap_or(Err(said))
        }
        first => first,
    }
}

fn preprocess_once(settings: &Settings, path: &Path, limit: Duration) -> Preprocessed {
    let failure = |message: String| vec![plain_error(path, message)];
    let child = start(settings, &arguments(settings, path)).map_err(|error| {
        let name = compiler(settings);
        let name = name.to_string_lossy();
        failure(format!("the file has preprocessor directives, and the compiler '{name}' can't be started: {error}"))
    })?;
    let finished = finish(child, limit).map_err(failure)?;
    let mut said = messages(&String::from_utf8_lossy(&finished.errors));
    if finished.success {
        return Ok((finished.output, said));
    }
    if !said.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        let text = String::from_utf8_lossy(&finished.errors);
        said.push(plain_error(path, format!("the preprocessor failed: {}", text.trim())));
    }
    Err(said)
}

/// For a machine that has the headers of 64-bit programs only. They are the same files as those of 32-bit programs, but
/// lie where the compiler does not look under `-m32`; only `gnu/stubs-32.h`, a list of functions that do nothing, comes
/// with the 32-bit library alone. None if the compiler does not say where its headers are.
fn preprocess_with_wide_headers(
    settings: &Settings,
    path: &Path,
    limit: Duration,
) -> Option<Preprocessed> {
    let asked = start(settings, &super::search_arguments()).ok()?;
    let directories = search_list(&finish(asked, limit).ok()?.errors);
    let stubs = Scratch::new().ok()?;
    let gnu = stubs.0.join("gnu");
    std::fs::create_dir(&gnu).and_then(|()| std::fs::write(gnu.join("stubs-32.h"), "")).ok()?;
    let mut settings = settings.clone();
    for directory in directories.into_iter().chain([stubs.0.clone()]) {
        settings.extra.push("-idirafter".into());
        settings.extra.push(directory.into());
    }
    Some(preprocess_once(&settings, path, limit))
}

/// A directory of our own that goes when the value goes.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> io::Result<Scratch> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let parent = std::env::temp_dir();
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = parent.join(format!("vellum-headers-{}-{number}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Scratch(path)),
                // Left by a process of the same number that was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What can't be removed stays: there is nobody to tell, and nothing depends on it.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn compiler(settings: &Settings) -> OsString {
    settings.compiler.clone().unwrap_or_else(|| "cc".into())
}

fn start(settings: &Settings, arguments: &[OsString]) -> io::Result<Child> {
    Command::new(compiler(settings))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env("LC_ALL", "C")
        .spawn()
}

struct Finished {
    success: bool,
    output: Vec<u8>,
    errors: Vec<u8>,
}

/// Waits for the end, reading both streams so that neither blocks the process.
fn finish(mut child: Child, limit: Duration) -> Result<Finished, String> {
    let output = reader(child.stdout.take());
    let errors = reader(child.stderr.take());
    let deadline = Instant::now() + limit;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() >= deadline => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!(
                    "the preprocessor took longer than {} seconds",
                    limit.as_secs()
                ));
            }
            Ok(None) => thread::sleep(Duration::from_millis(2)),
            Err(error) => return Err(format!("the preprocessor can't be waited for: {error}")),
        }
    };
    let output = output.join().unwrap_or_default();
    let errors = errors.join().unwrap_or_default();
    Ok(Finished { success: status.success(), output, errors })
}

fn reader(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // What could be read is kept; a broken stream shows in the exit status.
            let _ = stream.read_to_end(&mut bytes);
        }
        bytes
    })
}

fn plain_error(path: &Path, message: String) -> Diagnostic {
    let place = Place { file: path.to_string_lossy().into_owned(), line: 0, column: 0 };
    Diagnostic { severity: Severity::Error, place, message, notes: Vec::new() }
}
