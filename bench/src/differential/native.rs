//! Compiles a program with the sanitizers' checks and runs it under all inputs, to get the violations of its runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::program::Program;

const DRIVER: &str = include_str!("driver.c");
const HEADER: &str = include_str!("native.h");

/// The flags of the compiler: the sanitizers' checks, in unoptimised code.
const FLAGS: [&str; 7] = [
    "-w",
    "-g1",
    "-O0",
    "-no-pie",
    "-fno-builtin",
    "-fsanitize=address,signed-integer-overflow,shift,integer-divide-by-zero,null,bounds,unreachable,float-cast-overflow",
    "-fsanitize-coverage=trace-pc",
];

/// How a run continues after an event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effect {
    /// Compiled code continues with a meaning: arithmetic wraps, shifts mask.
    Continues,
    /// The program ends there, as with `abort`.
    Ends,
    /// The behaviour is undefined.
    Undefined,
}

/// A violation in a run.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Event {
    /// The property that it violates.
    pub property: String,
    /// The line; imprecise for leaks and allocations that are not freed.
    pub line: usize,
    /// How the run continues.
    pub effect: Effect,
}

/// The events of a run, in order, each once.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The events.
    pub events: Vec<Event>,
    /// The inputs of one such run.
    pub inputs: String,
    /// How many runs there are like it.
    pub runs: u64,
}

/// The result of the runs of a program.
#[derive(Debug)]
pub enum Runs {
    /// All of them.
    All(Vec<Trace>),
    /// There are too many, or one takes too long; the reason.
    GivenUp(String),
}

/// A much faster linker than the usual one, if it is installed.
const QUICK_LINKER: &str = "-fuse-ld=gold";

/// The message of a compiler that found a bug in itself.
const CRASH: &str = "internal compiler error";

/// A folder with the compiled driver.
pub struct Native {
    folder: PathBuf,
    linker: Option<&'static str>,
}

impl Native {
    /// Compiles the driver. The folder is for intermediate files.
    ///
    /// # Errors
    /// If the compiler fails: its output.
    pub fn new(folder: &Path) -> Result<Native, String> {
        let write = |name: &str, text: &str| {
            std::fs::write(folder.join(name), text).map_err(|error| error.to_string())
        };
        write("driver.c", DRIVER)?;
        write("native.h", HEADER)?;
        let mut command = Command::new("cc");
        command.args(["-w", "-O1", "-fno-builtin", "-c", "driver.c", "-o", "driver.o"]);
        run(command.current_dir(folder))?;
        let version = run(Command::new("cc").args([QUICK_LINKER, "-Wl,--version"]));
        let linker = version.is_ok().then_some(QUICK_LINKER);
        Ok(Native { folder: folder.to_owned(), linker })
    }

    /// Runs a program under all inputs.
    ///
    /// # Errors
    /// If it cannot be compiled, or a run does not terminate: the output.
    pub fn runs(&self, program: &Program, allocations_may_fail: bool) -> Result<Runs, String> {
        let write = std::fs::write(self.folder.join("native.c"), program.native_text());
        write.map_err(|error| error.to_string())?;
        let mut command = Command::new("cc");
        command.args(FLAGS).args(self.linker).args(["native.c", "driver.o", "-o", "native"]);
        match run(command.current_dir(&self.folder)) {
            Err(said) if said.contains(CRASH) => {
                return Ok(Runs::GivenUp("the compiler crashed".to_owned()));
            }
            compiled => compiled?,
        };
        let mut command = Command::new(self.folder.join("native"));
        command.env(
            "ASAN_OPTIONS",
            "detect_leaks=0:detect_stack_use_after_return=1:handle_segv=0:handle_sigbus=0:malloc_context_size=0",
        );
        if allocations_may_fail {
            command.arg("allocations-may-fail");
        }
        self.read(&run(&mut command)?)
    }

    fn read(&self, text: &str) -> Result<Runs, String> {
        if let Some(why) = text.lines().find_map(|line| line.strip_prefix("given-up ")) {
            return Ok(Runs::GivenUp(why.to_owned()));
        }
        let lines = self.lines_of_addresses(text)?;
        let mut traces = Vec::new();
        let mut complete = false;
        for line in text.lines() {
            complete = line == "complete";
            if let Some(rest) = line.strip_prefix("runs ") {
                traces.push(trace(rest, &lines).ok_or_else(|| format!("strange output: {line}"))?);
            }
        }
        if complete { Ok(Runs::All(traces)) } else { Err(format!("strange output: {text}")) }
    }

    /// The lines of all addresses of code in the output.
    fn lines_of_addresses(&self, text: &str) -> Result<BTreeMap<String, usize>, String> {
        let words = text.split(|letter: char| letter == '/' || letter.is_whitespace());
        let mut addresses: Vec<&str> = words.filter(|word| word.starts_with("0x")).collect();
        addresses.sort_unstable();
        addresses.dedup();
        if addresses.is_empty() {
            return Ok(BTreeMap::new());
        }
        let mut command = Command::new("addr2line");
        let said = run(command.arg("-e").arg(self.folder.join("native")).args(&addresses))?;
        let line = |place: &str| {
            let number = place.rsplit(':').next()?.split_whitespace().next()?;
            number.parse::<usize>().ok()
        };
        let lines = said.lines().map(|place| line(place).unwrap_or(0));
        Ok(addresses.into_iter().map(str::to_owned).zip(lines).collect())
    }
}

fn trace(text: &str, lines: &BTreeMap<String, usize>) -> Option<Trace> {
    let mut words = text.split(' ');
    let runs = words.next()?.parse().ok()?;
    let inputs = words.next()?.to_owned();
    let events = words.map(|word| event(word, lines)).collect::<Option<Vec<Event>>>()?;
    Some(Trace { events, inputs, runs })
}

fn event(text: &str, lines: &BTreeMap<String, usize>) -> Option<Event> {
    let mut parts = text.split('/');
    let property = parts.next()?.to_owned();
    let place = parts.next()?;
    let line = lines.get(place).copied().or_else(|| place.parse().ok())?;
    let effect = match parts.next()? {
        "c" => Effect::Continues,
        "e" => Effect::Ends,
        _ => Effect::Undefined,
    };
    Some(Event { property, line, effect })
}

/// Returns the output of a process; or its standard error, if it failed.
pub(super) fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
