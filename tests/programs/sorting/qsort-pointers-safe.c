// The comparison gets elements of the array itself.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int a[5];

static int compare(const void *left, const void *right) {
    const int *l = left, *r = right;
    assert(l - a >= 0 && l - a < 5 && r - a >= 0 && r - a < 5 && l != r);
    return (*l > *r) - (*l < *r);
}

int main(void) {
    for (int i = 0; i < 5; i++)
        a[i] = __VERIFIER_nondet_int();
    qsort(a, 5, sizeof a[0], compare);
    for (int i = 1; i < 5; i++)
        assert(a[i - 1] <= a[i]);
    return 0;
}
