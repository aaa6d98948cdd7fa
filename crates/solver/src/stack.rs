//! The layers, put together. This is the one place that knows their order.

use crate::answer::Solver;
use crate::arrays::Arrays;
use crate::bitblast::BitBlast;
use crate::cache::Cache;
use crate::flatten::Flatten;
use crate::independence::Independence;
use crate::intervals::Intervals;
use crate::layer::Stacked;
use crate::orders::Orders;
use crate::sat::{Batsat, Cadical, Local};
use crate::solve_for::SolveFor;
use crate::tables::Tables;
use crate::validate::Validate;

/// The solver that Vellum uses.
///
/// Splitting and the cache come before anything that looks at all of a query, so that the parts
/// that did not change since the last query cost a look-up.
#[must_use]
pub fn stack() -> Box<dyn Solver> {
    let bits = Arrays::new(BitBlast::<Local, Cadical>::default());
    let ordered = Stacked::new(Orders::default(), bits);
    let bounded = Stacked::new(Intervals::default(), ordered);
    let solved = Stacked::new(SolveFor::default(), bounded);
    let cached = Stacked::new(Cache::default(), solved);
    let split = Stacked::new(Independence::default(), cached);
    let flat = Stacked::new(Flatten, split);
    let whole = Stacked::new(Tables::default(), flat);
    if cfg!(debug_assertions) {
        Box::new(Stacked::new(Validate::new(plain), whole))
    } else {
        Box::new(whole)
    }
}

/// A solver without any layer that could be left out, on the plain SAT solver: a judge for the
/// other one.
#[must_use]
pub fn plain() -> Box<dyn Solver> {
    Box::new(Arrays::new(BitBlast::<Batsat, Batsat>::default()))
}
