//! Hostile inputs for every reader and option of `vellum`, and a judge of its reactions.
//!
//! A case is a command line, the files that it finds, and the exit codes that are documented for it. Each runs in a folder of its own, with
//! that folder as home and for temporary files, under limits on time and memory. The judge checks the exit code, both
//! limits, processes that are left running, and files that changed: in the folder only those that the case names, and none
//! in some folders of the system.

mod cases;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub use cases::all;

/// What a file of a case is.
#[derive(Clone, Debug)]
pub enum Thing {
    /// A regular file.
    Bytes(Vec<u8>),
    /// A folder.
    Folder,
    /// A folder that cannot be written to.
    ReadOnlyFolder,
    /// A pipe without a writer.
    Pipe,
    /// A file that cannot be read.
    Unreadable,
    /// A link.
    Link(&'static str),
}

/// Where the standard output of a case goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    /// To `/dev/null`.
    Null,
    /// To a disk that is full.
    Full,
    /// To a pipe without a reader.
    Gone,
    /// It is closed.
    Closed,
}

/// A command line, and its accepted results.
#[derive(Clone, Debug)]
pub struct Case {
    /// A description.
    pub name: String,
    /// The words of the command line.
    pub words: Vec<String>,
    /// What is in the folder.
    pub files: Vec<(String, Thing)>,
    /// The text on standard input.
    pub input: Vec<u8>,
    /// Where its output goes.
    pub output: Output,
    /// The exit codes that it may have.
    pub codes: Vec<i32>,
    /// The files that it may write in its folder.
    pub leaves: Vec<&'static str>,
    /// How often the limit on time applies: once for each model of `compare`.
    pub times: u32,
}

/// The limits of all cases, and how much later than at the limit an end is accepted.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// `--time-limit`.
    pub time: Duration,
    /// `--memory-limit`, in megabytes.
    pub memory: u64,
    /// The tolerance of the limit on time, beyond a tenth.
    pub slack: Duration,
    /// The tolerance of the limit on memory in megabytes, beyond a tenth.
    pub memory_slack: u64,
}

/// The folders of the system whose entries stay the same.
const WATCHED: [&str; 4] = ["/", "/dev", "/etc", "/usr"];

/// The interval between two measurements of a process.
const EVERY: Duration = Duration::from_millis(3);

/// The environment variable that marks the processes of a case.
const MARK: &str = "VELLUM_HOSTILE_CASE";

impl Judge {
    /// Runs a case in a folder, which must not exist; returns the failures.
    ///
    /// # Errors
    /// If the case cannot be set up.
    pub fn judge(&self, vellum: &Path, case: &Case, folder: &Path) -> io::Result<Vec<String>> {
        let work = folder.join("work");
        for path in [folder, &work, &folder.join("home"), &folder.join("temporary")] {
            fs::create_dir(path)?;
        }
        for (name, thing) in &case.files {
            thing.create(&work.join(name))?;
        }
        let (before, system) = (entries(folder)?, watched());
        let mut wrong = self.run(vellum, case, folder)?;
        let after = entries(folder)?;
        for (path, was) in &before {
            if after.get(path) != Some(was) {
                wrong.push(format!("{} changed", path.display()));
            }
        }
        let new = after.keys().filter(|path| !before.contains_key(*path));
        for path in new {
            let inside = path.strip_prefix(&work).ok();
            let first = inside.and_then(|it| it.components().next());
            let first = first.map(|it| it.as_os_str().to_string_lossy().into_owned());
            let is_named = first.is_some_and(|first| case.leaves.contains(&first.as_str()));
            if !is_named || path.extension().is_some_and(|it| it == "unfinished") {
                wrong.push(format!("{} is left", path.display()));
            }
        }
        if watched() != system {
            wrong.push("a folder of the system changed".to_owned());
        }
        for path in [&work, folder] {
            make_writable(path);
        }
        fs::remove_dir_all(folder)?;
        Ok(wrong)
    }

    fn run(&self, vellum: &Path, case: &Case, folder: &Path) -> io::Result<Vec<String>> {
        let mark = format!("{}-{}", std::process::id(), folder.display());
        let mut command = match case.output {
            Output::Closed => {
                let mut shell = Command::new("sh");
                shell.args(["-c", "exec \"$0\" \"$@\" >&-"]).arg(vellum);
                shell
            }
            _ => Command::new(vellum),
        };
        let input = folder.join("input");
        fs::write(&input, &case.input)?;
        command
            .args(self.words(case))
            .current_dir(folder.join("work"))
            .env("HOME", folder.join("home"))
            .env("TMPDIR", folder.join("temporary"))
            .env(MARK, &mark)
            .stdin(File::open(&input)?)
            .stderr(Stdio::null());
        fs::remove_file(&input)?;
        match case.output {
            Output::Full => command.stdout(File::options().write(true).open("/dev/full")?),
            Output::Gone => command.stdout(Stdio::piped()),
            Output::Null | Output::Closed => command.stdout(Stdio::null()),
        };
        let start = Instant::now();
        let mut child = command.spawn()?;
        drop(child.stdout.take());
        let limit = self.time * case.times;
        let (code, peak) = watch(&mut child, start, 10 * limit + 10 * self.slack)?;
        let took = start.elapsed();
        let mut wrong = Vec::new();
        match code {
            Some(code) if case.codes.contains(&code) => {}
            // On a busy machine, every case may reach a limit.
            Some(5) if took >= limit => {}
            Some(code) => wrong.push(format!("exit code {code}, not of {:?}", case.codes)),
            None => wrong.push("it had to be killed, or died by a signal".to_owned()),
        }
        if took > limit + limit / 10 + self.slack {
            wrong.push(format!("took {:.1} s, with a limit of {limit:?}", took.as_secs_f64()));
        }
        if peak > self.memory + self.memory / 10 + self.memory_slack {
            wrong.push(format!("used {peak} MB, with a limit of {} MB", self.memory));
        }
        for process in left_running(&mark) {
            wrong.push(format!("process {process} is left running"));
            let _ = Command::new("kill").args(["-9", &process]).status();
        }
        Ok(wrong)
    }

    /// The command line with the limits, unless it has its own.
    fn words(&self, case: &Case) -> Vec<String> {
        let mut words = case.words.clone();
        let limits = [
            ("--time-limit", format!("{}ms", self.time.as_millis())),
            ("--memory-limit", format!("{}MB", self.memory)),
        ];
        for (name, value) in limits {
            let is_there = words.iter().any(|word| word == name);
            if let (Some(command), false) = (words.first(), is_there)
                && ["check", "test", "compare", "run", "ir", "solve"].contains(&command.as_str())
            {
                words.splice(1..1, [name.to_owned(), value]);
            }
        }
        words
    }
}

impl Thing {
    fn create(&self, path: &Path) -> io::Result<()> {
        match self {
            Thing::Bytes(bytes) => fs::write(path, bytes),
            Thing::Folder => fs::create_dir(path),
            Thing::ReadOnlyFolder => {
                fs::create_dir(path)?;
                fs::set_permissions(path, fs::Permissions::from_mode(0o555))
            }
            Thing::Pipe => match Command::new("mkfifo").arg(path).status()?.success() {
                true => Ok(()),
                false => Err(io::Error::other("mkfifo failed")),
            },
            Thing::Unreadable => {
                fs::write(path, "int main(void) { return 0; }\n")?;
                fs::set_permissions(path, fs::Permissions::from_mode(0o000))
            }
            Thing::Link(to) => std::os::unix::fs::symlink(to, path),
        }
    }
}

/// Waits for the end of a process, and kills it after a time. Returns the exit code, and its peak memory in megabytes.
fn watch(child: &mut Child, start: Instant, most: Duration) -> io::Result<(Option<i32>, u64)> {
    let mut peak = 0;
    loop {
        peak = peak.max(peak_of(child.id()));
        if let Some(status) = child.try_wait()? {
            return Ok((status.code(), peak));
        }
        if start.elapsed() > most {
            child.kill()?;
            child.wait()?;
            return Ok((None, peak));
        }
        std::thread::sleep(EVERY);
    }
}

/// Returns the peak memory of a process in megabytes.
fn peak_of(process: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
    kilobytes.unwrap_or(0_u64) >> 10
}

/// The processes that have a mark in their environment; those that are about to end get a moment.
fn left_running(mark: &str) -> Vec<String> {
    let wanted = format!("{MARK}={mark}\0");
    let found = || -> Vec<String> {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let has_mark = |path: &PathBuf| {
            let environment = fs::read(path.join("environ")).unwrap_or_default();
            environment.windows(wanted.len()).any(|it| it == wanted.as_bytes())
        };
        let marked = processes.map(|it| it.path()).filter(has_mark);
        marked.filter_map(|it| Some(it.file_name()?.to_str()?.to_owned())).collect()
    };
    let start = Instant::now();
    loop {
        let left = found();
        if left.is_empty() || start.elapsed() > Duration::from_secs(2) {
            return left;
        }
        std::thread::sleep(EVERY * 10);
    }
}

/// Everything in a folder, with what it is and holds.
fn entries(folder: &Path) -> io::Result<BTreeMap<PathBuf, String>> {
    let (mut all, mut open) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let about = fs::symlink_metadata(&path)?;
            let holds = match about.is_file() {
                true => fs::read(&path).map_or(String::new(), |bytes| digest(&bytes)),
                false => String::new(),
            };
            if about.is_dir() {
                open.push(path.clone());
            }
            all.insert(path, format!("{:?} {holds}", about.file_type()));
        }
    }
    Ok(all)
}

/// Returns a hash of the content (FNV-1a).
fn digest(bytes: &[u8]) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{} {:x}", bytes.len(), bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

/// Returns the entries of some folders of the system: names, and kinds.
fn watched() -> BTreeMap<PathBuf, String> {
    let entries = WATCHED.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let about =
        |path: &PathBuf| fs::symlink_metadata(path).map(|it| format!("{:?}", it.file_type()));
    entries
        .map(|it| it.path())
        .map(|path| (path.clone(), about(&path).unwrap_or_default()))
        .collect()
}

fn make_writable(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|it| it.is_dir()) {
            let _ = fs::set_permissions(entry.path(), fs::Permissions::from_mode(0o755));
        }
    }
}
