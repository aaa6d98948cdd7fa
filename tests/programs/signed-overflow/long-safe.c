// Numbers of 32 bits are added and multiplied in 64.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    long sum = (long)a + b;
    long product = (long)a * 1000000000l;
    assert(sum - b == a);
    assert((product < 0) == (a < 0));
    return 0;
}
