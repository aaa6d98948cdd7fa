//! SAT solvers behind one small trait: variables, clauses, and verdicts under assumptions.
//!
//! This file does not know terms and gates. `new_var` and `add_clause` extend an instance at any time between two calls
//! of `solve`; clauses are permanent, assumptions hold for one call. The order of calls is a small state machine:
//!
//! | after | allowed |
//! |---|---|
//! | `solve` = `Sat` | `value`, until the next `new_var`, `add_clause` or `solve` |
//! | `solve` = `Unsat` | `failed`, likewise |
//! | anything | `new_var`, `add_clause`, `solve`, `conflicts` |
//!
//! Properties that others rely on: the values satisfy every clause and assumption; the failed assumptions are
//! unsatisfiable together with the clauses; the same calls give the same verdicts (except for interrupts).

//!
//! Three solvers, by their purpose (processor time, `examples/measure_bits.rs`, two busy cores). `Local` is the fastest
//! on many small queries to one growing instance (5,000 parts of a path, some 500 gates each: 0.35 ms a query; Batsat
//! with the instances that suit it best 0.68 ms, CaDiCaL 1.1 ms), and competitive up to some thousand conflicts (six
//! 32-bit factorisations: 0.9 to 1.2 s, CaDiCaL 0.7 to 0.9 s, Batsat 1.4 to 1.7 s). `Cadical` preprocesses and is for
//! hard queries. `Batsat` is the second opinion in tests.

mod batsat;
mod cadical;
mod local;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Not;

pub use self::batsat::Batsat;
pub use self::cadical::Cadical;
pub use self::local::Local;
use crate::answer::{Limits, UnknownReason};

/// A variable of an instance: dense, from zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Var(u32);

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

/// The verdict of `solve`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The clauses and assumptions are satisfiable.
    Sat,
    /// They are unsatisfiable; `failed` returns which assumptions belong to the core.
    Unsat,
    /// A limit was reached.
    Unknown(UnknownReason),
}

/// An incremental SAT solver.
pub trait Sat: Default {
    /// Creates a variable.
    fn new_var(&mut self) -> Var;

    /// Adds a clause permanently.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Decides whether all clauses and these assumptions are satisfiable together.
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict;

    /// Works like `solve`, restricted to some variables, which include the assumptions. The inputs are those of the
    /// variables whose values determine all others. The caller guarantees that values of these variables that satisfy
    /// the clauses among them can be extended to all other variables. Only the values of these variables are defined
    /// afterwards. The default implementation ignores the restriction.
    fn solve_within(
        &mut self,
        assumptions: &[Lit],
        variables: &[Var],
        inputs: &[Var],
        limits: &Limits,
    ) -> Verdict {
        let _ = (variables, inputs);
        self.solve(assumptions, limits)
    }

    /// Returns whether a literal holds in the satisfying assignment; `value(!lit)` is `!value(lit)`.
    fn value(&self, lit: Lit) -> bool;

    /// Returns whether this assumption belongs to the core of the last `Unsat`.
    fn failed(&self, assumption: Lit) -> bool;

    /// Returns the conflicts of all calls of `solve`. If the solver does not report them, this is the number of learnt
    /// clauses, which is nearly the same.
    fn conflicts(&self) -> u64;

    /// Returns the number of clauses that all calls of `solve` visited; zero if the solver does not report it.
    fn visits(&self) -> u64 {
        0
    }
}

impl Var {
    /// Returns the variable with an index.
    #[must_use]
    pub(crate) fn new(index: u32) -> Var {
        debug_assert!(index < u32::MAX / 4, "room for the sign, and for DIMACS numbers");
        Var(index)
    }

    /// Returns its index.
    pub(crate) fn index(self) -> u32 {
        self.0
    }

    /// Returns its positive literal.
    pub(crate) fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// Returns its literal, negated if `negated` holds.
    pub(crate) fn lit(self, negated: bool) -> Lit {
        Lit(self.0 << 1 | u32::from(negated))
    }
}

impl Lit {
    /// Returns its variable.
    pub(crate) fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Returns whether it is a negated variable.
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns its index among all literals: the two literals of a variable are adjacent.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the literal in DIMACS notation: variables start at one, negated literals are negative.
    pub(crate) fn dimacs(self) -> i32 {
        let number = (self.0 >> 1) as i32 + 1;
        if self.is_negated() { -number } else { number }
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.dimacs())
    }
}

/// Returns the reason for an undecided verdict: the interrupt flag if it is set, otherwise the budget.
fn unknown_reason(limits: &Limits) -> UnknownReason {
    if limits.interrupted() { UnknownReason::Interrupted } else { UnknownReason::Budget }
}
