//! Starts the compiler as a process: no shell, nothing on its standard input, and an end after a time limit.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{Settings, arguments, messages};
use crate::diagnostic::{Diagnostic, Place, Severity};

/// Preprocesses a file. The text, and what the compiler said; or only what it said.
pub fn preprocess(
    settings: &Settings,
    path: &Path,
    limit: Duration,
) -> Result<(Vec<u8>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let compiler = settings.compiler.clone().unwrap_or_else(|| "cc".into());
    let failure = |message: String| vec![plain_error(path, message)];
    let child = Command::new(&compiler)
        .args(arguments(settings, path))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env("LC_ALL", "C")
        .spawn();
    let child = child.map_err(|error| {
        let name = compiler.to_string_lossy();
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
