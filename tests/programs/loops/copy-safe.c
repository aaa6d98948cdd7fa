// A loop that copies what nobody knows: the copy is the same everywhere.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100000000)
        return 0;
    short *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (unsigned i = 0; i < n; i++)
        a[i] = (short)(i * 7);
    for (unsigned i = 0; i < n; i++)
        b[i] = a[i];
    unsigned k = __VERIFIER_nondet_uint();
    if (k < n)
        __VERIFIER_assert(b[k] == (short)(k * 7));
    free(a);
    free(b);
    return 0;
}
