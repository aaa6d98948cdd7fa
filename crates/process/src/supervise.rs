//! The supervisor: a process between Vellum and a program that Vellum runs.
//!
//! It leads a session of its own and adopts every descendant of the program, so it can end them all. It does so when
//! the program ends, when the program exceeds its limit of memory or processes, and when the reading end of its report
//! pipe is closed: then the process that started the program has ended or has cancelled it.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Resource, Rlimit, Signal, WaitOptions, kill_process_group, setrlimit};

use crate::confine::{self, Confinement, Part};
use crate::control::{self, Streams, lock};
use crate::{Excess, Invocation, Limits, tree};

/// The first argument of a supervisor.
const SUPERVISE: &str = "__supervise";

/// The first argument of a process that confines itself and then executes the program.
const CONFINE: &str = "__confine";

/// The wait status of a process that was killed.
pub const KILLED: i32 = 9;

/// The argument that separates the settings from the program and its arguments.
const PROGRAM: &str = "--";

/// Measuring may take at most one part in this many of the time.
const OVERHEAD_DIVISOR: u32 = 10;

/// The shortest interval between two measurements of memory and processes.
const MEASURE_INTERVAL: Duration = Duration::from_millis(5);

/// Becomes a supervisor if the command line says so, and then does not return. To be called at the start of `main`,
/// before any thread is started. Otherwise enables supervisors for the programs that this process starts.
pub fn become_supervisor_if_asked() {
    let mut words = std::env::args_os().skip(1);
    let work = match words.next().as_deref().and_then(OsStr::to_str) {
        Some(SUPERVISE) => supervise,
        Some(CONFINE) => become_confined,
        _ => return control::enable_supervisors(),
    };
    let done = Settings::parse(words).and_then(|settings| work(&settings));
    std::process::exit(i32::from(done.is_none()))
}

/// Returns the command line of a supervisor.
pub fn command_line(invocation: &Invocation, limits: &Limits, streams: Streams) -> Vec<OsString> {
    let settings = Settings {
        streams,
        bounds: Bounds { memory: limits.memory, processes: limits.processes },
        file_size: limits.file_size,
        confinement: invocation.confinement.clone(),
        command: [&invocation.program].into_iter().chain(&invocation.arguments).cloned().collect(),
    };
    settings.to_arguments(SUPERVISE)
}

/// The limits that the supervisor enforces by measuring.
#[derive(Clone, Copy, Default)]
struct Bounds {
    memory: Option<u64>,
    processes: Option<u64>,
}

impl Bounds {
    /// Returns the limit that the program exceeds, if any.
    fn exceeded(self) -> Option<Excess> {
        let all = tree::descendants(own_pid());
        let memory: u64 = all.iter().map(|it| it.resident).sum();
        let processes: u64 = all.iter().map(|it| it.threads).sum();
        if self.memory.is_some_and(|most| memory > most) {
            Some(Excess::Memory)
        } else if self.processes.is_some_and(|most| processes > most) {
            Some(Excess::Processes)
        } else {
            None
        }
    }
}

/// The settings of a supervisor, as passed on its command line.
struct Settings {
    streams: Streams,
    bounds: Bounds,
    file_size: Option<u64>,
    confinement: Option<Confinement>,
    /// The program and its arguments.
    command: Vec<OsString>,
}

impl Settings {
    fn to_arguments(&self, first: &str) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec![first.into()];
        if self.streams == Streams::Dialogue {
            words.push("dialogue=".into());
        }
        let numbers = [
            ("memory=", self.bounds.memory),
            ("processes=", self.bounds.processes),
            ("file-size=", self.file_size),
        ];
        words.extend(
            numbers.iter().filter_map(|(name, it)| Some(format!("{name}{}", (*it)?).into())),
        );
        let mut path = |name: &str, path: &Path| {
            let mut word = OsString::from(name);
            word.push(path);
            words.push(word);
        };
        if let Some(confinement) = &self.confinement {
            path("write=", &confinement.directory);
            confinement.readable.iter().for_each(|it| path("read=", it));
            if !confinement.filters_system_calls {
                words.push("unfiltered=".into());
            }
        }
        words.push(PROGRAM.into());
        words.extend(self.command.iter().cloned());
        words
    }

    fn parse(mut words: impl Iterator<Item = OsString>) -> Option<Settings> {
        let (mut streams, mut bounds, mut file_size) = (Streams::Captured, Bounds::default(), None);
        let (mut directory, mut readable, mut filters_system_calls) = (None, Vec::new(), true);
        loop {
            let word = words.next()?;
            if word == PROGRAM {
                break;
            }
            let bytes = word.as_bytes();
            let at = bytes.iter().position(|it| *it == b'=')?;
            let value = OsStr::from_bytes(&bytes[at + 1..]);
            let number = || value.to_str()?.parse().ok();
            match &bytes[..at] {
                b"dialogue" => streams = Streams::Dialogue,
                b"memory" => bounds.memory = number(),
                b"processes" => bounds.processes = number(),
                b"file-size" => file_size = number(),
                b"write" => directory = Some(PathBuf::from(value)),
                b"read" => readable.push(PathBuf::from(value)),
                b"unfiltered" => filters_system_calls = false,
                _ => return None,
            }
        }
        let confinement =
            directory.map(|directory| Confinement { directory, readable, filters_system_calls });
        let command: Vec<OsString> = words.collect();
        let settings = Settings { streams, bounds, file_size, confinement, command };
        (!settings.command.is_empty()).then_some(settings)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]);
        command
    }
}

/// The report of a supervisor: lines of a name and a value. The line `running` comes first.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The error number, if the program could not be started.
    pub failed: Option<i32>,
    /// The wait status of the program; `None` if the supervisor did not get to report it.
    pub status: Option<i32>,
    /// The limit at which the program was ended.
    pub excess: Option<Excess>,
    /// The parts of the confinement that the system does not support.
    pub unconfined: Vec<Part>,
}

impl Report {
    /// Parses a report; returns `None` if no line of it is one.
    pub fn parse(text: &str) -> Option<Report> {
        let mut report = Report::default();
        let mut known = false;
        for line in text.lines() {
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            known |= matches!(name, "failed" | "running" | "status");
            match name {
                "failed" => report.failed = value.parse().ok(),
                "status" => report.status = value.parse().ok(),
                "excess" => report.excess = Excess::named(value),
                "unconfined" => report.unconfined.extend(Part::named(value)),
                _ => {}
            }
        }
        known.then_some(report)
    }
}

/// Starts the program, waits for its end, and kills its remaining descendants. The report is written to this process's
/// standard input or standard error, which the program does not inherit.
fn supervise(settings: &Settings) -> Option<()> {
    let report = match settings.streams {
        Streams::Captured => private_copy(io::stdin())?,
        Streams::Dialogue => private_copy(io::stderr())?,
    };
    let mut report_file = File::from(report.try_clone().ok()?);
    // A new process leads no group, so this hardly fails. Without a session of its own, the program could get signals
    // from a terminal.
    let _ = rustix::process::setsid();
    adopt_orphans();
    lower_limit(Resource::Core, Some(0));
    lower_limit(Resource::Fsize, settings.file_size);
    let (mut child, unconfined) = match spawn_program(settings) {
        Ok(started) => started,
        Err(error) => return writeln!(report_file, "failed {}", error_number(&error)).ok(),
    };
    // The reader may have closed the pipe already; the watching thread notices that.
    let _ = report_file.write_all(b"running\n");
    let group = Pid::from_child(&child);
    let shared = Arc::new(Mutex::new(Watched { group: Some(group), excess: None }));
    let (theirs, bounds) = (Arc::clone(&shared), settings.bounds);
    // The thread ends with the process.
    thread::spawn(move || watch(bounds, &report, &theirs));
    let status = child.wait();
    // A program whose status is unknown counts as killed.
    let mut text = format!("status {}\n", status.map_or(KILLED, ExitStatusExt::into_raw));
    {
        let mut watched = lock(&shared);
        end_group(group);
        // Once the group is empty, the system may reuse its number.
        watched.group = None;
        text.extend(watched.excess.map(|it| format!("excess {}\n", it.name())));
    }
    end_descendants();
    text.extend(unconfined.iter().map(|it| format!("unconfined {}\n", it.name())));
    report_file.write_all(text.as_bytes()).ok()
}

/// Duplicates a standard stream; programs do not inherit the copy.
fn private_copy(stream: impl AsFd) -> Option<OwnedFd> {
    rustix::io::fcntl_dupfd_cloexec(stream, 3).ok()
}

/// Returns the number of an error; zero if it has none.
fn error_number(error: &io::Error) -> i32 {
    error.raw_os_error().unwrap_or(0)
}

/// Starts the program in a process group of its own; returns also the parts of the confinement that are missing.
fn spawn_program(settings: &Settings) -> io::Result<(Child, Vec<Part>)> {
    if settings.confinement.is_some() {
        return spawn_confined(settings);
    }
    let (stdin, stderr) = match settings.streams {
        Streams::Captured => (Stdio::null(), Stdio::inherit()),
        Streams::Dialogue => (Stdio::inherit(), Stdio::null()),
    };
    let child = settings.command().process_group(0).stdin(stdin).stderr(stderr).spawn()?;
    Ok((child, Vec::new()))
}

/// Starts this executable again, to confine itself and become the program. It reports by way of its standard input,
/// whose writing end is closed by the `exec`.
fn spawn_confined(settings: &Settings) -> io::Result<(Child, Vec<Part>)> {
    let (mut reader, writer) = io::pipe()?;
    let mut command = Command::new(control::own_executable()?);
    let mut child =
        command.args(settings.to_arguments(CONFINE)).process_group(0).stdin(writer).spawn()?;
    drop(command);
    let mut text = String::new();
    reader.read_to_string(&mut text)?;
    match Report::parse(&text) {
        Some(Report { failed: None, unconfined, .. }) => Ok((child, unconfined)),
        report => {
            let _ = child.wait();
            let code = report.and_then(|it| it.failed);
            Err(io::Error::from_raw_os_error(code.unwrap_or(0)))
        }
    }
}

/// Confines this process and executes the program.
fn become_confined(settings: &Settings) -> Option<()> {
    let mut report_file = File::from(private_copy(io::stdin())?);
    let confinement = settings.confinement.as_ref()?;
    end_with_supervisor();
    let missing = confine::confine(confinement, Path::new(settings.command.first()?));
    let mut text = String::from("running\n");
    text.extend(missing.iter().map(|it| format!("unconfined {}\n", it.name())));
    report_file.write_all(text.as_bytes()).ok()?;
    let error = settings.command().stdin(Stdio::null()).exec();
    writeln!(report_file, "failed {}", error_number(&error)).ok()
}

/// Makes the system kill this process when its parent ends, also after an `exec`.
fn end_with_supervisor() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
}

/// The state shared by the two threads of a supervisor.
struct Watched {
    /// The process group of the program, while it runs.
    group: Option<Pid>,
    /// The limit that was exceeded, if any.
    excess: Option<Excess>,
}

/// Kills the program when it exceeds a limit, and when the reading end of the report is closed.
fn watch(bounds: Bounds, report: &OwnedFd, watched: &Mutex<Watched>) {
    let is_measured = bounds.memory.is_some() || bounds.processes.is_some();
    let mut pause = MEASURE_INTERVAL;
    loop {
        let timeout = is_measured.then(|| timespec(pause));
        // The only event on the writing end of a pipe is that the reading end is closed.
        let mut ends = [PollFd::new(report, PollFlags::empty())];
        let is_abandoned = poll(&mut ends, timeout.as_ref()).is_ok_and(|count| count > 0);
        let start = Instant::now();
        let excess = if is_measured { bounds.exceeded() } else { None };
        pause = MEASURE_INTERVAL.max(start.elapsed() * OVERHEAD_DIVISOR);
        if !is_abandoned && excess.is_none() {
            continue;
        }
        let mut watched = lock(watched);
        watched.excess = watched.excess.or(excess);
        // The program leads the group, so killing the group ends the wait for the program.
        if let Some(group) = watched.group {
            end_group(group);
        }
        return;
    }
}

fn timespec(time: Duration) -> Timespec {
    Timespec { tv_sec: time.as_secs() as i64, tv_nsec: i64::from(time.subsec_nanos()) }
}

fn own_pid() -> i32 {
    rustix::process::getpid().as_raw_nonzero().get()
}

/// Kills a process group at once, so that no member can escape by forking.
fn end_group(group: Pid) {
    let _ = kill_process_group(group, Signal::KILL);
}

/// Kills all descendants until none is left, also those that left the process group of the program.
fn end_descendants() {
    /// Processes that hang in a system call cannot be waited for.
    const TIMEOUT: Duration = Duration::from_secs(3);
    let start = Instant::now();
    loop {
        // Adopted orphans are reaped here; ended processes are not listed as descendants.
        while let Ok(Some(_)) = rustix::process::wait(WaitOptions::NOHANG) {}
        let left = tree::descendants(own_pid());
        if left.is_empty() || start.elapsed() > TIMEOUT {
            return;
        }
        left.iter().for_each(tree::Process::kill);
        thread::sleep(Duration::from_millis(1));
    }
}

/// Makes this process the parent of orphaned descendants.
fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// Lowers a resource limit of this process; it cannot be raised.
fn lower_limit(resource: Resource, most: Option<u64>) {
    let Some(most) = most else { return };
    let now = rustix::process::getrlimit(resource);
    let most = now.maximum.map_or(most, |maximum| maximum.min(most));
    let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;

    #[test]
    fn settings_and_reports_parse_as_they_are_written() {
        let odd = OsString::from_vec(b"/a=\xff b".to_vec());
        let confinement = Confinement {
            directory: odd.clone().into(),
            readable: vec!["/".into(), "".into()],
            filters_system_calls: false,
        };
        let settings = Settings {
            streams: Streams::Dialogue,
            bounds: Bounds { memory: Some(7), processes: None },
            file_size: Some(0),
            confinement: Some(confinement),
            command: vec!["--".into(), odd],
        };
        let words = settings.to_arguments(SUPERVISE);
        let read = Settings::parse(words.clone().into_iter().skip(1)).expect("the settings parse");
        assert_eq!(read.to_arguments(SUPERVISE), words);
        for wrong in [&[][..], &["--"], &["memory=1"], &["nonsense", "--", "a"]] {
            assert!(Settings::parse(wrong.iter().map(OsString::from)).is_none());
        }
        let text = "running\nstatus 256\nexcess memory\nunconfined files\nunconfined network\n";
        let report = Report::parse(text).expect("it is a report");
        assert_eq!((report.status, report.excess), (Some(256), Some(Excess::Memory)));
        assert_eq!(report.unconfined, [Part::Files, Part::Network]);
        assert!(Report::parse("").is_none());
        assert_eq!(Report::parse("running\n").and_then(|it| it.status), None);
    }
}
