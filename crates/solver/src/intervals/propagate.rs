//! Propagation: narrows the domains of all terms in the cone of the assumptions.
//!
//! Every term starts with its domain in the store, and every assumption is true. From there, passes alternate between
//! downwards (`inverse`), from a term to its arguments, and upwards (`transfer`), from the arguments to the term, up to
//! a fixed number of iterations. Each narrowing records the assumptions that caused it: when a domain becomes empty,
//! they are a core.

use term::Domain;
use term::domain::transfer;

use super::cone::{Cone, Index, Node};
use super::inverse::{Constraint, argument};

/// The limit on iterations. `x < y` and `y < x` would take 2^32 of them; most narrowing happens in the first two or
/// three.
const MAX_ITERATIONS: usize = 6;

/// A set of assumptions, as a number in `Causes`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cause(u32);

/// Sets of assumptions that are built by union only. A set is enumerated only on demand.
struct Causes {
    /// The two sets whose union a set is. If both are the set itself, it is a single assumption, or empty (the first
    /// one).
    unions: Vec<(Cause, Cause)>,
    assumptions: usize,
}

impl Cause {
    /// The empty set.
    const NONE: Cause = Cause(0);
}

impl Causes {
    fn new(assumptions: usize) -> Causes {
        let single = |i| (Cause(i as u32), Cause(i as u32));
        Causes { unions: (0..=assumptions).map(single).collect(), assumptions }
    }

    /// Returns the set of the assumption with this index.
    fn assumption(index: usize) -> Cause {
        Cause(index as u32 + 1)
    }

    fn union(&mut self, a: Cause, b: Cause) -> Cause {
        if a == b || b == Cause::NONE {
            return a;
        }
        if a == Cause::NONE {
            return b;
        }
        self.unions.push((a, b));
        Cause(self.unions.len() as u32 - 1)
    }

    /// Returns the indices of the assumptions in a set, in order.
    fn members(&self, cause: Cause) -> Vec<usize> {
        let mut seen = vec![false; self.unions.len()];
        let mut stack = vec![cause];
        while let Some(Cause(i)) = stack.pop() {
            let i = i as usize;
            if !seen[i] {
                seen[i] = true;
                stack.extend([self.unions[i].0, self.unions[i].1]);
            }
        }
        (0..self.assumptions).filter(|&i| seen[i + 1]).collect()
    }
}

/// The domains of all terms of a cone, and their causes.
pub(super) struct Propagation<'a> {
    cone: &'a Cone,
    facts: Vec<Fact>,
    causes: Causes,
    /// The number of narrowings so far.
    clock: u32,
}

/// The state of one term.
struct Fact {
    domain: Domain,
    cause: Cause,
    /// The time at which `domain` last changed.
    changed: u32,
    /// The time at which it last narrowed its arguments.
    pushed: u32,
    /// The time at which its arguments last narrowed it.
    pulled: u32,
}

/// A term whose domain became empty.
pub(super) struct Conflict {
    cause: Cause,
}

impl<'a> Propagation<'a> {
    /// Creates a propagation without assumptions. `domain` returns the store's domain of a term.
    pub(super) fn new(
        cone: &'a Cone,
        assumptions: usize,
        domain: impl Fn(Index) -> Domain,
    ) -> Propagation<'a> {
        let fact = |index| Fact {
            domain: domain(index),
            cause: Cause::NONE,
            changed: 0,
            pushed: 0,
            pulled: 0,
        };
        let facts = (0..cone.nodes().len()).map(fact).collect();
        Propagation { cone, facts, causes: Causes::new(assumptions), clock: 0 }
    }

    /// Returns the current domain of a term.
    pub(super) fn domain(&self, index: Index) -> &Domain {
        &self.facts[index].domain
    }

    /// Returns the assumptions that caused a conflict, as indices in order.
    pub(super) fn explain(&self, conflict: &Conflict) -> Vec<usize> {
        self.causes.members(conflict.cause)
    }

    /// Assumes the terms with these numbers to be true, and propagates.
    pub(super) fn assume(&mut self, indices: &[Index]) -> Result<(), Conflict> {
        for (assumption, &index) in indices.iter().enumerate() {
            self.narrow(index, &Domain::truth(true), Causes::assumption(assumption))?;
        }
        for _ in 0..MAX_ITERATIONS {
            let before = self.clock;
            self.propagate_down()?;
            self.propagate_up()?;
            if self.clock == before {
                break;
            }
        }
        Ok(())
    }

    /// Narrows the arguments of every term, users first.
    fn propagate_down(&mut self) -> Result<(), Conflict> {
        let cone = self.cone;
        for (index, node) in cone.nodes().iter().enumerate().rev() {
            let newest_arg = self.newest_arg(node);
            let fact = &self.facts[index];
            if node.is_leaf() || newest_arg.max(fact.changed) <= fact.pushed {
                continue;
            }
            let nothing_to_pull = newest_arg <= fact.pulled;
            for (position, arg) in node.args().enumerate() {
                if !cone.nodes()[arg].op.is_constant() {
                    self.push(index, node, position, arg)?;
                }
            }
            // The narrowings that it just caused give it no new information.
            let fact = &mut self.facts[index];
            fact.pushed = self.clock;
            if nothing_to_pull {
                fact.pulled = self.clock;
            }
        }
        Ok(())
    }

    /// Narrows one argument of a term by the term and its other arguments.
    fn push(
        &mut self,
        index: Index,
        node: &Node,
        position: usize,
        arg: Index,
    ) -> Result<(), Conflict> {
        let (domains, arity) = self.arg_domains(node);
        match argument(node.op, position, &self.facts[index].domain, &domains[..arity]) {
            Constraint::None => Ok(()),
            Constraint::In(domain, _) if domain == self.facts[arg].domain => Ok(()),
            Constraint::In(domain, uses) => {
                let cause = self.cause_from(index, node, uses);
                self.narrow(arg, &domain, cause)
            }
            Constraint::Unsatisfiable => {
                Err(Conflict { cause: self.cause_from(index, node, u8::MAX) })
            }
        }
    }

    /// Narrows every term by its arguments, arguments first.
    fn propagate_up(&mut self) -> Result<(), Conflict> {
        let cone = self.cone;
        for (index, node) in cone.nodes().iter().enumerate() {
            if self.newest_arg(node) <= self.facts[index].pulled {
                continue;
            }
            self.facts[index].pulled = self.clock;
            let (domains, arity) = self.arg_domains(node);
            let domain = transfer(node.op, node.sort, &domains[..arity]);
            if domain == self.facts[index].domain {
                continue;
            }
            let mut cause = Cause::NONE;
            for arg in node.args() {
                cause = self.causes.union(cause, self.facts[arg].cause);
            }
            self.narrow(index, &domain, cause)?;
            // A domain that follows from the arguments alone gives them no new information.
            let fact = &mut self.facts[index];
            if fact.domain == domain {
                fact.pushed = self.clock;
            }
        }
        Ok(())
    }

    /// Intersects the domain of a term with another one.
    fn narrow(&mut self, index: Index, domain: &Domain, cause: Cause) -> Result<(), Conflict> {
        let fact = &mut self.facts[index];
        let Some(visited) = fact.domain.meet(domain) else {
            return Err(Conflict { cause: self.causes.union(fact.cause, cause) });
        };
        if visited == fact.domain {
            return Ok(());
        }
        // If the new domain is the whole result, the old one's causes are not needed.
        fact.cause = if visited == *domain { cause } else { self.causes.union(fact.cause, cause) };
        fact.domain = visited;
        self.clock += 1;
        fact.changed = self.clock;
        Ok(())
    }

    /// Returns the time at which an argument of a term last changed.
    fn newest_arg(&self, node: &Node) -> u32 {
        node.args().map(|arg| self.facts[arg].changed).max().unwrap_or(0)
    }

    fn arg_domains(&self, node: &Node) -> ([Domain; 3], usize) {
        let mut domains = [Domain::Unknown; 3];
        let args = node.args();
        let arity = args.len();
        for (domain, arg) in domains.iter_mut().zip(args) {
            *domain = self.facts[arg].domain;
        }
        (domains, arity)
    }

    /// Returns the causes of a term and of the arguments whose bits are set.
    fn cause_from(&mut self, index: Index, node: &Node, uses: u8) -> Cause {
        let mut cause = self.facts[index].cause;
        for (position, arg) in node.args().enumerate() {
            if uses & (1 << position) != 0 {
                cause = self.causes.union(cause, self.facts[arg].cause);
            }
        }
        cause
    }
}
