// Stores of different widths overlap at a symbolic offset.
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char bytes[8] = {0};
    unsigned at = __VERIFIER_nondet_uint() % 5;
    uint32_t word = 0x04030201;
    memcpy(bytes + at, &word, sizeof word);
    bytes[at + 1] = 0xff;
    uint16_t half;
    memcpy(&half, bytes + at, sizeof half);
    assert(half == 0xff01);
    assert(bytes[at + 3] == 4);
    return 0;
}
