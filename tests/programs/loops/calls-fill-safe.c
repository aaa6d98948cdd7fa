// An index that a loop with calls in its header counts.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned calls;
static void count(void) { calls++; }
static unsigned same(unsigned x) { return x; }

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    if (n == 0 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    do {
        count();
        a[same(i)] = 1;
        i++;
        count();
    } while (i < n);
    if (calls != 2 * n)
        a[n] = 1;
    free(a);
    return 0;
}
