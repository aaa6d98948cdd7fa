//! `vellum check`: explores a program and reports the result.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use engine::findings::{Cut, Outcome};
use engine::program::Loaded;
use engine::statistics::Statistics;
use engine::{Observer, SharedObserver};
use ir::{Function, Linkage, Module};
use memory::{AnyMemory, Memory, Segments, Site};
use report::{Check, Dot, Functions, Sink, Tests, sink_of, statistics_table};

use crate::cli::arguments::CheckArguments;
use crate::cli::exit::Exit;
use crate::cli::files::{self, Existing};
use crate::cli::progress::{Line, Progress};
use crate::cli::properties::properties;
use crate::cli::stream::Stream;
use crate::commands::all_functions;
use crate::commands::test_files::Writer;
use crate::load::assumption::{Assumption, NotAssumed};
use crate::load::program;
use crate::load::runtime;
use crate::load::sources::SourceLines;
use crate::replay::confirm;
use crate::results;
use crate::results::coverage_report::{self, Reasons};
use crate::results::trace::Tracer;
use crate::supervise::jobs;
use crate::supervise::memory_limit;
use crate::supervise::setup::{EVERY, Setup, empty_memory, has_parameter};
use crate::supervise::warden::{LastWords, Stopped, Warden};

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
    // Writing to a vector does not fail.
    let _ = write(&mut out);
    let text = String::from_utf8_lossy(&out);
    text.strip_suffix('\n').unwrap_or(&text).to_owned()
}

/// Removes the bodies of functions that are to be uninterpreted.
fn forget_bodies(module: &mut Module, arguments: &CheckArguments) -> Result<(), String> {
    for name in &arguments.uninterpreted {
        let Some(id) = module.function_named(name) else {
            return Err(format!("there is no function '{name}' (--uninterpreted)"));
        };
        if name == arguments.start() {
            return Err(format!(
                "the check starts with '{name}', which needs its body (--uninterpreted)"
            ));
        }
        module.functions[id.index()].body = None;
    }
    Ok(())
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
    if let Err(message) = forget_bodies(&mut module, arguments) {
        return usage(&message);
    }
    let pointer = module.model.pointer_bits();
    let loaded = Arc::new(Loaded::new(module));
    let not_assumed: Arc<[NotAssumed]> = not_assumed.into();
    let (arguments, warden, is_last) = (arguments.clone(), warden.clone(), true);
    match empty_memory(&arguments, pointer) {
        Ok(AnyMemory::Segments(_)) => {
            let make = Arc::new(move || Segments::new(pointer));
            let setup = Setup { make, loaded, properties, arguments, not_assumed, warden, is_last };
            check_selected(&setup, tests)
        }
        Ok(_) => {
            let same = arguments.clone();
            let make = Arc::new(move || empty_memory(&same, pointer).expect("it was made before"));
            let setup = Setup { make, loaded, properties, arguments, not_assumed, warden, is_last };
            check_selected(&setup, tests)
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

/// Reports an error in the command line.
pub fn usage(message: &str) -> Exit {
    Stream::Errors.line(&format!("vellum: {message}"));
    Exit::Usage
}

/// Checks the selected function, or all.
fn check_selected<M: Memory + 'static>(
    setup: &Setup<M>,
    tests: Option<&Arc<Mutex<Writer>>>,
) -> Exit {
    let CheckArguments { function, checkpoint, resume, .. } = &*setup.arguments;
    let all = function == "all" && setup.loaded.module.function_named("all").is_none();
    if (all || tests.is_some()) && (checkpoint.is_some() || resume.is_some()) {
        return usage(
            "--checkpoint and --resume do not work for all functions (--function all), nor for tests",
        );
    }
    if all {
        return all_functions::check(setup);
    }
    let module = &setup.loaded.module;
    let start = module.function_named(setup.arguments.start()).map(|id| module.function(id));
    if let Some(function) = start.filter(|function| has_namesake(module, function)) {
        let hint = "leave out the files of the others to check a static one";
        return usage(&format!("several functions are called '{}': {hint}", function.name));
    }
    let arguments = setup.arguments.clone();
    check_in(setup, tests, |check, sink, warden| say(&check, sink, &arguments, warden))
}

/// Checks a program in a memory of some model; the result is for `tell`.
pub fn check_in<M: Memory + 'static>(
    setup: &Setup<M>,
    tests: Option<&Arc<Mutex<Writer>>>,
    tell: impl FnOnce(Check, &dyn Sink, &Warden) -> Exit,
) -> Exit {
    let start = Instant::now();
    let (arguments, warden) = (&*setup.arguments, &setup.warden);
    let task = setup.task();
    // A solver that cannot be used is an error before anything is written.
    if let Err(message) = (task.solvers)() {
        return usage(&message);
    }
    let program = setup.loaded.program();
    if let Some(message) = wrong_name(program.module, arguments) {
        return usage(&message);
    }
    let sources = SourceLines::default();
    let mut sink = sink_of(arguments.format.name(), sources.settings());
    let outcome = match arguments.path {
        Some(_) => {
            let mut tracer = Tracer::new(&mut *sink, &sources, arguments.heap_formula);
            task.trace(warden.flag(), &mut tracer)
        }
        None => explore(setup, start, tests),
    };
    let (mut outcome, statistics) = match outcome {
        Ok(outcome) => outcome,
        Err(message) => return usage(&message),
    };
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
        // The duration of a confirmation depends on other programs.
        let words = last_result(&check, &*sink, arguments);
        warden.prepare(move |_| words);
    }
    match confirm::all(program, setup.properties, arguments, &outcome.found, warden) {
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
        let covered = writer.coverage(program);
        let coverage = coverage_report::of(program.module, covered, &reasons);
        writer.write_listing(&coverage, &sources);
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

/// Whether a name is ambiguous: the function is static and another one has the name, or it belongs to the library and the
/// program has one of this name too.
fn has_namesake(module: &Module, function: &Function) -> bool {
    let is_runtime = |function: &Function| module.is_runtime(function.position);
    let all = module.functions.iter().filter(|it| it.name == function.name && it.body.is_some());
    let own = all.filter(|it| !is_runtime(it)).count();
    match is_runtime(function) {
        true => own > 0,
        false => own > 1 && function.linkage != Linkage::External,
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

impl Observer for Progress {
    fn progress(&mut self, paths: u64, waiting: usize) {
        let memory = memory_limit::used() >> 20;
        self.show(|| format!("{paths} paths, {waiting} waiting, {memory} MB"));
    }
}
