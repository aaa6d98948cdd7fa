// The size of the block wraps in 32 bits: for a large count the block is too small for its first element.
// input: 0x40000001
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    if (count != 3 && count != 0x40000001u)
        return 0;
    unsigned bytes = count * 4;
    int *block = malloc(bytes);
    block[2] = 7; //~ out-of-bounds
    free(block);
    return 0;
}
