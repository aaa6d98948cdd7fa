//! Confirms findings by an independent judge: the system's compiler compiles the program with the replay of a finding and with
//! its sanitizers, the result runs, and the report of the sanitizer is compared with the finding.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::Ended;
use engine::findings::{Finding, Note, Properties, Property, ViolationKind};
use engine::program::Program;
use ir::{CheckKind, DataModel, Position};
use process::{Confinement, Environment, Excess, Failure, Finished, Invocation, Limits, Scratch};
use report::Confirmation;

use crate::cli::arguments::CheckArguments;
use crate::cli::command_line::quoted;
use crate::cli::files::{self, Temporary};
use crate::cli::options::ExternalFunctions;
use crate::replay::compile_errors;
use crate::replay::reports::{self, Report};
use crate::replay::{self, Replay, Started};
use crate::supervise::warden::Warden;
use ir::diagnostic::is_runtime;

const COMPILING: Limits = Limits {
    time: Some(Duration::from_secs(60)),
    memory: Some(4 << 30),
    file_size: Some(1 << 30),
    processes: None,
    output: 1 << 20,
};

const RUNNING: Limits = Limits {
    time: Some(Duration::from_secs(10)),
    memory: Some(2 << 30),
    file_size: Some(16 << 20),
    processes: Some(64),
    output: 1 << 20,
};

/// Returns a confirmation without a result, and the reason.
fn cannot(why: impl Into<String>) -> Confirmation {
    Confirmation { message: why.into(), ..Confirmation::default() }
}

/// Writes replays with `--out`, and confirms findings with `--confirm`.
///
/// # Errors
/// If there is no folder to write to.
pub fn all(
    program: Program<'_>,
    properties: Properties,
    arguments: &CheckArguments,
    found: &[Finding],
    warden: &Warden,
) -> Result<Vec<Confirmation>, String> {
    if found.is_empty() || !(arguments.confirm || arguments.out.is_some()) {
        return Ok(vec![Confirmation::default(); found.len()]);
    }
    if arguments.program.is_javalite() {
        return Ok(vec![cannot("the program is in Javalite"); found.len()]);
    }
    let failed =
        |path: &Path, error: io::Error| format!("cannot write to {}: {error}", files::shown(path));
    let scratch = Scratch::new("confirm").map_err(|error| failed(&std::env::temp_dir(), error))?;
    // The warden may end the process meanwhile.
    let _temporary = Temporary::new(scratch.path());
    let folder = arguments.out.as_deref().unwrap_or(scratch.path());
    fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    let confirmer =
        Confirmer { program, properties, arguments, folder, scratch: scratch.path(), warden };
    Ok(found.iter().enumerate().map(|(index, it)| confirmer.one(index + 1, it)).collect())
}

struct Confirmer<'a> {
    program: Program<'a>,
    properties: Properties,
    arguments: &'a CheckArguments,
    /// The directory of the replays.
    folder: &'a Path,
    /// The directory in which programs are compiled and run.
    scratch: &'a Path,
    warden: &'a Warden,
}

impl Confirmer<'_> {
    fn one(&self, number: usize, found: &Finding) -> Confirmation {
        let arguments = self.arguments;
        let started = Started::of(arguments);
        let replay = match replay::replay(self.program, &Ended::by(found), &started) {
            Ok(replay) => replay,
            Err(why) => return cannot(why),
        };
        let path = self.folder.join(format!("replay-{number}-{}.c", found.violation.kind.name()));
        let flags = flags(arguments, self.properties, &replay, &found.violation.kind, &path);
        let environment = environment(&found.violation.kind);
        for (file, text) in replay.files(&path, &commands(&flags, &environment)) {
            if let Err(error) = write(&file, &text) {
                let file = files::shown(&file);
                return cannot(format!("cannot write {file}: {error}"));
            }
        }
        let mut confirmation = match arguments.confirm {
            true => match self.blind(&found.violation.kind) {
                Some(why) => cannot(why),
                None if self.warden.stopped().is_some() => cannot("the run was stopped before"),
                None => self.judged(number, found, &flags, &environment),
            },
            false => Confirmation::default(),
        };
        confirmation.replay = arguments.out.is_some().then_some(path);
        confirmation
    }

    /// The reason why no sanitizer can report it.
    fn blind(&self, kind: &ViolationKind) -> Option<&'static str> {
        if self.arguments.externals == ExternalFunctions::Uninterpreted {
            return Some("the results of functions without a body are not known one by one");
        }
        if !self.arguments.uninterpreted.is_empty() {
            return Some("a function with a body was uninterpreted");
        }
        let given = self.arguments.program.files.iter().map(|file| file.to_string_lossy());
        let named = self.program.module.files.iter().map(|file| file.as_str().into());
        if given.chain(named).any(|name| name.contains(char::is_control)) {
            return Some("the name of a file is not one line, as sanitizers print it");
        }
        match kind {
            ViolationKind::Uninitialised => {
                Some("the sanitizers of this build do not see uninitialised values")
            }
            ViolationKind::Check(CheckKind::ErrorLabel) => Some("no sanitizer sees a label"),
            _ => None,
        }
    }

    fn judged(
        &self,
        number: usize,
        found: &Finding,
        flags: &[OsString],
        environment: &[(&str, String)],
    ) -> Confirmation {
        let program = self.scratch.join(format!("program-{number}"));
        let cc = compiler();
        let flags = flags.iter().cloned().chain(["-o".into(), program.clone().into()]);
        let compiler = Invocation {
            // Temporary files of a killed compiler are removed with the directory.
            environment: Environment::Inherited(vec![
                ("LC_ALL".into(), "C".into()),
                ("TMPDIR".into(), self.scratch.into()),
            ]),
            ..Invocation::new(&cc[0]).with(&cc[1..]).with(flags)
        };
        let compiled = match process::run(&compiler, &COMPILING) {
            Ok(compiled) => compiled,
            Err(error) => {
                return cannot(format!("{} cannot be started: {error}", cc[0]));
            }
        };
        if !compiled.status.success() || compiled.excess.is_some() {
            return cannot(compile_errors::reason(&cc[0], &compiled));
        }
        let finished = self.run(number, &program, &cc[0], environment);
        let _ = fs::remove_file(&program);
        match finished {
            Ok(finished) => Confirmation {
                unconfined: Some(finished.unconfined.iter().map(|part| part.name()).collect()),
                ..self.compared(found, &finished)
            },
            Err(error) => cannot(format!("the program cannot be started: {error}")),
        }
    }

    /// Runs the program: in an empty folder, without an environment, and confined.
    fn run(
        &self,
        number: usize,
        program: &Path,
        cc: &str,
        environment: &[(&str, String)],
    ) -> Result<Finished, Failure> {
        let room = self.scratch.join(format!("room-{number}"));
        fs::create_dir(&room).map_err(Failure::Start)?;
        let options = environment.iter().map(|(name, value)| (name.into(), value.into()));
        // clang's sanitizers find their symboliser by it.
        let path = std::env::var_os("PATH").map(|path| ("PATH".into(), path));
        let replay = Invocation {
            directory: Some(room.clone()),
            environment: Environment::Only(options.chain(path).collect()),
            confinement: Some(Confinement {
                directory: room,
                readable: tools_of(cc),
                filters_system_calls: self.arguments.program.data_model == DataModel::Lp64,
            }),
            ..Invocation::new(program)
        };
        process::run(&replay, &RUNNING)
    }

    /// Compares the report of the sanitizer with the finding.
    fn compared(&self, found: &Finding, finished: &Finished) -> Confirmation {
        let finding = &found.violation;
        let said = String::from_utf8_lossy(&finished.errors);
        let own = |file: &str| {
            let mut files = self.program.module.files.iter();
            files.any(|it| !is_runtime(it) && base(it) == base(file))
        };
        let skipped = match &finding.kind {
            ViolationKind::ErrorCall(name) => Some(name.as_str()),
            _ => None,
        };
        let seen = reports::read(&said, &own, skipped);
        let leaks = matches!(finding.kind, ViolationKind::Leak | ViolationKind::NotFreed);
        let born = finding.notes.iter().find(|(_, note)| *note == Note::Allocated).map(|it| it.0);
        let site = match leaks {
            true => born.unwrap_or(finding.site),
            false => self.program.own_site(finding.site, &finding.calls),
        };
        let position = self.program.sites.locate(self.program.module, site);
        let position = position.map(|it| it.position);
        let place = position.and_then(|it| self.place(it));
        let kind = finding.kind.name();
        // An allocation within the library has no place in the program.
        let anywhere = leaks && place.as_ref().is_none_or(|(file, _)| is_runtime(file));
        let jump = matches!(finding.kind, ViolationKind::NoFunction | ViolationKind::BadCall);
        let same = |report: &&Report| {
            let there = match (&report.place, &place) {
                (Some((file, line)), Some((ours, position))) => {
                    base(file) == base(ours) && is_there(*line, ours, *position)
                }
                // A jump to an invalid address has no place.
                (None, _) => jump,
                (Some(_), None) => false,
            };
            report.kinds.contains(&kind) && (there || anywhere)
        };
        if let Some(report) = seen.iter().find(same) {
            return Confirmation {
                confirmed: Some(true),
                message: report.text(),
                ..Confirmation::default()
            };
        }
        if said.contains("error while loading shared libraries") {
            return cannot("the libraries of the program cannot be loaded");
        }
        if said.contains("LeakSanitizer has encountered a fatal error") {
            return cannot("LeakSanitizer cannot work here");
        }
        if found.layout.is_some() {
            return cannot("it depends on the addresses of allocations");
        }
        if found.is_indeterminate {
            return cannot("it depends on uninitialised memory, which no replay can set");
        }
        if let Some(report) = seen.first().filter(|it| it.is_missing_function()) {
            return cannot(report.text());
        }
        // A run that reads beyond the last input has passed the finding.
        let passed = seen.first().is_none_or(Report::is_end_of_inputs) && finished.excess.is_none();
        if let Some(why) = unseen(&finding.kind).filter(|_| passed) {
            return cannot(why);
        }
        let words = match (seen.first(), finished.excess) {
            (Some(report), _) => report.text(),
            (None, Some(Excess::Time)) => "the program ran for too long".to_owned(),
            (None, Some(Excess::Memory)) => "the program used too much memory".to_owned(),
            (None, Some(Excess::Output)) => "the program wrote too much".to_owned(),
            (None, Some(Excess::Processes)) => "the program started too many processes".to_owned(),
            (None, None) => ended(finished),
        };
        Confirmation { confirmed: Some(false), message: words, ..Confirmation::default() }
    }

    fn place(&self, position: Position) -> Option<(String, Position)> {
        Some((self.program.module.files.get(position.file.index())?.clone(), position))
    }
}

/// Whether a line of a sanitizer's report is the place of a finding: the line is the same, or no statement ends between the
/// two. Of an expression of several lines, compilers report the first or the last.
fn is_there(line: u32, file: &str, place: Position) -> bool {
    line == place.line
        || files::source(file).is_some_and(|text| in_one_statement(&text, line, place))
}

fn in_one_statement(text: &str, line: u32, place: Position) -> bool {
    let (first, last) = (line.min(place.line) as usize, line.max(place.line) as usize);
    if first == 0 || last > text.lines().count() {
        return false;
    }
    let column = (place.column as usize).saturating_sub(1);
    let lines = text.lines().enumerate().map(|(index, text)| (index + 1, text.as_bytes()));
    // From the place to the reported line, or from that line to the place.
    let mut between = lines.skip(first - 1).take(last - first + 1).flat_map(|(number, text)| {
        let column = column.min(text.len());
        match (number == place.line as usize, number == line as usize) {
            (true, _) if place.line < line => &text[column..],
            (true, _) => &text[..column],
            (false, true) if place.line < line => &[],
            (false, _) => text,
        }
    });
    between.all(|byte| !b";{}".contains(byte))
}

/// Returns the compiler and its first arguments: `CC` of the environment, as for make, or `cc`. Never empty.
fn compiler() -> Vec<String> {
    let given = std::env::var("CC").unwrap_or_default();
    let words: Vec<String> = given.split_whitespace().map(str::to_owned).collect();
    if words.is_empty() { vec!["cc".to_owned()] } else { words }
}

/// Returns the folders in which a compiler outside of the system may have the tools of its sanitizers.
fn tools_of(cc: &str) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(cc));
    let Some(compiler) = places.find_map(|it| it.canonicalize().ok()) else { return Vec::new() };
    let Some(folder) = compiler.parent() else { return Vec::new() };
    ["", "../lib", "../lib64"].iter().map(|it| folder.join(it)).collect()
}

/// Returns the arguments of the compiler to reproduce a finding, except the name of the program.
pub fn flags(
    arguments: &CheckArguments,
    properties: Properties,
    replay: &Replay,
    kind: &ViolationKind,
    path: &Path,
) -> Vec<OsString> {
    let usual = ["-g", "-O0", "-w", "-fno-builtin", "-fno-omit-frame-pointer"];
    let mut flags: Vec<OsString> = usual.map(OsString::from).into();
    flags.push("-fsanitize=address,undefined".into());
    if *kind == ViolationKind::Check(CheckKind::FloatToInt) {
        flags.push("-fsanitize=float-cast-overflow".into());
    }
    let mut not = vec!["alignment"];
    let is_overflow =
        matches!(kind, ViolationKind::Check(CheckKind::Index | CheckKind::PointerOverflow));
    if !is_overflow {
        not.push("pointer-overflow");
    }
    let optional = [
        (Property::Bounds, "bounds"),
        (Property::NoOverflow, "signed-integer-overflow"),
        (Property::Division, "integer-divide-by-zero"),
        (Property::Shifts, "shift"),
        (Property::OtherRules, "vla-bound"),
    ];
    not.extend(optional.iter().filter(|(it, _)| !properties.has(*it)).map(|(_, name)| name));
    flags.push(format!("-fno-sanitize={}", not.join(",")).into());
    if !properties.has(Property::NoOverflow) {
        // Arithmetic wraps here, and compilers may assume that it does not.
        flags.push("-fwrapv".into());
    }
    flags.push("-fno-sanitize-recover=all".into());
    flags.extend(program_flags(arguments, replay, path));
    flags
}

/// Returns the arguments of the compiler for the program with a replay.
pub fn program_flags(arguments: &CheckArguments, replay: &Replay, path: &Path) -> Vec<OsString> {
    let mut flags = arguments.program.compiler_flags();
    flags.extend(replay.flags.iter().map(OsString::from));
    flags.extend(arguments.program.compiler_files(&replay.replaced(path)));
    flags.extend([process::operand(path), "-lm".into()]);
    flags
}

/// The smallest distance of two allocations under AddressSanitizer, in bytes.
const REDZONE: i64 = 16;

/// Returns why sanitizers may miss a finding: then a run without a report is no result.
fn unseen(kind: &ViolationKind) -> Option<&'static str> {
    match kind {
        ViolationKind::OutOfBounds { size: 0, .. } => {
            Some("no sanitizer saw it: it allocates one byte for an object of no bytes")
        }
        &ViolationKind::OutOfBounds { offset, length, size, .. } => {
            let size = i64::try_from(size).unwrap_or(i64::MAX);
            let length = i64::try_from(length).unwrap_or(i64::MAX).max(1);
            let near = (-REDZONE..size.saturating_add(REDZONE)).contains(&offset);
            match near && offset % length == 0 {
                true => None,
                false if near => {
                    Some("no sanitizer saw it: sanitizers check only the first byte of an access")
                }
                false => {
                    Some("no sanitizer saw it: so far from its object, the access hits another one")
                }
            }
        }
        ViolationKind::WildPointer(_) => {
            Some("no sanitizer saw it: there is memory at that address")
        }
        ViolationKind::NoFunction | ViolationKind::BadCall => {
            Some("no sanitizer saw it: sanitizers do not check the types of calls")
        }
        ViolationKind::WriteToConstant => {
            Some("no sanitizer saw it: the object is in writable memory")
        }
        ViolationKind::OverlappingCopy => Some(
            "no sanitizer saw it: sanitizers check only assignments that become a call of memcpy",
        ),
        ViolationKind::Library(_) => {
            Some("no sanitizer saw it: sanitizers do not check every rule of the library")
        }
        ViolationKind::UseAfterScope(_) => {
            Some("no sanitizer saw it: sanitizers do not know every scope of a variable")
        }
        _ => None,
    }
}

/// Returns how a program without a report of a sanitizer ended.
fn ended(finished: &Finished) -> String {
    match (finished.status.code(), finished.status.signal()) {
        (Some(code), _) => {
            format!("no sanitizer reported a violation, and the program ended with code {code}")
        }
        (None, Some(signal)) => {
            format!("no sanitizer reported a violation, and signal {signal} ended the program")
        }
        (None, None) => "no sanitizer reported a violation".to_owned(),
    }
}

/// Returns the options of the sanitizers.
pub fn environment(kind: &ViolationKind) -> Vec<(&'static str, String)> {
    let leaks = matches!(kind, ViolationKind::Leak | ViolationKind::NotFreed);
    // Frames that are kept for reports would keep leaked allocations reachable.
    let (leaks, frames) = if leaks { (1, 0) } else { (0, 1) };
    let mut options = vec![(
        "ASAN_OPTIONS",
        format!(
            "detect_leaks={leaks}:detect_stack_use_after_return={frames}:allocator_may_return_null=1:\
             handle_abort=0:redzone=512"
        ),
    )];
    if *kind == ViolationKind::NotFreed {
        // A reachable allocation is not freed either.
        options.push((
            "LSAN_OPTIONS",
            "use_globals=0:use_stacks=0:use_registers=0:use_tls=0".to_owned(),
        ));
    }
    options
}

/// Returns the shell commands that reproduce a run.
pub fn commands(flags: &[OsString], environment: &[(&str, String)]) -> Vec<String> {
    let mut words = compiler();
    words.extend(flags.iter().map(|it| it.to_string_lossy().into_owned()));
    let words: Vec<String> = words.iter().map(|it| quoted(it)).collect();
    let options: Vec<String> =
        environment.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let run = format!("{} ./replay", options.join(" "));
    vec![format!("{} -o replay", words.join(" ")), run.trim_start().to_owned()]
}

/// Returns the last component of a path.
fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Writes a replay, completely or not at all, and never over a file that is not a replay.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let foreign =
        || io::Error::new(io::ErrorKind::AlreadyExists, "there is a file that is no replay");
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
        Ok(data) if !data.is_file() => return Err(foreign()),
        Ok(_) if !files::read(path)?.starts_with(replay::MARK.as_bytes()) => return Err(foreign()),
        Ok(_) => {}
    }
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.unfinished", std::process::id()));
    let unfinished = PathBuf::from(name);
    let mut file = fs::File::create_new(&unfinished)?;
    let done = io::Write::write_all(&mut file, text.as_bytes());
    let done = done.and_then(|()| fs::rename(&unfinished, path));
    if done.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_of_several_lines_is_one_place() {
        let text = "x = 1; y = a\n  ? p->x\n  : p->y;\nz = p->z;\n";
        let at = |line, column| Position { line, column, ..Position::NONE };
        assert!(in_one_statement(text, 3, at(2, 6)));
        assert!(in_one_statement(text, 2, at(3, 6)));
        assert!(in_one_statement(text, 2, at(1, 12)));
        // A reported line may be any of its statements.
        assert!(!in_one_statement(text, 1, at(2, 6)));
        assert!(!in_one_statement(text, 4, at(3, 6)));
        assert!(!in_one_statement(text, 4, at(2, 6)));
        assert!(!in_one_statement(text, 0, at(2, 6)));
        assert!(!in_one_statement("", 2, at(1, 1)));
    }

    #[test]
    fn foreign_files_stay() {
        let scratch = Scratch::new("test").unwrap();
        let path = scratch.path().join("a.c");
        fs::write(&path, "int x;\n").unwrap();
        assert!(write(&path, "other").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "int x;\n");
        let ours = scratch.path().join("b.c");
        for text in ["one", "two"] {
            let text = format!("{}{text}", replay::MARK);
            write(&ours, &text).unwrap();
            assert_eq!(fs::read_to_string(&ours).unwrap(), text);
        }
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 2);
    }
}
