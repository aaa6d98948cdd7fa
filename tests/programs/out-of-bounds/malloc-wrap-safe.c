// The size of the block is tested before the multiplication.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    if (count < 3 || count > 16)
        return 0;
    unsigned bytes = count * 4;
    int *block = malloc(bytes);
    block[2] = 7;
    free(block);
    return 0;
}
