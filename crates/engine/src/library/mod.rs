//! What the C library and the intrinsics of SV-COMP, KLEE and CBMC do: native functions, mathematics, formatting, inputs.

pub(crate) mod external;
pub(crate) mod format_float;
pub(crate) mod heap;
pub(crate) mod inputs;
pub(crate) mod math;
pub(crate) mod native;
pub(crate) mod reach;
pub(crate) mod signature;
pub(crate) mod startup;
pub(crate) mod uninterpreted;
