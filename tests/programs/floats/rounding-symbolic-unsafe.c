// One of the modes that the input can set gives another result.
// input: 2048
#include <assert.h>
#include <fenv.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    volatile double one = 1, three = 3;
    double nearest = one / three;
    if (fesetround(__VERIFIER_nondet_int()) == 0)
        assert(one / three == nearest); //~ assertion
    return 0;
}
