// The loop that frees the blocks reaches all, the input decides how many there are.
// property: valid-memcleanup
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static char *blocks[4];

int main(void) {
    unsigned count = __VERIFIER_nondet_uint() % 5;
    for (unsigned i = 0; i < count; i++)
        blocks[i] = malloc(1);
    for (int i = 0; i < 4; i++)
        free(blocks[i]);
    return 0;
}
