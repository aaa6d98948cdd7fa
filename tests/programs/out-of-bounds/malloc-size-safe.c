// The block has room for n + 1 elements and the index n is written; n is any number of a range.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100)
        return 0;
    short *block = malloc((n + 1) * sizeof *block);
    block[n] = 2;
    short last = block[n];
    free(block);
    return last - 2;
}
