// Nested conditional operators clamp a number, also without the middle operand.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int clamped = n < 0 ? 0 : n > 99 ? 99 : n;
    assert(clamped >= 0 && clamped <= 99);
    int positive = clamped ?: 1;
    assert(positive >= 1);
    return 0;
}
