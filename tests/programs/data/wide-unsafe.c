// The upper half of a product of 64 bits is lost when the factors are not widened.
// input: 0x100000000
#include <assert.h>
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    uint64_t a = __VERIFIER_nondet_ulong();
    if (a > 0x100000000ul)
        return 0;
    unsigned __int128 product = a * 0x100000000ul;
    assert(product >> 32 == a); //~ assertion
    return 0;
}
