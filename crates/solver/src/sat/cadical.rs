//! CaDiCaL (Armin Biere and others), the solver for what is hard.
//!
//! Its configurations `plain`, `sat` and `unsat` were tried on products and quotients: `plain` is as good
//! as the default there, `sat` ten times worse on inverting a division, `unsat` a third worse on
//! factoring. It has the default.
//!
//! The crate gives no counters, so conflicts are counted by the clauses that are reported as learnt;
//! conflicts that learn nothing (the last one before `Unsat`) are missed, and units that
//! inprocessing finds are counted too.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cadical::{Callbacks, Solver};

use super::{Lit, Sat, Var, Verdict, why};
use crate::answer::{Limits, Why};

/// A CaDiCaL instance.
pub struct Cadical {
    solver: Solver<Watch>,
    variables: u32,
    /// The clauses learnt up to the end of the last call.
    learnt: u64,
}

/// What runs beside the search.
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
            return Verdict::Unknown(Why::Interrupted);
        }
        if let Some(watch) = self.solver.get_callbacks() {
            watch.interrupt.clone_from(&limits.interrupt);
        }
        if let Some(conflicts) = limits.conflicts {
            let conflicts = i32::try_from(conflicts).unwrap_or(i32::MAX);
            // The name is right, so this cannot fail; without the limit the answer is still right.
            let _ = self.solver.set_limit("conflicts", conflicts);
        }
        let found = self.solver.solve_with(assumptions.iter().map(|lit| lit.dimacs()));
        self.learnt = self.solver.get_callbacks().map_or(0, |watch| watch.learnt);
        match found {
            Some(true) => Verdict::Sat,
            Some(false) => Verdict::Unsat,
            None => Verdict::Unknown(why(limits)),
        }
    }

    fn value(&self, lit: Lit) -> bool {
        // A variable that no clause mentions may have no value: any will do.
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
