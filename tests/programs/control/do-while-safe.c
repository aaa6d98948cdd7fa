// The number of digits by a do loop: even zero has one.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char number = __VERIFIER_nondet_uchar(), rest = number;
    int digits = 0;
    do {
        digits++;
        rest /= 10;
    } while (rest != 0);
    assert(digits == (number < 10 ? 1 : number < 100 ? 2 : 3));
    return 0;
}
