// What a loop wrote is known at every place: one of them holds seven.
// input: 10 2
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 100000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = 3 * i + 1;
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < n)
        __VERIFIER_assert(a[k] != 7); //~ assertion
    free(a);
    return 0;
}
