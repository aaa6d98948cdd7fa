/* Numbers from text: strtol and its family, atoi and its family, strtod; and integer functions of stdlib.h. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *texts[] = {"0",  "42", "  -42x", "+7",  "0x1F", "0x",   "0xg", "077", "08",  "z",    "",
                           " ",  "-",  "+-3",    "9223372036854775807", "9223372036854775808", "-9223372036854775808",
                           "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-1", "zz", "101", "0b11"};
    int bases[] = {0, 2, 8, 10, 16, 36};
    char *end;
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        printf("%s:", texts[i]);
        for (int k = 0; k < 6; k++) {
            errno = 0;
            long l = strtol(texts[i], &end, bases[k]);
            printf(" %ld/%d/%d", l, (int)(end - texts[i]), errno);
            errno = 0;
            unsigned long ul = strtoul(texts[i], &end, bases[k]);
            printf(" %lu/%d/%d", ul, (int)(end - texts[i]), errno);
        }
        errno = 0;
        printf(" %lld", strtoll(texts[i], NULL, 10));
        printf(" %d", errno);
        printf(" %llu", strtoull(texts[i], NULL, 10));
        printf(" %jd %ju\n", strtoimax(texts[i], &end, 0), strtoumax(texts[i], &end, 0));
    }
    const char *floats[] = {"1.5", "-2.5e10xyz", "1e", "1e+", ".5", "5.", ".", "0x1.8p3", "0x.8", "0x1.fp", "0x10", "0x1p-1074", "0x1.8p-1074", "1e-40", "inf", "-INFINITY", "nan", "NAN(12)",
                            "1e400", "-1e400", "1e-400", "4.9e-324", "2.2250738585072011e-308", "0.1", "123456789012345678901234567890", "infinit", " 7"};
    for (unsigned i = 0; i < sizeof floats / sizeof *floats; i++) {
        errno = 0;
        double d = strtod(floats[i], &end);
        printf("%s: %a/%d/%d", floats[i], d, (int)(end - floats[i]), errno);
        errno = 0;
        float f = strtof(floats[i], &end);
        printf(" %a/%d/%d", f, (int)(end - floats[i]), errno);
        errno = 0;
        long double ld = strtold(floats[i], &end);
        printf(" %La/%d/%d", ld, (int)(end - floats[i]), errno);
        printf(" %g\n", atof(floats[i]));
    }
    printf("%d %ld %lld\n", atoi(" -12ab"), atol("99999999999"), atoll("-99999999999"));
    printf("%d %ld %lld %jd\n", abs(-3), labs(-4L), llabs(-5LL), imaxabs(-6));
    div_t q = div(-7, 2);
    ldiv_t lq = ldiv(-7L, 2L);
    lldiv_t llq = lldiv(7LL, -2LL);
    imaxdiv_t jq = imaxdiv(9, 4);
    printf("%d %d %ld %ld %lld %lld %jd %jd\n", q.quot, q.rem, lq.quot, lq.rem, llq.quot, llq.rem, jq.quot, jq.rem);
    return 0;
}
