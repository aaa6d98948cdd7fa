// A hash is an uninterpreted function: equal keys have equal hashes, whatever the function computes.
// options: --uninterpreted hash
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned hash(unsigned key) {
    unsigned value = 2166136261u;
    for (unsigned i = 0; i < key; i++)
        value = (value ^ (key + i)) * 16777619u;
    return value;
}

int main(void) {
    unsigned key = __VERIFIER_nondet_uint(), other = __VERIFIER_nondet_uint();
    if (hash(key) != hash(other))
        assert(key != other);
    return 0;
}
