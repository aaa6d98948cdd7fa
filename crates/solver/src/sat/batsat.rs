//! Batsat, a MiniSat in Rust: no setup costs, little work per call, and a second opinion on CaDiCaL.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use batsat::{
    Callbacks, Lit as BatLit, Solver, SolverInterface, Var as BatVar, clause::Kind, lbool,
};

use super::{Lit, Sat, Var, Verdict, unknown_reason};
use crate::answer::{Limits, UnknownReason};

/// A Batsat instance.
pub struct Batsat {
    solver: Solver<Watch>,
    /// The clause being added: the solver sorts it in place.
    clause: Vec<BatLit>,
    assumptions: Vec<BatLit>,
}

/// The callbacks of the search.
#[derive(Default)]
struct Watch {
    interrupt: Option<Arc<AtomicBool>>,
    learnt: u64,
    /// The number of learnt clauses at which the search stops.
    limit: Option<u64>,
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, _clause: &[BatLit], kind: Kind) {
        self.learnt += u64::from(matches!(kind, Kind::Learnt));
    }

    fn stop(&self) -> bool {
        self.limit.is_some_and(|limit| self.learnt >= limit)
            || self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

impl Default for Batsat {
    fn default() -> Batsat {
        let solver = Solver::new(batsat::SolverOpts::default(), Watch::default());
        Batsat { solver, clause: Vec::new(), assumptions: Vec::new() }
    }
}

/// Converts a literal; both solvers number variables from zero.
fn translate(lit: Lit) -> BatLit {
    BatLit::new(BatVar::unsafe_from_idx(lit.var().index()), !lit.is_negated())
}

impl Sat for Batsat {
    fn new_var(&mut self) -> Var {
        Var::new(self.solver.new_var_default().idx())
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&lit| translate(lit)));
        // The result states whether the clauses are still consistent; `solve` repeats it.
        let _ = self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        if limits.interrupted() {
            return Verdict::Unknown(UnknownReason::Interrupted);
        }
        let watch = self.solver.cb_mut();
        watch.interrupt.clone_from(&limits.interrupt);
        watch.limit = limits.conflicts.map(|conflicts| watch.learnt.saturating_add(conflicts));
        self.assumptions.clear();
        self.assumptions.extend(assumptions.iter().map(|&lit| translate(lit)));
        let found = self.solver.solve_limited(&self.assumptions);
        if found == lbool::TRUE {
            Verdict::Sat
        } else if found == lbool::FALSE {
            Verdict::Unsat
        } else {
            Verdict::Unknown(unknown_reason(limits))
        }
    }

    fn value(&self, lit: Lit) -> bool {
        let positive = self.solver.value_lit(translate(lit.var().positive()));
        (positive == lbool::TRUE) != lit.is_negated()
    }

    fn failed(&self, assumption: Lit) -> bool {
        // The core is a learnt clause: it contains the negated assumptions.
        self.solver.unsat_core_contains_lit(translate(!assumption))
    }

    fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }
}
