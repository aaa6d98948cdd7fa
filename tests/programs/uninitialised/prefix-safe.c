// A range of symbolic length is set, and is read within its bounds.
// options: --check-uninitialised
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned m = __VERIFIER_nondet_uint() % 9, k = __VERIFIER_nondet_uint() % 9;
    char *p = malloc(8);
    memset(p, 0, m);
    int result = 0;
    if (k < m && p[k])
        result = 1;
    free(p);
    return result;
}
