//! The assembly of the layers. This is the only file that knows their order.

use crate::answer::Solver;
use crate::arrays::Arrays;
use crate::bitblast::BitBlast;
use crate::cache::Cache;
use crate::definitions::Definitions;
use crate::flatten::Flatten;
use crate::independence::Independence;
use crate::intervals::Intervals;
use crate::layer::Stacked;
use crate::orders::Orders;
use crate::sat::{Batsat, Cadical, Local};
use crate::tables::Tables;
use crate::validate::Validate;

/// Creates the solver that Vellum uses.
///
/// Independence and the cache come before the layers that inspect a whole query. So the parts of a query that did not
/// change since the last one cost a cache lookup.
#[must_use]
pub fn stack() -> Box<dyn Solver> {
    let bits = Arrays::new(BitBlast::<Local, Cadical>::default());
    let ordered = Stacked::new(Orders::default(), bits);
    let bounded = Stacked::new(Intervals::default(), ordered);
    let solved = Stacked::new(Definitions::default(), bounded);
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

/// Creates a solver of the indispensable layers only, on the plain SAT solver: the reference for the other one.
#[must_use]
pub fn plain() -> Box<dyn Solver> {
    Box::new(Arrays::new(BitBlast::<Batsat, Batsat>::default()))
}
