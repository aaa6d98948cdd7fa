// Pointers into one array are compared and subtracted; those to different blocks are never equal.
#include <assert.h>
#include <stddef.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int array[8], other;
    unsigned i = __VERIFIER_nondet_uint() % 9, k = __VERIFIER_nondet_uint() % 9;
    int *p = array + i, *q = array + k;
    ptrdiff_t distance = q - p;
    assert(p + distance == q);
    assert((p < q) == (i < k));
    assert((p == q) == (distance == 0));
    if (i < 8)
        assert(p != &other);
    return 0;
}
