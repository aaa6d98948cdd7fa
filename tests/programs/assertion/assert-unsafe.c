// The absolute value of a remainder is asserted to be less than it can be.
// input: 9
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int digit = __VERIFIER_nondet_int() % 10;
    assert(digit < 9); //~ assertion
    return 0;
}
