// Other keys may have the same hash.
// options: --uninterpreted hash
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned hash(unsigned key) {
    return key + 1;
}

int main(void) {
    unsigned key = __VERIFIER_nondet_uint(), other = __VERIFIER_nondet_uint();
    if (hash(key) == hash(other))
        assert(key == other); //~ assertion
    return 0;
}
