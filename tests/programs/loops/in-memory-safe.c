// options: --no-promote
// Counters that live in memory.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i, sum = 0;
    if (n > 100000000)
        return 0;
    char *a = malloc(n);
    for (i = 0; i < n; i++) {
        a[i] = 1;
        sum += 2;
    }
    __VERIFIER_assert(i == n && sum == 2 * n);
    free(a);
    return 0;
}
