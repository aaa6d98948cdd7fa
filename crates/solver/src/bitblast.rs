//! The lowest layer: terms to gates, gates to clauses, clauses to a SAT solver.
//!
//! Arrays and functions mean nothing here: `Select`, applications and equalities of arrays are free
//! (see `blast`). The layer above gives them their meaning: it looks at their values in a model
//! (`value`), and adds what they violate as assumptions to the next query.
//!
//! Gates are kept for ever, a SAT instance is not. Its answers assign all of its variables, so a
//! query pays for all that was ever asked; a fresh instance pays for translating the query's own
//! gates, and forgets what was learnt. So the instance grows with the queries until it is much
//! larger than the query at hand (see `Lifetime`), and is started again then.
//!
//! What others rely on: a model mentions only symbols that the assumptions depend on, bit for bit;
//! `value` after `Sat` agrees with the model, and with zero for what the model leaves out.

#[cfg(test)]
mod tests;

use std::rc::Rc;
use std::time::{Duration, Instant};

use term::{Bits, Model, Op, Sort, Term, Terms, Value};

use crate::answer::{Answer, Query, Report, Section, Solver, Why};
use crate::blast::{Blaster, Leaf, TooLarge};
use crate::cnf::Cnf;
use crate::cone::{Cone, Simulation};
use crate::gates::Edge;
use crate::sat::{Lit, Sat, Verdict};

/// When a SAT instance is given up: it has more than `least` variables, and more than `factor`
/// times the gates of the query.
#[derive(Clone, Copy, Debug)]
pub struct Lifetime {
    /// An instance of this size is kept in any case.
    pub least: usize,
    /// How many times larger than the query an instance may be.
    pub factor: usize,
}

impl Lifetime {
    fn is_over(self, variables: usize, cone: usize) -> bool {
        variables > self.least && variables > cone.saturating_mul(self.factor)
    }
}

/// The layer.
pub struct BitBlast<S> {
    blaster: Blaster,
    cnf: Cnf<S>,
    cone: Cone,
    /// The values of the last model; nothing is known after any other answer.
    simulation: Simulation,
    lifetime: Lifetime,
    counters: Counters,
    edges: Vec<Edge>,
    literals: Vec<Lit>,
}

#[derive(Default)]
struct Counters {
    queries: u64,
    sat_calls: u64,
    instances: u64,
    /// Of instances that are gone.
    conflicts: u64,
    variables: u64,
    clauses: u64,
    time: Duration,
}

impl<S: Sat> Default for BitBlast<S> {
    fn default() -> BitBlast<S> {
        BitBlast::new(Lifetime { least: 2000, factor: 4 })
    }
}

impl<S: Sat> BitBlast<S> {
    /// A layer whose instances live for this long.
    #[must_use]
    pub fn new(lifetime: Lifetime) -> BitBlast<S> {
        BitBlast {
            blaster: Blaster::default(),
            cnf: Cnf::default(),
            cone: Cone::default(),
            simulation: Simulation::default(),
            lifetime,
            counters: Counters { instances: 1, ..Counters::default() },
            edges: Vec::new(),
            literals: Vec::new(),
        }
    }

    /// The value of a Boolean or bit-vector term in the last model, free leaves included.
    ///
    /// `None` if the last answer was not `Sat`, for arrays, and for terms that are too large. A term
    /// that the query did not mention has the value that follows from the model, where everything
    /// the model leaves out is zero.
    pub fn value(&mut self, terms: &Terms, term: Term) -> Option<Value> {
        if !self.simulation.has_model() || terms.sort(term).is_array() {
            return None;
        }
        let edges = self.blaster.blast(terms, term).ok()?.to_vec();
        let gates = self.blaster.gates();
        let mut bit = |i: usize| self.simulation.value(gates, edges[i]);
        Some(match terms.sort(term) {
            Sort::Bool => Value::Bool(bit(0)),
            _ => Value::Bits(Bits::from_fn(edges.len() as u32, |i| bit(i as usize))),
        })
    }

    /// How many conflicts the SAT solver ran into, over all queries.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.counters.conflicts + self.cnf.conflicts()
    }

    fn decide(&mut self, terms: &Terms, query: Query<'_>) -> Answer {
        self.simulation.forget();
        match self.blast_assumptions(terms, query.assumptions) {
            Ok(None) => {}
            Ok(Some(false_assumption)) => return Answer::Unsat(vec![false_assumption]),
            Err(TooLarge) => return Answer::Unknown(Why::Budget),
        }
        self.cone.collect(self.blaster.gates(), &self.edges);
        self.prepare_instance();
        self.counters.sat_calls += 1;
        match self.cnf.solve(&self.literals, query.limits) {
            Verdict::Sat => Answer::Sat(Rc::new(self.model(terms))),
            Verdict::Unsat => Answer::Unsat(self.core(query.assumptions)),
            Verdict::Unknown(why) => Answer::Unknown(why),
        }
    }

    /// The edges of the assumptions, or one that is false whatever the inputs are.
    fn blast_assumptions(
        &mut self,
        terms: &Terms,
        assumptions: &[Term],
    ) -> Result<Option<Term>, TooLarge> {
        self.edges.clear();
        for &assumption in assumptions {
            let edge = self.blaster.blast(terms, assumption)?[0];
            if edge == Edge::FALSE {
                return Ok(Some(assumption));
            }
            self.edges.push(edge);
        }
        Ok(None)
    }

    /// Makes sure that the instance knows the assumptions, and is not much larger than it must be.
    fn prepare_instance(&mut self) {
        if self.lifetime.is_over(self.cnf.variables(), self.cone.size()) {
            self.count_instance();
            self.counters.instances += 1;
            self.cnf.restart();
        }
        self.literals.clear();
        for &edge in &self.edges {
            self.literals.push(self.cnf.literal(self.blaster.gates(), edge));
        }
    }

    /// Adds what the instance did to the counters, before it goes.
    fn count_instance(&mut self) {
        self.counters.conflicts += self.cnf.conflicts();
        self.counters.variables += self.cnf.variables() as u64;
        self.counters.clauses += self.cnf.clauses();
    }

    /// The assumptions that failed, each fact once.
    fn core(&self, assumptions: &[Term]) -> Vec<Term> {
        let failed = |&(_, &lit): &(&Term, &Lit)| self.cnf.failed(lit);
        let pairs = assumptions.iter().zip(&self.literals);
        let mut failed: Vec<(Lit, Term)> = pairs.filter(failed).map(|(&t, &l)| (l, t)).collect();
        failed.sort_unstable();
        failed.dedup_by_key(|&mut (lit, _)| lit);
        failed.into_iter().map(|(_, term)| term).collect()
    }

    /// Takes the values of the inputs over, and makes a model of those that belong to symbols.
    fn model(&mut self, terms: &Terms) -> Model {
        let gates = self.blaster.gates();
        self.simulation.start(gates);
        for &node in self.cone.inputs() {
            let value = self.cnf.value(node as usize).unwrap_or(false);
            self.simulation.set(node as usize, value);
        }
        let mut model = Model::new();
        let mut done = 0;
        for &node in self.cone.inputs() {
            match self.blaster.leaf_of(node as usize) {
                Some(leaf) if node >= done => {
                    done = leaf.first + leaf.width;
                    add_to_model(terms, leaf, &self.simulation, &mut model);
                }
                _ => {}
            }
        }
        model
    }
}

impl<S: Sat> Solver for BitBlast<S> {
    fn check(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer {
        let start = Instant::now();
        self.counters.queries += 1;
        let answer = self.decide(terms, query);
        self.counters.time += start.elapsed();
        answer
    }

    fn report(&self, report: &mut Report) {
        let counters = &self.counters;
        report.sections.push(Section {
            layer: "bits",
            queries: counters.queries,
            answered: counters.queries,
            time: counters.time,
            counters: vec![
                ("gates", self.blaster.gates().len() as u64),
                ("SAT calls", counters.sat_calls),
                ("conflicts", self.conflicts()),
                ("instances", counters.instances),
                ("variables", counters.variables + self.cnf.variables() as u64),
                ("clauses", counters.clauses + self.cnf.clauses()),
            ],
        });
    }
}

/// Gives the symbol of a leaf, if it is one, its value.
fn add_to_model(terms: &Terms, leaf: Leaf, simulation: &Simulation, model: &mut Model) {
    let Op::Symbol(symbol) = terms.op(leaf.term) else { return };
    let bit = |i| simulation.input(leaf.first as usize + i as usize);
    let value = match terms.sort(leaf.term) {
        Sort::Bool => Value::Bool(bit(0)),
        _ => Value::Bits(Bits::from_fn(leaf.width, bit)),
    };
    model.set(symbol, value);
}
