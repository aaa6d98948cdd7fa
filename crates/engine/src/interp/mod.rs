//! The interpreter: carries out one instruction of one state. Operators, accesses, calls, the heap, functions without a body, and
//! the fast path for code on numbers.

pub(crate) mod access;
pub(crate) mod call;
pub(crate) mod external;
pub(crate) mod fast;
pub(crate) mod heap;
pub(crate) mod indeterminate;
pub(crate) mod machine;
pub(crate) mod notes;
pub(crate) mod operate;
pub(crate) mod reach;
pub(crate) mod text;
pub(crate) mod uninterpreted;
