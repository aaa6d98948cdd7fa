//! The interpreter of SMT-LIB scripts: executes one command at a time and returns the response as text.
//!
//! It works on top of any solver and does no input or output. The assertions on the stack are the assumptions of each
//! query.
//!
//! The last answer determines which commands are allowed (`Mode`), as in section 4.1.1 of the SMT-LIB standard 2.6.
//! There are two liberties that all solvers take: setting a logic is optional, and the information that the
//! `produce-...` options request is always available.

mod answers;
mod declarations;
mod options;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use term::smtlib::{Environment, Error, ErrorKind, Sexp, read_term_of};
use term::{Model, Sort, Term, Terms};

use crate::answer::{Answer, Limits, Query, Solver, UnknownReason};
use options::Options;

/// The accepted logics. All of them have the same effect: everything is allowed.
const LOGICS: &[&str] = &["QF_BV", "QF_ABV", "QF_AUFBV", "QF_UFBV", "QF_UF", "ALL"];

/// The limit on scopes; more are a mistake.
const MAX_SCOPES: u64 = 1 << 20;

/// The response to a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// No output.
    Silent,
    /// A line of output.
    Text(String),
    /// The end of the script.
    Exit,
}

/// The state of a script.
pub struct Script {
    environment: Environment,
    assertions: Vec<Assertion>,
    /// The number of assertions at the start of each scope.
    scopes: Vec<usize>,
    options: Options,
    logic: Option<String>,
    mode: Mode,
    limits: Limits,
}

/// An asserted term.
struct Assertion {
    term: Term,
    /// The name that `:named` gives it.
    name: Option<String>,
    /// The original text, if the script may request it.
    text: Option<String>,
}

/// The answer of the last `check-sat`, until the next assertion.
enum Mode {
    /// No answer to inspect.
    Asserting,
    Sat(Rc<Model>),
    /// The core, and the text of each assumption of a `check-sat-assuming`.
    Unsat {
        core: Vec<Term>,
        assumed: Option<Vec<(Term, String)>>,
    },
    Unknown(UnknownReason),
}

impl Script {
    /// Creates the state at the start of a script; the limits apply to each of its queries.
    #[must_use]
    pub fn new(limits: Limits) -> Script {
        Script {
            environment: Environment::new(),
            assertions: Vec::new(),
            scopes: Vec::new(),
            options: Options::default(),
            logic: None,
            mode: Mode::Asserting,
            limits,
        }
    }

    /// Returns why the last `check-sat` answered unknown, if it did.
    #[must_use]
    pub fn reason_unknown(&self) -> Option<&UnknownReason> {
        match &self.mode {
            Mode::Unknown(reason) => Some(reason),
            _ => None,
        }
    }

    /// Executes a command.
    ///
    /// # Errors
    /// If the command is malformed, unknown, not supported or not allowed now. The state does not change then.
    pub fn execute(
        &mut self,
        terms: &mut Terms,
        solver: &mut dyn Solver,
        command: Sexp<'_>,
    ) -> Result<Response, Error> {
        let name = match command.items().next() {
            Some(head) => head.name().ok_or_else(|| head.expected("the name of a command"))?,
            None => return Err(command.expected("a command")),
        };
        let text = match name {
            "set-logic" => self.set_logic(command)?,
            "set-info" => set_info(command)?,
            "set-option" => self.set_option(command)?,
            "get-option" => self.get_option(command)?,
            "get-info" => self.get_info(command)?,
            "declare-const" => self.declare_const(terms, command)?,
            "declare-fun" => self.declare_fun(terms, command)?,
            "define-fun" => self.define_fun(terms, command)?,
            "define-const" => self.define_const(terms, command)?,
            "define-sort" => self.define_sort(command)?,
            "assert" => self.assert(terms, command)?,
            "push" => self.push(command)?,
            "pop" => self.pop(command)?,
            "check-sat" => self.check_sat(terms, solver, command)?,
            "check-sat-assuming" => self.check_sat_assuming(terms, solver, command)?,
            "get-model" => self.get_model(terms, command)?,
            "get-value" => self.get_value(terms, command)?,
            "get-assertions" => self.get_assertions(command)?,
            "get-unsat-assumptions" => self.get_unsat_assumptions(command)?,
            "get-unsat-core" => self.get_unsat_core(command)?,
            "echo" => echo(command)?,
            "reset" => self.reset(command)?,
            "reset-assertions" => self.reset_assertions(command)?,
            "exit" => return command.exactly::<1>("`(exit)`").map(|_| Response::Exit),
            "declare-sort" | "declare-datatype" | "declare-datatypes" | "define-fun-rec"
            | "define-funs-rec" | "get-proof" | "get-assignment" | "get-interpolants" => {
                let what = format!("the command `{name}`");
                return Err(command.error(ErrorKind::Unsupported(what)));
            }
            _ => return Err(command.error(ErrorKind::UnknownSymbol(name.to_owned()))),
        };
        Ok(match text {
            Some(text) => Response::Text(text),
            None if self.options.print_success() => Response::Text("success".to_owned()),
            None => Response::Silent,
        })
    }

    fn set_logic(&mut self, command: Sexp<'_>) -> Result<Option<String>, Error> {
        let [_, logic] = command.exactly("`(set-logic name)`")?;
        let name = logic.name().ok_or_else(|| logic.expected("the name of a logic"))?;
        if self.logic.is_some() {
            return Err(command.error(ErrorKind::Command("the logic is already set".into())));
        }
        if !LOGICS.contains(&name) {
            let what = format!("the logic `{name}`; there are {}", LOGICS.join(", "));
            return Err(logic.error(ErrorKind::Unsupported(what)));
        }
        self.logic = Some(name.to_owned());
        Ok(None)
    }

    // ----- the stack of assertions -----

    fn assert(&mut self, terms: &mut Terms, command: Sexp<'_>) -> Result<Option<String>, Error> {
        let [_, text] = command.exactly("`(assert term)`")?;
        let term = self.read_bool(terms, text)?;
        self.assertions.push(Assertion {
            term,
            name: top_name(text),
            text: self.options.produce_assertions().then(|| text.text().to_owned()),
        });
        self.mode = Mode::Asserting;
        Ok(None)
    }

    fn push(&mut self, command: Sexp<'_>) -> Result<Option<String>, Error> {
        let count = scope_count(command)?;
        if self.scopes.len() as u64 + count > MAX_SCOPES {
            let what = format!("more than {MAX_SCOPES} scopes");
            return Err(command.error(ErrorKind::Unsupported(what)));
        }
        for _ in 0..count {
            self.scopes.push(self.assertions.len());
            if !self.options.global_declarations() {
                self.environment.push();
            }
        }
        self.mode = Mode::Asserting;
        Ok(None)
    }

    fn pop(&mut self, command: Sexp<'_>) -> Result<Option<String>, Error> {
        let count = scope_count(command)?;
        if count > self.scopes.len() as u64 {
            let what = format!("there are only {} scopes to leave", self.scopes.len());
            return Err(command.error(ErrorKind::Command(what)));
        }
        for _ in 0..count {
            let kept = self.scopes.pop().unwrap_or(0);
            self.assertions.truncate(kept);
            if !self.options.global_declarations() {
                self.environment.pop();
            }
        }
        self.mode = Mode::Asserting;
        Ok(None)
    }

    fn reset(&mut self, command: Sexp<'_>) -> Result<Option<String>, Error> {
        command.exactly::<1>("`(reset)`")?;
        *self = Script::new(self.limits.clone());
        Ok(None)
    }

    fn reset_assertions(&mut self, command: Sexp<'_>) -> Result<Option<String>, Error> {
        command.exactly::<1>("`(reset-assertions)`")?;
        self.assertions.clear();
        self.scopes.clear();
        self.mode = Mode::Asserting;
        if !self.options.global_declarations() {
            self.environment = Environment::new();
        }
        Ok(None)
    }

    // ----- queries -----

    fn check_sat(
        &mut self,
        terms: &mut Terms,
        solver: &mut dyn Solver,
        command: Sexp<'_>,
    ) -> Result<Option<String>, Error> {
        command.exactly::<1>("`(check-sat)`")?;
        Ok(Some(self.check(terms, solver, None)))
    }

    fn check_sat_assuming(
        &mut self,
        terms: &mut Terms,
        solver: &mut dyn Solver,
        command: Sexp<'_>,
    ) -> Result<Option<String>, Error> {
        let [_, list] = command.exactly("`(check-sat-assuming (term ...))`")?;
        if !list.is_list() {
            return Err(list.expected("a list of terms"));
        }
        let mut assumed = Vec::new();
        for text in list.items() {
            assumed.push((self.read_bool(terms, text)?, text.text().to_owned()));
        }
        Ok(Some(self.check(terms, solver, Some(assumed))))
    }

    fn check(
        &mut self,
        terms: &mut Terms,
        solver: &mut dyn Solver,
        assumed: Option<Vec<(Term, String)>>,
    ) -> String {
        let mut assumptions: Vec<Term> = self.assertions.iter().map(|it| it.term).collect();
        assumptions.extend(assumed.iter().flatten().map(|&(term, _)| term));
        let query = Query { assumptions: &assumptions, limits: &self.limits };
        let (mode, text) = match solver.check(terms, query) {
            Answer::Sat(model) => (Mode::Sat(model), "sat"),
            Answer::Unsat(core) => (Mode::Unsat { core, assumed }, "unsat"),
            Answer::Unknown(reason) => (Mode::Unknown(reason), "unknown"),
        };
        self.mode = mode;
        text.to_owned()
    }

    fn read_bool(&mut self, terms: &mut Terms, text: Sexp<'_>) -> Result<Term, Error> {
        Ok(read_term_of(terms, &mut self.environment, &[], text, Sort::Bool)?.term)
    }
}

/// Returns the name that `(! term :named name)` gives to the whole term.
fn top_name(text: Sexp<'_>) -> Option<String> {
    let mut items = text.items();
    if !items.next()?.is_word("!") {
        return None;
    }
    items.find(|item| item.text() == ":named")?;
    items.next()?.name().map(str::to_owned)
}

/// Returns the number of a `push` or `pop`; the default is one.
fn scope_count(command: Sexp<'_>) -> Result<u64, Error> {
    let mut items = command.items().skip(1);
    let Some(count) = items.next() else { return Ok(1) };
    let number = count.numeral().ok_or_else(|| count.expected("a number of scopes"))?;
    match items.next() {
        Some(extra) => Err(extra.expected("`)`")),
        None => Ok(number),
    }
}

fn set_info(command: Sexp<'_>) -> Result<Option<String>, Error> {
    let keyword = command.items().nth(1);
    match keyword.map(|keyword| (keyword, options::keyword(keyword))) {
        Some((_, Some(_))) => Ok(None),
        Some((other, None)) => Err(other.expected("a keyword, such as `:status`")),
        None => Err(command.expected("`(set-info :keyword value)`")),
    }
}

/// Returns the string as it was written, as the standard requires.
fn echo(command: Sexp<'_>) -> Result<Option<String>, Error> {
    let [_, string] = command.exactly("`(echo \"text\")`")?;
    match string.string() {
        Some(_) => Ok(Some(string.text().to_owned())),
        None => Err(string.expected("a string")),
    }
}
