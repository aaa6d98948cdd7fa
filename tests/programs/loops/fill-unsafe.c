// An array of any length is filled, and one element more.
// input: 3
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (unsigned i = 0; i <= n; i++)
        a[i] = 0; //~ out-of-bounds
    free(a);
    return 0;
}
