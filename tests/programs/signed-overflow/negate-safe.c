// The absolute value is computed with unsigned numbers.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static unsigned absolute(int n) {
    return n < 0 ? 0u - (unsigned)n : (unsigned)n;
}

int main(void) {
    assert(absolute(__VERIFIER_nondet_int()) <= 2147483648u);
    return 0;
}
