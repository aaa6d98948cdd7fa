// A number is written byte by byte in both orders and read back.
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    uint32_t number = __VERIFIER_nondet_uint(), memory;
    unsigned char little[4], big[4];
    for (int i = 0; i < 4; i++) {
        little[i] = (unsigned char)(number >> (8 * i));
        big[3 - i] = little[i];
    }
    memcpy(&memory, little, 4);
    assert(memory == number);
    memcpy(&memory, big, 4);
    assert(memory == __builtin_bswap32(number));
    return 0;
}
