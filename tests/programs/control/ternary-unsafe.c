// The condition operator binds weaker than the addition that was meant to be around it.
// input: 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int flag = __VERIFIER_nondet_int() != 0;
    int size = 10 + flag ? 4 : 0;
    assert(size == (flag ? 14 : 10)); //~ assertion
    return 0;
}
