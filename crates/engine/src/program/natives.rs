//! Names of functions that the engine carries out itself: native functions, intrinsics of several tools, and
//! shortcuts for string functions.
//!
//! This file maps names to enumerators. `library/` gives the natives their meaning, `interp/string_shortcuts.rs`
//! the shortcuts.

use memory::Access;

use crate::program::math::{Math, math};

/// A library function that the engine carries out.
#[derive(Clone, Copy, Debug)]
pub enum Native {
    /// `malloc`
    Malloc,
    /// `calloc`
    Calloc,
    /// `realloc`
    Realloc,
    /// `aligned_alloc`
    AlignedAlloc,
    /// `free`
    Free,
    /// `memcpy`: the ranges must not overlap.
    Memcpy,
    /// `memmove`
    Memmove,
    /// `memset`
    Memset,
    /// `abort`
    Abort,
    /// Ends the program, after its handlers have run.
    Exit,
    /// Writes bytes to a file descriptor.
    Write,
    /// Reads a byte of standard input.
    Read,
    /// Formats a float as text.
    FormatFloat,
    /// Parses a float.
    ParseFloat,
    /// Reads an environment variable.
    Environment,
    /// Returns the seconds since 1970.
    Time,
    /// Returns whether choices of the system are inputs.
    Chooses,
    /// Returns a number below a bound that the system chooses.
    Choice,
    /// Returns the rounding mode, by its number on x86.
    Rounding,
    /// Sets the rounding mode.
    SetRounding,
    /// Returns whether the current call is that of the function that was started.
    Outermost,
    /// Returns whether two ranges of bytes overlap.
    Overlap,
    /// Returns the size of the allocation that a pointer points into; 0 if it points into none.
    Bytes,
    /// Reports a failed assertion.
    AssertFail,
    /// Reports that a call violates the requirements of a library function.
    Fail,
    /// Records an assumption about the system.
    Assumed,
    /// Records a cut: the system may return other results, which are not explored.
    OneAnswer,
    /// Says that a call fails because the program has no files.
    NoFile,
    /// Ends the path as unsupported.
    Unsupported,
    /// A mathematical function.
    Math(Math),
    /// An intrinsic of a verification tool.
    Dialect(Dialect),
}

/// Returns the native function of a name.
#[must_use]
pub fn native(name: &str) -> Option<Native> {
    Some(match name {
        "malloc" => Native::Malloc,
        "calloc" => Native::Calloc,
        "realloc" => Native::Realloc,
        "__vellum_aligned_alloc" => Native::AlignedAlloc,
        "free" => Native::Free,
        "memcpy" | "__builtin_memcpy" => Native::Memcpy,
        "memmove" | "__builtin_memmove" => Native::Memmove,
        "memset" | "__builtin_memset" => Native::Memset,
        "abort" | "__vellum_abort" => Native::Abort,
        "__vellum_exit" | "_exit" => Native::Exit,
        "__vellum_write" => Native::Write,
        "__vellum_read" => Native::Read,
        "__vellum_format_float" => Native::FormatFloat,
        "__vellum_parse_float" => Native::ParseFloat,
        "__vellum_getenv" => Native::Environment,
        "__vellum_time" => Native::Time,
        "__vellum_chooses" => Native::Chooses,
        "__vellum_choice" => Native::Choice,
        "__vellum_rounding" => Native::Rounding,
        "__vellum_set_rounding" => Native::SetRounding,
        "__vellum_outermost" => Native::Outermost,
        "__vellum_overlap" => Native::Overlap,
        "vellum_bytes" | "__CPROVER_OBJECT_SIZE" | "klee_get_obj_size" => Native::Bytes,
        "__vellum_assert_fail" => Native::AssertFail,
        "__vellum_fail" => Native::Fail,
        "__vellum_assumed" => Native::Assumed,
        "__vellum_one_answer" => Native::OneAnswer,
        "__vellum_no_file" => Native::NoFile,
        "__vellum_unsupported" => Native::Unsupported,
        _ => return dialect(name).map(Native::Dialect).or_else(|| math(name).map(Native::Math)),
    })
}

/// An intrinsic of a verification tool (SV-COMP, KLEE, CBMC, ESBMC).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Returns an unconstrained value of its type.
    Nondet,
    /// Makes an object symbolic: pointer, bytes, name.
    MakeSymbolic,
    /// Makes an object symbolic: pointer, bytes.
    Havoc,
    /// Returns an `int` from a range: from, to (exclusive), name.
    Range,
    /// Returns an unconstrained `int`: name.
    Int,
    /// Assumes its argument.
    Assume,
    /// Asserts its argument.
    Assert,
    /// Marks an error: no call may be reachable.
    Error,
    /// Returns an unsigned number below its argument.
    Choose,
    /// Returns whether a number of bytes can be read or written: pointer, bytes.
    Accessible(Access),
    /// Requires that a number of bytes is accessible: pointer, bytes.
    CheckAccess,
    /// Returns whether two pointers point into the same object.
    SameObject,
    /// Returns whether a value depends on inputs.
    IsSymbolic,
    /// Returns one feasible value of its argument.
    GetValue,
    /// Ends the path without a finding.
    SilentExit,
    /// Does nothing.
    Nothing,
}

/// Returns the intrinsic of a name.
#[must_use]
pub fn dialect(name: &str) -> Option<Dialect> {
    Some(match name {
        "__VERIFIER_assume" | "klee_assume" | "__CPROVER_assume" | "__ESBMC_assume"
        | "__vellum_assume" => Dialect::Assume,
        // A macro has no body: without its header, this is a call.
        "__VERIFIER_assert"
        | "klee_assert"
        | "__CPROVER_assert"
        | "__CPROVER_precondition"
        | "__CPROVER_postcondition"
        | "__ESBMC_assert"
        | "assert" => Dialect::Assert,
        "reach_error" | "__VERIFIER_error" | "klee_report_error" => Dialect::Error,
        "klee_make_symbolic" => Dialect::MakeSymbolic,
        "__VERIFIER_nondet_memory" | "__CPROVER_havoc_slice" => Dialect::Havoc,
        "__CPROVER_r_ok" => Dialect::Accessible(Access::Read),
        "__CPROVER_w_ok" | "__CPROVER_rw_ok" => Dialect::Accessible(Access::Write),
        "__CPROVER_same_object" => Dialect::SameObject,
        "klee_check_memory_access" => Dialect::CheckAccess,
        "klee_is_symbolic" => Dialect::IsSymbolic,
        "klee_choose" => Dialect::Choose,
        name if name.starts_with("klee_get_value") => Dialect::GetValue,
        "klee_range" => Dialect::Range,
        "klee_int" => Dialect::Int,
        "klee_silent_exit" => Dialect::SilentExit,
        "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end"
        | "__CPROVER_atomic_begin"
        | "__CPROVER_atomic_end"
        | "__CPROVER_cover"
        | "__CPROVER_input"
        | "__CPROVER_output"
        | "__ESBMC_atomic_begin"
        | "__ESBMC_atomic_end"
        | "klee_mark_global"
        | "klee_merge"
        | "klee_posix_prefer_cex"
        | "klee_prefer_cex"
        | "klee_print_expr"
        | "klee_print_range"
        | "klee_stack_trace"
        | "klee_warning"
        | "klee_warning_once"
        | "klee_open_merge"
        | "klee_close_merge" => Dialect::Nothing,
        name if name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_") => {
            Dialect::Nondet
        }
        _ => return None,
    })
}

/// Whether a function marks an error even if the program gives it a body.
#[must_use]
pub fn is_error(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}

/// A function of the runtime that has a shortcut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shortcut {
    Strlen,
    Strnlen,
    Strcpy,
    Strncpy,
    Strcat,
    Strcmp,
    Strncmp,
    Memcmp,
    Strchr,
    Strrchr,
    Memchr,
    Strstr,
}

/// Returns the shortcut for a function of the runtime.
pub(crate) fn shortcut(name: &str) -> Option<Shortcut> {
    Some(match name {
        "strlen" => Shortcut::Strlen,
        "strnlen" => Shortcut::Strnlen,
        "strcpy" => Shortcut::Strcpy,
        "strncpy" => Shortcut::Strncpy,
        "strcat" => Shortcut::Strcat,
        "strcmp" => Shortcut::Strcmp,
        "strncmp" => Shortcut::Strncmp,
        "memcmp" => Shortcut::Memcmp,
        "strchr" => Shortcut::Strchr,
        "strrchr" => Shortcut::Strrchr,
        "memchr" => Shortcut::Memchr,
        "strstr" => Shortcut::Strstr,
        _ => return None,
    })
}

/// Whether a function of `runtime/math.c` is correct in every rounding mode: it is exact, rounds by a single
/// operation, or reads the mode.
pub(crate) fn rounds_in_any_mode(name: &str) -> bool {
    const EXACT: [&str; 35] = [
        "__signbit",
        "__isnan",
        "__isinf",
        "__finite",
        "__fpclassify",
        "isnan",
        "isinf",
        "finite",
        "fabs",
        "copysign",
        "fmin",
        "fmax",
        "trunc",
        "floor",
        "ceil",
        "round",
        "rint",
        "nearbyint",
        "lround",
        "llround",
        "lrint",
        "llrint",
        "modf",
        "frexp",
        "logb",
        "ilogb",
        "fdim",
        "nan",
        "nextafter",
        "neighbour",
        "near",
        "long_limit",
        "long_integer",
        "integer",
        "goes_away",
    ];
    let is_exact = |name: &str| EXACT.contains(&name);
    is_exact(name) || name.strip_suffix(['f', 'l']).is_some_and(is_exact)
}
