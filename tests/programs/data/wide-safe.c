// Arithmetic of 64 and 128 bits: halves, carries and products.
#include <assert.h>
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    uint64_t a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
    unsigned __int128 wide = (unsigned __int128)a << 64 | b;
    assert((uint64_t)(wide >> 64) == a && (uint64_t)wide == b);
    unsigned __int128 sum = (unsigned __int128)a + b;
    assert((uint64_t)(sum >> 64) == (uint64_t)(a + b < a));
    unsigned __int128 shifted = (unsigned __int128)a * 16;
    assert((uint64_t)(shifted >> 64) == a >> 60);
    return 0;
}
