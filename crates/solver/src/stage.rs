//! A SAT instance with a lifetime: what a query needs is translated into it, and when it has grown
//! much larger than the queries that are asked, a new one is started.

use crate::answer::Limits;
use crate::cnf::Cnf;
use crate::cone::Cone;
use crate::gates::{Edge, Gates};
use crate::sat::{Lit, Sat, Verdict};

/// When an instance is given up: it has more than `least` variables, and more than `factor` times
/// the gates of the query.
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

/// What all instances of a stage did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// Calls of the SAT solver.
    pub calls: u64,
    /// Its conflicts.
    pub conflicts: u64,
    /// Clauses that it looked at, where it tells.
    pub looks: u64,
    /// Instances that were started.
    pub instances: u64,
    /// Variables made.
    pub variables: u64,
    /// Clauses made.
    pub clauses: u64,
}

/// The instance.
pub struct Stage<S> {
    cnf: Cnf<S>,
    lifetime: Lifetime,
    /// What instances did that are gone, and the calls of all.
    past: Work,
    /// The assumptions of the last call.
    literals: Vec<Lit>,
}

impl<S: Sat> Stage<S> {
    /// An empty instance, the first of those that live so long.
    pub fn new(lifetime: Lifetime) -> Stage<S> {
        Stage { cnf: Cnf::default(), lifetime, past: Work::default(), literals: Vec::new() }
    }

    /// Decides whether some edges can hold together; `cone` is what they depend on.
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

    /// After `Unsat`: whether edge `i` was needed, and no earlier edge is the same.
    pub fn is_needed(&self, i: usize) -> bool {
        let literal = self.literals[i];
        self.cnf.failed(literal) && !self.literals[..i].contains(&literal)
    }

    /// After `Sat`: the value of an input of the cone.
    pub fn value(&self, input: usize) -> bool {
        self.cnf.value(input).unwrap_or(false)
    }

    /// What was done so far.
    pub fn work(&self) -> Work {
        Work {
            conflicts: self.past.conflicts + self.cnf.conflicts(),
            looks: self.past.looks + self.cnf.looks(),
            variables: self.past.variables + self.cnf.variables() as u64,
            clauses: self.past.clauses + self.cnf.clauses(),
            ..self.past
        }
    }
}
