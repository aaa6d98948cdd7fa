// A counter of three bits wraps at eight.
// input: 8
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct packed {
    unsigned count : 3;
};

int main(void) {
    struct packed packed = {0};
    unsigned rounds = __VERIFIER_nondet_uint() % 10;
    for (unsigned i = 0; i < rounds; i++)
        packed.count++;
    assert(packed.count == rounds || rounds == 9); //~ assertion
    return 0;
}
