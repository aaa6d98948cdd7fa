// From the last element to the first, and one further.
// input: 4
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 100000000)
        return 0;
    long *a = malloc(n * sizeof *a);
    for (int i = n; i >= 0; i--)
        a[i - 1] = i; //~ out-of-bounds
    free(a);
    return 0;
}
