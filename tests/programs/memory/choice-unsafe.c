// A store through a pointer to one of several blocks; it is too long for one of them.
// input: 1
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char *blocks[3] = {malloc(8), malloc(4), malloc(8)};
    char *p = blocks[__VERIFIER_nondet_uint() % 3];
    p[6] = 1; //~ out-of-bounds
    for (int i = 0; i < 3; i++)
        free(blocks[i]);
    return 0;
}
