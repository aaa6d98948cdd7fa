//! The programs that are running, and how they are started and ended.

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

/// How long a supervisor has to end its program, before it is killed itself.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often a child is looked at while it is waited for.
pub const TICK: Duration = Duration::from_millis(5);

/// How long the end of all programs is waited for. Supervisors do not need us for it.
const FAREWELL: Duration = Duration::from_secs(1);

static RUNNING: Mutex<Running> =
    Mutex::new(Running { next: 0, controls: BTreeMap::new(), leaving: false });

/// Whether this executable can be its own supervisor.
static SUPERVISED: AtomicBool = AtomicBool::new(false);

struct Running {
    next: u64,
    controls: BTreeMap<u64, Arc<Control>>,
    leaving: bool,
}

/// From now on, programs get a supervisor.
pub fn enable_supervisor() {
    SUPERVISED.store(true, Ordering::Relaxed);
}

/// Ends all programs and removes all [`crate::Scratch`] directories, for a process that is about to exit. Whoever waits for a
/// program, or starts one, waits for the exit from now on: nobody can take the end of a program for its own doing.
pub fn end_all() {
    let controls: Vec<Arc<Control>> = {
        let mut running = lock(&RUNNING);
        running.leaving = true;
        running.controls.values().cloned().collect()
    };
    controls.iter().for_each(|it| it.end());
    let deadline = Instant::now() + FAREWELL;
    for control in controls {
        while control.ended().is_none() && Instant::now() < deadline {
            thread::sleep(TICK / 5);
        }
    }
    scratch::remove_all();
}

/// Returns only if the process goes on.
pub fn wait_if_leaving() {
    while lock(&RUNNING).leaving {
        thread::park();
    }
}

/// Which streams are ours. Where there is a supervisor, it reports on the remaining one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Streams {
    /// Standard output and standard error; nothing is to be read on standard input.
    Captured,
    /// Standard input and standard output; standard error is thrown away.
    Dialogue,
}

/// A program that was started.
pub struct Control {
    child: Mutex<Child>,
    /// What the supervisor says at the end. The supervisor ends the program when nobody can read it any more.
    report: Mutex<Option<PipeReader>>,
    supervised: bool,
    number: u64,
}

/// Starts a program. The pipes are still in the child.
///
/// # Errors
/// If it, or its supervisor, cannot be started.
pub fn spawn(
    invocation: &Invocation,
    limits: &Limits,
    streams: Streams,
) -> Result<Arc<Control>, Failure> {
    wait_if_leaving();
    let mut running = lock(&RUNNING);
    let supervisor = supervisor();
    let (mut command, report) = match &supervisor {
        Some(own) => {
            let (report, writer) = io::pipe().map_err(Failure::Start)?;
            let mut command = Command::new(own);
            command.arg0("vellum").args(supervise::words(invocation, limits, streams));
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

/// The executable that serves as a supervisor: this one.
fn supervisor() -> Option<PathBuf> {
    if SUPERVISED.load(Ordering::Relaxed) { own_executable().ok() } else { None }
}

/// The file that this process runs.
pub fn own_executable() -> io::Result<PathBuf> {
    // The file may have been replaced since we were started; this is still ours.
    let own = Path::new("/proc/self/exe");
    if own.exists() { Ok(own.to_owned()) } else { std::env::current_exe() }
}

impl Control {
    /// The child: the supervisor, or the program itself.
    pub fn child(&self) -> MutexGuard<'_, Child> {
        lock(&self.child)
    }

    /// Whether there is a supervisor.
    pub fn is_supervised(&self) -> bool {
        self.supervised
    }

    /// Ends the program and its descendants. Does not wait for that.
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

    /// How the child ended, if it did. Nothing is left of it then.
    pub fn ended(&self) -> Option<ExitStatus> {
        let mut child = self.child();
        let status = child.try_wait().ok()??;
        if self.supervised && !status.success() {
            // The supervisor was killed, and could not do its work.
            let leader = i32::try_from(child.id()).unwrap_or(-1);
            tree::session(leader).iter().for_each(tree::Process::kill);
        } else if !self.supervised {
            kill_group(&child);
        }
        Some(status)
    }

    /// Waits for the end, and forces it where it does not come.
    pub fn wait_or_kill(&self) -> Option<ExitStatus> {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = self.ended() {
                return Some(status);
            }
            thread::sleep(TICK / 5);
        }
        let _ = self.child().kill();
        let status = self.child().wait().ok();
        let _ = self.ended();
        status
    }

    /// What the supervisor says. Waits for it; `None` if the program was ended by us, or the supervisor by somebody.
    pub fn report(&self) -> Option<Report> {
        let mut text = String::new();
        let mut report = lock(&self.report).take()?;
        report.read_to_string(&mut text).ok()?;
        Report::read(&text)
    }

    /// Waits until the supervisor says that the program runs.
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
        match Report::read(&String::from_utf8_lossy(&line)) {
            Some(Report { failed: Some(code), .. }) => {
                Err(Failure::Start(io::Error::from_raw_os_error(code)))
            }
            Some(_) => Ok(()),
            None => Err(Failure::Supervisor),
        }
    }

    /// Nobody needs to end it any more.
    pub fn forget(&self) {
        lock(&RUNNING).controls.remove(&self.number);
    }
}

/// Kills the group of a child that leads one.
fn kill_group(child: &Child) {
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

/// What a panicking thread left is as good as before: every change is one step.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
