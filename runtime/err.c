/*
 * <err.h>: messages on standard error, and the end of the program.
 *
 * Does not do: the name of the program, which the runtime does not know; "program" stands for it.
 */
#include "vellum.h"

_Noreturn void exit(int status);

static void tell(const char *format, va_list arguments, int with_error, int error)
{
    fprintf(stderr, "program: ");
    if (format) {
        vfprintf(stderr, format, arguments);
        if (with_error)
            fprintf(stderr, ": ");
    }
    if (with_error)
        fprintf(stderr, "%s", strerror(error));
    fprintf(stderr, "\n");
}

void vwarn(const char *format, va_list arguments)
{
    tell(format, arguments, 1, *__errno_location());
}

void vwarnx(const char *format, va_list arguments)
{
    tell(format, arguments, 0, 0);
}

void warn(const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    vwarn(format, arguments);
    __builtin_va_end(arguments);
}

void warnx(const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    vwarnx(format, arguments);
    __builtin_va_end(arguments);
}

_Noreturn void verr(int status, const char *format, va_list arguments)
{
    vwarn(format, arguments);
    exit(status);
}

_Noreturn void verrx(int status, const char *format, va_list arguments)
{
    vwarnx(format, arguments);
    exit(status);
}

_Noreturn void err(int status, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    verr(status, format, arguments);
}

_Noreturn void errx(int status, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    verrx(status, format, arguments);
}
