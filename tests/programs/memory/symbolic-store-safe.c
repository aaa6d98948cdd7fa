// A store at a symbolic index, and a load at another, in a block with more than bytes.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned table[16] = {0};
    unsigned i = __VERIFIER_nondet_uint() % 16, k = __VERIFIER_nondet_uint() % 16;
    unsigned value = __VERIFIER_nondet_uint();
    table[i] = value;
    table[k] ^= value;
    assert(table[i] == (i == k ? 0 : value));
    assert(table[k] == (i == k ? 0 : value));
    return 0;
}
