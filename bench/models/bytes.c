/* Words that are written whole and read byte by byte, at symbolic offsets. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char buffer[64];
    for (unsigned i = 0; i < sizeof buffer; i++)
        buffer[i] = i;
    for (int step = 0; step < 4; step++) {
        unsigned at = __VERIFIER_nondet_uint() % 60;
        uint32_t word;
        memcpy(&word, buffer + at, sizeof word);
        word = word >> 8 | word << 24;
        memcpy(buffer + at, &word, sizeof word);
    }
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof buffer; i++)
        sum += buffer[i] < 64;
    assert(sum == sizeof buffer);
    return 0;
}
