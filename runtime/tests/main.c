/* Runs all tests and counts. */
#include "check.h"

static long passed_count;
static long failed_count;

void check(int passed, const char *file, int line, const char *format, ...)
{
    if (passed) {
        passed_count++;
        return;
    }
    failed_count++;
    if (failed_count > 40)
        return;
    va_list arguments;
    va_start(arguments, format);
    printf("%s:%d: failed: ", file, line);
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
}

int same_sign(int left, int right)
{
    return (left > 0) - (left < 0) == (right > 0) - (right < 0);
}

unsigned random_below(unsigned limit)
{
    static uint64_t state = 20130401;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % limit;
}

void *exact_block(const void *bytes, size_t length)
{
    char *copy = malloc(length);
    for (size_t i = 0; i < length; i++)
        copy[i] = ((const char *)bytes)[i];
    return copy;
}

char *exact_string(const char *text)
{
    return exact_block(text, strlen(text) + 1);
}

int main(void)
{
    struct {
        const char *name;
        void (*run)(void);
    } tests[] = {
        {"string", test_string}, {"ctype", test_ctype}, {"number", test_number}, {"stdlib", test_stdlib},
        {"printf", test_printf}, {"scanf", test_scanf}, {"stdio", test_stdio},   {"math", test_math},
        {"wchar", test_wchar},   {"getopt", test_getopt}, {"other", test_other},   {"closed", test_closed},
    };
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        long passed = passed_count;
        long failed = failed_count;
        tests[i].run();
        printf("%-8s %7ld passed, %ld failed\n", tests[i].name, passed_count - passed, failed_count - failed);
    }
    printf("%ld passed, %ld failed\n", passed_count, failed_count);
    return failed_count != 0;
}
