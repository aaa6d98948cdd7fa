//! Accesses through pointers: whether they are valid, and what they read and write.

pub(crate) mod any_block;
pub(crate) mod checked;
pub(crate) mod concrete;
pub(crate) mod foreign;
