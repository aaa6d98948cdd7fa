// The block has room for n elements and the index n is written.
// input: 3
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 100)
        return 0;
    short *block = malloc(n * sizeof *block);
    block[n - 1] = 1;
    block[n] = 2; //~ out-of-bounds
    free(block);
    return 0;
}
