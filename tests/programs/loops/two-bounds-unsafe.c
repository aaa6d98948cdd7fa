// The array has room for the smaller of two numbers, and the loop goes to the other.
// input: 5 9
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    if (n > 1000000 || m > 1000000)
        return 0;
    int *a = malloc((n < m ? n : m) * sizeof *a);
    for (unsigned i = 0; i < m; i++)
        a[i] = 1; //~ out-of-bounds
    free(a);
    return 0;
}
