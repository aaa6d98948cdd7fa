/* Reads of a table of numbers at symbolic indices, one after the other. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned table[256];

int main(void) {
    for (unsigned i = 0; i < 256; i++)
        table[i] = i * 7 % 256;
    unsigned state = 0;
    for (int step = 0; step < 6; step++)
        state = table[(state ^ __VERIFIER_nondet_uchar()) & 255];
    assert(state < 256);
    return 0;
}
