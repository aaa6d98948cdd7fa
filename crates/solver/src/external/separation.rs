//! Questions of separation logic, for solvers that know it (cvc5 does, each question for itself).

use term::smtlib::print_separation;
use term::{Term, Terms};

use super::dialogue::Failure;
use super::{External, Verdict};
use crate::answer::Limits;

impl External {
    /// Whether assumptions can hold together with a heap that has cells at some addresses and, beside
    /// them, one more at another. `None` if the solver does not say.
    pub fn separate(
        &mut self,
        terms: &Terms,
        assumptions: &[Term],
        cells: &[Term],
        address: Term,
        limits: &Limits,
    ) -> Option<bool> {
        self.queries += 1;
        match self.ask_separation(terms, assumptions, cells, address, limits) {
            Ok(Verdict::Sat(_)) => {
                self.counters.sat += 1;
                Some(true)
            }
            Ok(Verdict::Unsat) => {
                self.counters.unsat += 1;
                Some(false)
            }
            Ok(Verdict::Unknown) => {
                self.counters.unknown += 1;
                None
            }
            Err(_) => {
                self.counters.failed += 1;
                None
            }
        }
    }

    /// Finds out whether the solver can be started and knows separation logic.
    ///
    /// # Errors
    /// If not: why.
    pub fn knows_separation(&mut self) -> Result<(), String> {
        let mut terms = Terms::new();
        let cell = terms.word(64, 16);
        match self.ask_separation(&terms, &[], &[cell], cell, &Limits::default()) {
            Ok(Verdict::Unsat) => Ok(()),
            Ok(_) => Err("it says that two cells can be at the same address".to_owned()),
            Err(failure) => Err(failure.to_string()),
        }
    }

    fn ask_separation(
        &mut self,
        terms: &Terms,
        assumptions: &[Term],
        cells: &[Term],
        address: Term,
        limits: &Limits,
    ) -> Result<Verdict, Failure> {
        // cvc5 knows it only for questions that do not build on each other.
        let mut text = String::from("(reset)\n(set-option :incremental false)\n");
        print_separation(&mut text, terms, assumptions, cells, address)
            .expect("a string can be written to");
        self.ask_with_retry(&text, None, limits)
    }
}
