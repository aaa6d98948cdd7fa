// The greatest common divisor by a loop that tests its condition first.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar() % 8, b = __VERIFIER_nondet_uchar() % 8, first = a;
    while (b != 0) {
        unsigned char rest = a % b;
        a = b;
        b = rest;
    }
    assert(a == 0 || first % a == 0);
    return 0;
}
