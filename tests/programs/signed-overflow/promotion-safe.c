// One factor is made unsigned first; conversions to smaller types are no overflow either.
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
    unsigned product = (unsigned)a * b;
    signed char low = (signed char)product;
    int as_int = (int)product;
    assert((low & 0xff) == (as_int & 0xff));
    return 0;
}
