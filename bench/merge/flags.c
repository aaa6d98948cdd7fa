/* Sixteen tests of symbolic numbers, one after the other: 65,536 paths, and one result. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned flags = 0;
    int count = 0;
    for (int i = 0; i < 16; i++) {
        int reading = __VERIFIER_nondet_int();
        if (reading > 100) {
            flags |= 1u << i;
            count++;
        }
    }
    assert(count <= 16);
    assert(count != 16 || flags == 0xffff);
    return 0;
}
