//! Programs that run to their end while their output is captured.

use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::control::{self, Control, POLL_INTERVAL, Streams, lock};
use crate::supervise::{KILLED, Report};
use crate::{Excess, Failure, Invocation, Limits, Part};

/// The result of a program that has ended.
#[derive(Debug)]
pub struct Finished {
    /// Its exit status.
    pub status: ExitStatus,
    /// Its standard output, up to the limit.
    pub output: Vec<u8>,
    /// Its standard error, up to the limit.
    pub errors: Vec<u8>,
    /// The limit at which it was ended, if any.
    pub excess: Option<Excess>,
    /// The parts of its confinement that the system does not support.
    pub unconfined: Vec<Part>,
}

/// How long streams are read after the end of a program whose descendants may keep them open: those of one that was not
/// supervised, or whose supervisor was killed.
const DRAIN_TIME: Duration = Duration::from_secs(5);

/// The end of the wait for a program.
enum Waited {
    /// Both streams have ended.
    Closed,
    /// A limit was reached before.
    Exceeded(Excess),
    /// The program has ended, but a stream is still open: what was read may be incomplete.
    Open,
}

/// A message from a thread that reads a stream.
enum Event {
    /// The stream exceeded the limit.
    LimitExceeded,
    /// The stream has ended.
    Closed,
}

/// Runs a program to its end.
///
/// # Errors
/// If the program cannot be started or its supervisor is killed.
pub fn run(invocation: &Invocation, limits: &Limits) -> Result<Finished, Failure> {
    let control = control::spawn(invocation, limits, Streams::Captured)?;
    let finished = finish(&control, limits);
    control::block_if_exiting();
    control.unregister();
    finished
}

fn finish(control: &Control, limits: &Limits) -> Result<Finished, Failure> {
    let (events, received) = channel();
    let (output, errors) = {
        let mut child = control.child();
        let output = capture(child.stdout.take(), limits.output, events.clone());
        (output, capture(child.stderr.take(), limits.output, events))
    };
    let waited = wait(control, &received, limits.deadline());
    let excess = match waited {
        Waited::Exceeded(excess) => Some(excess),
        Waited::Closed | Waited::Open => None,
    };
    if excess.is_some() {
        control.end();
    }
    let report = control.report();
    let status = control.wait_or_kill().unwrap_or_else(|| ExitStatus::from_raw(KILLED));
    let text = |stream: &Mutex<Vec<u8>>| std::mem::take(&mut *lock(stream));
    let (output, errors) = (text(&output), text(&errors));
    let finished = Finished { status, output, errors, excess, unconfined: Vec::new() };
    match report {
        Some(Report { failed: Some(code), .. }) => {
            Err(Failure::Start(io::Error::from_raw_os_error(code)))
        }
        _ if matches!(waited, Waited::Open) => Err(Failure::Open),
        Some(Report { status: Some(status), excess, unconfined, .. }) => {
            Ok(Finished { status: ExitStatus::from_raw(status), excess, unconfined, ..finished })
        }
        _ if excess.is_some() || !control.is_supervised() => Ok(finished),
        // The captured output may be incomplete.
        _ => Err(Failure::Supervisor),
    }
}

/// Waits for the end of both streams, or until a limit is reached. A program that ends closes them, but on a busy
/// machine it can take long until all that it wrote is read.
fn wait(control: &Control, events: &Receiver<Event>, deadline: Option<Instant>) -> Waited {
    let mut open = 2;
    let mut last = None;
    loop {
        match events.recv_timeout(POLL_INTERVAL) {
            Ok(Event::LimitExceeded) => return Waited::Exceeded(Excess::Output),
            Ok(Event::Closed) if open > 1 => open -= 1,
            Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => return Waited::Closed,
            Err(RecvTimeoutError::Timeout) => {
                let is_past = |time: Instant| Instant::now() >= time;
                if last.is_some_and(is_past) {
                    return Waited::Open;
                }
                if last.is_none() && deadline.is_some_and(is_past) {
                    return Waited::Exceeded(Excess::Time);
                }
                // A supervisor that ends by itself has ended all that could hold the streams.
                let may_stay_open =
                    |status: ExitStatus| !control.is_supervised() || !status.success();
                if last.is_none() && control.ended().is_some_and(may_stay_open) {
                    last = Some(Instant::now() + DRAIN_TIME);
                }
            }
        }
    }
}

/// Collects a stream in a thread of its own, so that a full pipe never blocks the program.
fn capture(
    stream: Option<impl Read + Send + 'static>,
    limit: usize,
    events: Sender<Event>,
) -> Arc<Mutex<Vec<u8>>> {
    let text = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&text);
    thread::spawn(move || {
        let mut piece = vec![0; 64 << 10];
        let mut stream = stream;
        // A read error keeps what was read before; the exit status of the program shows the failure. The receiver of
        // the events may be lost.
        while let Some(Ok(count @ 1..)) = stream.as_mut().map(|it| it.read(&mut piece)) {
            let mut text = lock(&shared);
            let remaining = limit.saturating_sub(text.len());
            text.extend_from_slice(&piece[..count.min(remaining)]);
            drop(text);
            if count > remaining {
                let _ = events.send(Event::LimitExceeded);
            }
        }
        let _ = events.send(Event::Closed);
    });
    text
}
