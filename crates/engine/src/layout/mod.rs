//! Dependence on the layout of memory: which truth values depend on where allocations lie, and symbolic addresses for
//! paths that are explored in all layouts.

pub(crate) mod dependence;
pub(crate) mod elsewhere;
