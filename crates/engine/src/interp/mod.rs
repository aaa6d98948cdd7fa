//! The interpreter: carries out one instruction of one state. Operators, accesses, calls, the heap, functions without a body, and
//! the fast path for code on numbers.

pub(crate) mod call;
pub(crate) mod fast;
pub(crate) mod step;
pub(crate) mod string_shortcuts;
