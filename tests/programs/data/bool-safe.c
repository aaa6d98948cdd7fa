// A conversion to _Bool gives zero or one, a conversion to a byte does not.
#include <assert.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    bool truth = n;
    assert(truth == (n != 0));
    assert(truth + truth == (n ? 2 : 0));
    bool half = 0.5, pointer = &n;
    assert(half && pointer);
    truth = !truth;
    assert(truth == (n == 0));
    return 0;
}
