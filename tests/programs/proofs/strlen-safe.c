// The end of a string of any length is found.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

/* A string of any length less than n, in n bytes. */
static char *text(int n) {
    char *s = malloc(n);
    s[n - 1] = 0;
    return s;
}

static unsigned length(const char *s) {
    const char *p = s;
    while (*p)
        p++;
    return p - s;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        n = 1;
    char *s = text(n);
    unsigned found = length(s);
    int inside = found < (unsigned)n;
    free(s);
    return inside;
}
