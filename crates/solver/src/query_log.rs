//! The layer that writes down every query as SMT-LIB text before it is decided, so that the one
//! which hangs or crashes is there to look at.
//!
//! Where the text goes is the business of whoever builds the layer.

use std::time::{Duration, Instant};

use term::Terms;
use term::smtlib::print_query;

use crate::answer::{Answer, Query, Report, Section, Solver};

/// Takes the number of a query, from 1, and its text. It says whether it was written; if not, whole
/// or not at all.
pub type WriteQuery = Box<dyn FnMut(u64, &str) -> bool>;

/// The layer.
pub struct QueryLog {
    below: Box<dyn Solver>,
    write: WriteQuery,
    queries: u64,
    failed: u64,
    time: Duration,
}

impl QueryLog {
    /// Logs the queries that `below` is asked.
    #[must_use]
    pub fn new(below: Box<dyn Solver>, write: WriteQuery) -> QueryLog {
        QueryLog { below, write, queries: 0, failed: 0, time: Duration::ZERO }
    }
}

impl Solver for QueryLog {
    fn check(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer {
        let start = Instant::now();
        self.queries += 1;
        let mut text = String::new();
        print_query(&mut text, terms, query.assumptions).expect("a string can be written to");
        self.failed += u64::from(!(self.write)(self.queries, &text));
        self.time += start.elapsed();
        self.below.check(terms, query)
    }

    fn report(&self, report: &mut Report) {
        report.sections.push(Section {
            layer: "query log",
            queries: self.queries,
            answered: 0,
            time: self.time,
            counters: vec![("not written", self.failed)],
        });
        self.below.report(report);
    }
}
