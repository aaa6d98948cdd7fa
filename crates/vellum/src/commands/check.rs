//! `vellum check`: explores a program and reports the result.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use engine::{
    Allocations, Asker, Bounds, Cut, Limits, Loaded, Machine, Nobody, Observer, Outcome,
    Properties, Property, SharedObserver, Start, Statistics,
};
use ir::diagnostic::is_invisible;
use ir::{Function, Linkage, Module};
use memory::{Allocation, AnyMemory, Memory, Segments, Site};
use report::{Check, Dot, Functions, Sink, Tests, sink_of, statistics_table};

use crate::cli::arguments::CheckArguments;
use crate::cli::exit::Exit;
use crate::cli::files::{self, Existing};
use crate::cli::options::{AllocationCheck, LoopSummaries};
use crate::cli::progress::{Line, Progress};
use crate::cli::stream::Stream;
use crate::commands::all_functions;
use crate::commands::test_files::Writer;
use crate::load::assumption::{Assumption, NotAssumed};
use crate::load::program;
use crate::load::runtime;
use crate::load::sources::SourceLines;
use crate::replay::confirm;
use crate::results;
use crate::results::listing::{self, Reasons};
use crate::results::trace::Tracer;
use crate::supervise::jobs;
use crate::supervise::memory_limit;
use crate::supervise::warden::{LastWords, Stopped, Warden};

/// Calls within calls.
pub const DEPTH: usize = 4096;

/// Runs the subcommand.
pub fn run(arguments: CheckArguments, warden: &Warden) -> Exit {
    checked(arguments.into(), warden, false, None)
}

/// Runs the subcommand, and writes tests.
pub fn run_with_tests(arguments: Arc<CheckArguments>, warden: &Warden, writer: Writer) -> Exit {
    let writer = Arc::new(Mutex::new(writer));
    let exit = checked(arguments, warden, true, Some(&writer));
    match at_rest(&writer, warden).and_then(|writer| writer.failed.clone()) {
        Some(message) => {
            Stream::Errors.line(&format!("vellum: {message}"));
            Exit::Unknown
        }
        None => exit,
    }
}

/// Returns the writer of tests, unless a stuck worker holds it.
fn at_rest<'a>(writer: &'a Mutex<Writer>, warden: &Warden) -> Option<MutexGuard<'a, Writer>> {
    loop {
        match writer.try_lock() {
            Ok(writer) => return Some(writer),
            Err(TryLockError::Poisoned(writer)) => return Some(writer.into_inner()),
            Err(TryLockError::WouldBlock) if warden.is_overdue() => return None,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Replays one path of a program that is compiled as for tests.
pub fn show_tested_path(arguments: CheckArguments, warden: &Warden) -> Exit {
    checked(arguments.into(), warden, true, None)
}

/// Returns the last words while there is no result: before the exploration, or in an operation that does not end.
pub fn last_words(
    arguments: &CheckArguments,
) -> impl FnOnce(Stopped) -> LastWords + Send + 'static {
    let (format, all, start) = (arguments.format, arguments.function == "all", Instant::now());
    let limits = arguments.limits.limits();
    move |why| {
        let cut = results::check::stop_reason(why, limits);
        let sources = SourceLines::default();
        let sink = sink_of(format.name(), sources.settings());
        let output = match all {
            true => {
                let functions = Functions { stopped: Some(cut), ..Functions::default() };
                written(|out| sink.functions(&functions, out))
            }
            false => {
                let mut check = Check::stopped(cut);
                check.statistics.time = start.elapsed();
                written(|out| sink.check(&check, out))
            }
        };
        LastWords { output, errors: String::new(), exit: Exit::Unknown }
    }
}

/// Returns what a sink writes, without the end of the last line.
pub fn written(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
    let mut out = Vec::new();
    // A vector takes everything.
    let _ = write(&mut out);
    let text = String::from_utf8_lossy(&out);
    text.strip_suffix('\n').unwrap_or(&text).to_owned()
}

/// With `branches`, the program is compiled as for tests: each outcome of a condition is a path.
fn checked(
    arguments: Arc<CheckArguments>,
    warden: &Warden,
    branches: bool,
    tests: Option<&Arc<Mutex<Writer>>>,
) -> Exit {
    let arguments = &arguments;
    let properties = match properties(arguments) {
        Ok(properties) => properties,
        Err(message) => return usage(&message),
    };
    let (mut module, not_assumed) = match load(arguments, branches) {
        Ok(loaded) => loaded,
        Err(exit) => {
            let sources = SourceLines::default();
            let sink = sink_of(arguments.format.name(), sources.settings());
            let output = written(|out| sink.invalid_program(out));
            if !output.is_empty() {
                warden.speak();
                Stream::Output.line(&output);
            }
            return exit;
        }
    };
    runtime::supply(&mut module);
    let pointer = module.model.pointer_bits();
    let loaded = Arc::new(Loaded::new(module));
    let not_assumed: Arc<[NotAssumed]> = not_assumed.into();
    let (arguments, warden, is_last) = (arguments.clone(), warden.clone(), true);
    match empty_memory(&arguments, pointer) {
        Ok(AnyMemory::Segments(_)) => {
            let make = Arc::new(move || Segments::new(pointer));
            Setup { make, loaded, properties, arguments, not_assumed, warden, is_last }.check(tests)
        }
        Ok(_) => {
            let same = arguments.clone();
            let make = Arc::new(move || empty_memory(&same, pointer).expect("it was made before"));
            Setup { make, loaded, properties, arguments, not_assumed, warden, is_last }.check(tests)
        }
        Err(message) => usage(&message),
    }
}

/// Loads the program with its assumptions, and returns those that cannot be made for a function, too.
fn load(arguments: &CheckArguments, branches: bool) -> Result<(Module, Vec<NotAssumed>), Exit> {
    let program = &arguments.program;
    if arguments.assume.is_empty() {
        return Ok((program::load(program, branches)?, Vec::new()));
    }
    if program.is_javalite() {
        return Err(usage("--assume takes an expression in C, but the program is in Javalite"));
    }
    let functions = match arguments.function.as_str() {
        "all" => all_functions::functions(&program::load(program, branches)?, arguments),
        one => vec![one.to_owned()],
    };
    let of_all = |expression: &String| {
        let of = |function: &String| Assumption {
            function: function.clone(),
            expression: expression.clone(),
        };
        functions.iter().map(of).collect::<Vec<_>>()
    };
    let assumptions: Vec<Assumption> = arguments.assume.iter().flat_map(of_all).collect();
    let (module, not_assumed) = program::load_assuming(program, branches, &assumptions)?;
    for expression in &arguments.assume {
        let misfits = not_assumed.iter().filter(|it| it.assumption.expression == *expression);
        let misfits: Vec<&NotAssumed> = misfits.collect();
        if let [first, ..] = misfits[..]
            && misfits.len() == functions.len()
        {
            return Err(first.refuse());
        }
    }
    Ok((module, not_assumed))
}

/// Returns an empty memory of the selected model.
fn empty_memory(arguments: &CheckArguments, pointer: u32) -> Result<AnyMemory, String> {
    let name = arguments.memory.name();
    let empty = AnyMemory::named(name, pointer);
    let empty = empty.ok_or_else(|| format!("there is no memory model '{name}'"))?;
    let allocation = arguments.allocation;
    match empty {
        AnyMemory::Separation(empty) => {
            let allocation = allocation.map(Allocation::from).unwrap_or_default();
            Ok(AnyMemory::Separation(empty.with(allocation)))
        }
        _ if allocation.is_some() => {
            Err(format!("--allocation is for --memory separation, not for --memory {name}"))
        }
        _ if arguments.heap_formula => {
            Err(format!("--heap-formula is for --memory separation, not for --memory {name}"))
        }
        empty => Ok(empty),
    }
}

/// Returns the solver for queries about paths.
fn asker(arguments: &CheckArguments, limits: solver::Limits) -> Result<Asker, String> {
    let Some(config) = &arguments.solver else { return Ok(Asker::new(solver::stack(), limits)) };
    let memory = arguments.limits.memory_limit;
    let config = &solver::external::Config { memory, ..config.clone() };
    let mut asker = Asker::new(Box::new(solver::External::new(config.clone())), limits);
    if arguments.allocation == Some(AllocationCheck::Sl) {
        let mut separation = solver::External::new(config.clone());
        separation.knows_separation().map_err(|why| {
            let command = config.command.join(" ");
            format!("`{command}` cannot be asked about separation logic: {why}")
        })?;
        asker.separation = Some(separation);
    }
    Ok(asker)
}

/// A check: each worker makes its machine from it.
pub struct Setup<M> {
    /// Makes a memory without blocks.
    pub make: Arc<dyn Fn() -> M + Send + Sync>,
    pub loaded: Arc<Loaded>,
    pub properties: Properties,
    pub arguments: Arc<CheckArguments>,
    /// Assumptions that cannot be made for a function.
    pub not_assumed: Arc<[NotAssumed]>,
    pub warden: Warden,
    /// Whether the process ends after this: then nothing needs to be dropped.
    pub is_last: bool,
}

impl<M> Clone for Setup<M> {
    fn clone(&self) -> Setup<M> {
        Setup {
            make: self.make.clone(),
            loaded: self.loaded.clone(),
            properties: self.properties,
            arguments: self.arguments.clone(),
            not_assumed: self.not_assumed.clone(),
            warden: self.warden.clone(),
            is_last: self.is_last,
        }
    }
}

impl<M: Memory + 'static> Setup<M> {
    /// Checks the selected function, or all.
    fn check(self, tests: Option<&Arc<Mutex<Writer>>>) -> Exit {
        let CheckArguments { function, checkpoint, resume, .. } = &*self.arguments;
        let all = function == "all" && self.loaded.module.function_named("all").is_none();
        if (all || tests.is_some()) && (checkpoint.is_some() || resume.is_some()) {
            return usage(
                "--checkpoint and --resume do not work for all functions (--function all), nor for tests",
            );
        }
        if all {
            return all_functions::check(&self);
        }
        let module = &self.loaded.module;
        let start = module.function_named(self.arguments.start()).map(|id| module.function(id));
        if let Some(function) = start.filter(|function| has_namesake(module, function)) {
            let hint = "leave out the files of the others to check a static one";
            return usage(&format!("several functions are called '{}': {hint}", function.name));
        }
        let arguments = self.arguments.clone();
        check_in(&self, tests, |check, sink, warden| say(&check, sink, &arguments, warden))
    }

    /// Makes a machine that stops when a flag is set.
    pub fn machine<'h>(
        &self,
        nobody: &'h mut Nobody,
        interrupt: Arc<AtomicBool>,
    ) -> Result<Machine<'h, M>, String> {
        let arguments = &*self.arguments;
        let limits = Limits {
            steps: arguments.max_steps.unwrap_or(u64::MAX),
            depth: DEPTH,
            decisions: arguments.max_depth,
            unwind: arguments.unwind,
        };
        let mut machine = Machine::of(&self.loaded, limits, nobody, (self.make)());
        let limits = solver::Limits { conflicts: arguments.conflicts, interrupt: Some(interrupt) };
        machine.asker = Some(asker(arguments, limits)?);
        machine.properties = self.properties;
        // `new` does not fail.
        machine.allocations = match arguments.malloc_may_fail {
            _ if arguments.program.is_javalite() => Allocations::Succeed,
            true => Allocations::MayFail,
            false => Allocations::AssumedToSucceed,
        };
        machine.stdin = arguments.symbolic_stdin;
        machine.merging.how = arguments.merge.into();
        machine.loops.compact = arguments.loops == LoopSummaries::Compact;
        machine.random = arguments.random.into();
        machine.externals = arguments.externals.into();
        machine.lazy.heap = arguments.heap.into();
        machine.lazy.array_bound = arguments.array_bound;
        machine.lazy.interior = arguments.interior_aliases;
        machine.lazy.non_null = non_null(&self.loaded.module, arguments);
        Ok(machine)
    }
}

/// Reports an error in the command line.
pub fn usage(message: &str) -> Exit {
    Stream::Errors.line(&format!("vellum: {message}"));
    Exit::Usage
}

/// Checks a program in a memory of some model; the result is for `tell`.
pub fn check_in<M: Memory + 'static>(
    setup: &Setup<M>,
    tests: Option<&Arc<Mutex<Writer>>>,
    tell: impl FnOnce(Check, &dyn Sink, &Warden) -> Exit,
) -> Exit {
    let start = Instant::now();
    let (arguments, warden) = (&*setup.arguments, &setup.warden);
    let mut nobody = Nobody;
    let mut machine = match setup.machine(&mut nobody, warden.flag()) {
        Ok(machine) => machine,
        Err(message) => return usage(&message),
    };
    if let Some(message) = wrong_name(&machine.module, arguments) {
        return usage(&message);
    }
    let sources = SourceLines::default();
    let mut sink = sink_of(arguments.format.name(), sources.settings());
    let outcome = match arguments.path {
        Some(_) => {
            let mut tracer = Tracer::new(&mut *sink, &sources, arguments.heap_formula);
            trace(&mut machine, arguments, &mut tracer)
        }
        None => explore(setup, start, tests),
    };
    let (mut outcome, statistics) = match outcome {
        Ok(outcome) => outcome,
        Err(message) => return usage(&message),
    };
    let program = machine.program();
    results::check::sort(program, &mut outcome.found);
    for assumed in assumed_by_option(arguments) {
        outcome.assumed.entry(assumed).or_insert(Site(0));
    }
    let time = start.elapsed();
    let mut check = results::check::check(program, arguments, &outcome, &statistics, time, warden);
    if let Err(message) = draw(arguments, &check) {
        return usage(&message);
    }
    if setup.is_last && !outcome.found.is_empty() {
        // Other programs decide how long a confirmation takes.
        let words = last_result(&check, &*sink, arguments);
        warden.prepare(move |_| words);
    }
    let properties = machine.properties;
    match confirm::all(program, properties, arguments, &outcome.found, warden) {
        Ok(confirmations) => {
            for (finding, confirmation) in check.findings.iter_mut().zip(confirmations) {
                finding.confirmation = confirmation;
            }
        }
        Err(message) => {
            Stream::Errors.line(&format!("vellum: {message}"));
        }
    }
    let mut writer = tests.and_then(|writer| at_rest(writer, warden));
    check.tests = writer.as_mut().map(|writer| {
        let limits = results::check::given_limits(arguments, warden);
        let cut = |cut: &Cut| results::check::cut_text(program, cut, &limits, warden.stopped());
        let cuts: Vec<String> = outcome.cuts.iter().map(|(it, _)| cut(it)).collect();
        let cuts = (!cuts.is_empty()).then(|| cuts.join("; "));
        let reasons = Reasons { unreachable: unreachable(&outcome), cuts, cut: &cut };
        writer.write_listing(program, &reasons);
        let coverage = listing::summary(program.module, writer.coverage(program));
        Tests { written: writer.written, coverage }
    });
    tell(check, &*sink, warden)
}

/// Returns the assumptions of the command line.
fn assumed_by_option(arguments: &CheckArguments) -> impl Iterator<Item = String> {
    let non_null = arguments.non_null.iter().map(|name| match name.as_str() {
        EVERY => "no parameter is null (--non-null)".to_owned(),
        name => format!("{name} is not null (--non-null)"),
    });
    non_null.chain(arguments.assume.iter().map(|expression| format!("{expression} (--assume)")))
}

/// Returns an error in the names of `--function` and `--non-null`.
fn wrong_name(module: &Module, arguments: &CheckArguments) -> Option<String> {
    let start = module.function_named(arguments.start());
    if arguments.start() == "main" && start.is_none_or(|id| module.function(id).body.is_none()) {
        let hint = "--function NAME checks another function by itself, --function all each of them";
        return Some(format!("there is no function 'main' with a body; {hint}"));
    }
    let function = module.function(start?);
    let wrong = arguments.non_null.iter().find(|name| !has_parameter(function, name))?;
    Some(format!("'{}' has no parameter '{wrong}'", arguments.function))
}

/// Whether a function may not be the one that is meant by its name: it is static and so is another one, or it is the library's and the
/// program has one too.
fn has_namesake(module: &Module, function: &Function) -> bool {
    let is_runtime = |function: &Function| module.is_runtime(function.position);
    let all = module.functions.iter().filter(|it| it.name == function.name && it.body.is_some());
    let own = all.filter(|it| !is_runtime(it)).count();
    match is_runtime(function) {
        true => own > 0,
        false => own > 1 && function.linkage != Linkage::External,
    }
}

/// What stands for every parameter in `--non-null`.
const EVERY: &str = "all";

/// Whether `--non-null` says something about a function.
pub fn has_parameter(function: &Function, name: &str) -> bool {
    name == EVERY || function.params.iter().any(|param| param.name == name)
}

/// The parameters that are not null.
fn non_null(module: &Module, arguments: &CheckArguments) -> Vec<String> {
    let function = module.function_named(arguments.start()).map(|id| module.function(id));
    match function.filter(|_| arguments.non_null.iter().any(|name| name == EVERY)) {
        Some(function) => function.params.iter().map(|param| param.name.clone()).collect(),
        None => arguments.non_null.clone(),
    }
}

/// Writes the drawing of `--dot`.
fn draw(arguments: &CheckArguments, check: &Check) -> Result<(), String> {
    let Some(file) = &arguments.dot else { return Ok(()) };
    let mut drawing = Vec::new();
    let drawn = Dot.check(check, &mut drawing);
    if drawing.is_empty() {
        return Ok(());
    }
    drawn
        .and_then(|()| files::write(file, &drawing, Existing::Replace))
        .map_err(|error| format!("cannot write {}: {error}", files::shown(file)))
}

/// Returns the reason for code that no path reached, if all paths were explored.
fn unreachable(outcome: &Outcome) -> String {
    let mut text = "unreachable".to_owned();
    if !outcome.found.is_empty() {
        text.push_str(" without a finding");
    }
    if !outcome.assumed.is_empty() {
        text.push_str(" under the assumptions");
    }
    text
}

/// Explores all paths of the selected function.
fn explore<M: Memory + 'static>(
    setup: &Setup<M>,
    start: Instant,
    tests: Option<&Arc<Mutex<Writer>>>,
) -> Result<(Outcome, Statistics), String> {
    let (observer, line): (Arc<SharedObserver<'static>>, Line) = match tests {
        Some(writer) => {
            let line = writer.lock().unwrap_or_else(PoisonError::into_inner).line();
            (writer.clone(), line)
        }
        None => {
            let progress = Progress::new(start);
            let line = progress.line();
            (Arc::new(Mutex::new(progress)), line)
        }
    };
    let explored = jobs::explore(setup, observer);
    line.clear();
    explored
}

/// Replays the path of `--path`.
fn trace<M: Memory + 'static>(
    machine: &mut Machine<'_, M>,
    arguments: &CheckArguments,
    tracer: &mut Tracer<'_, '_>,
) -> Result<(Outcome, Statistics), String> {
    let outcome = machine.trace_from(&from(arguments), &bounds(arguments), tracer)?;
    Ok((outcome, machine.statistics()))
}

/// Returns the start of the exploration.
pub fn from(arguments: &CheckArguments) -> Start {
    Start {
        function: arguments.start().to_owned(),
        arguments: arguments.symbolic_args,
        path: arguments.path.as_ref().map(|path| path.0.clone()),
    }
}

/// Returns the bounds of the exploration.
pub fn bounds(arguments: &CheckArguments) -> Bounds {
    Bounds { paths: arguments.max_paths, deadline: None, keep_going: arguments.keep_going }
}

/// Returns the selected properties.
pub fn properties(arguments: &CheckArguments) -> Result<Properties, String> {
    let mut properties =
        if arguments.property.is_empty() { Properties::usual() } else { Properties::default() };
    for name in arguments.property.iter().flat_map(|names| separated(names)) {
        properties = named(name)?.into_iter().fold(properties, Properties::with);
    }
    if arguments.check_uninitialised {
        properties = properties.with(Property::Initialised);
    }
    if arguments.allow_subobject_overflow {
        properties = properties.without(Property::Bounds);
    }
    if arguments.program.is_javalite() {
        // Objects are collected: none is ever lost, and nobody frees them.
        properties = properties.without(Property::ValidMemtrack).without(Property::ValidMemcleanup);
    }
    Ok(properties)
}

/// Splits a list at commas, unless it is the name of a file.
fn separated(names: &str) -> Vec<&str> {
    match names.contains(',') && !Path::new(names).exists() {
        true => names.split(',').map(str::trim).collect(),
        false => vec![names],
    }
}

/// The properties of a name, or of a file.
fn named(name: &str) -> Result<Vec<Property>, String> {
    if let Some(property) = Property::named(name) {
        return Ok(vec![property]);
    }
    if name == "valid-memsafety" {
        return Ok(vec![Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack]);
    }
    let text = files::read_text(Path::new(name)).map_err(|error| {
        let names: Vec<&str> = Property::names().collect();
        format!(
            "'{name}' is neither a property (valid-memsafety, {}) nor a readable file: {error}",
            names.join(", ")
        )
    })?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut all = Vec::new();
    for line in lines {
        all.extend(
            formula(line)
                .ok_or_else(|| format!("{name}: the property '{line}' is not supported"))?,
        );
    }
    match all.is_empty() {
        true => Err(format!("{name} contains no property")),
        false => Ok(all),
    }
}

/// The property that a line of a property file asks for.
fn formula(line: &str) -> Option<Vec<Property>> {
    let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let formula = compact.strip_prefix("CHECK(init(main()),LTL(")?.strip_suffix("))")?;
    Some(match formula {
        "Gvalid-free" => vec![Property::ValidFree],
        "Gvalid-deref" => vec![Property::ValidDeref],
        "Gvalid-memtrack" => vec![Property::ValidMemtrack],
        "Gvalid-memcleanup" => vec![Property::ValidMemcleanup],
        "G!overflow" => vec![Property::NoOverflow],
        "G!call(reach_error())" | "G!call(__VERIFIER_error())" => vec![Property::UnreachCall],
        "G!label(ERROR)" => vec![Property::UnreachLabel],
        _ => return None,
    })
}

/// Prints the result.
fn say(check: &Check, sink: &dyn Sink, arguments: &CheckArguments, warden: &Warden) -> Exit {
    let LastWords { output, errors, exit } = last_result(check, sink, arguments);
    warden.speak();
    Stream::Output.line(&output);
    if arguments.stats {
        Stream::Errors.line(&errors);
    }
    exit
}

/// Returns the result as it is printed.
fn last_result(check: &Check, sink: &dyn Sink, arguments: &CheckArguments) -> LastWords {
    let errors = match arguments.stats {
        true => statistics_table(&check.statistics).trim_end().to_owned(),
        false => String::new(),
    };
    let output = written(|out| sink.check(check, out));
    LastWords { output, errors, exit: check.verdict.into() }
}

/// The command line that was typed, to be typed again: of all functions, for the one that the arguments are about.
pub fn command(arguments: &CheckArguments) -> String {
    let typed = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    command_of(typed, arguments)
}

fn command_of(mut typed: impl Iterator<Item = String>, arguments: &CheckArguments) -> String {
    let mut words = vec!["vellum".to_owned()];
    while let Some(word) = typed.next() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        if !["--function", "--non-null", "--assume"].contains(&name) {
            words.push(quoted(&word));
            continue;
        }
        let value = value.or_else(|| typed.next()).unwrap_or_default();
        let value = match name {
            "--function" => Some(&arguments.function),
            // What says nothing of the function would be refused.
            "--non-null" => arguments.non_null.iter().find(|it| **it == value),
            _ => arguments.assume.iter().find(|it| **it == value),
        };
        words.extend(value.into_iter().flat_map(|value| [name.to_owned(), quoted(value)]));
    }
    words.join(" ")
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    if word.contains(is_invisible) {
        // A line stays a line, and a terminal sees nothing that it would obey.
        let escaped: String = word.chars().map(escaped).collect();
        return format!("$'{escaped}'");
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,=+:@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// A character between `$'` and `'`.
fn escaped(c: char) -> String {
    match c {
        '\'' | '\\' => format!("\\{c}"),
        '\n' => "\\n".to_owned(),
        // Three digits always: another one may follow.
        c if is_invisible(c) => {
            c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("\\{byte:03o}")).collect()
        }
        c => c.to_string(),
    }
}

impl Observer for Progress {
    fn progress(&mut self, paths: u64, waiting: usize) {
        let memory = memory_limit::used() >> 20;
        self.show(|| format!("{paths} paths, {waiting} waiting, {memory} MB"));
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::arguments::{Arguments, Subcommand};

    #[test]
    fn property_files() {
        let of = |line: &str| formula(line).map(|all| all.first().map(|it| it.name()));
        assert_eq!(of("CHECK( init(main()), LTL(G valid-free) )"), Some(Some("valid-free")));
        assert_eq!(of("CHECK( init(main()), LTL(G ! overflow) )"), Some(Some("no-overflow")));
        assert_eq!(
            of("CHECK( init(main()), LTL(G ! call(reach_error())) )"),
            Some(Some("unreach-call"))
        );
        assert_eq!(of("CHECK( init(main()), LTL(F end) )"), None);
        assert_eq!(of("anything"), None);
        assert!(named("valid-memsafety").is_ok_and(|all| all.len() == 3));
        assert!(named("no such thing").is_err());
    }

    #[test]
    fn a_command_for_one_function_of_all() {
        let line =
            "vellum check a.c --function=all --non-null p --assume=n>0 --assume m>0 --keep-going";
        let own = "vellum check a.c --function f --non-null p --assume n>0";
        let words = |line: &str| -> Vec<String> { line.split(' ').map(str::to_owned).collect() };
        let own = Arguments::try_parse_from(words(own)).unwrap();
        let Subcommand::Check(arguments) = own.subcommand else { panic!("it is a check") };
        assert_eq!(
            command_of(words(line).into_iter().skip(1), &arguments),
            "vellum check a.c --function f --non-null p --assume 'n>0' --keep-going"
        );
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("a.c"), "a.c");
        assert_eq!(quoted("n <= 10"), "'n <= 10'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("e\x1b[1m\n'\\é\u{9b}"), r"$'e\033[1m\n\'\\é\302\233'");
    }
}
