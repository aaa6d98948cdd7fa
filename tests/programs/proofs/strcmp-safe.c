// Two strings of any lengths are compared.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

/* A string of any length less than n, in n bytes. */
static char *text(int n) {
    char *s = malloc(n);
    s[n - 1] = 0;
    return s;
}

static int compare(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a - *b;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        n = 1;
    int m = __VERIFIER_nondet_int();
    if (m < 1)
        m = 1;
    char *a = text(n), *b = text(m);
    int order = compare(a, b);
    free(a);
    free(b);
    return order != 0;
}
