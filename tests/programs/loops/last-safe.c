// What the last round left: a variable that is set anew in each.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100000000)
        return 0;
    unsigned *a = malloc(n * sizeof *a), last = 77, before = 99;
    for (unsigned i = 0; i < n; i++) {
        before = last;
        a[i] = i ^ 5;
        last = a[i];
    }
    __VERIFIER_assert(n == 0 || last == ((n - 1) ^ 5));
    __VERIFIER_assert(n != 1 || before == 77);
    __VERIFIER_assert(n < 2 || before == ((n - 2) ^ 5));
    free(a);
    return 0;
}
