//! Queries of separation logic, for solvers that support it (cvc5 does, without incremental solving).

use term::smtlib::print_separation;
use term::{Term, Terms};

use super::dialogue::Failure;
use super::{External, Verdict};
use crate::answer::Limits;

impl External {
    /// Decides whether assumptions are satisfiable together with a heap that has cells at some addresses and one more,
    /// separate cell at another address. Returns `None` if the solver does not decide it.
    pub fn separate(
        &mut self,
        terms: &Terms,
        assumptions: &[Term],
        cells: &[Term],
        address: Term,
        limits: &Limits,
    ) -> Option<bool> {
        self.queries += 1;
        match self.run_separation_query(terms, assumptions, cells, address, limits) {
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

    /// Checks that the solver can be started and supports separation logic.
    ///
    /// # Errors
    /// The reason why it does not.
    pub fn knows_separation(&mut self) -> Result<(), String> {
        let mut terms = Terms::new();
        let cell = terms.word(64, 16);
        match self.run_separation_query(&terms, &[], &[cell], cell, &Limits::default()) {
            Ok(Verdict::Unsat) => Ok(()),
            Ok(_) => Err("it says that two cells can be at the same address".to_owned()),
            Err(failure) => Err(failure.to_string()),
        }
    }

    fn run_separation_query(
        &mut self,
        terms: &Terms,
        assumptions: &[Term],
        cells: &[Term],
        address: Term,
        limits: &Limits,
    ) -> Result<Verdict, Failure> {
        // cvc5 supports it only without incremental solving.
        let mut text = String::from("(reset)\n(set-option :incremental false)\n");
        print_separation(&mut text, terms, assumptions, cells, address)
            .expect("a string can be written to");
        self.run_with_retry(&text, None, limits)
    }
}
