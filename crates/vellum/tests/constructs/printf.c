/* Every conversion of the printf family, with flags, widths, precisions and lengths; and what the calls return. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

static int by_list(char *to, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = to ? vsnprintf(to, size, format, list) : vprintf(format, list);
    va_end(list);
    return length;
}

static int to_stream(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vfprintf(stdout, format, list);
    va_end(list);
    return length;
}

static int to_text(char *to, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsprintf(to, format, list);
    va_end(list);
    return length;
}

int main(void) {
    char room[256];
    printf("%d %i %5d %-5d| %05d %+d % d %.3d %8.3d %-8.3d|\n", 1, -2, 3, 4, 5, 6, 7, 8, 9, 10);
    printf("%u %o %#o %x %#x %X %#X %08x %#010x\n", 1u, 8u, 8u, 255u, 255u, 255u, 255u, 255u, 255u);
    printf("%d %u %ld %lu %lld %llu\n", INT_MIN, UINT_MAX, LONG_MIN, ULONG_MAX, LLONG_MIN, ULLONG_MAX);
    printf("%hhd %hd %hhu %hu %jd %zu %td %zd\n", 300, 70000, 300, 70000, (intmax_t)-5, (size_t)6, (ptrdiff_t)-7, (ssize_t)-8);
    printf("%c|%5c|%-5c|%s|%10s|%-10s|%.2s|%10.2s|%.0s|%s\n", 'a', 'b', 'c', "text", "right", "left", "cut", "both", "none", "");
    printf("%*d %-*d %.*d %*.*f %-*s|\n", 5, 1, 5, 2, 3, 3, 10, 2, 2.345, 6, "ab");
    printf("%*d|%.*d|\n", -5, 1, -1, 2);
    printf("%f %F %.0f %#.0f %.1f %10.3f %-10.3f| %010.3f %+f % f\n", 1.5, 2.5, 2.5, 2.5, 0.25, 3.14159, 3.14159, -3.14159, 1.0, 1.0);
    printf("%e %E %.0e %#.0e %.10e %15.3e\n", 12345.678, 0.00012, 5e10, 5e10, 1.0 / 3, -1e-300);
    printf("%g %G %g %g %g %g %#g %.3g %.10g\n", 100000.0, 1e-5, 1e6, 1e5, 0.0001, 123456789.0, 1.0, 1234.5, 1.0 / 3);
    printf("%a %A %.2a %a %a %.0a %a\n", 1.0, 255.5, 3.14159, 0.0, -0.1, 1.9, 0x1p-1074);
    printf("%Lf %Le %Lg %La %.3Lf %20.10Lf\n", 1.5L, 1e4000L, 1e-4000L, 1.0L, 2.0L / 3, 1e10L / 3);
    double zero = 0.0;
    printf("%f %F %e %g %5.1f|%-8f|%08f|%+f\n", 1 / zero, -1 / zero, 1 / zero, 1 / zero, 1 / zero, -1 / zero, 1 / zero, 1 / zero);
    printf("%f %F\n", __builtin_nan(""), -__builtin_nan(""));
    printf("%.20f %.50g %f\n", 0.1, 1e-5, 1e300);
    printf("%p %p %10p\n", (void *)0, (void *)0x1234, (void *)0xff);
    printf("%% %5%|%c\n", 'x');
    int seen = -1;
    long long_seen = -1;
    signed char char_seen = -1;
    static const char counting[] = "12345%n67%ln8%hhn\n";
    printf(counting, &seen, &long_seen, &char_seen);
    printf("%d %ld %d\n", seen, long_seen, char_seen);
    printf("%lc%ls|%.2ls|%S|%C\n", L'w', L"wide", L"cut", L"big", L'C');
    printf("%2$s %1$s %2$s %3$*4$d\n", "one", "two", 3, 6);
    printf("%" PRId64 " %" PRIx32 " %" PRIuMAX "\n", (int64_t)-1, (uint32_t)0xabcdef, (uintmax_t)99);
    errno = 0;
    printf("%m\n");
    printf("%d\n", printf("%s", "counted\n"));
    printf("%d ", snprintf(room, 5, "%d", 1234567));
    printf("%s %d\n", room, snprintf(NULL, 0, "%s %d", "abc", 12));
    printf("%d ", sprintf(room, "%s-%d-%c", "a", 5, 'z'));
    printf("%s\n", room);
    printf("%d ", by_list(room, sizeof room, "%d %s %f %Lf", 1, "two", 3.0, 4.0L));
    printf("%s\n", room);
    printf("%d\n", by_list(NULL, 0, "%d%s%c%ld%g", 1, "x", 'y', 123456789012L, 2.5));
    printf("%d\n", to_stream("%s %d %d %d %d %d %d %d %d\n", "many", 1, 2, 3, 4, 5, 6, 7, 8));
    printf("%d ", to_text(room, "%f %d %f %d", 1.0, 2, 3.0, 4));
    puts(room);
    fprintf(stdout, "%s\n", "to the stream");
    fprintf(stderr, "%s\n", "not seen here");
    dprintf(1, "%s", "");
    puts("puts");
    putchar('p');
    putc('c', stdout);
    fputc('\n', stdout);
    fputs("fputs\n", stdout);
    printf("%zu\n", fwrite("fwrite\n", 1, 7, stdout));
    printf("%zu\n", fwrite("fwrite\n", 7, 1, stdout));
    fflush(stdout);
    fflush(NULL);
    return 0;
}
