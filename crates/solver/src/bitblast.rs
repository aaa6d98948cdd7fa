//! The lowest layer: translates terms to gates, gates to clauses, and calls SAT solvers.
//!
//! It treats arrays and functions as uninterpreted: `Select`, applications and equalities of arrays are free inputs
//! (see `blaster`). The layer above interprets them: it inspects their values in a model (`value`), and adds the lemmas
//! that the values violate as assumptions to the next query.
//!
//! A query goes to a quick solver first. Its single instance contains all gates ever requested, but it works only on
//! the cone of influence of the query (see `sat::Local`). If that exceeds a budget of conflicts, a thorough solver gets
//! the query's gates alone. Gates are never removed.
//!
//! Alternatives that were measured (`examples/measure_bits.rs`). One instance of an ordinary solver: each of its
//! answers assigns every variable of the instance (300 short paths from one root: 9.3 ms a query with CaDiCaL, 0.4 ms
//! here). One instance for each query: learnt clauses are lost (a path over sums: 20 ms a query with Batsat, 3.4 ms
//! here).
//!
//! Properties that others rely on: a model mentions only symbols that the assumptions depend on, bit for bit; `value`
//! after `Sat` agrees with the model, and is zero for symbols that the model does not mention.

#[cfg(test)]
mod tests;

use std::rc::Rc;
use std::time::{Duration, Instant};

use term::{Bits, Model, Op, Sort, Term, Terms, Value};

use crate::answer::{Answer, Limits, Query, Report, Section, Solver, UnknownReason};
use crate::blaster::{Blaster, Leaf, TooLarge};
use crate::cone::{Cone, Simulation};
use crate::gates::Edge;
use crate::sat::{Cadical, Local, Sat, Verdict};
use crate::stage::{Lifetime, Stage};

/// The division of work between the two solvers.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The conflicts that the quick solver may spend on a query.
    pub quick_conflicts: u64,
    /// The lifetime of the quick solver's instances.
    pub quick: Lifetime,
    /// The lifetime of the thorough solver's instances.
    pub thorough: Lifetime,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            quick_conflicts: 5000,
            quick: Lifetime { least: 1_000_000, factor: 4 },
            thorough: Lifetime { least: 2000, factor: 2 },
        }
    }
}

/// The layer, with a quick and a thorough SAT solver.
pub struct BitBlast<Quick = Local, Thorough = Cadical> {
    blaster: Blaster,
    quick: Stage<Quick>,
    thorough: Stage<Thorough>,
    quick_conflicts: u64,
    /// The cone of influence of the current query.
    cone: Cone,
    /// The gates in the cones of all queries.
    visits: u64,
    /// The values under the last model; empty after any other answer.
    simulation: Simulation,
    edges: Vec<Edge>,
    queries: u64,
    time: Duration,
}

impl<Q: Sat, T: Sat> Default for BitBlast<Q, T> {
    fn default() -> BitBlast<Q, T> {
        BitBlast::new(Effort::default())
    }
}

impl<Q: Sat, T: Sat> BitBlast<Q, T> {
    /// Creates a layer with this division of work.
    #[must_use]
    pub fn new(effort: Effort) -> BitBlast<Q, T> {
        BitBlast {
            blaster: Blaster::default(),
            quick: Stage::new(effort.quick),
            thorough: Stage::new(effort.thorough),
            quick_conflicts: effort.quick_conflicts,
            cone: Cone::default(),
            visits: 0,
            simulation: Simulation::default(),
            edges: Vec::new(),
            queries: 0,
            time: Duration::ZERO,
        }
    }

    /// Returns the value of a Boolean or bit-vector term in the last model, including free leaves.
    ///
    /// Returns `None` if the last answer was not `Sat`, for arrays, and for terms whose circuit is too large. The value
    /// of a term that the query does not contain follows from the model, in which unmentioned symbols are zero.
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

    /// Returns the conflicts of the SAT solvers over all queries.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.quick.work().conflicts + self.thorough.work().conflicts
    }

    fn decide(&mut self, terms: &Terms, query: Query<'_>) -> Answer {
        self.simulation.forget();
        match self.blast_assumptions(terms, query.assumptions) {
            Ok(None) => {}
            Ok(Some(false_assumption)) => return Answer::Unsat(vec![false_assumption]),
            Err(TooLarge) => return Answer::Unknown(UnknownReason::TooLarge),
        }
        let gates = self.blaster.gates();
        self.cone.collect(gates, &self.edges);
        self.visits += self.cone.nodes().len() as u64;
        let (quick, thorough) = divide(query.limits, self.quick_conflicts);
        match self.quick.solve(gates, &self.edges, &self.cone, &quick) {
            Verdict::Unknown(UnknownReason::Budget) => {}
            verdict => return self.answer_by(terms, query, verdict, |layer| &layer.quick),
        }
        let Some(thorough) = thorough else { return Answer::Unknown(UnknownReason::Budget) };
        let verdict = self.thorough.solve(gates, &self.edges, &self.cone, &thorough);
        self.answer_by(terms, query, verdict, |layer| &layer.thorough)
    }

    /// Converts the verdict of a stage to an answer.
    fn answer_by<S: Sat>(
        &mut self,
        terms: &Terms,
        query: Query<'_>,
        verdict: Verdict,
        stage: fn(&Self) -> &Stage<S>,
    ) -> Answer {
        match verdict {
            Verdict::Sat => {
                self.simulation.start(self.blaster.gates());
                for i in 0..self.cone.inputs().len() {
                    let node = self.cone.inputs()[i] as usize;
                    let value = stage(self).value(node);
                    self.simulation.set(node, value);
                }
                Answer::Sat(Rc::new(self.model(terms)))
            }
            Verdict::Unsat => {
                let needed = (0..query.assumptions.len()).filter(|&i| stage(self).is_needed(i));
                Answer::Unsat(needed.map(|i| query.assumptions[i]).collect())
            }
            Verdict::Unknown(reason) => Answer::Unknown(reason),
        }
    }

    /// Computes the edges of the assumptions, or returns an assumption whose edge is constantly false.
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

    /// Collects the values of those inputs that belong to symbols.
    fn model(&self, terms: &Terms) -> Model {
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

impl<Q: Sat, T: Sat> Solver for BitBlast<Q, T> {
    fn check(&mut self, terms: &mut Terms, query: Query<'_>) -> Answer {
        let start = Instant::now();
        self.queries += 1;
        let answer = self.decide(terms, query);
        self.time += start.elapsed();
        answer
    }

    fn report(&self, report: &mut Report) {
        let (quick, thorough) = (self.quick.work(), self.thorough.work());
        report.sections.push(Section {
            layer: "bit-blasting",
            queries: self.queries,
            answered: self.queries,
            time: self.time,
            counters: vec![
                ("gates", self.blaster.gates().len() as u64),
                ("quick calls", quick.calls),
                ("thorough calls", thorough.calls),
                ("quick conflicts", quick.conflicts),
                ("thorough conflicts", thorough.conflicts),
                ("quick instances", quick.instances),
                ("thorough instances", thorough.instances),
                ("variables", quick.variables + thorough.variables),
                ("clauses", quick.clauses + thorough.clauses),
                ("gates looked at", self.visits),
                ("clauses looked at", quick.visits + thorough.visits),
            ],
        });
    }
}

/// Divides the limits into those of the quick solver and, if any budget remains, those of the thorough one.
fn divide(limits: &Limits, quick_conflicts: u64) -> (Limits, Option<Limits>) {
    let with = |conflicts| Limits { conflicts, interrupt: limits.interrupt.clone() };
    match limits.conflicts {
        None => (with(Some(quick_conflicts)), Some(with(None))),
        Some(all) if all > quick_conflicts => {
            (with(Some(quick_conflicts)), Some(with(Some(all - quick_conflicts))))
        }
        Some(all) => (with(Some(all)), None),
    }
}

/// Sets the value of a leaf that is a symbol.
fn add_to_model(terms: &Terms, leaf: Leaf, simulation: &Simulation, model: &mut Model) {
    let Op::Symbol(symbol) = terms.op(leaf.term) else { return };
    let bit = |i| simulation.input(leaf.first as usize + i as usize);
    let value = match terms.sort(leaf.term) {
        Sort::Bool => Value::Bool(bit(0)),
        _ => Value::Bits(Bits::from_fn(leaf.width, bit)),
    };
    model.set(symbol, value);
}
