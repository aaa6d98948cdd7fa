//! The communication with an external solver: one thread writes, one thread reads, and the caller waits with a timeout
//! and can be cancelled.
//!
//! This file does not interpret the text; it knows only where an s-expression ends.

use std::fmt;
use std::io::{Read, Write};
use std::process::{ChildStdin, ChildStdout, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use term::smtlib::{Chunk, Splitter};

use super::Config;
use crate::answer::Limits;

/// The interval at which the timeout and the interrupt flag are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The size of one read.
const READ_SIZE: usize = 64 << 10;

/// The number of reads that may be queued: endless output must not fill the memory.
const MAX_QUEUED: usize = 16;

/// The reason why there is no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// The program could not be started.
    Start(String, process::Failure),
    /// The program ended before it answered.
    Ended(Option<ExitStatus>),
    /// The timeout was reached.
    TimedOut(Duration),
    /// The query was cancelled.
    Interrupted,
    /// The output exceeded its limit.
    OutputLimit(usize),
    /// The output is not an answer.
    Malformed(String),
}

impl Failure {
    /// Quotes the beginning of the output.
    pub fn malformed(text: &str) -> Failure {
        const LONG: usize = 200;
        let line = text.replace(['\n', '\r'], " ");
        let cut = line.char_indices().nth(LONG).map_or(line.len(), |(end, _)| end);
        Failure::Malformed(line[..cut].to_owned())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Start(program, error) => write!(f, "cannot start `{program}`: {error}"),
            Failure::Ended(Some(status)) => write!(f, "it ended before it answered ({status})"),
            Failure::Ended(None) => f.write_str("it ended before it answered"),
            Failure::TimedOut(limit) => {
                write!(f, "no answer within {} seconds", limit.as_secs_f64())
            }
            Failure::Interrupted => f.write_str("interrupted"),
            Failure::OutputLimit(limit) => {
                write!(f, "its output exceeds the limit of {limit} bytes")
            }
            Failure::Malformed(text) => write!(f, "instead of an answer it wrote: {text}"),
        }
    }
}

/// The conditions under which waiting ends.
pub(super) struct Deadline<'a> {
    limits: &'a Limits,
    timeout: Duration,
    start: Instant,
}

impl<'a> Deadline<'a> {
    pub fn new(limits: &'a Limits, timeout: Duration) -> Deadline<'a> {
        Deadline { limits, timeout, start: Instant::now() }
    }

    fn check(&self) -> Result<(), Failure> {
        if self.limits.interrupted() {
            return Err(Failure::Interrupted);
        }
        match self.start.elapsed() > self.timeout {
            true => Err(Failure::TimedOut(self.timeout)),
            false => Ok(()),
        }
    }
}

/// A running solver. Dropping it ends the program.
pub(super) struct Process {
    program: process::Dialogue,
    to: Sender<String>,
    from: Receiver<Vec<u8>>,
    splitter: Splitter,
    /// The number of bytes received since the query started.
    received: usize,
    output_limit: usize,
}

impl Process {
    pub fn start(config: &Config) -> Result<Process, Failure> {
        let mut words = config.command.iter();
        let name = words.next().map_or("", String::as_str);
        let limits = process::Limits {
            time: None,
            memory: config.memory,
            file_size: None,
            processes: None,
            output: config.output_limit,
        };
        let (program, stdin, stdout) =
            process::start(&process::Invocation::new(name).with(words), &limits)
                .map_err(|error| Failure::Start(name.to_owned(), error))?;
        let (to, to_write) = channel();
        let (read, from) = sync_channel(MAX_QUEUED);
        thread::spawn(move || write_all(stdin, &to_write));
        thread::spawn(move || read_all(stdout, &read));
        let splitter = Splitter::new();
        Ok(Process { program, to, from, splitter, received: 0, output_limit: config.output_limit })
    }

    /// Resets the output counter.
    pub fn begin_query(&mut self) {
        self.received = 0;
    }

    /// Sends a text without waiting for it to be read. If the program has ended, `receive` reports it.
    pub fn send(&mut self, text: String) {
        let _ = self.to.send(text);
    }

    /// Waits for the next s-expression.
    pub fn receive(&mut self, deadline: &Deadline<'_>) -> Result<Chunk, Failure> {
        loop {
            if let Some(chunk) = self.splitter.next_chunk() {
                return chunk.map_err(|error| Failure::malformed(&error.to_string()));
            }
            deadline.check()?;
            match self.from.recv_timeout(POLL_INTERVAL) {
                Ok(bytes) => {
                    self.received += bytes.len();
                    if self.received > self.output_limit {
                        return Err(Failure::OutputLimit(self.output_limit));
                    }
                    self.splitter.push(&bytes);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// Returns the failure of a program that closed its output. If it still runs, it is not used again.
    fn ended(&mut self) -> Failure {
        let exited = (0..20).find_map(|_| {
            let status = self.program.ended();
            if status.is_none() {
                thread::sleep(Duration::from_millis(1));
            }
            status
        });
        Failure::Ended(exited)
    }
}

/// Writes all texts until the program ends or the channel closes.
fn write_all(mut stdin: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads until the program closes its output or the channel closes.
fn read_all(mut stdout: ChildStdout, pieces: &SyncSender<Vec<u8>>) {
    let mut piece = vec![0; READ_SIZE];
    while let Ok(length) = stdout.read(&mut piece) {
        if length == 0 || pieces.send(piece[..length].to_vec()).is_err() {
            return;
        }
    }
}
