/*
 * <stdlib.h> and <inttypes.h> without numbers from text (stdlib_number.c), random numbers (stdlib_random.c) and sorting
 * (stdlib_sort.c): absolute values, division, the end of the program, memory, the
 * environment.
 *
 * Relies on: __vellum_exit, __vellum_abort, __vellum_getenv. When main returns, the engine calls exit with its value,
 * if exit is linked in; if it is not, no handler can be registered, and it may end the program at once.
 *
 * Does not do: a shell (system finds none), setenv, on_exit.
 */
#include "vellum.h"

/* ---- Integers ---- */

/* The negation of the least value overflows; it is left to the check for that. */

int abs(int value)
{
    return value < 0 ? -value : value;
}

long labs(long value)
{
    return value < 0 ? -value : value;
}

long long llabs(long long value)
{
    return value < 0 ? -value : value;
}

intmax_t imaxabs(intmax_t value)
{
    return value < 0 ? -value : value;
}

/* glibc's types, under names of our own. */
typedef struct { int quot, rem; } int_division;
typedef struct { long quot, rem; } long_division;
typedef struct { long long quot, rem; } long_long_division;

int_division div(int numerator, int denominator)
{
    int_division result = {numerator / denominator, numerator % denominator};
    return result;
}

long_division ldiv(long numerator, long denominator)
{
    long_division result = {numerator / denominator, numerator % denominator};
    return result;
}

long_long_division lldiv(long long numerator, long long denominator)
{
    long_long_division result = {numerator / denominator, numerator % denominator};
    return result;
}

long_long_division imaxdiv(intmax_t numerator, intmax_t denominator)
{
    return lldiv(numerator, denominator);
}

/* ---- The end of the program ---- */

/* Functions to run at the end, the last registered first. The standard asks for room for 32. */
enum { MOST_HANDLERS = 256 };

struct handlers {
    int count;
    void (*functions[MOST_HANDLERS])(void);
};

static struct handlers at_exit;
static struct handlers at_quick_exit_handlers;

static int add_handler(struct handlers *handlers, void (*function)(void))
{
    if (handlers->count == MOST_HANDLERS)
        return -1;
    handlers->functions[handlers->count++] = function;
    return 0;
}

/* A handler may register another, which then runs next; each is taken off before it runs. */
static void run_handlers(struct handlers *handlers)
{
    while (handlers->count > 0)
        handlers->functions[--handlers->count]();
}

int atexit(void (*function)(void))
{
    return add_handler(&at_exit, function);
}

int at_quick_exit(void (*function)(void))
{
    return add_handler(&at_quick_exit_handlers, function);
}

_Noreturn void exit(int status)
{
    run_handlers(&at_exit);
    __vellum_exit(status);
}

_Noreturn void quick_exit(int status)
{
    run_handlers(&at_quick_exit_handlers);
    __vellum_exit(status);
}

_Noreturn void _Exit(int status)
{
    __vellum_exit(status);
}

_Noreturn void abort(void)
{
    __vellum_abort("abort was called");
}

/* ---- Memory ---- */

void *reallocarray(void *block, size_t count, size_t size)
{
    if (size != 0 && count > ~(size_t)0 / size) {
        *__errno_location() = ENOMEM;
        return (void *)0;
    }
    return realloc(block, count * size);
}

static int is_power_of_two(size_t number)
{
    return number != 0 && (number & (number - 1)) == 0;
}

/* Blocks are aligned for every type of the standard; the engine provides larger alignments. */
void *aligned_alloc(size_t alignment, size_t size)
{
    if (!is_power_of_two(alignment)) {
        __vellum_one_answer("an alignment that is no power of two: aligned_alloc is taken to refuse it");
        *__errno_location() = EINVAL;
        return (void *)0;
    }
    return alignment <= _Alignof(long double) ? malloc(size) : __vellum_aligned_alloc(alignment, size);
}

/* As glibc, an alignment that is no power of two is raised to one, if there is one. */
void *memalign(size_t alignment, size_t size)
{
    if (alignment > ~(size_t)0 / 2 + 1) {
        *__errno_location() = EINVAL;
        return (void *)0;
    }
    size_t power = 1;
    while (power < alignment)
        power *= 2;
    return aligned_alloc(power, size);
}

int posix_memalign(void **to, size_t alignment, size_t size)
{
    if (alignment < sizeof(void *) || !is_power_of_two(alignment))
        return EINVAL;
    void *block = aligned_alloc(alignment, size);
    if (!block)
        return ENOMEM;
    *to = block;
    return 0;
}

void *valloc(size_t size)
{
    return aligned_alloc(4096, size);
}

/* ---- The environment ---- */

/* The most bytes of a character: MB_CUR_MAX is this. */
size_t __ctype_get_mb_cur_max(void)
{
    return 1;
}

char *getenv(const char *name)
{
    return __vellum_getenv(name);
}

char *secure_getenv(const char *name)
{
    return __vellum_getenv(name);
}

/* A null command asks whether there is a shell: there is none. */
int system(const char *command)
{
    __vellum_one_answer("a shell: it is taken that there is none");
    if (!command)
        return 0;
    *__errno_location() = ENOENT;
    return -1;
}
