//! SAT solvers behind one small trait: variables, clauses, answers under assumptions.
//!
//! This file is oblivious to terms and gates. An instance is fed by `new_var` and `add_clause` at
//! any time between two calls of `solve`; clauses are for ever, assumptions hold for one call. The
//! order of calls is a small state machine:
//!
//! | after | allowed |
//! |---|---|
//! | `solve` = `Sat` | `value`, until the next `new_var`, `add_clause` or `solve` |
//! | `solve` = `Unsat` | `failed`, likewise |
//! | anything | `new_var`, `add_clause`, `solve`, `conflicts` |
//!
//! What others rely on: the values satisfy every clause and assumption; the failed assumptions,
//! with the clauses, are unsatisfiable; the same calls give the same answers (but for interrupts).

//!
//! Three solvers, by what they are for (processor time, `examples/measure_bits.rs`, two busy cores):
//! `Local` is quickest on many small questions to one growing instance (5,000 parts of a path, some 500
//! gates each: 0.35 ms a question; Batsat with the instances that suit it best 0.68 ms, CaDiCaL 1.1 ms)
//! and holds its own up to some thousand conflicts (six 32-bit factorisations: 0.9 to 1.2 s,
//! CaDiCaL 0.7 to 0.9 s, Batsat 1.4 to 1.7 s). `Cadical` preprocesses and is for what is hard. `Batsat`
//! is the second opinion in tests.

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
use crate::answer::{Limits, Why};

/// A variable of an instance: dense, from zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Var(u32);

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

/// What `solve` found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// All clauses and assumptions can hold.
    Sat,
    /// They cannot; which assumptions were needed to see it, `failed` tells.
    Unsat,
    /// A limit was hit.
    Unknown(Why),
}

/// An incremental SAT solver.
pub trait Sat: Default {
    /// A variable that no clause mentions yet.
    fn new_var(&mut self) -> Var;

    /// Demands that one of these literals hold, from now on.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Looks for values under which all clauses and these assumptions hold.
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict;

    /// As `solve`, but about some variables only, the assumptions among them, and some of these are
    /// inputs: when they have values, the others follow. The caller promises that values of
    /// these variables that satisfy the clauses among them can be extended to all others. Only
    /// their values are then to be asked for. A solver that cannot use this does `solve`.
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

    /// Whether a literal holds in the values found; `value(!lit)` is `!value(lit)`.
    fn value(&self, lit: Lit) -> bool;

    /// Whether this assumption was needed for the last `Unsat`.
    fn failed(&self, assumption: Lit) -> bool;

    /// How many conflicts all calls of `solve` ran into. Where the solver does not tell, the
    /// clauses it learnt are counted, which is nearly the same.
    fn conflicts(&self) -> u64;

    /// How many clauses all calls of `solve` looked at; zero where the solver does not tell.
    fn looks(&self) -> u64 {
        0
    }
}

impl Var {
    /// The variable at a position.
    #[must_use]
    pub fn new(index: u32) -> Var {
        debug_assert!(index < u32::MAX / 4, "room for the sign, and for DIMACS numbers");
        Var(index)
    }

    /// Its position.
    #[must_use]
    pub fn index(self) -> u32 {
        self.0
    }

    /// The literal that says the variable holds.
    #[must_use]
    pub fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The literal that says it holds, or, if asked so, that it does not.
    #[must_use]
    pub fn lit(self, negated: bool) -> Lit {
        Lit(self.0 << 1 | u32::from(negated))
    }
}

impl Lit {
    /// Its variable.
    #[must_use]
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether it says that the variable does not hold.
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Its position among all literals: those of a variable are neighbours.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of the literal in DIMACS: variables from one, negative if negated.
    #[must_use]
    pub fn dimacs(self) -> i32 {
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

/// Why a solver gave up, when it did not say: the flag is set, or else the conflicts are used up.
fn why(limits: &Limits) -> Why {
    if limits.interrupted() { Why::Interrupted } else { Why::Budget }
}
