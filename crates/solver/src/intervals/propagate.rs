//! Propagation: what the assumptions say of each term in their cone.
//!
//! Every term starts with the domain that the store knows. An assumption is true; from there sets
//! are narrowed downwards (`inverse`), from a term to its arguments, and upwards (`transfer`), from
//! the arguments to the term, in turns, a fixed number of rounds at most. For every narrowed set
//! the assumptions it follows from are remembered: when a set becomes empty they are a core.

use term::Domain;
use term::domain::transfer;

use super::cone::{Cone, Node, Place};
use super::inverse::{Wanted, argument};

/// How often sets are narrowed downwards and upwards. `x < y` and `y < x` would go on for 2^32
/// rounds; what matters is found in the first two or three.
const ROUNDS: usize = 6;

/// A set of assumptions, by its number in `Causes`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cause(u32);

/// Sets of assumptions, built by union only. A set is not written out until it is asked for.
struct Causes {
    /// Two sets that a set is the union of; or twice the set itself, which then is one assumption,
    /// or (the first of all) nothing.
    unions: Vec<(Cause, Cause)>,
    assumptions: usize,
}

impl Cause {
    /// No assumption.
    const NONE: Cause = Cause(0);
}

impl Causes {
    fn new(assumptions: usize) -> Causes {
        let single = |i| (Cause(i as u32), Cause(i as u32));
        Causes { unions: (0..=assumptions).map(single).collect(), assumptions }
    }

    /// The assumption with this index.
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

    /// The indices of the assumptions in a set, in order.
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

/// The sets of all terms of a cone, and why they are what they are.
pub(super) struct Propagation<'a> {
    cone: &'a Cone,
    facts: Vec<Fact>,
    causes: Causes,
    /// Counts the narrowings.
    clock: u32,
}

/// What is known of one term.
struct Fact {
    domain: Domain,
    cause: Cause,
    /// When `domain` last changed.
    changed: u32,
    /// When its arguments were last narrowed by it.
    pushed: u32,
    /// When it was last narrowed by its arguments.
    pulled: u32,
}

/// A term for which no value is left.
pub(super) struct Conflict {
    cause: Cause,
}

impl<'a> Propagation<'a> {
    /// Nothing assumed yet. `domain` is what the store knows of a place's term.
    pub(super) fn new(
        cone: &'a Cone,
        assumptions: usize,
        domain: impl Fn(Place) -> Domain,
    ) -> Propagation<'a> {
        let fact = |place| Fact {
            domain: domain(place),
            cause: Cause::NONE,
            changed: 0,
            pushed: 0,
            pulled: 0,
        };
        let facts = (0..cone.nodes().len()).map(fact).collect();
        Propagation { cone, facts, causes: Causes::new(assumptions), clock: 0 }
    }

    /// What is known of a term now.
    pub(super) fn domain(&self, place: Place) -> &Domain {
        &self.facts[place].domain
    }

    /// The assumptions behind a conflict, by their indices in order.
    pub(super) fn explain(&self, conflict: &Conflict) -> Vec<usize> {
        self.causes.members(conflict.cause)
    }

    /// Takes the terms at these places for true, and what follows.
    pub(super) fn assume(&mut self, places: &[Place]) -> Result<(), Conflict> {
        for (index, &place) in places.iter().enumerate() {
            self.narrow(place, &Domain::truth(true), Causes::assumption(index))?;
        }
        for _ in 0..ROUNDS {
            let before = self.clock;
            self.push_down()?;
            self.pull_up()?;
            if self.clock == before {
                break;
            }
        }
        Ok(())
    }

    /// Narrows the arguments of every term by the term, users first.
    fn push_down(&mut self) -> Result<(), Conflict> {
        let cone = self.cone;
        for (place, node) in cone.nodes().iter().enumerate().rev() {
            let newest_arg = self.newest_arg(node);
            let fact = &self.facts[place];
            if node.is_leaf() || newest_arg.max(fact.changed) <= fact.pushed {
                continue;
            }
            let nothing_to_pull = newest_arg <= fact.pulled;
            for (position, arg) in node.args().enumerate() {
                if !cone.nodes()[arg].op.is_constant() {
                    self.push(place, node, position, arg)?;
                }
            }
            // What it has just told its arguments is no news to it.
            let fact = &mut self.facts[place];
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
        place: Place,
        node: &Node,
        position: usize,
        arg: Place,
    ) -> Result<(), Conflict> {
        let (domains, arity) = self.arg_domains(node);
        match argument(node.op, position, &self.facts[place].domain, &domains[..arity]) {
            Wanted::Anything => Ok(()),
            Wanted::Within(domain, _) if domain == self.facts[arg].domain => Ok(()),
            Wanted::Within(domain, uses) => {
                let cause = self.cause_from(place, node, uses);
                self.narrow(arg, &domain, cause)
            }
            Wanted::Nothing => Err(Conflict { cause: self.cause_from(place, node, u8::MAX) }),
        }
    }

    /// Narrows every term by its arguments, arguments first.
    fn pull_up(&mut self) -> Result<(), Conflict> {
        let cone = self.cone;
        for (place, node) in cone.nodes().iter().enumerate() {
            if self.newest_arg(node) <= self.facts[place].pulled {
                continue;
            }
            self.facts[place].pulled = self.clock;
            let (domains, arity) = self.arg_domains(node);
            let domain = transfer(node.op, node.sort, &domains[..arity]);
            if domain == self.facts[place].domain {
                continue;
            }
            let mut cause = Cause::NONE;
            for arg in node.args() {
                cause = self.causes.union(cause, self.facts[arg].cause);
            }
            self.narrow(place, &domain, cause)?;
            // A set that comes from the arguments alone tells them nothing.
            let fact = &mut self.facts[place];
            if fact.domain == domain {
                fact.pushed = self.clock;
            }
        }
        Ok(())
    }

    /// Adds that a term is in a set, by some assumptions.
    fn narrow(&mut self, place: Place, domain: &Domain, cause: Cause) -> Result<(), Conflict> {
        let fact = &mut self.facts[place];
        let Some(met) = fact.domain.meet(domain) else {
            return Err(Conflict { cause: self.causes.union(fact.cause, cause) });
        };
        if met == fact.domain {
            return Ok(());
        }
        // Where the new set says all, the old one's causes are not needed.
        fact.cause = if met == *domain { cause } else { self.causes.union(fact.cause, cause) };
        fact.domain = met;
        self.clock += 1;
        fact.changed = self.clock;
        Ok(())
    }

    /// When an argument of a term last changed.
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

    /// The assumptions behind a term and those of its arguments whose bits are set.
    fn cause_from(&mut self, place: Place, node: &Node, uses: u8) -> Cause {
        let mut cause = self.facts[place].cause;
        for (position, arg) in node.args().enumerate() {
            if uses & (1 << position) != 0 {
                cause = self.causes.union(cause, self.facts[arg].cause);
            }
        }
        cause
    }
}
