/* <stdlib.h>: numbers from text: value, end and errno, for made and for random texts and every base. */
#include "check.h"

long rt___isoc23_strtol(const char *, char **, int);
long long rt___isoc23_strtoll(const char *, char **, int);
unsigned long rt___isoc23_strtoul(const char *, char **, int);
unsigned long long rt___isoc23_strtoull(const char *, char **, int);
intmax_t rt___isoc23_strtoimax(const char *, char **, int);
uintmax_t rt___isoc23_strtoumax(const char *, char **, int);
long rt___strtol_internal(const char *, char **, int, int);
unsigned long rt___strtoul_internal(const char *, char **, int, int);
double rt___strtod_internal(const char *, char **, int);

#define SAME_INTEGER(type, function, text, base)                                                                       \
    do {                                                                                                               \
        char *our_end = NULL;                                                                                          \
        char *their_end = NULL;                                                                                        \
        rt_errno = 0;                                                                                                  \
        errno = 0;                                                                                                     \
        type our_value = rt_##function(text, &our_end, base);                                                          \
        type their_value = function(text, &their_end, base);                                                           \
        int their_errno = errno;                                                                                       \
        /* Nothing is said about the end for a wrong base. */                                                          \
        if (their_errno == EINVAL)                                                                                     \
            their_end = our_end;                                                                                       \
        CHECK(our_value == their_value && our_end == their_end && rt_errno == their_errno,                             \
              #function "(\"%s\", %d): %lld for %lld, ends %td for %td, errno %d for %d", text, base,                  \
              (long long)our_value, (long long)their_value, our_end - text, their_end - text, rt_errno, their_errno);  \
    } while (0)

static void compare_integers(const char *text)
{
    static const int bases[] = {0, 2, 3, 8, 10, 16, 35, 36, 1, 37, -1};
    for (int i = 0; i < 11; i++) {
        SAME_INTEGER(long, strtol, text, bases[i]);
        SAME_INTEGER(unsigned long, strtoul, text, bases[i]);
        SAME_INTEGER(long long, strtoll, text, bases[i]);
        SAME_INTEGER(unsigned long long, strtoull, text, bases[i]);
        SAME_INTEGER(intmax_t, strtoimax, text, bases[i]);
        SAME_INTEGER(uintmax_t, strtoumax, text, bases[i]);
    }
    CHECK(rt_atoi(text) == atoi(text), "atoi(\"%s\")", text);
    CHECK(rt_atol(text) == atol(text), "atol(\"%s\")", text);
    CHECK(rt_atoll(text) == atoll(text), "atoll(\"%s\")", text);
    CHECK(rt___strtol_internal(text, NULL, 0, 0) == strtol(text, NULL, 0), "__strtol_internal(\"%s\")", text);
    CHECK(rt___strtoul_internal(text, NULL, 0, 0) == strtoul(text, NULL, 0), "__strtoul_internal(\"%s\")", text);
}

/* Equal as bits, or both NaN. */
static int same_float(long double left, long double right)
{
    return left == right ? !signbit(left) == !signbit(right) : left != left && right != right;
}

/* Where a long double is subnormal and not exact, glibc sets ERANGE and we do not. */
#define SAME_FLOAT(type, function, text)                                                                               \
    do {                                                                                                               \
        char *our_end;                                                                                                 \
        char *their_end;                                                                                               \
        rt_errno = 0;                                                                                                  \
        type our_value = rt_##function(text, &our_end);                                                                \
        errno = 0;                                                                                                     \
        type their_value = function(text, &their_end);                                                                 \
        int unseen = sizeof(type) > sizeof(double) && fpclassify(their_value) == FP_SUBNORMAL;                         \
        int their_errno = unseen ? 0 : errno;                                                                          \
        CHECK(same_float(our_value, their_value) && our_end == their_end && rt_errno == their_errno,                   \
              #function "(\"%s\"): %La for %La, ends %td for %td, errno %d for %d", text, (long double)our_value,      \
              (long double)their_value, our_end - text, their_end - text, rt_errno, their_errno);                      \
    } while (0)

static void compare_floats(const char *text)
{
    SAME_FLOAT(float, strtof, text);
    SAME_FLOAT(double, strtod, text);
    SAME_FLOAT(long double, strtold, text);
    CHECK(same_float(rt_atof(text), atof(text)), "atof(\"%s\")", text);
    CHECK(same_float(rt___strtod_internal(text, NULL, 0), strtod(text, NULL)), "__strtod_internal(\"%s\")", text);
}

static void compare(const char *text)
{
    char *exact = exact_string(text);
    compare_integers(exact);
    compare_floats(exact);
    free(exact);
}

static void compare_random(const char *letters, unsigned longest, int rounds)
{
    unsigned count = (unsigned)strlen(letters);
    for (int round = 0; round < rounds; round++) {
        char text[32];
        unsigned length = random_below(longest + 1);
        for (unsigned i = 0; i < length; i++)
            text[i] = letters[random_below(count)];
        text[length] = '\0';
        compare(text);
    }
}

/* The system may be too old to know these, so the answers are written down. */
static void binary_prefix(void)
{
    char *end;
    const char *text = "-0b101x";
    CHECK(rt___isoc23_strtol(text, &end, 0) == -5 && end == text + 6, "C23 strtol");
    CHECK(rt___isoc23_strtol(text, &end, 2) == -5 && end == text + 6, "C23 strtol, base 2");
    CHECK(rt___isoc23_strtol("0b101", &end, 16) == 0xb101, "C23 strtol, base 16");
    CHECK(rt___isoc23_strtol("0b2", &end, 0) == 0 && *end == 'b', "C23 strtol, prefix alone");
    CHECK(rt___isoc23_strtoll("0B11", &end, 0) == 3, "C23 strtoll");
    CHECK(rt___isoc23_strtoul("0b11", &end, 0) == 3, "C23 strtoul");
    CHECK(rt___isoc23_strtoull("0b11", &end, 0) == 3, "C23 strtoull");
    CHECK(rt___isoc23_strtoimax("0b11", &end, 0) == 3, "C23 strtoimax");
    CHECK(rt___isoc23_strtoumax("0b11", &end, 0) == 3, "C23 strtoumax");
    CHECK(rt_strtol("0b11", &end, 0) == 0 && *end == 'b', "strtol knows no 0b");
}

void test_number(void)
{
    static const char *const texts[] = {
        "", " ", "0", "-0", "+0", "7", "-7", " \t\n\v\f\r42", "+ 1", "--1", "+-1", "0x", "0X1f", "-0x8", "0xg", "x1",
        "08",
        "0x0x", "00x1", "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "-18446744073709551615", "-18446744073709551616",
        "99999999999999999999999999", "0000000000000000000000000000000012", "zz", "ZZ", "1_000", "1,000", "12abc",
        "1.5", ".5", "5.", ".", "-.", "1e", "1e+", "1e5", "1E-5x", "1e5.5", "1e99999", "-1e99999", "1e-99999",
        "-1e-99999",
        "0e99999", "0.0e-99999", "1e38", "3.5e38", "1e-45", "1e-50", "1.7976931348623157e308",
        "1.7976931348623159e308", "4.9e-324",
        "2.4e-324", "1e4932", "1e4933", "0x1p3", "0x.8", "0x.", "0x1.", "0x1.8p", "0x1.8p+1", "0x1.fffffffffffff8p0",
        "0xp3", "0x1e3",
        "0x1p99999", "0x0p99999", "0x.0000001p-99999", "inf", "INF", "-inf", "infinity", "InFiNiTyx", "infinit", "in",
        "i", "nan", "NAN", "-nan", "nan(", "nan()",
        "nan(12_a)", "nan(1-)", "nan(x)y", "na", "infp", "1p3", "0x1P-2",
        "123456789012345678901234567890.12345678901234567890e-10", "9007199254740993", "0.1", "1f", "1ee5", "1..5",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        compare(texts[i]);
    for (int i = 0; i < 2000; i++) {
        /* About the least normal numbers of float and double. In hexadecimal, glibc misses ERANGE for some halves. */
        char text[64];
        unsigned least = random_below(2) ? 37 : 307;
        sprintf(text, "%u.%ue-%u", random_below(10), random_below(1u << random_below(30)), least + random_below(18));
        compare_floats(text);
    }
    compare_random("0123456789", 24, 800);
    compare_random("01 +-x", 6, 800);
    compare_random("01fFzxX-", 20, 800);
    compare_random("019.eEpxX+-", 9, 3000);
    compare_random("infatyINF(_)1", 9, 1500);
    binary_prefix();
}
