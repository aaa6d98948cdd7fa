/*
 * What the files of runtime/ share: types, what the engine provides, and the few helpers that cross a file.
 *
 * There is no preprocessor directive in this header, and the only one in each file of runtime/ is the line that
 * includes it. So Vellum can read its runtime without a preprocessor, by putting this text in front of each file, and
 * the same text serves both data models (lp64, ilp32): sizes come from `sizeof`, never from a macro.
 *
 * Rules for code in runtime/:
 *  - It runs concretely and symbolically. A branch on data may become two paths, so where a result can be computed
 *    without a branch it is (ctype, digits of a number, memcmp); where the meaning asks for an early exit, there is one
 *    (strlen, strcmp).
 *  - No undefined behaviour for arguments that the standard allows. For others, the faulty access happens here and the
 *    engine reports it at the caller; what no access would show is reported by __vellum_fail.
 *  - Names that are not of the standard begin with __vellum_ or are static, so that no program's names are taken. A
 *    function of ISO C calls only such names, other functions of ISO C, and str... and mem..., which ISO C reserves: a
 *    program may have a `random` or a `read` of its own.
 */

typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ptrdiff_t;
typedef ptrdiff_t ssize_t;
typedef size_t uintptr_t;
typedef long long intmax_t;
typedef unsigned long long uintmax_t;
typedef int wchar_t;
typedef long time_t;
typedef __builtin_va_list va_list;

enum { INT_MAX = (int)(~0u >> 1), EOF = -1 };

/* errno values that the runtime sets, numbered as on Linux. */
enum {
    ENOENT = 2,
    EBADF = 9,
    ENOMEM = 12,
    EINVAL = 22,
    ESPIPE = 29,
    ERANGE = 34,
    EOVERFLOW = 75,
    EILSEQ = 84
};

/* ---- Intrinsics: the engine provides these ---- */

/*
 * Appends `length` bytes to what the program writes to file descriptor `fd`: 1 is standard output, 2 is standard error;
 * no other number is passed. Never fails, and keeps the order of all calls. `length` may be 0; then `bytes` is not
 * looked at. All bytes must be readable and initialised; the engine checks it as for a load. Bytes and length may be
 * symbolic, and so may the offset in `bytes`: a printed number whose digits are not known has a symbolic length.
 */
void __vellum_write(int fd, const void *bytes, size_t length);

/* The next byte of standard input, 0 to 255, or -1 at its end. After the end it keeps answering -1. */
int __vellum_read(void);

/* Flags of __vellum_format_float and of printf's own formatter. */
enum {
    __VELLUM_LEFT = 1,       /* '-' */
    __VELLUM_PLUS = 2,       /* '+' */
    __VELLUM_SPACE = 4,      /* ' ' */
    __VELLUM_ALTERNATE = 8,  /* '#' */
    __VELLUM_ZERO = 16,      /* '0' */
    __VELLUM_LONG_DOUBLE = 32 /* the argument was a long double (matters to %a: the leading digit differs) */
};

/*
 * Formats `value` as printf does for the one conversion %<flags><width>.<precision><conversion>, in the C locale,
 * rounding half to even on the exact value. `conversion` is one of f F e E g G a A. `width` >= 0 (0: none), `precision`
 * >= -1 (-1: none given). Writes the first `room` bytes of the text to `to`, no terminator, and returns the length of
 * the whole text, which may exceed `room`; with room 0, `to` is not looked at.
 */
size_t __vellum_format_float(char *to, size_t room, char conversion, int flags, int width, int precision,
                             long double value);

/* The format that __vellum_parse_float rounds to. */
enum { __VELLUM_FLOAT = 0, __VELLUM_DOUBLE = 1, __VELLUM_LONG_DOUBLE_KIND = 2 };

/*
 * The value of text[0 .. length), rounded once, to nearest even, to the format `kind`. The text has been checked: it is
 * [+-] and then one of: decimal digits with at most one '.', at least one digit and an optional exponent e[+-]digits;
 * 0x and hexadecimal digits likewise with an optional exponent p[+-]digits; inf; infinity; nan; nan(letters, digits,
 * _). Letters have either case. Too large gives an infinity, too small a zero, with the sign of the text. There is no
 * terminator after it.
 */
long double __vellum_parse_float(const char *text, size_t length, int kind);

/*
 * Ends the program with this status. No handler runs: exit has run them. A leak check at the end of the program happens
 * here.
 */
_Noreturn void __vellum_exit(int status);

/*
 * Ends the program as abort does (SIGABRT, status 134 in a shell). `why` is for the report; it is not a finding by
 * itself.
 */
_Noreturn void __vellum_abort(const char *why);

/*
 * A precondition of a library function is violated: a finding at the nearest caller outside runtime/. `message` is a
 * constant string such as "strcpy: source and destination overlap". The path ends.
 */
_Noreturn void __vellum_fail(const char *message);

/* An assertion failed: a finding at the caller. `function` may be null. The path ends. */
_Noreturn void __vellum_assert_fail(const char *expression, const char *file, unsigned line, const char *function);

/*
 * The value of an environment variable, a string that lives as long as the program, or null. Always null if the engine
 * has no environment.
 */
char *__vellum_getenv(const char *name);

/*
 * What comes now takes something for granted of the system that hardly any program depends on: `what` says it, in a
 * constant string. An exploration says so beside its verdict.
 */
void __vellum_assumed(const char *what);

/*
 * What comes now is one answer of the system of several, and programs depend on which: `what` says what is not looked
 * at, in a constant string. An exploration that comes here goes on, but cannot say that it saw everything.
 */
void __vellum_one_answer(const char *what);

/* A call fails because programs have no files: `vellum run` says so, by the name of the function and of the file. */
void __vellum_no_file(const char *call, const char *path);

/* What comes now is not supported: `what` says it, in a constant string. The path ends. */
_Noreturn void __vellum_unsupported(const char *what);

/* As malloc, at a multiple of `alignment`, which is a power of two. */
void *__vellum_aligned_alloc(size_t alignment, size_t size);

/*
 * Whether [one, one + length) and [other, other + other_length) share a byte. Not by comparing addresses: the order of
 * two blocks is unspecified.
 */
int __vellum_overlap(const void *one, size_t length, const void *other, size_t other_length);

/* Seconds since 1970. The engine may give a constant; it must not decrease. */
long long __vellum_time(void);

/* Whether what the system chooses is an input, so that any choice is looked at; if not, one choice is to be made. */
int __vellum_chooses(void);

/* A number from 0 to `bound` - 1 that the system chooses. Only where __vellum_chooses. */
long long __vellum_choice(long long bound);

/* Goes on only where this holds. */
void __vellum_assume(int holds);

/* The rounding mode, as <fenv.h> of x86 numbers them: 0, 0x400, 0x800 or 0xc00. */
int __vellum_rounding(void);
void __vellum_set_rounding(int mode);


/* ---- Library functions that the engine provides itself ---- */

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
void free(void *block);

/* With symbolic lengths, without a loop; memcpy reports overlap. */
void *memcpy(void *to, const void *from, size_t length);
void *memmove(void *to, const void *from, size_t length);
void *memset(void *to, int byte, size_t length);

/* ---- Helpers that cross a file ---- */

int *__errno_location(void);

/*
 * Reports __vellum_fail(message) if [to, to + to_length) and [from, from + from_length) share a byte. (string.c)
 */
void __vellum_check_overlap(const void *to, size_t to_length, const void *from, size_t from_length,
                            const char *message);

/*
 * An integer being read, one character at a time: [+-] [0x | 0] digits, after any white space. strtol and scanf share
 * it. Begin with everything zero but `base` (0, 2 .. 36) and `binary`. (stdlib_number.c)
 */
struct __vellum_integer {
    int base;                     /* as requested; 0 is replaced once the prefix is known */
    int binary;                   /* whether 0b is a prefix for bases 0 and 2, as C23 has it */
    int state;                    /* where in the grammar; private to __vellum_integer_push */
    int negative;
    int digits;                   /* whether there was a digit, so that this is a number */
    int prefix_only;              /* whether the last character is the x of a 0x that no digit followed yet */
    int overflow;                 /* whether the magnitude left unsigned long long */
    unsigned long long magnitude;
};

/* Takes the character into the number and returns 1, or returns 0 if it cannot continue it. */
int __vellum_integer_push(struct __vellum_integer *number, int character);

/*
 * The value, clamped to [-max - 1, max] or [0, max] with errno set to ERANGE; a negative unsigned wraps, as for
 * strtoul.
 */
long long __vellum_integer_signed(const struct __vellum_integer *number, unsigned long long max);
unsigned long long __vellum_integer_unsigned(const struct __vellum_integer *number, unsigned long long max);

/* A floating-point number being read, one character at a time. Begin with everything zero. (stdlib_number.c) */
struct __vellum_float {
    int state;           /* where in the grammar; private to __vellum_float_push */
    int letters;         /* how much of inf, infinity or nan was seen */
    int open_end;        /* whether it ends in an exponent without digits, or is 0x. */
    size_t length;       /* the characters taken */
    size_t accepted;     /* the length of the longest beginning that is a number, 0 if none */
};

int __vellum_float_push(struct __vellum_float *number, int character);

/* Only stdio.c knows what is behind it. The tag is glibc's, so that programs and runtime mean the same type. */
typedef struct _IO_FILE FILE;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;

/* Sets errno and gives -1, for a descriptor that is closed, or none that is meant for this: nothing is known behind it.
 * (errno.c) */
int __vellum_other_descriptor(int fd);

/* Whether a descriptor, 0, 1 or 2, was closed by the program; and what closes it. (errno.c) */
int __vellum_is_closed(int fd);
void __vellum_close(int fd);

/* The descriptor that the output to a stream goes to, or -1: then the stream has an error from now on. (stdio.c) */
int __vellum_output(FILE *file);

/* Library functions of one file that another calls. */
int isalnum(int character);
int isalpha(int character);
int isblank(int character);
int iscntrl(int character);
int isdigit(int character);
int isgraph(int character);
int islower(int character);
int isprint(int character);
int ispunct(int character);
int isspace(int character);
int isupper(int character);
int isxdigit(int character);
int tolower(int character);
int toupper(int character);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t limit);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t length);
char *stpcpy(char *to, const char *from);
char *stpncpy(char *to, const char *from, size_t length);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t length);
char *strchr(const char *text, int character);
char *strrchr(const char *text, int character);
int strcmp(const char *left, const char *right);
int strncmp(const char *left, const char *right, size_t length);
int memcmp(const void *left, const void *right, size_t length);
void *memchr(const void *block, int byte, size_t length);
void *mempcpy(void *to, const void *from, size_t length);
char *strerror(int number);
_Noreturn void abort(void);
int fgetc(FILE *file);
int ungetc(int character, FILE *file);
char *fgets(char *to, int size, FILE *file);
size_t fread(void *to, size_t size, size_t count, FILE *file);
ssize_t read(int fd, void *to, size_t length);
int fprintf(FILE *file, const char *format, ...);
int vfprintf(FILE *file, const char *format, va_list arguments);
int vdprintf(int fd, const char *format, va_list arguments);
int vsnprintf(char *to, size_t size, const char *format, va_list arguments);
int vsprintf(char *to, const char *format, va_list arguments);
int vasprintf(char **to, const char *format, va_list arguments);
