// A range of symbolic length is set, and the byte after it is read.
// options: --check-uninitialised
// input: 3 3
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned m = __VERIFIER_nondet_uint() % 8, k = __VERIFIER_nondet_uint() % 8;
    char *p = malloc(8);
    memset(p, 0, m);
    int result = 0;
    if (k <= m && p[k]) //~ uninitialised
        result = 1;
    free(p);
    return result;
}
