//! Scripts in this process: the text of commands in, responses out.

use solver::script::{Response, Script};
use solver::{Answer, Limits, Query, Report, Solver};
use term::smtlib::{Splitter, Tape};
use term::{Model, Term, Terms, eval};

/// A store, a solver, and a script that goes on.
pub struct Interpreter {
    terms: Terms,
    solver: Box<dyn Solver>,
    script: Script,
    limits: Limits,
}

impl Interpreter {
    /// Vellum's own stack; the number of conflicts is the budget of each query.
    #[must_use]
    pub fn vellum(conflicts: Option<u64>) -> Interpreter {
        Interpreter::new(Terms::new(), solver::stack(), conflicts)
    }

    /// Evaluates: every symbol is zero, nothing is rewritten.
    #[must_use]
    pub fn evaluating() -> Interpreter {
        Interpreter::new(Terms::without_rewriting(), Box::new(Evaluate), None)
    }

    /// Any store and solver.
    #[must_use]
    pub fn new(terms: Terms, solver: Box<dyn Solver>, conflicts: Option<u64>) -> Interpreter {
        let limits = Limits { conflicts, interrupt: None };
        Interpreter { terms, solver, script: Script::new(limits.clone()), limits }
    }

    /// Begins a new script. The store and the solver's caches stay.
    pub fn restart(&mut self) {
        self.script = Script::new(self.limits.clone());
    }

    /// Executes the commands of a text, and returns the responses.
    ///
    /// # Errors
    /// If a command is rejected.
    pub fn run(&mut self, text: &str) -> Result<Vec<String>, String> {
        let mut splitter = Splitter::new();
        splitter.push(text.as_bytes());
        let mut responses = Vec::new();
        while let Some(chunk) = splitter.next_chunk() {
            let chunk = chunk.map_err(|error| error.to_string())?;
            let tape = Tape::parse(&chunk.text, chunk.origin).map_err(|error| error.to_string())?;
            let Some(tape) = tape else { continue };
            let solver = self.solver.as_mut();
            match self.script.execute(&mut self.terms, solver, tape.root()) {
                Ok(Response::Silent) => {}
                Ok(Response::Text(text)) => responses.push(text),
                Ok(Response::Exit) => break,
                Err(error) => return Err(format!("{error}, in {}", chunk.text.trim())),
            }
        }
        Ok(responses)
    }

    /// Returns the statistics of the layers.
    #[must_use]
    pub fn report(&self) -> Report {
        let mut report = Report::default();
        self.solver.report(&mut report);
        report
    }
}

/// A solver of closed formulas: it evaluates them.
struct Evaluate;

impl Solver for Evaluate {
    fn check(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer {
        let model = Model::new();
        let holds = |&&term: &&Term| eval(terms, term, &model).as_bool() == Some(true);
        match query.assumptions.iter().find(|term| !holds(term)) {
            None => Answer::Sat(model.into()),
            Some(&term) => Answer::Unsat(vec![term]),
        }
    }

    fn report(&self, _report: &mut Report) {}
}
