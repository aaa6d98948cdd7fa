// A positive divisor rules out both ways in which a division can go wrong.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b <= 0)
        return 0;
    int quotient = a / b;
    assert(a != 0 || quotient == 0);
    return 0;
}
