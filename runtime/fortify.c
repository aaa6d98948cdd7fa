/*
 * What glibc's headers call instead of the string and printf functions when a program was preprocessed with -O2 and
 * -D_FORTIFY_SOURCE: the same functions with the size of the destination, as far as the compiler knew it, else (size_t)-1.
 *
 * A destination that is too small is a finding here, as it is the end of the program with glibc. That size may be of a member in
 * a larger object, where no access would leave the block.
 *
 * Does not do: the checks of printf for %n (`flag` is ignored), the wide and the network functions.
 */
#include "vellum.h"

static void check_room(size_t room, size_t needed)
{
    if (needed > room)
        __vellum_fail("the destination is smaller than what is written to it");
}

_Noreturn void __chk_fail(void)
{
    __vellum_fail("the destination is smaller than what is written to it");
}

/* ---- <string.h> ---------------------------------------------------------------------------------------------------- */

void *__memcpy_chk(void *to, const void *from, size_t length, size_t room)
{
    check_room(room, length);
    return memcpy(to, from, length);
}

void *__memmove_chk(void *to, const void *from, size_t length, size_t room)
{
    check_room(room, length);
    return memmove(to, from, length);
}

void *__memset_chk(void *to, int byte, size_t length, size_t room)
{
    check_room(room, length);
    return memset(to, byte, length);
}

void *__mempcpy_chk(void *to, const void *from, size_t length, size_t room)
{
    check_room(room, length);
    return mempcpy(to, from, length);
}

char *__strcpy_chk(char *to, const char *from, size_t room)
{
    check_room(room, strlen(from) + 1);
    return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t room)
{
    check_room(room, strlen(from) + 1);
    return stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t length, size_t room)
{
    check_room(room, length);
    return strncpy(to, from, length);
}

char *__stpncpy_chk(char *to, const char *from, size_t length, size_t room)
{
    check_room(room, length);
    return stpncpy(to, from, length);
}

char *__strcat_chk(char *to, const char *from, size_t room)
{
    check_room(room, strlen(to) + strlen(from) + 1);
    return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t length, size_t room)
{
    check_room(room, strlen(to) + strnlen(from, length) + 1);
    return strncat(to, from, length);
}

/* ---- Input --------------------------------------------------------------------------------------------------------- */

char *__fgets_chk(char *to, size_t room, int size, FILE *file)
{
    check_room(room, size > 0 ? (size_t)size : 0);
    return fgets(to, size, file);
}

char *__fgets_unlocked_chk(char *to, size_t room, int size, FILE *file)
{
    return __fgets_chk(to, room, size, file);
}

size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *file)
{
    check_room(room, size * count);
    return fread(to, size, count, file);
}

size_t __fread_unlocked_chk(void *to, size_t room, size_t size, size_t count, FILE *file)
{
    return __fread_chk(to, room, size, count, file);
}

ssize_t __read_chk(int fd, void *to, size_t length, size_t room)
{
    check_room(room, length);
    return read(fd, to, length);
}

/* ---- printf -------------------------------------------------------------------------------------------------------- */

int __vfprintf_chk(FILE *file, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vfprintf(file, format, arguments);
}

int __vprintf_chk(int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vfprintf(stdout, format, arguments);
}

int __vdprintf_chk(int fd, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vdprintf(fd, format, arguments);
}

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, va_list arguments)
{
    (void)flag;
    check_room(room, size);
    return vsnprintf(to, size, format, arguments);
}

/* Prints no more than the room, and then sees whether that was all. */
int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list arguments)
{
    (void)flag;
    if (room == ~(size_t)0)
        return vsprintf(to, format, arguments);
    int length = vsnprintf(to, room, format, arguments);
    if (length >= 0)
        check_room(room, (size_t)length + 1);
    return length;
}

int __vasprintf_chk(char **to, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vasprintf(to, format, arguments);
}

int __fprintf_chk(FILE *file, int flag, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __vfprintf_chk(file, flag, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int __printf_chk(int flag, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __vprintf_chk(flag, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int __dprintf_chk(int fd, int flag, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __vdprintf_chk(fd, flag, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __vsnprintf_chk(to, size, flag, room, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __vsprintf_chk(to, flag, room, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int __asprintf_chk(char **to, int flag, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __vasprintf_chk(to, flag, format, arguments);
    __builtin_va_end(arguments);
    return result;
}
