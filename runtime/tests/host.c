/*
 * The intrinsics of vellum.h on top of the system's library. Output is kept for the tests to look at; what ends the
 * program jumps back to the test.
 */
#include "check.h"

jmp_buf host_stop_here;
int host_status;
const char *host_message;

static const char *input = "";

void host_input(const char *text)
{
    input = text;
}

int __vellum_read(void)
{
    return *input == '\0' ? -1 : (unsigned char)*input++;
}

static char output[1 << 16];
static size_t output_length;
static int output_descriptor;

static void keep(char c)
{
    if (output_length < sizeof output - 1)
        output[output_length++] = c;
}

void __vellum_write(int fd, const void *bytes, size_t length)
{
    if (fd != output_descriptor) {
        output_descriptor = fd;
        keep((char)('0' + fd));
        keep('>');
    }
    for (size_t i = 0; i < length; i++)
        keep(((const char *)bytes)[i]);
}

const char *host_output(void)
{
    static char taken[sizeof output];
    output[output_length] = '\0';
    memcpy(taken, output, output_length + 1);
    output_length = 0;
    output_descriptor = 0;
    return taken;
}

size_t __vellum_format_float(char *to, size_t room, char conversion, int flags, int width, int precision,
                             long double value)
{
    static char text[1 << 16];
    char format[16] = "%";
    const char *letters = "-+ #0";
    for (int i = 0; i < 5; i++) {
        if (flags & 1 << i)
            strncat(format, letters + i, 1);
    }
    strcat(format, "*.*");
    if (flags & 32)
        strcat(format, "L");
    strncat(format, &conversion, 1);
    int length = flags & 32 ? snprintf(text, sizeof text, format, width, precision, value)
                            : snprintf(text, sizeof text, format, width, precision, (double)value);
    memcpy(to, text, (size_t)length < room ? (size_t)length : room);
    return (size_t)length;
}

long double __vellum_parse_float(const char *text, size_t length, int kind)
{
    char copy[length + 1];
    char *end;
    memcpy(copy, text, length);
    copy[length] = '\0';
    long double value = kind == 0 ? strtof(copy, &end) : kind == 1 ? strtod(copy, &end) : strtold(copy, &end);
    CHECK(end == copy + length, "the text of a number is whole: %s", copy);
    return value;
}

char *__vellum_getenv(const char *name)
{
    return strcmp(name, "HERE") == 0 ? "yes" : NULL;
}

void __vellum_assumed(const char *what)
{
    CHECK(what[0] != '\0', "it says what is assumed");
}

void __vellum_one_answer(const char *what)
{
    CHECK(what[0] != '\0', "it says what is not looked at");
}

void __vellum_no_file(const char *call, const char *path)
{
    (void)path;
    CHECK(call[0] != '\0', "it says which function fails");
}

void *__vellum_aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int __vellum_overlap(const void *one, size_t length, const void *other, size_t other_length)
{
    uintptr_t a = (uintptr_t)one, b = (uintptr_t)other;
    return length != 0 && other_length != 0 && a < b + other_length && b < a + length;
}

long long __vellum_time(void)
{
    return 1234567890;
}

_Noreturn void __vellum_exit(int status)
{
    host_status = status;
    longjmp(host_stop_here, STOP_EXIT);
}

_Noreturn void __vellum_abort(const char *why)
{
    host_message = why;
    longjmp(host_stop_here, STOP_ABORT);
}

_Noreturn void __vellum_fail(const char *message)
{
    host_message = message;
    longjmp(host_stop_here, STOP_FAIL);
}

_Noreturn void __vellum_unsupported(const char *what)
{
    host_message = what;
    longjmp(host_stop_here, STOP_UNSUPPORTED);
}

_Noreturn void __vellum_assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    (void)file;
    (void)line;
    (void)function;
    host_message = expression;
    longjmp(host_stop_here, STOP_ASSERT);
}

int __vellum_chooses(void)
{
    return 0;
}

long long __vellum_choice(long long bound)
{
    (void)bound;
    return 0;
}

void __vellum_assume(int holds)
{
    (void)holds;
}

int __vellum_rounding(void)
{
    return fegetround();
}

void __vellum_set_rounding(int mode)
{
    fesetround(mode);
}
