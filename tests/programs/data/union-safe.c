// A float's bits, and the bytes of a number, by a union.
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);

union view {
    uint32_t word;
    uint8_t bytes[4];
    uint16_t halves[2];
};

int main(void) {
    union view view;
    view.word = __VERIFIER_nondet_uint();
    uint32_t before = view.word;
    assert(view.bytes[0] == (before & 0xff));
    assert(view.halves[1] == before >> 16);
    view.bytes[3] = 0;
    assert(view.word == (before & 0xffffff));
    union {
        float number;
        uint32_t bits;
    } one = {1.0f};
    assert(one.bits == 0x3f800000);
    return 0;
}
