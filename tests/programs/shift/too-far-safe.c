// The mask of the n lowest bits is made in a wider type.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 32)
        return 0;
    unsigned mask = (unsigned)((1ul << n) - 1);
    assert((mask & (mask + 1)) == 0);
    return 0;
}
