//! `vellum compare`: the same exploration in several memory models, side by side.
//!
//! Merging and loop summaries depend on the model, so that models would explore different paths. Both are off here unless
//! the command line asks for them.
//!
//! Each model is a run of `vellum check` of its own, in a process of its own, so that time and memory
//! are that model's alone. This file knows the reports of these runs and nothing of models.

use std::ffi::OsString;
use std::fmt::Write;

use clap::ValueEnum;
use process::{Environment, Invocation, Limits};
use report::json_text;
use serde_json::{Value, json};

use crate::cli::arguments::CompareArguments;
use crate::cli::exit::Exit;
use crate::cli::options::{Format, Model};
use crate::cli::stream::Stream;

/// A run has limits of its own, by its options. Its report has a length.
const UNLIMITED: Limits =
    Limits { time: None, memory: None, file_size: None, processes: None, output: 1 << 30 };

/// Runs the subcommand.
pub fn run(arguments: &CompareArguments) -> Exit {
    let (words, models, is_json) = match sorted(&arguments.words) {
        Ok(sorted) => sorted,
        Err(message) => {
            Stream::Errors.line(&format!("vellum: {message}"));
            return Exit::Usage;
        }
    };
    let mut reports = Vec::new();
    for model in models {
        match check(&words, model) {
            Ok(report) => reports.push((model, report)),
            Err(exit) => return exit,
        }
    }
    let text = match is_json {
        true => {
            let runs: Vec<&Value> = reports.iter().map(|(_, report)| report).collect();
            json_text(&json!({ "runs": runs }))
        }
        false => table(&reports),
    };
    Stream::Output.line(text.trim_end());
    verdict(&reports)
}

/// What goes to `check`, the models, and whether the result is wanted as JSON.
fn sorted(words: &[OsString]) -> Result<(Vec<OsString>, Vec<&'static str>, bool), String> {
    let (mut rest, mut list, mut format) = (Vec::new(), "all".to_owned(), "human".to_owned());
    let (mut merge, mut loops) = ("never".to_owned(), "unroll".to_owned());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (&*text, None),
        };
        let target = match name {
            "--memory" => &mut list,
            "--format" => &mut format,
            "--merge" => &mut merge,
            "--loops" => &mut loops,
            _ => {
                rest.push(word.clone());
                continue;
            }
        };
        let value = value.or_else(|| Some(words.next()?.to_string_lossy().into_owned()));
        *target = value.ok_or_else(|| format!("{name} needs a value"))?;
    }
    // Before the others: there may be a `--` among them.
    rest.splice(0..0, ["--merge", &merge, "--loops", &loops].map(OsString::from));
    let format = Format::from_str(&format, false)
        .map_err(|_| format!("'{format}' is no format: human or json"))?;
    Ok((rest, models(&list)?, format.name() == "json"))
}

fn models(list: &str) -> Result<Vec<&'static str>, String> {
    let all = || Model::value_variants().iter().map(|model| model.name());
    if list == "all" {
        return Ok(all().collect());
    }
    let named = |name: &str| {
        let names: Vec<&str> = all().collect();
        let model = Model::from_str(name, false).map(Model::name);
        model.map_err(|_| {
            format!("there is no memory model '{name}': choose {}, or all", names.join(", "))
        })
    };
    list.split(',').map(|name| named(name.trim())).collect()
}

/// The report of `check` in a model; or how it ended without one, which was said.
fn check(words: &[OsString], model: &str) -> Result<Value, Exit> {
    let internal = |message: String| {
        Stream::Errors.line(&format!("vellum: {message}"));
        Exit::Internal
    };
    let own = std::env::current_exe().map_err(|error| internal(error.to_string()))?;
    let check = Invocation {
        environment: Environment::Inherited(Vec::new()),
        ..Invocation::new(own).with(["check", "--format", "json", "--memory", model]).with(words)
    };
    let finished = process::run(&check, &UNLIMITED);
    let finished = finished.map_err(|error| internal(error.to_string()))?;
    let report = serde_json::from_slice::<Value>(&finished.output).ok();
    match (report, finished.status.code()) {
        (Some(report), Some(0 | 5 | 10)) => Ok(report),
        (_, code) => {
            Stream::Errors.line(String::from_utf8_lossy(&finished.errors).trim_end());
            Err(match code {
                Some(1) => Exit::Usage,
                Some(2) => Exit::BadInput,
                _ => internal(format!("the run in the memory {model} ended: {}", finished.status)),
            })
        }
    }
}

/// A row for each model.
fn table(reports: &[(&str, Value)]) -> String {
    let mut text = format!(
        "{:<16} {:<8} {:>8} {:>12} {:>10} {:>7} {:>10} {:>7} {:>9} {:>9} {:>9} {:>9} {:>8} {:>8}\n",
        "memory",
        "verdict",
        "paths",
        "instructions",
        "loads",
        "quick",
        "stores",
        "quick",
        "choices",
        "queries",
        "by solver",
        "solver s",
        "total s",
        "peak MB"
    );
    for (model, report) in reports {
        let statistics = &report["statistics"];
        let (memory, solver) = (&statistics["memory"], &statistics["solver"]);
        let number = |value: &Value| value.as_u64().unwrap_or(0);
        let share = |part: &Value, whole: &Value| match number(whole) {
            0 => "-".to_owned(),
            whole => format!("{:.1} %", 100.0 * number(part) as f64 / whole as f64),
        };
        let layers = solver["layers"].as_object().into_iter().flatten();
        let seconds: f64 = layers.filter_map(|(_, layer)| layer["seconds"].as_f64()).sum();
        let _ = writeln!(
            text,
            "{:<16} {:<8} {:>8} {:>12} {:>10} {:>7} {:>10} {:>7} {:>9} {:>9} {:>9} {:>9.3} {:>8.3} {:>8.1}",
            model,
            report["verdict"].as_str().unwrap_or("?"),
            number(&statistics["paths"]),
            number(&statistics["instructions"]),
            number(&memory["reads"]),
            share(&memory["quick_reads"], &memory["reads"]),
            number(&memory["writes"]),
            share(&memory["quick_writes"], &memory["writes"]),
            number(&memory["choices"]),
            number(&solver["queries"]),
            number(&solver["by_solver"]),
            seconds,
            statistics["seconds"].as_f64().unwrap_or(0.0),
            number(&memory["peak_bytes"]) as f64 / 1e6,
        );
    }
    for (model, report) in reports {
        if let Some(reason) = report["reason"].as_str() {
            let _ = writeln!(text, "{model}: {reason}");
        }
    }
    text
}

/// Returns one exit code for all models. Verdicts that contradict each other are a bug.
fn verdict(reports: &[(&str, Value)]) -> Exit {
    let said = |verdict: &str| reports.iter().any(|(_, report)| report["verdict"] == verdict);
    match (said("true"), said("false"), said("unknown")) {
        (true, true, _) => {
            Stream::Errors
                .line("vellum: the models disagree, which is a bug in Vellum: please report it");
            Exit::Internal
        }
        (_, true, _) => Exit::Finding,
        (_, _, true) => Exit::Unknown,
        _ => Exit::Success,
    }
}
