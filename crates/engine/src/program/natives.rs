//! Functions that the engine carries out itself, by name: natives, intrinsics of several tools, and shortcuts around string functions.

use memory::Access;

use crate::program::math::{Math, math};

/// A library function of the engine.
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
    /// The end of the program, after handlers have run.
    Exit,
    /// Bytes to a file descriptor.
    Write,
    /// A byte of standard input.
    Read,
    /// A float as text.
    FormatFloat,
    /// Text as a float.
    ParseFloat,
    /// A variable of the environment.
    Environment,
    /// Seconds since 1970.
    Time,
    /// Whether what the system chooses is an input.
    Chooses,
    /// A number below a bound that the system chooses.
    Choice,
    /// The rounding mode, by its number on x86.
    Rounding,
    /// Another rounding mode.
    SetRounding,
    /// Whether the current call is that of the function that was started.
    Outermost,
    /// Whether two ranges of bytes overlap.
    Overlap,
    /// How many bytes the block has that a pointer points into; none where it points nowhere.
    Bytes,
    /// A failed assertion.
    AssertFail,
    /// A broken rule of a library function.
    Fail,
    /// What is taken for granted of the system.
    Assumed,
    /// The system may answer in other ways, which are not looked at.
    OneAnswer,
    /// What comes next has no model.
    Unsupported,
    /// A function of numbers.
    Math(Math),
    /// A function of a dialect.
    Dialect(Dialect),
}

/// The native function of a name.
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
        "__vellum_unsupported" => Native::Unsupported,
        _ => return dialect(name).map(Native::Dialect).or_else(|| math(name).map(Native::Math)),
    })
}

/// A function of a dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Gives a value of its type.
    Nondet,
    /// Makes an object an input: pointer, bytes, name.
    MakeSymbolic,
    /// Makes an object an input: pointer, bytes.
    Havoc,
    /// An `int` from a range: from, to (exclusive), name.
    Range,
    /// An `int`: name.
    Int,
    /// Goes on only where its argument holds.
    Assume,
    /// Its argument must hold.
    Assert,
    /// Must not be called.
    Error,
    /// An unsigned number below its argument.
    Choose,
    /// Whether so many bytes can be read or written: pointer, bytes.
    Accessible(Access),
    /// So many bytes must be there: pointer, bytes.
    CheckAccess,
    /// Whether two pointers point into the same object.
    SameObject,
    /// Whether a value depends on inputs.
    IsSymbolic,
    /// One value that its argument can have.
    GetValue,
    /// Ends the path quietly.
    SilentExit,
    /// Does nothing.
    Nothing,
}

/// The function of a dialect that has a name.
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

/// A function that has a shortcut.
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

/// The shortcut for a function of the runtime.
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

/// Whether a function of `runtime/math.c` is right in every rounding mode: it is exact, or rounds by one operation, or asks
/// for the mode.
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
