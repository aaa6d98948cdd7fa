// A recursion and a loop count the same bits.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned bits(unsigned n) {
    return n == 0 ? 0 : (n & 1) + bits(n >> 1);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 64, count = 0;
    for (unsigned i = 0; i < 6; i++)
        count += n >> i & 1;
    assert(bits(n) == count);
    return 0;
}
