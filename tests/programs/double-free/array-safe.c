// The indices of two blocks differ, so that none is freed twice.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char *blocks[3] = {malloc(1), malloc(1), malloc(1)};
    unsigned i = __VERIFIER_nondet_uint() % 3, k = (i + 1) % 3;
    free(blocks[i]);
    free(blocks[k]);
    free(blocks[3 - i - k]);
    return 0;
}
