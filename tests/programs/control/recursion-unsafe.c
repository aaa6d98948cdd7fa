// A recursion that halves its argument comes to the wrong result for one argument.
// input: 13
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned bits(unsigned n) {
    return n == 0 ? 0 : (n & 1) + bits(n >> 1);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 16;
    assert(bits(n) != 3 || n == 7 || n == 11 || n == 14); //~ assertion
    return 0;
}
