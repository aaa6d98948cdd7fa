// A byte is searched for in a string of any length.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

/* A string of any length less than n, in n bytes. */
static char *text(int n) {
    char *s = malloc(n);
    s[n - 1] = 0;
    return s;
}

static char *find(char *s, char c) {
    for (; *s; s++)
        if (*s == c)
            return s;
    return 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        n = 1;
    char *s = text(n);
    char *found = find(s, (char)__VERIFIER_nondet_int());
    if (found)
        *found = 0;
    free(s);
    return 0;
}
