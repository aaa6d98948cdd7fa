// The first byte of the number is inside of the block, the last is not.
// input: 5
#include <stdint.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned at = __VERIFIER_nondet_uint();
    uint32_t word;
    if (at >= sizeof bytes)
        return 0;
    memcpy(&word, bytes + at, sizeof word); //~ out-of-bounds
    return word == 0;
}
