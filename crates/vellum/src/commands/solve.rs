//! `vellum solve`: reads a script piece by piece, and answers each command as soon as it is
//! complete.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use ir::diagnostic::visible;
use report::{Snippet, snippet_text, solver_layers};
use solver::script::{Response, Script};
use solver::{External, Limits, QueryLog, Report, Solver, stack};
use term::Terms;
use term::smtlib::{Chunk, Error, Splitter, Tape};

use crate::cli::arguments::SolveArguments;
use crate::cli::exit::Exit;
use crate::cli::files::shown;
use crate::cli::stream::{Stream, is_written};
use crate::commands::query_files;
use crate::results::check;
use crate::results::statistics;
use crate::supervise::memory_limit;
use crate::supervise::warden::{self, LastWords, Stopped, Warden};

/// The number of bytes that are read at once.
const PIECE: usize = 64 << 10;

/// Runs the subcommand.
pub fn run(arguments: &SolveArguments, start: Instant) -> Exit {
    let mut session = match Session::new(arguments, start) {
        Ok(session) => session,
        Err((exit, message)) => {
            Stream::Errors.line(&format!("vellum: error: {message}"));
            return exit;
        }
    };
    let exit = session.run();
    session.warden.speak();
    if arguments.stats {
        let mut report = Report::default();
        session.solver.report(&mut report);
        eprint!("{}", solver_layers(&statistics::layers(&report)));
    }
    exit
}

/// The state of a session.
struct Session {
    input: Box<dyn Read>,
    /// The name of the input in messages.
    file: String,
    terms: Terms,
    solver: Box<dyn Solver>,
    script: Script,
    warden: Warden,
    /// Whether the answer to the current command is `sat`, `unsat` or `unknown`.
    is_query: Arc<AtomicBool>,
    /// The text before the command in its first line.
    line_before: String,
}

/// Why a session ends before its input does.
enum Stop {
    /// The script has an `exit` command.
    Exit,
    /// Standard output is closed.
    Deaf,
    /// The script has an error; the chunk with the error, if it is text at all.
    Wrong(Error, Option<Chunk>),
}

impl Session {
    fn new(arguments: &SolveArguments, start: Instant) -> Result<Session, (Exit, String)> {
        let memory = memory_limit::bytes(arguments.memory_limit);
        let limits = warden::Limits { time: arguments.time_limit, memory };
        let is_query = Arc::new(AtomicBool::new(false));
        let is_asked = is_query.clone();
        let words = move |why| cut_off(why, limits, is_asked.load(Ordering::Relaxed));
        let warden = Warden::begin(start, limits, false, words);
        // The limit applies to each command, not to the time in which a user types it.
        warden.rest();
        let (input, file) = open(arguments)?;
        let limits = Limits { conflicts: arguments.conflicts, interrupt: Some(warden.flag()) };
        Ok(Session {
            input,
            file,
            terms: Terms::new(),
            solver: build_solver(arguments)?,
            script: Script::new(limits),
            warden,
            is_query,
            line_before: String::new(),
        })
    }

    fn run(&mut self) -> Exit {
        match self.answer_all() {
            Ok(()) => Exit::Success,
            Err(Failed::Read(error)) => {
                let file = visible(&self.file);
                Stream::Errors.line(&format!("vellum: error: cannot read {file}: {error}"));
                Exit::BadInput
            }
            Err(Failed::Stop(Stop::Exit | Stop::Deaf)) => Exit::Success,
            Err(Failed::Stop(Stop::Wrong(error, chunk))) => {
                self.show(&error, chunk.as_ref());
                Exit::BadInput
            }
        }
    }

    fn answer_all(&mut self) -> Result<(), Failed> {
        let mut splitter = Splitter::new();
        let mut piece = vec![0; PIECE];
        loop {
            while let Some(chunk) = splitter.next_chunk() {
                self.answer(chunk)?;
            }
            match self.input.read(&mut piece) {
                Ok(0) => break,
                Ok(length) => splitter.push(&piece[..length]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Failed::Read(error)),
            }
        }
        Ok(self.answer(splitter.finish())?)
    }

    /// Answers one command.
    fn answer(&mut self, chunk: Result<Chunk, Error>) -> Result<(), Stop> {
        let chunk = chunk.or_else(|error| wrong(error, None))?;
        let is_query = chunk.text.trim_start().starts_with("(check-sat");
        self.is_query.store(is_query, Ordering::Relaxed);
        self.warden.renew();
        let response = match Tape::parse(&chunk.text, chunk.origin) {
            Ok(None) => Ok(Response::Silent),
            Ok(Some(tape)) => self.execute(&tape),
            Err(error) => Err(error),
        };
        self.warden.rest();
        match response {
            Ok(Response::Silent) => {}
            Ok(Response::Text(text)) => print(&text)?,
            Ok(Response::Exit) => return Err(Stop::Exit),
            Err(error) => return wrong(error, Some(chunk)),
        }
        self.remember_line(&chunk.text);
        Ok(())
    }

    fn execute(&mut self, tape: &Tape<'_>) -> Result<Response, Error> {
        let command = tape.root();
        let (script, terms, solver) = (&mut self.script, &mut self.terms, self.solver.as_mut());
        let response = script.execute(terms, solver, command)?;
        if let (Response::Text(text), Some(why)) = (&response, self.script.reason_unknown())
            && text == "unknown"
        {
            let start = command.span().start;
            let file = visible(&self.file);
            Stream::Errors.line(&format!("vellum: note: {file}:{start}: unknown: {why}"));
        }
        Ok(response)
    }

    /// Keeps the text after the last line break, for the message about the next command.
    fn remember_line(&mut self, text: &str) {
        if let Some((_, last)) = text.rsplit_once('\n') {
            self.line_before.clear();
            self.line_before.push_str(last);
        } else {
            self.line_before.push_str(text);
        }
    }

    /// Shows an error, with its line if there is one.
    fn show(&self, error: &Error, chunk: Option<&Chunk>) {
        let start = error.span.start;
        let message = error.kind().to_string();
        let Some(chunk) = chunk else {
            let file = visible(&self.file);
            Stream::Errors.line(&format!("error: {message}\n --> {file}:{start}"));
            return;
        };
        // The chunk begins in the line in which the one before it ended.
        let known = format!("{}{}", self.line_before, chunk.text);
        let line = known.lines().nth((start.line - chunk.origin.line) as usize).unwrap_or_default();
        let column = line.char_indices().nth(start.column as usize - 1);
        let from = column.map_or(line.len(), |(from, _)| from);
        let range = from..line.len().min(from + error.span.length);
        let place = Snippet { file: &self.file, line_number: start.line, line, range };
        Stream::Errors.line(&snippet_text(&message, &place, Stream::Errors.is_terminal()));
    }
}

/// The reason why a script was not answered completely.
enum Failed {
    Read(io::Error),
    Stop(Stop),
}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Failed {
        Failed::Stop(stop)
    }
}

fn open(arguments: &SolveArguments) -> Result<(Box<dyn Read>, String), (Exit, String)> {
    if arguments.file.as_os_str() == "-" {
        return Ok((Box::new(io::stdin()), "<stdin>".to_owned()));
    }
    let name = arguments.file.display().to_string();
    match File::open(&arguments.file) {
        Ok(file) => Ok((Box::new(file), name)),
        Err(error) => Err((Exit::BadInput, format!("cannot read {}: {error}", visible(&name)))),
    }
}

fn build_solver(arguments: &SolveArguments) -> Result<Box<dyn Solver>, (Exit, String)> {
    let solver: Box<dyn Solver> = match &arguments.solver {
        Some(config) => Box::new(External::new(config.clone())),
        None => stack(),
    };
    let Some(directory) = &arguments.log_queries else { return Ok(solver) };
    match query_files::writer(directory) {
        Ok(write) => Ok(Box::new(QueryLog::new(solver, write))),
        Err(error) => {
            let name = shown(directory);
            Err((Exit::Usage, format!("cannot write queries to {name}: {error}")))
        }
    }
}

/// Returns the answer to a command that could not be cancelled: the script ends with it.
fn cut_off(why: Stopped, limits: warden::Limits, is_query: bool) -> LastWords {
    let text = check::stop_reason(why, limits).message;
    let output = match is_query {
        true => "unknown".to_owned(),
        false => format!("(error \"{text}\")"),
    };
    let errors = format!("vellum: the script ends here: {text}");
    LastWords { output, errors, exit: Exit::Unknown }
}

/// Prints an error as SMT-LIB solvers do, and ends the script.
fn wrong<T>(error: Error, chunk: Option<Chunk>) -> Result<T, Stop> {
    let message = error.to_string().replace('"', "\"\"");
    print(&format!("(error \"{message}\")"))?;
    Err(Stop::Wrong(error, chunk))
}

/// Prints an answer and flushes it: another program may be waiting for it.
fn print(text: &str) -> Result<(), Stop> {
    let mut out = io::stdout().lock();
    match is_written(writeln!(out, "{text}").and_then(|()| out.flush())) {
        true => Ok(()),
        false => Err(Stop::Deaf),
    }
}
