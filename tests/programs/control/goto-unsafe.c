// A jump backwards repeats the work once more than the counter allows.
// input: 3
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int tries = 0, wanted = __VERIFIER_nondet_int();
again:
    tries++;
    if (tries < wanted && tries <= 2)
        goto again;
    assert(tries <= 2); //~ assertion
    return 0;
}
