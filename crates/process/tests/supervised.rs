//! Tests of programs that run under a supervisor. The supervisor is this executable, so the test has a `main` of its
//! own. The executable also serves as the confined program and as the process that is killed while it waits for a
//! program.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use process::{
    Confinement, Environment, Excess, Failure, Finished, Invocation, Limits, Scratch, run, start,
};
use rustix::process::{Pid, Signal, kill_process, test_kill_process};

/// Limits that none of the programs reaches on any machine.
const GENEROUS: Limits = Limits {
    time: Some(Duration::from_secs(300)),
    memory: None,
    file_size: None,
    processes: None,
    output: 1 << 20,
};

/// The time after which an awaited event counts as missing.
const TIMEOUT: Duration = Duration::from_secs(120);

fn main() {
    process::become_supervisor_if_asked();
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    match words.first().and_then(|it| it.to_str()) {
        Some("probe") => probe(Path::new(&words[1]), &words[2]),
        Some("wait") => println!("{:?}", shell(&words[1].to_string_lossy(), &GENEROUS)),
        first => run_tests(first.filter(|it| !it.starts_with('-'))),
    }
}

fn run_tests(wanted: Option<&str>) {
    let tests: [(&str, fn()); 12] = [
        ("streams_and_status_are_kept", streams_and_status_are_kept),
        ("a_failure_to_start_is_reported", a_failure_to_start_is_reported),
        ("arguments_are_passed_unchanged", arguments_are_passed_unchanged),
        ("every_limit_is_enforced", every_limit_is_enforced),
        (
            "descendants_outside_the_group_are_ended_too",
            descendants_outside_the_group_are_ended_too,
        ),
        (
            "an_interactive_program_ends_with_its_dialogue",
            an_interactive_program_ends_with_its_dialogue,
        ),
        ("no_program_outlives_its_starter", no_program_outlives_its_starter),
        ("a_killed_supervisor_is_reported", a_killed_supervisor_is_reported),
        ("a_confined_program_is_restricted", a_confined_program_is_restricted),
        ("a_confined_program_has_few_system_calls", a_confined_program_has_few_system_calls),
        ("missing_confinement_is_reported", missing_confinement_is_reported),
        // Last, because no program can be started after it.
        ("end_all_leaves_nothing_behind", end_all_leaves_nothing_behind),
    ];
    for (name, test) in tests {
        if wanted.is_none_or(|wanted| name.contains(wanted)) {
            test();
            println!("test {name} ... ok");
        }
    }
}

fn shell(text: &str, limits: &Limits) -> Result<Finished, Failure> {
    run(&Invocation::new("sh").with(["-c", text]), limits)
}

fn streams_and_status_are_kept() {
    let finished = shell("cat; echo out; echo wrong >&2; exit 3", &GENEROUS).unwrap();
    assert_eq!((&finished.output[..], &finished.errors[..]), (&b"out\n"[..], &b"wrong\n"[..]));
    assert_eq!((finished.status.code(), finished.excess), (Some(3), None));
    let killed = shell("kill -9 $$", &GENEROUS).unwrap();
    assert_eq!((killed.status.code(), killed.excess), (None, None));
    let only = Environment::Only(vec![("A".into(), "b c".into())]);
    let env = Invocation { environment: only, ..Invocation::new("/usr/bin/env") };
    assert_eq!(run(&env, &GENEROUS).unwrap().output, b"A=b c\n");
}

fn a_failure_to_start_is_reported() {
    let missing = Invocation::new("no such program");
    for failure in [run(&missing, &GENEROUS).err(), start(&missing, &GENEROUS).err()] {
        let Some(Failure::Start(error)) = failure else { panic!("{failure:?}") };
        assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
    }
}

fn arguments_are_passed_unchanged() {
    let words = ["--", "memory=1", "@file", "-c", "a b\n\"'$HOME", ""];
    let printf = Invocation::new("printf").with(["%s|"]).with(words);
    let finished = run(&printf, &GENEROUS).unwrap();
    assert_eq!(String::from_utf8(finished.output).unwrap(), words.join("|") + "|");
}

fn every_limit_is_enforced() {
    let excess = |text: &str, limits: &Limits| shell(text, limits).unwrap().excess;
    let short = Limits { time: Some(Duration::from_millis(50)), ..GENEROUS };
    assert_eq!(excess("while :; do :; done", &short), Some(Excess::Time));
    let small = Limits { memory: Some(1), ..GENEROUS };
    assert_eq!(excess("while :; do :; done", &small), Some(Excess::Memory));
    let few = Limits { processes: Some(4), ..GENEROUS };
    let many = "for i in 1 2 3 4 5 6; do sleep 1000 & done; wait";
    assert_eq!(excess(many, &few), Some(Excess::Processes));
    let quiet = Limits { output: 1000, ..GENEROUS };
    let talkative = shell("while :; do echo more >&2; done", &quiet).unwrap();
    assert_eq!((talkative.excess, talkative.errors.len()), (Some(Excess::Output), 1000));
    let scratch = Scratch::new("test").unwrap();
    let file = scratch.path().join("file");
    let large = format!("head -c 100000 /dev/zero > {}", file.display());
    shell(&large, &Limits { file_size: Some(4096), ..GENEROUS }).unwrap();
    assert_eq!(fs::metadata(&file).unwrap().len(), 4096);
}

/// A script that starts one process in its group and two in a session of their own, and prints their process ids.
const MANY: &str =
    "sleep 1000 & echo $!; setsid sh -c 'echo $$; sleep 1000 & echo $!; wait' & sleep 0.5;";

fn pids(text: &[u8]) -> Vec<Pid> {
    let text = String::from_utf8_lossy(text);
    text.split_whitespace().map(|it| Pid::from_raw(it.parse().unwrap()).unwrap()).collect()
}

/// Whether a process runs; a zombie does not.
fn is_running(pid: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    test_kill_process(pid).is_ok() && !stat.is_ok_and(|it| it.contains(") Z "))
}

fn descendants_outside_the_group_are_ended_too() {
    let finished = shell(MANY, &GENEROUS).unwrap();
    let started = pids(&finished.output);
    assert!(!started.is_empty());
    assert!(!started.into_iter().any(is_running));
    let short = Limits { time: Some(Duration::from_secs(1)), ..GENEROUS };
    let finished = shell(&format!("{MANY} sleep 1000"), &short).unwrap();
    assert!(!pids(&finished.output).into_iter().any(is_running));
}

fn an_interactive_program_ends_with_its_dialogue() {
    let program = Invocation::new("sh").with(["-c", "echo $$; read word; echo $word; cat"]);
    let (dialogue, mut input, output) = start(&program, &GENEROUS).unwrap();
    let mut lines = BufReader::new(output).lines();
    let pid = pids(lines.next().unwrap().unwrap().as_bytes())[0];
    input.write_all(b"hello\n").unwrap();
    assert_eq!(lines.next().unwrap().unwrap(), "hello");
    assert!(is_running(pid) && dialogue.ended().is_none());
    drop(dialogue);
    assert!(!is_running(pid));
    let (dialogue, _input, _output) =
        start(&Invocation::new("sh").with(["-c", "exit 3"]), &GENEROUS).unwrap();
    until(|| dialogue.ended().is_some());
    assert_eq!(dialogue.ended().unwrap().code(), Some(3));
}

/// Starts this executable to wait for a long-running program that starts other processes. Returns all its descendants,
/// the supervisor first.
fn waiting(scratch: &Scratch, others: &str) -> (Child, Vec<Pid>) {
    let file = scratch.path().join("pids");
    let name = file.display();
    let text = format!("{{ echo $PPID; {others} }} > {name}; mv {name} {name}.all; sleep 1000");
    let own = std::env::current_exe().unwrap();
    let child = Command::new(own).args(["wait", &text]).stdout(Stdio::piped()).spawn().unwrap();
    let all = file.with_extension("all");
    until(|| all.exists());
    (child, pids(&fs::read(all).unwrap()))
}

/// Waits for an event.
fn until(mut happens: impl FnMut() -> bool) {
    let start = Instant::now();
    while !happens() {
        assert!(start.elapsed() < TIMEOUT, "the event did not happen");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn no_program_outlives_its_starter() {
    let scratch = Scratch::new("test").unwrap();
    let (mut child, pids) = waiting(&scratch, MANY);
    assert!(pids.len() >= 2 && pids.iter().all(|it| is_running(*it)), "{pids:?}");
    child.kill().unwrap();
    child.wait().unwrap();
    until(|| !pids.iter().any(|it| is_running(*it)));
}

fn a_killed_supervisor_is_reported() {
    let scratch = Scratch::new("test").unwrap();
    let (mut child, pids) =
        waiting(&scratch, "sleep 1000 & echo $!; sh -c 'echo $$; exec sleep 1000' &");
    kill_process(pids[0], Signal::KILL).unwrap();
    until(|| child.try_wait().unwrap().is_some());
    let mut result = String::new();
    child.stdout.take().unwrap().read_to_string(&mut result).unwrap();
    assert_eq!(result, "Err(Supervisor)\n");
    until(|| !pids.iter().any(|it| is_running(*it)));
}

/// The confined program: prints of each attempt whether it succeeded.
fn probe(outside: &Path, parent: &OsString) {
    let said = |what: &str, done: bool| println!("{what} {done}");
    let parent = parent.to_str().and_then(|it| Pid::from_raw(it.parse().ok()?)).unwrap();
    said("write-inside", fs::write("inside", "x").is_ok());
    said("read-library", fs::read_dir("/usr/lib").is_ok());
    said("signal-itself", test_kill_process(rustix::process::getpid()).is_ok());
    said("read-outside", fs::read(outside).is_ok());
    said("write-outside", fs::write(outside, "changed").is_ok());
    said("create-outside", fs::write(outside.with_extension("new"), "x").is_ok());
    said("tcp", TcpListener::bind("127.0.0.1:0").is_ok());
    said("unix-socket", UnixDatagram::unbound().is_ok());
    said("signal-others", test_kill_process(parent).is_ok());
    let open = fs::Permissions::from_mode(0o777);
    said("change-mode", fs::set_permissions(outside, open).is_ok());
    said("remove-outside", fs::remove_file(outside).is_ok());
}

/// Runs the probe; returns which attempts succeeded, and the missing parts of the confinement.
fn probed(filters_system_calls: bool) -> (Vec<(String, bool)>, Vec<&'static str>) {
    let scratch = Scratch::new("test").unwrap();
    let (inside, outside) = (scratch.path().join("inside"), scratch.path().join("outside"));
    fs::create_dir(&inside).unwrap();
    fs::write(&outside, "theirs").unwrap();
    let own = std::process::id().to_string();
    let directory = inside.clone();
    let probe = Invocation {
        directory: Some(inside),
        environment: Environment::Only(Vec::new()),
        confinement: Some(Confinement { directory, readable: Vec::new(), filters_system_calls }),
        ..Invocation::new(std::env::current_exe().unwrap()).with([
            "probe".into(),
            outside.into_os_string(),
            own.into(),
        ])
    };
    let finished = run(&probe, &GENEROUS).unwrap();
    assert!(finished.status.success(), "{finished:?}");
    let text = String::from_utf8(finished.output).unwrap();
    let could = text.lines().map(|line| line.split_once(' ').unwrap());
    let could = could.map(|(what, done)| (what.to_owned(), done == "true")).collect();
    (could, finished.unconfined.iter().map(|it| it.name()).collect())
}

fn a_confined_program_is_restricted() {
    let (could, missing) = probed(true);
    let could = |what: &str| could.iter().find(|(name, _)| name == what).unwrap().1;
    for allowed in ["write-inside", "read-library", "signal-itself"] {
        assert!(could(allowed), "{allowed}");
    }
    let files = ["read-outside", "write-outside", "create-outside", "remove-outside"];
    let calls = ["tcp", "unix-socket", "signal-others", "change-mode"];
    for (part, forbidden) in [("files", files), ("network", calls)] {
        for what in forbidden {
            assert!(missing.contains(&part) || !could(what), "{what}");
        }
    }
    println!("not confined here: {missing:?}");
}

/// The program is written in C, because these calls have no safe interface in Rust.
fn a_confined_program_has_few_system_calls() {
    let scratch = Scratch::new("test").unwrap();
    let [inside, outside, program] =
        ["inside", "outside", "calls"].map(|it| scratch.path().join(it));
    fs::create_dir(&inside).unwrap();
    fs::write(&outside, "theirs").unwrap();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/calls.c");
    let compiled = run(&Invocation::new("cc").with([source, "-o"]).with([&program]), &GENEROUS);
    let compiled = compiled.unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.errors));
    let directory = inside.clone();
    let confinement = Confinement { directory, readable: Vec::new(), filters_system_calls: true };
    let calls = Invocation {
        directory: Some(inside),
        confinement: Some(confinement),
        ..Invocation::new(&program).with([outside])
    };
    let finished = run(&calls, &GENEROUS).unwrap();
    let said = String::from_utf8(finished.output).unwrap();
    if finished.unconfined.iter().any(|it| it.name() == "network") {
        println!("no system calls are filtered here");
        return;
    }
    assert!(said.lines().count() > 50 && said.ends_with("end: as it should be\n"), "{said}");
    let wrong: Vec<&str> = said.lines().filter(|it| !it.ends_with("as it should be")).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Simulates a kernel without Landlock and seccomp: the calls for both fail.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn missing_confinement_is_reported() {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};
    assert!(probed(false).1.contains(&"network"));
    let without = || {
        let calls = [libc::SYS_landlock_create_ruleset, libc::SYS_seccomp];
        let rules = calls.into_iter().map(|it| (it, Vec::new())).collect();
        let denied = SeccompAction::Errno(libc::ENOSYS as u32);
        let here = std::env::consts::ARCH.try_into().unwrap();
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, denied, here).unwrap();
        // This fails where the kernel lacks seccomp anyway.
        let _ = apply_filter(&BpfProgram::try_from(filter).unwrap());
        probed(true)
    };
    // A filter applies to the thread that installs it and to the processes that this thread starts.
    let (could, missing) = std::thread::spawn(without).join().unwrap();
    assert_eq!(missing, ["files", "network"]);
    assert!(could.iter().all(|(_, done)| *done), "{could:?}");
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn missing_confinement_is_reported() {
    assert_eq!(probed(true).1, ["files", "network"]);
}

fn end_all_leaves_nothing_behind() {
    let scratch = Scratch::new("test").unwrap();
    let file = scratch.path().join("pid");
    let text = format!("echo $$ > {0}.new; mv {0}.new {0}; sleep 1000", file.display());
    let waiting = std::thread::spawn(move || shell(&text, &GENEROUS));
    until(|| file.exists());
    let pid = pids(&fs::read(&file).unwrap())[0];
    let path = scratch.path().to_owned();
    process::end_all();
    assert!(!is_running(pid) && !path.exists());
    // The thread that waits for the program does not continue.
    assert!(!waiting.is_finished());
}
