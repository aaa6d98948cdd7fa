// Nothing ends the string if its last byte is not written.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4)
        return 0;
    char *s = malloc(n);
    for (int i = 0; i < n; i++)
        s[i] = (char)__VERIFIER_nondet_int();
    char *p = s;
    while (*p) //~ out-of-bounds
        p++;
    free(s);
    return 0;
}
// input: 1 7
