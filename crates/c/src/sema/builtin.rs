//! Typing of builtins, the functions that the compiler knows.
//!
//! Library functions under another name (`__builtin_memcpy`) are declared in [`prelude`], the C text that
//! every unit starts with, and become calls of the library function. The rest become instructions or constants.

use std::collections::HashSet;
use std::sync::OnceLock;

use ir::{DataModel, FitsOp, Position};

use super::{Base, Sema, Value};
use crate::tree::{BinaryOp, Builtin, Expr, ExprKind};
use crate::types::{IntKind, Type};

/// Returns the declarations, in C, of builtins that are library functions.
pub(crate) fn prelude(model: DataModel) -> String {
    let size = match model {
        DataModel::Lp64 => "unsigned long",
        DataModel::Ilp32 => "unsigned int",
    };
    let mut text = PRELUDE.replace("SIZE", size);
    for (returns, parameters, names) in MATHEMATICS {
        for name in names.split(' ') {
            for (suffix, float) in [("", "double"), ("f", "float"), ("l", "long double")] {
                let (returns, parameters) =
                    (returns.replace("REAL", float), parameters.replace("REAL", float));
                text.push_str(&format!("{returns} __builtin_{name}{suffix}({parameters});\n"));
            }
        }
    }
    text
}

/// The functions that exist for each float type: result, parameters, names.
const MATHEMATICS: [(&str, &str, &str); 9] = [
    (
        "REAL",
        "REAL",
        "sqrt cbrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10 log1p logb \
         floor ceil round trunc rint nearbyint roundeven erf erfc tgamma lgamma",
    ),
    (
        "REAL",
        "REAL, REAL",
        "pow powi atan2 fmod remainder hypot fmin fmax fdim copysign nextafter drem",
    ),
    ("REAL", "REAL, REAL, REAL", "fma"),
    ("REAL", "REAL, int", "ldexp scalbn"),
    ("REAL", "REAL, long", "scalbln"),
    ("REAL", "REAL, int *", "frexp"),
    ("REAL", "REAL, REAL *", "modf"),
    ("long", "REAL", "lround lrint"),
    ("long long", "REAL", "llround llrint"),
];

const PRELUDE: &str = r"
void *__builtin_memcpy(void *, const void *, SIZE); void *__builtin_memmove(void *, const void *, SIZE);
void *__builtin_memset(void *, int, SIZE); int __builtin_memcmp(const void *, const void *, SIZE);
void *__builtin_memchr(const void *, int, SIZE); void *__builtin_mempcpy(void *, const void *, SIZE);
SIZE __builtin_strlen(const char *); char *__builtin_strcpy(char *, const char *);
char *__builtin_strncpy(char *, const char *, SIZE); char *__builtin_strcat(char *, const char *);
char *__builtin_strncat(char *, const char *, SIZE); int __builtin_strcmp(const char *, const char *);
int __builtin_strncmp(const char *, const char *, SIZE); char *__builtin_strchr(const char *, int);
char *__builtin_strrchr(const char *, int); char *__builtin_strstr(const char *, const char *);
char *__builtin_stpcpy(char *, const char *); SIZE __builtin_strspn(const char *, const char *);
SIZE __builtin_strcspn(const char *, const char *); char *__builtin_strpbrk(const char *, const char *);
char *__builtin_strdup(const char *);
void *__builtin_malloc(SIZE); void *__builtin_calloc(SIZE, SIZE); void *__builtin_realloc(void *, SIZE);
void __builtin_free(void *);
void __builtin_abort(void) __attribute__((noreturn)); void __builtin_exit(int) __attribute__((noreturn));
void __builtin__exit(int) __attribute__((noreturn)); void __builtin_trap(void) __attribute__((noreturn));
int __builtin_abs(int); long __builtin_labs(long); long long __builtin_llabs(long long);
int __builtin_printf(const char *, ...); int __builtin_puts(const char *); int __builtin_putchar(int);
int __builtin_sprintf(char *, const char *, ...); int __builtin_snprintf(char *, SIZE, const char *, ...);
int __builtin_vsprintf(char *, const char *, __builtin_va_list); int __builtin_vprintf(const char *, __builtin_va_list);
int __builtin_vsnprintf(char *, SIZE, const char *, __builtin_va_list); int __builtin_scanf(const char *, ...);
int __builtin_sscanf(const char *, const char *, ...); int __builtin_fprintf(void *, const char *, ...);
int __builtin_vfprintf(void *, const char *, __builtin_va_list); int __builtin_fputs(const char *, void *);
int __builtin_fputc(int, void *); SIZE __builtin_fwrite(const void *, SIZE, SIZE, void *);
char *__builtin_stpncpy(char *, const char *, SIZE); char *__builtin_strndup(const char *, SIZE);
int __builtin_strcasecmp(const char *, const char *); int __builtin_strncasecmp(const char *, const char *, SIZE);
void __builtin_bzero(void *, SIZE); void __builtin_bcopy(const void *, void *, SIZE);
int __builtin_bcmp(const void *, const void *, SIZE); char *__builtin_index(const char *, int);
char *__builtin_rindex(const char *, int); long long __builtin_imaxabs(long long); int __builtin_isblank(int);
void *__builtin_aligned_alloc(SIZE, SIZE);
int __builtin_isalpha(int); int __builtin_isdigit(int); int __builtin_isspace(int); int __builtin_isupper(int);
int __builtin_islower(int); int __builtin_isalnum(int); int __builtin_isprint(int); int __builtin_ispunct(int);
int __builtin_isxdigit(int); int __builtin_iscntrl(int); int __builtin_isgraph(int);
int __builtin_tolower(int); int __builtin_toupper(int);
";

/// Returns the name of a function for the linker. A builtin that is no library function keeps its name, so that it
/// clashes with no function of the program.
pub(crate) fn linkage_name(name: &str) -> &str {
    match name {
        "__builtin_trap" => "abort",
        "__builtin_powi" => "pow",
        "__builtin_powif" => "powf",
        "__builtin_powil" => "powl",
        _ => name.strip_prefix("__builtin_").filter(|it| is_library_function(it)).unwrap_or(name),
    }
}

/// Whether the prelude declares a builtin for a library function.
fn is_library_function(name: &str) -> bool {
    static NAMES: OnceLock<HashSet<String>> = OnceLock::new();
    let names = || {
        let text = prelude(DataModel::Lp64);
        let after = text.split("__builtin_").skip(1);
        after.filter_map(|it| Some(it.split_once('(')?.0.to_owned())).collect()
    };
    NAMES.get_or_init(names).contains(name)
}

impl Sema {
    /// Types a call of a builtin that is no library function. `Err` returns the arguments if the name is unknown.
    pub(crate) fn builtin(
        &mut self,
        name: &str,
        args: Vec<Expr>,
        position: Position,
    ) -> Result<Expr, Vec<Expr>> {
        let Some(short) = name.strip_prefix("__builtin_") else {
            return match name.strip_prefix("__sync_").or_else(|| name.strip_prefix("__atomic_")) {
                Some(short) => self.atomic(short, args, position),
                None if name == "alloca" => self.plain(Builtin::Alloca(16), args, 1, position),
                None => Err(args),
            };
        };
        match short {
            "va_start" => self.va_start(args, position),
            "va_end" => self.va_list_builtin(Builtin::VaEnd, args, 1, position),
            "va_copy" => self.va_list_builtin(Builtin::VaCopy, args, 2, position),
            "alloca" => self.plain(Builtin::Alloca(16), args, 1, position),
            "alloca_with_align" | "alloca_with_align_and_max" => {
                self.aligned_alloca(args, position)
            }
            "unreachable" => self.plain(Builtin::Unreachable, args, 0, position),
            "expect" | "expect_with_probability" => self.expect(args, position),
            "constant_p" => self.constant_p(args, position),
            "object_size" | "dynamic_object_size" => self.object_size(args, position),
            "return_address" | "frame_address" | "extract_return_addr" => {
                let pointer = self.unit.types.pointer(self.unit.types.void);
                Ok(self.unit.constant(0, pointer, position))
            }
            "classify_type" => self.classify_type(args, position),
            "va_arg_pack" | "va_arg_pack_len" => Ok(self.wrong(
                position,
                "the builtin is allowed only in a function that is always inlined",
            )),
            "prefetch" | "__clear_cache" => {
                self.plain(Builtin::Nothing, args, usize::MAX, position)
            }
            "assume_aligned" => self.assume_aligned(args, position),
            _ => match checked_function(short) {
                Some((plain, surplus)) => self.checked_call(plain, surplus, args, position),
                None => self.numeric_builtin(short, args, position),
            },
        }
    }

    /// Types `__builtin___memcpy_chk` and the like as the plain function, without the arguments for the size of the target.
    fn checked_call(
        &mut self,
        plain: &str,
        surplus: std::ops::Range<usize>,
        mut args: Vec<Expr>,
        position: Position,
    ) -> Result<Expr, Vec<Expr>> {
        if args.len() < surplus.end {
            return Ok(self.wrong(position, "the builtin takes more arguments"));
        }
        let dropped: Vec<Expr> = args.drain(surplus).collect();
        let name = self.unit.names.intern(&format!("__builtin_{plain}"));
        let callee = self.name(name, true, position);
        let mut call = self.call(callee, args, position);
        for arg in dropped.into_iter().rev() {
            if self.unit.eval(&arg).is_none() {
                call = self.comma(arg, call, position);
            }
        }
        Ok(call)
    }

    /// Types `alloca_with_align(size, bits)`; the alignment is a constant.
    fn aligned_alloca(&mut self, args: Vec<Expr>, position: Position) -> Result<Expr, Vec<Expr>> {
        let bits = args.get(1).and_then(|arg| self.unit.eval_int(arg));
        let align = bits.and_then(|bits| u32::try_from(bits / 8).ok());
        match align.filter(|align| align.is_power_of_two() && *align <= 1 << 28) {
            Some(align) => {
                let size = args.into_iter().take(1).collect();
                self.plain(Builtin::Alloca(align.max(16)), size, 1, position)
            }
            None => Ok(self.wrong(position, "an alignment must be a power of two")),
        }
    }

    /// Types `classify_type`: the class of a type, as gcc numbers them.
    fn classify_type(&mut self, args: Vec<Expr>, position: Position) -> Result<Expr, Vec<Expr>> {
        let Some(arg) = args.into_iter().next() else {
            return Ok(self.wrong(position, "the builtin takes one argument"));
        };
        let ty = self.rvalue(arg).ty.ty;
        let types = &self.unit.types;
        let class = if types.is_void(ty) {
            0
        } else if types.is_integer(ty) {
            1
        } else if types.is_pointer(ty) {
            5
        } else if types.float_kind(ty).is_some() {
            8
        } else {
            let union = types.record_id(ty).is_some_and(|id| types.record(id).is_union);
            if union { 13 } else { 12 }
        };
        Ok(self.int(class, position))
    }

    fn numeric_builtin(
        &mut self,
        name: &str,
        args: Vec<Expr>,
        position: Position,
    ) -> Result<Expr, Vec<Expr>> {
        if let Some(result) = self.bit_builtin(name, &args, position) {
            return Ok(result);
        }
        let op = match name
            .trim_start_matches(['s', 'u'])
            .trim_end_matches("_p")
            .trim_end_matches("_overflow")
            .trim_end_matches('l')
        {
            // Stripping `s` and `u` leaves `b` of `sub` and of its signed and unsigned variants.
            "add" => Some(FitsOp::Add),
            "b" => Some(FitsOp::Sub),
            "mu" if name.contains("mul") => Some(FitsOp::Mul),
            _ => None,
        };
        if let Some(op) = op.filter(|_| name.ends_with("_overflow")) {
            return self.overflow_builtin(op, args, position);
        }
        if let Some(op) = op.filter(|_| name.ends_with("_overflow_p")) {
            return self.overflow_test(op, args, position);
        }
        self.float_builtin(name, args, position)
    }

    /// Checks the number of arguments (`usize::MAX` means any).
    fn counted(&mut self, args: &[Expr], count: usize, position: Position) -> bool {
        let fine = count == usize::MAX || args.len() == count;
        if !fine {
            self.error(position, format!("the builtin takes {count} arguments"));
        }
        fine && !args.iter().any(|arg| self.is_error(arg))
    }

    /// Types a builtin whose arguments are rvalues.
    pub(super) fn plain(
        &mut self,
        builtin: Builtin,
        args: Vec<Expr>,
        count: usize,
        position: Position,
    ) -> Result<Expr, Vec<Expr>> {
        if !self.counted(&args, count, position) {
            return Ok(self.error_expr(position));
        }
        let mut args: Vec<Expr> = args.into_iter().map(|arg| self.rvalue(arg)).collect();
        let ty = match builtin {
            Builtin::Alloca(_) => {
                let size = self.unit.types.size_type();
                args = args
                    .into_iter()
                    .map(|arg| self.assign_convert(arg, size.into(), "the size"))
                    .collect();
                self.unit.types.pointer(self.unit.types.void)
            }
            _ => self.unit.types.void,
        };
        Ok(self.make(ExprKind::Builtin(builtin, args), ty, position))
    }

    fn va_start(&mut self, mut args: Vec<Expr>, position: Position) -> Result<Expr, Vec<Expr>> {
        if !self.function.as_ref().is_some_and(|function| function.variadic) {
            return Ok(self.wrong(position, "va_start in a function without variable arguments"));
        }
        args.truncate(1);
        self.va_list_builtin(Builtin::VaStart, args, 1, position)
    }

    fn va_list_builtin(
        &mut self,
        builtin: Builtin,
        args: Vec<Expr>,
        count: usize,
        position: Position,
    ) -> Result<Expr, Vec<Expr>> {
        if !self.counted(&args, count, position) {
            return Ok(self.error_expr(position));
        }
        let args = args.into_iter().map(|arg| self.rvalue(arg)).collect();
        let void = self.unit.types.void;
        Ok(self.make(ExprKind::Builtin(builtin, args), void, position))
    }

    fn expect(&mut self, args: Vec<Expr>, position: Position) -> Result<Expr, Vec<Expr>> {
        let mut args = args.into_iter();
        let (Some(first), Some(expected)) = (args.next(), args.next()) else {
            return Ok(self.wrong(position, "the builtin takes two arguments"));
        };
        let long = self.unit.types.int(IntKind::Long);
        let value = self.assign_convert(first, long.into(), "the condition");
        if self.unit.eval(&expected).is_some() {
            return Ok(value);
        }
        // An expected value that is not constant is evaluated too.
        Ok(self.comma(expected, value, position))
    }

    fn constant_p(&mut self, args: Vec<Expr>, position: Position) -> Result<Expr, Vec<Expr>> {
        // As in gcc without optimisation: numbers, and the start of a string.
        let value = args.into_iter().next().map(|arg| self.rvalue(arg));
        let known = match value.and_then(|value| self.unit.eval(&value)) {
            Some(Value::Bits(_) | Value::Address(Base::Str(_), 0)) => true,
            Some(Value::Address(..)) | None => false,
        };
        Ok(self.int(i128::from(known), position))
    }

    /// Types `object_size`: the size of the object behind a pointer, as gcc computes it without optimisation. The argument is not
    /// evaluated.
    fn object_size(&mut self, args: Vec<Expr>, position: Position) -> Result<Expr, Vec<Expr>> {
        let mut args = args.into_iter();
        let pointer = args.next().map(|arg| self.rvalue(arg));
        let mode = args.next().and_then(|arg| self.unit.eval_int(&arg)).unwrap_or(0);
        let unknown = if mode & 2 == 0 { -1 } else { 0 };
        let found = pointer.and_then(|pointer| self.unit.object_size(&pointer, mode & 1 == 1));
        let size = self.unit.types.size_type();
        Ok(self.unit.constant(found.map_or(unknown, i128::from), size, position))
    }

    fn assume_aligned(&mut self, args: Vec<Expr>, position: Position) -> Result<Expr, Vec<Expr>> {
        let Some(first) = args.into_iter().next() else {
            return Ok(self.wrong(position, "the builtin takes two arguments"));
        };
        let pointer = self.unit.types.pointer(self.unit.types.void);
        Ok(self.assign_convert(first, pointer.into(), "the pointer"))
    }

    fn bit_builtin(&mut self, name: &str, args: &[Expr], position: Position) -> Option<Expr> {
        use ir::UnaryOp::{LeadingZeros, Ones, SwapBytes, TrailingZeros};
        let swap = |kind| Some((Builtin::Bits(SwapBytes), kind));
        let known = match name {
            "bswap16" => swap(IntKind::UShort),
            "bswap32" => swap(IntKind::UInt),
            "bswap64" => swap(IntKind::ULongLong),
            _ => None,
        };
        let (builtin, kind) = known.or_else(|| {
            let (stem, kind) = if let Some(stem) = name.strip_suffix("ll") {
                (stem, IntKind::ULongLong)
            } else if let Some(stem) = name.strip_suffix('l') {
                (stem, IntKind::ULong)
            } else {
                (name, IntKind::UInt)
            };
            let builtin = match stem {
                "clz" => Builtin::Bits(LeadingZeros),
                "ctz" => Builtin::Bits(TrailingZeros),
                "popcount" => Builtin::Bits(Ones),
                "ffs" => Builtin::FindFirstSet,
                "parity" => Builtin::Parity,
                "clrsb" => Builtin::SignCopies,
                _ => return None,
            };
            Some((builtin, kind))
        })?;
        if !self.counted(args, 1, position) {
            return Some(self.error_expr(position));
        }
        let operand_type = self.unit.types.int(kind);
        let operand = self.assign_convert(args[0].clone(), operand_type.into(), "the operand");
        let result = if builtin == Builtin::Bits(SwapBytes) {
            operand_type
        } else {
            self.unit.types.int(IntKind::Int)
        };
        Some(self.make(ExprKind::Builtin(builtin, vec![operand]), result, position))
    }

    fn overflow_builtin(
        &mut self,
        op: FitsOp,
        args: Vec<Expr>,
        position: Position,
    ) -> Result<Expr, Vec<Expr>> {
        if !self.counted(&args, 3, position) {
            return Ok(self.error_expr(position));
        }
        let args: Vec<Expr> = args.into_iter().map(|arg| self.rvalue(arg)).collect();
        let types = &self.unit.types;
        let target = types.pointee(args[2].ty.ty).is_some_and(|to| types.int_kind(to.ty).is_some());
        if !target || !types.is_integer(args[0].ty.ty) || !types.is_integer(args[1].ty.ty) {
            return Ok(
                self.wrong(position, "the builtin takes two integers and a pointer to an integer")
            );
        }
        let bool_type = self.unit.types.bool;
        Ok(self.make(ExprKind::Builtin(Builtin::Overflow(op), args), bool_type, position))
    }

    /// Types `add_overflow_p(a, b, c)`: whether the result overflows the type of `c`.
    fn overflow_test(
        &mut self,
        op: FitsOp,
        args: Vec<Expr>,
        position: Position,
    ) -> Result<Expr, Vec<Expr>> {
        if !self.counted(&args, 3, position) {
            return Ok(self.error_expr(position));
        }
        let args: Vec<Expr> = args.into_iter().map(|arg| self.rvalue(arg)).collect();
        if !args.iter().all(|arg| self.unit.types.is_integer(arg.ty.ty)) {
            return Ok(self.wrong(position, "the builtin takes three integers"));
        }
        let bool_type = self.unit.types.bool;
        Ok(self.make(ExprKind::Builtin(Builtin::OverflowTest(op), args), bool_type, position))
    }

    fn float_builtin(
        &mut self,
        name: &str,
        args: Vec<Expr>,
        position: Position,
    ) -> Result<Expr, Vec<Expr>> {
        let types = &self.unit.types;
        let suffixed = |stem: &str| match name.strip_prefix(stem) {
            Some("") => Some(types.double),
            Some("f") => Some(types.float),
            Some("l") => Some(types.long_double),
            _ => None,
        };
        if let Some(ty) = suffixed("inf").or_else(|| suffixed("huge_val")) {
            return Ok(self.float_constant(ty, "inf", position));
        }
        if let Some(ty) = suffixed("nan").or_else(|| suffixed("nans")) {
            return Ok(self.float_constant(ty, "nan", position));
        }
        if let Some(ty) = suffixed("fabs") {
            if !self.counted(&args, 1, position) {
                return Ok(self.error_expr(position));
            }
            let args = args
                .into_iter()
                .map(|arg| self.assign_convert(arg, ty.into(), "the operand"))
                .collect();
            return Ok(self.make(ExprKind::Builtin(Builtin::FloatAbs, args), ty, position));
        }
        let one = |builtin| Some((builtin, 1));
        let two = |builtin| Some((builtin, 2));
        let classified = match name {
            "isnan" | "isnanf" | "isnanl" => one(Builtin::Unordered),
            "isinf" | "isinff" | "isinfl" => one(Builtin::IsInfinite),
            "isinf_sign" => one(Builtin::InfinitySign),
            "isnormal" => one(Builtin::IsNormal),
            "islessgreater" => two(Builtin::LessGreater),
            "fpclassify" => return self.float_class(args, position),
            "isfinite" | "finite" | "finitef" | "finitel" => one(Builtin::IsFinite),
            "signbit" | "signbitf" | "signbitl" => one(Builtin::SignBit),
            "isunordered" => two(Builtin::Unordered),
            "isgreater" => two(Builtin::FloatCompare(BinaryOp::Gt)),
            "isgreaterequal" => two(Builtin::FloatCompare(BinaryOp::Ge)),
            "isless" => two(Builtin::FloatCompare(BinaryOp::Lt)),
            "islessequal" => two(Builtin::FloatCompare(BinaryOp::Le)),
            _ => None,
        };
        let Some((builtin, count)) = classified else {
            return Err(args);
        };
        if !self.counted(&args, count, position) {
            return Ok(self.error_expr(position));
        }
        self.classify(builtin, args, position)
    }

    /// Types a classification or comparison of floats; lowering passes a single operand twice to a comparison.
    fn classify(
        &mut self,
        builtin: Builtin,
        args: Vec<Expr>,
        position: Position,
    ) -> Result<Expr, Vec<Expr>> {
        let mut args: Vec<Expr> = args.into_iter().map(|arg| self.rvalue(arg)).collect();
        for arg in &mut args {
            if self.unit.types.is_integer(arg.ty.ty) {
                let double = self.unit.types.double;
                *arg = self.convert(arg.clone(), double);
            }
            if self.unit.types.float_kind(arg.ty.ty).is_none() {
                return Ok(self.wrong(position, "the builtin takes a float"));
            }
        }
        if let [a, b] = &args[..] {
            let (a, b) = self.usual(a.clone(), b.clone());
            args = vec![a, b];
        }
        let int = self.unit.types.int(IntKind::Int);
        Ok(self.make(ExprKind::Builtin(builtin, args), int, position))
    }

    /// Types `fpclassify(nan, infinite, normal, subnormal, zero, x)`.
    fn float_class(&mut self, mut args: Vec<Expr>, position: Position) -> Result<Expr, Vec<Expr>> {
        if !self.counted(&args, 6, position) {
            return Ok(self.error_expr(position));
        }
        let value = args.pop().map(|arg| self.rvalue(arg));
        let Some(value) = value.filter(|arg| self.unit.types.float_kind(arg.ty.ty).is_some())
        else {
            return Ok(self.wrong(position, "the builtin takes a float"));
        };
        let int = self.unit.types.int(IntKind::Int);
        let mut all = vec![value];
        for arg in args {
            all.push(self.assign_convert(arg, int.into(), "the class"));
        }
        Ok(self.make(ExprKind::Builtin(Builtin::FloatClass, all), int, position))
    }

    fn float_constant(&mut self, ty: Type, text: &str, position: Position) -> Expr {
        let scalar = self.unit.scalar(ty).unwrap_or(ir::Ty::F64);
        match ir::eval::parse_float(scalar, text) {
            Some(bits) => Expr { kind: ExprKind::Const(bits), ty: ty.into(), position, depth: 1 },
            None => self.wrong(position, "the float constant is malformed"),
        }
    }
}

/// Returns the plain function of `__memcpy_chk` and the like, and the positions of the additional arguments.
fn checked_function(short: &str) -> Option<(&str, std::ops::Range<usize>)> {
    let plain = short.strip_prefix("__")?.strip_suffix("_chk")?;
    let surplus = match plain {
        "printf" | "vprintf" => 0..1,
        "fprintf" | "vfprintf" => 1..2,
        "sprintf" | "vsprintf" => 1..3,
        "snprintf" | "vsnprintf" => 2..4,
        "strcpy" | "stpcpy" | "strcat" => 2..3,
        "memcpy" | "memmove" | "mempcpy" | "memset" | "strncpy" | "stpncpy" | "strncat" => 3..4,
        _ => return None,
    };
    Some((plain, surplus))
}
