// Bit-fields keep as many bits as they have, with their sign.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct flags {
    unsigned low : 3;
    signed middle : 5;
    unsigned : 0;
    unsigned high : 12;
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct flags flags = {0};
    flags.low = (unsigned)n;
    flags.middle = n;
    flags.high = (unsigned)n;
    assert(flags.low == ((unsigned)n & 7));
    assert(flags.middle >= -16 && flags.middle <= 15);
    assert(((unsigned)flags.middle & 31) == ((unsigned)n & 31));
    assert(flags.high == ((unsigned)n & 0xfff));
    return 0;
}
