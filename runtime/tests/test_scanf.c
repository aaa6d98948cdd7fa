/* The scanf family against the system's sscanf: result, what was stored, and how far it read. */
#include "check.h"

int rt___isoc99_sscanf(const char *, const char *, ...);
int rt___isoc99_scanf(const char *, ...);
int rt___isoc99_fscanf(FILE *, const char *, ...);
int rt___isoc99_vsscanf(const char *, const char *, va_list);
int rt___isoc99_vscanf(const char *, va_list);
int rt___isoc99_vfscanf(FILE *, const char *, va_list);
int rt___isoc23_sscanf(const char *, const char *, ...);
int rt___isoc23_scanf(const char *, ...);
int rt___isoc23_fscanf(FILE *, const char *, ...);
int rt___isoc23_vsscanf(const char *, const char *, va_list);
int rt___isoc23_vscanf(const char *, va_list);
int rt___isoc23_vfscanf(FILE *, const char *, va_list);

/* Four destinations of any type. */
typedef union {
    char bytes[64];
    long double align;
} place;

static place ours[4];
static place theirs[4];

/* Where inf or nan begins and does not go on, glibc takes the next character as well; we leave it. */
static int glibc_takes_too_much(const char *input, const char *format)
{
    return strpbrk(input, "in") && strpbrk(format, "fega");
}

static void compare(const char *input, const char *format)
{
    char *exact = exact_string(input);
    memset(ours, '#', sizeof ours);
    memset(theirs, '#', sizeof theirs);
    int our_result = rt_sscanf(exact, format, ours, ours + 1, ours + 2, ours + 3);
    int their_result = sscanf(exact, format, theirs, theirs + 1, theirs + 2, theirs + 3);
    CHECK(our_result == their_result && memcmp(ours, theirs, sizeof ours) == 0,
          "sscanf(\"%s\", \"%s\"): %d for %d", input, format, our_result, their_result);
    /* The same from a stream, and what is left of it. */
    memset(ours, '#', sizeof ours);
    host_input(input);
    rt_clearerr(rt_stdin);
    our_result = rt_scanf(format, ours, ours + 1, ours + 2, ours + 3);
    CHECK(our_result == their_result && memcmp(ours, theirs, sizeof ours) == 0,
          "scanf(\"%s\", \"%s\"): %d for %d", input, format, our_result, their_result);
    if (*input != '\0' && !glibc_takes_too_much(input, format)) {
        FILE *file = fmemopen((void *)input, strlen(input), "r");
        fscanf(file, format, theirs, theirs + 1, theirs + 2, theirs + 3);
        int our_next = rt_getchar();
        int their_next = fgetc(file);
        CHECK(our_next == their_next, "scanf(\"%s\", \"%s\") leaves %d for %d", input, format, our_next, their_next);
        fclose(file);
    }
    while (rt_getchar() != EOF)
        continue;
    free(exact);
}

static const char *const inputs[] = {
    "", " ", "5", "-5", "+5", "  42 rest", "0", "00", "007", "0x1F", "0X", "0x", "0xg", "08", "x", "-", "+", "--1",
    "-x",
    "12 34 56", "12,34", "12abc", "99999999999999999999", "-99999999999999999999", "2147483648", "4294967296", "255",
    "256",
    "1.5", "-1.5e3", ".5", "5.", ".", "1e", "1e+", "1e5", "1ex", "0x1p3", "0x1.8", "inf", "infinity", "infinit", "in",
    "nan", "nan(1)", "na",
    "1e99999", "word", "two words", "a,b,c", "abc123", "]x", "-x-", "%5", "5%", "\t\n7\n", "1 2", "1 ", "abcabcabc",
    "^a", "12345678901234567890",
};

static const char *const formats[] = {
    "%d", "%i", "%u", "%o", "%x", "%X", "%hhd", "%hd", "%ld", "%lld", "%jd", "%zu", "%td", "%Ld", "%hhu", "%lx",
    "%lli", "%3d", "%2i", "%1d%d", "%2x%x",
    "%*d%d", "%d%n", "%d %d", "%d,%d", "%d%%", "%%%d", "%c", "%3c", "%c%c", " %c", "%s", "%3s", "%*s%s", "%s%s",
    "%s %n", "%[abc]", "%[^,]", "%[^,],%s", "%[a-z]",
    "%[]x]", "%[^]]", "%[-x]", "%[x-]", "%3[a-c]%s", "%*[a-z]%d", "%[0-9]%[a-z]", "%f", "%lf", "%Lf", "%e", "%g", "%a",
    "%5f", "%3f%f", "%*f%d", "%p", "%n", "a%d", " ", "x", "%d x",
    "%1s%n", "%hhx", "%5c", "%1f", "%lf%s", "%d%s", "%2d%2d%2d%2d", "%i%s", "%x%s", "%f%s",
};

enum { INPUTS = sizeof inputs / sizeof inputs[0], FORMATS = sizeof formats / sizeof formats[0] };

static void compare_random(void)
{
    static const char letters[] = "0123456789xXeE.+-  abpinfty,";
    for (int round = 0; round < 6000; round++) {
        char input[16];
        unsigned length = random_below(10);
        for (unsigned i = 0; i < length; i++)
            input[i] = letters[random_below(sizeof letters - 1)];
        input[length] = '\0';
        compare(input, formats[random_below(FORMATS)]);
    }
}

static int call_v(int which, const char *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = -2;
    host_input(text);
    rt_clearerr(rt_stdin);
    switch (which) {
    case 0:
        result = rt_vsscanf(text, format, arguments);
        break;
    case 1:
        result = rt_vscanf(format, arguments);
        break;
    case 2:
        result = rt_vfscanf(rt_stdin, format, arguments);
        break;
    case 3:
        result = rt___isoc99_vsscanf(text, format, arguments);
        break;
    case 4:
        result = rt___isoc99_vscanf(format, arguments);
        break;
    case 5:
        result = rt___isoc99_vfscanf(rt_stdin, format, arguments);
        break;
    case 6:
        result = rt___isoc23_vsscanf(text, format, arguments);
        break;
    case 7:
        result = rt___isoc23_vscanf(format, arguments);
        break;
    case 8:
        result = rt___isoc23_vfscanf(rt_stdin, format, arguments);
        break;
    }
    va_end(arguments);
    return result;
}

static void other_names(void)
{
    int a;
    int b;
    for (int which = 0; which < 9; which++) {
        a = b = 0;
        CHECK(call_v(which, "3 0x4", "%d%i", &a, &b) == 2 && a == 3 && b == 4, "scanf by its name %d", which);
    }
    CHECK(rt___isoc99_sscanf("8", "%d", &a) == 1 && a == 8, "__isoc99_sscanf");
    CHECK(rt___isoc23_sscanf("0b11", "%i", &a) == 1 && a == 3, "__isoc23_sscanf");
    host_input("1 2 3 4 5");
    rt_clearerr(rt_stdin);
    CHECK(rt___isoc99_scanf("%d", &a) == 1 && a == 1, "__isoc99_scanf");
    CHECK(rt___isoc99_fscanf(rt_stdin, "%d", &a) == 1 && a == 2, "__isoc99_fscanf");
    CHECK(rt___isoc23_scanf("%d", &a) == 1 && a == 3, "__isoc23_scanf");
    CHECK(rt___isoc23_fscanf(rt_stdin, "%d", &a) == 1 && a == 4, "__isoc23_fscanf");
    CHECK(rt_fscanf(rt_stdin, "%d", &a) == 1 && a == 5, "fscanf");
    CHECK(rt_fscanf(rt_stdin, "%d", &a) == EOF && rt_feof(rt_stdin), "fscanf at the end");
}

static void misuse_is_found(void)
{
    char text[8];
    CHECK(STOPS_BY(rt_sscanf("1", NULL)) == STOP_FAIL, "a null format");
    CHECK(STOPS_BY(rt_sscanf("1", "%y", text)) == STOP_FAIL, "an unknown conversion");
    CHECK(STOPS_BY(rt_sscanf("1", "%[ab", text)) == STOP_FAIL, "an open set");
}

static void texts_in_blocks(void)
{
    char *made = NULL, *other = NULL;
    CHECK(rt_sscanf("allocated here", "%ms %m[h-r]", &made, &other) == 2, "%%ms");
    CHECK(strcmp(made, "allocated") == 0 && strcmp(other, "h") == 0, "what %%ms read");
    free(made);
    free(other);
    char text[200];
    memset(text, 'x', sizeof text);
    text[199] = '\0';
    CHECK(rt_sscanf(text, "%4mc%ms", &made, &other) == 2, "%%mc");
    CHECK(memcmp(made, "xxxx", 4) == 0 && strlen(other) == 195, "what %%mc read");
    free(made);
    free(other);
    made = NULL;
    CHECK(rt_sscanf("", "%ms", &made) == EOF && made == NULL, "%%ms at the end");
    CHECK(rt_sscanf("a b", "%*ms%ms", &made) == 1 && strcmp(made, "b") == 0, "%%*ms");
    free(made);
}

void test_scanf(void)
{
    texts_in_blocks();
    for (int i = 0; i < INPUTS; i++) {
        for (int k = 0; k < FORMATS; k++)
            compare(inputs[i], formats[k]);
    }
    compare_random();
    other_names();
    misuse_is_found();
}
