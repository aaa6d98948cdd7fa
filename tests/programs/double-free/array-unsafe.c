// Two slots of an array of pointers hold the same block when the inputs are equal.
// input: 2 2
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char *blocks[3] = {malloc(1), malloc(1), malloc(1)};
    unsigned i = __VERIFIER_nondet_uint() % 3, k = __VERIFIER_nondet_uint() % 3;
    free(blocks[i]);
    free(blocks[k]); //~ double-free
    for (unsigned at = 0; at < 3; at++)
        if (at != i && at != k)
            free(blocks[at]);
    return 0;
}
