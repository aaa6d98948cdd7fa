// The last place for a number of four bytes in eight is the fifth.
#include <stdint.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned at = __VERIFIER_nondet_uint();
    uint32_t word;
    if (at > sizeof bytes - sizeof word)
        return 0;
    memcpy(&word, bytes + at, sizeof word);
    return (word & 0xff) != at + 1;
}
