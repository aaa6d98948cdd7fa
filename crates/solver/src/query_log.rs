//! The logging layer: prints every query as SMT-LIB text before it is decided. So the text of a query that hangs or
//! crashes exists.
//!
//! This file does not know where the text goes: the creator of the layer decides that.

use std::time::{Duration, Instant};

use term::Terms;
use term::smtlib::print_query;

use crate::answer::{Answer, Query, Report, Section, Solver};

/// A function that writes the text of a query with this number, from 1. It returns whether it succeeded; after a
/// failure the text is complete or absent.
pub type WriteQuery = Box<dyn FnMut(u64, &str) -> bool>;

/// The layer; see the module documentation.
pub struct QueryLog {
    below: Box<dyn Solver>,
    write: WriteQuery,
    queries: u64,
    failed: u64,
    time: Duration,
}

impl QueryLog {
    /// Creates a layer that logs the queries to `below`.
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
