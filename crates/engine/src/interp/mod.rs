//! The interpreter: carries out one instruction of one state: operators, branches, calls and variable arguments; and
//! the fast path for concrete code. Accesses are in `access`, library functions in `library`, decisions and forks in
//! `machine`.

pub(crate) mod call;
pub(crate) mod fast;
pub(crate) mod step;
pub(crate) mod string_shortcuts;
