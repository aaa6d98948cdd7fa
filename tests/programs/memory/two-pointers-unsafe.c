// A swap by additions makes both zero when the pointers are equal.
// input: 2 2
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static void swap(unsigned *a, unsigned *b) {
    *a += *b;
    *b = *a - *b;
    *a -= *b;
}

int main(void) {
    unsigned cells[3] = {5, 6, 7};
    unsigned i = __VERIFIER_nondet_uint() % 3, k = __VERIFIER_nondet_uint() % 3;
    swap(&cells[i], &cells[k]);
    assert(cells[0] + cells[1] + cells[2] == 18); //~ assertion
    return 0;
}
