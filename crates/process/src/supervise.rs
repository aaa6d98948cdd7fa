//! The supervisor: a process between the one that wants a program to run and the program.
//!
//! It is a session of its own and adopts every descendant of the program, so it can end them all. It does so when the program
//! has ended, when the program uses too much memory or too many processes, and when nobody can read its report any more:
//! then whoever wanted the program to run has ended or does not want it any longer.

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

/// The first word of the command line of a supervisor.
const SUPERVISE: &str = "__supervise";

/// The first word of the command line of a program that confines itself and becomes another.
const CONFINE: &str = "__confine";

/// The status of a process that was killed.
pub const KILLED: i32 = 9;

/// Stands before the program and its arguments.
const PROGRAM: &str = "--";

/// Looking takes time too: it gets at most this share of it.
const SHARE: u32 = 10;

/// How often memory and processes are looked at, at most.
const LOOK: Duration = Duration::from_millis(5);

/// To be called at the start of `main`, before any thread is started: where the process is to be a supervisor, this does the
/// work and does not return. From then on, programs are started with supervisors.
pub fn become_supervisor_if_asked() {
    let mut words = std::env::args_os().skip(1);
    let work = match words.next().as_deref().and_then(OsStr::to_str) {
        Some(SUPERVISE) => supervise,
        Some(CONFINE) => become_confined,
        _ => return control::enable_supervisor(),
    };
    let done = Order::read(words).and_then(|order| work(&order));
    std::process::exit(i32::from(done.is_none()))
}

/// The command line of a supervisor.
pub fn words(invocation: &Invocation, limits: &Limits, streams: Streams) -> Vec<OsString> {
    let order = Order {
        streams,
        bounds: Bounds { memory: limits.memory, processes: limits.processes },
        file_size: limits.file_size,
        confinement: invocation.confinement.clone(),
        command: [&invocation.program].into_iter().chain(&invocation.arguments).cloned().collect(),
    };
    order.words(SUPERVISE)
}

/// The limits that a supervisor measures.
#[derive(Clone, Copy, Default)]
struct Bounds {
    memory: Option<u64>,
    processes: Option<u64>,
}

impl Bounds {
    /// The limit that the program exceeds.
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

/// What a supervisor is told.
struct Order {
    streams: Streams,
    bounds: Bounds,
    file_size: Option<u64>,
    confinement: Option<Confinement>,
    /// The program and its arguments.
    command: Vec<OsString>,
}

impl Order {
    fn words(&self, first: &str) -> Vec<OsString> {
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

    fn read(mut words: impl Iterator<Item = OsString>) -> Option<Order> {
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
        let order = Order { streams, bounds, file_size, confinement, command };
        (!order.command.is_empty()).then_some(order)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]);
        command
    }
}

/// What a supervisor says in the end, as lines of a name and a value. The line `running` comes first.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The error number, if the program could not be started.
    pub failed: Option<i32>,
    /// How it ended, as the system says it; `None` if the supervisor did not come to the end.
    pub status: Option<i32>,
    /// The limit at which it was ended.
    pub excess: Option<Excess>,
    /// What could not be confined.
    pub unconfined: Vec<Part>,
}

impl Report {
    /// `None` if there is nothing to be read.
    pub fn read(text: &str) -> Option<Report> {
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

/// Starts the program, waits for its end, and ends what is left of it. The report goes where our standard input or standard
/// error is, which the program does not get.
fn supervise(order: &Order) -> Option<()> {
    let report = match order.streams {
        Streams::Captured => own(io::stdin())?,
        Streams::Dialogue => own(io::stderr())?,
    };
    let mut said = File::from(report.try_clone().ok()?);
    // A new process leads no group, so that this can hardly fail; without it, a terminal would reach the program.
    let _ = rustix::process::setsid();
    adopt_orphans();
    limit(Resource::Core, Some(0));
    limit(Resource::Fsize, order.file_size);
    let (mut child, unconfined) = match started(order) {
        Ok(started) => started,
        Err(error) => return writeln!(said, "failed {}", number(&error)).ok(),
    };
    // Nobody may be there to read this any more; the watch sees that.
    let _ = said.write_all(b"running\n");
    let group = Pid::from_child(&child);
    let shared = Arc::new(Mutex::new(Watched { group: Some(group), excess: None }));
    let (theirs, bounds) = (Arc::clone(&shared), order.bounds);
    // It ends with the process.
    thread::spawn(move || watch(bounds, &report, &theirs));
    let status = child.wait();
    // Whoever cannot be waited for did not end well.
    let mut text = format!("status {}\n", status.map_or(KILLED, ExitStatusExt::into_raw));
    {
        let mut watched = lock(&shared);
        end_group(group);
        // Once nobody is left in the group, its number may become that of another.
        watched.group = None;
        text.extend(watched.excess.map(|it| format!("excess {}\n", it.name())));
    }
    end_descendants();
    text.extend(unconfined.iter().map(|it| format!("unconfined {}\n", it.name())));
    said.write_all(text.as_bytes()).ok()
}

/// Our own descriptor of a standard stream, which programs do not inherit.
fn own(stream: impl AsFd) -> Option<OwnedFd> {
    rustix::io::fcntl_dupfd_cloexec(stream, 3).ok()
}

/// The number of an error; zero if it has none.
fn number(error: &io::Error) -> i32 {
    error.raw_os_error().unwrap_or(0)
}

/// Starts the program in a process group of its own; what could not be confined.
fn started(order: &Order) -> io::Result<(Child, Vec<Part>)> {
    if order.confinement.is_some() {
        return started_confined(order);
    }
    let (stdin, stderr) = match order.streams {
        Streams::Captured => (Stdio::null(), Stdio::inherit()),
        Streams::Dialogue => (Stdio::inherit(), Stdio::null()),
    };
    let child = order.command().process_group(0).stdin(stdin).stderr(stderr).spawn()?;
    Ok((child, Vec::new()))
}

/// Starts ourselves once more, to become the program. What there is to say about that comes by way of its standard input, and
/// ends when it has become the program.
fn started_confined(order: &Order) -> io::Result<(Child, Vec<Part>)> {
    let (mut reader, writer) = io::pipe()?;
    let mut command = Command::new(control::own_executable()?);
    let mut child = command.args(order.words(CONFINE)).process_group(0).stdin(writer).spawn()?;
    drop(command);
    let mut text = String::new();
    reader.read_to_string(&mut text)?;
    match Report::read(&text) {
        Some(Report { failed: None, unconfined, .. }) => Ok((child, unconfined)),
        report => {
            let _ = child.wait();
            let code = report.and_then(|it| it.failed);
            Err(io::Error::from_raw_os_error(code.unwrap_or(0)))
        }
    }
}

/// Confines this process, and becomes the program.
fn become_confined(order: &Order) -> Option<()> {
    let mut said = File::from(own(io::stdin())?);
    let confinement = order.confinement.as_ref()?;
    end_with_supervisor();
    let missing = confine::confine(confinement, Path::new(order.command.first()?));
    let mut text = String::from("running\n");
    text.extend(missing.iter().map(|it| format!("unconfined {}\n", it.name())));
    said.write_all(text.as_bytes()).ok()?;
    let error = order.command().stdin(Stdio::null()).exec();
    writeln!(said, "failed {}", number(&error)).ok()
}

/// Has this process killed when its parent ends, also as another program.
fn end_with_supervisor() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
}

/// What the two threads share.
struct Watched {
    /// The group of the program, while it runs.
    group: Option<Pid>,
    /// The limit that was exceeded.
    excess: Option<Excess>,
}

/// Ends the program at a limit, and when nobody can read the report.
fn watch(bounds: Bounds, report: &OwnedFd, watched: &Mutex<Watched>) {
    let is_measured = bounds.memory.is_some() || bounds.processes.is_some();
    let mut pause = LOOK;
    loop {
        let timeout = is_measured.then(|| timespec(pause));
        // The only thing that can happen to this end of a pipe is that nobody reads the other.
        let mut ends = [PollFd::new(report, PollFlags::empty())];
        let is_unread = poll(&mut ends, timeout.as_ref()).is_ok_and(|count| count > 0);
        let start = Instant::now();
        let excess = if is_measured { bounds.exceeded() } else { None };
        pause = LOOK.max(start.elapsed() * SHARE);
        if !is_unread && excess.is_none() {
            continue;
        }
        let mut watched = lock(watched);
        watched.excess = watched.excess.or(excess);
        // The program is the leader of the group: this ends the wait for it.
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

/// Kills a group at once: none of its members can escape by starting others.
fn end_group(group: Pid) {
    let _ = kill_process_group(group, Signal::KILL);
}

/// Kills all descendants, also those that left the group of the program, until none is left.
fn end_descendants() {
    /// What the system itself holds up cannot be waited for.
    const LONGEST: Duration = Duration::from_secs(3);
    let start = Instant::now();
    loop {
        // Orphans are ours; what has ended is not to be seen among descendants.
        while let Ok(Some(_)) = rustix::process::wait(WaitOptions::NOHANG) {}
        let left = tree::descendants(own_pid());
        if left.is_empty() || start.elapsed() > LONGEST {
            return;
        }
        left.iter().for_each(tree::Process::kill);
        thread::sleep(Duration::from_millis(1));
    }
}

/// Makes us the parent of descendants whose parents end.
fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// Sets a limit of the system; it cannot be higher than it is now.
fn limit(resource: Resource, most: Option<u64>) {
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
    fn orders_and_reports_are_read_as_they_are_written() {
        let odd = OsString::from_vec(b"/a=\xff b".to_vec());
        let confinement = Confinement {
            directory: odd.clone().into(),
            readable: vec!["/".into(), "".into()],
            filters_system_calls: false,
        };
        let order = Order {
            streams: Streams::Dialogue,
            bounds: Bounds { memory: Some(7), processes: None },
            file_size: Some(0),
            confinement: Some(confinement),
            command: vec!["--".into(), odd],
        };
        let words = order.words(SUPERVISE);
        let read = Order::read(words.clone().into_iter().skip(1)).expect("it is an order");
        assert_eq!(read.words(SUPERVISE), words);
        for wrong in [&[][..], &["--"], &["memory=1"], &["nonsense", "--", "a"]] {
            assert!(Order::read(wrong.iter().map(OsString::from)).is_none());
        }
        let text = "running\nstatus 256\nexcess memory\nunconfined files\nunconfined network\n";
        let report = Report::read(text).expect("it is a report");
        assert_eq!((report.status, report.excess), (Some(256), Some(Excess::Memory)));
        assert_eq!(report.unconfined, [Part::Files, Part::Network]);
        assert!(Report::read("").is_none());
        assert_eq!(Report::read("running\n").and_then(|it| it.status), None);
    }
}
