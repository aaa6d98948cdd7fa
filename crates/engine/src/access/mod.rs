//! Accesses through pointers: whether they are valid, and the memory operations themselves. `interp` and `library` access
//! memory through this room wherever the validity of an access is open.

pub(crate) mod any_block;
pub(crate) mod checked;
pub(crate) mod concrete;
pub(crate) mod foreign;
