// Two assertions can fail, one cannot; a run ends at the first that fails.
// input: 5 0
// input: 1 3
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint() % 8, b = __VERIFIER_nondet_uint() % 8;
    assert(a < 4);  //~ assertion
    assert(a <= 3);
    assert(b != 3); //~ assertion
    return 0;
}
