// A table of operations is called by an input; one of them divides.
// input: 3 8 0
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned add(unsigned a, unsigned b) { return a + b; }
static unsigned subtract(unsigned a, unsigned b) { return a - b; }
static unsigned multiply(unsigned a, unsigned b) { return a * b; }
static unsigned divide(unsigned a, unsigned b) { return a / b; } //~ division-by-zero

int main(void) {
    unsigned (*const operations[])(unsigned, unsigned) = {add, subtract, multiply, divide};
    unsigned which = __VERIFIER_nondet_uint() % 4;
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    return operations[which](a, b) == 77;
}
