// An index that a loop with calls in its header counts, one too far.
// input: 3
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned calls;
static void count(void) { calls++; }
static unsigned same(unsigned x) { return x; }

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    if (n == 0 || n > 200)
        return 0;
    int *a = malloc(n * sizeof *a);
    do {
        count();
        a[same(i)] = 1; //~ out-of-bounds
        i++;
        count();
    } while (i <= n);
    free(a);
    return 0;
}
