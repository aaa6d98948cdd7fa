// Writes of different widths at symbolic offsets overlap, and are moved onto themselves by a symbolic distance.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char *bytes = malloc(12);
    for (unsigned i = 0; i < 12; i++)
        bytes[i] = i;
    unsigned word = 4 * (__VERIFIER_nondet_uint() % 3), half = 2 * (__VERIFIER_nondet_uint() % 6);
    unsigned byte = __VERIFIER_nondet_uint() % 12;
    unsigned from = __VERIFIER_nondet_uint() % 4, to = __VERIFIER_nondet_uint() % 4;
    *(uint32_t *)(bytes + word) = 0xa3a2a1a0;
    *(uint16_t *)(bytes + half) = 0xb1b0;
    bytes[byte] = 0xc0;
    memmove(bytes + to, bytes + from, 8);
    unsigned at = __VERIFIER_nondet_uint() % 8, origin = from + at;
    unsigned char expected = origin == byte      ? 0xc0
                             : origin - half < 2 ? 0xb0 + (origin - half)
                             : origin - word < 4 ? 0xa0 + (origin - word)
                                                 : origin;
    assert(bytes[to + at] == expected);
    free(bytes);
    return 0;
}
