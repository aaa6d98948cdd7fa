/* Every conversion of the scanf family, from text and from standard input. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int by_list(const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vsscanf(text, format, list);
    va_end(list);
    return count;
}

int main(void) {
    int count, a = -1, b = -1, c = -1, n = -1;
    unsigned u = 0;
    long l = 0;
    long long ll = 0;
    short s = 0;
    signed char hh = 0;
    size_t z = 0;
    ptrdiff_t t = 0;
    intmax_t j = 0;
    float f = 0;
    double d = 0;
    long double ld = 0;
    char word[32] = "", other[32] = "", one = '?';
    void *p = NULL;
    char *made = NULL;
    count = sscanf("12 -34 +56", "%d %d %d", &a, &b, &c);
    printf("%d: %d %d %d\n", count, a, b, c);
    count = sscanf("0x1f 017 99", "%i%i%i", &a, &b, &c);
    printf("%d: %d %d %d\n", count, a, b, c);
    count = sscanf("ff 777", "%x %o", &u, &a);
    printf("%d: %u %d\n", count, u, a);
    count = sscanf("1 2 3 4 5 -6 7", "%ld%lld%hd%hhd%zu%td%jd", &l, &ll, &s, &hh, &z, &t, &j);
    printf("%d: %ld %lld %d %d %zu %td %jd\n", count, l, ll, s, hh, z, t, j);
    count = sscanf("1.5 -2.5e3 0x1p4", "%f %lf %Lf", &f, &d, &ld);
    printf("%d: %f %f %Lf\n", count, f, d, ld);
    count = sscanf("inf nan 1e-3", "%e%lg%f", &f, &d, &f);
    printf("%d: %g %g %g\n", count, f, d, f);
    count = sscanf("hello world", "%s %31s", word, other);
    printf("%d: %s %s\n", count, word, other);
    count = sscanf("abcdef", "%3s%s", word, other);
    printf("%d: %s %s\n", count, word, other);
    count = sscanf("xyz", "%c", &one);
    printf("%d: %c\n", count, one);
    word[3] = 0;
    count = sscanf("  xyz", " %3c", word);
    printf("%d: %s\n", count, word);
    count = sscanf("abc123", "%[a-z]%[0-9]", word, other);
    printf("%d: %s %s\n", count, word, other);
    count = sscanf("key=value", "%*[^=]=%s", word);
    printf("%d: %s\n", count, word);
    count = sscanf("]a-", "%[]a-]", word);
    printf("%d: %s\n", count, word);
    count = sscanf("abc^d", "%[^^]", word);
    printf("%d: %s\n", count, word);
    count = sscanf("12345678", "%3d%n", &a, &n);
    printf("%d: %d %d\n", count, a, n);
    count = sscanf("1 2 3", "%*d %*d %d", &a);
    printf("%d: %d\n", count, a);
    count = sscanf("", "%d", &a);
    printf("%d\n", count);
    count = sscanf("abc", "%d", &a);
    printf("%d\n", count);
    count = sscanf("7 abc", "%d %d", &a, &b);
    printf("%d: %d\n", count, a);
    count = sscanf("50%", "%d%%", &a);
    printf("%d: %d\n", count, a);
    count = sscanf("3,4", "%d,%d", &a, &b);
    printf("%d: %d %d\n", count, a, b);
    count = sscanf("3;4", "%d,%d", &a, &b);
    printf("%d: %d\n", count, a);
    count = sscanf("0x1234", "%p", &p);
    printf("%d: %p\n", count, p);
    count = sscanf("allocated here", "%ms", &made);
    printf("%d: %s\n", count, made);
    free(made);
    count = by_list("8 list", "%d %s", &a, word);
    printf("%d: %d %s\n", count, a, word);
    count = scanf("%d %lf", &a, &d);
    printf("%d: %d %f\n", count, a, d);
    count = scanf("%s", word);
    printf("%d: %s\n", count, word);
    count = scanf(" %31[^\n]", word);
    printf("%d: [%s]\n", count, word);
    count = fscanf(stdin, " %c", &one);
    printf("%d: %c\n", count, one);
    int sum = 0;
    count = 0;
    while (scanf("%d", &a) == 1) {
        sum += a;
        count++;
    }
    printf("%d numbers, sum %d\n", count, sum);
    a = getchar();
    printf("next: %c\n", a);
    while (getchar() != '\n') {
    }
    count = scanf("%d", &a);
    printf("%d %d\n", count, feof(stdin) != 0);
    return 0;
}
