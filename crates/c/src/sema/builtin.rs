//! Functions that the compiler itself knows.
//!
//! Those that are library functions under another name (`__builtin_memcpy`) are declared by [`prelude`], a piece of C that
//! every unit starts with, and become calls of the library function. The rest become instructions or constants here.

use ir::{DataModel, FitsOp, Position};

use super::Sema;
use crate::tree::{BinaryOp, Builtin, Expr, ExprKind};
use crate::types::{IntKind, Type};

/// Declarations of library functions that have a builtin, in C.
pub(crate) fn prelude(model: DataModel) -> String {
    let size = match model {
        DataModel::Lp64 => "unsigned long",
        DataModel::Ilp32 => "unsigned int",
    };
    PRELUDE.replace("SIZE", size)
}

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
int __builtin_sscanf(const char *, const char *, ...);
int __builtin_isalpha(int); int __builtin_isdigit(int); int __builtin_isspace(int); int __builtin_isupper(int);
int __builtin_islower(int); int __builtin_isalnum(int); int __builtin_isprint(int); int __builtin_ispunct(int);
int __builtin_isxdigit(int); int __builtin_iscntrl(int); int __builtin_isgraph(int);
int __builtin_tolower(int); int __builtin_toupper(int);
double __builtin_sqrt(double); double __builtin_sin(double); double __builtin_cos(double); double __builtin_tan(double);
double __builtin_exp(double); double __builtin_log(double); double __builtin_log10(double); double __builtin_log2(double);
double __builtin_pow(double, double); double __builtin_floor(double); double __builtin_ceil(double);
double __builtin_fmod(double, double); double __builtin_round(double); double __builtin_trunc(double);
double __builtin_atan(double); double __builtin_atan2(double, double); double __builtin_asin(double);
double __builtin_acos(double); double __builtin_fmin(double, double); double __builtin_fmax(double, double);
double __builtin_copysign(double, double); double __builtin_rint(double); double __builtin_ldexp(double, int);
float __builtin_sqrtf(float); float __builtin_floorf(float); float __builtin_ceilf(float); float __builtin_powf(float, float);
float __builtin_copysignf(float, float); float __builtin_fminf(float, float); float __builtin_fmaxf(float, float);
long double __builtin_sqrtl(long double); long double __builtin_copysignl(long double, long double);
";

/// The name under which the linker knows a function.
pub(crate) fn linkage_name(name: &str) -> &str {
    match name {
        "__builtin_trap" => "abort",
        _ => name.strip_prefix("__builtin_").unwrap_or(name),
    }
}

impl Sema {
    /// A call of a builtin that is no library function. `Err` gives the arguments back if the name is none.
    pub(crate) fn builtin(
        &mut self,
        name: &str,
        args: Vec<Expr>,
        position: Position,
    ) -> Result<Expr, Vec<Expr>> {
        let Some(short) = name.strip_prefix("__builtin_") else {
            return match name.strip_prefix("__sync_").or_else(|| name.strip_prefix("__atomic_")) {
                Some(short) => self.atomic(short, args, position),
                None if name == "alloca" => self.plain(Builtin::Alloca, args, 1, position),
                None => Err(args),
            };
        };
        match short {
            "va_start" => self.va_start(args, position),
            "va_end" => self.va_list_builtin(Builtin::VaEnd, args, 1, position),
            "va_copy" => self.va_list_builtin(Builtin::VaCopy, args, 2, position),
            "alloca" => self.plain(Builtin::Alloca, args, 1, position),
            "unreachable" => self.plain(Builtin::Unreachable, args, 0, position),
            "expect" | "expect_with_probability" => self.expect(args, position),
            "constant_p" => self.constant_p(args, position),
            "object_size" | "dynamic_object_size" => self.object_size(args, position),
            "return_address" | "frame_address" | "extract_return_addr" => {
                let pointer = self.unit.types.pointer(self.unit.types.void);
                Ok(self.unit.constant(0, pointer, position))
            }
            "prefetch" => self.plain(Builtin::Nothing, args, usize::MAX, position),
            "assume_aligned" => self.assume_aligned(args, position),
            _ => self.numeric_builtin(short, args, position),
        }
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

    /// A builtin whose arguments are plain values.
    fn plain(
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
            Builtin::Alloca => {
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
        let Some(first) = args.into_iter().next() else {
            return Ok(self.wrong(position, "the builtin takes two arguments"));
        };
        let long = self.unit.types.int(IntKind::Long);
        Ok(self.assign_convert(first, long.into(), "the condition"))
    }

    fn constant_p(&mut self, args: Vec<Expr>, position: Position) -> Result<Expr, Vec<Expr>> {
        let known = args.first().is_some_and(|arg| self.unit.eval(arg).is_some());
        Ok(self.int(i128::from(known), position))
    }

    /// Never known here: the answer that makes callers do nothing special.
    fn object_size(&mut self, args: Vec<Expr>, position: Position) -> Result<Expr, Vec<Expr>> {
        let mode = args.get(1).and_then(|arg| self.unit.eval_int(arg)).unwrap_or(0);
        let size = self.unit.types.size_type();
        Ok(self.unit.constant(if mode & 2 == 0 { -1 } else { 0 }, size, position))
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
        if let Some(ty) = suffixed("nan") {
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
            "isinf" | "isinff" | "isinfl" | "isinf_sign" => one(Builtin::IsInfinite),
            "isfinite" | "finite" | "finitef" | "finitel" => one(Builtin::IsFinite),
            "signbit" | "signbitf" | "signbitl" => one(Builtin::SignBit),
            "isunordered" => two(Builtin::Unordered),
            "isgreater" => two(Builtin::FloatCompare(BinaryOp::Gt)),
            "isgreaterequal" => two(Builtin::FloatCompare(BinaryOp::Ge)),
            "isless" => two(Builtin::FloatCompare(BinaryOp::Lt)),
            "islessequal" => two(Builtin::FloatCompare(BinaryOp::Le)),
            _ => None,
        };
        let Some((builtin, count)) = classified else { return Err(args) };
        if !self.counted(&args, count, position) {
            return Ok(self.error_expr(position));
        }
        self.classify(builtin, args, position)
    }

    /// The operands in one float type; a single one is passed twice to a comparison.
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

    fn float_constant(&mut self, ty: Type, text: &str, position: Position) -> Expr {
        let scalar = self.unit.scalar(ty).unwrap_or(ir::Ty::F64);
        match ir::eval::parse_float(scalar, text) {
            Some(bits) => Expr { kind: ExprKind::Const(bits), ty: ty.into(), position, depth: 1 },
            None => self.wrong(position, "the float constant is malformed"),
        }
    }

    /// `__sync_*` and `__atomic_*`, as they act in one thread.
    fn atomic(
        &mut self,
        name: &str,
        args: Vec<Expr>,
        position: Position,
    ) -> Result<Expr, Vec<Expr>> {
        if matches!(name, "synchronize" | "thread_fence" | "signal_fence") {
            return self.plain(Builtin::Nothing, args, usize::MAX, position);
        }
        let Some(first) = args.first() else { return Err(args) };
        let pointer = self.rvalue(first.clone());
        let Some(to) = self.unit.types.pointee(pointer.ty.ty) else { return Err(args) };
        if !self.unit.types.is_scalar(to.ty) {
            return Err(args);
        }
        let operand = |sema: &mut Sema, index: usize| {
            args.get(index)
                .cloned()
                .map(|arg| sema.assign_convert(arg, to.ty.into(), "the operand"))
        };
        match name {
            "load_n" => {
                let lvalue = self.deref(pointer, position);
                Ok(self.rvalue(lvalue))
            }
            "store_n" | "lock_release" => {
                let value = operand(self, 1).unwrap_or_else(|| self.int(0, position));
                let lvalue = self.deref(pointer, position);
                let assign = self.assign(lvalue, value, position);
                let void = self.unit.types.void;
                Ok(self.cast(assign, void.into(), position))
            }
            "lock_test_and_set" | "exchange_n" => {
                let Some(value) = operand(self, 1) else { return Err(args) };
                Ok(self.make(
                    ExprKind::Builtin(Builtin::Exchange, vec![pointer, value]),
                    to.ty,
                    position,
                ))
            }
            "bool_compare_and_swap" | "val_compare_and_swap" => {
                let (Some(old), Some(new)) = (operand(self, 1), operand(self, 2)) else {
                    return Err(args);
                };
                let as_bool = name.starts_with("bool");
                let ty = if as_bool { self.unit.types.bool } else { to.ty };
                let builtin = Builtin::CompareSwap { as_bool };
                Ok(self.make(ExprKind::Builtin(builtin, vec![pointer, old, new]), ty, position))
            }
            _ => {
                let (new, op) = if let Some(op) =
                    name.strip_prefix("fetch_and_").or(name.strip_prefix("fetch_"))
                {
                    (false, op)
                } else if let Some(op) =
                    name.strip_suffix("_and_fetch").or(name.strip_suffix("_fetch"))
                {
                    (true, op)
                } else {
                    return Err(args);
                };
                let (op, nand) = match op {
                    "add" => (BinaryOp::Add, false),
                    "sub" => (BinaryOp::Sub, false),
                    "and" => (BinaryOp::And, false),
                    "or" => (BinaryOp::Or, false),
                    "xor" => (BinaryOp::Xor, false),
                    "nand" => (BinaryOp::And, true),
                    _ => return Err(args),
                };
                let Some(value) = operand(self, 1).filter(|_| self.unit.types.is_integer(to.ty))
                else {
                    return Err(args);
                };
                let builtin = Builtin::FetchOp { op, nand, new };
                Ok(self.make(ExprKind::Builtin(builtin, vec![pointer, value]), to.ty, position))
            }
        }
    }
}
