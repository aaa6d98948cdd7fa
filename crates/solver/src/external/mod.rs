//! The layer that asks another solver: any program that reads SMT-LIB from its standard input and
//! writes answers to its standard output.
//!
//! The program is started once and kept; each query is sent whole after a `(reset)`. Nothing it
//! does is trusted:
//! 1. It may be missing, die, hang, or write nonsense without end. All of this is `Unknown`, and the
//!    program is killed and started anew for the next query.
//! 2. Its answers are matched with queries by a mark that it must echo.
//! 3. Its model is read back, and given only if it satisfies the query under `term::eval`.
//!
//! An answer `unsat` cannot be checked here; its core is all of the query. The limit of conflicts
//! is not passed on, since there is no common notion of it; the time limit is in `Config`.

mod dialogue;
mod model;
mod separation;
#[cfg(test)]
mod tests;

use std::rc::Rc;
use std::time::{Duration, Instant};

use term::smtlib::{Chunk, Kind, Position, Tape, print_query_with_values};
use term::{Evaluator, Term, Terms};

use crate::answer::{Answer, Limits, Query, Report, Section, Solver, Why};
use dialogue::{Failure, Process, Watch};

/// How the program is started, and how much of it is borne.
#[derive(Clone, Debug)]
pub struct Config {
    /// The program and its arguments; at least the program.
    pub command: Vec<String>,
    /// How long one query may take.
    pub timeout: Duration,
    /// How many bytes the answer to one query may have.
    pub output_limit: usize,
    /// How many bytes of memory the program may use; any number without.
    pub memory: Option<u64>,
}

impl Config {
    /// The time limit that `named` sets.
    pub const TIMEOUT: Duration = Duration::from_secs(600);
    /// The limit of output that `named` sets.
    pub const OUTPUT_LIMIT: usize = 256 << 20;

    /// What a user calls a solver: one that is known by name, or a command line, cut at its spaces
    /// (no shell is asked). `None` if it is blank.
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

/// The layer.
pub struct External {
    config: Config,
    /// None before the first query and after a failure.
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

/// What the program says of a query.
enum Verdict {
    /// With the text of the values asked for, none if none were.
    Sat(Option<Chunk>),
    Unsat,
    Unknown,
}

impl External {
    /// Starts nothing yet.
    #[must_use]
    pub fn new(config: Config) -> External {
        let (process, mark, queries) = (None, 0, 0);
        let (time, counters) = (Duration::ZERO, Counters::default());
        External { config, process, mark, queries, time, counters }
    }

    fn decide(&mut self, terms: &Terms, query: Query<'_>) -> Answer {
        let values = model::Wanted::of(terms, query.assumptions);
        let question = question(terms, query.assumptions, &values.asked);
        let request = values.request(terms);
        match self.ask_with_retry(&question, request.as_deref(), query.limits) {
            Ok(Verdict::Unsat) => Answer::Unsat(query.assumptions.to_vec()),
            Ok(Verdict::Unknown) => {
                Answer::Unknown(Why::External("it answered unknown".to_owned()))
            }
            Ok(Verdict::Sat(chunk)) => match values.read(terms, chunk) {
                Ok(model) if satisfies(terms, &model, query.assumptions) => {
                    Answer::Sat(Rc::new(model))
                }
                Ok(_) => unreadable("it does not satisfy the query"),
                Err(what) => unreadable(&what),
            },
            Err(Failure::Interrupted) => Answer::Unknown(Why::Interrupted),
            Err(failure) => {
                self.counters.failed += 1;
                Answer::Unknown(Why::External(failure.to_string()))
            }
        }
    }

    /// Asks; if a program that has answered before fails now, a new one gets a second chance:
    /// perhaps it bears only one query.
    fn ask_with_retry(
        &mut self,
        question: &str,
        request: Option<&str>,
        limits: &Limits,
    ) -> Result<Verdict, Failure> {
        let watch = Watch::new(limits, self.config.timeout);
        let used = self.process.is_some();
        match self.ask(question, request, &watch) {
            Err(Failure::Ended(_) | Failure::Nonsense(_)) if used => {
                self.ask(question, request, &watch)
            }
            verdict => verdict,
        }
    }

    /// Asks, and throws the program away if it fails.
    fn ask(
        &mut self,
        question: &str,
        request: Option<&str>,
        watch: &Watch<'_>,
    ) -> Result<Verdict, Failure> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => {
                self.counters.started += 1;
                Process::start(&self.config)?
            }
        };
        process.begin_query();
        let verdict = self.exchange(&mut process, question, request, watch)?;
        self.process = Some(process);
        Ok(verdict)
    }

    fn exchange(
        &mut self,
        process: &mut Process,
        question: &str,
        request: Option<&str>,
        watch: &Watch<'_>,
    ) -> Result<Verdict, Failure> {
        let answer = self.round_trip(process, question, watch)?;
        let word = answer.text.trim();
        // Comments may stand before the word.
        let verdict = match word.lines().last().unwrap_or_default() {
            "sat" => Verdict::Sat(None),
            "unsat" => Verdict::Unsat,
            "unknown" => Verdict::Unknown,
            _ => return Err(Failure::nonsense(word)),
        };
        match (verdict, request) {
            (Verdict::Sat(_), Some(request)) => {
                self.round_trip(process, request, watch).map(|values| Verdict::Sat(Some(values)))
            }
            (verdict, _) => Ok(verdict),
        }
    }

    /// Sends commands of which exactly one answers, and receives that answer.
    fn round_trip(
        &mut self,
        process: &mut Process,
        commands: &str,
        watch: &Watch<'_>,
    ) -> Result<Chunk, Failure> {
        self.mark += 1;
        let mark = format!("vellum-{}", self.mark);
        process.send(format!("{commands}(echo \"{mark}\")\n"));
        let answer = process.receive(watch)?;
        if is_error(&answer) {
            return Err(Failure::nonsense(answer.text.trim()));
        }
        let echo = process.receive(watch)?;
        match echo.text.trim().trim_matches('"') == mark {
            true => Ok(answer),
            false => Err(Failure::nonsense(echo.text.trim())),
        }
    }
}

impl Solver for External {
    fn check(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer {
        let start = Instant::now();
        let answer = match query.limits.interrupted() {
            true => Answer::Unknown(Why::Interrupted),
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

/// The commands of a query. Everything before it is forgotten by `reset`: unlike `push` and `pop`,
/// it lets solvers preprocess each query as if it were their only one.
fn question(terms: &Terms, assumptions: &[Term], asked: &[Term]) -> String {
    let mut text = String::from("(reset)\n(set-option :produce-models true)\n");
    print_query_with_values(&mut text, terms, assumptions, asked)
        .expect("a string can be written to");
    text
}

fn satisfies(terms: &Terms, model: &term::Model, assumptions: &[Term]) -> bool {
    let mut evaluator = Evaluator::default();
    assumptions.iter().all(|&assumption| evaluator.holds(terms, assumption, model))
}

fn unreadable(what: &str) -> Answer {
    Answer::Unknown(Why::External(format!("its model could not be read: {what}")))
}

/// Whether a solver says `(error ...)`.
fn is_error(answer: &Chunk) -> bool {
    let Ok(Some(tape)) = Tape::parse(&answer.text, Position::START) else { return true };
    let head = tape.root().items().next();
    head.is_some_and(|head| head.kind() == Kind::Symbol && head.text() == "error")
}
