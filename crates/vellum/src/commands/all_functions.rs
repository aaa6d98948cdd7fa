//! `--function all`: every function of the files, each checked by itself and within the limits, and a table.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ir::{FuncId, Function, Module};
use memory::Memory;
use report::{Check, Cut, FunctionCheck, Functions, Sink, sink_of};

use crate::cli::arguments::CheckArguments;
use crate::cli::exit::Exit;
use crate::cli::options::Format;
use crate::cli::stream::Stream;
use crate::commands::check;
use crate::load::assumption::NotAssumed;
use crate::load::sources::SourceLines;
use crate::results::check::stop_reason;
use crate::supervise::setup::{self, Setup};
use crate::supervise::warden::{LastWords, Warden};

/// Checks all functions.
pub fn check<M: Memory + 'static>(setup: &Setup<M>) -> Exit {
    let Setup { loaded, arguments, warden, .. } = setup;
    let arguments = &**arguments;
    let module: &Module = &loaded.module;
    let functions = functions(module, arguments);
    let has = |function: &String, parameter: &String| {
        let id = module.function_named(function);
        id.is_some_and(|id| setup::has_parameter(module.function(id), parameter))
    };
    let nowhere = |name: &&String| !functions.iter().any(|function| has(function, name));
    if let Some(name) = arguments.non_null.iter().find(nowhere) {
        return check::usage(&format!("no function has a parameter '{name}'"));
    }
    let results = Arc::new(Mutex::new(Functions::default()));
    let format = arguments.format;
    for (id, function) in own_functions(module, arguments) {
        let function = &function.name;
        if module.function_named(function) != Some(id) {
            lock(&results).functions.push(not_checked(function, namesake()));
            continue;
        }
        let mut own = arguments.clone();
        own.out = arguments.out.as_ref().map(|folder| folder.join(function));
        own.non_null.retain(|name| has(function, name));
        let misfits = || setup.not_assumed.iter().filter(|it| it.assumption.function == *function);
        own.assume.retain(|it| misfits().all(|misfit| misfit.assumption.expression != *it));
        let not_assumed = misfits().map(NotAssumed::message).collect();
        own.function.clone_from(function);
        let tell = |check: Check, sink: &dyn Sink, _: &Warden| {
            let exit = check.verdict.into();
            let result = FunctionCheck { function: function.clone(), check, not_assumed };
            let output = check::written(|out| sink.function(&result, out));
            if !output.is_empty() {
                Stream::Output.line(&output);
            }
            lock(&results).functions.push(result);
            exit
        };
        let own = Setup { arguments: own.into(), is_last: false, ..setup.clone() };
        // The limits are for each function.
        warden.renew();
        let (known, at, limits) = (results.clone(), function.clone(), warden.limits());
        warden.prepare(move |why| last_words(&known, &at, stop_reason(why, limits), format));
        let exit = check::check_in(&own, None, tell);
        if exit == Exit::Usage {
            return exit;
        }
    }
    let results = lock(&results);
    let text = rendered(&results, format);
    warden.speak();
    Stream::Output.line(text.trim_end());
    results.verdict().into()
}

fn lock(results: &Mutex<Functions>) -> MutexGuard<'_, Functions> {
    results.lock().unwrap_or_else(PoisonError::into_inner)
}

fn rendered(results: &Functions, format: Format) -> String {
    let sources = SourceLines::default();
    let sink = sink_of(format.name(), sources.settings());
    check::written(|out| sink.functions(results, out))
}

/// Returns the last words while one function is checked: the results of the functions before it.
fn last_words(
    results: &Mutex<Functions>,
    function: &str,
    Cut { class, message, count }: Cut,
    format: Format,
) -> LastWords {
    let message = format!("{message}, and no function after it was checked");
    let mut results = lock(results);
    results.functions.push(not_checked(function, Cut { class, message, count }));
    let output = rendered(&results, format);
    LastWords { output, errors: String::new(), exit: results.verdict().into() }
}

/// Returns the functions that the files themselves define, in order.
fn own_functions<'m>(
    module: &'m Module,
    arguments: &CheckArguments,
) -> impl Iterator<Item = (FuncId, &'m Function)> {
    let files: Vec<String> =
        arguments.program.files.iter().map(|file| file.display().to_string()).collect();
    let all = module.functions.iter().enumerate();
    let all = all.map(|(index, function)| (FuncId::new(index), function));
    all.filter(move |(_, function)| {
        let file = module.files.get(function.position.file.index());
        function.body.is_some() && file.is_some_and(|file| files.contains(file))
    })
}

/// Returns their names, each once.
pub fn functions(module: &Module, arguments: &CheckArguments) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (_, function) in own_functions(module, arguments) {
        if !names.contains(&function.name) {
            names.push(function.name.clone());
        }
    }
    names
}

/// Returns the reason for a function whose name denotes another one.
fn namesake() -> Cut {
    let message = "another function has this name, and is checked in place of this one";
    Cut { class: "unsupported", message: message.to_owned(), count: 1 }
}

/// Returns the result for a function that is not checked.
fn not_checked(function: &str, why: Cut) -> FunctionCheck {
    let check = Check::stopped(why);
    FunctionCheck { function: function.to_owned(), check, not_assumed: Vec::new() }
}
