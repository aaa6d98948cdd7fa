//! `vellum run`: interprets a program on concrete values, and stops at undefined behaviour.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use engine::Interpreter;
use engine::findings::End;
use engine::options::Limits;
use engine::program::{Host, Loaded};
use ir::diagnostic::{Diagnostic, Severity, SourceLoc};
use memory::{Segments, Site, Value};

use crate::cli::arguments::RunArguments;
use crate::cli::exit::Exit;
use crate::cli::stream::{Stream, is_written};
use crate::load::program;
use crate::load::runtime;
use crate::load::sources::SourceLines;
use crate::results::wording::GivenLimits;
use crate::results::{check, wording};
use crate::supervise::warden::{self, Stopped, Warden};

/// The limit on nested calls; a deeper recursion is a stack overflow on any machine.
const DEPTH: usize = 1 << 17;

/// Runs the subcommand.
pub fn run(arguments: &RunArguments, warden: &Warden) -> Exit {
    let mut module = match program::load(&arguments.program, false) {
        Ok(module) => module,
        Err(exit) => return exit,
    };
    runtime::supply(&mut module);
    let limits = Limits::of_path(arguments.max_steps.unwrap_or(u64::MAX), DEPTH);
    let empty = Segments::new(module.model.pointer_bits());
    let loaded = Arc::new(Loaded::new(module));
    let mut world = World::new(loaded.clone());
    let mut interpreter = Interpreter::new(&loaded, empty, limits, &mut world, warden.flag());
    let end = interpreter.run(&arguments.program_words());
    let limit = warden.stopped().filter(|_| end == End::Interrupted);
    let report = match limit {
        Some(why) => Some(limit_message(why, warden.limits())),
        None => match &end {
            End::Limit(limit) => {
                let given = GivenLimits {
                    steps: arguments.max_steps,
                    depth: Some(DEPTH),
                    run: warden.limits(),
                    ..GivenLimits::default()
                };
                Some(format!("vellum: {}", wording::limit(*limit, &given)))
            }
            end => wording::end(loaded.program(), end).map(|it| SourceLines::default().text(&it)),
        },
    };
    warden.speak();
    // The process is about to end: nothing needs to be dropped.
    std::mem::forget(interpreter);
    world.flush();
    if let Some(report) = report {
        Stream::Errors.line(&report);
    }
    exit_of(&end)
}

/// Returns the message for a limit that ends a run without a verdict.
pub fn limit_message(why: Stopped, limits: warden::Limits) -> String {
    format!("vellum: {}", check::stop_reason(why, limits).message)
}

fn exit_of(end: &End) -> Exit {
    match end {
        End::Exit(Value::Bits(status)) => Exit::Program(*status as u8),
        // The exit code of a shell for a program that aborted.
        End::Abort => Exit::Program(134),
        End::Violation(_) => Exit::Finding,
        End::Unsupported(_) | End::Limit(_) => Exit::Unknown,
        // A concrete run has none of these ends.
        End::Exit(_) | End::Infeasible | End::Covered | End::Interrupted => Exit::Unknown,
    }
}

/// The environment of a program that runs concretely.
struct World {
    loaded: Arc<Loaded>,
    /// The calls that failed because there are no files, each said once.
    failed: BTreeSet<String>,
    output: BufWriter<io::Stdout>,
    input: io::Bytes<io::BufReader<io::Stdin>>,
}

impl World {
    fn new(loaded: Arc<Loaded>) -> World {
        World {
            loaded,
            failed: BTreeSet::new(),
            output: BufWriter::new(io::stdout()),
            input: io::BufReader::new(io::stdin()).bytes(),
        }
    }

    fn flush(&mut self) {
        is_written(self.output.flush());
    }

    /// Returns where a site is in the source.
    fn place(&self, site: Site) -> SourceLoc {
        let module = &self.loaded.module;
        let place = self.loaded.sites.locate(module, site).map(|it| it.position);
        let place = place.and_then(|it| Some((module.files.get(it.file.index())?, it)));
        place.map_or_else(SourceLoc::default, |(file, it)| SourceLoc::new(file, it.line, it.column))
    }
}

impl Host for World {
    fn write(&mut self, descriptor: i32, bytes: &[u8]) {
        if descriptor == 2 {
            self.flush();
            let _ = io::stderr().write_all(bytes);
        } else {
            is_written(self.output.write_all(bytes));
        }
    }

    fn read(&mut self) -> Option<u8> {
        // A prompt must be visible before the program waits for input.
        self.flush();
        self.input.next()?.ok()
    }

    fn environment(&self, name: &[u8]) -> Option<Vec<u8>> {
        std::env::var_os(std::ffi::OsStr::from_bytes(name)).map(OsStringExt::into_vec)
    }

    fn time(&self) -> i64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
    }

    fn no_file(&mut self, call: &str, path: &str, site: Site) {
        let path = if path.is_empty() { String::new() } else { format!("{path:?}") };
        let call = format!("{call}({path})");
        if self.failed.contains(&call) {
            return;
        }
        let message = format!("vellum run gives a program no files: {call} fails");
        let location = self.place(site);
        let warning =
            Diagnostic { severity: Severity::Warning, location, message, notes: Vec::new() };
        self.flush();
        Stream::Errors.line(&SourceLines::default().text(&warning));
        self.failed.insert(call);
    }
}
