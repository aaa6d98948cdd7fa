//! `--function all`: every function of the files, each checked by itself and within the limits, and a table.

use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::Machine;
use ir::{FuncId, Function, Module};
use memory::Memory;
use serde_json::{Value, json};

use crate::cli::arguments::CheckArguments;
use crate::cli::diagnostics::{Stream, json_text};
use crate::cli::exit::Exit;
use crate::commands::check::{self, Explored, Setup};
use crate::load::assumption::NotAssumed;
use crate::results::verdict::{self, Verdict};
use crate::supervise::warden::{LastWords, Stopped, Warden};

/// What a function came to.
struct Row {
    function: String,
    verdict: Verdict,
    reason: Option<String>,
    note: Option<&'static str>,
    /// Their kinds.
    kinds: Vec<&'static str>,
    findings: Vec<Value>,
    assumed: Vec<String>,
    /// What was to be assumed and says nothing of this function, and why.
    not_assumed: Vec<String>,
    paths: u64,
    seconds: f64,
}

/// Checks all functions.
pub fn check<M: Memory + 'static>(setup: &Setup<M>) -> Exit {
    let Setup { loaded, arguments, warden, .. } = setup;
    let arguments = &**arguments;
    let module: &Module = &loaded.module;
    let functions = functions(module, arguments);
    let has = |function: &String, parameter: &String| {
        let id = module.function_named(function);
        id.is_some_and(|id| check::has_parameter(module.function(id), parameter))
    };
    let nowhere = |name: &&String| !functions.iter().any(|function| has(function, name));
    if let Some(name) = arguments.non_null.iter().find(nowhere) {
        return check::usage(&format!("no function has a parameter '{name}'"));
    }
    let rows = Arc::new(Mutex::new(Vec::<Row>::new()));
    let is_json = arguments.is_json();
    for (id, function) in own_functions(module, arguments) {
        let function = &function.name;
        if module.function_named(function) != Some(id) {
            lock(&rows).push(Row::without(function, NAMESAKE.to_owned()));
            continue;
        }
        let mut own = arguments.clone();
        own.out = arguments.out.as_ref().map(|folder| folder.join(function));
        own.non_null.retain(|name| has(function, name));
        let misfits = || setup.not_assumed.iter().filter(|it| it.assumption.function == *function);
        own.assume.retain(|it| misfits().all(|misfit| misfit.assumption.expression != *it));
        let not_assumed = misfits().map(NotAssumed::message).collect();
        own.function.clone_from(function);
        let tell = |machine: &Machine<'_, M>,
                    arguments: &CheckArguments,
                    explored: Explored<'_>,
                    warden: &Warden| {
            let mut row = row(machine, arguments, &explored, warden);
            row.not_assumed = not_assumed;
            let exit = row.verdict.exit();
            lock(&rows).push(row);
            exit
        };
        let own = Setup { arguments: own.into(), is_last: false, ..setup.clone() };
        // The limits are for each function.
        warden.renew();
        let (known, at) = (rows.clone(), function.clone());
        warden.prepare(move |why| last_words(&known, &at, why, is_json));
        let exit = check::check_in(&own, None, tell);
        if exit == Exit::Usage {
            return exit;
        }
    }
    let rows = lock(&rows);
    let text = rendered(&rows, is_json);
    warden.speak();
    Stream::Output.line(text.trim_end());
    overall(&rows).exit()
}

fn lock(rows: &Mutex<Vec<Row>>) -> MutexGuard<'_, Vec<Row>> {
    rows.lock().unwrap_or_else(PoisonError::into_inner)
}

fn rendered(rows: &[Row], is_json: bool) -> String {
    match is_json {
        true => json_text(&report(rows)),
        false => table(rows),
    }
}

/// What is said where one function does not end: what the ones before came to.
fn last_words(rows: &Mutex<Vec<Row>>, function: &str, why: Stopped, is_json: bool) -> LastWords {
    let (word, text) = verdict::stop_reason(why);
    let mut rows = lock(rows);
    rows.push(Row::without(
        function,
        format!("{word}: {text}, and no function after it was checked"),
    ));
    let exit = overall(&rows).exit();
    LastWords { output: rendered(&rows, is_json), errors: String::new(), exit }
}

/// The functions that the files themselves define, in their order.
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

/// Their names, each once.
pub fn functions(module: &Module, arguments: &CheckArguments) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (_, function) in own_functions(module, arguments) {
        if !names.contains(&function.name) {
            names.push(function.name.clone());
        }
    }
    names
}

/// By the name of a function, another one is meant.
const NAMESAKE: &str =
    "unsupported: another function has this name, and is checked in place of this one";

impl Row {
    /// A function that is not checked, and why.
    fn without(function: &str, why: String) -> Row {
        Row {
            function: function.to_owned(),
            verdict: Verdict::Unknown,
            reason: Some(why),
            note: None,
            kinds: Vec::new(),
            findings: Vec::new(),
            assumed: Vec::new(),
            not_assumed: Vec::new(),
            paths: 0,
            seconds: 0.0,
        }
    }
}

/// Notes what a function came to; findings are shown at once.
fn row<M: Memory>(
    machine: &Machine<'_, M>,
    arguments: &CheckArguments,
    explored: &Explored<'_>,
    warden: &Warden,
) -> Row {
    let outcome = explored.outcome;
    let found = || outcome.found.iter().zip(explored.confirmed);
    if !arguments.is_json() {
        let command = check::command(arguments);
        for (found, confirmed) in found() {
            let text = verdict::finding_text(machine, found, confirmed, Some(&command));
            Stream::Output.line(&format!("{text}\n"));
        }
    }
    let reasons = verdict::reasons(machine, outcome, warden);
    Row {
        function: arguments.function.clone(),
        verdict: Verdict::of(outcome),
        reason: reasons.first().map(|(word, text, _)| format!("{word}: {text}")),
        note: verdict::note(outcome, arguments),
        kinds: outcome.found.iter().map(|found| found.finding.kind.name()).collect(),
        findings: found()
            .map(|(found, confirmed)| verdict::finding_json(machine, found, confirmed))
            .collect(),
        assumed: outcome.assumed.keys().cloned().collect(),
        not_assumed: Vec::new(),
        paths: outcome.paths,
        seconds: explored.time.as_secs_f64(),
    }
}

/// One verdict for all.
fn overall(rows: &[Row]) -> Verdict {
    let has = |verdict: Verdict| rows.iter().any(|row| row.verdict == verdict);
    match (has(Verdict::False), has(Verdict::Unknown)) {
        (true, _) => Verdict::False,
        (false, true) => Verdict::Unknown,
        (false, false) => Verdict::True,
    }
}

fn report(rows: &[Row]) -> Value {
    let functions: Vec<Value> = rows
        .iter()
        .map(|row| {
            json!({
                "function": row.function, "verdict": row.verdict.name(), "reason": row.reason,
                "findings": row.findings, "assumed": row.assumed, "not_assumed": row.not_assumed,
                "paths": row.paths, "seconds": row.seconds, "note": row.note,
            })
        })
        .collect();
    json!({"verdict": overall(rows).name(), "functions": functions})
}

fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.function.len()).max().unwrap_or(0).max(8);
    let mut text = format!("{:width$}  verdict   paths  seconds  findings\n", "function");
    for row in rows {
        let why = match (row.reason.as_deref().or(row.note), row.kinds.is_empty()) {
            (Some(reason), true) => format!("({reason})"),
            _ => row.kinds.join(", "),
        };
        let _ = writeln!(
            text,
            "{:width$}  {:7}  {:6}  {:7.2}  {why}",
            row.function,
            row.verdict.name(),
            row.paths,
            row.seconds
        );
    }
    let mut assumed: Vec<&String> = rows.iter().flat_map(|row| &row.assumed).collect();
    assumed.sort_unstable();
    assumed.dedup();
    for assumption in assumed {
        let _ = writeln!(text, "assumed: {assumption}");
    }
    for row in rows {
        for expression in &row.not_assumed {
            let _ = writeln!(text, "not assumed of '{}': {expression}", row.function);
        }
    }
    let count =
        if rows.len() == 1 { "1 function".to_owned() } else { format!("{} functions", rows.len()) };
    let _ = writeln!(text, "{}: {count}", overall(rows).name());
    text
}
