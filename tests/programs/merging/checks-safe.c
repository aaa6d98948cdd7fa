// Twelve checks of unknown numbers, one after the other: 4096 ways through, and one result.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned flags = 0;
    int passed = 0;
    for (int i = 0; i < 12; i++) {
        if (__VERIFIER_nondet_int() > i) {
            flags |= 1u << i;
            passed++;
        }
    }
    assert(passed != 12 || flags == 0xfff);
    return 0;
}
