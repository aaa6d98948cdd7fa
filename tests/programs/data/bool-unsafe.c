// A byte is used as a truth value, and the bits above are lost.
// input: 256
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned char truth = (unsigned char)n;
    assert((truth != 0) == (n != 0)); //~ assertion
    return 0;
}
