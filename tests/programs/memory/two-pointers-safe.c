// Two pointers may be equal: what is read through one after a store through the other.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int cells[4] = {0, 10, 20, 30};
    int *p = &cells[__VERIFIER_nondet_uint() % 4], *q = &cells[__VERIFIER_nondet_uint() % 4];
    int before = *q;
    *p = 99;
    assert(*q == (p == q ? 99 : before));
    return 0;
}
