//! Starts other programs under limits: no shell, nothing on their standard input, and an end when they
//! take too long, use too much memory or say too much.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How much a process may use.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Time on the clock.
    pub time: Duration,
    /// Bytes of memory that it occupies. The address space does not count: sanitizers reserve
    /// terabytes.
    pub memory: u64,
    /// Bytes that it writes to one stream.
    pub output: usize,
}

/// Why a process was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excess {
    /// It took too long.
    Time,
    /// It used too much memory.
    Memory,
    /// It wrote too much.
    Output,
}

/// What became of a process.
#[derive(Debug)]
pub struct Finished {
    /// How it ended.
    pub status: ExitStatus,
    /// What it wrote to standard error, as far as it was allowed to.
    pub errors: Vec<u8>,
    /// The limit at which it was stopped.
    pub excess: Option<Excess>,
}

/// How often a process is looked at.
const EVERY: Duration = Duration::from_millis(3);

/// For so long streams are read after the end: whoever the process started may keep them open.
const AFTERWARDS: Duration = Duration::from_millis(500);

/// Runs a command to its end.
pub fn run(command: &mut Command, allowance: &Allowance) -> io::Result<Finished> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env("LC_ALL", "C")
        .spawn()?;
    let output = Reader::of(child.stdout.take(), allowance.output);
    let errors = Reader::of(child.stderr.take(), allowance.output);
    let (status, excess) = watch(&mut child, allowance, || output.is_over() || errors.is_over())?;
    let deadline = Instant::now() + AFTERWARDS;
    while !(output.is_done() && errors.is_done()) && Instant::now() < deadline {
        thread::sleep(EVERY);
    }
    Ok(Finished { status, errors: errors.text(), excess })
}

/// Waits for the end, and brings it about at a limit.
fn watch(
    child: &mut Child,
    allowance: &Allowance,
    too_much: impl Fn() -> bool,
) -> io::Result<(ExitStatus, Option<Excess>)> {
    let deadline = Instant::now() + allowance.time;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((status, None));
        }
        let excess = if Instant::now() >= deadline {
            Excess::Time
        } else if too_much() {
            Excess::Output
        } else if occupied(child.id()) > allowance.memory {
            Excess::Memory
        } else {
            thread::sleep(EVERY);
            continue;
        };
        // It may have ended by itself in between: then there is nothing to stop.
        let _ = child.kill();
        return Ok((child.wait()?, Some(excess)));
    }
}

/// The bytes that a process occupies; zero where the system does not say.
fn occupied(process: u32) -> u64 {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * PAGE
}

/// Reads a stream, so that it never blocks who writes to it.
struct Reader {
    text: Arc<Mutex<Vec<u8>>>,
    over: Arc<AtomicBool>,
    thread: thread::JoinHandle<()>,
}

impl Reader {
    fn of(stream: Option<impl Read + Send + 'static>, most: usize) -> Reader {
        let (text, over) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let (their_text, their_over) = (Arc::clone(&text), Arc::clone(&over));
        let thread = thread::spawn(move || {
            let Some(mut stream) = stream else { return };
            let mut piece = [0; 8192];
            // What could be read is kept; a broken stream shows in how the process ends.
            while let Ok(count @ 1..) = stream.read(&mut piece) {
                let mut text = their_text.lock().unwrap_or_else(PoisonError::into_inner);
                let room = most.saturating_sub(text.len());
                text.extend_from_slice(&piece[..count.min(room)]);
                if count > room {
                    their_over.store(true, Ordering::Relaxed);
                }
            }
        });
        Reader { text, over, thread }
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn is_done(&self) -> bool {
        self.thread.is_finished()
    }

    fn text(&self) -> Vec<u8> {
        std::mem::take(&mut self.text.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENOUGH: Allowance =
        Allowance { time: Duration::from_secs(20), memory: 1 << 30, output: 1 << 20 };

    fn shell(text: &str, allowance: &Allowance) -> Finished {
        run(Command::new("sh").args(["-c", text]), allowance).unwrap()
    }

    #[test]
    fn streams_and_the_end_are_kept() {
        let finished = shell("echo out; echo wrong >&2; exit 3", &ENOUGH);
        assert_eq!(finished.errors, b"wrong\n");
        assert_eq!((finished.status.code(), finished.excess), (Some(3), None));
        assert!(run(&mut Command::new("no such program"), &ENOUGH).is_err());
    }

    #[test]
    fn every_limit_is_one() {
        let short = Allowance { time: Duration::from_millis(50), ..ENOUGH };
        assert_eq!(shell("while :; do :; done", &short).excess, Some(Excess::Time));
        let quiet = Allowance { output: 1000, ..ENOUGH };
        let talkative = shell("while :; do echo more >&2; done", &quiet);
        assert_eq!((talkative.excess, talkative.errors.len()), (Some(Excess::Output), 1000));
        let small = Allowance { memory: 1, ..ENOUGH };
        assert_eq!(shell("while :; do :; done", &small).excess, Some(Excess::Memory));
    }

    /// Who is started by the process and lives on does not keep us waiting.
    #[test]
    fn nobody_waits_for_strangers() {
        let start = Instant::now();
        let finished = shell("sleep 5 & echo said >&2", &ENOUGH);
        assert_eq!(finished.errors, b"said\n");
        assert!(start.elapsed() < Duration::from_secs(4));
    }
}
