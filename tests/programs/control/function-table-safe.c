// A table of operations is called by an input; the result is that of a switch.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned add(unsigned a, unsigned b) { return a + b; }
static unsigned subtract(unsigned a, unsigned b) { return a - b; }
static unsigned both(unsigned a, unsigned b) { return a & b; }
static unsigned either(unsigned a, unsigned b) { return a | b; }

int main(void) {
    unsigned (*const operations[])(unsigned, unsigned) = {add, subtract, both, either};
    unsigned which = __VERIFIER_nondet_uint() % 4;
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned result = operations[which](a, b);
    assert(which != 2 || result <= a);
    assert(which != 3 || result >= b);
    assert(which > 1 || result - a == (which == 0 ? b : -b));
    return 0;
}
