//! `vellum check` as a process: its result for a program, read from the JSON.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The tool, built beside the program that runs.
#[must_use]
pub fn vellum() -> PathBuf {
    std::env::current_exe().unwrap_or_default().with_file_name("vellum")
}

/// The outcome of one run.
pub enum Said {
    /// A verdict, with the whole report.
    Report(Value),
    /// No verdict: how the process ended, and the first line of its standard error.
    Failure(String),
}

/// One run.
pub struct Run {
    /// Its outcome.
    pub said: Said,
    /// From start to end of the process.
    pub seconds: f64,
}

/// The grace of a process after `--time-limit`.
const GRACE: Duration = Duration::from_secs(15);

/// With `--confirm`, the compiler and the program run after the exploration.
const CONFIRMING: Duration = Duration::from_secs(90);

/// Checks a program with this `--time-limit`; a process that exceeds it is killed.
#[must_use]
pub fn check(vellum: &Path, flags: &[String], files: &[PathBuf], limit: Duration) -> Run {
    let mut command = Command::new(vellum);
    command.arg("check").args(["--format", "json", "--time-limit"]);
    command.arg(limit.as_secs_f64().to_string()).args(flags).args(files);
    let grace = if flags.iter().any(|flag| flag == "--confirm") { CONFIRMING } else { GRACE };
    let start = Instant::now();
    let said = match ended(&mut command, limit + grace) {
        Err(error) => Said::Failure(error),
        Ok(ended) => ended.said(),
    };
    Run { said, seconds: start.elapsed().as_secs_f64() }
}

/// Returns the report of the fastest of several explorations of a program.
///
/// # Errors
/// If one of them has no verdict.
pub fn best_of(
    runs: u32,
    vellum: &Path,
    flags: &[String],
    file: &Path,
    limit: Duration,
) -> Result<Value, String> {
    let mut best = None;
    for _ in 0..runs.max(1) {
        let report = match check(vellum, flags, &[file.to_path_buf()], limit).said {
            Said::Report(report) => report,
            Said::Failure(error) => return Err(error),
        };
        let long = seconds(&report) > REPEATED_BELOW;
        best = Some(quicker(best, report));
        if long {
            break;
        }
    }
    best.ok_or_else(|| "was not run".to_owned())
}

/// Longer explorations are not repeated: noise matters little in them.
const REPEATED_BELOW: f64 = 5.0;

/// Returns the fastest of several reports of the same exploration: only noise makes one slower.
#[must_use]
pub fn quicker(known: Option<Value>, next: Value) -> Value {
    match known {
        Some(known) if seconds(&known) <= seconds(&next) => known,
        _ => next,
    }
}

/// Returns a number of a report; zero if the report lacks it.
#[must_use]
pub fn number(report: &Value, place: &str) -> f64 {
    let found = report.pointer(place).or_else(|| {
        let former = FORMER.iter().find(|(new, _)| *new == place);
        former.and_then(|(_, old)| report.pointer(old))
    });
    found.and_then(Value::as_f64).unwrap_or(0.0)
}

/// Fields that had other names before schema version 1: an old binary can be measured beside a new one.
const FORMER: [(&str, &str); 3] = [
    ("/statistics/solver/queries", "/statistics/solver/questions"),
    ("/statistics/rebuilt_states", "/statistics/handed_over"),
    ("/statistics/repeated_instructions", "/statistics/instructions_run_again"),
];

/// Returns the first finding of a report, in a line.
#[must_use]
pub fn first_finding(report: &Value) -> String {
    let found = &report["findings"][0];
    let part = |place: &str| found.pointer(place).map_or(String::new(), ToString::to_string);
    format!("{} {} in line {}", part("/property"), part("/message"), part("/location/line"))
}

/// Returns the time of an exploration.
#[must_use]
pub fn seconds(report: &Value) -> f64 {
    number(report, "/statistics/seconds")
}

/// Returns the time in all layers of the solver.
#[must_use]
pub fn solver_seconds(report: &Value) -> f64 {
    let layers = report.pointer("/statistics/solver/layers").and_then(Value::as_object);
    let layers = layers.into_iter().flatten();
    layers.filter_map(|(_, layer)| layer["seconds"].as_f64()).sum()
}

/// Returns the user time of all terminated child processes, where the system reports it.
#[must_use]
pub fn user_seconds_of_children() -> Option<f64> {
    /// Linux reports times in hundredths of a second.
    const TICKS: f64 = 100.0;
    /// The index among the fields after the name, which ends with the last bracket.
    const FIELD: usize = 13;
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    Some(fields.split_whitespace().nth(FIELD)?.parse::<f64>().ok()? / TICKS)
}

/// Applies a function to all items, several at a time; the results are in the order of the items.
pub fn in_parallel<T: Sync, R: Send>(
    jobs: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(item);
                    if let Ok(mut done) = done.lock() {
                        done.push((index, result));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// A process that ended.
struct Ended {
    status: Option<ExitStatus>,
    stdout: String,
    stderr: String,
}

impl Ended {
    fn said(&self) -> Said {
        let Some(status) = self.status else { return Said::Failure("did not end".to_owned()) };
        let report = serde_json::from_str::<Value>(&self.stdout);
        match (status.code(), report) {
            (Some(0 | 5 | 10), Ok(report)) => Said::Report(report),
            _ => Said::Failure(format!("{status}: {}", self.complaint())),
        }
    }

    /// Returns the first line of its standard error.
    fn complaint(&self) -> &str {
        let lines = || self.stderr.lines().map(str::trim).filter(|line| !line.is_empty());
        let error = |line: &&str| line.contains("error") || line.contains("panicked");
        lines().find(error).or_else(|| lines().next()).unwrap_or("")
    }
}

fn ended(command: &mut Command, limit: Duration) -> Result<Ended, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    let stdout = child.stdout.take().map(reader);
    let stderr = child.stderr.take().map(reader);
    let status = wait(&mut child, limit);
    let text = |reader: Option<std::thread::JoinHandle<String>>| {
        reader.and_then(|reader| reader.join().ok()).unwrap_or_default()
    };
    Ok(Ended { status, stdout: text(stdout), stderr: text(stderr) })
}

/// Reads a pipe to its end, so that the writer never blocks on a full one.
fn reader(mut pipe: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // The output before an error is still useful.
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Waits for the end of a process; kills it at the limit.
fn wait(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if start.elapsed() < limit => {}
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}
