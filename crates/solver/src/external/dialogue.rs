//! A program that is talked to: one thread writes to it, one reads from it, and the caller waits
//! with an eye on the clock and on the interrupt flag.
//!
//! Knows nothing of what is said, only where one s-expression ends.

use std::fmt;
use std::io::{Read, Write};
use std::process::{ChildStdin, ChildStdout, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use term::smtlib::{Chunk, Splitter};

use super::Config;
use crate::answer::Limits;

/// How often the clock and the flag are looked at.
const TICK: Duration = Duration::from_millis(5);

/// How much is read at once.
const PIECE: usize = 64 << 10;

/// How many pieces may wait to be looked at: a program that writes without end must not fill the
/// memory.
const WAITING: usize = 16;

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// It could not be started.
    Start(String, process::Failure),
    /// It ended before it answered.
    Ended(Option<ExitStatus>),
    /// It did not answer in time.
    TimedOut(Duration),
    /// Somebody set the interrupt flag.
    Interrupted,
    /// It wrote more than an answer can have.
    TooMuch,
    /// It wrote something that is no answer.
    Nonsense(String),
}

impl Failure {
    /// Quotes the beginning of what was written.
    pub fn nonsense(text: &str) -> Failure {
        const LONG: usize = 200;
        let line = text.replace(['\n', '\r'], " ");
        let cut = line.char_indices().nth(LONG).map_or(line.len(), |(end, _)| end);
        Failure::Nonsense(line[..cut].to_owned())
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
            Failure::TooMuch => f.write_str("it writes without end"),
            Failure::Nonsense(text) => write!(f, "no answer but: {text}"),
        }
    }
}

/// When to stop waiting.
pub(super) struct Watch<'a> {
    limits: &'a Limits,
    timeout: Duration,
    start: Instant,
}

impl<'a> Watch<'a> {
    pub fn new(limits: &'a Limits, timeout: Duration) -> Watch<'a> {
        Watch { limits, timeout, start: Instant::now() }
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

/// A running program. It ends when this is dropped.
pub(super) struct Process {
    program: process::Dialogue,
    to: Sender<String>,
    from: Receiver<Vec<u8>>,
    splitter: Splitter,
    /// How many bytes came since the query began.
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
        let (read, from) = sync_channel(WAITING);
        thread::spawn(move || write_all(stdin, &to_write));
        thread::spawn(move || read_all(stdout, &read));
        let splitter = Splitter::new();
        Ok(Process { program, to, from, splitter, received: 0, output_limit: config.output_limit })
    }

    /// Begins to count the output anew.
    pub fn begin_query(&mut self) {
        self.received = 0;
    }

    /// Sends a text without waiting for it to be read. That a program has ended shows when its
    /// answer is waited for.
    pub fn send(&mut self, text: String) {
        let _ = self.to.send(text);
    }

    /// Waits for the next s-expression.
    pub fn receive(&mut self, watch: &Watch<'_>) -> Result<Chunk, Failure> {
        loop {
            if let Some(chunk) = self.splitter.next_chunk() {
                return chunk.map_err(|error| Failure::nonsense(&error.to_string()));
            }
            watch.check()?;
            match self.from.recv_timeout(TICK) {
                Ok(bytes) => {
                    self.received += bytes.len();
                    if self.received > self.output_limit {
                        return Err(Failure::TooMuch);
                    }
                    self.splitter.push(&bytes);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// It has closed its output. If it still runs, it will not be asked again.
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

/// Writes what comes, until the program ends or nothing more can come.
fn write_all(mut stdin: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads until the program closes its output or nobody listens.
fn read_all(mut stdout: ChildStdout, pieces: &SyncSender<Vec<u8>>) {
    let mut piece = vec![0; PIECE];
    while let Ok(length) = stdout.read(&mut piece) {
        if length == 0 || pieces.send(piece[..length].to_vec()).is_err() {
            return;
        }
    }
}
