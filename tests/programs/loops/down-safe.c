// From the last element to the first, with a counter that stops in time.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100000000)
        return 0;
    long *a = malloc(n * sizeof *a);
    for (unsigned i = n; i > 0; i--)
        a[i - 1] = i;
    unsigned k = __VERIFIER_nondet_uint();
    if (k < n)
        __VERIFIER_assert(a[k] == k + 1L);
    free(a);
    return 0;
}
