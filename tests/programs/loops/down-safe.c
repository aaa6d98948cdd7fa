// From the last element to the first, with a counter that stops in time.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100000000)
        return 0;
    char *a = malloc(n);
    unsigned i;
    for (i = n; i > 0; i--)
        a[i - 1] = 'x';
    __VERIFIER_assert(i == 0);
    unsigned k = __VERIFIER_nondet_uint();
    if (k < n)
        __VERIFIER_assert(a[k] == 'x');
    free(a);
    return 0;
}
