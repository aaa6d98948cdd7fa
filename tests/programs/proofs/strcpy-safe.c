// A string is copied to a block that is at least as large.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

/* A string of any length less than n, in n bytes. */
static char *text(int n) {
    char *s = malloc(n);
    s[n - 1] = 0;
    return s;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        n = 1;
    int m = __VERIFIER_nondet_int();
    if (m < n)
        m = n;
    char *from = text(n), *to = malloc(m);
    char *p = from, *q = to;
    while ((*q++ = *p++))
        ;
    free(from);
    free(to);
    return 0;
}
