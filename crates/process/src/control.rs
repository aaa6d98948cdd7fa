//! The table of running programs, and how programs are spawned and ended.
//!
//! This file does not interpret what a program writes (see `run` and `dialogue`), and does not enforce limits (see
//! `supervise`).

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, PipeReader, Read};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::supervise::{self, Report};
use crate::{Environment, Failure, Invocation, Limits, scratch, tree};

/// How long a supervisor may take to end its program before it is killed itself.
const GRACE_PERIOD: Duration = Duration::from_secs(5);

/// The interval at which a child is polled while its end is awaited.
pub const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// How long `end_all` waits for the end of all programs. Supervisors finish their work also after this process has
/// exited.
const EXIT_GRACE_PERIOD: Duration = Duration::from_secs(1);

static RUNNING: Mutex<Running> =
    Mutex::new(Running { next: 0, controls: BTreeMap::new(), exiting: false });

/// Whether this executable can act as its own supervisor.
static SUPERVISED: AtomicBool = AtomicBool::new(false);

struct Running {
    next: u64,
    controls: BTreeMap<u64, Arc<Control>>,
    exiting: bool,
}

/// Makes later calls of `spawn` start programs under a supervisor.
pub fn enable_supervisors() {
    SUPERVISED.store(true, Ordering::Relaxed);
}

/// Ends all programs and removes all [`crate::Scratch`] directories, for a process that is about to exit. From then on,
/// threads that wait for a program or start one block until the exit, so no thread mistakes the forced end of a program
/// for the program's own behaviour.
pub fn end_all() {
    let controls: Vec<Arc<Control>> = {
        let mut running = lock(&RUNNING);
        running.exiting = true;
        running.controls.values().cloned().collect()
    };
    controls.iter().for_each(|it| it.end());
    let deadline = Instant::now() + EXIT_GRACE_PERIOD;
    for control in controls {
        while control.ended().is_none() && Instant::now() < deadline {
            thread::sleep(POLL_INTERVAL / 5);
        }
    }
    scratch::remove_all();
}

/// Blocks forever if the process is about to exit.
pub fn block_if_exiting() {
    while lock(&RUNNING).exiting {
        thread::park();
    }
}

/// The standard streams that this process holds the other ends of. A supervisor reports on the remaining one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Streams {
    /// Standard output and standard error; standard input is empty.
    Captured,
    /// Standard input and standard output; standard error is discarded.
    Dialogue,
}

/// The handle of a program that was started.
pub struct Control {
    child: Mutex<Child>,
    /// The pipe on which the supervisor reports. The supervisor ends the program when the reading end is closed.
    report: Mutex<Option<PipeReader>>,
    supervised: bool,
    number: u64,
}

/// Starts a program. Its pipes are left in the child.
///
/// # Errors
/// If the program or its supervisor cannot be started.
pub fn spawn(
    invocation: &Invocation,
    limits: &Limits,
    streams: Streams,
) -> Result<Arc<Control>, Failure> {
    block_if_exiting();
    let mut running = lock(&RUNNING);
    let supervisor = supervisor();
    let (mut command, report) = match &supervisor {
        Some(own) => {
            let (report, writer) = io::pipe().map_err(Failure::Start)?;
            let mut command = Command::new(own);
            command.arg0("vellum").args(supervise::command_line(invocation, limits, streams));
            match streams {
                Streams::Captured => command.stdin(writer).stderr(Stdio::piped()),
                Streams::Dialogue => command.stdin(Stdio::piped()).stderr(writer),
            };
            (command, Some(report))
        }
        None => {
            let mut command = Command::new(&invocation.program);
            command.args(&invocation.arguments).process_group(0);
            match streams {
                Streams::Captured => command.stdin(Stdio::null()).stderr(Stdio::piped()),
                Streams::Dialogue => command.stdin(Stdio::piped()).stderr(Stdio::null()),
            };
            (command, None)
        }
    };
    command.stdout(Stdio::piped());
    if let Some(directory) = &invocation.directory {
        command.current_dir(directory);
    }
    let variables: &[(OsString, OsString)] = match &invocation.environment {
        Environment::Inherited(variables) => variables,
        Environment::Only(variables) => {
            command.env_clear();
            variables
        }
    };
    command.envs(variables.iter().map(|(name, value)| (name, value)));
    let child = command.spawn().map_err(Failure::Start)?;
    let number = running.next;
    running.next += 1;
    let supervised = report.is_some();
    let (child, report) = (Mutex::new(child), Mutex::new(report));
    let control = Arc::new(Control { child, report, supervised, number });
    running.controls.insert(number, Arc::clone(&control));
    Ok(control)
}

/// Returns the executable that serves as the supervisor: this one.
fn supervisor() -> Option<PathBuf> {
    if SUPERVISED.load(Ordering::Relaxed) { own_executable().ok() } else { None }
}

/// Returns the path of the executable that this process runs.
pub fn own_executable() -> io::Result<PathBuf> {
    // The file may have been replaced since this process started; this link still leads to the original.
    let own = Path::new("/proc/self/exe");
    if own.exists() { Ok(own.to_owned()) } else { std::env::current_exe() }
}

impl Control {
    /// Returns the child: the supervisor, or the program itself if there is none.
    pub fn child(&self) -> MutexGuard<'_, Child> {
        lock(&self.child)
    }

    /// Returns whether the program runs under a supervisor.
    pub fn is_supervised(&self) -> bool {
        self.supervised
    }

    /// Ends the program and its descendants, without waiting.
    pub fn end(&self) {
        if self.supervised {
            drop(lock(&self.report).take());
            return;
        }
        let mut child = self.child();
        if let Ok(None) = child.try_wait() {
            kill_group(&child);
        }
    }

    /// Returns the exit status of the child if it has ended. All its descendants are killed then.
    pub fn ended(&self) -> Option<ExitStatus> {
        let mut child = self.child();
        let status = child.try_wait().ok()??;
        if self.supervised && !status.success() {
            // The supervisor was killed and could not end its descendants.
            let leader = i32::try_from(child.id()).unwrap_or(-1);
            tree::session(leader).iter().for_each(tree::Process::kill);
        } else if !self.supervised {
            kill_group(&child);
        }
        Some(status)
    }

    /// Waits for the end of the child, and kills it after a grace period.
    pub fn wait_or_kill(&self) -> Option<ExitStatus> {
        let deadline = Instant::now() + GRACE_PERIOD;
        while Instant::now() < deadline {
            if let Some(status) = self.ended() {
                return Some(status);
            }
            thread::sleep(POLL_INTERVAL / 5);
        }
        let _ = self.child().kill();
        let status = self.child().wait().ok();
        let _ = self.ended();
        status
    }

    /// Waits for the supervisor's report. Returns `None` if the program was ended by `end`, or if the supervisor was
    /// killed.
    pub fn report(&self) -> Option<Report> {
        let mut text = String::new();
        let mut report = lock(&self.report).take()?;
        report.read_to_string(&mut text).ok()?;
        Report::parse(&text)
    }

    /// Waits until the supervisor reports that the program runs.
    pub fn wait_for_start(&self) -> Result<(), Failure> {
        let mut report = lock(&self.report);
        let Some(pipe) = report.as_mut().filter(|_| self.supervised) else { return Ok(()) };
        let mut line = Vec::new();
        let mut byte = [0];
        while let Ok(1) = pipe.read(&mut byte) {
            line.push(byte[0]);
            if byte == *b"\n" {
                break;
            }
        }
        match Report::parse(&String::from_utf8_lossy(&line)) {
            Some(Report { failed: Some(code), .. }) => {
                Err(Failure::Start(io::Error::from_raw_os_error(code)))
            }
            Some(_) => Ok(()),
            None => Err(Failure::Supervisor),
        }
    }

    /// Removes the program from the table, so that `end_all` does not end it.
    pub fn unregister(&self) {
        lock(&RUNNING).controls.remove(&self.number);
    }
}

/// Kills the process group that a child leads.
fn kill_group(child: &Child) {
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

/// Locks a mutex, also a poisoned one: every change under these locks is a single step, so a panicking thread leaves no
/// partial change.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
