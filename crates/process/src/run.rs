//! A program that runs to its end, with what it writes.

use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::control::{self, Control, Streams, TICK, lock};
use crate::supervise::{KILLED, Report};
use crate::{Excess, Failure, Invocation, Limits, Part};

/// What became of a program.
#[derive(Debug)]
pub struct Finished {
    /// How it ended.
    pub status: ExitStatus,
    /// What it wrote to standard output, as far as it was allowed to.
    pub output: Vec<u8>,
    /// What it wrote to standard error, as far as it was allowed to.
    pub errors: Vec<u8>,
    /// The limit at which it was ended.
    pub excess: Option<Excess>,
    /// What was to be confined and could not be on this system.
    pub unconfined: Vec<Part>,
}

/// How long streams are read after the end where there is no supervisor: descendants may keep them open.
const AFTERWARDS: Duration = Duration::from_millis(500);

/// What a reader has to say.
enum Event {
    /// There was more than the limit allows.
    Over,
    /// The stream has ended.
    Closed,
}

/// Runs a program to its end.
///
/// # Errors
/// If it cannot be started, or somebody kills its supervisor.
pub fn run(invocation: &Invocation, limits: &Limits) -> Result<Finished, Failure> {
    let control = control::spawn(invocation, limits, Streams::Captured)?;
    let finished = finish(&control, limits);
    control::wait_if_leaving();
    control.forget();
    finished
}

fn finish(control: &Control, limits: &Limits) -> Result<Finished, Failure> {
    let (events, received) = channel();
    let (output, errors) = {
        let mut child = control.child();
        let output = stored(child.stdout.take(), limits.output, events.clone());
        (output, stored(child.stderr.take(), limits.output, events))
    };
    let excess = wait(control, &received, limits.deadline());
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
        Some(Report { status: Some(status), excess, unconfined, .. }) => {
            Ok(Finished { status: ExitStatus::from_raw(status), excess, unconfined, ..finished })
        }
        _ if excess.is_some() || !control.is_supervised() => Ok(finished),
        // What there is of its output may be a part of it.
        _ => Err(Failure::Supervisor),
    }
}

/// Waits for the end of both streams; the limit that was reached before.
fn wait(control: &Control, events: &Receiver<Event>, deadline: Option<Instant>) -> Option<Excess> {
    let mut open = 2;
    let mut last = None;
    loop {
        match events.recv_timeout(TICK) {
            Ok(Event::Over) => return Some(Excess::Output),
            Ok(Event::Closed) if open > 1 => open -= 1,
            Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {
                let is_past = |time: Instant| Instant::now() >= time;
                if last.is_some_and(is_past) {
                    return None;
                }
                if last.is_none() && deadline.is_some_and(is_past) {
                    return Some(Excess::Time);
                }
                if last.is_none() && control.ended().is_some() {
                    last = Some(Instant::now() + AFTERWARDS);
                }
            }
        }
    }
}

/// Reads a stream in a thread of its own, so that it never blocks the program.
fn stored(
    stream: Option<impl Read + Send + 'static>,
    most: usize,
    events: Sender<Event>,
) -> Arc<Mutex<Vec<u8>>> {
    let text = Arc::new(Mutex::new(Vec::new()));
    let theirs = Arc::clone(&text);
    thread::spawn(move || {
        let mut piece = vec![0; 64 << 10];
        let mut stream = stream;
        // What could be read is kept; a broken stream shows in how the program ends. Nobody may listen any more.
        while let Some(Ok(count @ 1..)) = stream.as_mut().map(|it| it.read(&mut piece)) {
            let mut text = lock(&theirs);
            let room = most.saturating_sub(text.len());
            text.extend_from_slice(&piece[..count.min(room)]);
            drop(text);
            if count > room {
                let _ = events.send(Event::Over);
            }
        }
        let _ = events.send(Event::Closed);
    });
    text
}
