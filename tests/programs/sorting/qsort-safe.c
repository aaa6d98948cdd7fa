// The library's qsort with a comparison of the program.
#include <assert.h>
#include <stdlib.h>
extern signed char __VERIFIER_nondet_char(void);

static int compare(const void *a, const void *b) {
    return *(const signed char *)a - *(const signed char *)b;
}

int main(void) {
    signed char a[3];
    for (int i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_char();
    qsort(a, 3, 1, compare);
    assert(a[0] <= a[1] && a[1] <= a[2]);
    return 0;
}
