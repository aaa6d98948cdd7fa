//! CaDiCaL (Armin Biere and others), the solver for hard queries.
//!
//! The configuration is the default. Of the others, on products and quotients, `plain` is as good, `sat` ten times
//! slower on inverting a division, and `unsat` a third slower on factoring.
//!
//! The crate provides no counters, so the reported learnt clauses are counted as conflicts. That misses conflicts that
//! learn nothing (the last one before `Unsat`), and includes units that inprocessing finds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cadical::{Callbacks, Solver};

use super::{Lit, Sat, Var, Verdict, unknown_reason};
use crate::answer::{Limits, UnknownReason};

/// A CaDiCaL instance.
pub struct Cadical {
    solver: Solver<Watch>,
    variables: u32,
    /// The number of clauses learnt up to the end of the last call.
    learnt: u64,
}

/// The callbacks of the search.
#[derive(Default)]
struct Watch {
    interrupt: Option<Arc<AtomicBool>>,
    learnt: u64,
}

impl Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, _clause: &[i32]) {
        self.learnt += 1;
    }
}

impl Default for Cadical {
    fn default() -> Cadical {
        let mut solver = Solver::new();
        solver.set_callbacks(Some(Watch::default()));
        Cadical { solver, variables: 0, learnt: 0 }
    }
}

impl Sat for Cadical {
    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var::new(self.variables - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause.iter().map(|lit| lit.dimacs()));
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        if limits.interrupted() {
            return Verdict::Unknown(UnknownReason::Interrupted);
        }
        if let Some(watch) = self.solver.get_callbacks() {
            watch.interrupt.clone_from(&limits.interrupt);
        }
        if let Some(conflicts) = limits.conflicts {
            let conflicts = i32::try_from(conflicts).unwrap_or(i32::MAX);
            // The name is valid, so this cannot fail; without the limit the answer would still be right.
            let _ = self.solver.set_limit("conflicts", conflicts);
        }
        let found = self.solver.solve_with(assumptions.iter().map(|lit| lit.dimacs()));
        self.learnt = self.solver.get_callbacks().map_or(0, |watch| watch.learnt);
        match found {
            Some(true) => Verdict::Sat,
            Some(false) => Verdict::Unsat,
            None => Verdict::Unknown(unknown_reason(limits)),
        }
    }

    fn value(&self, lit: Lit) -> bool {
        // A variable that occurs in no clause may have no value: any value will do.
        let positive = self.solver.value(lit.var().positive().dimacs()).unwrap_or(false);
        positive != lit.is_negated()
    }

    fn failed(&self, assumption: Lit) -> bool {
        self.solver.failed(assumption.dimacs())
    }

    fn conflicts(&self) -> u64 {
        self.learnt
    }
}
