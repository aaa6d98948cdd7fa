/* The printf family against the system's: every combination of flags, width, precision and length for a set of values. */
#include "check.h"

enum { ROOM = 12000 };

static char ours[ROOM];
static char theirs[ROOM];

/* Compares text and result of a print that has room for all, of one that has not, and of one to a stream. */
#define SAME_PRINT(...)                                                                                                \
    do {                                                                                                               \
        int their_length = snprintf(theirs, ROOM, __VA_ARGS__);                                                        \
        int our_length = rt_snprintf(ours, ROOM, __VA_ARGS__);                                                         \
        CHECK(our_length == their_length && strcmp(ours, theirs) == 0, "\"%s\": \"%s\" (%d) for \"%s\" (%d)",          \
              FIRST(__VA_ARGS__), ours, our_length, theirs, their_length);                                             \
    } while (0)
#define FIRST(...) FIRST_OF(__VA_ARGS__, 0)
#define FIRST_OF(first, ...) first

/* All that stands before the length and the letter. */
static const char *const flag_sets[] = {"", "-", "+", " ", "#", "0", "+-", "0+", "0 ", "-0", "#0", "-#", "+ ", "0#+", "- #", "'"};
static const char *const widths[] = {"", "1", "2", "5", "12", "30"};
static const char *const precisions[] = {"", ".", ".0", ".1", ".3", ".10", ".27"};

enum {
    FLAG_SETS = sizeof flag_sets / sizeof flag_sets[0],
    WIDTHS = sizeof widths / sizeof widths[0],
    PRECISIONS = sizeof precisions / sizeof precisions[0],
    PREFIXES = FLAG_SETS * WIDTHS * PRECISIONS
};

static const char *make_format(int prefix, const char *length, char letter)
{
    static char format[64];
    sprintf(format, "<%%%s%s%s%s%c>", flag_sets[prefix % FLAG_SETS], widths[prefix / FLAG_SETS % WIDTHS],
            precisions[prefix / FLAG_SETS / WIDTHS], length, letter);
    return format;
}

static const long long integers[] = {0, 1, -1, 9, 10, -10, 255, 65536, -32768, INT_MAX, INT_MIN, 4294967295ll, LLONG_MAX, LLONG_MIN, 1234567890123ll};

enum { INTEGERS = sizeof integers / sizeof integers[0] };

static void compare_integers(void)
{
    for (int prefix = 0; prefix < PREFIXES; prefix++) {
        for (const char *letter = "diuoxX"; *letter != '\0'; letter++) {
            for (int i = 0; i < INTEGERS; i++) {
                long long value = integers[i];
                SAME_PRINT(make_format(prefix, "", *letter), (int)value);
                SAME_PRINT(make_format(prefix, "ll", *letter), value);
                /* The rest is the same path with another width of the value. */
                if (prefix % 7 != 0)
                    continue;
                SAME_PRINT(make_format(prefix, "hh", *letter), (int)value);
                SAME_PRINT(make_format(prefix, "h", *letter), (int)value);
                SAME_PRINT(make_format(prefix, "l", *letter), (long)value);
                SAME_PRINT(make_format(prefix, "q", *letter), value);
                SAME_PRINT(make_format(prefix, "j", *letter), (intmax_t)value);
                SAME_PRINT(make_format(prefix, "z", *letter), (size_t)value);
                SAME_PRINT(make_format(prefix, "t", *letter), (ptrdiff_t)value);
            }
        }
    }
}

static void compare_floats(void)
{
    const double values[] = {0.0, -0.0, 1.0, -1.5, 0.1, 123456.789, 1e-7, 9.9999995, 1e100, 5e-324, INFINITY, -INFINITY, NAN};
    for (int prefix = 0; prefix < PREFIXES; prefix += 3) {
        for (const char *letter = "fFeEgGaA"; *letter != '\0'; letter++) {
            double value = values[random_below(13)];
            SAME_PRINT(make_format(prefix, "", *letter), value);
            SAME_PRINT(make_format(prefix, "l", *letter), value);
            SAME_PRINT(make_format(prefix, "L", *letter), (long double)value / 3);
        }
    }
    SAME_PRINT("%f %.300f %Lf", 1e308, 1e-300, 1e4000L);
    SAME_PRINT("%d %f %d %Lf %d", 1, 2.5, 3, 4.5L, 5);
}

static void compare_texts(void)
{
    const char *texts[] = {"", "a", "text", "a longer text than most", NULL};
    for (int prefix = 0; prefix < PREFIXES; prefix++) {
        for (int i = 0; i < 5; i++)
            SAME_PRINT(make_format(prefix, "", 's'), texts[i]);
        SAME_PRINT(make_format(prefix, "l", 's'), L"wide");
        SAME_PRINT(make_format(prefix, "", 'S'), (wchar_t *)NULL);
        SAME_PRINT(make_format(prefix, "", 'c'), 'c');
        SAME_PRINT(make_format(prefix, "l", 'c'), L'w');
        SAME_PRINT(make_format(prefix, "", 'C'), L'w');
    }
    /* The precision keeps it from looking for the terminator. */
    char *unterminated = exact_block("abc", 3);
    SAME_PRINT("%.3s|%.2s|%5.1s", unterminated, unterminated, unterminated);
    free(unterminated);
    CHECK(rt_snprintf(ours, ROOM, "%lc", 300) == -1 && rt_errno == EILSEQ, "%%lc outside ASCII");
    CHECK(rt_snprintf(ours, ROOM, "%ls", L"a\u0100") == -1, "%%ls outside ASCII");
    CHECK(rt_snprintf(ours, ROOM, "%c%c", 0, 'x') == 2 && ours[0] == 0 && ours[1] == 'x', "%%c of 0");
}

static void compare_pointers(void)
{
    void *pointers[] = {NULL, (void *)1, (void *)0x1234abcd, (void *)UINTPTR_MAX, ours};
    const char *formats[] = {"%p", "%20p", "%-20p|", "%2p", "%020p", "%p %p %d"};
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 6; k++)
            SAME_PRINT(formats[k], pointers[i], pointers[0], 7);
    }
}

static void compare_formats(void)
{
    SAME_PRINT("");
    SAME_PRINT("plain");
    SAME_PRINT("100%%");
    SAME_PRINT("%%%d%%", 5);
    SAME_PRINT("%d%s%c%x", 1, "two", '3', 4);
    SAME_PRINT("%*d|%-*d|%*d", 5, 1, 5, 2, -5, 3);
    SAME_PRINT("%.*d|%.*d|%.*s", 5, 1, -5, 2, 2, "abc");
    SAME_PRINT("%*.*f|", 10, 2, 3.14159);
    SAME_PRINT("%*.*lld", -30, 20, 77ll);
    SAME_PRINT("%2$s %1$s", "one", "two");
    SAME_PRINT("%3$*1$d|%2$s|%3$d", 6, "x", 42);
    SAME_PRINT("%1$d %2$f %1$d %3$Lf", 1, 2.0, 3.0L);
    SAME_PRINT("%2$.*1$f", 3, 2.0);
    SAME_PRINT("%1$s%%%1$s", "p");
    SAME_PRINT("%d %d %d %d %d %d %d %d %d %d", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    SAME_PRINT("%f %f %f %f %f %f %f %f %f %f", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.);
    SAME_PRINT("%10000d|%-9d|", 1, 2);
    SAME_PRINT("%.5000d", 3);
    SAME_PRINT("%05s|%05c", "ab", 'c');
    errno = rt_errno = ENOENT;
    SAME_PRINT("%m|%30m");
    signed char n_char = 0;
    short n_short = 0;
    int n_int = 0;
    long n_long = 0;
    long long n_long_long = 0;
    size_t n_size = 0;
    rt_snprintf(ours, 2, "abc%hhn%d%hn%n %ln%lln%zn", &n_char, 12, &n_short, &n_int, &n_long, &n_long_long, &n_size);
    CHECK(n_char == 3 && n_short == 5 && n_int == 5 && n_long == 6 && n_long_long == 6 && n_size == 6, "%%n");
}

static int call_vsnprintf(char *to, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = rt_vsnprintf(to, size, format, arguments);
    va_end(arguments);
    return result;
}

static int call_vprintf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = rt_vprintf(format, arguments);
    va_end(arguments);
    return result;
}

/* Memory that is too small, each size, in a block that ends there. */
static void compare_sizes(void)
{
    for (size_t size = 0; size < 24; size++) {
        char *small = exact_block("#######################################", size);
        memset(theirs, '#', 32);
        int our_length = call_vsnprintf(small, size, "%d-%s-%05x", 1234, "text", 0xab);
        int their_length = snprintf(theirs, size, "%d-%s-%05x", 1234, "text", 0xab);
        CHECK(our_length == their_length && memcmp(small, theirs, size) == 0, "snprintf of size %zu", size);
        free(small);
    }
    CHECK(rt_snprintf(NULL, 0, "%d", 12345) == 5, "snprintf only measures");
    char *exact = exact_block("......", 6);
    CHECK(rt_sprintf(exact, "%d", 12345) == 5 && strcmp(exact, "12345") == 0, "sprintf");
    free(exact);
    char *made = NULL;
    CHECK(rt_asprintf(&made, "%s=%d", "name", 7) == 6 && strcmp(made, "name=7") == 0, "asprintf");
    free(made);
}

static void streams_get_it(void)
{
    host_output();
    CHECK(rt_printf("%d %s\n", 5, "five") == 7, "printf's result");
    CHECK(rt_fprintf(rt_stderr, "%c", 'e') == 1, "fprintf's result");
    CHECK(call_vprintf("%3d%%", 9) == 4, "vprintf's result");
    CHECK(rt_dprintf(2, "%.1f", 2.5) == 3, "dprintf's result");
    CHECK(rt_fprintf(rt_stdin, "x") == -1 && rt_dprintf(7, "x") == -1, "not open for output");
    const char *output = host_output();
    CHECK(strcmp(output, "1>5 five\n2>e1>  9%2>2.5") == 0, "streams got %s", output);
}

static void misuse_is_found(void)
{
    CHECK(STOPS_BY(rt_snprintf(ours, ROOM, NULL)) == STOP_FAIL, "a null format");
    CHECK(STOPS_BY(rt_snprintf(ours, ROOM, "%y", 1)) == STOP_FAIL, "an unknown conversion");
    CHECK(STOPS_BY(rt_snprintf(ours, ROOM, "%")) == STOP_FAIL, "an unfinished conversion");
    CHECK(STOPS_BY(rt_snprintf(ours, ROOM, "%1$d %d", 1, 2)) == STOP_FAIL, "positions and none");
    CHECK(STOPS_BY(rt_snprintf(ours, ROOM, "%d %1$d", 1, 2)) == STOP_FAIL, "none and positions");
    CHECK(STOPS_BY(rt_snprintf(ours, ROOM, "%99$d", 1)) == STOP_FAIL, "a large position");
    rt_errno = 0;
    CHECK(rt_snprintf(ours, 10, "%2000000000d%2000000000d", 1, 1) == -1 && rt_errno == EOVERFLOW, "too long to count");
}

void test_printf(void)
{
    compare_integers();
    compare_floats();
    compare_texts();
    compare_pointers();
    compare_formats();
    compare_sizes();
    streams_get_it();
    misuse_is_found();
}
