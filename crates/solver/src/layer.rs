//! The interface of a layer, and the measurements that all layers share.
//!
//! A `Layer` sees only the query and the solver below. `Stacked` puts it on top of that solver, counts its queries, and
//! measures its time without the time of the solver below.

use std::time::{Duration, Instant};

use term::Terms;

use crate::answer::{Answer, Query, Report, Section, Solver};

/// One step in deciding a query.
pub trait Layer {
    /// Returns the name in reports.
    fn name(&self) -> &'static str;

    /// Decides a query, if necessary with the help of the solver below.
    fn decide(&mut self, terms: &mut Terms, query: Query<'_>, below: &mut dyn Solver) -> Answer;

    /// Returns the counters specific to the layer.
    fn counters(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}

/// A layer on top of a solver.
pub struct Stacked<L> {
    layer: L,
    below: Box<dyn Solver>,
    queries: u64,
    answered: u64,
    time: Duration,
}

impl<L: Layer> Stacked<L> {
    /// Puts a layer on top of a solver.
    pub fn new(layer: L, below: impl Solver + 'static) -> Stacked<L> {
        Stacked { layer, below: Box::new(below), queries: 0, answered: 0, time: Duration::ZERO }
    }
}

impl<L: Layer> Solver for Stacked<L> {
    fn check(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer {
        let start = Instant::now();
        let mut below =
            Timed { solver: self.below.as_mut(), was_used: false, time: Duration::ZERO };
        let answer = self.layer.decide(terms, query, &mut below);
        self.queries += 1;
        self.answered += u64::from(!below.was_used);
        self.time += start.elapsed().saturating_sub(below.time);
        answer
    }

    fn report(&self, report: &mut Report) {
        report.sections.push(Section {
            layer: self.layer.name(),
            queries: self.queries,
            answered: self.answered,
            time: self.time,
            counters: self.layer.counters(),
        });
        self.below.report(report);
    }
}

/// The solver below, with a stopwatch.
struct Timed<'a> {
    solver: &'a mut dyn Solver,
    was_used: bool,
    time: Duration,
}

impl Solver for Timed<'_> {
    fn check(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer {
        let start = Instant::now();
        let answer = self.solver.check(terms, query);
        self.was_used = true;
        self.time += start.elapsed();
        answer
    }

    fn report(&self, report: &mut Report) {
        self.solver.report(report);
    }
}
