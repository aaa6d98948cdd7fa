//! Functions that the engine carries out itself: native functions of the C library (memory, mathematics, formatting),
//! the intrinsics of SV-COMP, KLEE and CBMC for inputs and assertions, functions without a body, and the start of a
//! program.

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
