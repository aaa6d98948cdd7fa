//! Compares Vellum's solver with judges: brute force where every assignment can be tried, the
//! solvers z3 and cvc5 otherwise. `agree` compares answers on random formulas, `solver` times on
//! query files that resemble those of symbolic execution.
//!
//! Queries are SMT-LIB text, as a user writes them. The judges read the same text, never the solver's own terms.

pub mod agreement;
pub mod brute_force;
pub mod c_programs;
pub mod checking;
pub mod differential;
pub mod families;
pub mod formulas;
pub mod hostile;
pub mod house;
pub mod interpreter;
pub mod judges;
pub mod measure;
pub mod random;
pub mod reduce;
pub mod suites;
pub mod sweep;
pub mod tasks;
