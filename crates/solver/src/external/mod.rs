//! The external solver: delegates queries to any program that reads SMT-LIB on its standard input and writes answers to
//! its standard output.
//!
//! The program is started once and kept; each query is sent as a whole after a `(reset)`. The layer does not trust the
//! program:
//! 1. It may be missing, crash, hang, or write garbage without end. All of these give `Unknown`, and the program is
//!    killed and restarted for the next query.
//! 2. A mark that the program must echo matches answers with queries.
//! 3. Its model is read back, and accepted only if it satisfies the query under `term::eval`.
//!
//! An answer `unsat` cannot be checked here; its core is the whole query. The limit on conflicts is not passed on,
//! because solvers have no common notion of it; the timeout is in `Config`.

mod dialogue;
mod model;
mod separation;
#[cfg(test)]
mod tests;

use std::rc::Rc;
use std::time::{Duration, Instant};

use term::smtlib::{Chunk, Kind, Position, Tape, print_query_with_values};
use term::{Evaluator, Term, Terms};

use crate::answer::{Answer, Limits, Query, Report, Section, Solver, UnknownReason};
use dialogue::{Deadline, Failure, Process};

/// The command of the program, and its limits.
#[derive(Clone, Debug)]
pub struct Config {
    /// The program and its arguments; not empty.
    pub command: Vec<String>,
    /// The timeout of one query.
    pub timeout: Duration,
    /// The limit on the bytes of the answers to one query.
    pub output_limit: usize,
    /// The limit on the memory of the program in bytes; `None` for no limit.
    pub memory: Option<u64>,
}

impl Config {
    /// The timeout that `named` sets.
    const TIMEOUT: Duration = Duration::from_secs(600);
    /// The output limit that `named` sets.
    const OUTPUT_LIMIT: usize = 256 << 20;

    /// Returns the configuration of a well-known solver by its name, or of a command line, which is split at spaces
    /// (without a shell). Returns `None` if it is blank.
    #[must_use]
    pub fn named(solver: &str) -> Option<Config> {
        let line = match solver.trim() {
            "z3" => "z3 -smt2 -in",
            "cvc5" => "cvc5 --lang smt2 --produce-models",
            "bitwuzla" => "bitwuzla --lang smt2 --produce-models",
            line => line,
        };
        let command: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let (timeout, output_limit) = (Config::TIMEOUT, Config::OUTPUT_LIMIT);
        (!command.is_empty()).then_some(Config { command, timeout, output_limit, memory: None })
    }
}

/// The layer; see the module documentation.
pub struct External {
    config: Config,
    /// The running program; `None` before the first query and after a failure.
    process: Option<Process>,
    /// The number of the last mark.
    mark: u64,
    queries: u64,
    time: Duration,
    counters: Counters,
}

#[derive(Default)]
struct Counters {
    started: u64,
    sat: u64,
    unsat: u64,
    unknown: u64,
    failed: u64,
}

/// The verdict of the program.
enum Verdict {
    /// Satisfiable, with the text of the requested values, if there are any.
    Sat(Option<Chunk>),
    Unsat,
    Unknown,
}

impl External {
    /// Creates the layer; the first query starts the program.
    #[must_use]
    pub fn new(config: Config) -> External {
        let (process, mark, queries) = (None, 0, 0);
        let (time, counters) = (Duration::ZERO, Counters::default());
        External { config, process, mark, queries, time, counters }
    }

    fn decide(&mut self, terms: &Terms, query: Query<'_>) -> Answer {
        let values = model::RequestedValues::of(terms, query.assumptions);
        let query_text = print_commands(terms, query.assumptions, &values.terms);
        let request = values.request(terms);
        match self.run_with_retry(&query_text, request.as_deref(), query.limits) {
            Ok(Verdict::Unsat) => Answer::Unsat(query.assumptions.to_vec()),
            Ok(Verdict::Unknown) => {
                Answer::Unknown(UnknownReason::External("it answered unknown".to_owned()))
            }
            Ok(Verdict::Sat(chunk)) => match values.read(terms, chunk) {
                Ok(model) if satisfies(terms, &model, query.assumptions) => {
                    Answer::Sat(Rc::new(model))
                }
                Ok(_) => unreadable("it does not satisfy the query"),
                Err(what) => unreadable(&what),
            },
            Err(Failure::Interrupted) => Answer::Unknown(UnknownReason::Interrupted),
            Err(failure) => {
                self.counters.failed += 1;
                Answer::Unknown(UnknownReason::External(failure.to_string()))
            }
        }
    }

    /// Runs a query. If a program that has answered earlier queries fails, a new one gets a second chance: some solvers
    /// accept only one query.
    fn run_with_retry(
        &mut self,
        query_text: &str,
        request: Option<&str>,
        limits: &Limits,
    ) -> Result<Verdict, Failure> {
        let deadline = Deadline::new(limits, self.config.timeout);
        let used = self.process.is_some();
        match self.run(query_text, request, &deadline) {
            Err(Failure::Ended(_) | Failure::Malformed(_)) if used => {
                self.run(query_text, request, &deadline)
            }
            verdict => verdict,
        }
    }

    /// Runs a query, and discards the program if it fails.
    fn run(
        &mut self,
        query_text: &str,
        request: Option<&str>,
        deadline: &Deadline<'_>,
    ) -> Result<Verdict, Failure> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => {
                self.counters.started += 1;
                Process::start(&self.config)?
            }
        };
        process.begin_query();
        let verdict = self.exchange(&mut process, query_text, request, deadline)?;
        self.process = Some(process);
        Ok(verdict)
    }

    fn exchange(
        &mut self,
        process: &mut Process,
        query_text: &str,
        request: Option<&str>,
        deadline: &Deadline<'_>,
    ) -> Result<Verdict, Failure> {
        let answer = self.round_trip(process, query_text, deadline)?;
        let word = answer.text.trim();
        // Comments may precede the verdict.
        let verdict = match word.lines().last().unwrap_or_default() {
            "sat" => Verdict::Sat(None),
            "unsat" => Verdict::Unsat,
            "unknown" => Verdict::Unknown,
            _ => return Err(Failure::malformed(word)),
        };
        match (verdict, request) {
            (Verdict::Sat(_), Some(request)) => {
                self.round_trip(process, request, deadline).map(|values| Verdict::Sat(Some(values)))
            }
            (verdict, _) => Ok(verdict),
        }
    }

    /// Sends commands of which exactly one answers, and receives that answer.
    fn round_trip(
        &mut self,
        process: &mut Process,
        commands: &str,
        deadline: &Deadline<'_>,
    ) -> Result<Chunk, Failure> {
        self.mark += 1;
        let mark = format!("vellum-{}", self.mark);
        process.send(format!("{commands}(echo \"{mark}\")\n"));
        let answer = process.receive(deadline)?;
        if is_error(&answer) {
            return Err(Failure::malformed(answer.text.trim()));
        }
        let echo = process.receive(deadline)?;
        match echo.text.trim().trim_matches('"') == mark {
            true => Ok(answer),
            false => Err(Failure::malformed(echo.text.trim())),
        }
    }
}

impl Solver for External {
    fn check(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer {
        let start = Instant::now();
        let answer = match query.limits.interrupted() {
            true => Answer::Unknown(UnknownReason::Interrupted),
            false => self.decide(terms, query),
        };
        self.queries += 1;
        self.time += start.elapsed();
        match &answer {
            Answer::Sat(_) => self.counters.sat += 1,
            Answer::Unsat(_) => self.counters.unsat += 1,
            Answer::Unknown(_) => self.counters.unknown += 1,
        }
        answer
    }

    fn report(&self, report: &mut Report) {
        let Counters { started, sat, unsat, unknown, failed } = self.counters;
        report.sections.push(Section {
            layer: "external",
            queries: self.queries,
            answered: self.queries,
            time: self.time,
            counters: vec![
                ("started", started),
                ("sat", sat),
                ("unsat", unsat),
                ("unknown", unknown),
                ("failed", failed),
            ],
        });
    }
}

/// Returns the commands of a query. `reset` discards everything before: unlike `push` and `pop`, it lets solvers
/// preprocess each query as if it were their only one.
fn print_commands(terms: &Terms, assumptions: &[Term], observed: &[Term]) -> String {
    let mut text = String::from("(reset)\n(set-option :produce-models true)\n");
    print_query_with_values(&mut text, terms, assumptions, observed)
        .expect("a string can be written to");
    text
}

fn satisfies(terms: &Terms, model: &term::Model, assumptions: &[Term]) -> bool {
    let mut evaluator = Evaluator::default();
    assumptions.iter().all(|&assumption| evaluator.holds(terms, assumption, model))
}

fn unreadable(what: &str) -> Answer {
    Answer::Unknown(UnknownReason::External(format!("its model could not be read: {what}")))
}

/// Returns whether the answer is `(error ...)`.
fn is_error(answer: &Chunk) -> bool {
    let Ok(Some(tape)) = Tape::parse(&answer.text, Position::START) else { return true };
    let head = tape.root().items().next();
    head.is_some_and(|head| head.kind() == Kind::Symbol && head.text() == "error")
}
