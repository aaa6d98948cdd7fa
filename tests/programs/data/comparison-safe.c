// Comparisons of signed and unsigned numbers of the same bits, told apart.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    unsigned x = (unsigned)a, y = (unsigned)b;
    assert((a < b) == ((x ^ 0x80000000u) < (y ^ 0x80000000u)));
    assert((a == b) == (x == y));
    return 0;
}
