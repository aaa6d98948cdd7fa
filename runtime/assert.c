/*
 * <assert.h>: what the macro `assert` of glibc's headers calls. The engine makes the finding.
 */
#include "vellum.h"

_Noreturn void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    __vellum_assert_fail(expression, file, line, function);
}

_Noreturn void __assert_perror_fail(int number, const char *file, unsigned line, const char *function)
{
    __vellum_assert_fail(strerror(number), file, line, function);
}

_Noreturn void __assert(const char *expression, const char *file, int line)
{
    __vellum_assert_fail(expression, file, (unsigned)line, (const char *)0);
}
