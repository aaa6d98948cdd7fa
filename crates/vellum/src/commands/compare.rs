//! `vellum compare`: the same exploration in several memory models, side by side.
//!
//! Merging and loop summaries depend on the model, so that models would explore different paths. Both are off here unless
//! the command line enables them.
//!
//! Each model is a run of `vellum check` of its own, in a process of its own, so that time and memory
//! are that model's alone. This file knows the reports of these runs and nothing of models.

use std::ffi::OsString;

use clap::ValueEnum;
use process::{Environment, Invocation, Limits};
use report::{Comparison, ModelRun, sink_of};

use crate::cli::arguments::CompareArguments;
use crate::cli::exit::Exit;
use crate::cli::options::{Format, Model};
use crate::cli::stream::Stream;
use crate::commands::check::written;
use crate::load::sources::SourceLines;

/// Each run enforces the limits of its options itself; only the size of its report is limited.
const UNLIMITED: Limits =
    Limits { time: None, memory: None, file_size: None, processes: None, output: 1 << 30 };

/// Runs the subcommand.
pub fn run(arguments: &CompareArguments) -> Exit {
    let Request { words, models, format } = match request(&arguments.words) {
        Ok(request) => request,
        Err(message) => {
            Stream::Errors.line(&format!("vellum: {message}"));
            return Exit::Usage;
        }
    };
    let mut comparison = Comparison::default();
    for model in models {
        match check(&words, model) {
            Ok(run) => comparison.runs.push(run),
            Err(exit) => return exit,
        }
    }
    let sources = SourceLines::default();
    let sink = sink_of(format.name(), sources.settings());
    Stream::Output.line(&written(|out| sink.comparison(&comparison, out)));
    comparison.verdict().map_or_else(contradiction, Exit::from)
}

/// The meaning of the command line.
struct Request {
    /// The words for `check`.
    words: Vec<OsString>,
    models: Vec<&'static str>,
    format: Format,
}

fn request(words: &[OsString]) -> Result<Request, String> {
    let (mut rest, mut list) = (Vec::new(), "all".to_owned());
    let mut format = Format::usual().name().to_owned();
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
    // At the start, because a `--` may follow.
    rest.splice(0..0, ["--merge", &merge, "--loops", &loops].map(OsString::from));
    let format = Format::from_str(&format, false).map_err(|_| {
        let names: Vec<&str> = Format::value_variants().iter().map(|it| it.name()).collect();
        format!("'{format}' is no format: {}", names.join(" or "))
    })?;
    Ok(Request { words: rest, models: models(&list)?, format })
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

/// Returns the result under a model; or, if the run has none, the exit code, after the run's own message.
fn check(words: &[OsString], model: &str) -> Result<ModelRun, Exit> {
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
    let report = serde_json::from_slice(&finished.output).ok();
    match (report.and_then(|it| ModelRun::of(model, it)), finished.status.code()) {
        (Some(run), Some(0 | 5 | 10)) => Ok(run),
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

/// Reports verdicts that contradict each other.
fn contradiction() -> Exit {
    Stream::Errors.line("vellum: the models disagree, which is a bug in Vellum: please report it");
    Exit::Internal
}
