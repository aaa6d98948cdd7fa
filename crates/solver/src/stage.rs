//! A SAT instance with a limited lifetime. Each query adds its gates to the instance; an instance that is much larger
//! than the current query is replaced by an empty one. This file does not know terms.

use crate::answer::Limits;
use crate::cnf::Cnf;
use crate::cone::Cone;
use crate::gates::{Edge, Gates};
use crate::sat::{Lit, Sat, Verdict};

/// The size at which an instance is discarded: more than `least` variables, and more than `factor` times the gates of
/// the query.
#[derive(Clone, Copy, Debug)]
pub struct Lifetime {
    /// Instances up to this size are always kept.
    pub least: usize,
    /// The maximum ratio of the instance's variables to the query's gates.
    pub factor: usize,
}

impl Lifetime {
    fn is_over(self, variables: usize, cone: usize) -> bool {
        variables > self.least && variables > cone.saturating_mul(self.factor)
    }
}

/// The statistics of all instances of a stage.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// Calls of the SAT solver.
    pub calls: u64,
    /// Conflicts of the SAT solver.
    pub conflicts: u64,
    /// Clauses that it visited, as far as it reports them.
    pub visits: u64,
    /// Instances created.
    pub instances: u64,
    /// Variables created.
    pub variables: u64,
    /// Clauses created.
    pub clauses: u64,
}

/// The current instance and the statistics of the former ones.
pub struct Stage<S> {
    cnf: Cnf<S>,
    lifetime: Lifetime,
    /// The statistics of discarded instances, and the calls of all.
    past: Work,
    /// The assumptions of the last call.
    literals: Vec<Lit>,
}

impl<S: Sat> Stage<S> {
    /// Creates an empty instance.
    pub fn new(lifetime: Lifetime) -> Stage<S> {
        Stage { cnf: Cnf::default(), lifetime, past: Work::default(), literals: Vec::new() }
    }

    /// Decides whether some edges are satisfiable together; `cone` is their cone of influence.
    pub fn solve(
        &mut self,
        gates: &Gates,
        edges: &[Edge],
        cone: &Cone,
        limits: &Limits,
    ) -> Verdict {
        if self.lifetime.is_over(self.cnf.variables(), cone.nodes().len()) {
            self.past = self.work();
            self.cnf = Cnf::default();
        }
        if self.cnf.variables() == 0 {
            self.past.instances += 1;
        }
        self.past.calls += 1;
        self.literals.clear();
        for &edge in edges {
            self.literals.push(self.cnf.literal(gates, edge));
        }
        self.cnf.solve(&self.literals, cone, limits)
    }

    /// Returns, after `Unsat`, whether edge `i` belongs to the core and no earlier edge is the same.
    pub fn is_needed(&self, i: usize) -> bool {
        let literal = self.literals[i];
        self.cnf.failed(literal) && !self.literals[..i].contains(&literal)
    }

    /// Returns, after `Sat`, the value of an input of the cone.
    pub fn value(&self, input: usize) -> bool {
        self.cnf.value(input).unwrap_or(false)
    }

    /// Returns the statistics so far.
    pub fn work(&self) -> Work {
        Work {
            conflicts: self.past.conflicts + self.cnf.conflicts(),
            visits: self.past.visits + self.cnf.visits(),
            variables: self.past.variables + self.cnf.variables() as u64,
            clauses: self.past.clauses + self.cnf.clauses(),
            ..self.past
        }
    }
}
