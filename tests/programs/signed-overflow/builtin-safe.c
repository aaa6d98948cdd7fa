// The builtins that tell of overflow have none.
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum;
    int overflow = __builtin_add_overflow(a, b, &sum);
    assert(overflow == ((long)a + b > INT_MAX || (long)a + b < INT_MIN));
    return overflow ? 0 : sum == 1;
}
