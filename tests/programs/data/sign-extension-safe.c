// Casts extend by the sign of the type they come from.
#include <assert.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int8_t narrow = (int8_t)n;
    uint8_t plain = (uint8_t)n;
    assert((int64_t)narrow >= -128 && (int64_t)narrow <= 127);
    assert((uint64_t)narrow == (narrow < 0 ? plain | 0xffffffffffffff00ul : plain));
    assert((uint32_t)(int16_t)narrow == (uint32_t)narrow);
    assert((int)plain == (narrow & 0xff));
    assert((uint64_t)(uint32_t)n >> 32 == 0);
    return 0;
}
